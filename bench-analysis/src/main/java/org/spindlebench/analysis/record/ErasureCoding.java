package org.spindlebench.analysis.record;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An erasure-coding policy of HDFS. A block group has this many units of data and of parity, each on its own DataNode.
 *
 * @param name as HDFS composes it: codec, units of data, units of parity, size of a cell, such as {@code RS-6-3-1024k}
 * @param data units of data, at least 1
 * @param parity units of parity, at least 1
 * @param cell bytes of a cell, at least 1
 */
public record ErasureCoding(String name, int data, int parity, int cell) {
    private static final Pattern SHAPE = Pattern.compile("[A-Z][A-Z-]*-([1-9][0-9]?)-([1-9][0-9]?)-([1-9][0-9]{0,5})k");
    private static final int KIB = 1024;

    public ErasureCoding {
        Objects.requireNonNull(name, "name");
    }

    /** Reads a policy's name; empty if it is not the name of a policy. */
    public static Optional<ErasureCoding> of(String name) {
        Matcher policy = SHAPE.matcher(name);
        return policy.matches()
                ? Optional.of(new ErasureCoding(
                        name,
                        Integer.parseInt(policy.group(1)),
                        Integer.parseInt(policy.group(2)),
                        Integer.parseInt(policy.group(3)) * KIB))
                : Optional.empty();
    }

    /** Returns the number of DataNodes over which HDFS spreads a block group. */
    public int dataNodes() {
        return data + parity;
    }

    /**
     * Returns the bytes that HDFS stores for each byte of a large file: (data + parity) / data, 1.5 for RS-6-3. A file
     * that is smaller than a stripe takes more: a whole cell of parity in each unit.
     */
    public double overhead() {
        return (double) (data + parity) / data;
    }

    /**
     * Returns the bytes that HDFS stores for a file: its data, plus parity; each parity unit of a stripe is as long as
     * the stripe's first data cell.
     */
    public long stored(long length) {
        long stripe = (long) data * cell;
        return length + parity * (length / stripe * cell + Math.min(length % stripe, cell));
    }
}
