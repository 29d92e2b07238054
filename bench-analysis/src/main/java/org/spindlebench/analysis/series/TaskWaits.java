package org.spindlebench.analysis.series;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.series.RunSeries.NodeStep;

/** When tasks of a job ran, and when the job waited for containers. */
final class TaskWaits {
    private static final String COUNTERS = "org.apache.hadoop.mapreduce.TaskCounter";
    private static final double MILLIS = 1000;

    private final Instant begin;
    private final List<TaskTimes> maps;
    private final List<TaskTimes> reduces;
    private final List<TaskTimes> all;
    private final double computing;
    private final double collecting;
    private final int slots;

    TaskWaits(RunRecord run) {
        this.begin = run.times().yarnStarted();
        this.all = run.tasks() == null
                ? List.of()
                : run.tasks().stream()
                        .filter(task -> task.started() != null && task.finished() != null)
                        .toList();
        this.maps = all.stream().filter(task -> task.kind().equals("map")).toList();
        this.reduces = all.stream().filter(task -> task.kind().equals("reduce")).toList();
        this.computing = share(run, "CPU_MILLISECONDS");
        this.collecting = share(run, "GC_TIME_MILLIS");
        this.slots = run.wave() == null || run.wave().slots() == null
                ? 0
                : run.wave().slots();
    }

    /** Returns a counter of milliseconds over the durations of all tasks, at most 1; 0 if unknown. */
    private double share(RunRecord run, String counter) {
        Map<String, Long> counters =
                run.counters() == null ? Map.of() : run.counters().getOrDefault(COUNTERS, Map.of());
        Long millis = counters.get(counter);
        double took = all.stream()
                .mapToDouble(task -> at(task.finished()) - at(task.started()))
                .sum();
        return millis == null || took <= 0 ? 0 : Math.min(1, millis / MILLIS / took);
    }

    /** Returns the processor time of a task over its duration, at most 1; 0 if unknown. */
    double computing() {
        return computing;
    }

    /** Returns the share of a task's duration in which its JVM collected garbage; 0 if unknown. */
    double collecting() {
        return collecting;
    }

    private double at(Instant instant) {
        return Duration.between(begin, instant).toMillis() / MILLIS;
    }

    /** Returns the mean number of tasks that ran on a host in each step. */
    double[] running(String host, List<NodeStep> steps) {
        return running(all.stream().filter(task -> host.equals(task.host())).toList(), steps);
    }

    /** Returns the mean number of all tasks that ran in each step. */
    double[] running(List<NodeStep> steps) {
        return running(all, steps);
    }

    /** Returns the hosts of the tasks. */
    Set<String> hosts() {
        return all.stream().map(TaskTimes::host).filter(Objects::nonNull).collect(Collectors.toSet());
    }

    private double[] running(List<TaskTimes> tasks, List<NodeStep> steps) {
        double[] running = new double[steps.size()];
        for (TaskTimes task : tasks) {
            double from = at(task.started());
            double to = at(task.finished());
            for (int step = first(steps, from);
                    step < running.length && steps.get(step).at() < to;
                    step++) {
                NodeStep one = steps.get(step);
                double end = Math.min(to, one.at() + one.seconds());
                running[step] += Math.max(0, end - Math.max(from, one.at())) / one.seconds();
            }
        }
        return running;
    }

    /** Returns the step that an instant is in, from the length that all steps but the last ones have. */
    private static int first(List<NodeStep> steps, double at) {
        int step =
                Math.max(0, Math.min(steps.size() - 1, (int) (at / steps.get(0).seconds())));
        while (step > 0 && steps.get(step).at() > at) {
            step--;
        }
        return step;
    }

    /**
     * Returns the share of the containers that a job waits for in each step: all containers until its first task
     * starts, then the containers of tasks that have not started, as far as the cluster can run these tasks at once.
     * Reduces count only while no map runs or waits.
     */
    double[] waits(List<NodeStep> steps) {
        double[] waits = new double[steps.size()];
        if (all.isEmpty()) {
            Arrays.fill(waits, Double.NaN);
            return waits;
        }
        double[] ofMaps = running(maps, steps);
        double[] missingMaps = missing(maps, ofMaps, steps);
        double[] missingReduces = missing(reduces, running(reduces, steps), steps);
        double first = Arrays.stream(starts(all)).min().orElse(0);
        for (int step = 0; step < waits.length; step++) {
            double begun = steps.get(step).at();
            double before =
                    Math.max(0, Math.min(1, (first - begun) / steps.get(step).seconds()));
            waits[step] = Math.max(
                    before, ofMaps[step] > 0 || missingMaps[step] > 0 ? missingMaps[step] : missingReduces[step]);
        }
        return waits;
    }

    /** Returns the first start of each task. */
    private double[] starts(List<TaskTimes> tasks) {
        Map<String, Double> first = new HashMap<>();
        tasks.forEach(task -> first.merge(task(task.attempt()), at(task.started()), Math::min));
        return first.values().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    /** Returns the task of an attempt, whose name ends in the attempt's number. */
    private static String task(String attempt) {
        return attempt == null ? "" : attempt.replaceFirst("_\\d+$", "");
    }

    /** Returns the share of the tasks that could run in each step, but have not started. */
    private double[] missing(List<TaskTimes> tasks, double[] running, List<NodeStep> steps) {
        double[] starts = starts(tasks);
        // The slots are those of one kind of tasks: of the only kind, or of the kind with as many tasks as slots.
        boolean planned = starts.length == slots || tasks.size() == all.size();
        double most = Math.max(planned ? slots : 0, Arrays.stream(running).max().orElse(0));
        double[] missing = new double[running.length];
        int begun = 0;
        for (int step = 0; step < missing.length; step++) {
            double end = steps.get(step).at() + steps.get(step).seconds();
            while (begun < starts.length && starts[begun] < end) {
                begun++;
            }
            double wanted = Math.min(most, running[step] + starts.length - begun);
            missing[step] = wanted > running[step] ? 1 - running[step] / wanted : 0;
        }
        return missing;
    }
}
