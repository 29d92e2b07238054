package org.spindlebench.runner.jobs;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.shuffle.Records;
import org.spindlebench.jobs.shuffle.ShuffleJob.Counter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.JobSettings;
import org.spindlebench.runner.conf.RunSetting;

/** The shuffle alone: records made in memory, drained by the reducers, nothing in HDFS. */
final class ShuffleJob implements BenchmarkJob {
    /** TeraSort shuffles 104 bytes for each row of 100: key, value and their lengths as IFile frames them. */
    private static final double FRAMED = 1.04;

    /**
     * How many times TeraGen's rows are compressed as a map's output, by the label of the codec: {@code ShuffleCompression} in bench-jmh measures it. It varies
     * by 2 % between 10,000 and 100 bytes of rows for each reduce.
     */
    private static final Map<String, Double> ROWS =
            Map.of("lz4", 2.6, "snappy", 2.4, "default", 3.6, "gzip", 3.6, "zstd", 3.65);

    private static final String TEXT = "text";
    private static final String TERA = "tera";

    @Override
    public String name() {
        return "shuffle";
    }

    @Override
    public String summary() {
        return "the shuffle alone: as many bytes as TeraSort shuffles before compression (data=tera: after it, too), made in"
                + " memory, drained, nothing in HDFS";
    }

    @Override
    public WaveOf wave() {
        return WaveOf.BOTH;
    }

    @Override
    public String data(Map<String, String> configuration) {
        return configuration.getOrDefault(JobKeys.DATA, TEXT);
    }

    @Override
    public Optional<byte[]> sample(Map<String, String> configuration, long seed, int bytes) {
        Records.Kind kind = data(configuration).equals(TERA) ? Records.Kind.TERA : Records.Kind.TEXT;
        return Optional.of(Records.first(kind, seed, bytes));
    }

    @Override
    public Set<RunSetting> ownSettings() {
        return Set.of(RunSetting.DATA);
    }

    @Override
    public Set<String> ownValues(RunSetting setting) {
        return setting == RunSetting.DATA ? new LinkedHashSet<>(List.of(TEXT, TERA)) : Set.of();
    }

    @Override
    public int outputReplication() {
        return 0;
    }

    /** Bytes to shuffle so that Table 3's column reads 1: what TeraSort shuffles for the same bytes of input. */
    static long framedBytes(long bytes) {
        return Math.round(bytes * FRAMED);
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

    /** Text is compressed otherwise than TeraSort's rows, and by each codec in another way: less by fast ones, more by thorough ones. */
    @Override
    public Optional<Warning> doubt(DoneJob done) {
        Map<String, String> configuration = done.request().configuration();
        Long fetched = done.task("REDUCE_SHUFFLE_BYTES");
        boolean compressed = Boolean.parseBoolean(configuration.get(JobSettings.COMPRESS));
        if (!compressed
                || fetched == null
                || fetched <= 0
                || !data(configuration).equals(TEXT)) {
            return Optional.empty();
        }
        String codec =
                Compression.labelOfCodec(configuration.getOrDefault(JobSettings.CODEC, Compression.DEFAULT.codec()));
        double ratio = (double) framedBytes(done.request().bytes()) / fetched;
        String terasort = ROWS.containsKey(codec)
                ? String.format(
                        Locale.ROOT,
                        "TeraSort's rows about %.2f times, so the shuffle moved %.2f times the bytes of a TeraSort of its"
                                + " size",
                        ROWS.get(codec),
                        ROWS.get(codec) / ratio)
                : "how far it compresses TeraSort's rows was not measured";
        return Optional.of(new Warning(
                "shuffle-not-as-terasort",
                String.format(
                        Locale.ROOT,
                        "%s compressed the shuffle's text %.2f times; %s (data=tera shuffles rows that compress like"
                                + " TeraSort's)",
                        codec,
                        ratio,
                        terasort)));
    }

    @Override
    public void verify(DoneJob done, Storage storage, Consumer<Check> proof) {
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
