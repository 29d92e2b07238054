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
import org.spindlebench.analysis.record.NodeMetrics.NodeSampleFiles;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

/**
 * What nodes and their devices did during a run, in steps of equal length, computed from its record and samples.
 * Between two samples, counters are assumed to grow evenly (linear interpolation), and memory to change evenly from one
 * value to the other; see {@code docs/method.md}. Steps begin with the job, by YARN's clock. If the job ends within a
 * step, that step is split at its end.
 *
 * @param begin when YARN accepted the job
 * @param seconds from the start to the job's end
 * @param toFlush seconds from the start until the job's dirty data was written, where the steps end; null if unknown,
 *     in which case they end with the job
 * @param roles HDFS and the shuffle
 * @param cluster all nodes together
 */
public record RunSeries(Instant begin, double seconds, Double toFlush, List<RoleSeries> roles, ClusterSeries cluster) {
    /** The default length of the steps. */
    public static final Duration STEP = Duration.ofSeconds(1);

    public RunSeries {
        roles = List.copyOf(roles);
    }

    /**
     * Reads a record, and the file of samples that it names.
     *
     * @param record a document of one run, with that file next to it
     * @param step length of the steps, in whole milliseconds
     * @return empty if the run has no samples, because nothing was watched, clocks differed, or YARN reported no times
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
            return NodeSampleFiles.beside(record.toAbsolutePath().getParent(), name);
        } catch (InvalidDocumentException e) {
            throw new InvalidDocumentException(record + ": " + e.getMessage(), e);
        }
    }

    /** Checks whether a run names a file of samples and has its own times. */
    public static boolean hasSamples(RunRecord run) {
        return run.evidence() != null
                && run.evidence().samples() != null
                && run.times() != null
                && run.times().yarnStarted() != null
                && run.times().yarnFinished() != null;
    }

    /** Computes the series of a run that {@linkplain #hasSamples has samples}; otherwise like {@link #read}. */
    public static RunSeries of(RunRecord run, Path samples, Duration step) throws IOException {
        return made(new RunSteps(run, samples.toString(), step, null), samples);
    }

    /**
     * Computes the series of a run, and also those of every node and all its devices. These are passed on one node
     * after another, and not kept.
     *
     * @param nodes receives the series of each node
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
     * What one role read and wrote, step by step, over all nodes: {@link org.spindlebench.analysis.proof.RoleFigures}
     * over time. The record's numbers of the job are the sum of the steps up to the job's end, plus {@code outside}.
     * Its numbers until all was written are the sum of all steps, plus {@code outsideFlushed}.
     *
     * @param role {@code hdfs} or {@code shuffle}
     * @param devices those whose counters are added up, by node
     * @param steps all of the run's, in the order of time; empty if there are no numbers
     * @param outside what the record's numbers of the job include from outside the steps: between the last sample
     *     before YARN accepted the job and that moment, and between the job's end and the first sample after it. Null
     *     if there are no numbers
     * @param outsideFlushed the same for the time until the job's dirty data was written; null if unknown
     * @param reason why there are no numbers, for people; null if there are
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

        /** The series of a role without numbers. */
        static RoleSeries none(String role, String reason) {
            return new RoleSeries(role, null, null, null, null, reason);
        }

        /** Checks whether there are numbers. */
        public boolean known() {
            return reason == null;
        }
    }

    /**
     * What one node did, step by step.
     *
     * @param node its host name
     * @param steps all of the run's, in the order of time
     * @param devices block devices and partitions that did something, appeared or disappeared, by name. The same bytes
     *     appear at a partition and at its disk
     */
    public record NodeSeries(String node, List<NodeStep> steps, List<DeviceSeries> devices) {
        public NodeSeries {
            steps = List.copyOf(steps);
            devices = List.copyOf(devices);
        }
    }

    /**
     * What all nodes together did, step by step. A value that one node lacks is omitted for all, because a sum over the
     * others would be too small.
     *
     * @param nodes their number
     * @param steps all of the run's, in the order of time; empty if a node was not watched throughout
     * @param reasons what is unknown and why, for people; empty if nothing is
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
     * What one node, or all nodes together, did in one step. Values that the kernel does not report are omitted, and
     * all values are if the samples do not cover the whole step.
     *
     * @param at the step's start, in seconds since YARN accepted the job
     * @param seconds its length
     * @param cpuBusy share of the time of all hardware threads in which they ran something, without idle time and
     *     waiting for I/O
     * @param receivedPerSecond bytes per second, at interfaces with hardware of their own
     * @param sentPerSecond likewise
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
     * What devices did in one step. Values are omitted if a node's samples do not cover the whole step, or if they are
     * unknown as in {@link org.spindlebench.analysis.node.NodeFigures.DeviceFigures}.
     *
     * @param at the step's start, in seconds since YARN accepted the job
     * @param seconds its length
     * @param readsPerSecond requests completed per second, all devices together
     * @param bytesReadPerSecond bytes per second
     * @param writesPerSecond like readsPerSecond
     * @param bytesWrittenPerSecond like bytesReadPerSecond
     * @param bytesPerRead bytes read / reads: the mean I/O size; omitted without reads
     * @param bytesPerWrite bytes written / writes
     * @param busy share of the step in which a device was busy, mean over the devices, idle ones included
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
     * Requests and bytes. They may be fractions, because growth between two samples is split in proportion to time.
     *
     * @param reads requests completed
     * @param bytesRead bytes
     * @param writes requests completed
     * @param bytesWritten bytes
     */
    public record Moved(double reads, double bytesRead, double writes, double bytesWritten) {}
}
