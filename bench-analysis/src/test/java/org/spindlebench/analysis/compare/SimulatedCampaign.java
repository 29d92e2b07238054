package org.spindlebench.analysis.compare;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;

/** The runs of a made-up experiment, whose true values are known. */
final class SimulatedCampaign {
    /** The standard deviation of the logarithm of a run's duration within its visit: 1 %. */
    static final double WITHIN = 0.01;

    /** The standard deviation of the logarithm of a visit's effect, if visits have one: 2 %. */
    static final double BETWEEN = 0.02;

    /** How much slower runs become from the first to the last, if they drift: 5 %. */
    static final double DRIFT = 0.05;

    /** How much longer a job may take at the gate's limit, and the margin of hypotheses. */
    static final double MARGIN = 0.05;

    static final String BASELINE = "a";
    static final String SETTING = "buffer";

    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final long SECONDS_APART = 120;
    private static final int RUNS_OF_EARLIER = 5;

    /** How a visit changes the runs in it. */
    enum Effect {
        NONE,
        /** The same change for all jobs. */
        COMMON,
        /** A different change for each job. */
        APART
    }

    /** The orders of visits: two that Spindle plans itself, and two that separate the setups in time. */
    enum Order {
        ABBA,
        BLOCKS,
        SEQUENTIAL,
        /**
         * As {@link #SEQUENTIAL}, except that the baseline's last visit and the first contender's first one swap
         * places.
         */
        NEARLY_SEQUENTIAL;

        boolean isSound() {
            return this == ABBA || this == BLOCKS;
        }
    }

    /** The contenders' true speed-ups. */
    enum Truth {
        /** Each is 1. */
        EQUAL,
        /** The first job of the first contender takes longer by the margin; all others are faster. */
        AT_LIMIT,
        /** The first job of the first contender is faster by the margin; all others are faster by more. */
        AT_MARGIN,
        /** All are 1.1 under all values of the setting. */
        SAME_DIFFERENCE,
        /**
         * The first job's is 1.1 under one value and 1 / 1.1 under the next. The other jobs' differences become
         * smaller.
         */
        OPPOSITE_DIFFERENCE,
        /**
         * Each is 1.05. Under the second value of the setting, the baseline takes 3 % longer and the speed-ups are 3 %
         * higher.
         */
        PLANTED
    }

    /**
     * How much is measured, and how evenly.
     *
     * @param visits to the baseline
     * @param runs the runs of a setup, job and value of the setting in a visit
     * @param ofContender visits to each contender, at most as many
     * @param spread how many times as much a contender's runs vary as the baseline's
     */
    record Shape(int jobs, int contenders, int visits, int runs, int values, int ofContender, double spread) {
        Shape(int jobs, int contenders, int visits, int runs, int values) {
            this(jobs, contenders, visits, runs, values, visits, 1);
        }

        boolean isEven() {
            return ofContender == visits && spread == 1;
        }
    }

    /** The effects on durations in addition to the true speed-ups. */
    record Noise(Effect effect, Order order, boolean drifts) {}

    private final Shape shape;
    private final Noise noise;
    private final Truth truth;
    private final Random random;
    private final List<RunRecord> records = new ArrayList<>();

    private SimulatedCampaign(Shape shape, Noise noise, Truth truth, Random random) {
        this.shape = shape;
        this.noise = noise;
        this.truth = truth;
        this.random = random;
    }

    /**
     * Simulates an experiment. If each setup has a single visit, simulates one campaign per setup, which names no
     * visit.
     */
    static Runs runs(Shape shape, Noise noise, Truth truth, Random random) {
        return Runs.of(records(shape, noise, truth, random).stream());
    }

    /** Returns the records of {@link #runs}. */
    static List<RunRecord> records(Shape shape, Noise noise, Truth truth, Random random) {
        SimulatedCampaign campaign = new SimulatedCampaign(shape, noise, truth, random);
        int visit = 0;
        List<String> order = campaign.visits();
        for (int i = 0; i < order.size(); i++) {
            visit++;
            String setup = order.get(i);
            Integer number = shape.visits == 1 ? null : (Integer) visit;
            campaign.visit(
                    shape.visits == 1 ? "of-" + setup : "experiment", setup, number, i / (shape.contenders + 1) + 1);
        }
        return campaign.records;
    }

    /** Simulates this many campaigns of the baseline from before the experiment. */
    static Runs earlier(int campaigns, Shape shape, Noise noise, Random random) {
        Shape one = new Shape(shape.jobs, 0, 1, RUNS_OF_EARLIER, 1);
        SimulatedCampaign all = new SimulatedCampaign(one, noise, Truth.EQUAL, random);
        IntStream.range(0, campaigns).forEach(i -> all.visit("earlier-" + i, BASELINE, null, 1));
        return Runs.of(all.records.stream());
    }

    static String job(int job) {
        return String.format(Locale.ROOT, "job-%02d", job + 1);
    }

