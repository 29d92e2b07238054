package org.spindlebench.analysis.hypothesis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.LimitMedians;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.hypothesis.Hypothesis.Bottleneck;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.SetupPair;
import org.spindlebench.analysis.hypothesis.Judgement.HypothesisData;
import org.spindlebench.analysis.hypothesis.Judgement.Observed;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * The measurements of one job with one choice of settings.
 *
 * @param first the measurements on both setups, with the claim's first settings if it compares two choices of settings,
 *     and of the other job if it compares two jobs; null if not measured
 * @param second the measurements with the claim's second settings, of this job if the claim compares two jobs, or
 *     against the other setup if the contender is claimed to be between two; null if not measured, or if the claim
 *     compares no second measurement
 */
record HypothesisCase(
        Hypothesis hypothesis, String job, SortedMap<String, String> settings, Observed first, Observed second) {
    private static final int PERCENT = 100;

    /** Returns every situation of a job; one without durations if the job was not measured. */
    static List<HypothesisCase> of(Hypothesis hypothesis, String job, Collection<Observed> observed) {
        if (hypothesis.prediction().expectation() == Expectation.GREATER_GAIN) {
            return hypothesis.prediction().than().stream()
                    .flatMap(other -> ofJobs(hypothesis, job, other, observed).stream())
                    .toList();
        }
        Prediction prediction = hypothesis.prediction();
        if (prediction.expectation() == Expectation.IN_ORDER) {
            return inOrder(hypothesis, job, observed(hypothesis, job, observed));
        }
        Map<SortedMap<String, String>, HypothesisCase> found = new LinkedHashMap<>();
        for (Observed one : observed) {
            if (!one.job().equals(job) || !hypothesis.isAbout(job, one.settings())) {
                continue;
            }
            boolean isOther = one.setups().baseline().equals(prediction.other());
            boolean isFirst = !isOther
                    && one.settings().entrySet().containsAll(prediction.from().entrySet());
            boolean isSecond = isOther
                    || (!prediction.to().isEmpty()
                            && one.settings()
                                    .entrySet()
                                    .containsAll(prediction.to().entrySet()));
            if (isFirst || isSecond) {
                SortedMap<String, String> rest = new TreeMap<>(one.settings());
                rest.keySet().removeAll(prediction.from().keySet());
                HypothesisCase known = found.getOrDefault(rest, new HypothesisCase(hypothesis, job, rest, null, null));
                found.put(rest, isSecond ? known.withSecond(one) : known.withFirst(one));
            }
        }
        return found.isEmpty() ? List.of(unmeasured(hypothesis, job)) : List.copyOf(found.values());
    }

    /** Returns the situations of each pair of setups that follow each other in an order. */
    private static List<HypothesisCase> inOrder(Hypothesis hypothesis, String job, List<Observed> observed) {
        List<HypothesisCase> found = new ArrayList<>();
        for (SetupPair setups : hypothesis.pairs()) {
            String name = job + " on " + setups.contender() + " against " + setups.baseline();
            List<Observed> own =
                    observed.stream().filter(one -> one.setups().equals(setups)).toList();
            own.forEach(one -> found.add(new HypothesisCase(hypothesis, name, one.settings(), one, null)));
            if (own.isEmpty()) {
                found.add(unmeasured(hypothesis, name));
            }
        }
        return found;
    }

    private static HypothesisCase unmeasured(Hypothesis hypothesis, String job) {
        return new HypothesisCase(hypothesis, job, hypothesis.settings(), null, null);
    }

    /** Returns the situations of two jobs with the same settings, except for the settings that follow from the job. */
    private static List<HypothesisCase> ofJobs(
            Hypothesis hypothesis, String job, String other, Collection<Observed> observed) {
        List<HypothesisCase> found = new ArrayList<>();
        for (Observed one : observed(hypothesis, job, observed)) {
            SortedMap<String, String> shared = Judgement.shared(one.settings());
            observed(hypothesis, other, observed).stream()
                    .filter(second -> Judgement.shared(second.settings()).equals(shared))
                    .forEach(second ->
                            found.add(new HypothesisCase(hypothesis, job + " against " + other, shared, second, one)));
        }
        return found.isEmpty() ? List.of(unmeasured(hypothesis, job + " against " + other)) : found;
    }

    private static List<Observed> observed(Hypothesis hypothesis, String job, Collection<Observed> all) {
        return all.stream()
                .filter(one -> one.job().equals(job) && hypothesis.isAbout(job, one.settings()))
                .toList();
    }

    private HypothesisCase withFirst(Observed one) {
        return new HypothesisCase(hypothesis, job, settings, one, second);
    }

    private HypothesisCase withSecond(Observed one) {
        return new HypothesisCase(hypothesis, job, settings, first, one);
    }

    /**
     * Judges the claim in this situation.
     *
     * @param confidence the confidence of the interval that can support the claim
     * @param corrected the confidence of the interval that can contradict the claim
     */
    HypothesisData evidence(double confidence, double corrected) {
        HypothesisData found =
                switch (hypothesis.prediction().expectation()) {
                    case SMALLER_DIFFERENCE, GREATER_GAIN -> ofTwo(hypothesis.prediction(), confidence, corrected);
                    case BETWEEN -> between(confidence, corrected);
                    default -> ofSpeedUp(hypothesis.prediction(), confidence, corrected);
                };
        if (!hypothesis.isOfSpeed() || !hypothesis.with().isEmpty()) {
            return found;
        }
        Stream<Observed> tested =
                switch (hypothesis.prediction().expectation()) {
                    case GREATER_GAIN -> Stream.of(second);
                    case BETWEEN -> Stream.of(first, second);
                    default -> Stream.ofNullable(first);
                };
        return tested.filter(one -> one != null && one.isMeasured())
                .min(Comparator.comparingDouble(this::leastPaceFirst))
                .map(one -> tested(found, one))
                .orElse(found);
    }

    /** Sorts pairs whose slower setup something else limited first, then pairs of unknown load, then all others. */
    private double leastPaceFirst(Observed one) {
        Double pace = pace(one);
        return pace == null ? LimitMedians.LEAST : pace;
    }

    private Double pace(Observed tested) {
        Observed.Load load = tested.slower();
        return hypothesis.limit() == Bottleneck.CPU ? load.cpu() : load.storage();
    }

    /**
     * Adds what set the pace of the slower setup. If that was not {@link Hypothesis#limit}, the job does not test that
     * a difference is absent: it neither supports a claim of absence nor contradicts a claim of a difference.
     */
    private HypothesisData tested(HypothesisData found, Observed tested) {
        Double pace = pace(tested);
        String setup = tested.isContenderSlower()
                ? tested.setups().contender()
                : tested.setups().baseline();
        if (pace == null) {
            return found.with(null, "what limited " + setup + " is unknown");
        }
        String share = hypothesis.limit().text() + " set the pace of " + setup + " for " + Math.round(pace * PERCENT)
                + " % of the job";
        String premise = tested.slower().premise();
        boolean isContradicted = found.stand() == Verdict.CONTRADICTED;
        boolean isAbsence = claimsAbsence() ? !isContradicted : isContradicted && !exceedsTheClaim(found);
        if (pace >= LimitMedians.LEAST || !isAbsence) {
            return found.with(pace, share + premise);
        }
        return found.untested(
                pace,
                "not tested at this size: " + share + ", less than " + Math.round(LimitMedians.LEAST * PERCENT) + " %"
                        + premise);
    }

    /** Checks whether the claim says that a difference, or a greater one, is absent. A ratio of k is a difference. */
    private boolean claimsAbsence() {
        double times = hypothesis.prediction().times();
        return switch (hypothesis.prediction().expectation()) {
            case ALIKE -> times == 1;
            case NOT_FASTER -> times >= 1;
            case NOT_SLOWER -> times <= 1;
            case UP_TO -> true;
            default -> false;
        };
    }

    /** Checks whether the difference is greater than the ratio that is claimed, so that it is not absent. */
    private boolean exceedsTheClaim(HypothesisData found) {
        double times = hypothesis.prediction().times();
        return hypothesis.prediction().expectation() == Expectation.ALIKE
                && (times > 1
                        ? found.speedUp().ratio() > times
                        : found.speedUp().ratio() < times);
    }

    private HypothesisData ofSpeedUp(Prediction prediction, double confidence, double corrected) {
        if (first == null || !first.isMeasured()) {
            return open(
                    null,
                    null,
                    !hypothesis.with().isEmpty()
                            ? "not all values of "
                                    + String.join(", ", hypothesis.with().keySet())
                                    + " have valid runs with all else equal"
                            : hypothesis.isOfSpeed()
                                    ? "not both setups have valid runs"
                                    : "not all valid runs have "
                                            + hypothesis.measure().words());
        }
        SpeedUp speedUp = first.speedUp(confidence);
        boolean decides = speedUp.interval().isPresent();
        Double supporting = decides ? supporting(prediction) : null;
        Double contradicting = decides ? contradicting(prediction) : null;
        Verdict stand = stand(supporting, contradicting, confidence, corrected);
        HypothesisData found = new HypothesisData(
                job,
                settings,
                speedUp,
                null,
                null,
                stand,
                lacks(stand, speedUp.interval(), speedUp.basis()),
                supporting,
                contradicting);
        double low = prediction.times() / (1 + prediction.by());
        return decides && prediction.expectation() == Expectation.UP_TO
                ? found.upTo(twice(first.above(low)), twice(first.below(low)))
                : found;
    }

    /**
     * Judges whether the contender is between two setups: faster than one of them and slower than the other. Either of
     * them may be the faster one. Both sides must be proved, so the greater p counts. There are two ways to be between,
     * each with half of α; so a contender that equals one of the two is called between no more often than α.
     */
    private HypothesisData between(double confidence, double corrected) {
        SpeedUp one =
                first == null || first.pair() == null ? null : first.pair().speedUp(confidence);
        SpeedUp other =
                second == null || second.pair() == null ? null : second.pair().speedUp(confidence);
        if (one == null || other == null) {
            return open(one, other, "not all three setups have valid runs");
        }
        SpeedUp open = one.interval().isEmpty() ? one : other;
        boolean decides = open.interval().isPresent();
        Sides sides = Sides.of(first.pair());
        Sides others = Sides.of(second.pair());
        Double supporting = decides ? (Double) twice(sides.apart(others)) : null;
        Double contradicting = decides ? (Double) twice(sides.together(others)) : null;
        Verdict stand = stand(supporting, contradicting, confidence, corrected);
        return new HypothesisData(
                job,
                settings,
                one,
                other,
                null,
                stand,
                lacks(stand, open.interval(), open.basis()),
                supporting,
                contradicting);
    }

    /** The one-sided p of a ratio above 1, and of a ratio below 1. */
    private record Sides(double above, double below) {
        static Sides of(VisitedPair pair) {
            return new Sides(
                    pair.pAbove(1, null).orElse(1), pair.pBelow(1, null).orElse(1));
        }

        static Sides of(Interaction interaction) {
            double half = interaction.p().orElse(1) / 2;
            return interaction.ratio() > 1 ? new Sides(half, 1 - half) : new Sides(1 - half, half);
        }

        /** Returns the one-sided p of two ratios on different sides of 1. */
        double apart(Sides other) {
            return Math.min(Math.max(above, other.below), Math.max(below, other.above));
        }

        /** Returns the one-sided p of two ratios on the same side of 1. */
        double together(Sides other) {
            return Math.min(Math.max(above, other.above), Math.max(below, other.below));
        }
    }

    private HypothesisData open(SpeedUp from, SpeedUp to, String lacks) {
        return new HypothesisData(job, settings, from, to, null, Verdict.UNDECIDED, lacks, null, null);
    }

    private static Verdict stand(Double supporting, Double contradicting, double confidence, double corrected) {
        Verdict otherwise = Verdict.of(Verdict.CONTRADICTED, Verdict.UNDECIDED, contradicting, corrected);
        return Verdict.of(Verdict.SUPPORTED, otherwise, supporting, confidence);
    }

    private Double supporting(Prediction prediction) {
        double low = prediction.times() / (1 + prediction.by());
        double high = prediction.times() * (1 + prediction.by());
        return twice(
                switch (prediction.expectation()) {
                    case FASTER -> first.above(high);
                    case SLOWER -> first.below(low);
                    case NOT_FASTER, UP_TO -> first.below(high);
                    case NOT_SLOWER -> first.above(low);
                    case IN_ORDER -> hypothesis.isRatioOfGain() ? first.above(1) : first.below(1);
                    default -> Math.max(first.above(low), first.below(high));
                });
    }

    private Double contradicting(Prediction prediction) {
        double low = prediction.times() / (1 + prediction.by());
        double high = prediction.times() * (1 + prediction.by());
        return twice(
                switch (prediction.expectation()) {
                    case FASTER -> first.below(high);
                    case SLOWER -> first.above(low);
                    case NOT_FASTER, UP_TO -> first.above(high);
                    case NOT_SLOWER -> first.below(low);
                    case IN_ORDER -> hypothesis.isRatioOfGain() ? first.below(1) : first.above(1);
                    default -> Math.min(first.above(high), first.below(low));
                });
    }

    /** Converts a one-sided p to a two-sided p. */
    private static double twice(double p) {
        return Math.min(1, 2 * p);
    }

    /**
     * Judges a claim that compares two speed-ups. The second difference is smaller if |a| < |b|, with a = ln r₂ and b =
     * ln r₁. This is true if b − a and b + a have the same sign: the quotient r₂ / r₁ and the product r₁ r₂ are on
     * different sides of 1. They are on the same side if |a| > |b|. Both sides must be proved, so the greater p counts.
     */
    private HypothesisData ofTwo(Prediction prediction, double confidence, double corrected) {
        VisitedPair one = first == null ? null : first.pair();
        VisitedPair other = second == null ? null : second.pair();
        SpeedUp from = one == null ? null : one.speedUp(confidence);
        SpeedUp to = other == null ? null : other.speedUp(confidence);
        if (from == null || to == null) {
            return open(from, to, "not both setups have valid runs" + missing(prediction, from, to));
        }
        Interaction quotient = Interaction.of(one, other, confidence);
        Interaction product = Interaction.product(one, other, confidence);
        boolean jobs = prediction.expectation() == Expectation.GREATER_GAIN;
        boolean decides =
                quotient.interval().isPresent() && (jobs || product.interval().isPresent());
        Sides sides = Sides.of(quotient);
        boolean isGain = hypothesis.isRatioOfGain();
        Double claimed = decides
                ? (Double) twice(jobs ? isGain ? sides.above() : sides.below() : sides.apart(Sides.of(product)))
                : null;
        Double opposite = decides
                ? (Double) twice(jobs ? isGain ? sides.below() : sides.above() : sides.together(Sides.of(product)))
                : null;
        Verdict stand = stand(claimed, opposite, confidence, corrected);
        return new HypothesisData(
                job,
                settings,
                from,
                to,
                quotient,
                stand,
                lacks(stand, quotient.interval(), quotient.basis()),
                claimed,
                opposite);
    }

    private static String missing(Prediction prediction, SpeedUp from, SpeedUp to) {
        if (prediction.expectation() == Expectation.GREATER_GAIN) {
            return " of both jobs with the same settings";
        }
        String under = from == null
                ? text(prediction.from()) + (to == null ? " and " + text(prediction.to()) : "")
                : text(prediction.to());
        return " under " + under;
    }

    private String lacks(Verdict stand, Optional<Interval> interval, SpeedUp.IntervalBasis basis) {
        if (stand != Verdict.UNDECIDED) {
            return null;
        }
        if (interval.isEmpty() && Stream.of(first, second).anyMatch(one -> one != null && one.inSample())) {
            return "no interval: too few visits to hold some out of the search for the best settings";
        }
        return interval.isPresent() ? "the interval leaves it open" : "no interval: " + basis.word();
    }

    private static String text(Map<String, String> settings) {
        return settings.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", "));
    }
}
