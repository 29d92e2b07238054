package org.spindlebench.site;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.spindlebench.analysis.stats.Holm;

/**
 * The campaigns of one cluster on one setup, in chronological order, and the changes of level between them.
 *
 * <p>A look is the analysis after a campaign: it knows this campaign and the earlier ones. A change is marked at the
 * first look that finds it, and stays. Later looks begin at the change.
 *
 * @param common the level of all jobs together, with the changes that the screen marks
 * @param jobs each job alone
 */
record Timeline(String cluster, String setup, List<CampaignLevels> points, LevelSeries common, List<LevelSeries> jobs) {
    /** The chance that a look at 24 points of the jobs together marks an unchanged series. */
    static final double OF_COMMON = 0.04;
    /** The chance that a look at 24 points of all jobs, corrected by Holm, marks an unchanged screen. */
    static final double OF_JOBS = 0.004;

    private static final double LATER = 0.25;

    /** The chance that one look at a job alone marks it. */
    static final double OF_ONE_JOB = 0.05;

    /**
     * Returns the share of these chances that a look at fewer or more points has. Many looks come before the 24th
     * point, and many after it, so each has less.
     */
    static double share(int points) {
        double grown =
                (points - LevelChange.LEAST_POINTS + 1.0) / (LevelChange.MOST_POINTS - LevelChange.LEAST_POINTS + 1);
        return points > LevelChange.MOST_POINTS ? LATER : grown * grown * grown;
    }

    /** What a change is about. */
    enum LevelCause {
        /** The jobs that processors limit changed as much, so the machine changed. */
        MACHINE,
        /** The devices changed as much, measured without Hadoop. */
        DEVICES,
        /** The jobs that processors limit did not change as much. */
        NOT_PROCESSORS,
        /** The devices did not change as much, and no job is limited by processors. */
        NOT_DEVICES,
        /** No job here is limited by processors, and no device was measured on both sides. */
        UNKNOWN
    }

    /**
     * A change of level.
     *
     * @param first the first point after the change, from 0
     * @param look the point whose look found it, from 0
     * @param ratio the durations after the change / the durations before it
     */
    record LevelMark(int first, int look, double ratio, double p, LevelCause cause) {}

    /**
     * A series.
     *
     * @param name the job; empty for all jobs
     * @param values ln(seconds) less the mean of each cell; NaN where a campaign did not run the job
     * @param marks the changes
     */
    record LevelSeries(String name, List<Double> values, List<LevelMark> marks) {
        static LevelSeries of(String name, double[] values, List<LevelMark> marks) {
            return new LevelSeries(name, DoubleStream.of(values).boxed().toList(), marks);
        }
    }

    /** Makes the timeline of campaigns on one cluster and setup. */
    static Timeline of(String cluster, String setup, List<CampaignLevels> campaigns) {
        List<CampaignLevels> points = campaigns.stream()
                .sorted(Comparator.comparing(CampaignLevels::started).thenComparing(CampaignLevels::campaign))
                .toList();
        Screen screen = new Screen(points);
        List<LevelSeries> jobs = new ArrayList<>();
        Levels all = screen.levels(points.size());
        all.jobs.forEach((job, values) -> jobs.add(LevelSeries.of(job, values, screen.ofOneJob(job))));
        return new Timeline(cluster, setup, points, LevelSeries.of("", all.common, screen.marks()), jobs);
    }

    /** Returns the start of the campaign at a point. */
    Instant started(int point) {
        return points.get(point).started();
    }

    /** The values of each job in the first points, and of all jobs together. */
    private static final class Levels {
        private final SortedMap<String, double[]> jobs;
        private final double[] common;

        Levels(SortedMap<String, double[]> jobs, double[] common) {
            this.jobs = jobs;
            this.common = common;
        }
    }

    /** The looks at the points, one after another. */
    private static final class Screen {
        private final List<CampaignLevels> points;
        private final Map<Integer, Levels> known = new HashMap<>();

        Screen(List<CampaignLevels> points) {
            this.points = points;
        }

        /** Returns the levels as the look after the first points sees them: later points change nothing. */
        Levels levels(int count) {
            return known.computeIfAbsent(count, this::computed);
        }

        private Levels computed(int count) {
            List<CampaignLevels> seen = points.subList(0, count);
            TreeSet<String> names = new TreeSet<>();
            seen.forEach(point -> names.addAll(point.jobs().keySet()));
            SortedMap<String, double[]> jobs = new TreeMap<>();
            names.forEach(
                    job -> jobs.put(job, centred(seen, point -> point.jobs().getOrDefault(job, new TreeMap<>()))));
            double[] common = new double[count];
            for (int point = 0; point < count; point++) {
                int at = point;
                common[point] = jobs.values().stream()
                        .mapToDouble(values -> values[at])
                        .filter(value -> !Double.isNaN(value))
                        .average()
                        .orElse(Double.NaN);
            }
            return new Levels(jobs, common);
        }

