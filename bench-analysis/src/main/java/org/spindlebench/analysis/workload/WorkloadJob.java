package org.spindlebench.analysis.workload;

import java.util.Objects;

/**
 * One job of a workload.
 *
 * @param name unique in its workload; up to 64 letters, digits, {@code .}, {@code _} and {@code -}
 * @param jobClass the class by which figures are summed up; null where none is known yet
 * @param submit seconds from the workload's start
 * @param inputBytes bytes that its maps read
 * @param shuffleBytes bytes from maps to reduces; 0 for a job of maps alone
 * @param outputBytes bytes that it writes, once
 */
public record WorkloadJob(
        String name, String jobClass, double submit, long inputBytes, long shuffleBytes, long outputBytes) {
    public WorkloadJob {
        Objects.requireNonNull(name, "name");
        if (!(submit >= 0 && submit <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("a job is submitted 0 s after the start or later, not " + submit);
        }
        if (inputBytes < 0 || shuffleBytes < 0 || outputBytes < 0) {
            throw new IllegalArgumentException("bytes of " + name + " are negative");
        }
    }

    /** All bytes that it moves; {@link Long#MAX_VALUE} where they are more. */
    public long totalBytes() {
        long two = inputBytes + shuffleBytes;
        long all = two < 0 ? -1 : two + outputBytes;
        return all < 0 ? Long.MAX_VALUE : all;
    }

    /** Its three sizes: jobs of equal sizes take equally long alone. */
    public Sizes sizes() {
        return new Sizes(inputBytes, shuffleBytes, outputBytes);
    }

    /** The same in a class. */
    WorkloadJob in(String otherClass) {
        return new WorkloadJob(name, otherClass, submit, inputBytes, shuffleBytes, outputBytes);
    }

    /** The same at another time. */
    WorkloadJob at(double otherSubmit) {
        return new WorkloadJob(name, jobClass, otherSubmit, inputBytes, shuffleBytes, outputBytes);
    }

    /** The same with every size times a factor, rounded to the nearest byte; what was above 0 stays at least 1. */
    WorkloadJob sized(double factor) {
        return new WorkloadJob(
                name,
                jobClass,
                submit,
                times(inputBytes, factor),
                times(shuffleBytes, factor),
                times(outputBytes, factor));
    }

    private static long times(long bytes, double factor) {
        return bytes == 0 ? 0 : Math.max(1, Math.round(bytes * factor));
    }

    /**
     * What a job moves.
     *
     * @param inputBytes read by maps
     * @param shuffleBytes from maps to reduces
     * @param outputBytes written, once
     */
    public record Sizes(long inputBytes, long shuffleBytes, long outputBytes) {}
}
