package org.spindlebench.runner.conf;

/** What a node uses a device for. */
public enum StorageRole {
    /** Blocks of HDFS, in the DataNode's directories. */
    HDFS("hdfs"),
    /** Spills, map output and merges, in the NodeManager's local directories. */
    SHUFFLE("shuffle");

    private final String label;

    StorageRole(String label) {
        this.label = label;
    }

    /**
     * Returns the key in a setup's file, which is also the first part of the name of a directory derived from a mount
     * point.
     */
    public String label() {
        return label;
    }

    /** Returns the key that lists the role's directories one by one. */
    String directoriesKey() {
        return label + "_directories";
    }
}
