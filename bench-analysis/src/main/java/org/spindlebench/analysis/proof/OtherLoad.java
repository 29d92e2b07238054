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
 * The load on the nodes during a job that neither the job nor Hadoop nor Spindle caused. If it is large, others used the
 * nodes. See {@code docs/proofs.md}.
 *
 * @param cpuShare cpuUnexplained / the time of all hardware threads
 * @param cpuUnexplained thread-seconds of other processes, and of other virtual machines (steal)
 * @param deviceShare bytesUnexplained / all bytes that the judged devices moved
 * @param bytesUnexplained bytes that the judged devices read and wrote beyond the amount that the job's counters allow
 * @param judged the roles whose devices were judged
 * @param others whether others caused load: {@code deviceShare}, {@code cpuShare} or {@code cpuThreads} is above its
 *     limit; null if none of the shares is known
 * @param reason for people, the load that was not judged, and why; null if everything was judged
 * @param cpuThreads the mean number of threads that other processes kept busy, on the node with the most; null if unknown
 */
public record OtherLoad(
        Double cpuShare,
        Double cpuUnexplained,
        Double deviceShare,
        Long bytesUnexplained,
        List<String> judged,
        Boolean others,
        String reason,
        Double cpuThreads) {
    /** The share of all hardware threads' time above which Spindle warns of other load. */
    public static final double CPU_LIMIT = 0.25;

    /** The mean number of busy threads on a node above which Spindle warns of other load. */
    public static final double THREADS_LIMIT = 0.15;

    /** The share of the judged devices' bytes above which Spindle warns of other load. */
    public static final double DEVICE_LIMIT = 0.10;

    public OtherLoad {
        judged = judged == null ? List.of() : List.copyOf(judged);
    }

    /** Computes the load of others during a run. */
    public static OtherLoad of(LoadObservation seen) {
        OtherDevices devices = OtherDevices.of(seen);
        Double seconds = sum(seen.nodes(), OtherLoad::threadSeconds);
        Double others = sum(seen.nodes(), OtherLoad::otherSeconds);
        boolean known = seen.isWhole() && others != null && seconds != null && seconds > 0;
        if (!known) {
            String why = "CPU: the probe does not see all processes on some nodes";
            return made(null, null, null, devices, why);
        }
        double most = seen.nodes().stream()
                .mapToDouble(node -> node.processes().otherThreads())
                .max()
                .orElse(0);
        return made(others / seconds, others, most, devices, null);
    }

    private static OtherLoad made(
            Double cpuShare, Double unexplained, Double threads, OtherDevices devices, String cpuReason) {
        Double deviceShare = devices.share();
        boolean judged = cpuShare != null || deviceShare != null;
        boolean beyond = isBeyond(cpuShare, CPU_LIMIT)
                || isBeyond(threads, THREADS_LIMIT)
                || isBeyond(deviceShare, DEVICE_LIMIT);
        return new OtherLoad(
                cpuShare,
                unexplained,
                deviceShare,
                devices.unexplained(),
                devices.judged(),
                judged ? (Boolean) beyond : null,
                devices.reason(cpuReason),
                threads);
    }

    private static Double threadSeconds(NodeLoad node) {
        NodeLoad.CpuTime cpu = node.cpu();
        return cpu == null || cpu.threads() == null
                ? null
                : (Double) (cpu.threads()
                        * Duration.between(node.from(), node.to()).toMillis()
                        / 1000.0);
    }

    private static Double otherSeconds(NodeLoad node) {
        Double seconds = threadSeconds(node);
        if (seconds == null || node.processes() == null) {
            return null;
        }
        Double steal = node.cpu().steal();
        return node.processes().others() + (steal == null ? 0 : steal * seconds);
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
     * @param hdfs the I/O of HDFS's devices in the job's window
     * @param hdfsRead bytes that the job read from HDFS
     * @param hdfsWritten bytes that the job wrote to HDFS, times replicas
     * @param shuffle the I/O of the shuffle's devices in the job's window
     * @param intermediate the intermediate data, by the job's counters
     */
    public record LoadObservation(
            List<NodeLoad> nodes,
            RoleIo hdfs,
            Long hdfsRead,
            Long hdfsWritten,
            RoleIo shuffle,
            ShuffleObservation intermediate) {
        public LoadObservation {
            nodes = List.copyOf(nodes);
        }

        /** Checks whether every node with known devices has numbers, because others may use any node. */
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
    }
}
