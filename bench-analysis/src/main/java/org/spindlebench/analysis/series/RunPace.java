package org.spindlebench.analysis.series;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
 * Computes what set the pace of a job. On each node the part that is in use most sets the pace of its tasks, second by
 * second. A node counts by the number of tasks that run on it; without tasks, all nodes count alike. Not thread-safe.
 */
public final class RunPace {
    /** The share of the job's duration for which a part's use must be known. */
    private static final double LEAST_KNOWN = 0.9;

    /** The weight of a node without tasks. It counts only if no node has tasks. */
    private static final double IDLE = 1e-6;

    private static final String FILES = "org.apache.hadoop.mapreduce.FileSystemCounter";

    /** Jobs without data in HDFS read less there: only the descriptions of their splits. */
    private static final long LEAST_BYTES = 16L << 20;

    private final TaskWaits tasks;
    private final SortedMap<String, RoleSpeed> speeds;
    private final Map<String, NodeLayout> layouts = new TreeMap<>();
    private final Map<Limiter, PartSum> sums = new EnumMap<>(Limiter.class);
    private final Map<Limiter, double[]> unknown = new EnumMap<>(Limiter.class);
    private final Map<String, NodeLoad> loads = new TreeMap<>();
    private final boolean alone;

    /** Whether all tasks ran on nodes with these names. Otherwise every node counts as if it ran its share of tasks. */
    private final boolean named;

    /** Whether the job may have moved data of HDFS, perhaps to and from hosts that are not watched. */
    private final boolean usesHdfs;

    private double[] weights = new double[0];
    private double[] waits = new double[0];

