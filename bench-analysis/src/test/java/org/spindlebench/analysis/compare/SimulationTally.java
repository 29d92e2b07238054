package org.spindlebench.analysis.compare;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.SimulatedCampaign.Effect;
import org.spindlebench.analysis.compare.SimulatedCampaign.Truth;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.stats.Interval;

/** Counts what reports on many simulated campaigns of one design claim, and checks it against the truth. */
final class SimulationTally {
    /** The nominal error rate. */
    private static final double LEVEL = 0.05;

    private static final double MOST = 0.06;
    /** How far detection may be from R's power. */
    private static final double NEAR = 0.03;

    private static final double ORDER_SEEN = 0.95;
    private static final double STANDARD_ERRORS = 4;
    private static final int FULL = 10_000;

    /** What is counted: whether it happened in each campaign, or the share of cases. */
    enum Promise {
        SCREEN("screen", "something false on the first screen"),
        VERDICTS("verdicts", "some hypothesis is judged wrongly"),
        INTERACTIONS("interactions", "an interaction is claimed that is not so"),
        GATE_4("gate 4", "the gate ends with 4 at its limit"),
        GATE_0("gate 0", "the gate ends with 0 at its limit"),
        RANKING("ranking", "rankings of equal costs that tell a setup from another"),
        SWEEPS("sweeps", "sweeps that tell a value from one that is as good"),
        INTERVALS("intervals", "intervals of mean durations that miss the mean"),
        DETECTED("detected", "the first comparison is claimed, rightly"),
        FOUND("found", "claims that are so and are made"),
        DISAGREE("`tests-disagree`", "some comparison warns that tests disagree"),
        OUTLIERS("`outliers`", "some comparison warns of outliers"),
        DRIFT("`drift`", "some campaign is said to drift"),
        ORDER("`not-interleaved`", "some comparison warns that setups did not take turns");

        final String column;
        private final String title;

        Promise(String column, String title) {
            this.column = column;
            this.title = title;
        }

        private boolean isWarning() {
            return compareTo(DISAGREE) >= 0;
        }
    }

    private final SimulatedDesign design;
    private final Map<Promise, DoubleSummaryStatistics> shares = new EnumMap<>(Promise.class);

    SimulationTally(SimulatedDesign design) {
        this.design = design;
    }

    SimulatedDesign design() {
        return design;
    }

    void addAll(SimulationTally other) {
        other.shares.forEach((promise, more) -> shares(promise).combine(more));
    }

    private DoubleSummaryStatistics shares(Promise promise) {
        return shares.computeIfAbsent(promise, none -> new DoubleSummaryStatistics());
    }

    /** Checks whether the promise was ever counted. */
    boolean has(Promise promise) {
        return shares.containsKey(promise);
    }

    double rate(Promise promise) {
        return shares.get(promise).getAverage();
    }

    private void count(Promise promise, boolean happened) {
        count(promise, happened ? 1 : 0);
    }

    private void count(Promise promise, double share) {
        shares(promise).accept(share);
    }

    void add(Findings findings) {
        List<Claimed> claims = claims(findings);
        List<Claimed> verdicts = verdicts(findings.judgements());
        List<Claimed> interactions = interactions(findings);
        count(Promise.SCREEN, claims.stream().anyMatch(Claimed::isFalse));
        if (design.asks()) {
            count(Promise.VERDICTS, verdicts.stream().anyMatch(Claimed::isFalse));
        }
        if (!interactions.isEmpty()) {
            count(Promise.INTERACTIONS, interactions.stream().anyMatch(Claimed::isFalse));
        }
        if (design.truth() == Truth.EQUAL || design.truth() == Truth.AT_LIMIT) {
            Verdict gate = Gate.of(findings, design.truth() == Truth.EQUAL ? 0 : SimulatedCampaign.MARGIN)
                    .verdict();
            count(Promise.GATE_4, gate == Verdict.BEYOND);
            count(Promise.GATE_0, gate == Verdict.WITHIN);
        }
        if (design.truth() == Truth.EQUAL) {
            ranking(findings);
        }
        if (design.shape().values() > 1) {
            count(Promise.SWEEPS, share(sweeps(findings, false).map(SimulationTally::isTold)));
        }
        if (design.truth() == Truth.PLANTED) {
            count(Promise.DETECTED, claims.get(0).isRight());
            Stream<Boolean> found = Stream.of(claims, verdicts, interactions)
                    .flatMap(List::stream)
                    .filter(Claimed::isSo)
                    .map(Claimed::isRight);
            count(
                    Promise.FOUND,
                    share(Stream.concat(found, sweeps(findings, true).map(SimulationTally::isTold))));
        }
        intervals(findings);
        warnings(findings);
    }

