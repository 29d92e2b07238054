package org.spindlebench.analysis.series;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.SampleFile;
import org.spindlebench.analysis.record.NodeMetrics.SampleFiles;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

/**
 * What nodes and their devices did over the length of a run, from its record and the samples beside it, in steps of equal length. Between two
 * samples every counter is taken to have grown evenly (linear interpolation), and what a node has in memory to have gone straight from one
 * value to the other; see {@code docs/method.md}. Steps begin with the job, by YARN's clock; where its end is not at the end of a step, a
 * shorter one ends there, and another begins.
 *
 * @param begin when YARN accepted the job
 * @param seconds from there to the job's end
 * @param toFlush seconds from there until what the job left dirty had been written, where the steps end; null where that is not known: they
 *     end with the job
 * @param roles HDFS and the shuffle
 * @param cluster all nodes together
 */
public record RunSeries(Instant begin, double seconds, Double toFlush, List<RoleSeries> roles, ClusterSeries cluster) {
    /** Of the steps, unless asked otherwise. */
    public static final Duration STEP = Duration.ofSeconds(1);

    public RunSeries {
        roles = List.copyOf(roles);
    }

    /**
     * Reads a record, and the file of samples that it names.
     *
     * @param record a document of one run, beside which that file lies
     * @param step length of the steps, in whole milliseconds
     * @return empty where the run has no samples: nobody watched it, or clocks differed, or YARN has no times of it
     * @throws InvalidDocumentException if the record or the samples are damaged, or do not belong together
     * @throws IllegalArgumentException if the run has more than 100,000 such steps
     * @throws IOException if a file could not be read
     */
    public static Optional<RunSeries> read(Path record, Duration step) throws IOException {
        RunRecord run = Records.readOne(record);
        if (!hasSamples(run)) {
            return Optional.empty();
        }
        return Optional.of(of(run, beside(record, run.evidence().samples()), step));
    }

    private static Path beside(Path record, String name) {
        try {
            return SampleFiles.beside(record.toAbsolutePath().getParent(), name);
        } catch (InvalidDocumentException e) {
            throw new InvalidDocumentException(record + ": " + e.getMessage(), e);
        }
    }

    /** Whether a run names a file of samples, and its own times. */
    public static boolean hasSamples(RunRecord run) {
        return run.evidence() != null
                && run.evidence().samples() != null
                && run.times() != null
                && run.times().yarnStarted() != null
                && run.times().yarnFinished() != null;
    }

    /** Of a run that {@linkplain #hasSamples has samples}; otherwise as {@link #read}. */
    public static RunSeries of(RunRecord run, Path samples, Duration step) throws IOException {
        return made(new RunSteps(run, samples.toString(), step, null), samples);
    }

    /**
     * The same, and the series of every node and all its devices: these are handed out one node after another, and not kept.
     *
     * @param nodes takes them
     */
    public static RunSeries of(RunRecord run, Path samples, Duration step, Consumer<NodeSeries> nodes)
            throws IOException {
        return made(new RunSteps(run, samples.toString(), step, nodes), samples);
    }

    private static RunSeries made(RunSteps steps, Path samples) throws IOException {
        SampleFile.read(samples, steps);
        return steps.series();
    }