    private RunPace(RunRecord run, SortedMap<String, RoleSpeed> speeds) {
        this.tasks = new TaskWaits(run);
        this.speeds = speeds;
        this.alone = run.evidence().nodes().size() == 1;
        run.evidence().layout().forEach(layout -> layouts.put(layout.node(), layout));
        run.evidence().nodes().forEach(load -> loads.put(load.node(), load));
        this.named = loads.keySet().containsAll(tasks.hosts());
        Map<String, Long> moved = run.counters() == null ? null : run.counters().get(FILES);
        this.usesHdfs = moved == null
                || moved.getOrDefault("HDFS_BYTES_READ", 0L) + moved.getOrDefault("HDFS_BYTES_WRITTEN", 0L)
                        >= LEAST_BYTES;
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
            waits = tasks.waits(steps);
        }
        NodeUse use = new NodeUse(node, loads.get(node.node()), layouts.get(node.node()), speeds, alone);
        double[] running = running(node.node(), steps);
        double own = Math.max(tasks.computing(), stopped(loads.get(node.node()), running, steps));
        for (int step = 0; step < steps.size(); step++) {
            double weight = running[step] + IDLE;
            weights[step] += weight;
            Map<Limiter, Double> parts = use.at(step);
            parts.put(Limiter.CONTAINERS, waits[step]);
            if (running[step] > 0) {
                parts.merge(Limiter.PROCESSORS, own, Math::max);
                parts.merge(Limiter.MEMORY, tasks.collecting(), Math::max);
            }
            use.unknown().forEach(limiter -> parts.put(limiter, Double.NaN));
            if (usesHdfs && !use.holdsHdfs()) {
                parts.put(Limiter.HDFS, Double.NaN);
            }
            choose(parts, step, weight, use);
        }
    }

    private double[] running(String node, List<NodeStep> steps) {
        return named
                ? tasks.running(node, steps)
                : Arrays.stream(tasks.running(steps))
                        .map(all -> all / loads.size())
                        .toArray();
    }

    /** Returns the share of the tasks' time on a node for which quotas of processors stopped them; 0 if unknown. */
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

    /** Adds a node's step to the part that is in use most there. A part of unknown use counts as not in use. */
    private void choose(Map<Limiter, Double> parts, int step, double weight, NodeUse use) {
        parts.forEach((limiter, value) -> {
            if (Double.isNaN(value)) {
                unknown.computeIfAbsent(limiter, none -> new double[weights.length])[step] += weight;
            }
        });
        parts.values().removeIf(value -> Double.isNaN(value));
        Limiter most = most(parts, EnumSet.noneOf(Limiter.class));
        if (most == null) {
            return;
        }
        Set<Limiter> storage = EnumSet.copyOf(Limiter.OF_STORAGE);
        storage.add(most);
        PartSum sum = sums.computeIfAbsent(most, none -> new PartSum(weights.length));
        sum.add(
                step,
                weight,
                parts.get(most),
                parts.getOrDefault(most(parts, EnumSet.of(most)), 0.0),
                parts.getOrDefault(most(parts, storage), 0.0));
        use.io(step, (limiter, io) -> {
            if (limiter == most) {
                sum.moved(step, known(io.bytesReadPerSecond()), known(io.bytesWrittenPerSecond()));
            }
        });
    }

    /** Returns the part that is in use most, of those that are not excluded; null if none is in use. */
    private static Limiter most(Map<Limiter, Double> parts, Set<Limiter> excluded) {
        Limiter most = null;
        for (Map.Entry<Limiter, Double> one : parts.entrySet()) {
            double greatest = most == null ? 0 : parts.get(most);
            if (!excluded.contains(one.getKey()) && one.getValue() > greatest) {
                most = one.getKey();
            }
        }
        return most;
    }

    private static double known(Double bytes) {
        return bytes == null ? 0 : bytes;
    }

    private LimitShares limits(RunSeries series) {
        List<NodeStep> steps = series.cluster().steps();
        double seconds = series.seconds();
        double[] lengths = steps.stream()
                .mapToDouble(step -> Math.max(0, Math.min(step.seconds(), seconds - step.at())))
                .toArray();
        if (weights.length != steps.size() || Arrays.stream(lengths).sum() < LEAST_KNOWN * seconds) {
            return new LimitShares(seconds, List.of(), List.of(Limiter.values()));
        }
        List<Limiter> left = unknown.keySet().stream()
                .filter(limiter -> overAll(unknown.get(limiter), lengths) > (1 - LEAST_KNOWN) * seconds)
                .toList();
        List<PartLimit> parts = new ArrayList<>();
        sums.forEach((limiter, sum) -> {
            if (!left.contains(limiter) && overAll(sum.time, lengths) > 0) {
                parts.add(sum.part(limiter, lengths, seconds));
            }
        });
        parts.sort(Comparator.comparingDouble(PartLimit::pace).reversed());
        return new LimitShares(seconds, parts, left);
    }

    /** Returns the seconds of the job, from a sum over nodes with these weights. */
    private double overAll(double[] weighted, double[] lengths) {
        double seconds = 0;
        for (int step = 0; step < lengths.length; step++) {
            seconds += lengths[step] * weighted[step] / weights[step];
        }
        return seconds;
    }

    /** Sums of one part over the nodes on which it is in use most, by step, weighted by the nodes. */
    private final class PartSum {
        private final double[] time;
        private final double[] used;
        private final double[] next;
        private final double[] beyond;
        private final double[] read;
        private final double[] written;

        PartSum(int steps) {
            time = new double[steps];
            used = new double[steps];
            next = new double[steps];
            beyond = new double[steps];
            read = new double[steps];
            written = new double[steps];
        }

        void add(int step, double weight, double use, double after, double beyondStorage) {
            time[step] += weight;
            used[step] += weight * use;
            next[step] += weight * after;
            beyond[step] += weight * beyondStorage;
        }

        void moved(int step, double bytesRead, double bytesWritten) {
            read[step] += bytesRead;
            written[step] += bytesWritten;
        }

        PartLimit part(Limiter limiter, double[] lengths, double seconds) {
            double own = overAll(time, lengths);
            double reads = bytes(read, lengths);
            double writes = bytes(written, lengths);
            return new PartLimit(
                    limiter,
                    own / seconds,
                    overAll(used, lengths) / own,
                    overAll(next, lengths) / own,
                    overAll(beyond, lengths) / own,
                    reads + writes > 0 ? (Double) (reads / (reads + writes)) : null);
        }

        private static double bytes(double[] rates, double[] lengths) {
            double bytes = 0;
            for (int step = 0; step < rates.length; step++) {
                bytes += lengths[step] * rates[step];
            }
            return bytes;
        }
    }
}
