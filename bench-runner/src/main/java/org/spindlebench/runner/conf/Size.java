package org.spindlebench.runner.conf;

/**
 * The amount of data that a run reads, shuffles or writes.
 *
 * @param bytes bytes, at least 1
 */
public record Size(long bytes, Scope scope) {
    /** Whether a number of bytes is per node or in total. */
    public enum Scope {
        PER_NODE,
        IN_TOTAL
    }

    public Size {
        if (bytes < 1) {
            throw new IllegalArgumentException("a size starts at 1 byte: " + bytes);
        }
    }

    public static Size perNode(long bytes) {
        return new Size(bytes, Scope.PER_NODE);
    }

    public static Size inTotal(long bytes) {
        return new Size(bytes, Scope.IN_TOTAL);
    }

    /** Returns the total number of bytes on the given number of nodes. */
    public long total(int nodes) {
        return scope == Scope.PER_NODE ? bytes * nodes : bytes;
    }

    /** Returns the name of the setting that distinguishes runs of different sizes. */
    public String setting() {
        return scope == Scope.PER_NODE ? "bytes_per_node" : "total_bytes";
    }

    @Override
    public String toString() {
        return ByteSize.format(bytes) + (scope == Scope.PER_NODE ? " per node" : " in total");
    }
}
