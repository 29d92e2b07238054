package org.spindlebench.runner.conf;

/**
 * How much a run reads, shuffles or writes.
 *
 * @param bytes bytes, at least 1
 * @param scope of what
 */
public record Size(long bytes, Scope scope) {
    /** What a number of bytes is meant for. */
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

    /** Bytes over so many nodes together. */
    public long total(int nodes) {
        return scope == Scope.PER_NODE ? bytes * nodes : bytes;
    }

    /** The name of the setting by which runs of different sizes are told apart. */
    public String setting() {
        return scope == Scope.PER_NODE ? "bytes_per_node" : "total_bytes";
    }

    @Override
    public String toString() {
        return ByteSize.format(bytes) + (scope == Scope.PER_NODE ? " per node" : " in total");
    }
}
