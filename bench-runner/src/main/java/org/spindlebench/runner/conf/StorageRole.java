package org.spindlebench.runner.conf;

/** What a device of a node holds. */
public enum StorageRole {
    /** Blocks of HDFS: the DataNode's directories. */
    HDFS("hdfs"),
    /** Spills, map output and merges: the NodeManager's local directories. */
    SHUFFLE("shuffle");

    private final String label;

    StorageRole(String label) {
        this.label = label;
    }

    /** Its key in a setup's file, and the first part of the name of a directory that is derived from a mount point. */
    public String label() {
        return label;
    }

    /** The key that lists its directories one by one. */
    String directoriesKey() {
        return label + "_directories";
    }
}