    /**
     * What one role read and wrote, step by step, over all nodes: {@link org.spindlebench.analysis.proof.RoleFigures} over time. The record's
     * figures of the job are those of the steps up to the job's end, added up, plus {@code outside}; those until all was flushed are those of
     * all steps plus {@code outsideFlushed}.
     *
     * @param role {@code hdfs} or {@code shuffle}
     * @param devices those whose counters are added up, by node
     * @param steps all of the run's, in the order of time; empty where there are no figures
     * @param outside what the record's figures of the job have besides: counted between the last sample before YARN accepted the job and that
     *     moment, and between the job's end and the first sample after it. Null where there are no figures
     * @param outsideFlushed the same of the time until what the job left dirty was written; null where that is not known
     * @param reason why there are no figures, for people; null where there are
     */
    public record RoleSeries(
            String role,
            SortedMap<String, List<String>> devices,
            List<IoStep> steps,
            Moved outside,
            Moved outsideFlushed,
            String reason) {
        public RoleSeries {
            devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices == null ? Map.of() : devices));
            steps = steps == null ? List.of() : List.copyOf(steps);
        }

        /** Of a role without figures. */
        static RoleSeries none(String role, String reason) {
            return new RoleSeries(role, null, null, null, null, reason);
        }

        /** Whether there are figures. */
        public boolean known() {
            return reason == null;
        }
    }

    /**
     * What one node did, step by step.
     *
     * @param node its host name
     * @param steps all of the run's, in the order of time
     * @param devices block devices and partitions that did something, and those that came or went; by name. The same bytes appear at a
     *     partition and at its disk
     */
    public record NodeSeries(String node, List<NodeStep> steps, List<DeviceSeries> devices) {
        public NodeSeries {
            steps = List.copyOf(steps);
            devices = List.copyOf(devices);
        }
    }

    /**
     * What all nodes together did, step by step. A figure that one of them lacks, all of them lack: a sum over the others would be too small.
     *
     * @param nodes their number
     * @param steps all of the run's, in the order of time; empty where a node was not watched throughout
     * @param reasons what is not known and why, for people; empty where all is
     */
    public record ClusterSeries(int nodes, List<NodeStep> steps, List<String> reasons) {
        public ClusterSeries {
            steps = List.copyOf(steps);
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * What one device did, step by step.
     *
     * @param device the kernel's name
     * @param steps all of the run's, in the order of time
     */
    public record DeviceSeries(String device, List<IoStep> steps) {
        public DeviceSeries {
            steps = List.copyOf(steps);
        }
    }

    /**
     * What one node, or all nodes together, did in one step. Absent where the samples do not reach over the whole step, or where a kernel does
     * not say.
     *
     * @param at the step's begin, in seconds since YARN accepted the job
     * @param seconds its length
     * @param cpuBusy share of the time of all hardware threads in which they ran something: all but idle and waiting for I/O
     * @param receivedPerSecond bytes a second, at interfaces with hardware behind them
     * @param sentPerSecond the same
     * @param pageCache bytes, mean over the step
     * @param dirty bytes of dirty pages and of pages being written, mean over the step
     */
    public record NodeStep(
            double at,
            double seconds,
            Double cpuBusy,
            Double receivedPerSecond,
            Double sentPerSecond,
            Double pageCache,
            Double dirty) {}

    /**
     * What devices did in one step. Absent where the samples of a node do not reach over the whole step, or the figure is not known as in
     * {@link org.spindlebench.analysis.node.NodeFigures.DeviceFigures}.
     *
     * @param at the step's begin, in seconds since YARN accepted the job
     * @param seconds its length
     * @param readsPerSecond requests completed a second, all devices together
     * @param bytesReadPerSecond bytes a second
     * @param writesPerSecond as readsPerSecond
     * @param bytesWrittenPerSecond as bytesReadPerSecond
     * @param bytesPerRead bytes read / reads: the mean I/O size; absent without reads
     * @param bytesPerWrite bytes written / writes
     * @param busy share of the step in which a device had work, mean over the devices, idle ones included
     * @param queue requests waiting or served at a device, mean over the step and over the devices
     */
    public record IoStep(
            double at,
            double seconds,
            Double readsPerSecond,
            Double bytesReadPerSecond,
            Double writesPerSecond,
            Double bytesWrittenPerSecond,
            Double bytesPerRead,
            Double bytesPerWrite,
            Double busy,
            Double queue) {}

    /**
     * Requests and bytes. They are no whole numbers where a part of what was counted between two samples is meant.
     *
     * @param reads requests completed
     * @param bytesRead bytes
     * @param writes requests completed
     * @param bytesWritten bytes
     */
    public record Moved(double reads, double bytesRead, double writes, double bytesWritten) {}
}
