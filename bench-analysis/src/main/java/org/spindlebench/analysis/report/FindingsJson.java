package org.spindlebench.analysis.report;

import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.InteractionFinding;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.compare.MatchedFinding;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.compare.Tests;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Drift;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.Paired.Matched;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.SuiteRatio;

/** Writes comparisons, suites, settings and drift in {@code report.json}. */
final class FindingsJson {
    private FindingsJson() {}

    /** Adds both bounds of an interval, or nothing if there is none. */
    static JsonObject bounds(JsonObject json, String low, String high, Optional<Interval> interval) {
        return interval.isEmpty()
                ? json
                : json.with(low, interval.get().low()).with(high, interval.get().high());
    }

    static JsonObject bounds(JsonObject json, Optional<Interval> interval) {
        return bounds(json, "low", "high", interval);
    }

    private static <T> Map<String, T> orNone(Map<String, T> map) {
        return map.isEmpty() ? null : map;
    }

    /**
     * Returns a comparison. {@code n} is the number of valid runs; {@code observations} is the number of runs or means
     * of visits that the statistics use. A speed-up above 1 means that the contender is faster; {@code normalised} is
     * the reciprocal.
     */
    static JsonObject comparison(Comparison one) {
        SpeedUp speedUp = one.speedUp();
        Tests tests = one.tests();
        LogWelch welch = tests.welch();
        JsonObject json = new JsonObject()
                .with("job", one.job())
                .with("settings", one.settings())
                .with("across", orNone(one.across()))
                .with("baseline", one.baselineSetup())
                .with("contender", one.contenderSetup())
                .with("n_baseline", one.baseline().runs().size())
                .with("n_contender", one.contender().runs().size())
                .with("observations_baseline", one.observations().baseline().n())
                .with("observations_contender", one.observations().contender().n())
                .with("unit", one.unit().word())
                .with("baseline_mean", one.observations().baseline().mean())
                .with("contender_mean", one.observations().contender().mean())
                .with("speedup", speedUp.ratio());
        bounds(json, speedUp.interval())
                .with("basis", speedUp.basis().word())
                .with("between", one.between() == null ? null : between(one.between()))
                .with("normalised", speedUp.normalised());
        bounds(json, "normalised_low", "normalised_high", speedUp.normalisedInterval())
                .with("p", welch == null ? null : welch.p())
                .with("p_holm", tests.pHolm())
                .with("p_screen", one.claim().corrected())
                .with("p_exact", tests.pExact())
                .with("p_permutation", tests.pPermutation())
                .with("hodges_lehmann", tests.hodgesLehmann());
        if (welch != null) {
            bounds(
                    json.with("geometric_mean_ratio", welch.ratio()),
                    "geometric_mean_low",
                    "geometric_mean_high",
                    Optional.of(welch.interval()));
        }
        return withDoubts(json.with("detectable", tests.detectable()).with("runs_needed", tests.runsNeeded()), one);
    }

    private static JsonObject withDoubts(JsonObject json, Comparison one) {
        return json.with("without_outliers", one.withoutOutliers() == null ? null : speedUp(one.withoutOutliers()))
                .with("paired", one.paired() == null ? null : paired(one.paired()))
                .list("warnings", one.warnings(), warning -> new JsonObject()
                        .with("code", warning.code())
                        .with("message", warning.message()));
    }

    private static JsonObject speedUp(SpeedUp ratio) {
        return bounds(new JsonObject().with("speedup", ratio.ratio()), ratio.interval());
    }

    /** Returns the variation known from elsewhere; {@code df} is omitted if the user stated it. */
    private static JsonObject between(Between between) {
        return new JsonObject()
                .with("cv", between.cv())
                .with("df", between.df() < Between.STATED ? between.df() : null)
                .with("source", between.source());
    }

    private static JsonObject paired(Paired paired) {
        JsonObject json = new JsonObject().with("blocks", paired.blocks()).with("ratio", paired.ratio());
        return bounds(json, paired.interval()).with("p", paired.p()).with("correlation", paired.correlation());
    }

    /**
     * Returns the comparison of all jobs together: the interval for this fixed set of jobs, and the wider one that
     * treats them as a sample of all jobs. Observations are visits with all jobs, or runs of the job with the fewest.
     */
    static JsonObject suite(SuiteFinding suite) {
        SuiteRatio ratio = suite.ratio();
        JsonObject json = new JsonObject()
                .with("baseline", suite.baseline())
                .with("contender", suite.contender())
                .with("settings", suite.settings())
                .with("across", orNone(suite.across()))
                .with("jobs", suite.jobs())
                .with("missing", suite.missing())
                .with("ratio_of_sums", ratio.ratioOfSums())
                .with("geometric_mean", ratio.geometricMean());
        bounds(json, ratio.interval());
        return bounds(json, "sample_low", "sample_high", ratio.jobsAsSample())
                .with("basis", ratio.contrast().basis().word())
                .with("unit", suite.unit().word())
                .with("observations_baseline", ratio.contrast().baselineUnits())
                .with("observations_contender", ratio.contrast().contenderUnits())
                .with("p", ratio.p())
                .with("p_screen", suite.claim().corrected());
    }

