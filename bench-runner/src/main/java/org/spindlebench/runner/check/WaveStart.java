package org.spindlebench.runner.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.runner.cluster.ContainerPace;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.SizedRun;
import org.spindlebench.runner.run.Sizing;

/** Says how long YARN takes to start the tasks of a wave. Meanwhile, tasks wait for containers and not for storage. */
public final class WaveStart {
    /** The share of a job's time above which the start of the job's wave decides too much. */
    private static final double MOST = 0.1;

    private static final double MILLIS = 1000;

    private final Sizing sizing;
    private final ContainerPace pace;

    public WaveStart(Sizing sizing, ContainerPace pace) {
        this.sizing = sizing;
        this.pace = pace;
    }

    /**
     * The start of one kind of task.
     *
     * @param perNode tasks of the wave on each node
     * @param named whether each task asks for a host
     */
    private record KindStart(String kind, int perNode, boolean named, double seconds) {
        String describe() {
            return String.format(
                    Locale.ROOT,
                    "%d %s a node that ask for %s host take %.0f s",
                    perNode,
                    kind,
                    named ? "a" : "any",
                    seconds);
        }
    }

    /**
     * Returns the times of each job, and a warning for each job whose wave starts slowly; empty if the scheduler does not
     * wait for heartbeats.
     *
     * @param expected the seconds that each run is expected to take; runs without an expected duration are omitted
     */
    public List<String> describe(List<RunSpec> runs, Map<RunSpec, Double> expected) {
        Map<String, Set<String>> jobs = new LinkedHashMap<>();
        Set<String> warnings = new LinkedHashSet<>();
        for (RunSpec run : runs) {
            List<KindStart> starts = starts(sizing.size(run));
            if (starts.isEmpty()) {
                continue;
            }
            String text =
                    String.join("; ", starts.stream().map(KindStart::describe).toList());
            jobs.computeIfAbsent(text, any -> new LinkedHashSet<>()).add(run.job());
            Double seconds = expected.get(run);
            double start = starts.stream()
                    .mapToDouble(one -> one.seconds() - pace.heartbeat().toMillis() / MILLIS)
                    .sum();
            if (seconds != null && start > MOST * seconds) {
                warnings.add(warning(run.job(), start, seconds));
            }
        }
        if (pace.anyHost() == ContainerPace.UNLIMITED || jobs.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(heading()));
        jobs.forEach((text, names) -> lines.add("  " + String.join(", ", names) + ": " + text));
        lines.addAll(warnings);
        return lines;
    }

    private String heading() {
        return String.format(
                Locale.ROOT,
                "Start of one wave (a heartbeat of a node each %.1f s; %s a heartbeat for any host: %s%s):",
                pace.heartbeat().toMillis() / MILLIS,
                HumanText.counted(pace.anyHost(), "container"),
                pace.key(),
                pace.assumed().contains(pace.key()) ? ", assumed, since the ResourceManager does not show it" : "");
    }

    private String warning(String job, double start, double expected) {
        return String.format(
                Locale.ROOT,
                "warning: YARN takes about %.0f s to start the tasks of %s, which is %.0f %% of the %.0f s that the job is"
                        + " expected to take, so fast storage looks like slow storage; raise %s, or the bytes per node",
                start,
                job,
                100 * start / expected,
                expected,
                pace.key());
    }

    private List<KindStart> starts(SizedRun run) {
        List<KindStart> starts = new ArrayList<>();
        WaveOf wave = run.job().wave();
        boolean named = run.job().reads() || !run.splitHosts().isEmpty();
        if (wave == WaveOf.MAPS || wave == WaveOf.BOTH) {
            starts.add(start("maps", run, run.maps(), named));
        }
        if (wave == WaveOf.REDUCES || wave == WaveOf.BOTH) {
            starts.add(start("reduces", run, run.reduces(), false));
        }
        return starts;
    }

    private KindStart start(String kind, SizedRun run, int tasks, boolean named) {
        int atOnce = Math.min(tasks, run.slots().chosen());
        int perNode = (atOnce + run.busyNodes() - 1) / Math.max(1, run.busyNodes());
        return new KindStart(kind, perNode, named, pace.start(perNode, named).toMillis() / MILLIS);
    }
}
