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
 * @param baseline x, the side that the other side is compared with
 * @param contender y, in the same unit
 */
public record VisitedPair(VisitedSample baseline, VisitedSample contender) {
    /** @throws IllegalArgumentException if {@link SamplePair} throws it */
    public VisitedPair {
        Objects.requireNonNull(baseline, "baseline");
        Objects.requireNonNull(contender, "contender");
    }

    /** Makes a pair of independent runs. */
    public static VisitedPair ofRuns(SamplePair runs) {
        return new VisitedPair(VisitedSample.ofRuns(runs.baseline()), VisitedSample.ofRuns(runs.contender()));
    }

    /**
     * Makes a pair of visited sides.
     *
     * @param baseline the runs of each visit to the baseline; at least one visit
     * @param contender the runs of each visit to the contender; at least one visit
     */
    public static VisitedPair ofVisits(List<Sample> baseline, List<Sample> contender) {
        return new VisitedPair(named("baseline", baseline), named("contender", contender));
    }

    private static VisitedSample named(String side, List<Sample> visits) {
        if (visits.isEmpty()) {
            throw new IllegalArgumentException("the " + side + " needs at least one visit");
        }
        return VisitedSample.ofVisits(IntStream.range(0, visits.size())
                .mapToObj(i -> new VisitedSample.VisitSample(side + " " + (i + 1), visits.get(i)))
                .toList());
    }

    /** Returns the observations: means of visits, or durations of runs. */
    public SamplePair observations() {
        return new SamplePair(baseline.observations(), contender.observations());
    }

    /**
     * Returns ln(baseline / contender), where each side is the geometric mean of its durations: first of the runs of
     * each visit, then of the visits.
     */
    public double logRatio() {
        return Contrast.between(List.of(this)).log();
    }

    /** Checks whether the observations of at least one side are means of visits. */
    public boolean isVisited() {
        return baseline.isVisited() || contender.isVisited();
    }

    boolean bothVisited() {
        return baseline.isVisited() && contender.isVisited();
    }

    /** Checks whether {@link #speedUp(double, CampaignDeviation)} uses the known variance between campaigns. */
    public boolean needsBetween() {
        return bothVisited()
                && Math.min(baseline.visits().size(), contender.visits().size()) == 1;
    }

    /**
     * Returns the {@link SpeedUp} of the observations. Its basis is {@link SpeedUp.IntervalBasis#CONFOUNDED_WITH_TIME} if a
     * side was visited once.
     */
    public SpeedUp speedUp(double confidence) {
        SamplePair observations = observations();
        Interval.requireConfidence(confidence);
        return isVisited() && !observations.isRepeated()
                ? SpeedUp.without(observations.ratioOfMeans(), SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME)
                : SpeedUp.of(observations, confidence);
    }

    /**
     * Returns the speed-up. If a side was visited once, it uses the known variance between campaigns. The ratio is then
     * of geometric means, with the interval of {@link Contrast#between(List, CampaignDeviation)}.
     *
     * @param between the variation between campaigns; null if unknown
     */
    public SpeedUp speedUp(double confidence, CampaignDeviation between) {
        if (between == null || !needsBetween()) {
            return speedUp(confidence);
        }
        Contrast contrast = Contrast.between(List.of(this), between);
        Optional<Interval> interval = contrast.interval(confidence);
        return interval.isPresent()
                ? new SpeedUp(contrast.ratio(), contrast.df(), interval, SpeedUp.IntervalBasis.INTERVAL)
                : speedUp(confidence);
    }

    /**
     * Returns the speed-up between two values of a setting on one setup. It is computed from the differences within
     * each visit ({@link Contrast#within}), in which the common effect of the visit cancels. The runs of a single visit
     * count as independent within it. The ratio is of geometric means. Runs without visits are compared as in
     * {@link #speedUp(double)}.
     */
    public SpeedUp withinVisits(double confidence) {
        if (!bothVisited()) {
            return speedUp(confidence);
        }
        return Contrast.within(List.of(this), true).speedUp(confidence);
    }

    /** Returns the one-sided p for the claim that {@link #withinVisits} is above 1; empty if there is no interval. */
    public OptionalDouble pFasterWithinVisits() {
        return bothVisited() ? Contrast.within(List.of(this), true).pAbove(1) : pAbove(1, null);
    }

    /** Returns Welch's test of logarithms; empty if there is none. */
    public Optional<LogWelch> welch(double confidence, CampaignDeviation between) {
        if (between == null || !needsBetween()) {
            return LogWelch.of(observations(), confidence);
        }
        return Contrast.between(List.of(this), between).welch(confidence);
    }

    /**
     * Returns the one-sided p for the claim that the speed-up is above a limit. A small p supports the claim. It agrees
     * with {@link SpeedUp}'s interval: p is below α / 2 if the whole interval of confidence 1 − α is above the limit.
     *
     * @param limit above 0
     * @param between the variation between campaigns; null if unknown
     * @return empty if there is no interval for lack of runs, visits or variation
     */
    public OptionalDouble pAbove(double limit, CampaignDeviation between) {
        return oneSided(limit, between, 1);
    }

    /** Returns the one-sided p for the claim that the speed-up is below a limit. A small p supports the claim. */
    public OptionalDouble pBelow(double limit, CampaignDeviation between) {
        return oneSided(limit, between, -1);
    }

    private OptionalDouble oneSided(double limit, CampaignDeviation between, int sign) {
        if (between != null && needsBetween()) {
            Contrast contrast = Contrast.between(List.of(this), between);
            return sign > 0 ? contrast.pAbove(limit) : contrast.pBelow(limit);
        }
        SamplePair observations = observations();
        if (!observations.isRepeated()) {
            return OptionalDouble.empty();
        }
        VarianceSum variance = observations.relativeVariance();
        if (variance.total() == 0) {
            return OptionalDouble.empty();
        }
        double share = limit / observations.ratioOfMeans();
        double error = Math.sqrt(variance.parts().get(0).variance()
                + share * share * variance.parts().get(1).variance());
        return OptionalDouble.of(StudentT.above(sign * (1 - share) / error, variance.df()));
    }

    public VisitedPair swapped() {
        return new VisitedPair(contender, baseline);
    }

    /** Returns the runs of one visit to both sides, as independent runs. */
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
