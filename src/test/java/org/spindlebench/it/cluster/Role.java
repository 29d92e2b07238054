package org.spindlebench.it.cluster;

/** The kinds of daemons, and a tool: the class that starts one, and the user that it is to Hadoop. */
enum Role {
    NAMENODE("org.apache.hadoop.hdfs.server.namenode.NameNode", "hdfs"),
    DATANODE("org.apache.hadoop.hdfs.server.datanode.DataNode", "hdfs"),
    RESOURCEMANAGER("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", "yarn"),
    NODEMANAGER("org.apache.hadoop.yarn.server.nodemanager.NodeManager", "yarn"),
    HISTORYSERVER("org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer", "mapred"),
    /** No daemon: gives the ResourceManager an order, and ends. */
    RMADMIN("org.apache.hadoop.yarn.client.cli.RMAdminCLI", "yarn");

    private final String mainClass;
    private final String user;

    Role(String mainClass, String user) {
        this.mainClass = mainClass;
        this.user = user;
    }

    String mainClass() {
        return mainClass;
    }

    String user() {
        return user;
    }
}
