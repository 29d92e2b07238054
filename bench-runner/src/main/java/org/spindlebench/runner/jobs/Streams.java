package org.spindlebench.runner.jobs;

import java.util.List;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.throughput.StreamTrace;

/**
 * What the maps of a job say of their own streams.
 *
 * @param bytes bytes they moved, once
 * @param count number of streams
 * @param traces the course of each; empty where a job keeps only sums
 * @param slotMillis the grid on which they were sampled
 * @param stock what stock TestDFSIO says itself; null for other jobs
 */
public record Streams(long bytes, int count, List<StreamTrace> traces, long slotMillis, Throughput.Stock stock) {
    public Streams {
        traces = List.copyOf(traces);
    }
}
