package org.spindlebench.runner.conf;

/**
 * The capacity that HDFS counts for a file system with several HDFS directories. A DataNode counts the whole file
 * system once for each directory, each time minus the reservation ({@code dfs.datanode.du.reserved}).
 *
 * @param capacity bytes of the file system
 * @param directories the number of HDFS directories on the file system, at least 1
 */
public record Reservation(long capacity, int directories) {
    public Reservation {
        if (capacity < 1 || directories < 1) {
            throw new IllegalArgumentException(
                    "needs a capacity and at least one" + " directory: " + capacity + ", " + directories);
        }
    }

    /** Returns the bytes that HDFS counts if nothing is reserved, capped at {@link Long#MAX_VALUE}. */
    public long counted() {
        return capacity > Long.MAX_VALUE / directories ? Long.MAX_VALUE : capacity * directories;
    }

    /**
     * Returns the bytes to reserve per directory, which are all bytes except the directory's share, so that HDFS counts
     * the file system once.
     */
    public long perDirectory() {
        return capacity - capacity / directories;
    }

    /**
     * Returns the bytes counted with {@link #perDirectory}: the capacity rounded down to a multiple of directories.
     */
    public long countedWithReservation() {
        return directories * (capacity - perDirectory());
    }
}
