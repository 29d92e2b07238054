package org.spindlebench.analysis.series;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.limit.LimitShares;
import org.spindlebench.analysis.limit.LimitShares.PartLimit;
import org.spindlebench.analysis.limit.LimitShares.RoleSpeed;
import org.spindlebench.analysis.limit.Limiter;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.series.RunSeries.NodeSeries;
import org.spindlebench.analysis.series.RunSeries.NodeStep;

/**
 * Computes what set the pace of a job. It collects for each second how much of each part is in use, node after node. A
 * node counts by the number of tasks that run on it; without tasks, all nodes count alike. Not thread-safe.
 */
public final class RunPace {
    /** The share of the job's duration for which a part's use must be known. */
    private static final double LEAST_KNOWN = 0.9;

    /** The weight of a node without tasks, which only counts where no node has one. */
    private static final double IDLE = 1e-6;

    private final TaskWaits tasks;
    private final SortedMap<String, RoleSpeed> speeds;
    private final Map<String, NodeLayout> layouts = new TreeMap<>();
    private final Map<Limiter, double[]> uses = new EnumMap<>(Limiter.class);
    private final Map<Limiter, double[]> reads = new EnumMap<>(Limiter.class);
    private final Map<Limiter, double[]> writes = new EnumMap<>(Limiter.class);
    private final Set<Limiter> unknown = EnumSet.noneOf(Limiter.class);
    private final Map<String, NodeLoad> loads = new TreeMap<>();
    private final boolean alone;

    /** Whether all tasks ran on nodes with these names. Otherwise every node counts as if it ran its share of them. */
    private final boolean named;

    private double[] weights = new double[0];

    private RunPace(RunRecord run, SortedMap<String, RoleSpeed> speeds) {
        this.tasks = new TaskWaits(run);
        this.speeds = speeds;
        this.alone = run.evidence().nodes().size() == 1;
        run.evidence().layout().forEach(layout -> layouts.put(layout.node(), layout));
        run.evidence().nodes().forEach(load -> loads.put(load.node(), load));
        this.named = loads.keySet().containsAll(tasks.hosts());
    }

    /**
     * Computes what limited a run that {@linkplain RunSeries#hasSamples has samples}. It throws the exceptions of {@link
     * RunSeries#read}.
     *
     * @param samples the run's file of samples
     * @param speeds what a device can do, by its directories or by role; empty if unknown
     */
    public static LimitShares of(RunRecord run, Path samples, SortedMap<String, RoleSpeed> speeds) throws IOException {
        RunPace pace = new RunPace(run, speeds);
        return pace.limits(RunSeries.of(run, samples, RunSeries.STEP, pace::add));
    }

    private void add(NodeSeries node) {
        List<NodeStep> steps = node.steps();
        if (weights.length == 0) {
            weights = new double[steps.size()];
        }
        NodeUse use = new NodeUse(node, loads.get(node.node()), layouts.get(node.node()), speeds, alone);
        unknown.addAll(use.unknown());
        double[] running = named ? tasks.running(node.node(), steps) : tasks.running(steps);
        double own = Math.max(tasks.computing(), stopped(loads.get(node.node()), running, steps));
        for (int step = 0; step < steps.size(); step++) {
            double weight = running[step] + IDLE;
            weights[step] += weight;
            boolean working = running[step] > 0;
            for (Map.Entry<Limiter, Double> one : use.at(step).entrySet()) {
                double least =
                        switch (one.getKey()) {
                            case PROCESSORS -> working ? own : 0;
                            case MEMORY -> working ? tasks.collecting() : 0;
                            default -> 0;
                        };
                array(uses, one.getKey())[step] += weight * Math.max(one.getValue(), least);
            }
            int at = step;
            use.io(step, (limiter, io) -> {
                array(reads, limiter)[at] += known(io.bytesReadPerSecond());
                array(writes, limiter)[at] += known(io.bytesWrittenPerSecond());
            });
        }
    }

    /** Returns the share of its tasks' time for which quotas of processors stopped them on a node; 0 if unknown. */
    private static double stopped(NodeLoad load, double[] running, List<NodeStep> steps) {
        if (load == null || load.processes() == null || load.processes().stopped() == null) {
            return 0;
        }
        double seconds = 0;
        for (int step = 0; step < running.length; step++) {
            seconds += running[step] * steps.get(step).seconds();
        }
        return seconds > 0 ? Math.min(1, load.processes().stopped() / seconds) : 0;
    }

