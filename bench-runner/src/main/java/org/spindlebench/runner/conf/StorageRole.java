package org.spindlebench.runner.conf;

/** The role of a device on a node. */
public enum StorageRole {
    /** The device stores HDFS blocks, in the directories of the DataNode. */
    HDFS("hdfs"),
    /** The device stores spills, map output and merges, in the local dirs of the NodeManager. */
    SHUFFLE("shuffle");

    private final String label;

    StorageRole(String label) {
        this.label = label;
    }

    /** Returns the role's key in setup files. Names of directories derived from mount points begin with this key. */
    public String label() {
        return label;
    }

    /** Returns the key that lists the role's directories one by one. */
    String directoriesKey() {
        return label + "_directories";
    }
}