    static String contender(int contender) {
        return String.valueOf((char) ('b' + contender));
    }

    static String value(int value) {
        return Integer.toString(100 * (value + 1));
    }

    /** The logarithm of a contender's true speed-up. */
    static double logSpeedUp(Truth truth, int job, int contender, int value) {
        boolean first = job == 0 && contender == 0;
        boolean even = value % 2 == 0;
        return switch (truth) {
            case EQUAL -> 0;
            case AT_LIMIT -> first ? -Math.log1p(MARGIN) : Math.log(1.2);
            case AT_MARGIN -> first ? Math.log1p(MARGIN) : Math.log(1.2);
            case SAME_DIFFERENCE -> Math.log(1.1);
            case OPPOSITE_DIFFERENCE -> job == 0 ? (even ? 1 : -1) * Math.log(1.1) : even ? Math.log(1.2) : 0;
            case PLANTED -> Math.log(1.05) + logSlower(truth, value);
        };
    }

    /**
     * The logarithm of a job's time on the baseline under a value of the setting, divided by its time under the first
     * value.
     */
    static double logSlower(Truth truth, int value) {
        return truth == Truth.PLANTED && value > 0 ? Math.log(1.03) : 0;
    }

    /** The logarithm of a job's median duration on the baseline. */
    static double logMedian(int job) {
        return Math.log(100 + 25.0 * job);
    }

    private List<String> visits() {
        List<String> setups = Stream.concat(
                        Stream.of(BASELINE),
                        IntStream.range(0, shape.contenders).mapToObj(SimulatedCampaign::contender))
                .toList();
        if (!noise.order.isSound() || shape.visits == 1) {
            List<String> order = new ArrayList<>();
            setups.forEach(setup -> order.addAll(Collections.nCopies(shape.visits, setup)));
            if (noise.order == Order.NEARLY_SEQUENTIAL) {
                Collections.swap(order, shape.visits - 1, shape.visits);
            }
            return order;
        }
        List<String> order = new ArrayList<>();
        List<String> before = List.of();
        for (int block = 1; block <= shape.visits; block++) {
            List<String> now = new ArrayList<>(setups);
            if (noise.order == Order.ABBA && block % 2 == 0) {
                now = new ArrayList<>(before);
                Collections.reverse(now);
            } else {
                Collections.shuffle(now, random);
            }
            before = now;
            // Where contenders have fewer visits, these are spread evenly over the blocks.
            boolean all = block * shape.ofContender / shape.visits > (block - 1) * shape.ofContender / shape.visits;
            order.addAll(all ? now : List.of(BASELINE));
        }
        return order;
    }

    /** Adds a visit. Each repeat runs every job under every value once, in random order. */
    private void visit(String campaign, String setup, Integer visit, int block) {
        double spread = setup.equals(BASELINE) ? 1 : shape.spread;
        double common = spread * BETWEEN * random.nextGaussian();
        double[] effects = IntStream.range(0, shape.jobs)
                .mapToDouble(job -> switch (noise.effect) {
                    case NONE -> 0;
                    case COMMON -> common;
                    case APART -> spread * BETWEEN * random.nextGaussian();
                })
                .toArray();
        List<Integer> cells = new ArrayList<>(
                IntStream.range(0, shape.jobs * shape.values).boxed().toList());
        for (int repeat = 0; repeat < shape.runs; repeat++) {
            Collections.shuffle(cells, random);
            for (int cell : cells) {
                int job = cell % shape.jobs;
                int value = cell / shape.jobs;
                double log = logMedian(job)
                        + effects[job]
                        + spread * WITHIN * random.nextGaussian()
                        + drift()
                        + logSlower(truth, value);
                double faster = setup.equals(BASELINE) ? 0 : logSpeedUp(truth, job, setup.charAt(0) - 'b', value);
                add(campaign, new Subject(job(job), setup, settings(value)), visit, block, Math.exp(log - faster));
            }
        }
    }

    private double drift() {
        int all = shape.jobs * (shape.contenders + 1) * shape.visits * shape.runs * shape.values;
        return noise.drifts ? DRIFT * ((double) records.size() / all - 0.5) : 0;
    }

    private Map<String, String> settings(int value) {
        return shape.values == 1 ? Map.of() : Map.of(SETTING, value(value));
    }

    private void add(String campaign, Subject subject, Integer visit, int block, double seconds) {
        int index = records.size() + 1;
        Instant start = START.plusSeconds(SECONDS_APART * index);
        Times times = new Times(null, null, start, null, null, null, null, seconds, null, null);
        records.add(new RunRecord(
                RunRecord.SCHEMA,
                new Identity(campaign, "run-" + index, "simulated", null, null),
                null,
                new Position(index, index, block, index, 1, visit),
                subject,
                null,
                Status.OK,
                null,
                null,
                null,
                times,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null));
    }
}
