package org.spindlebench.analysis.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.task.Attempts.Durations;
import org.spindlebench.analysis.task.Phases.Phase;
import org.spindlebench.analysis.task.Phases.PhaseDurations;

/**
 * The attempts and hosts that were slow compared with others of the same kind, map or reduce. Only successful attempts
 * are considered.
 *
 * @param attempts the number of attempts that took more than {@link #ATTEMPT_RATIO} times the median of their kind, and
 *     at least {@link #LEAST_SECONDS} longer
 * @param slowest the slowest of these attempts, at most {@link #MOST_NAMED}, ordered by their ratio to the median
 * @param hosts the number of cases of a host that was slow for a kind: it ran at least {@link #HOST_ATTEMPTS} attempts,
 *     and their median was more than {@link #HOST_RATIO} times the median over all hosts
 * @param slowestHosts the slowest of these hosts, at most {@link #MOST_NAMED}, ordered by their ratio to the median
 */
public record Stragglers(int attempts, List<Straggler> slowest, int hosts, List<SlowHost> slowestHosts) {
    /** The ratio to the median up to which an attempt is not slow: a choice, because tasks usually vary up to it. */
    public static final double ATTEMPT_RATIO = 1.5;

    /** The seconds by which a slow attempt exceeds the median; starting a JVM can double a short task. */
    public static final double LEAST_SECONDS = 5;

    /** The ratio to the median above which a host is slow; medians vary less than single durations. */
    public static final double HOST_RATIO = 1.2;

    /** The fewest attempts on a slow host. With fewer durations, the median is one attempt or the mean of two. */
    public static final int HOST_ATTEMPTS = 3;

    public static final int MOST_NAMED = 20;

    /** Orders by the ratio to the median, then by seconds; the slowest is the greatest. */
    public static final Comparator<Straggler> BY_RATIO =
            Comparator.comparingDouble(Stragglers::ratio).thenComparingDouble(Straggler::seconds);

    /**
     * A slow attempt.
     *
     * @param attempt MapReduce's attempt id
     * @param kind {@code map} or {@code reduce}
     * @param timesMedian seconds / the median of its kind; null if that median is 0
     * @param phase the phase that exceeded its median by the most seconds. For a reduce that was launched early, this
     *     is {@code shuffle}: the reduce waited for maps in this phase. Null if the attempt's phases are unknown
     */
    public record Straggler(
            String attempt, String kind, String host, double seconds, Double timesMedian, Phase phase) {}

    /**
     * A slow host.
     *
     * @param kind {@code map} or {@code reduce}
     * @param attempts the number of attempts of this kind that succeeded on the host
     * @param median the median of their durations, in seconds
     * @param timesMedian this median / the median for the kind over all hosts
     */
    public record SlowHost(String host, String kind, int attempts, double median, double timesMedian) {}

    public Stragglers {
        slowest = slowest == null ? List.of() : List.copyOf(slowest);
        slowestHosts = slowestHosts == null ? List.of() : List.copyOf(slowestHosts);
    }

    /** Finds the stragglers among a job's attempts. */
    public static Stragglers of(List<TaskTimes> tasks) {
        List<Straggler> attempts = new ArrayList<>();
        List<SlowHost> hosts = new ArrayList<>();
        for (String kind : Attempts.KINDS) {
            List<TaskTimes> known = Attempts.ofKind(tasks, kind).stream()
                    .filter(task ->
                            Attempts.succeeded(task) && Attempts.span(task).isPresent())
                    .toList();
            if (!known.isEmpty()) {
                double median = durations(known).median();
                attempts.addAll(stragglers(known, median));
                hosts.addAll(slowHosts(kind, known, median));
            }
        }
        attempts.sort(BY_RATIO.reversed());
        hosts.sort(Comparator.comparingDouble(SlowHost::timesMedian).reversed());
        return new Stragglers(attempts.size(), first(attempts), hosts.size(), first(hosts));
    }

    private static double ratio(Straggler straggler) {
        return straggler.timesMedian() == null ? Double.POSITIVE_INFINITY : straggler.timesMedian();
    }

    private static <T> List<T> first(List<T> all) {
        return all.stream().limit(MOST_NAMED).toList();
    }

    private static double seconds(TaskTimes task) {
        return Attempts.span(task).orElseThrow().seconds();
    }

    private static Durations durations(List<TaskTimes> tasks) {
        return new Durations(tasks.stream().map(Stragglers::seconds).toList());
    }

    private static List<Straggler> stragglers(List<TaskTimes> known, double median) {
        Map<Phase, Double> medians = PhaseDurations.of(known).stream()
                .collect(Collectors.toMap(PhaseDurations::phase, PhaseDurations::median));
        return known.stream()
                .filter(task -> isStraggler(seconds(task), median))
                .map(task -> new Straggler(
                        task.attempt(),
                        task.kind(),
                        task.host(),
                        seconds(task),
                        median > 0 ? (Double) (seconds(task) / median) : null,
                        slowestPhase(Phases.of(task), medians).orElse(null)))
                .toList();
    }

    private static boolean isStraggler(double seconds, double median) {
        return seconds > ATTEMPT_RATIO * median && seconds - median >= LEAST_SECONDS;
    }

    private static Optional<Phase> slowestPhase(Phases phases, Map<Phase, Double> medians) {
        return Stream.of(Phase.values())
                .filter(phase -> phases.of(phase) != null)
                .max(Comparator.comparingDouble(phase -> phases.of(phase) - medians.get(phase)));
    }

    private static List<SlowHost> slowHosts(String kind, List<TaskTimes> known, double median) {
        Map<String, List<TaskTimes>> byHost = new TreeMap<>();
        known.stream().filter(task -> task.host() != null).forEach(task -> byHost.computeIfAbsent(
                        task.host(), host -> new ArrayList<>())
                .add(task));
        List<SlowHost> slow = new ArrayList<>();
        byHost.forEach((host, there) -> {
            double its = durations(there).median();
            if (median > 0 && there.size() >= HOST_ATTEMPTS && its > HOST_RATIO * median) {
                slow.add(new SlowHost(host, kind, there.size(), its, its / median));
            }
        });
        return slow;
    }
}
