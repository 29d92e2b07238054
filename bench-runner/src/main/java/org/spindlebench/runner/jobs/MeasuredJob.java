package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Throughput.StreamTimes;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.throughput.StreamTrace;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.JobCall;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;

/** A job of the catalog as the client uses it: traits, a call and a proof. It holds no state. */
public abstract class MeasuredJob {
    /** TeraSort shuffles 104 bytes for each 100-byte row: key and value, plus the lengths that IFile adds. */
    private static final double FRAMED = 1.04;

    /** The storage policies that HDFS follows for erasure-coded files. */
    public static final List<String> OF_CODED_FILES = List.of("HOT", "COLD", "ALL_SSD");

    private final Traits traits;

    MeasuredJob(Traits traits) {
        this.traits = traits;
    }

    public String name() {
        return traits.name();
    }

    public String summary() {
        return traits.summary();
    }

    public WaveOf wave() {
        return traits.wave();
    }

    /**
     * Returns the kind of data that the job reads or writes; null if it is unknown. Runs with different kinds are not
     * comparable.
     */
    public String data(Map<String, String> configuration) {
        return ownSettings().contains(RunSetting.DATA)
                ? configuration.getOrDefault(JobKeys.DATA, traits.data())
                : traits.data();
    }

    /** Returns the first bytes of the data that the job makes in memory; empty if its data is in files. */
    public Optional<byte[]> sample(Map<String, String> configuration, long seed, int bytes) {
        return Optional.empty();
    }

    /** Returns the default replication of the output; 0 if the job writes almost nothing. */
    public int outputReplication() {
        return traits.outputReplication();
    }

    /**
     * Returns when the output is forced to the medium, as a value of {@link JobKeys#SYNC}; empty if the job writes
     * almost nothing. Runs with different values are not comparable. Hadoop's output formats force nothing.
     */
    public Optional<String> sync(Map<String, String> configuration) {
        boolean chosen = ownSettings().contains(RunSetting.SYNC);
        return outputReplication() == 0
                ? Optional.empty()
                : Optional.of(chosen ? configuration.getOrDefault(JobKeys.SYNC, "block") : "none");
    }

    /**
     * Returns the bytes that the job can process in this many tasks, at most the requested bytes; some jobs process
     * only whole rows.
     */
    public long wholeBytes(long bytes, int tasks) {
        return bytes;
    }

    /**
     * Returns the largest number of bytes, before compression, that the maps write to local directories for the
     * requested bytes. By default, all requested bytes are shuffled if reduces are part of the wave.
     */
    public long mapOutput(long bytes) {
        boolean shuffles = wave() == WaveOf.REDUCES || wave() == WaveOf.BOTH;
        return shuffles ? framedBytes(bytes) : 0;
    }

    /**
     * Returns the bytes that TeraSort shuffles for this many bytes of input. With these bytes, the ratio in Table 3 of
     * the paper is 1.
     */
    static long framedBytes(long bytes) {
        return Math.round(bytes * FRAMED);
    }

    /**
     * Returns the bytes of an ended job's map output with the length of every key and value, as in an IFile before
     * compression; null if the job does not count them.
     */
    public Long framedMapOutput(JobCompletion done) {
        return null;
    }

    /**
     * Returns the number of bytes that the job writes to HDFS if this many bytes are requested, not counting replicas.
     * By default, the job writes all of these bytes, or none if it writes almost nothing.
     */
    public long outputBytes(long bytes, Map<String, String> configuration) {
        return outputReplication() == 0 ? 0 : bytes;
    }

    /** Returns the content that the job reads; empty if it makes its own data. */
    public Optional<ContentKind> input() {
        return Optional.ofNullable(traits.input());
    }

    /** Checks whether the job reads data from HDFS. */
    public boolean reads() {
        return input().isPresent();
    }

    /** Returns the content that the job writes and that other jobs read; empty if none reads its output. */
    public Optional<ContentKind> written() {
        return Optional.empty();
    }

    /** Returns the bytes of the prepared input, which may be more than the job reads if runs share it. */
    public long inputBytes(long bytes, Map<String, String> configuration) {
        return bytes;
    }

    /** Returns the number of files in the input. A job that is sized by the cluster has one file for each map. */
    public int inputFiles(int maps, long inputBytes) {
        return maps;
    }

    /** Returns any further property that distinguishes the job's input or output from others of its kind. */
    public String inputVariant(Map<String, String> configuration) {
        return "";
    }

    /** Returns the settings that this job follows but some other jobs ignore. */
    public Set<RunSetting> ownSettings() {
        return traits.follows();
    }

    /** Returns whether the job follows a setting that some jobs ignore. Any data in HDFS can be erasure-coded. */
    public final boolean follows(RunSetting setting) {
        return switch (setting) {
            case ERASURE_CODING -> outputReplication() > 0 || input().isPresent();
            case PLACEMENT -> RunSetting.PLACED_JOBS.contains(name());
            default -> ownSettings().contains(setting);
        };
    }

    /** Returns the values that the job accepts for a setting, for messages; empty if it accepts the given value. */
    public Optional<String> insteadOf(RunSetting setting, String value) {
        return Optional.empty();
    }