    private static double share(Stream<Boolean> cases) {
        return cases.mapToDouble(one -> one ? 1 : 0).average().orElseThrow();
    }

    /**
     * A claim that a report may make.
     *
     * @param isMade whether the report makes it
     * @param isSo whether there is something to claim
     * @param isRight whether the report claims what is so
     */
    private record Claimed(boolean isMade, boolean isSo, boolean isRight) {
        /** Judges a claim that a ratio is on one side of 1, or near 1. */
        static Claimed of(Verdict verdict, double logTruth) {
            boolean isSo = Math.abs(logTruth) > 1e-9;
            return verdict == Verdict.SAME
                    ? new Claimed(true, isSo, Math.abs(logTruth) < Math.log1p(SimulatedCampaign.MARGIN) - 1e-9)
                    : new Claimed(
                            verdict.isDifference(),
                            isSo,
                            verdict.isDifference() && isSo && verdict == Verdict.FASTER == logTruth > 0);
        }

        boolean isFalse() {
            return isMade && !isRight;
        }
    }

    private List<Claimed> verdicts(List<Judgement> judgements) {
        List<SimulatedDesign.Asked> asked = design.asked();
        return IntStream.range(0, asked.size())
                .mapToObj(i -> {
                    Verdict verdict = judgements.get(i).verdict();
                    Boolean truth = asked.get(i).truth();
                    return new Claimed(
                            verdict != Verdict.UNDECIDED,
                            truth != null,
                            truth != null && verdict == (truth ? Verdict.SUPPORTED : Verdict.CONTRADICTED));
                })
                .toList();
    }

    /** Returns all claims of the screen, the comparisons first. */
    private List<Claimed> claims(Findings findings) {
        return Stream.of(
                        findings.comparisons()
                                .filter(one -> one.claim().family().equals(Claim.SCREEN))
                                .map(one -> Claimed.of(one.claim().verdict(), logTruth(one))),
                        findings.suites().stream()
                                .filter(suite -> suite.jobs().size() > 1)
                                .map(suite -> Claimed.of(suite.claim().verdict(), logTruth(suite))),
                        findings.mixes().stream()
                                .map(mix -> Claimed.of(mix.claim().verdict(), logTruth(mix))),
                        findings.pooled().stream()
                                .map(one -> Claimed.of(one.claim().verdict(), logTruth(findings, one.contenderName()))))
                .flatMap(claims -> claims)
                .toList();
    }

    private List<Claimed> interactions(Findings findings) {
        return findings.interactions().stream()
                .map(one -> Claimed.of(one.claim().verdict(), logTruth(one.second()) - logTruth(one.first())))
                .toList();
    }

    private double logTruth(Findings findings, String contender) {
        return findings.comparisons()
                .filter(one -> one.contenderSetup().equals(contender))
                .mapToDouble(this::logTruth)
                .average()
                .orElseThrow();
    }

    /**
     * Returns the sweeps of a setup whose values are all equally good or, if {@code differing}, whose first value is
     * the best.
     */
    private Stream<Sweep> sweeps(Findings findings, boolean differing) {
        boolean baseline = design.truth() != Truth.PLANTED || differing;
        String setup = baseline ? SimulatedCampaign.BASELINE : SimulatedCampaign.contender(0);
        return findings.sweeps().stream()
                .filter(sweep -> sweep.subject().setup().equals(setup));
    }

    private static boolean isTold(Sweep sweep) {
        return sweep.ties().size() < sweep.points().size() - 1;
    }

    private double logTruth(Comparison one) {
        int job = Integer.parseInt(one.job().substring("job-".length())) - 1;
        return logTruth(job, one.contenderSetup(), one.settings());
    }

    private double logTruth(int job, String contender, Map<String, String> settings) {
        String value = settings.get(SimulatedCampaign.SETTING);
        return SimulatedCampaign.logSpeedUp(
                design.truth(), job, contender.charAt(0) - 'b', value == null ? 0 : Integer.parseInt(value) / 100 - 1);
    }

    private double logTruth(SuiteFinding suite) {
        return IntStream.range(0, design.shape().jobs())
                .mapToDouble(job -> logTruth(job, suite.contenderName(), suite.settings()))
                .average()
                .orElseThrow();
    }

    private double logTruth(MixFinding mix) {
        return -Math.log(IntStream.range(0, design.shape().jobs())
                .mapToDouble(job -> mix.shares().get(SimulatedCampaign.job(job))
                        * Math.exp(-logTruth(job, mix.contenderName(), mix.settings())))
                .sum());
    }

