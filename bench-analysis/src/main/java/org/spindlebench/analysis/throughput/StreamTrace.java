package org.spindlebench.analysis.throughput;

import java.util.List;
import java.util.Objects;

/**
 * The course of one stream, by the clock of the node it ran on.
 *
 * @param attempt the task attempt
 * @param points the first is its start with 0 bytes, the last its end; neither time nor bytes go back
 */
public record StreamTrace(String attempt, List<Point> points) {
    private static final double MILLIS = 1000.0;

    /**
     * An instant of a stream.
     *
     * @param millis since 1970
     * @param bytes moved up to then
     */
    public record Point(long millis, long bytes) {}

    public StreamTrace {
        Objects.requireNonNull(attempt, "attempt");
        points = List.copyOf(points);
        if (points.size() < 2 || points.get(0).bytes() != 0) {
            throw new IllegalArgumentException(attempt + ": a stream has a start with 0 bytes, and an end");
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).millis() < points.get(i - 1).millis()
                    || points.get(i).bytes() < points.get(i - 1).bytes()) {
                throw new IllegalArgumentException(attempt + ": goes back at point " + i);
            }
        }
    }

    /** Milliseconds since 1970. */
    public long start() {
        return points.get(0).millis();
    }

    /** Milliseconds since 1970. */
    public long end() {
        return last().millis();
    }

    /** Bytes it moved. */
    public long bytes() {
        return last().bytes();
    }

    /** Seconds from start to end. */
    public double seconds() {
        return (end() - start()) / MILLIS;
    }

    private Point last() {
        return points.get(points.size() - 1);
    }
}
