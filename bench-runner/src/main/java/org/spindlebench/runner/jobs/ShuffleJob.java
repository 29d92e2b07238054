package org.spindlebench.runner.jobs;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.shuffle.ShuffleRecords;
import org.spindlebench.jobs.shuffle.ShuffleTool.Counter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.JobSettings;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;

/** Measures the shuffle alone. Records are made in memory and discarded by reducers, without HDFS. */
final class ShuffleJob extends MeasuredJob {
    private static final String DEFAULT_DATA = ShuffleRecords.TEXT.toString();

    /**
     * The sizes of segments for which {@link #ROWS} were measured, in bytes. A segment is a map's output for one
     * reduce.
     */
    private static final double[] SEGMENTS = {4.2e6, 67e3, 28e3, 7e3};

    /**
     * The compression ratios of stock TeraGen's rows in such segments, by codec, as measured by
     * {@code ShuffleCompression} in bench-jmh.
     */
    private static final Map<String, List<Double>> ROWS = Map.of(
            "lz4", List.of(2.66, 2.38, 1.88, 1.84),
            "snappy", List.of(2.40, 2.40, 2.38, 2.31),
            "default", List.of(3.61, 3.57, 3.52, 3.26),
            "gzip", List.of(3.61, 3.57, 3.52, 3.26),
            "zstd", List.of(3.67, 3.63, 3.53, 3.11));

    ShuffleJob() {
        super(new Traits(
                "shuffle",
                "the shuffle alone: as many bytes as TeraSort shuffles before compression (data=tera: after it, too), made in"
                        + " memory, drained, nothing in HDFS",
                WaveOf.BOTH,
                DEFAULT_DATA,
                0,
                null,
                Set.of(RunSetting.DATA)));
    }

    @Override
    public Optional<byte[]> sample(Map<String, String> configuration, long seed, int bytes) {
        return Optional.of(ShuffleRecords.first(ShuffleRecords.kind(data(configuration)), seed, bytes));
    }

    @Override
    public Optional<String> insteadOf(RunSetting setting, String value) {
        return setting == RunSetting.DATA ? insteadOfRecords(value) : Optional.empty();
    }

    /** Returns the existing kinds of records; empty if the given kind is one of them. */
    static Optional<String> insteadOfRecords(String value) {
        try {
            ShuffleRecords.kind(value);
            return Optional.empty();
        } catch (IllegalArgumentException unknown) {
            return Optional.of(ShuffleRecords.ALLOWED);
        }
    }

    @Override
    public ToolCall call(JobRequest request) {
        return new ToolCall(
                ToolName.SHUFFLE,
                List.of(),
                Map.of(
                        "spindle.maps", String.valueOf(request.maps()),
                        "spindle.bytes", String.valueOf(framedBytes(request.bytes())),
                        "spindle.seed", String.valueOf(request.seed()),
                        "mapreduce.job.reduces", String.valueOf(request.reduces())));
    }

    @Override
    public Long framedMapOutput(JobCompletion done) {
        return done.counter(Counter.MAP_BYTES);
    }

    /**
     * Warns about compression: with fast codecs, text shrinks less than TeraSort's rows; with thorough codecs, more.
     */
    @Override
    public Optional<Warning> warning(JobCompletion done) {
        Map<String, String> configuration = done.request().configuration();
        Long fetched = done.task("REDUCE_SHUFFLE_BYTES");
        boolean compressed = Boolean.parseBoolean(configuration.get(JobSettings.COMPRESS));
        if (!compressed
                || fetched == null
                || fetched <= 0
                || !data(configuration).equals(DEFAULT_DATA)) {
            return Optional.empty();
        }
        String codec =
                Compression.labelOfCodec(configuration.getOrDefault(JobSettings.CODEC, Compression.DEFAULT.codec()));
        double framed = framedBytes(done.request().bytes());
        double ratio = framed / fetched;
        double segment =
                framed / ((double) done.request().maps() * done.request().reduces());
        return Optional.of(new Warning(
                "shuffle-not-as-terasort",
                String.format(Locale.ROOT, "%s compressed the shuffle's text %.2f times; ", codec, ratio)
                        + rows(codec, segment, ratio)
                        + " (data=tera shuffles rows that compress like TeraSort's)"));
    }

    private static String rows(String codec, double segment, double ratio) {
        if (!ROWS.containsKey(codec)) {
            return "its ratio for TeraSort's rows was not measured";
        }
        int nearest = 0;
        for (int i = 1; i < SEGMENTS.length; i++) {
            nearest = distance(SEGMENTS[i], segment) < distance(SEGMENTS[nearest], segment) ? i : nearest;
        }
        double rows = ROWS.get(codec).get(nearest);
        return String.format(
                Locale.ROOT,
                "it compresses TeraSort's rows about %.2f times, so the shuffle moved %.2f times the bytes of a"
                        + " TeraSort of the same size",
                rows,
                rows / ratio);
    }

    private static double distance(double one, double other) {
        return Math.abs(Math.log(one / other));
    }

    @Override
    public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) {
        proof.accept(Check.equal("bytes made", framedBytes(done.request().bytes()), done.counter(Counter.MAP_BYTES)));
        proof.accept(Check.equal(
                "bytes drained and made", done.counter(Counter.MAP_BYTES), done.counter(Counter.REDUCE_BYTES)));
        proof.accept(Check.equal(
                "records drained and made", done.counter(Counter.MAP_RECORDS), done.counter(Counter.REDUCE_RECORDS)));
        proof.accept(Check.equal(
                "checksum of all records, drained and made",
                done.counter(Counter.MAP_CHECKSUM),
                done.counter(Counter.REDUCE_CHECKSUM)));
    }
}
