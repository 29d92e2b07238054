package org.spindlebench.analysis.proof;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.spindlebench.analysis.node.NodeFigures;

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
}
