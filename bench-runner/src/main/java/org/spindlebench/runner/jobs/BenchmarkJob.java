package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.throughput.StreamTrace;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.Content.ContentKind;
import org.spindlebench.runner.jobs.JobRequest.JobResult;

/** A job of the catalog, as the client sees it: traits, a call and a proof. It holds no state. */
public abstract class BenchmarkJob {
    private final Traits traits;

    BenchmarkJob(Traits traits) {
        this.traits = traits;
    }

    /** The job's name on the command line and in records. */
    public String name() {
        return traits.name();
    }

    /** What it does, in one line. */
    public String summary() {
        return traits.summary();
    }

    /** Which tasks must run in one wave. */
    public WaveOf wave() {
        return traits.wave();
    }

    /**
     * What kind of data it reads or writes: part of what makes runs comparable.
     *
     * @param configuration the run's Hadoop settings
     */
    public String data(Map<String, String> configuration) {
        return traits.data();
    }

    /**
     * The first bytes of what it makes in memory; empty where its data lie in files.
     *
     * @param configuration the run's Hadoop settings
     */
    public Optional<byte[]> sample(Map<String, String> configuration, long seed, int bytes) {
        return Optional.empty();
    }

    /** Replicas of what it writes where the user asks for no others; 0 when it writes next to nothing. */
    public int outputReplication() {
        return traits.outputReplication();
    }

    /**
     * When what it writes is forced to the medium, in the words of {@link JobKeys#SYNC}; empty when it writes next to
     * nothing. Part of what makes runs comparable.
     */
    public Optional<String> sync(Map<String, String> configuration) {
        return Optional.empty();
    }

    /** The bytes it can do in so many tasks, when it is asked for so many: at most those, such as whole rows. */
    public long wholeBytes(long bytes, int tasks) {
        return bytes;
    }

    /**
     * Bytes that its maps put into local directories at most, before compression, when it is asked for so many. Where
     * reduces are the wave or part of it, all that is asked for is shuffled, unless the job says otherwise.
     */
    public long mapOutput(long bytes) {
        boolean shuffles = wave() == WaveOf.REDUCES || wave() == WaveOf.BOTH;
        return shuffles ? ShuffleJob.framedBytes(bytes) : 0;
    }

    /**
     * Bytes that it writes to HDFS, each once, when it is asked for so many: all of them, unless it writes next to nothing or says otherwise.
     *
     * @param configuration the run's Hadoop settings
     */
    public long outputBytes(long bytes, Map<String, String> configuration) {
        return outputReplication() == 0 ? 0 : bytes;
    }

    /** The content it reads, or empty when it makes its own data. */
    public Optional<ContentKind> input() {
        return Optional.ofNullable(traits.input());
    }

    /**
     * Bytes of the input that is prepared for it: what it reads, or more, where several runs share one.
     *
     * @param bytes what is asked for
     */
    public long inputBytes(long bytes, Map<String, String> configuration) {
        return bytes;
    }

    /** Files that the input is spread over; a job of the cluster's size has one for each map. */
    public int inputFiles(int maps, long inputBytes) {
        return maps;
    }

    /** What else tells its input from others of its kind. */
    public String inputVariant(Map<String, String> configuration) {
        return "";
    }

    /** Which settings it heeds of those that not every job does. */
    public Set<RunSetting> ownSettings() {
        return Set.of();
    }

    /** The values it understands of a setting that it heeds; empty where it understands all. */
    public Set<String> ownValues(RunSetting setting) {
        return Set.of();
    }

    /** The call that runs it. */
    public abstract ToolCall call(JobRequest request);

    /**
     * Proves that the run did what was asked.
     *
     * @param done the request, counters and where the output lies
     * @param storage HDFS
     * @param proof takes every check, passed or not, as soon as it is made; at least one
     */
    public abstract void verify(JobResult done, Storage storage, Consumer<Check> proof) throws IOException;

    /**
     * What the tasks say of their own streams, for a job that does nothing but move bytes; empty for all others.
     *
     * @param proof takes the checks that they say all of it
     */
    public Optional<Streams> streams(JobResult done, Storage storage, Consumer<Check> proof) throws IOException {
        return Optional.empty();
    }

    /** What a reader of a run's figures must know of its data; empty for most. */
    public Optional<Warning> warning(JobResult done) {
        return Optional.empty();
    }

    /** How the output is read back when the user asks; empty where {@link #verify} leaves no byte unread or none is kept. */
    public Optional<ReadBack> readBack() {
        return Optional.empty();
    }

    /**
     * What a job is, whatever it is asked for.
     *
     * @param name on the command line and in records
     * @param summary what it does, in one line
     * @param wave which tasks must run in one wave
     * @param data what kind of data it reads or writes; null where the run's settings say
     * @param outputReplication replicas of what it writes where the user asks for no others; 0 when it writes next to nothing
     * @param input the content it reads; null when it makes its own data
     */
    record Traits(String name, String summary, WaveOf wave, String data, int outputReplication, ContentKind input) {}

    /** Which tasks of a job are sized to run in one wave. */
    public enum WaveOf {
        MAPS,
        REDUCES,
        BOTH,
        /** The input decides. */
        NONE
    }

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

    /**
     * A second job that reads a job's output and compares every byte. It costs as much as the first, so it runs only where
     * {@link #KEY} asks for it, after the timed window.
     */
    public interface ReadBack {
        /** The setting that asks for it: {@code true} or {@code false}. */
        String KEY = "spindle.read.back";

        /** The call that reads. */
        ToolCall call(JobRequest request);

        /** The checks of what was read. */
        void verify(JobResult read, Consumer<Check> proof);
    }
}
