package org.spindlebench.runner.nodes;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Throughput.StreamTimes;
import org.spindlebench.analysis.throughput.StreamTrace.StreamRates;
import org.spindlebench.analysis.throughput.ThroughputSeries;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.jobs.MeasuredJob.Streams;

/**
 * The throughput of a run's streams over time.
 *
 * @param series all streams on one grid; null if streams report only sums, or if their clocks differ
 */
public record RunStreams(Streams streams, ThroughputSeries series) {
    private static final long TOLERANCE_MILLIS = 1000;
    private static final double MILLIS = 1000.0;
    private static final double CPU_BOUND = 0.8;

    /** Puts streams on a grid if the clocks that timed them agree with the ResourceManager's. */
    public static RunStreams of(Streams streams, EndedJob job) {
        boolean comparable = !streams.traces().isEmpty() && within(streams, job);
        return new RunStreams(streams, comparable ? ThroughputSeries.of(streams.traces(), streams.slotMillis()) : null);
    }

    /** A stream that seems to run before its job was accepted, or after its end, has times from a wrong clock. */
    private static boolean within(Streams streams, EndedJob job) {
        return streams.traces().stream()
                .allMatch(trace -> trace.start() >= millis(job.yarnStarted()) - TOLERANCE_MILLIS
                        && trace.end() <= millis(job.yarnFinished()) + TOLERANCE_MILLIS);
    }

    private static long millis(Instant instant) {
        return instant.toEpochMilli();
    }

    /** Returns whether there are streams over time that cannot be added up. */
    public boolean clocksDiffer() {
        return !streams.traces().isEmpty() && series == null;
    }

    /** Returns the share of time in which the busiest thread of a stream needed a processor, if at least 80 %. */
    public Optional<Double> cpuBound() {
        return Optional.ofNullable(streams.times())
                .map(StreamTimes::busiestShare)
                .filter(share -> share >= CPU_BOUND);
    }

    /** Returns the throughput section of the run's record, which names the file of samples if there is one. */
    public Throughput section(EndedJob job, JobHistory history, String samples) {
        Map<String, String> hosts = history.tasks().stream()
                .filter(task -> task.host() != null)
                .collect(Collectors.toMap(TaskTimes::attempt, TaskTimes::host, (one, other) -> one));
        double elapsed = (millis(job.yarnFinished()) - millis(job.yarnStarted())) / MILLIS;
        return new Throughput(
                streams.bytes(),
                rate(elapsed),
                series == null ? null : rate(series.seconds()),
                series == null ? null : (Double) series.seconds(),
                streams.count(),
                series == null ? null : (Integer) series.peakStreams(),
                series == null ? null : series.steady().orElse(null),
                StreamRates.of(streams.traces(), hosts).orElse(null),
                streams.times(),
                streams.stock(),
                series == null ? null : samples);
    }

    private Double rate(double seconds) {
        return seconds > 0 ? (Double) (streams.bytes() / seconds) : null;
    }
}
