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
import org.spindlebench.analysis.node.Io.IoCounter;
import org.spindlebench.analysis.node.Io.Sum;
import org.spindlebench.analysis.node.SampleFile;
import org.spindlebench.analysis.record.NodeMetrics.NodeSampleFiles;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

/**
 * The load of nodes and devices during a run, in steps of equal length, computed from the run's record and samples.
 * Between two samples, counters are assumed to grow evenly (linear interpolation), and memory is assumed to change
 * evenly; see {@code docs/devices.md}. Steps begin with the job, by YARN's clock. If the job ends within a step, that
 * step is split at its end.
 *
 * @param begin when YARN accepted the job
 * @param seconds from the start to the job's end
 * @param toFlush seconds from the start until the job's dirty data was written, where the steps end; null if unknown,
 *     and the steps then end with the job
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
     * @param record the document of one run, in the directory of its file of samples
     * @param step the length of the steps, in whole milliseconds
     * @return empty if the run has no samples, because nothing was watched, clocks differed, or YARN reported no times
     * @throws InvalidDocumentException if the record or the samples are damaged, or do not belong together
     * @throws IllegalArgumentException if the run has more than 100,000 steps of this length
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

    /** Checks whether a record names a file of samples and has YARN's times. */
    public static boolean hasSamples(RunRecord run) {
        return run.evidence() != null
                && run.evidence().samples() != null
                && run.times() != null
                && run.times().yarnStarted() != null
                && run.times().yarnFinished() != null;
    }

    /**
     * Computes the series of a run that {@linkplain #hasSamples has samples}. It throws the same exceptions as {@link
     * #read}.
     */
    public static RunSeries of(RunRecord run, Path samples, Duration step) throws IOException {
        return made(new RunSteps(run, samples.toString(), step, null), samples);
    }

    /**
     * Computes the series of a run. It also passes on the series of every node and of all its devices, one node after
     * another, without keeping them.
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
     * The I/O of one role, step by step, over all nodes: {@link org.spindlebench.analysis.proof.RoleIo} over time.
     * The sum of the steps up to the job's end, plus {@code outside}, gives the record's numbers of the job. The sum of
     * all steps, plus {@code outsideFlushed}, gives the record's numbers until the end of flushing.
     *
     * @param role {@code hdfs} or {@code shuffle}
     * @param devices by node, the devices whose counters are added up
     * @param steps all steps of the run, in chronological order; empty if there are no numbers
     * @param outside the part of the record's numbers of the job that is from outside the steps. It covers the time
     *     from the last sample before YARN accepted the job until YARN accepted it, and from the job's end to the first
     *     sample after it. Null if there are no numbers
     * @param outsideFlushed like {@code outside}, with the end of writing the job's dirty data instead of the job's
     *     end; null if unknown
     * @param reason for people, why there are no numbers; null if there are numbers
     */
    public record RoleSeries(
            String role,
            SortedMap<String, List<String>> devices,
            List<IoStep> steps,
            Sum outside,
            Sum outsideFlushed,
            String reason) {
        public RoleSeries {
            devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices == null ? Map.of() : devices));
            steps = steps == null ? List.of() : List.copyOf(steps);
        }

        static RoleSeries none(String role, String reason) {
            return new RoleSeries(role, null, null, null, null, reason);
        }

        public boolean known() {
            return reason == null;
        }
    }

    /**
     * The load of one node, step by step.
     *
     * @param steps all steps of the run, in chronological order
     * @param devices by name, the block devices and partitions that did something, appeared or disappeared. The same
     *     bytes are counted at a partition and at its disk
     */
    public record NodeSeries(String node, List<NodeStep> steps, List<DeviceSeries> devices) {
        public NodeSeries {
            steps = List.copyOf(steps);
            devices = List.copyOf(devices);
        }
    }

    /**
     * The load of all nodes together, step by step. A value that one node lacks is omitted for all, because the sum
     * over the other nodes would be too small.
     *
     * @param steps all steps of the run, in chronological order; empty if a node was not watched throughout
     * @param reasons for people, the unknown values and why they are unknown; empty if everything is known
     */
    public record ClusterSeries(int nodes, List<NodeStep> steps, List<String> reasons) {
        public ClusterSeries {
            steps = List.copyOf(steps);
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * The I/O of one device, step by step.
     *
     * @param steps all steps of the run, in chronological order
     */
    public record DeviceSeries(String device, List<IoStep> steps) {
        public DeviceSeries {
            steps = List.copyOf(steps);
        }
    }

    /**
     * The load of one node, or of all nodes together, in one step. Values that the kernel does not report are omitted.
     * If the samples do not cover the whole step, all values are omitted.
     *
     * @param at the step's start, in seconds since YARN accepted the job
     * @param seconds the step's length
     * @param cpuBusy share of the time of all hardware threads in which they were busy, without idle time and waiting
     *     for I/O
     * @param receivedPerSecond bytes received per second, at interfaces with hardware of their own
     * @param sentPerSecond bytes sent per second, at the same interfaces
     * @param pageCache bytes of page cache: the mean over the step
     * @param dirty bytes of dirty pages and of pages being written: the mean over the step
     * @param ioStalled the share of the step in which every task that was not idle waited for I/O, as the kernel's
     *     pressure stall information says
     * @param memoryStalled the same for memory
     */
    public record NodeStep(
            double at,
            double seconds,
            Double cpuBusy,
            Double receivedPerSecond,
            Double sentPerSecond,
            Double pageCache,
            Double dirty,
            Double ioStalled,
            Double memoryStalled) {}

    /**
     * The I/O of devices in one step. Values are unknown if a node's samples do not cover the whole step, or for the
     * reasons in {@link org.spindlebench.analysis.node.NodeLoad.DeviceIo}.
     *
     * @param at the step's start, in seconds since YARN accepted the job
     * @param seconds the step's length
     * @param io the work of all devices together. Numbers of requests may be fractions, because growth between two
     *     samples is split in proportion to time. Times are divided by the step's length. Busy shares and queues are
     *     means over the devices, including idle ones
     */
    public record IoStep(double at, double seconds, Sum io) {
        /** Returns read requests completed per second, on all devices together; null if unknown. */
        public Double readsPerSecond() {
            return io.perSecond(IoCounter.READS, seconds);
        }

        /** Returns bytes read per second, on all devices together; null if unknown. */
        public Double bytesReadPerSecond() {
            return io.perSecond(IoCounter.BYTES_READ, seconds);
        }

        /** Returns write requests completed per second, on all devices together; null if unknown. */
        public Double writesPerSecond() {
            return io.perSecond(IoCounter.WRITES, seconds);
        }

        /** Returns bytes written per second, on all devices together; null if unknown. */
        public Double bytesWrittenPerSecond() {
            return io.perSecond(IoCounter.BYTES_WRITTEN, seconds);
        }

        /** Returns the share of the step in which a device was busy, as a mean over the devices; null if unknown. */
        public Double busy() {
            return io.busy();
        }
    }
}
