package org.spindlebench.analysis.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.proof.Proofs.ProofLimits;
import org.spindlebench.analysis.proof.Proofs.Reasons;
import org.spindlebench.analysis.proof.ShuffleProof.ShuffleObservation;

/**
 * What the nodes did during a job that its counters do not explain: the load of others, if it is much. See {@code docs/method.md}.
 *
 * @param cpuShare cpuUnexplained / the time of all hardware threads
 * @param cpuUnexplained thread-seconds: those that were busy - the tasks' - cpuAllowed, at least 0
 * @param cpuAllowed thread-seconds that daemons and the kernel are granted for the job
 * @param deviceShare bytesUnexplained / all bytes that the judged devices moved
 * @param bytesUnexplained read and written at the judged devices beyond what the job's counters allow
 * @param judged roles whose devices were judged
 * @param others whether either share is beyond the limit for a warning, and the CPU is more than {@link #LEAST_CPU}; null where neither is
 *     known
 * @param reason what was not judged and why, for people; null where all was
 */
public record OtherLoad(
        Double cpuShare,
        Double cpuUnexplained,
        Double cpuAllowed,
        Double deviceShare,
        Long bytesUnexplained,
        List<String> judged,
        Boolean others,
        String reason) {
    /** Of all hardware threads: beyond it others are told of. */
    public static final double CPU_LIMIT = 0.25;

    /** Thread-seconds: up to it nobody is told of, however short the job. An ApplicationMaster and its containers take as much to start. */
    public static final double LEAST_CPU = 5;

    /** Of all bytes of the judged devices: beyond it others are told of. */
    public static final double DEVICE_LIMIT = 0.10;

    /** Threads per node that are granted to daemons, the ApplicationMaster and the client: heartbeats, garbage collection, compilers. */
    static final double DAEMON_THREADS = 0.5;

    /** Share of the tasks' CPU time granted on top of it: launching containers, and what is not counted at a task's end. */
    static final double BESIDE_TASKS = 0.1;

    /** Bytes that daemons and the kernel are granted a thread-second for: copying, checksums, page cache, write-back. */
    static final double BYTES_PER_SECOND = 200e6;

    public OtherLoad {
        judged = judged == null ? List.of() : List.copyOf(judged);
    }

    /** Of a run. */
    public static OtherLoad of(LoadObservation seen) {
        OtherDevices devices = OtherDevices.of(seen);
        Double seconds = sum(seen.nodes(), OtherLoad::threadSeconds);
        Double busy = sum(seen.nodes(), OtherLoad::busySeconds);
        boolean known = seen.isWhole() && busy != null && seconds != null && seconds > 0 && seen.taskCpu() != null;
        if (!known) {
            String why = seen.taskCpu() == null
                    ? "CPU: the tasks' time is not known"
                    : "CPU: the processors' time is not known of all nodes";
            return made(null, null, null, devices, why);
        }
        double allowed = allowed(seen);
        double unexplained = Math.max(0, busy - seen.taskCpu() - allowed);
        return made(unexplained / seconds, unexplained, allowed, devices, null);
    }

    private static OtherLoad made(
            Double cpuShare, Double unexplained, Double allowed, OtherDevices devices, String cpuReason) {
        Double deviceShare = devices.share();
        boolean judged = cpuShare != null || deviceShare != null;
        boolean cpu = isBeyond(cpuShare, CPU_LIMIT) && unexplained > LEAST_CPU;
        boolean beyond = cpu || isBeyond(deviceShare, DEVICE_LIMIT);
        return new OtherLoad(
                cpuShare,
                unexplained,
                allowed,
                deviceShare,
                devices.unexplained(),
                devices.judged(),
                judged ? (Boolean) beyond : null,
                devices.reason(cpuReason));
    }

    private static double allowed(LoadObservation seen) {
        double daemons = seen.nodes().stream()
                .mapToDouble(node -> DAEMON_THREADS * window(node))
                .sum();
        return daemons + BESIDE_TASKS * seen.taskCpu() + seen.moved() / BYTES_PER_SECOND;
    }

    private static double window(NodeFigures node) {
        return Duration.between(node.from(), node.to()).toMillis() / 1000.0;
    }

    private static Double threadSeconds(NodeFigures node) {
        NodeFigures.Cpu cpu = node.cpu();
        return cpu == null || cpu.threads() == null ? null : (Double) (cpu.threads() * window(node));
    }

    private static Double busySeconds(NodeFigures node) {
        Double seconds = threadSeconds(node);
        return seconds == null || node.cpu().busy() == null
                ? null
                : (Double) (seconds * node.cpu().busy());
    }

    private static Double sum(List<NodeFigures> nodes, Function<NodeFigures, Double> figure) {
        double sum = 0;
        for (NodeFigures node : nodes) {
            Double own = figure.apply(node);
            if (own == null) {
                return null;
            }
            sum += own;
        }
        return nodes.isEmpty() ? null : (Double) sum;
    }

    private static boolean isBeyond(Double share, double limit) {
        return share != null && share > limit;
    }

    /**
     * Whether others had more than was declared.
     *
     * @param declaredLimit share of the processors' time, and of the devices' bytes; what is not known is not beyond it
     */
    public boolean beyond(double declaredLimit) {
        return isBeyond(cpuShare, declaredLimit) || isBeyond(deviceShare, declaredLimit);
    }

    /** What the devices of roles moved beyond what a job's counters allow. */
    static final class OtherDevices {
        private final List<String> judged = new ArrayList<>();
        private final List<String> reasons = new ArrayList<>();
        private double unexplained;
        private long moved;

        static OtherDevices of(LoadObservation seen) {
            OtherDevices devices = new OtherDevices();
            devices.add(RoleFigures.HDFS, seen.hdfs(), seen.hdfsRead(), seen.hdfsWritten());
            devices.add(RoleFigures.SHUFFLE, seen.shuffle(), seen.localRead(), seen.localWritten());
            return devices;
        }

        private void add(String role, RoleFigures devices, Long read, Long written) {
            String reason = notJudged(devices, read, written);
            if (reason != null) {
                reasons.add(role + ": " + reason);
                return;
            }
            judged.add(role);
            moved += devices.io().bytesRead() + devices.io().bytesWritten();
            unexplained += beyond(devices.io().bytesRead(), read, devices.nodes());
            unexplained += beyond(devices.io().bytesWritten(), written, devices.nodes());
        }

        private static String notJudged(RoleFigures devices, Long read, Long written) {
            if (devices == null || !devices.known()) {
                return RoleFigures.whyNone(devices);
            }
            if (!devices.freeOfSystem()) {
                return "the system is on the same devices (" + Reasons.few(devices.system()) + ")";
            }
            return read == null || written == null ? "it is not known how much the job read and wrote" : null;
        }

        private static double beyond(long moved, long asked, int nodes) {
            return Math.max(0, moved - ProofLimits.MORE * asked - (double) ProofLimits.LEAST_BYTES * nodes);
        }

        List<String> judged() {
            return judged;
        }

        Long unexplained() {
            return judged.isEmpty() ? null : (Long) Math.round(unexplained);
        }

        /** Of all that the judged devices moved; 0 where they moved nothing. */
        Double share() {
            if (judged.isEmpty()) {
                return null;
            }
            return moved == 0 ? 0.0 : unexplained / moved;
        }

        /** @param first another reason; null where there is none */
        String reason(String first) {
            Stream<String> all = Stream.concat(Stream.ofNullable(first), reasons.stream());
            String text = all.collect(Collectors.joining("; "));
            return text.isEmpty() ? null : text;
        }
    }

    /**
     * What nodes did during a job, and how much of it the job's counters say. Bytes and seconds; null where it is not known.
     *
     * @param nodes all of them, in the job's window
     * @param taskCpu CPU seconds of all tasks (CPU_MILLISECONDS / 1000)
     * @param hdfs HDFS's devices in the job's window
     * @param hdfsRead bytes that the job read from HDFS
     * @param hdfsWritten bytes that it wrote there, times replicas
     * @param shuffle the shuffle's devices in the job's window
     * @param intermediate what the job's counters say of intermediate data
     */
    public record LoadObservation(
            List<NodeFigures> nodes,
            Double taskCpu,
            RoleFigures hdfs,
            Long hdfsRead,
            Long hdfsWritten,
            RoleFigures shuffle,
            ShuffleObservation intermediate) {
        public LoadObservation {
            nodes = List.copyOf(nodes);
        }

        /** Whether no node is missing of which devices are known: the tasks' CPU time is that of all. */
        boolean isWhole() {
            return Stream.of(hdfs, shuffle)
                    .filter(Objects::nonNull)
                    .allMatch(devices -> devices.nodes() <= nodes.size());
        }

        Long localRead() {
            return intermediate == null ? null : intermediate.toRead();
        }

        Long localWritten() {
            return intermediate == null ? null : intermediate.fileWritten();
        }

        /** All that daemons and kernels moved for the job, as far as it is known. */
        long moved() {
            return Stream.of(hdfsRead, hdfsWritten, localRead(), localWritten())
                    .filter(Objects::nonNull)
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }
}
