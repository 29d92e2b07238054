package org.spindlebench.analysis.hypothesis;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A claim about two setups that durations can support or contradict.
 *
 * @param says the claim in words
 * @param jobs the jobs that the claim is about; at least one
 * @param settings the settings under which the claim is made, such as {@code compression=none}. It is made for all
 *     values of other settings
 * @param baseline the setup that the contender is compared with
 * @param contender the setup that the claim is about
 */
public record Hypothesis(
        String says,
        List<String> jobs,
        SortedMap<String, String> settings,
        String baseline,
        String contender,
        Claim claim) {
    /** @throws IllegalArgumentException if there is no job, or a setup is compared with itself */
    public Hypothesis {
        Objects.requireNonNull(says, "says");
        Objects.requireNonNull(claim, "claim");
        jobs = List.copyOf(jobs);
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        if (jobs.isEmpty() || baseline.equals(contender)) {
            throw new IllegalArgumentException("a hypothesis needs a job and two setups: " + says);
        }
    }

    /** Checks whether the hypothesis is about a job with these settings. */
    public boolean isAbout(String job, Map<String, String> all) {
        return jobs.contains(job) && all.entrySet().containsAll(settings.entrySet());
    }

    /**
     * The claim that a hypothesis makes about each of its jobs.
     *
     * @param expectation the expected range of the contender's speed-up
     * @param by the claimed difference as a share of the smaller duration, such as 0.05; 0 for any difference. It is
     *     above 0 for {@link Expectation#ALIKE}, and 0 for {@link Expectation#SMALLER_DIFFERENCE}
     * @param from the settings under which the difference is claimed to be larger; empty unless the claim is a smaller
     *     difference
     * @param to the same settings with the values under which the difference is claimed to be smaller
     */
    public record Claim(
            Expectation expectation, double by, SortedMap<String, String> from, SortedMap<String, String> to) {
        /** @throws IllegalArgumentException if the components contradict each other */
        public Claim {
            Objects.requireNonNull(expectation, "expectation");
            from = Collections.unmodifiableSortedMap(new TreeMap<>(from));
            to = Collections.unmodifiableSortedMap(new TreeMap<>(to));
            boolean compares = expectation == Expectation.SMALLER_DIFFERENCE;
            if (!(by >= 0 && by <= Double.MAX_VALUE)
                    || (expectation == Expectation.ALIKE && by == 0)
                    || (compares && by != 0)) {
                throw new IllegalArgumentException(expectation.word() + " by " + by + " cannot be judged");
            }
            if (compares != !from.isEmpty() || !from.keySet().equals(to.keySet()) || (compares && from.equals(to))) {
                throw new IllegalArgumentException(
                        expectation.word() + " from " + from + " to " + to + " does not name what is compared");
            }
        }

        /** Returns a claim about one speed-up. */
        public static Claim of(Expectation expectation, double by) {
            return new Claim(expectation, by, new TreeMap<>(), new TreeMap<>());
        }

        /** Returns the claim that the difference is smaller if some settings have other values. */
        public static Claim smallerDifference(SortedMap<String, String> from, SortedMap<String, String> to) {
            return new Claim(Expectation.SMALLER_DIFFERENCE, 0, from, to);
        }

        /** The range in which a claim expects the contender's speed-up. */
        public enum Expectation {
            /** The speed-up is above 1 + {@code by}. */
            FASTER,
            /** The speed-up is below 1 / (1 + {@code by}). */
            SLOWER,
            /** The speed-up is from 1 / (1 + {@code by}) to 1 + {@code by}. */
            ALIKE,
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
     * @param figure the source that the results are checked against, such as a paper's figure; empty if none is named
     * @param endedEarly the names of campaigns that a rule of the experiment ended before their last planned run. The
     *     remaining runs do not count as missing
     */
    public record Study(String figure, List<Hypothesis> hypotheses, Set<String> endedEarly) {
        public static final Study NONE = new Study("", List.of());

        /** Creates a study in which no campaign ended early. */
        public Study(String figure, List<Hypothesis> hypotheses) {
            this(figure, hypotheses, Set.of());
        }

        public Study {
            Objects.requireNonNull(figure, "figure");
            hypotheses = List.copyOf(hypotheses);
            endedEarly = Set.copyOf(endedEarly);
        }
    }
}