    /** Returns the comparison of a whole workload. It has no numbers if a job is missing on one of the setups. */
    static JsonObject mix(MixFinding mix) {
        JsonObject json = new JsonObject()
                .with("mix", mix.mix())
                .with("baseline", mix.baseline())
                .with("contender", mix.contender())
                .with("settings", mix.settings())
                .with("across", orNone(mix.across()))
                .with("shares", mix.shares())
                .with("missing", mix.missing());
        if (mix.ratio() != null) {
            bounds(json.with("speedup", mix.ratio().speedUp()), mix.ratio().interval())
                    .with("basis", mix.ratio().basis().word())
                    .with("normalised", 1 / mix.ratio().speedUp())
                    .with("p", mix.ratio().p());
        }
        return json.with("p_screen", mix.claim().corrected());
    }

    /** Returns the effect of one setting; {@code ties} lists the values that are tied with the best. */
    static JsonObject sweep(Sweep sweep) {
        return new JsonObject()
                .with("parameter", sweep.parameter())
                .with("job", sweep.subject().job())
                .with("setup", sweep.subject().setup())
                .with("settings", sweep.subject().settings())
                .with("best", sweep.best())
                .with("ties", sweep.ties())
                .list("points", sweep.points(), FindingsJson::point);
    }

    private static JsonObject point(Sweep.SweepPoint point) {
        JsonObject json = new JsonObject()
                .with("value", point.value())
                .with("n", point.cell().observations().n())
                .with("mean", point.cell().observations().mean())
                .with("sd", point.cell().observations().sd())
                .with("best_is_faster", point.speedUp().ratio());
        return bounds(json, point.speedUp().interval());
    }

    /** Returns a value's effect; {@code matched} is its ratio to the reference where both were run. */
    static JsonObject marginal(Marginal marginal) {
        JsonObject json = new JsonObject()
                .with("job", marginal.job())
                .with("settings", marginal.settings())
                .with("parameter", marginal.parameter())
                .with("value", marginal.value())
                .with("n", marginal.runs())
                .with("mean", marginal.mean())
                .with("against_average", marginal.againstAverage());
        return bounds(json, Optional.ofNullable(marginal.interval()))
                .with("unbalanced", marginal.unbalanced())
                .with("reference", marginal.reference())
                .with("matched", marginal.matched() == null ? null : matched(marginal.matched()));
    }

    private static JsonObject matched(Matched matched) {
        JsonObject json = new JsonObject()
                .with("configurations", matched.configurations())
                .with("ratio", matched.ratio());
        return bounds(json, matched.interval())
                .with("pooled_ratio", matched.pooledRatio())
                .with("unbalanced", matched.isUnbalanced());
    }

    /** Returns the answer about a job over many settings; the speed-up is the matched ratio. */
    static JsonObject answer(MatchedFinding one) {
        JsonObject json = new JsonObject()
                .with("job", one.job())
                .with("settings", one.settings())
                .with("varied", one.varied())
                .with("baseline", one.baseline())
                .with("contender", one.contender())
                .with("n_baseline", one.baselineRuns())
                .with("n_contender", one.contenderRuns())
                .with("pairs", one.pairs())
                .with("clusters", one.clusters())
                .with("speedup", one.ratio());
        return bounds(json, one.interval())
                .with("basis", one.matched().basis().word())
                .with("normalised", 1 / one.ratio())
                .with("p", one.matched().p())
                .with("p_screen", one.claim().corrected())
                .with("share_faster", one.shareFaster())
                .with("opposite", one.opposite())
                .with("lowest", one.lowest())
                .with("highest", one.highest())
                .with("pooled", one.pooledRatio())
                .with("changed_by_matching", one.isChangedByMatching())
                .with("unmatched_baseline", one.baselineOnly())
                .with("unmatched_contender", one.contenderOnly());
    }

    /** Returns how a speed-up depends on a setting: the ratio of the second speed-up to the first. */
    static JsonObject interaction(InteractionFinding finding) {
        Interaction interaction = finding.interaction();
        Comparison first = finding.first();
        boolean visits =
                first.samples().isVisited() || finding.second().samples().isVisited();
        JsonObject json = new JsonObject()
                .with("setting", finding.setting())
                .with("job", finding.job())
                .with("baseline", finding.baselineName())
                .with("contender", finding.contenderName())
                .with("settings", finding.settings())
                .with("unit", (visits ? Comparison.Unit.VISIT : Comparison.Unit.RUN).word())
                .with("first", under(finding.firstValue(), first.speedUp()))
                .with("second", under(finding.secondValue(), finding.second().speedUp()))
                .with("ratio", interaction.ratio());
        return bounds(json, interaction.interval())
                .with("df", interaction.df())
                .with("p", interaction.p())
                .with("p_screen", finding.claim().corrected())
                .with("basis", interaction.basis().word());
    }

    private static JsonObject under(String value, SpeedUp speedUp) {
        JsonObject json = new JsonObject().with("value", value).with("speedup", speedUp.ratio());
        return bounds(json, speedUp.interval()).with("basis", speedUp.basis().word());
    }

    /** Returns the drift: the change of ln(duration / mean of its cell) from run to run, by the clock. */
    static JsonObject drift(DriftFinding finding) {
        Drift drift = finding.drift();
        return new JsonObject()
                .with("campaign", finding.campaign())
                .with("n", drift.n())
                .with("slope", drift.slope())
                .with("slope_p", drift.slopeP())
                .with("kendall", drift.kendall())
                .with("kendall_p", drift.kendallP())
                .with("lag_one", drift.lagOne())
                .with("lag_one_bound", drift.lagOneBound())
                .with("ljung_box_p", drift.ljungBoxP())
                .with("ljung_box_lags", drift.ljungBoxLags())
                .with("first_against_rest_p", drift.firstAgainstRest())
                .with("suspicious", drift.isSuspicious());
    }
}
