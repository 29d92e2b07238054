package org.spindlebench.analysis.record;

/**
 * The throughput of the streams of a job that only writes or reads, in bytes and bytes per second. The bytes are those
 * that the maps wrote or read, counted once regardless of the replication. The rates answer different questions, and
 * none replaces another.
 *
 * @param bytes bytes that all streams moved
 * @param overExecution bytes / times.elapsed, which includes starting the job and its containers, and ending the job
 * @param overStreams bytes / streamSeconds
 * @param streamSeconds seconds from the first start of a stream to the last end of one
 * @param streams the number of streams, one per map
 * @param peakStreams the largest number of streams that ran at one instant
 * @param steady the rate while at least half of {@code peakStreams} ran
 * @param streamTimes where the time of the streams went; null for stock TestDFSIO, and in records of earlier versions
 * @param stock stock TestDFSIO's own numbers; null for other jobs
 * @param samples the file of the bytes of every slot, in the directory of the record; null if there is none
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
        StreamTimes streamTimes,
        Stock stock,
        String samples) {

    /**
     * The rate over the steady slots. In a steady slot of the wall-clock grid, at least half of peakStreams ran at
     * every instant.
     *
     * @param mean the mean rate of these slots
     * @param sd the population standard deviation of their rates
     * @param share these slots' share of the time from the first start to the last end
     * @param slots the number of these slots
     * @param slotSeconds the length of a slot
     */
    public record Steady(Double mean, Double sd, Double share, Integer slots, Double slotSeconds) {}

    /**
     * The distribution of the streams' rates. A stream's rate is its bytes / its own time.
     *
     * @param sd the population standard deviation
     * @param slowestHost the host whose streams were slowest on average; null if no stream's host is known
     */
    public record PerStream(
            Double mean, Double sd, Double p5, Double p50, Double p95, Slowest slowest, SlowestHost slowestHost) {}

    /**
     * The slowest stream.
     *
     * @param host the host on which the stream ran; null if unknown
     */
    public record Slowest(Double rate, String attempt, String host) {}

    /**
     * The host whose streams were the slowest on average.
     *
     * @param rate the mean of its streams' rates
     */
    public record SlowestHost(String host, Double rate, Integer streams) {}

    /**
     * Where the time of a stream goes: means over the streams, in seconds by the clock of the task. Open, transfer,
     * hsync, close and data add up to the total.
     *
     * @param total from before the file is opened until it is closed
     * @param transfer in calls that write or read one buffer
     * @param hsync in the call that forces a file to the medium before it is closed; null if none was made
     * @param data between these calls: making or checking the data, and reporting progress
     * @param taskCpu processor time of the task's thread; null if unknown
     * @param taskWait time for which this thread waited for a processor; null if it did not wait, or if unknown
     * @param senderCpu processor time of the HDFS client's sending threads until the file is closed; null for reads
     * @param busiest the greatest of these threads' processor times; that of the task's thread includes its waits
     * @param cpuPerByte processor seconds of these threads for each byte; null if unknown. Unlike {@code sizes.taskCpu} it
     *     leaves out starting the task, compiling its code and collecting garbage
     * @param requests the number of calls of {@code transfer} of all streams together
     * @param requestP50 the shortest time that 50 % of these calls did not exceed, within 0.8 %; null without calls
     */
    public record StreamTimes(
            Double total,
            Double open,
            Double transfer,
            Double hsync,
            Double close,
            Double data,
            Double taskCpu,
            Double taskWait,
            Double senderCpu,
            Double busiest,
            Double cpuPerByte,
            Long requests,
            Double requestP50,
            Double requestP95,
            Double requestP99) {
        /**
         * Returns the share of the streams' time in which the busiest thread computed or waited for a processor; null if
         * unknown. Near 1 the client's processor sets the pace, whatever the storage.
         */
        public Double busiestShare() {
            return busiest == null || total == null || total <= 0 ? null : (Double) (busiest / total);
        }
    }

    /**
     * Stock TestDFSIO's own numbers, in this record's units.
     *
     * @param throughput bytes / sum of the maps' times, which is a stream's rate and not the cluster's
     * @param averageRate the mean of the maps' rates
     * @param rateSd the population standard deviation of the maps' rates
     * @param execSeconds its "Test exec time" in seconds, which includes the submission of the job
     */
    public record Stock(Double throughput, Double averageRate, Double rateSd, Double execSeconds) {}

    /** Returns a copy that names no file of samples, for a record without such a file beside it. */
    public Throughput withoutSamples() {
        return new Throughput(
                bytes,
                overExecution,
                overStreams,
                streamSeconds,
                streams,
                peakStreams,
                steady,
                perStream,
                streamTimes,
                stock,
                null);
    }
}