    private static double known(Double bytes) {
        return bytes == null ? 0 : bytes;
    }

    private double[] array(Map<Limiter, double[]> of, Limiter limiter) {
        return of.computeIfAbsent(limiter, none -> new double[weights.length]);
    }

    private LimitShares limits(RunSeries series) {
        List<NodeStep> steps = series.cluster().steps();
        if (weights.length != steps.size() || steps.isEmpty()) {
            return new LimitShares(series.seconds(), List.of(), List.of(Limiter.values()));
        }
        for (double[] use : uses.values()) {
            for (int step = 0; step < use.length; step++) {
                use[step] /= weights[step];
            }
        }
        uses.put(Limiter.CONTAINERS, tasks.waits(steps));
        forgetUnknown(steps, series.seconds());
        return new LimitShares(series.seconds(), parts(steps, series.seconds()), List.copyOf(unknown));
    }

    /** Leaves out the parts whose use is unknown for too long. In the rest of the time it counts as none. */
    private void forgetUnknown(List<NodeStep> steps, double seconds) {
        uses.forEach((limiter, use) -> {
            double known = 0;
            for (int step = 0; step < use.length; step++) {
                known += Double.isNaN(use[step]) ? 0 : within(steps.get(step), seconds);
                use[step] = Double.isNaN(use[step]) ? 0 : use[step];
            }
            if (known < LEAST_KNOWN * seconds) {
                unknown.add(limiter);
            }
        });
        uses.keySet().removeAll(unknown);
    }

    /** Returns the seconds of a step up to the job's end. */
    private static double within(NodeStep step, double seconds) {
        return Math.max(0, Math.min(step.seconds(), seconds - step.at()));
    }

    private List<PartLimit> parts(List<NodeStep> steps, double seconds) {
        Map<Limiter, PartSum> sums = new EnumMap<>(Limiter.class);
        for (int step = 0; step < steps.size(); step++) {
            Limiter most = most(step, EnumSet.noneOf(Limiter.class));
            double length = within(steps.get(step), seconds);
            if (most == null || length == 0) {
                continue;
            }
            Limiter next = most(step, EnumSet.of(most));
            Set<Limiter> storage = EnumSet.copyOf(Limiter.OF_STORAGE);
            storage.add(most);
            Limiter beyond = most(step, storage);
            PartSum sum = sums.computeIfAbsent(most, none -> new PartSum());
            sum.add(length, at(most, step), at(next, step), at(beyond, step));
            sum.moved(length * array(reads, most)[step], length * array(writes, most)[step]);
        }
        List<PartLimit> parts = new ArrayList<>();
        sums.forEach((limiter, sum) -> parts.add(sum.part(limiter, seconds)));
        parts.sort(Comparator.comparingDouble(PartLimit::pace).reversed());
        return parts;
    }

    private double at(Limiter limiter, int step) {
        return limiter == null ? 0 : uses.get(limiter)[step];
    }

    /** Returns the part that is in use most, of those that are not excluded; null if none is in use. */
    private Limiter most(int step, Set<Limiter> excluded) {
        Limiter most = null;
        for (Map.Entry<Limiter, double[]> one : uses.entrySet()) {
            if (!excluded.contains(one.getKey()) && one.getValue()[step] > at(most, step)) {
                most = one.getKey();
            }
        }
        return most;
    }

    /** Adds up the seconds in which one part is in use most. */
    private static final class PartSum {
        private double time;
        private double used;
        private double next;
        private double beyond;
        private double read;
        private double written;

        void add(double seconds, double use, double after, double beyondStorage) {
            time += seconds;
            used += seconds * use;
            next += seconds * after;
            beyond += seconds * beyondStorage;
        }

        void moved(double bytesRead, double bytesWritten) {
            read += bytesRead;
            written += bytesWritten;
        }

        PartLimit part(Limiter limiter, double seconds) {
            Double share = read + written > 0 ? (Double) (read / (read + written)) : null;
            return new PartLimit(limiter, time / seconds, used / time, next / time, beyond / time, share);
        }
    }
}
