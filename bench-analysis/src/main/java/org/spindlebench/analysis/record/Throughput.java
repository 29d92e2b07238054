package org.spindlebench.analysis.record;

/**
 * What the streams of a job that does nothing but write or read moved, in bytes and bytes per second. The bytes are those that
 * the maps handed over or got, once, whatever the replication. The rates answer different questions, and none replaces another.
 *
 * @param bytes bytes that all streams moved
 * @param overExecution bytes / times.elapsed: with the start of the job, its containers and its end
 * @param overStreams bytes / streamSeconds
 * @param streamSeconds seconds from the first start of a stream to the last end
 * @param streams streams, one per map
 * @param peakStreams most streams that ran at one instant
 * @param steady while at least half of the peak ran
 * @param perStream over the streams
 * @param stock what stock TestDFSIO says itself; null for other jobs
 * @param samples file beside the record with the bytes of every slot; null when there is none
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
     * Over the slots of a wall-clock grid at every instant of which at least half of peakStreams ran.
     *
     * @param mean mean of the slots
     * @param sd population standard deviation of the slots
     * @param share the slots' share of the time from the first start to the last end
     * @param slots number of slots
     * @param slotSeconds length of a slot
     */
    public record Steady(Double mean, Double sd, Double share, Integer slots, Double slotSeconds) {}

    /**
     * Over the streams, each one's bytes by its own time.
     *
     * @param mean mean
     * @param sd population standard deviation
     * @param p5 5th percentile
     * @param p50 median
     * @param p95 95th percentile
     * @param slowest the slowest stream
     * @param slowestHost the host of the slowest streams; null where no stream's host is known
     */
    public record PerStream(
            Double mean, Double sd, Double p5, Double p50, Double p95, Slowest slowest, SlowestHost slowestHost) {}

    /**
     * The slowest stream.
     *
     * @param rate its rate
     * @param attempt its task attempt
     * @param host the host it ran on; null where it is not known
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
     * Stock TestDFSIO's own figures, in this record's units.
     *
     * @param throughput bytes / sum of the maps' times: a stream's rate, not the cluster's
     * @param averageRate mean of the maps' rates
     * @param rateSd their population standard deviation
     * @param execSeconds its "Test exec time", with the submission of the job
     */
    public record Stock(Double throughput, Double averageRate, Double rateSd, Double execSeconds) {}

    /** The same without the file of samples: for a record beside which there is none. */
    public Throughput withoutSamples() {
        return new Throughput(
                bytes, overExecution, overStreams, streamSeconds, streams, peakStreams, steady, perStream, stock, null);
    }
}
