package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.Claimed;
import org.spindlebench.analysis.claim.Claim.PairLimit;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.stats.SuiteRatio;
import org.spindlebench.analysis.stats.WeightedRatio;

/**
 * The comparison of two setups over all jobs of a suite.
 *
 * @param across settings in which the compared setups' runs differ
 * @param jobs the jobs that the ratio covers
 * @param missing jobs that are left out: they were measured on only one setup, with other settings, or in too few
 *     visits together with the other jobs
 * @param ratio the speed-up over all jobs, by the formulas in {@link SuiteRatio}
 * @param claim that the contender is faster or slower over all jobs
 */
public record SuiteFinding(
        SortedMap<String, Difference> across, List<String> jobs, List<String> missing, SuiteRatio ratio, Claim claim)
        implements Claimed<SuiteFinding> {
    public SuiteFinding {
        jobs = List.copyOf(jobs);
        missing = List.copyOf(missing);
    }

    /** Compares the setups of each family over all of its jobs. */
    static List<SuiteFinding> of(Compared compared) {
        // Families are independent, so they are summarised in parallel; their order is kept.
        return compared.families().parallelStream()
                .map(family -> of(family, compared))
                .toList();
    }

    private static SuiteFinding of(Family family, Compared compared) {
        ComparisonOptions options = compared.options();
        SuiteRatio ratio =
                SuiteRatio.of(family.samples(), options.confidence(), Compared.between(family.comparisons(), options));
        List<String> jobs = new ArrayList<>(family.jobs());
        ratio.leftOut().forEach(place -> jobs.remove(family.jobs().get(place)));
        List<String> missing = family.isOfDurations()
                ? compared.jobs(family).stream()
                        .filter(job -> !jobs.contains(job))
                        .toList()
                : List.of();
        // A suite of one job repeats its comparison, so it claims nothing. Several makespans are not a suite.
        boolean claims = jobs.size() > 1 && family.isOfDurations() && !compared.isMatched(family.contender());
        Claim claim = claim(family.about("suite", "all jobs"), ratio, family.comparisons(), options);
        return new SuiteFinding(family.across(), jobs, missing, ratio, claims ? claim : claim.withoutP());
    }

    private static Claim claim(ClaimSubject about, SuiteRatio ratio, List<Comparison> rows, ComparisonOptions options) {
        return Claim.ofRatio(
                about,
                RatioEstimate.of(
                                ratio.geometricMean(),
                                ratio.interval(),
                                ratio.contrast().basis(),
                                options.confidence(),
                                options.margin())
                        .counting(
                                ratio.contrast().baselineUnits(),
                                ratio.contrast().contenderUnits(),
                                Comparison.Unit.of(ratio.contrast().isVisited()).word())
                        .limitedBy(PairLimit.common(rows.stream()
                                .map(one -> one.claim().estimate().limited())
                                .toList())),
                ratio.test().orElse(null),
                List.of());
    }

    @Override
    public SuiteFinding with(Claim corrected) {
        return new SuiteFinding(across, jobs, missing, ratio, corrected);
    }

    public Comparison.Unit unit() {
        return Comparison.Unit.of(ratio.contrast().isVisited());
    }

    /**
     * The speed-up of a whole production mix, with jobs weighted by their shares of the baseline's cluster hours.
     *
     * @param across settings in which the compared setups' runs differ
     * @param shares the share of each job; together they are 1
     * @param missing jobs of the mix that were not measured on both setups; if there are any, the ratio is null
     * @param ratio the speed-up, by the formula in {@link WeightedRatio}; null if a job is missing
     * @param claim that the contender is faster or slower with this mix
     */
    public record MixFinding(
            SortedMap<String, Difference> across,
            SortedMap<String, Double> shares,
            List<String> missing,
            WeightedRatio ratio,
            Claim claim)
            implements Claimed<MixFinding> {
        public MixFinding {
            missing = List.copyOf(missing);
        }

        /** Compares the setups of each family with every mix. */
        static List<MixFinding> of(Compared compared) {
            return compared.options().mixes().stream()
                    .flatMap(mix -> compared.families().stream()
                            .filter(Family::isOfDurations)
                            .map(family -> of(mix, family, compared)))
                    .toList();
        }

        private static MixFinding of(Mix mix, Family family, Compared compared) {
            ComparisonOptions options = compared.options();
            SortedMap<String, Double> shares = new TreeMap<>(mix.shares());
            List<String> missing = shares.keySet().stream()
                    .filter(job -> !family.jobs().contains(job))
                    .toList();
            List<Comparison> used = family.comparisons().stream()
                    .filter(one -> shares.containsKey(one.job()))
                    .toList();
            WeightedRatio ratio = missing.isEmpty()
                    ? WeightedRatio.of(
                            used.stream().map(Comparison::samples).toList(),
                            used.stream().map(one -> shares.get(one.job())).toList(),
                            options.confidence(),
                            Compared.between(used, options))
                    : null;
            return new MixFinding(
                    family.across(),
                    shares,
                    missing,
                    ratio,
                    claim(family.about("mix", mix.name()), ratio, used, compared));
        }

        private static Claim claim(ClaimSubject about, WeightedRatio ratio, List<Comparison> used, Compared compared) {
            double confidence = compared.options().confidence();
            return ratio == null
                    ? Claim.ofNothing(about, confidence)
                    : Claim.ofRatio(
                            about,
                            RatioEstimate.of(
                                            ratio.speedUp(),
                                            ratio.interval(),
                                            ratio.basis(),
                                            confidence,
                                            compared.options().margin())
                                    .limitedBy(PairLimit.common(used.stream()
                                            .map(one -> one.claim().estimate().limited())
                                            .toList())),
                            compared.isMatched(about.contender())
                                    ? null
                                    : ratio.test().orElse(null),
                            List.of());
        }

        @Override
        public MixFinding with(Claim corrected) {
            return new MixFinding(across, shares, missing, ratio, corrected);
        }

        /** Returns the name of the mix. */
        public String mix() {
            return job();
        }
    }

    /**
     * All jobs of a contender under all settings, if several choices of settings were compared.
     *
     * @param rows the number of comparisons that the ratio covers
     * @param claim about the geometric mean of all speed-ups
     */
    public record PooledFinding(int rows, Claim claim) implements Claimed<PooledFinding> {
        /** The largest number of comparisons of one contender that Spindle pools. */
        static final int MOST_ROWS = 1000;

        /** Pools the families of each contender that has several. */
        static List<PooledFinding> of(Compared compared) {
            return compared.families().stream()
                    .filter(Family::isOfDurations)
                    .collect(Collectors.groupingBy(Family::contender, LinkedHashMap::new, Collectors.toList()))
                    .values()
                    .stream()
                    .filter(families -> families.size() > 1
                            && !compared.isMatched(families.get(0).contender()))
                    .filter(families -> families.stream()
                                    .mapToInt(family -> family.comparisons().size())
                                    .sum()
                            <= MOST_ROWS)
                    .map(families -> of(families, compared.options()))
                    .toList();
        }

        private static PooledFinding of(List<Family> families, ComparisonOptions options) {
            List<Comparison> all = families.stream()
                    .flatMap(family -> family.comparisons().stream())
                    .toList();
            SuiteRatio ratio = SuiteRatio.of(
                    all.stream().map(Comparison::samples).toList(),
                    options.confidence(),
                    Compared.between(all, options));
            Claim claim = SuiteFinding.claim(
                    new ClaimSubject(
                            "together",
                            "all jobs",
                            families.get(0).baseline(),
                            families.get(0).contender(),
                            SharedSettings.of(
                                    all.stream().map(Comparison::settings).toList()),
                            Quantity.DURATION.word()),
                    ratio,
                    all,
                    options);
            return new PooledFinding(all.size() - ratio.leftOut().size(), claim);
        }

        @Override
        public PooledFinding with(Claim corrected) {
            return new PooledFinding(rows, corrected);
        }
    }
}
