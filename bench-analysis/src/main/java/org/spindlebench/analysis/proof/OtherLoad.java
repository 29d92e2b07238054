package org.spindlebench.analysis.proof;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.ShuffleProof.ShuffleObservation;

/**
 * The load on the nodes during a job that the job's counters do not explain. If it is large, others caused it. See
 * {@code docs/proofs.md}.
 *
 * @param cpuShare cpuUnexplained / the time of all hardware threads
 * @param cpuUnexplained busy thread-seconds - the tasks' CPU seconds - cpuAllowed - cpuEmulator, at least 0
 * @param cpuAllowed thread-seconds that daemons and the kernel may use for the job
 * @param deviceShare bytesUnexplained / all bytes that the judged devices moved
 * @param bytesUnexplained bytes that the judged devices read and wrote beyond the amount that the job's counters allow
 * @param judged the roles whose devices were judged
 * @param others whether others caused load: {@code deviceShare} is above its limit, or {@code cpuShare} is above its
 *     limit and {@code cpuUnexplained} above {@link #LEAST_CPU}; null if neither share is known
 * @param reason for people, the load that was not judged, and why; null if everything was judged
 * @param cpuEmulator thread-seconds that emulated disks used; null if the disks are real, or it is unknown
 */
public record OtherLoad(
        Double cpuShare,
        Double cpuUnexplained,
        Double cpuAllowed,
        Double deviceShare,
        Long bytesUnexplained,
        List<String> judged,
        Boolean others,
        String reason,
        Double cpuEmulator) {
    /** The share of all hardware threads' time above which Spindle warns of other load. */
    public static final double CPU_LIMIT = 0.25;

    /** The thread-seconds without a warning; an ApplicationMaster and its containers use as much to start. */
    public static final double LEAST_CPU = 5;

    /** The share of the judged devices' bytes above which Spindle warns of other load. */
    public static final double DEVICE_LIMIT = 0.10;

    /** The threads per node allowed to daemons, ApplicationMaster and client (heartbeats, GC, compilers). */
    static final double DAEMON_THREADS = 0.5;

    /**
     * The share of the tasks' CPU time allowed for launching containers and for work that is not counted at a task's
     * end.
     */
    static final double BESIDE_TASKS = 0.1;

    /** The bytes per thread-second of daemons and kernel: copying, checksums, page cache, write-back. */
    static final double BYTES_PER_SECOND = 200e6;

    public OtherLoad {
        judged = judged == null ? List.of() : List.copyOf(judged);
    }

    /** Computes the load of others during a run. */
    public static OtherLoad of(LoadObservation seen) {
        OtherDevices devices = OtherDevices.of(seen);
        Double seconds = sum(seen.nodes(), OtherLoad::threadSeconds);
        Double busy = sum(seen.nodes(), OtherLoad::busySeconds);
        boolean known = seen.isWhole() && busy != null && seconds != null && seconds > 0 && seen.taskCpu() != null;
        if (!known) {
            String why = seen.taskCpu() == null
                    ? "CPU: the tasks' time is unknown"
                    : "CPU: the processors' time is unknown on some nodes";
            return made(null, null, null, devices, why).with(seen.emulator());
        }
        double allowed = allowed(seen);
        double emulator = seen.emulator() == null ? 0 : seen.emulator();
        double unexplained = Math.max(0, busy - seen.taskCpu() - allowed - emulator);
        return made(unexplained / seconds, unexplained, allowed, devices, null).with(seen.emulator());
    }

    private OtherLoad with(Double emulator) {
        return new OtherLoad(
                cpuShare, cpuUnexplained, cpuAllowed, deviceShare, bytesUnexplained, judged, others, reason, emulator);
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
                devices.reason(cpuReason),
                null);
    }

    private static double allowed(LoadObservation seen) {
        double daemons = seen.nodes().stream()
                .mapToDouble(node -> DAEMON_THREADS * window(node))
                .sum();
        return daemons + BESIDE_TASKS * seen.taskCpu() + seen.moved() / BYTES_PER_SECOND;
    }

    private static double window(NodeLoad node) {
        return Duration.between(node.from(), node.to()).toMillis() / 1000.0;
    }

    private static Double threadSeconds(NodeLoad node) {
        NodeLoad.CpuTime cpu = node.cpu();
        return cpu == null || cpu.threads() == null ? null : (Double) (cpu.threads() * window(node));
    }

    private static Double busySeconds(NodeLoad node) {
        Double seconds = threadSeconds(node);
        return seconds == null || node.cpu().busy() == null
                ? null
                : (Double) (seconds * node.cpu().busy());
    }

    private static Double sum(List<NodeLoad> nodes, Function<NodeLoad, Double> figure) {
        double sum = 0;
        for (NodeLoad node : nodes) {
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
     * Checks whether others caused more load than was declared.
     *
     * @param declaredLimit the limit of both shares; an unknown share is not above it
     */
    public boolean beyond(double declaredLimit) {
        return isBeyond(cpuShare, declaredLimit) || isBeyond(deviceShare, declaredLimit);
    }

    /** Adds up the bytes that the devices of each role moved beyond the amount that the job's counters allow. */
    static final class OtherDevices {
        private final List<String> judged = new ArrayList<>();
        private final List<String> reasons = new ArrayList<>();
        private double unexplained;
        private long moved;

        static OtherDevices of(LoadObservation seen) {
            OtherDevices devices = new OtherDevices();
            devices.add(RoleIo.HDFS, seen.hdfs(), seen.hdfsRead(), seen.hdfsWritten());
            devices.add(RoleIo.SHUFFLE, seen.shuffle(), seen.localRead(), seen.localWritten());
            return devices;
        }

        private void add(String role, RoleIo devices, Long read, Long written) {
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

        private static String notJudged(RoleIo devices, Long read, Long written) {
            if (devices == null || !devices.known()) {
                return RoleIo.whyNone(devices);
            }
            if (!devices.freeOfSystem()) {
                return "the system is on the same devices (" + Reasons.few(devices.system()) + ")";
            }
            return read == null || written == null ? "the bytes that the job read and wrote are unknown" : null;
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

        /** Returns the unexplained share of the judged devices' bytes; 0 if they moved none, null without devices. */
        Double share() {
            if (judged.isEmpty()) {
                return null;
            }
            return moved == 0 ? 0.0 : unexplained / moved;
        }

        /** Joins the reasons why a load was not judged, after the first, which may be null. */
        String reason(String first) {
            Stream<String> all = Stream.concat(Stream.ofNullable(first), reasons.stream());
            String text = all.collect(Collectors.joining("; "));
            return text.isEmpty() ? null : text;
        }
    }

    /**
     * The load on nodes during a job, and the part that the job's counters explain. Units are bytes and seconds; values
     * are null if unknown.
     *
     * @param nodes the load of each node in the job's window
     * @param taskCpu CPU seconds of all tasks (CPU_MILLISECONDS / 1000)
     * @param hdfs the I/O of HDFS's devices in the job's window
     * @param hdfsRead bytes that the job read from HDFS
     * @param hdfsWritten bytes that the job wrote to HDFS, times replicas
     * @param shuffle the I/O of the shuffle's devices in the job's window
     * @param intermediate the intermediate data, by the job's counters
     * @param emulator CPU seconds of emulated disks during the job; null without such disks
     */
    public record LoadObservation(
            List<NodeLoad> nodes,
            Double taskCpu,
            RoleIo hdfs,
            Long hdfsRead,
            Long hdfsWritten,
            RoleIo shuffle,
            ShuffleObservation intermediate,
            Double emulator) {
        public LoadObservation {
            nodes = List.copyOf(nodes);
        }

        /** Checks whether every node with known devices has numbers, because tasks' CPU time covers all nodes. */
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

        /** Returns the bytes that daemons and kernels moved for the job; unknown bytes count as 0. */
        long moved() {
            return Stream.of(hdfsRead, hdfsWritten, localRead(), localWritten())
                    .filter(Objects::nonNull)
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }
}
