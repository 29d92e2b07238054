package org.spindlebench.analysis.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.SimulatedCampaign.Effect;
import org.spindlebench.analysis.compare.SimulatedCampaign.Truth;
import org.spindlebench.analysis.cost.CostFigure;
import org.spindlebench.analysis.cost.CostMeasure;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Verdict;
import org.spindlebench.analysis.stats.Interval;

/** What many simulated campaigns of one design said, held against the truth. */
final class SimulationTally {
    /** Nominal. */
    private static final double LEVEL = 0.05;

    private static final double MOST = 0.06;
    private static final double STANDARD_ERRORS = 4;

    /** What is counted: for each campaign whether it happened, or in which share of cases. */
    enum Promise {
        SCREEN("something false on the first screen"),
        VERDICTS("some hypothesis judged wrongly"),
        GATE_4("gate: 4 at the limit"),
        GATE_0("gate: 0 at the limit"),
        RANKING("rankings of equal costs with an untied setup"),
        SWEEPS("sweeps that tell an equally good value from the best"),
        INTERVALS("intervals of cells without their mean"),
        DETECTED("the first comparison claimed rightly"),
        DISAGREE("`tests-disagree`"),
        DISAGREE_EACH("`tests-disagree`, of comparisons"),
        OUTLIERS("`outliers`"),
        OUTLIERS_EACH("`outliers`, of comparisons"),
        DRIFT("`drift`"),
        ORDER("`not-interleaved`");

        final String title;

        Promise(String title) {
            this.title = title;
        }

        boolean isWarning() {
            return compareTo(DISAGREE) >= 0;
        }
    }

    final SimulatedDesign design;
    private final double[] sums = new double[Promise.values().length];
    private final int[] counts = new int[Promise.values().length];
    private double seconds;

    SimulationTally(SimulatedDesign design) {
        this.design = design;
    }

    void took(double time) {
        seconds = time;
    }

    double seconds() {
        return seconds;
    }