    /** Returns why the job cannot follow settings, one text each; empty if it follows all. */
    public final List<String> refusals(Map<String, String> configuration) {
        List<String> refusals = new ArrayList<>();
        for (RunSetting setting : RunSetting.OF_SOME_JOBS) {
            setting.in(configuration).ifPresent(value -> {
                insteadOf(setting, value)
                        .ifPresent(allowed -> refusals.add(setting.label() + " cannot be '" + value + "'; use "
                                + allowed + ", or leave it out of the entries with this job"));
                if (!follows(setting)) {
                    refusals.add(setting.label() + " (" + setting.key()
                            + ") has no effect; leave it out, or set it in an entry with jobs that follow it");
                }
            });
        }
        if (configuration.containsKey(JobKeys.ERASURE_CODING)) {
            refuseForCodedFiles(configuration, refusals);
        }
        return refusals;
    }

    /** Erasure-coded files have no replicas, and their streams cannot be forced to disk before they are closed. */
    private void refuseForCodedFiles(Map<String, String> configuration, List<String> refusals) {
        if (configuration.containsKey(JobKeys.REPLICATION)) {
            refusals.add("replication: erasure-coded files have no replicas; leave out replication or erasure_coding");
        }
        if ("close".equals(configuration.get(JobKeys.SYNC)) && follows(RunSetting.SYNC)) {
            refusals.add("sync: HDFS can't force an erasure-coded file before it is closed; use block or none");
        }
        String policy = configuration.getOrDefault(JobKeys.STORAGE_POLICY, "HOT");
        if (!OF_CODED_FILES.contains(policy.toUpperCase(Locale.ROOT))) {
            refusals.add("storage_policy: HDFS ignores " + policy + " for erasure-coded files; use "
                    + String.join(" or ", OF_CODED_FILES) + ", or leave out storage_policy or erasure_coding");
        }
    }

    public abstract JobCall call(JobRequest request);

    /** Returns the call of a tool that reads the input, and whose reduces write the output. */
    static ToolCall ofReduces(ToolName tool, JobRequest request) {
        return new ToolCall(
                tool,
                List.of(request.inputPath(), request.outputPath()),
                Map.of(
                        "mapreduce.job.reduces", String.valueOf(request.reduces()),
                        "dfs.replication", String.valueOf(request.replication())));
    }

    /**
     * Checks that the run fulfilled its request.
     *
     * @param done the request, with the output's path, and the counters
     * @param storage HDFS
     * @param proof receives each check as soon as it is made, passed or not; there is at least one
     */
    public abstract void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException;

    /**
     * Returns the streams that tasks report, for a job that only moves bytes; empty for all others.
     *
     * @param proof receives the checks that the reports are complete
     */
    public Optional<Streams> streams(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        return Optional.empty();
    }

    /** Returns a warning about the run's data for readers of its metrics; empty for most jobs. */
    public Optional<Warning> warning(JobCompletion done) {
        return Optional.empty();
    }

    /** Returns the way to read the output back; empty if {@link #verify} reads every byte, or no output is kept. */
    public Optional<ReadBack> readBack() {
        return Optional.empty();
    }

    /**
     * The constant properties of a job.
     *
     * @param data the kind of data that it reads or writes, or the default if runs may choose; null if unknown
     * @param outputReplication default replication of the output; 0 if it writes almost nothing
     * @param input the content it reads; null if it makes its own data
     * @param follows the settings that it follows but some other jobs ignore
     */
    record Traits(
            String name,
            String summary,
            WaveOf wave,
            String data,
            int outputReplication,
            ContentKind input,
            Set<RunSetting> follows) {
        Traits(String name, String summary, WaveOf wave, String data, int outputReplication, ContentKind input) {
            this(name, summary, wave, data, outputReplication, input, Set.of());
        }
    }

    /** The tasks of a job that are sized to run in one wave. */
    public enum WaveOf {
        MAPS,
        REDUCES,
        BOTH,
        /** No task. The input decides the number of tasks. */
        NONE
    }

    /**
     * The streams that a job's maps report.
     *
     * @param bytes the bytes that all streams moved, without replicas
     * @param traces each stream over time; empty if a job keeps only sums
     * @param slotMillis the interval of the samples in milliseconds
     * @param times how the streams spent their time; null if a job does not report it
     * @param stock stock TestDFSIO's own report; null for other jobs
     */
    public record Streams(
            long bytes,
            int count,
            List<StreamTrace> traces,
            long slotMillis,
            StreamTimes times,
            Throughput.Stock stock) {
        public Streams {
            traces = List.copyOf(traces);
        }
    }

    /**
     * A second job that reads a job's output and compares every byte. It costs as much as the first job. It therefore
     * runs only if {@link org.spindlebench.jobs.base.JobKeys#READ_BACK} is set, and after the timed window.
     */
    public interface ReadBack {
        ToolCall call(JobRequest request);

        /** Checks the data that the job read back. */
        void verify(JobCompletion read, Consumer<Check> proof);
    }
}
