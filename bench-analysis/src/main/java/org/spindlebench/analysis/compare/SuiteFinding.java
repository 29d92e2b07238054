package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.compare.Comparison.Difference;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.SuiteRatio;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.WeightedRatio;

/**
 * The comparison of two setups over all jobs of a suite.
 *
 * @param settings the settings that all jobs share
 * @param across the settings in which the setups' runs differ although they are compared
 * @param jobs the jobs that the ratio covers
 * @param missing jobs that are left out, because they were measured on only one setup, with other settings, or in too
 *     few visits together with the other jobs
 * @param ratio the speed-up over all jobs, by the formulas in {@link SuiteRatio}
 * @param pScreen the p of the ratio after Holm's correction for all claims from the same runs; null if there is none
 */
public record SuiteFinding(
        String baseline,
        String contender,
        SortedMap<String, String> settings,
        SortedMap<String, Difference> across,
        List<String> jobs,
        List<String> missing,
        SuiteRatio ratio,
        Double pScreen) {
    public SuiteFinding {
        jobs = List.copyOf(jobs);
        missing = List.copyOf(missing);
    }

    static SuiteFinding of(Family family, List<String> allJobs, ComparisonOptions options) {
        List<VisitedPair> samples = family.samples();
        boolean single = samples.stream().anyMatch(VisitedPair::needsBetween);
        Between between = single
                ? options.between()
                        .of(family.comparisons().stream()
                                .map(Comparison::baseline)
                                .toList())
                : null;
        SuiteRatio ratio = SuiteRatio.of(samples, options.confidence(), between);
        List<String> jobs = new ArrayList<>(family.jobs());
        ratio.leftOut().forEach(place -> jobs.remove(family.jobs().get(place)));
        List<String> missing =
                allJobs.stream().filter(job -> !jobs.contains(job)).toList();
        return new SuiteFinding(
                family.baseline(), family.contender(), family.settings(), family.across(), jobs, missing, ratio, null);
    }

    SuiteFinding withScreen(Double p) {
        return new SuiteFinding(baseline, contender, settings, across, jobs, missing, ratio, p);
    }

    public Comparison.Unit unit() {
        return ratio.contrast().isVisited() ? Comparison.Unit.VISIT : Comparison.Unit.RUN;
    }

    /** Checks the same conditions as {@link Comparison#isClaimed}. */
    public boolean isClaimed() {
        return ratio.interval()
                .filter(bounds -> pScreen != null && pScreen < 1 - bounds.confidence())
                .isPresent();
    }

    /**
     * The speed-up of a whole production mix, with jobs weighted by their shares of the baseline's cluster hours.
     *
     * @param settings the settings that all jobs share
     * @param across the settings in which the setups' runs differ although they are compared
     * @param shares the share of each job; together they are 1
     * @param missing jobs of the mix that were not measured on both setups; if there are any, the ratio is null
     * @param ratio the speed-up, by the formula in {@link WeightedRatio}; null if a job is missing
     * @param pScreen the p of the ratio after Holm's correction for all claims from the same runs; null if there is
     *     none
     */
    public record MixFinding(
            String mix,
            String baseline,
            String contender,
            SortedMap<String, String> settings,
            SortedMap<String, Difference> across,
            SortedMap<String, Double> shares,
            List<String> missing,
            WeightedRatio ratio,
            Double pScreen) {
        public MixFinding {
            missing = List.copyOf(missing);
        }

        static MixFinding of(Mix mix, Family family, ComparisonOptions options) {
            SortedMap<String, Double> shares = new TreeMap<>(mix.shares());
            List<String> missing = shares.keySet().stream()
                    .filter(job -> !family.jobs().contains(job))
                    .toList();
            List<Comparison> used = family.comparisons().stream()
                    .filter(one -> shares.containsKey(one.job()))
                    .toList();
            boolean single = used.stream().anyMatch(one -> one.samples().needsBetween());
            WeightedRatio ratio = missing.isEmpty()
                    ? WeightedRatio.of(
                            used.stream().map(Comparison::samples).toList(),
                            used.stream().map(one -> shares.get(one.job())).toList(),
                            options.confidence(),
                            single
                                    ? options.between()
                                            .of(used.stream()
                                                    .map(Comparison::baseline)
                                                    .toList())
                                    : null)
                    : null;
            return new MixFinding(
                    mix.name(),
                    family.baseline(),
                    family.contender(),
                    family.settings(),
                    family.across(),
                    shares,
                    missing,
                    ratio,
                    null);
        }

        MixFinding withScreen(Double p) {
            return new MixFinding(mix, baseline, contender, settings, across, shares, missing, ratio, p);
        }

        /** Checks the same conditions as {@link Comparison#isClaimed}. */
        public boolean isClaimed() {
            return ratio != null
                    && ratio.interval()
                            .filter(bounds -> pScreen != null && pScreen < 1 - bounds.confidence())
                            .isPresent();
        }
    }
}