    void addAll(SimulationTally other) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.sums[i];
            counts[i] += other.counts[i];
        }
    }

    /** Whether it was ever asked. */
    boolean has(Promise promise) {
        return counts[promise.ordinal()] > 0;
    }

    double rate(Promise promise) {
        return sums[promise.ordinal()] / counts[promise.ordinal()];
    }

    private void count(Promise promise, boolean happened) {
        count(promise, happened ? 1 : 0);
    }

    private void count(Promise promise, double share) {
        sums[promise.ordinal()] += share;
        counts[promise.ordinal()]++;
    }

    void add(Findings findings) {
        boolean verdict = isWronglyJudged(findings.judgements());
        count(Promise.SCREEN, verdict || isFalse(findings));
        if (design.asks()) {
            count(Promise.VERDICTS, verdict);
        }
        if (design.truth() == Truth.EQUAL || design.truth() == Truth.AT_LIMIT) {
            Gate.Verdict gate =
                    Gate.of(findings, design.truth() == Truth.EQUAL ? 0 : SimulatedCampaign.MARGIN).verdict();
            count(Promise.GATE_4, gate == Gate.Verdict.SLOWER);
            count(Promise.GATE_0, gate == Gate.Verdict.WITHIN);
        }
        if (design.truth() == Truth.EQUAL) {
            ranking(findings);
        }
        if (design.shape().values() > 1) {
            List<Sweep> sweeps = findings.sweeps().stream()
                    .filter(sweep -> sweep.subject().setup().equals(SimulatedCampaign.BASELINE))
                    .toList();
            count(Promise.SWEEPS, share(sweeps.stream().map(sweep -> sweep.ties().size() < sweep.points().size() - 1)));
        }
        if (design.truth() == Truth.PLANTED) {
            Comparison first = findings.comparisons().findFirst().orElseThrow();
            count(Promise.DETECTED, first.isClaimed() && first.speedUp().ratio() > 1);
        }
        intervals(findings);
        warnings(findings);
    }

    private static double share(Stream<Boolean> cases) {
        return cases.mapToDouble(one -> one ? 1 : 0).average().orElseThrow();
    }

    private boolean isWronglyJudged(List<Judgement> judgements) {
        List<SimulatedDesign.Asked> asked = design.asked();
        return IntStream.range(0, asked.size()).anyMatch(i -> {
            Verdict verdict = judgements.get(i).verdict();
            Boolean truth = asked.get(i).truth();
            return verdict != Verdict.UNDECIDED && (truth == null || truth != (verdict == Verdict.SUPPORTED));
        });
    }

    private boolean isFalse(Findings findings) {
        return findings.comparisons().anyMatch(one -> one.isClaimed() && isFalse(one.speedUp().ratio(), logTruth(one)))
                || findings.suites().stream().anyMatch(suite -> isOfSeveral(suite) && suite.isClaimed()
                        && isFalse(suite.ratio().geometricMean(), logTruth(suite)))
                || findings.mixes().stream()
                        .anyMatch(mix -> mix.isClaimed() && isFalse(mix.ratio().speedUp(), logTruth(mix)))
                || findings.interactions().stream()
                        .anyMatch(one -> one.isClaimed()
                                && isFalse(one.interaction().ratio(), logTruth(one.second()) - logTruth(one.first())));
    }

    private static boolean isOfSeveral(SuiteFinding suite) {
        return suite.jobs().size() > 1;
    }

    /** Of a claim: there is no difference, or it is the other way round. */
    private static boolean isFalse(double ratio, double logTruth) {
        return Math.abs(logTruth) < 1e-9 || ratio > 1 != logTruth > 0;
    }

    private double logTruth(Comparison one) {
        int job = Integer.parseInt(one.job().substring("job-".length())) - 1;
        return logTruth(job, one.contenderSetup(), one.settings());
    }

    private double logTruth(int job, String contender, java.util.Map<String, String> settings) {
        String value = settings.get(SimulatedCampaign.SETTING);
        return SimulatedCampaign.logSpeedUp(
                design.truth(), job, contender.charAt(0) - 'b', value == null ? 0 : Integer.parseInt(value) / 100 - 1);
    }

    private double logTruth(SuiteFinding suite) {
        return IntStream.range(0, design.shape().jobs())
                .mapToDouble(job -> logTruth(job, suite.contender(), suite.settings()))
                .average()
                .orElseThrow();
    }

    private double logTruth(MixFinding mix) {
        return -Math.log(IntStream.range(0, design.shape().jobs())
                .mapToDouble(job -> mix.shares().get(SimulatedCampaign.job(job))
                        * Math.exp(-logTruth(job, mix.contender(), mix.settings())))
                .sum());
    }

    /** Of all jobs together, or the only one. */
    private void ranking(Findings findings) {
        List<CostFigure> figures = findings.cost().figures().stream()
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
        boolean without = findings.cells().stream().allMatch(cell -> cell.observations().n() == 1);
        if (without || design.noise().drifts()) {
            return;
        }
        double visit = design.noise().effect() == Effect.NONE ? 0 : SimulatedCampaign.BETWEEN;
        double variance = SimulatedCampaign.WITHIN * SimulatedCampaign.WITHIN + visit * visit;
        count(Promise.INTERVALS, share(findings.cells().stream()
                .filter(cell -> cell.subject().setup().equals(SimulatedCampaign.BASELINE))
                .map(cell -> misses(cell, variance))));
    }

    private static boolean misses(CellSummary cell, double variance) {
        int job = Integer.parseInt(cell.subject().job().substring("job-".length())) - 1;
        Interval interval = cell.observations().meanInterval(0.95).orElseThrow();
        return !interval.contains(Math.exp(SimulatedCampaign.logMedian(job) + variance / 2));
    }

    private void warnings(Findings findings) {
        count(Promise.DISAGREE, warned(findings, "tests-disagree") > 0);
        count(Promise.DISAGREE_EACH, warned(findings, "tests-disagree"));
        count(Promise.OUTLIERS, warned(findings, "outliers") > 0);
        count(Promise.OUTLIERS_EACH, warned(findings, "outliers"));
        count(
                Promise.DRIFT,
                findings.doubts().stream().anyMatch(doubt -> doubt.warning().code().equals("drift")));
        count(Promise.ORDER, warned(findings, "not-interleaved") > 0);
    }

    /** The share of comparisons with a warning. */
    private static double warned(Findings findings, String code) {
        return share(findings.comparisons()
                .map(one -> one.warnings().stream().anyMatch(warning -> warning.code().equals(code))));
    }

    /** In words, what this design does not keep. */
    Stream<String> broken() {
        return Arrays.stream(Promise.values())
                .filter(this::has)
                .filter(promise -> rate(promise) > most(promise) || rate(promise) < least(promise))
                .map(promise -> String.format(
                        Locale.ROOT,
                        "%s: %s %.2f %%",
                        SimulationTable.name(design),
                        promise.title,
                        100 * rate(promise)));
    }

    private double most(Promise promise) {
        if (promise == Promise.DETECTED) {
            return 1;
        }
        if (promise.isWarning()) {
            return design.isSound() ? allowed(promise) : 1;
        }
        if (!design.noise().order().isSound()) {
            return 1;
        }
        return design.isConfounded() && promise != Promise.SWEEPS ? 0 : allowed(promise);
    }

    /** 6 %, and more only where fewer campaigns than promised are simulated. */
    private double allowed(Promise promise) {
        return Math.max(
                MOST, LEVEL + STANDARD_ERRORS * Math.sqrt(LEVEL * (1 - LEVEL) / counts[promise.ordinal()]));
    }

    private double least(Promise promise) {
        return switch (promise) {
            case DETECTED -> SimulationTable.power(design) - 0.03;
            case ORDER -> design.noise().order().isSound() ? 0 : 0.95;
            default -> 0;
        };
    }
}