        /** Returns the means over the cells of each point, each less its own mean over the points. */
        private static double[] centred(
                List<CampaignLevels> seen, Function<CampaignLevels, SortedMap<String, Double>> cells) {
            Map<String, double[]> sums = new TreeMap<>();
            seen.forEach(point -> cells.apply(point).forEach((cell, value) -> {
                double[] sum = sums.computeIfAbsent(cell, none -> new double[2]);
                sum[0] += value;
                sum[1]++;
            }));
            return seen.stream()
                    .mapToDouble(point -> cells.apply(point).entrySet().stream()
                            .mapToDouble(
                                    cell -> cell.getValue() - sums.get(cell.getKey())[0] / sums.get(cell.getKey())[1])
                            .average()
                            .orElse(Double.NaN))
                    .toArray();
        }

        /** Returns the changes that the screen marks: common to all jobs, or of one job after Holm's correction. */
        List<LevelMark> marks() {
            List<LevelMark> marks = new ArrayList<>();
            int from = 0;
            for (int count = LevelChange.LEAST_POINTS; count <= points.size(); count++) {
                Levels levels = levels(count);
                Optional<Seen> found =
                        Seen.of(levels.common, from).filter(seen -> seen.p <= OF_COMMON * share(seen.points));
                if (found.isEmpty()) {
                    found = ofJobs(levels, from);
                }
                if (found.isPresent()) {
                    marks.add(mark(found.get(), levels, count));
                    from = found.get().first;
                }
            }
            return marks;
        }

        private static Optional<Seen> ofJobs(Levels levels, int from) {
            List<Seen> all = levels.jobs.values().stream()
                    .flatMap(values -> Seen.of(values, from).stream())
                    .toList();
            List<Double> adjusted = Holm.adjust(all.stream().map(Seen::p).toList());
            int best = -1;
            for (int i = 0; i < all.size(); i++) {
                best = adjusted.get(i) <= OF_JOBS * share(all.get(i).points)
                                && (best < 0 || adjusted.get(i) < adjusted.get(best))
                        ? i
                        : best;
            }
            return best < 0 ? Optional.empty() : Optional.of(all.get(best));
        }

        /** Returns the changes of a job alone. */
        List<LevelMark> ofOneJob(String job) {
            List<LevelMark> marks = new ArrayList<>();
            double[] values = levels(points.size()).jobs.get(job);
            Seen.of(values, 0)
                    .filter(seen -> seen.p <= OF_ONE_JOB)
                    .ifPresent(seen -> marks.add(mark(seen, levels(points.size()), points.size())));
            return marks;
        }

        private LevelMark mark(Seen seen, Levels levels, int count) {
            return new LevelMark(seen.first, count - 1, Math.exp(seen.difference), seen.p, cause(seen, levels));
        }

        /** Compares the change with the changes of jobs that processors limit, and of devices, at the same place. */
        private LevelCause cause(Seen seen, Levels levels) {
            List<double[]> byProcessors = levels.jobs.entrySet().stream()
                    .filter(job -> points.stream()
                                            .filter(point ->
                                                    point.byProcessors().contains(job.getKey()))
                                            .count()
                                    * 2
                            > points.size())
                    .map(Map.Entry::getValue)
                    .toList();
            double[] devices = centred(points.subList(0, levels.common.length), CampaignLevels::devices);
            if (!byProcessors.isEmpty()
                    && seen.isLike(byProcessors.stream()
                            .mapToDouble(seen::differenceOf)
                            .average()
                            .orElse(0))) {
                return LevelCause.MACHINE;
            }
            if (seen.isKnown(devices) && seen.isLike(seen.differenceOf(devices))) {
                return LevelCause.DEVICES;
            }
            if (!byProcessors.isEmpty()) {
                return LevelCause.NOT_PROCESSORS;
            }
            return seen.isKnown(devices) ? LevelCause.NOT_DEVICES : LevelCause.UNKNOWN;
        }
    }

    /** A change in the values from one point on; points without a value are left out. */
    private record Seen(int from, int first, int points, double difference, double p) {
        static Optional<Seen> of(double[] values, int from) {
            int[] places = places(values, from);
            double[] present = DoubleStream.of(values)
                    .skip(from)
                    .filter(value -> !Double.isNaN(value))
                    .toArray();
            return LevelChange.of(present)
                    .map(change ->
                            new Seen(from, places[change.split()], present.length, change.difference(), change.p()));
        }

        private static int[] places(double[] values, int from) {
            return IntStream.range(from, values.length)
                    .filter(i -> !Double.isNaN(values[i]))
                    .toArray();
        }

        /** Checks whether another difference has the same sign, and at least half of the size. */
        boolean isLike(double other) {
            return Math.signum(other) == Math.signum(difference) && Math.abs(other) >= Math.abs(difference) / 2;
        }

        /** Checks whether other values are known before and after the change. */
        boolean isKnown(double[] values) {
            return places(values, from).length > 0
                    && places(values, from)[0] < first
                    && places(values, first).length > 0;
        }

        /** Returns the difference of other values at the same place; 0 without values on both sides. */
        double differenceOf(double[] values) {
            return mean(values, first, values.length) - mean(values, from, first);
        }

        private static double mean(double[] values, int from, int to) {
            return Arrays.stream(values, from, to)
                    .filter(value -> !Double.isNaN(value))
                    .average()
                    .orElse(0);
        }
    }
}
