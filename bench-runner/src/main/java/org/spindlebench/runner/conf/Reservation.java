package org.spindlebench.runner.conf;

/**
 * What HDFS makes of a file system that holds several of its directories. A DataNode counts the whole file system once for
 * each of them, less what is reserved there ({@code dfs.datanode.du.reserved}).
 *
 * @param capacity bytes of the file system
 * @param directories of HDFS that lie on it, at least 1
 */
public record Reservation(long capacity, int directories) {
    public Reservation {
        if (capacity < 1 || directories < 1) {
            throw new IllegalArgumentException("a capacity and a directory at least: " + capacity + ", " + directories);
        }
    }

    /** Bytes that HDFS counts where nothing is reserved; no more than a {@code long} holds. */
    public long counted() {
        return capacity > Long.MAX_VALUE / directories ? Long.MAX_VALUE : capacity * directories;
    }

    /** Bytes to reserve in each directory, so that HDFS counts the file system once: all but the directory's share. */
    public long perDirectory() {
        return capacity - capacity / directories;
    }

    /** Bytes that HDFS counts with that reservation: the capacity, less what its division by the directories leaves over. */
    public long countedWithReservation() {
        return directories * (capacity - perDirectory());
    }
}
