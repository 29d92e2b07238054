package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.InteractionFinding;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.compare.MatchedFinding;
import org.spindlebench.analysis.compare.Significance;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint.Quadrant;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Judgement.HypothesisData;
import org.spindlebench.analysis.stats.CampaignDeviation;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.Paired.Matched;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.SuiteRatio;
import org.spindlebench.analysis.stats.WeightedRatio;

/** Writes comparisons, suites, settings, drift, costs and hypotheses in {@code report.json}. */
final class FindingsJson {
    /** The largest number of ties that are listed by name; thousands of tied setups would take gigabytes. */
    private static final int MOST_TIES = 500;

    private FindingsJson() {}

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
        Significance tests = one.tests();
        Optional<LogWelch> welch = Optional.ofNullable(tests.welch());
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
                .with("metric", metric(one.quantity()))
                .with("baseline_mean", one.observations().baseline().mean())
                .with("contender_mean", one.observations().contender().mean())
                .with("speedup", speedUp.ratio())
                .bounds(speedUp.interval())
                .with("basis", speedUp.basis().word())
                .with("between", one.between() == null ? null : between(one.between()))
                .with("normalised", speedUp.normalised())
                .bounds("normalised_", speedUp.normalisedInterval())
                .with("p", welch.map(LogWelch::p))
                .with("p_holm", tests.pHolm());
        return ClaimText.judged(json, one.claim())
                .with("p_exact", tests.pExact())
                .with("p_permutation", tests.pPermutation())
                .with("hodges_lehmann", tests.hodgesLehmann())
                .with("geometric_mean_ratio", welch.map(LogWelch::ratio))
                .bounds("geometric_mean_", welch.map(LogWelch::interval))
                .with("detectable", tests.detectable())
                .with("runs_needed", tests.runsNeeded())
                .with("without_outliers", one.withoutOutliers() == null ? null : speedUp(one.withoutOutliers()))
                .with("paired", JsonObject.of(one.paired()))
                .list("warnings", one.warnings(), JsonObject::of);
    }

    private static String metric(Quantity quantity) {
        return quantity == Quantity.DURATION ? null : quantity.word();
    }

    private static JsonObject speedUp(SpeedUp ratio) {
        return new JsonObject().with("speedup", ratio.ratio()).bounds(ratio.interval());
    }

    /** Returns the variation known from elsewhere; {@code df} is omitted if the user stated it. */
    private static JsonObject between(CampaignDeviation between) {
        return new JsonObject()
                .with("cv", between.cv())
                .with("df", between.df() < CampaignDeviation.STATED ? between.df() : null)
                .with("source", between.source());
    }

    /**
     * Returns the comparison of all jobs together: the interval for this fixed set of jobs, and the wider interval that
     * treats them as a sample of all jobs. Observations are visits with all jobs, or runs of the job with the fewest.
     */
    static JsonObject suite(SuiteFinding suite) {
        SuiteRatio ratio = suite.ratio();
        JsonObject json = new JsonObject()
                .with("baseline", suite.baselineName())
                .with("contender", suite.contenderName())
                .with("settings", suite.settings())
                .with("across", orNone(suite.across()))
                .with("jobs", suite.jobs())
                .with("missing", suite.missing())
                .with("ratio_of_sums", ratio.ratioOfSums())
                .with("geometric_mean", ratio.geometricMean())
                .bounds(ratio.interval())
                .bounds("sample_", ratio.jobsAsSample())
                .with("basis", ratio.contrast().basis().word())
                .with("unit", suite.unit().word())
                .with("observations_baseline", ratio.contrast().baselineUnits())
                .with("observations_contender", ratio.contrast().contenderUnits())
                .with("p", ratio.p());
        return ClaimText.judged(json, suite.claim());
    }

    /** Returns the comparison of a whole workload. It has no numbers if a job is missing on one of the setups. */
    static JsonObject mix(MixFinding mix) {
        Optional<WeightedRatio> ratio = Optional.ofNullable(mix.ratio());
        JsonObject json = new JsonObject()
                .with("mix", mix.mix())
                .with("baseline", mix.baselineName())
                .with("contender", mix.contenderName())
                .with("settings", mix.settings())
                .with("across", orNone(mix.across()))
                .with("shares", mix.shares())
                .with("missing", mix.missing())
                .with("speedup", ratio.map(WeightedRatio::speedUp))
                .bounds(ratio.flatMap(WeightedRatio::interval))
                .with("basis", ratio.map(one -> one.basis().word()))
                .with("normalised", ratio.map(one -> 1 / one.speedUp()))
                .with("p", mix.ratio() == null ? null : mix.ratio().p());
        return ClaimText.judged(json, mix.claim());
    }

    /** Returns the effect of one setting; {@code ties} lists the values that are tied with the best. */
    static JsonObject sweep(Sweep sweep) {
        return new JsonObject()
                .with("parameter", sweep.parameter())
                .all(sweep.subject())
                .with("best", sweep.best())
                .with("ties", sweep.ties())
                .list("points", sweep.points(), point -> new JsonObject()
                        .with("value", point.value())
                        .with("n", point.cell().observations().n())
                        .with("mean", point.cell().observations().mean())
                        .with("sd", point.cell().observations().sd())
                        .with("best_is_faster", point.speedUp().ratio())
                        .bounds(point.speedUp().interval()));
    }

    /** Returns a value's effect; {@code matched} is its ratio to the reference over configurations run with both. */
    static JsonObject marginal(Marginal marginal) {
        Matched matched = marginal.matched();
        JsonObject json = new JsonObject().all(marginal, "matched");
        return matched == null
                ? json
                : json.with(
                        "matched",
                        JsonObject.of(matched, "clusters", "test", "basis", "shareDifference")
                                .with("unbalanced", matched.isUnbalanced()));
    }

    /** Returns the answer about a job over many settings; the speed-up is the matched ratio. */
    static JsonObject answer(MatchedFinding one) {
        JsonObject json = new JsonObject()
                .with("job", one.job())
                .with("settings", one.settings())
                .with("varied", one.varied())
                .with("baseline", one.baselineName())
                .with("contender", one.contenderName())
                .with("n_baseline", one.baselineRuns())
                .with("n_contender", one.contenderRuns())
                .with("pairs", one.pairs())
                .with("clusters", one.clusters())
                .with("speedup", one.ratio())
                .bounds(one.interval())
                .with("basis", one.matched().basis().word())
                .with("normalised", 1 / one.ratio())
                .with("p", one.matched().p());
        return ClaimText.judged(json, one.claim())
                .with("share_faster", one.shareFaster())
                .with("opposite", one.opposite())
                .with("lowest", one.lowest())
                .with("highest", one.highest())
                .with("pooled", one.pooledRatio())
                .with("changed_by_matching", one.isChangedByMatching())
                .with("unmatched_baseline", one.baselineOnly())
                .with("unmatched_contender", one.contenderOnly());
    }

    /** Returns the dependence of a speed-up on a setting: the ratio of the second speed-up to the first. */
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
                .with("ratio", interaction.ratio())
                .bounds(interaction.interval())
                .with("df", interaction.df())
                .with("p", interaction.p());
        return ClaimText.judged(json, finding.claim())
                .with("basis", interaction.basis().word());
    }

    private static JsonObject under(String value, SpeedUp speedUp) {
        return new JsonObject()
                .with("value", value)
                .with("speedup", speedUp.ratio())
                .bounds(speedUp.interval())
                .with("basis", speedUp.basis().word());
    }

    /** Returns the drift: the change of ln(duration / mean of its cell) from run to run, by the clock. */
    static JsonObject drift(DriftFinding finding) {
        return new JsonObject()
                .with("campaign", finding.campaign())
                .all(finding.drift(), "confidence")
                .with("suspicious", finding.drift().isSuspicious());
    }

    /** Appends costs. */
    static void put(CostFindings cost, JsonObject json) {
        json.with("prices", JsonObject.of(cost.about()).all(cost.terms(), "storage"))
                .list("cost", cost.figures(), FindingsJson::figure)
                .list("quadrants", cost.quadrants(), point -> JsonObject.of(point, "quadrant")
                        .with("quadrant", point.quadrant().code())
                        .with("boundary", Quadrant.BOUNDARY))
                .list("equal_cost", cost.equalCosts(), FindingsJson::equal);
    }

    /** Returns a cost, with {@code tied_with}, or with their number {@code ties} if they are too many to list. */
    private static JsonObject figure(CostValue figure) {
        List<String> tied = figure.tiedWith();
        boolean named = tied.size() <= MOST_TIES;
        return new JsonObject()
                .with("setup", figure.setup())
                .with("job", figure.job())
                .with("settings", figure.settings())
                .with("measure", figure.measure().code())
                .with("value", figure.value())
                .bounds(Optional.ofNullable(figure.interval()))
                .with("unit", figure.unit())
                .with("averaging", figure.averaging().code())
                .with("rank", figure.rank())
                .with("tied_with", named ? tied : null)
                .with("ties", named ? null : tied.size());
    }

    /** Returns the devices or workers that an equal price would buy; {@code binding_limit} ends the measured range. */
    private static JsonObject equal(EqualCost equal) {
        Optional<EqualCost.BindingLimit> limit = Optional.ofNullable(equal.limit());
        return new JsonObject()
                .with("setup", equal.baseline())
                .with("for_price_of", equal.forPriceOf())
                .with("unit", equal.unit().code())
                .with("count", equal.count())
                .with("measured", equal.measured())
                .with("binding_limit", limit.map(one -> one.kind().code()))
                .with("binding_limit_measured", limit.map(EqualCost.BindingLimit::measured))
                .with("measured_as", equal.measuredAs());
    }

    /** Returns a hypothesis with its verdict. */
    static JsonObject hypothesis(Judgement judgement) {
        Hypothesis hypothesis = judgement.hypothesis();
        Prediction prediction = hypothesis.prediction();
        return new JsonObject()
                .with("says", hypothesis.says())
                .with("verdict", judgement.verdict().word())
                .with("measure", hypothesis.measure().quantity().word())
                .with(
                        "over",
                        hypothesis.measure().over() == null
                                ? null
                                : hypothesis.measure().over().word())
                .with("jobs", hypothesis.isTogether() ? null : hypothesis.jobs())
                .with("together", hypothesis.isTogether() ? true : null)
                .with("settings", hypothesis.settings())
                .with("with", orNone(hypothesis.with()))
                .with("baseline", hypothesis.baseline().isEmpty() ? null : hypothesis.baseline())
                .with("contender", hypothesis.contender())
                .with("and", prediction.other())
                .with("expect", prediction.expectation().word(hypothesis.isOfSpeed()))
                .with("order", prediction.order().isEmpty() ? null : prediction.order())
                .with("by", prediction.by() == 0 ? null : prediction.by())
                .with("from", orNone(prediction.from()))
                .with("to", orNone(prediction.to()))
                .with("times", prediction.times() == 1 ? null : prediction.times())
                .with("than", prediction.than().isEmpty() ? null : prediction.than())
                .with("best_settings", hypothesis.bestSettings() ? true : null)
                .with("mean_of_settings", hypothesis.under() == Hypothesis.Under.MEAN ? true : null)
                .with("limited_by", hypothesis.limit().word())
                .with("confidence", judgement.confidence())
                .with("contradicting_at", judgement.contradictingAt())
                .with("p", judgement.p())
                .with("p_" + judgement.claim().family(), judgement.claim().corrected())
                .with("lacks", judgement.lacks())
                .list(
                        "evidence",
                        judgement.evidence(),
                        one -> evidence(hypothesis.isOfSpeed() ? "speedup" : "value", one));
    }

    /** Returns a job's speed-up; for a claim about two speed-ups, also the second one, and their ratio. */
    private static JsonObject evidence(String name, HypothesisData one) {
        Optional<SpeedUp> first = Optional.ofNullable(one.speedUp());
        Optional<SpeedUp> second = Optional.ofNullable(one.second());
        Optional<Interaction> interaction = Optional.ofNullable(one.interaction());
        return new JsonObject()
                .with("job", one.job())
                .with("settings", one.settings())
                .with("stand", one.says())
                .with(name, first.map(SpeedUp::ratio))
                .bounds(first.flatMap(SpeedUp::interval))
                .with("to_speedup", second.map(SpeedUp::ratio))
                .bounds("to_", second.flatMap(SpeedUp::interval))
                .with("interaction", interaction.map(Interaction::ratio))
                .bounds("interaction_", interaction.flatMap(Interaction::interval))
                .with("lacks", one.lacks())
                .with("pace", one.pace())
                .with("load", one.load());
    }
}