    /** Counts the rankings over all jobs together, or over the only job. */
    private void ranking(Findings findings) {
        List<CostValue> figures = findings.cost().figures().stream()
                .filter(figure -> figure.measure() == CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE)
                .filter(figure -> (figure.job() == null) == design.shape().jobs() > 1)
                .toList();
        int setups = design.shape().contenders() + 1;
        List<Boolean> untied = figures.stream()
                .filter(figure -> figure.setup().equals(SimulatedCampaign.BASELINE))
                .map(own -> figures.stream()
                        .filter(other -> other.settings().equals(own.settings()))
                        .anyMatch(other -> other.tiedWith().size() < setups - 1))
                .toList();
        count(Promise.RANKING, share(untied.stream()));
    }

    private void intervals(Findings findings) {
        boolean without =
                findings.cells().stream().allMatch(cell -> cell.observations().n() == 1);
        if (without || design.noise().drifts()) {
            return;
        }
        double visit = design.noise().effect() == Effect.NONE ? 0 : SimulatedCampaign.BETWEEN;
        double variance = SimulatedCampaign.WITHIN * SimulatedCampaign.WITHIN + visit * visit;
        count(
                Promise.INTERVALS,
                share(findings.cells().stream()
                        .filter(cell -> cell.subject().setup().equals(SimulatedCampaign.BASELINE))
                        .map(cell -> misses(cell, variance))));
    }

    private boolean misses(CellSummary cell, double variance) {
        int job = Integer.parseInt(cell.subject().job().substring("job-".length())) - 1;
        Interval interval = cell.observations().meanInterval(0.95).orElseThrow();
        String value = cell.subject().settings().get(SimulatedCampaign.SETTING);
        double slower =
                value == null ? 0 : SimulatedCampaign.logSlower(design.truth(), Integer.parseInt(value) / 100 - 1);
        return !interval.contains(Math.exp(SimulatedCampaign.logMedian(job) + slower + variance / 2));
    }

    private void warnings(Findings findings) {
        count(Promise.DISAGREE, isWarned(findings, "tests-disagree"));
        count(Promise.OUTLIERS, isWarned(findings, "outliers"));
        count(Promise.DRIFT, findings.doubts().stream().anyMatch(doubt -> doubt.warning()
                .code()
                .equals("drift")));
        count(Promise.ORDER, isWarned(findings, "not-interleaved"));
    }

    private static boolean isWarned(Findings findings, String code) {
        return findings.comparisons().flatMap(one -> one.warnings().stream()).anyMatch(warning -> warning.code()
                .equals(code));
    }

    /** Describes the promises that this design breaks. */
    Stream<String> broken() {
        return Arrays.stream(Promise.values())
                .filter(this::has)
                .filter(promise -> rate(promise) > most(promise) || rate(promise) < least(promise))
                .map(promise -> String.format(
                        Locale.ROOT, "%s: %s: %.2f %%", design.name(), promise.title, 100 * rate(promise)));
    }

    private double most(Promise promise) {
        if (promise == Promise.FOUND) {
            return 1;
        }
        if (promise == Promise.DETECTED) {
            return design.powerInR() == null ? 1 : design.powerInR() + NEAR + error(design.powerInR(), promise);
        }
        // If the order separates setups in time, only the warning is promised.
        boolean promised = promise == Promise.DISAGREE
                ? design.isUnmoved()
                : promise.isWarning()
                        ? design.isSound()
                        : design.noise().order().isSound();
        if (!promised) {
            return 1;
        }
        boolean saysNothing = design.isConfounded() && !promise.isWarning() && promise != Promise.SWEEPS;
        return saysNothing ? 0 : Math.max(MOST, LEVEL + error(LEVEL, promise));
    }

    private double least(Promise promise) {
        if (promise == Promise.DETECTED && design.powerInR() != null) {
            return Math.max(design.powerInR() - NEAR, design.promisedPower()) - error(design.powerInR(), promise);
        }
        return promise == Promise.ORDER && !design.noise().order().isSound() ? ORDER_SEEN : 0;
    }

    /**
     * Returns how far chance moves a share over this many rounds; 0 from 10,000 rounds on, because the limits allow for
     * it.
     */
    private double error(double share, Promise promise) {
        double error = STANDARD_ERRORS
                * Math.sqrt(share * (1 - share) / shares.get(promise).getCount());
        return shares.get(promise).getCount() >= FULL ? 0 : error;
    }
}
