package org.spindlebench.analysis.record;

/**
 * What the streams of a job that only writes or reads moved, in bytes and bytes per second. The bytes are those that
 * the maps wrote or read, counted once whatever the replication. The rates answer different questions; none replaces
 * another.
 *
 * @param bytes bytes that all streams moved
 * @param overExecution bytes / times.elapsed, which includes the start of the job, its containers and its end
 * @param overStreams bytes / streamSeconds
 * @param streamSeconds seconds from the first start of a stream to the last end
 * @param streams streams, one per map
 * @param peakStreams most streams that ran at one instant
 * @param steady rate while at least half of the peak ran
 * @param perStream rates of the streams
 * @param stock stock TestDFSIO's own numbers; null for other jobs
 * @param samples file next to the record with the bytes of every slot; null if there is none
 */
public record Throughput(
        Long bytes,
        Double overExecution,
        Double overStreams,
        Double streamSeconds,
        Integer streams,
        Integer peakStreams,
        Steady steady,
        PerStream perStream,
        Stock stock,
        String samples) {

    /**
     * Rate over those slots of a wall-clock grid in which at least half of peakStreams ran at every instant.
     *
     * @param mean mean of the slots
     * @param sd population standard deviation of the slots
     * @param share the slots' share of the time from the first start to the last end
     * @param slots number of slots
     * @param slotSeconds length of a slot
     */
    public record Steady(Double mean, Double sd, Double share, Integer slots, Double slotSeconds) {}

    /**
     * Rates over the streams: each stream's bytes / its own time.
     *
     * @param mean their mean
     * @param sd population standard deviation
     * @param p5 5th percentile
     * @param p50 median
     * @param p95 95th percentile
     * @param slowest the slowest stream
     * @param slowestHost the host of the slowest streams; null if no stream's host is known
     */
    public record PerStream(
            Double mean, Double sd, Double p5, Double p50, Double p95, Slowest slowest, SlowestHost slowestHost) {}

    /**
     * The slowest stream.
     *
     * @param rate its rate
     * @param attempt its task attempt
     * @param host the host it ran on; null if unknown
     */
    public record Slowest(Double rate, String attempt, String host) {}

    /**
     * The host whose streams were the slowest on average.
     *
     * @param host its name
     * @param rate mean of its streams' rates
     * @param streams their number
     */
    public record SlowestHost(String host, Double rate, Integer streams) {}

    /**
     * Stock TestDFSIO's own numbers, in this record's units.
     *
     * @param throughput bytes / sum of the maps' times: a stream's rate, not the cluster's
     * @param averageRate mean of the maps' rates
     * @param rateSd their population standard deviation
     * @param execSeconds its "Test exec time", which includes the submission of the job
     */
    public record Stock(Double throughput, Double averageRate, Double rateSd, Double execSeconds) {}

    /** A copy without the file of samples, for a record that has no such file next to it. */
    public Throughput withoutSamples() {
        return new Throughput(
                bytes, overExecution, overStreams, streamSeconds, streams, peakStreams, steady, perStream, stock, null);
    }
}
