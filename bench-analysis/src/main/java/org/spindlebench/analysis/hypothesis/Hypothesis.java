package org.spindlebench.analysis.hypothesis;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.record.Subject;

/**
 * A claim about two setups, or about one between two others, that durations can support or contradict.
 *
 * @param says the claim in words
 * @param jobs the jobs that the claim is about; at least one
 * @param settings the settings to which the claim applies, such as {@code compression=none}. It is made for all values
 *     of other settings
 * @param baseline the setup that the contender is compared with
 * @param contender the setup that the claim is about
 * @param bestSettings whether the claim is about each setup with the best of all settings that it was run with, instead
 *     of equal settings
 * @param limit the part of the slower setup that must be busy for the jobs to test the claim
 */
public record Hypothesis(
        String says,
        List<String> jobs,
        SortedMap<String, String> settings,
        String baseline,
        String contender,
        Prediction prediction,
        boolean bestSettings,
        Bottleneck limit) {
    /** The least share of a job for which a part must be busy, so that the job tests the limits of the part. */
    public static final double LEAST_BUSY = 0.6;

    /** The parts of a node that may limit a job. */
    public enum Bottleneck {
        /** The busiest device of HDFS or of the shuffle. */
        STORAGE,
        /** All hardware threads together. */
        CPU;

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
        this(says, jobs, settings, baseline, contender, prediction, false, Bottleneck.STORAGE);
    }

    /** @throws IllegalArgumentException if there is no job, or a setup is compared with itself */
    public Hypothesis {
        Objects.requireNonNull(says, "says");
        Objects.requireNonNull(prediction, "claim");
        Objects.requireNonNull(limit, "limit");
        jobs = List.copyOf(jobs);
        settings = Subject.sorted(settings);
        if (jobs.isEmpty()
                || against(baseline, prediction).distinct().count()
                        < against(baseline, prediction).count()
                || against(baseline, prediction).anyMatch(contender::equals)) {
            throw new IllegalArgumentException("a hypothesis needs a job and different setups: " + says);
        }
    }

    /**
     * Returns the setups that the contender is compared with: the baseline, and the other setup if the claim has two.
     */
    public List<String> against() {
        return against(baseline, prediction).toList();
    }

    private static Stream<String> against(String baseline, Prediction prediction) {
        return Stream.of(baseline, prediction.other()).filter(Objects::nonNull);
    }

    /** Checks whether the hypothesis needs a job with these settings. */
    public boolean isAbout(String job, Map<String, String> all) {
        return (jobs.contains(job) || prediction.than().contains(job))
                && all.entrySet().containsAll(settings.entrySet());
    }

    /**
     * The claim that a hypothesis makes about each of its jobs.
     *
     * @param expectation the expected range of the contender's speed-up
     * @param by the claimed difference as a share of the smaller duration, such as 0.05; 0 for any difference. It is
     *     above 0 for {@link Expectation#ALIKE}, and 0 for {@link Expectation#SMALLER_DIFFERENCE}, {@link
     *     Expectation#GREATER_GAIN} and {@link Expectation#BETWEEN}
     * @param from the settings under which the difference is claimed to be larger; empty unless the claim is a smaller
     *     difference
     * @param to the same settings with the values under which the difference is claimed to be smaller
     * @param times the speed-up that an {@link Expectation#ALIKE} claim is about, above 0; 1 for equal durations, and
     *     for other claims
     * @param than the jobs that are claimed to have smaller speed-ups; empty unless the claim is {@link
     *     Expectation#GREATER_GAIN}
     * @param other the setup on the contender's other side; null unless the claim is {@link Expectation#BETWEEN}
     */
    public record Prediction(
            Expectation expectation,
            double by,
            SortedMap<String, String> from,
            SortedMap<String, String> to,
            double times,
            List<String> than,
            String other) {
        /** Makes a claim that is not about a given speed-up, other jobs or a third setup. */
        public Prediction(
                Expectation expectation, double by, SortedMap<String, String> from, SortedMap<String, String> to) {
            this(expectation, by, from, to, 1, List.of(), null);
        }

        /** @throws IllegalArgumentException if the components contradict each other */
        public Prediction {
            Objects.requireNonNull(expectation, "expectation");
            from = Collections.unmodifiableSortedMap(new TreeMap<>(from));
            to = Collections.unmodifiableSortedMap(new TreeMap<>(to));
            than = List.copyOf(than);
            boolean compares = expectation == Expectation.SMALLER_DIFFERENCE;
            boolean jobs = expectation == Expectation.GREATER_GAIN;
            boolean between = expectation == Expectation.BETWEEN;
            if (!(times > 0 && times <= Double.MAX_VALUE)
                    || (times != 1 && expectation != Expectation.ALIKE)
                    || jobs == than.isEmpty()
                    || between == (other == null)) {
                throw new IllegalArgumentException(expectation.word() + " times " + times + " than " + than + " and "
                        + other + " cannot be judged");
            }
            if (!(by >= 0 && by <= Double.MAX_VALUE)
                    || (expectation == Expectation.ALIKE && by == 0)
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

        /** Returns the claim that the speed-up is {@code times}, within a factor of 1 + {@code by}. */
        public static Prediction ofTimes(double times, double by) {
            return new Prediction(Expectation.ALIKE, by, new TreeMap<>(), new TreeMap<>(), times, List.of(), null);
        }

        /** Returns the claim that jobs have greater speed-ups than other jobs. */
        public static Prediction greaterGain(List<String> than) {
            return new Prediction(Expectation.GREATER_GAIN, 0, new TreeMap<>(), new TreeMap<>(), 1, than, null);
        }

        /**
         * Returns the claim that durations on the contender are between the durations on the baseline and on another
         * setup.
         */
        public static Prediction between(String other) {
            return new Prediction(Expectation.BETWEEN, 0, new TreeMap<>(), new TreeMap<>(), 1, List.of(), other);
        }

        /** The range in which a claim expects the contender's speed-up. */
        public enum Expectation {
            /** The speed-up is above 1 + {@code by}. */
            FASTER,
            /** The speed-up is below 1 / (1 + {@code by}). */
            SLOWER,
            /** The speed-up is from {@code times} / (1 + {@code by}) to {@code times} · (1 + {@code by}). */
            ALIKE,
            /** The speed-up is at most 1 + {@code by}. */
            NOT_FASTER,
            /** The speed-up is at least 1 / (1 + {@code by}). */
            NOT_SLOWER,
            /**
             * The mean duration is between the mean durations on two setups: the speed-up is above 1 against one setup,
             * and below 1 against the other.
             */
            BETWEEN,
            /** The speed-up of each job is greater than that of each other job. */
            GREATER_GAIN,
            /** The speed-up is nearer to 1, as a ratio, with some settings than with others. */
            SMALLER_DIFFERENCE;

            /** Returns the expectation's word in files and reports, such as {@code smaller-difference}. */
            public String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
     */
    public record Study(
            String figure,
            List<Hypothesis> hypotheses,
            List<Hypothesis> later,
            Set<String> endedEarly,
            List<PublishedNumbers> printed,
            Looks looks) {
        public static final Study NONE = new Study("", List.of());

        /** Creates a study of hypotheses that were stated before the first run, in which no campaign ended early. */
        public Study(String figure, List<Hypothesis> hypotheses) {
            this(figure, hypotheses, List.of(), Set.of(), List.of(), Looks.ONLY);
        }

        public Study {
            Objects.requireNonNull(figure, "figure");
            hypotheses = List.copyOf(hypotheses);
            later = List.copyOf(later);
            endedEarly = Set.copyOf(endedEarly);
            printed = List.copyOf(printed);
            Objects.requireNonNull(looks, "looks");
        }
    }
}
