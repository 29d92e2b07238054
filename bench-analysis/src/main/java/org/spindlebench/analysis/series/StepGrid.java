package org.spindlebench.analysis.series;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The steps of a run, and three slots after them for what was counted outside: between the last sample before the begin and the begin,
 * and between the first sample after an end and that end. Steps begin at multiples of their length; one ends early at the job's
 * end, where the next begins, and one where all was flushed. Times are milliseconds since 1970.
 */
final class StepGrid {
    private static final int MOST_STEPS = 100_000;
    private static final double MILLIS = 1000.0;

    /** The begin of every step, and the end of the last. */
    private final long[] marks;

    private final long jobEnd;

    private StepGrid(long[] marks, long jobEnd) {
        this.marks = marks;
        this.jobEnd = jobEnd;
    }

    /**
     * Steps from a begin to an end.
     *
     * @param jobEnd a step ends there
     * @param end of all; the job's where no more is known
     * @throws IllegalArgumentException where they are too many, or the end is before the begin
     */
    static StepGrid of(long begin, long jobEnd, long end, long stepMillis) {
        if (stepMillis < 1 || jobEnd < begin || end < jobEnd) {
            throw new IllegalArgumentException(
                    "no steps of " + stepMillis + " ms from " + begin + " to " + jobEnd + " and " + end);
        }
        if ((end - begin) / stepMillis > MOST_STEPS) {
            throw new IllegalArgumentException("a run of " + (end - begin) / MILLIS + " s has more than " + MOST_STEPS
                    + " steps of " + stepMillis + " ms: ask for longer ones");
        }
        int regular = (int) ((end - begin) / stepMillis) + 1;
        long[] all = new long[regular + 2];
        Arrays.setAll(all, step -> begin + step * stepMillis);
        all[regular] = jobEnd;
        all[regular + 1] = end;
        return new StepGrid(Arrays.stream(all).sorted().distinct().toArray(), jobEnd);
    }

    int steps() {
        return marks.length - 1;
    }

    /** Of steps and of what is outside. */
    int slots() {
        return steps() + 3;
    }

    int beforeJob() {
        return steps();
    }

    int afterJob() {
        return steps() + 1;
    }

    int afterFlush() {
        return steps() + 2;
    }

    long begin() {
        return marks[0];
    }

    long jobEnd() {
        return jobEnd;
    }

    long end() {
        return marks[steps()];
    }

    long from(int step) {
        return marks[step];
    }

    /** Milliseconds. */
    long length(int step) {
        return marks[step + 1] - marks[step];
    }

    /** Seconds since the begin. */
    double at(int step) {
        return (marks[step] - marks[0]) / MILLIS;
    }

    double seconds(int step) {
        return length(step) / MILLIS;
    }

    /** The step that holds a time from the begin on and before the end. */
    int step(long millis) {
        int found = Arrays.binarySearch(marks, millis);
        return found >= 0 ? found : -found - 2;
    }

    /** One of something for each step. */
    <T> List<T> each(IntFunction<T> made) {
        return IntStream.range(0, steps()).mapToObj(made).toList();
    }
}
