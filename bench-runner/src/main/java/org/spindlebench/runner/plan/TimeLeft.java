package org.spindlebench.runner.plan;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.runner.plan.Plan.Visit;

/**
 * Estimates the remaining time of a campaign. A run takes as long as the runs of its job, settings and setup have taken
 * so far, including the steps before them. If there are none, the runs of its job and settings under other setups
 * count, then the runs of its setup, then all runs. Not thread-safe.
 */
public final class TimeLeft {
    private final Map<String, Planned> toDo = new LinkedHashMap<>();
    private final Map<Object, Mean> means = new HashMap<>();

    /** Begins with all runs of a plan. */
    public TimeLeft(Plan plan) {
        for (Visit visit : plan.visits()) {
            visit.runs().forEach(run -> toDo.put(run.id(), new Planned(visit.setup(), run)));
        }
    }

    private TimeLeft() {}

    /** Returns an estimate for no runs. */
    public static TimeLeft ofNothing() {
        return new TimeLeft();
    }

    /** Accepts a run that has ended. A run that the plan does not have is ignored. */
    public void ended(String run, Duration took) {
        Planned planned = toDo.remove(run);
        if (planned != null) {
            planned.alike().forEach(key -> means.computeIfAbsent(key, none -> new Mean())
                    .add((double) took.toNanos()));
        }
    }

    /** Accepts a run that ended after an unknown time. A run that the plan does not have is ignored. */
    public void ended(String run) {
        toDo.remove(run);
    }

    /** Returns the time that the remaining runs take; empty if there are none, or none has ended. */
    public Optional<Duration> left() {
        if (toDo.isEmpty() || means.isEmpty()) {
            return Optional.empty();
        }
        double nanos = toDo.values().stream().mapToDouble(this::expected).sum();
        return Optional.of(Duration.ofNanos(Math.round(nanos)));
    }

    private double expected(Planned run) {
        return run.alike().stream()
                .filter(means::containsKey)
                .findFirst()
                .map(means::get)
                .orElseThrow()
                .value();
    }

    private record Planned(String setup, RunSpec run) {
        /** Returns the properties that runs may share with this run, the nearest first. */
        List<Object> alike() {
            return List.of(
                    List.of(setup, run.job(), run.settings()), List.of(run.job(), run.settings()), setup, List.of());
        }
    }

    private static final class Mean {
        private double sum;
        private int count;

        void add(double value) {
            sum += value;
            count++;
        }

        double value() {
            return sum / count;
        }
    }
}
