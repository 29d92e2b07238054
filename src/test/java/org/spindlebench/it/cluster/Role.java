package org.spindlebench.it.cluster;

/** The kinds of daemons, and one tool: the class that starts each, and the user that Hadoop sees. */
enum Role {
    NAMENODE("org.apache.hadoop.hdfs.server.namenode.NameNode", "hdfs"),
    DATANODE("org.apache.hadoop.hdfs.server.datanode.DataNode", "hdfs"),
    RESOURCEMANAGER("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", "yarn"),
    NODEMANAGER("org.apache.hadoop.yarn.server.nodemanager.NodeManager", "yarn"),
    HISTORYSERVER("org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer", "mapred"),
    /** This is no daemon: it gives a NameNode of two an order, then ends. */
    HAADMIN("org.apache.hadoop.hdfs.tools.DFSHAAdmin", "hdfs"),
    /** This is no daemon: it gives the ResourceManager an order, then ends. */
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
