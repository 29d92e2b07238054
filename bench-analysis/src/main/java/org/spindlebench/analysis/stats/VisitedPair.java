package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;

/**
 * One job on two sides: two setups, or two values of a setting on one setup.
 *
 * @param baseline x, what others are compared with
 * @param contender y, in the same unit
 */
public record VisitedPair(VisitedSample baseline, VisitedSample contender) {
    /** @throws IllegalArgumentException as {@link SamplePair} */
    public VisitedPair {
        Objects.requireNonNull(baseline, "baseline");
        Objects.requireNonNull(contender, "contender");
    }

    /** Runs that are taken as independent. */
    public static VisitedPair ofRuns(SamplePair runs) {
        return new VisitedPair(VisitedSample.ofRuns(runs.baseline()), VisitedSample.ofRuns(runs.contender()));
    }

    /**
     * Visits to two sides.
     *
     * @param baseline the runs of each visit to it; at least one visit
     * @param contender those of the other
     */
    public static VisitedPair ofVisits(List<Sample> baseline, List<Sample> contender) {
        return new VisitedPair(named("baseline", baseline), named("contender", contender));
    }

    private static VisitedSample named(String side, List<Sample> visits) {
        if (visits.isEmpty()) {
            throw new IllegalArgumentException("the " + side + " needs at least one visit");
        }
        return VisitedSample.ofVisits(IntStream.range(0, visits.size())
                .mapToObj(i -> new VisitedSample.Visit(side + " " + (i + 1), visits.get(i)))
                .toList());
    }

    /** What the statistics count: means of visits, or durations of runs. */
    public SamplePair observations() {
        return new SamplePair(baseline.observations(), contender.observations());
    }

    /** Whether an observation of some side is the mean of a visit. */
    public boolean isVisited() {
        return baseline.isVisited() || contender.isVisited();
    }

    boolean bothVisited() {
        return baseline.isVisited() && contender.isVisited();
    }

    /** Whether {@link #speedUp(double, Between)} takes what is known of the variance between campaigns into account. */
    public boolean needsBetween() {
        return bothVisited()
                && Math.min(baseline.visits().size(), contender.visits().size()) == 1;
    }

    /** {@link SpeedUp} of the observations; {@link SpeedUp.Basis#CONFOUNDED_WITH_TIME} where a side was visited once. */
    public SpeedUp speedUp(double confidence) {
        SamplePair observations = observations();
        Interval.requireConfidence(confidence);
        return isVisited() && !observations.isRepeated()
                ? SpeedUp.without(observations.ratioOfMeans(), SpeedUp.Basis.CONFOUNDED_WITH_TIME)
                : SpeedUp.of(observations, confidence);
    }

    /**
     * The same, and where a side was visited once, with what is known of the variance between campaigns: then the ratio is of geometric means,
     * with the interval of {@link Contrast#between(List, Between)}.
     *
     * @param between null where nothing is known
     */
    public SpeedUp speedUp(double confidence, Between between) {
        if (between == null || !needsBetween()) {
            return speedUp(confidence);
        }
        Contrast contrast = Contrast.between(List.of(this), between);
        Optional<Interval> interval = contrast.interval(confidence);
        return interval.isPresent()
                ? new SpeedUp(contrast.ratio(), contrast.df(), interval, SpeedUp.Basis.INTERVAL)
                : speedUp(confidence);
    }

    /**
     * The speed-up of two settings of one setup: by what they differ within each visit ({@link Contrast#within}), which what the visit did to both is
     * not in. The runs of a single visit count as independent within it. Then the ratio is of geometric means; runs without visits are compared as
     * {@link #speedUp(double)}.
     */
    public SpeedUp withinVisits(double confidence) {
        if (!bothVisited()) {
            return speedUp(confidence);
        }
        Contrast contrast = Contrast.within(List.of(this), true);
        Optional<Interval> interval = contrast.interval(confidence);
        SpeedUp.Basis basis = contrast.basis() == SpeedUp.Basis.INTERVAL && interval.isEmpty()
                ? SpeedUp.Basis.UNBOUNDED
                : contrast.basis();
        return new SpeedUp(contrast.ratio(), contrast.df(), interval, basis);
    }

    /** The one-sided p of the claim that {@link #withinVisits} is above 1; absent where it has no interval. */
    public OptionalDouble pFasterWithinVisits() {
        return bothVisited() ? Contrast.within(List.of(this), true).pAbove(1) : pAbove(1, null);
    }

    /** Welch's test of logarithms; absent where there is none. */
    public Optional<LogWelch> welch(double confidence, Between between) {
        if (between == null || !needsBetween()) {
            return LogWelch.of(observations(), confidence);
        }
        return Contrast.between(List.of(this), between).welch(confidence);
    }

    /**
     * The one-sided p of the claim that the speed-up is above a limit, small where it is: that of {@link SpeedUp}'s interval, so that it is below
     * α / 2 where the whole interval of confidence 1 − α lies above the limit.
     *
     * @param limit above 0
     * @param between null where nothing is known
     * @return absent where there is no interval for lack of runs, visits or variation
     */
    public OptionalDouble pAbove(double limit, Between between) {
        return oneSided(limit, between, 1);
    }

    /** The same of the claim that the speed-up is below a limit. */
    public OptionalDouble pBelow(double limit, Between between) {
        return oneSided(limit, between, -1);
    }

    private OptionalDouble oneSided(double limit, Between between, int sign) {
        if (between != null && needsBetween()) {
            Contrast contrast = Contrast.between(List.of(this), between);
            return sign > 0 ? contrast.pAbove(limit) : contrast.pBelow(limit);
        }
        SamplePair observations = observations();
        if (!observations.isRepeated() || !observations.varies()) {
            return OptionalDouble.empty();
        }
        VarianceSum variance = observations.relativeVariance();
        double share = limit / observations.ratioOfMeans();
        double error = Math.sqrt(variance.parts().get(0).variance()
                + share * share * variance.parts().get(1).variance());
        return OptionalDouble.of(StudentT.above(sign * (1 - share) / error, variance.df()));
    }

    /** Baseline and contender changed over. */
    public VisitedPair swapped() {
        return new VisitedPair(contender, baseline);
    }

    /** The runs of one visit that both sides have, taken as independent. */
    VisitedPair runsOf(String visit) {
        return new VisitedPair(runsOf(baseline, visit), runsOf(contender, visit));
    }

    private static VisitedSample runsOf(VisitedSample side, String visit) {
        return VisitedSample.ofRuns(Stream.of(side)
                .flatMap(one -> one.visits().stream())
                .filter(one -> one.name().equals(visit))
                .findFirst()
                .orElseThrow()
                .runs());
    }
}
