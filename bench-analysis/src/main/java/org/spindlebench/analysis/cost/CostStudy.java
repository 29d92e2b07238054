package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Sample;

/** Puts the figures of all setups and jobs together. */
final class CostStudy {
    private final PriceList list;
    private final CostOptions options;
    private final List<JobDurations> measured;
    private final SortedMap<String, SetupCost> costs = new TreeMap<>();
    private final CostWarnings warnings;

    CostStudy(PriceList list, List<JobDurations> all, CostOptions options) {
        this.list = list;
        this.options = options;
        this.warnings = new CostWarnings(list, options);
        requireDistinct(all);
        this.measured = all.stream()
                .filter(job -> list.setups().containsKey(job.setup()))
                .toList();
        requireSome(all);
        measured.forEach(job -> costs.computeIfAbsent(job.setup(), setup -> SetupCost.of(list, setup)));
        warnings.ofSetups(unpriced(all), costs.values());
        warnings.ofJobs(measured, costs);
    }

    private static void requireDistinct(List<JobDurations> all) {
        Set<Draft.About> seen = new HashSet<>();
        for (JobDurations job : all) {
            if (!seen.add(new Draft.About(job.setup(), job.job(), job.settings()))) {
                throw new IllegalArgumentException("two cells of " + job.job() + " on " + job.setup()
                        + " with settings " + job.settings() + ": put their runs into one");
            }
        }
    }

    private void requireSome(List<JobDurations> all) {
        if (measured.isEmpty()) {
            throw new NothingPricedException("the price list " + list.about().name()
                    + " prices none of the measured setups: measured were " + unpriced(all) + ", priced are "
                    + list.setups().keySet() + ". Name the measured setups under `setups:` in the price list");
        }
    }

    private Set<String> unpriced(List<JobDurations> all) {
        Set<String> names = new TreeSet<>();
        all.forEach(job -> names.add(job.setup()));
        names.removeIf(name -> list.setups().containsKey(name));
        return names;
    }

    CostFindings findings() {
        List<Draft> drafts = new ArrayList<>();
        costs.values()
                .forEach(
                        cost -> drafts.addAll(SetupFigures.of(cost, list.terms().storage())));
        measured.forEach(job -> drafts.addAll(JobFigures.of(list, options, costs.get(job.setup()), job)));
        List<EqualCost> equalCosts = List.of();
        SetupCost baseline = options.baseline() == null ? null : costs.get(options.baseline());
        if (options.baseline() != null && baseline == null) {
            warnings.ofBaseline();
        }
        if (baseline != null) {
            drafts.addAll(ofEachJob(baseline));
            drafts.addAll(overJobs(baseline));
            equalCosts = new EqualCosts(list, baseline, costs.values(), measured).all();
            drafts.addAll(counts(equalCosts));
            warnings.ofEqualCosts(equalCosts);
        }
        List<Draft> possible = warnings.withoutImpossible(drafts);
        List<CostFigure> figures = new Ranking(list.about().currency(), options).of(possible);
        List<Warning> doubts = warnings.list();
        return new CostFindings(list.about(), list.terms(), figures, QuadrantPoint.of(possible), equalCosts, doubts);
    }

    CostFindings unranked() {
        List<Draft> drafts = new ArrayList<>();
        measured.forEach(job -> drafts.addAll(JobFigures.of(list, options, costs.get(job.setup()), job)));
        List<CostFigure> figures = drafts.stream()
                .map(draft -> draft.ranked(list.about().currency(), null, List.of()))
                .toList();
        return new CostFindings(list.about(), list.terms(), figures, List.of(), List.of(), List.of());
    }

    /** Each job against the same job with the same settings on the baseline. */
    private List<Draft> ofEachJob(SetupCost baseline) {
        Map<JobSet.Task, Sample> ofBaseline = new JobSet(measured, options).of(baseline.setup());
        List<Draft> drafts = new ArrayList<>();
        for (JobDurations job : measured) {
            Sample base = ofBaseline.get(new JobSet.Task(job.job(), job.settings()));
            if (base != null) {
                drafts.addAll(Comparison.figures(
                        list,
                        options,
                        new Comparison.Side(baseline, List.of(base)),
                        new Comparison.Side(
                                costs.get(job.setup()), List.of(options.runs().of(job.seconds()))),
                        new Draft.About(job.setup(), job.job(), job.settings())));
            }
        }
        return drafts;
    }

    /** All jobs with the same shared settings together, those that every setup has run. */
    private List<Draft> overJobs(SetupCost baseline) {
        List<Draft> drafts = new ArrayList<>();
        Map<SortedMap<String, String>, JobSet> groups = JobSet.bySharedSettings(measured, options);
        groups.values().removeIf(jobs -> !jobs.setups().contains(baseline.setup()));
        warnings.ofLeftOut(groups);
        groups.values().removeIf(jobs -> jobs.common().size() < 2);
        for (var group : groups.entrySet()) {
            JobSet jobs = group.getValue();
            Comparison.Side base = new Comparison.Side(baseline, jobs.commonOf(baseline.setup()));
            for (String setup : jobs.setups()) {
                Comparison.Side side = new Comparison.Side(costs.get(setup), jobs.commonOf(setup));
                Draft.About about = new Draft.About(setup, null, group.getKey());
                drafts.addAll(Comparison.figures(list, options, base, side, about));
            }
        }
        return drafts;
    }

    private static List<Draft> counts(List<EqualCost> equalCosts) {
        return equalCosts.stream()
                .map(equal -> Draft.ofPrices(
                        equal.forPriceOf(),
                        equal.unit() == EqualCost.Unit.WORKERS
                                ? CostMeasure.EQUAL_COST_WORKERS
                                : CostMeasure.EQUAL_COST_DEVICES,
                        (double) equal.count()))
                .toList();
    }
}
