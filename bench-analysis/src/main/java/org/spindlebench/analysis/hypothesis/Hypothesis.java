package org.spindlebench.analysis.hypothesis;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellMeasures.MeasuredQuantity;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.record.Subject;

/**
 * A claim that runs can support or contradict: about two setups, about one between two others, about several in an
 * order, or about one setup's own values.
 *
 * @param says the claim in words
 * @param measure the quantity that the claim is about, and what it is divided by
 * @param jobs the jobs that the claim is about, at least one; {@link #TOGETHER} alone for all jobs, as one geometric mean
 * @param settings the settings to which the claim applies, such as {@code compression=none}. It is made for all values
 *     of other settings
 * @param with the settings whose other values the contender is compared with, on the contender itself; empty for none
 * @param baseline the setup that the contender is compared with; empty if the claim is about the contender alone
 * @param contender the setup that the claim is about
 * @param under the settings that the claim is judged under
 * @param limit the part that must set the pace of the slower setup, so that the jobs can test that a difference is absent
 */
public record Hypothesis(
        String says,
        ClaimedMeasure measure,
        List<String> jobs,
        SortedMap<String, String> settings,
        SortedMap<String, String> with,
        String baseline,
        String contender,
        Prediction prediction,
        Under under,
        Bottleneck limit) {
    /**
     * The quantity of a claim.
     *
     * @param over the quantity of the same runs that it is divided by; null for none
     */
    public record ClaimedMeasure(MeasureName quantity, MeasureName over) {
        public static final ClaimedMeasure DURATION = new ClaimedMeasure(MeasureName.DURATION, null);

        /** Returns the quantity in words, such as {@code shuffle_io_size over hdfs_io_size}. */
        public String words() {
            return quantity.word() + (over == null ? "" : " over " + over.word());
        }
    }

    /** The quantities that a claim can be about. */
    public enum MeasureName {
        /** Seconds. A ratio of durations is a speed-up, so it is the baseline's duration over the contender's. */
        DURATION,
        /** Bytes per second, of the first kind that all runs state. */
        THROUGHPUT,
        HDFS_IO_SIZE,
        SHUFFLE_IO_SIZE,
        CPU_BUSY,
        MAP_SECONDS,
        SHUFFLE_SECONDS,
        MERGE_SECONDS,
        REDUCE_SECONDS,
        /** The price of a worker's devices times the duration. */
        DEVICE_PRICE_PER_PERFORMANCE,
        /** The cost of the cluster in all the years times the duration: in proportion to the cost of a job. */
        COST_PER_JOB,
        /** The cost of an hour of the cluster times the duration. */
        HOURLY_COST;

        /** Returns what runs measure for this quantity, the preferred one first; empty if it follows from durations. */
        public List<MeasuredQuantity> quantities() {
            return switch (this) {
                case DURATION, DEVICE_PRICE_PER_PERFORMANCE, COST_PER_JOB, HOURLY_COST -> List.of();
                case THROUGHPUT -> MeasuredQuantity.THROUGHPUTS;
                default -> List.of(MeasuredQuantity.valueOf(name()));
            };
        }

        /** Returns whether only a price list states this quantity. */
        public boolean needsPrices() {
            return this == DEVICE_PRICE_PER_PERFORMANCE || this == COST_PER_JOB || this == HOURLY_COST;
        }

        /** Returns the word in files and reports, such as {@code cpu_busy}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Replaces a job's name if a claim is about all jobs together. */
    public static final String TOGETHER = "all jobs together";

    /** The settings that a claim is judged under. */
    public enum Under {
        /** Equal settings on both setups, and each choice of them alone. */
        EACH,
        /** On each setup the best of all settings that it was run with. */
        BEST,
        /** Equal settings on both setups, and the geometric mean over all choices of them. */
        MEAN
    }

    /** The parts of a node that may limit a job. */
    public enum Bottleneck {
        /** The devices of HDFS and the shuffle. */
        STORAGE,
        /** The hardware threads of a node, or those that a task may use. */
        CPU;

        /** Returns the part in words, for a sentence. */
        String text() {
            return this == CPU ? "processors" : "storage";
        }

        /** Returns the word in files and reports. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Makes a claim about equal settings and jobs that storage limits. */
    public Hypothesis(
            String says,
            List<String> jobs,
            SortedMap<String, String> settings,
            String baseline,
            String contender,
            Prediction prediction) {
        this(
                says,
                ClaimedMeasure.DURATION,
                jobs,
                settings,
                Collections.emptySortedMap(),
                baseline,
                contender,
                prediction,
                Under.EACH,
                Bottleneck.STORAGE);
    }

    /** @throws IllegalArgumentException if there is no job, or the compared setups are not named */
    public Hypothesis {
        Objects.requireNonNull(says, "says");
        Objects.requireNonNull(prediction, "claim");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(under, "under");
        Objects.requireNonNull(measure, "measure");
        jobs = List.copyOf(jobs);
        settings = Subject.sorted(settings);
        with = Subject.sorted(with);
        if (jobs.isEmpty()
                || !(with.isEmpty() || (baseline.isEmpty() && under == Under.EACH))
                || against(baseline, prediction).distinct().count()
                        < against(baseline, prediction).count()
                || against(baseline, prediction).anyMatch(contender::equals)) {
            throw new IllegalArgumentException("a hypothesis needs a job and different setups: " + says);
        }
    }

    /**
     * Returns the setups that the contender is compared with: the baseline, and the other setup if the claim has two.
     * Empty if the claim is about the contender alone.
     */
    public List<String> against() {
        return against(baseline, prediction).toList();
    }

    private static Stream<String> against(String baseline, Prediction prediction) {
        return prediction.order().isEmpty()
                ? Stream.of(baseline, Objects.requireNonNullElse(prediction.other(), ""))
                        .filter(setup -> !setup.isEmpty())
                : prediction.order().stream().skip(1);
    }

    /** Returns the pairs of setups that the claim compares. */
    public List<SetupPair> pairs() {
        return prediction.order().isEmpty()
                ? against().stream()
                        .map(setup -> new SetupPair(setup, contender))
                        .toList()
                : IntStream.range(1, prediction.order().size())
                        .mapToObj(i -> new SetupPair(
                                prediction.order().get(i), prediction.order().get(i - 1)))
                        .toList();
    }

    /** Two setups of a hypothesis: the contender, and the setup that it is compared with. */
    public record SetupPair(String baseline, String contender) {}

    /** Checks whether the claim is about a setup's own values, which are compared with no other setup's. */
    public boolean isOfOwnValues() {
        return against().isEmpty() && with.isEmpty();
    }

    /** Checks whether two choices of settings differ at most in the values of {@link #with}, which both have. */
    public boolean differOnlyInWith(Map<String, String> one, Map<String, String> other) {
        Map<String, String> rest = new TreeMap<>(one);
        Map<String, String> otherRest = new TreeMap<>(other);
        rest.keySet().removeAll(with.keySet());
        otherRest.keySet().removeAll(with.keySet());
        return rest.equals(otherRest) && other.keySet().containsAll(with.keySet());
    }

    /** Checks whether the claim is about each setup with the best of all settings that it was run with. */
    public boolean bestSettings() {
        return under == Under.BEST;
    }

    /** Checks whether the claim is about one ratio of several jobs, or of several settings. */
    public boolean isPooled() {
        return isTogether() || under == Under.MEAN;
    }

    /** Checks whether the claim is about all jobs together. */
    public boolean isTogether() {
        return jobs.equals(List.of(TOGETHER));
    }

    /** Checks whether a larger ratio means that the contender's value is smaller, as for durations. */
    public boolean isOfSpeed() {
        return measure.quantity() == MeasureName.DURATION;
    }

    /** Checks whether a ratio above 1 means that the contender is better. */
    boolean isRatioOfGain() {
        return isOfSpeed() || measure.quantity() == MeasureName.THROUGHPUT;
    }

    /**
     * Returns the same claim about other values of a setting.
     *
     * @param values the new value for each old value
     */
    public Hypothesis replacing(String setting, Map<String, String> values) {
        Prediction claim = new Prediction(
                prediction.expectation(),
                prediction.by(),
                replaced(prediction.from(), setting, values),
                replaced(prediction.to(), setting, values),
                prediction.times(),
                prediction.than(),
                prediction.other(),
                prediction.order());
        SortedMap<String, String> others = replaced(settings, setting, values);
        return new Hypothesis(says, measure, jobs, others, with, baseline, contender, claim, under, limit);
    }

    private static SortedMap<String, String> replaced(
            SortedMap<String, String> settings, String setting, Map<String, String> values) {
        SortedMap<String, String> all = new TreeMap<>(settings);
        all.computeIfPresent(setting, (name, value) -> values.getOrDefault(value, value));
        return all;
    }

    /** Checks whether the hypothesis needs a job with these settings. */
    public boolean isAbout(String job, Map<String, String> all) {
        return (isTogether() || jobs.contains(job) || prediction.than().contains(job))
                && all.entrySet().containsAll(settings.entrySet());
    }

    /**
     * The claim that a hypothesis makes about each of its jobs.
     *
     * @param expectation the expected range of the contender's speed-up
     * @param by the claimed difference as a share of the smaller duration, such as 0.05; 0 for any difference. It is
     *     above 0 for {@link Expectation#ALIKE} and {@link Expectation#UP_TO}, and 0 for {@link Expectation#SMALLER_DIFFERENCE}, {@link
     *     Expectation#GREATER_GAIN} and {@link Expectation#BETWEEN}
     * @param from the settings under which the difference is claimed to be larger; empty unless the claim is a smaller
     *     difference
     * @param to the same settings with the values under which the difference is claimed to be smaller
     * @param times the speed-up, or another ratio or value, that the claim is about, above 0; 1 for equal durations, and
     *     for claims that compare ratios
     * @param than the jobs that are claimed to have smaller speed-ups; empty unless the claim is {@link
     *     Expectation#GREATER_GAIN}
     * @param other the setup on the contender's other side; null unless the claim is {@link Expectation#BETWEEN}
     * @param order setups, the best first; empty unless the claim is {@link Expectation#IN_ORDER}
     */
    public record Prediction(
            Expectation expectation,
            double by,
            SortedMap<String, String> from,
            SortedMap<String, String> to,
            double times,
            List<String> than,
            String other,
            List<String> order) {
        /** Makes a claim that is not about a given speed-up, other jobs or a third setup. */
        public Prediction(
                Expectation expectation, double by, SortedMap<String, String> from, SortedMap<String, String> to) {
            this(expectation, by, from, to, 1, List.of(), null, List.of());
        }

        /** @throws IllegalArgumentException if the components contradict each other */
        public Prediction {
            Objects.requireNonNull(expectation, "expectation");
            from = Collections.unmodifiableSortedMap(new TreeMap<>(from));
            to = Collections.unmodifiableSortedMap(new TreeMap<>(to));
            than = List.copyOf(than);
            order = List.copyOf(order);
            boolean compares = expectation == Expectation.SMALLER_DIFFERENCE;
            boolean jobs = expectation == Expectation.GREATER_GAIN;
            boolean between = expectation == Expectation.BETWEEN;
            if (!(times > 0 && times <= Double.MAX_VALUE)
                    || (times != 1 && (compares || jobs || between || expectation == Expectation.IN_ORDER))
                    || (expectation == Expectation.IN_ORDER) == (order.size() < 2)
                    || jobs == than.isEmpty()
                    || between == (other == null)) {
                throw new IllegalArgumentException(expectation.word() + " times " + times + " than " + than + " and "
                        + other + " cannot be judged");
            }
            if (!(by >= 0 && by <= Double.MAX_VALUE)
                    || ((expectation == Expectation.ALIKE || expectation == Expectation.UP_TO) && by == 0)
                    || ((compares || jobs || between) && by != 0)) {
                throw new IllegalArgumentException(expectation.word() + " by " + by + " cannot be judged");
            }
            if (compares != !from.isEmpty() || !from.keySet().equals(to.keySet()) || (compares && from.equals(to))) {
                throw new IllegalArgumentException(
                        expectation.word() + " from " + from + " to " + to + " does not name what is compared");
            }
        }

        /** Returns a claim about one speed-up. */
        public static Prediction of(Expectation expectation, double by) {
            return new Prediction(expectation, by, new TreeMap<>(), new TreeMap<>());
        }

        /** Returns the claim that the difference is smaller if some settings have other values. */
        public static Prediction smallerDifference(SortedMap<String, String> from, SortedMap<String, String> to) {
            return new Prediction(Expectation.SMALLER_DIFFERENCE, 0, from, to);
        }

        /** Returns a claim about a ratio of {@code times}, and a factor of 1 + {@code by} around it. */
        public static Prediction ofTimes(Expectation expectation, double times, double by) {
            return new Prediction(expectation, by, new TreeMap<>(), new TreeMap<>(), times, List.of(), null, List.of());
        }

        /** Returns the claim that setups are in this order, the best first. */
        public static Prediction inOrder(List<String> order) {
            return new Prediction(Expectation.IN_ORDER, 0, new TreeMap<>(), new TreeMap<>(), 1, List.of(), null, order);
        }

        /** Returns the claim that jobs have greater speed-ups than other jobs. */
        public static Prediction greaterGain(List<String> than) {
            return new Prediction(
                    Expectation.GREATER_GAIN, 0, new TreeMap<>(), new TreeMap<>(), 1, than, null, List.of());
        }

        /**
         * Returns the claim that durations on the contender are between the durations on the baseline and on another
         * setup.
         */
        public static Prediction between(String other) {
            return new Prediction(
                    Expectation.BETWEEN, 0, new TreeMap<>(), new TreeMap<>(), 1, List.of(), other, List.of());
        }

        /** The range in which a claim expects the contender's speed-up, or another ratio. */
        public enum Expectation {
            /** The speed-up is above {@code times} · (1 + {@code by}). */
            FASTER("higher"),
            /** The speed-up is below {@code times} / (1 + {@code by}). */
            SLOWER("lower"),
            /** The speed-up is from {@code times} / (1 + {@code by}) to {@code times} · (1 + {@code by}). */
            ALIKE,
            /** The speed-up is at most {@code times} · (1 + {@code by}). */
            NOT_FASTER("not-higher"),
            /** The speed-up is at least {@code times} / (1 + {@code by}). */
            NOT_SLOWER("not-lower"),
            /** The largest speed-up of the jobs is from {@code times} / (1 + {@code by}) to {@code times} · (1 + {@code by}). */
            UP_TO,
            /** Each setup is better than the next one of an order. */
            IN_ORDER,
            /**
             * The mean duration is between the mean durations on two setups: the speed-up is above 1 against one setup,
             * and below 1 against the other.
             */
            BETWEEN,
            /** The speed-up of each job is greater than that of each other job. */
            GREATER_GAIN,
            /** The speed-up is nearer to 1, as a ratio, with some settings than with others. */
            SMALLER_DIFFERENCE;

            private final String ofValues;

            Expectation() {
                this(null);
            }

            Expectation(String ofValues) {
                this.ofValues = ofValues;
            }

            /** Returns the expectation's word in files and reports, such as {@code smaller-difference}. */
            public String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }

            /** Returns the word of a claim about a quantity: {@code higher} if a duration's is {@code faster}. */
            public String word(boolean ofSpeed) {
                return ofSpeed || ofValues == null ? word() : ofValues;
            }
        }
    }

    /**
     * The hypotheses that an experiment tests.
     *
     * @param figure the source that the results are checked against, such as a figure of a paper; empty if none is
     *     named
     * @param hypotheses stated before the first run; they are a family of their own
     * @param later hypotheses that were stated afterwards; they join the report's other claims
     * @param endedEarly the names of campaigns that a rule of the experiment ended before their last planned run. The
     *     remaining runs do not count as missing
     * @param printed the numbers that the source prints
     * @param looks the looks at a campaign that was extended
     * @param notEmulated setups that Spindle did not visit, because emulated disks would make them equal to others
     */
    public record Study(
            String figure,
            List<Hypothesis> hypotheses,
            List<Hypothesis> later,
            Set<String> endedEarly,
            List<PublishedNumbers> printed,
            Looks looks,
            Set<String> notEmulated) {
        public static final Study NONE = new Study("", List.of());

        /** Returns the jobs that the printed numbers are about. */
        public Set<String> printedJobs() {
            Set<String> jobs = new TreeSet<>();
            for (PublishedNumbers list : printed) {
                for (PublishedNumbers.Printed one : list.results()) {
                    jobs.add(one.job());
                }
            }
            jobs.remove("");
            return jobs;
        }

        /** Creates a study of hypotheses that were stated before the first run, in which no campaign ended early. */
        public Study(String figure, List<Hypothesis> hypotheses) {
            this(figure, hypotheses, List.of(), Set.of(), List.of(), Looks.ONLY);
        }

        /** Creates a study that visits all setups of its experiment. */
        public Study(
                String figure,
                List<Hypothesis> hypotheses,
                List<Hypothesis> later,
                Set<String> endedEarly,
                List<PublishedNumbers> printed,
                Looks looks) {
            this(figure, hypotheses, later, endedEarly, printed, looks, Set.of());
        }

        public Study {
            Objects.requireNonNull(figure, "figure");
            hypotheses = List.copyOf(hypotheses);
            later = List.copyOf(later);
            endedEarly = Set.copyOf(endedEarly);
            printed = List.copyOf(printed);
            Objects.requireNonNull(looks, "looks");
            notEmulated = Set.copyOf(notEmulated);
        }
    }
}
