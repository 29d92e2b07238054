package org.spindlebench.analysis.compare;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.CampaignDeviation;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.VisitedSample;
import org.spindlebench.analysis.workload.Workload.RunSettings;

/**
 * The questions about a set of runs.
 *
 * @param baseline the setup that all others are compared with; null for the first setup
 * @param confidence the confidence of all intervals, from {@value #LEAST_CONFIDENCE} to {@link Power#HIGHEST}
 * @param margin the difference that is too small to matter, a fraction above 0, such as {@value #DEFAULT_MARGIN}
 * @param across settings in which compared runs may differ; such results are marked
 * @param mixes the production mixes that weight the jobs
 * @param prices the prices of setups; null for no costs
 * @param costRuns the runs of a job from which costs are computed
 * @param interactions settings whose effect on speed-ups is wanted
 * @param between the variance between campaigns with the same setup
 */
public record ComparisonOptions(
        String baseline,
        double confidence,
        double margin,
        SortedSet<String> across,
        List<Mix> mixes,
        PriceList prices,
        CostOptions.CountedRuns costRuns,
        SortedSet<String> interactions,
        Study study,
        CampaignSpread between) {
    /** Settings that change the work of a run; Spindle calls one of their values best only if the user asks for it. */
    public static final Set<String> OTHER_WORK = Stream.of(
                    Stream.of("bytes_per_node", "bytes_per_file", "files", "data", "cache", "nodes", "replication"),
                    Stream.of("sync", Subject.PLACEMENT, "total_bytes", "input_bytes", "shuffle_bytes", "output_bytes"),
                    Stream.of("shuffle_data", "erasure_coding", "encryption", "output_compression"),
                    RunSettings.OF_CONCURRENT.stream())
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    /** Words for how much data there is, in the names that others give such settings. */
    private static final Set<String> AMOUNTS = Set.of(
            "size",
            "bytes",
            "volume",
            "scale",
            "rows",
            "records",
            "row",
            "record",
            "files",
            "dataset",
            "sf",
            "kb",
            "mb",
            "gb",
            "tb",
            "kib",
            "mib",
            "gib",
            "tib",
            "datasize",
            "filesize");

    /** Other words that such a name may have, unlike words for buffers, blocks and memory. */
    private static final Set<String> BESIDE_AMOUNTS = Set.of(
            "data", "set", "input", "output", "total", "problem", "file", "table", "num", "nr", "number", "of", "count",
            "factor", "per", "map", "reduce", "task", "node");

    /** The confidence of intervals, unless the user chooses another. */
    public static final double DEFAULT_CONFIDENCE = 0.95;

    /** The difference that is too small to matter, unless the user chooses another. */
    public static final double DEFAULT_MARGIN = 0.05;

    /** The largest margin that the user may choose. */
    public static final double MOST_MARGIN = 1;

    /** The lowest confidence that the user may choose; the highest is {@link Power#HIGHEST}. */
    public static final double LEAST_CONFIDENCE = 0.5;

    public ComparisonOptions {
        if (!(confidence >= LEAST_CONFIDENCE && confidence <= Power.HIGHEST)) {
            throw new IllegalArgumentException(
                    "confidence must be between " + LEAST_CONFIDENCE + " and " + Power.HIGHEST + ": " + confidence);
        }
        if (!(margin > 0 && margin <= MOST_MARGIN)) {
            throw new IllegalArgumentException("the margin must be above 0 and at most " + MOST_MARGIN + ": " + margin);
        }
        across = Collections.unmodifiableSortedSet(new TreeSet<>(across));
        mixes = List.copyOf(mixes);
        interactions = Collections.unmodifiableSortedSet(new TreeSet<>(interactions));
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(between, "between");
    }

    /** Returns the cells' settings that change the work of a run, unless compared runs may differ in them. */
    Set<String> work(Collection<CellSummary> cells) {
        Set<String> work = new TreeSet<>(OTHER_WORK);
        cells.stream()
                .flatMap(cell -> cell.subject().settings().keySet().stream())
                .distinct()
                .filter(ComparisonOptions::isAmount)
                .forEach(work::add);
        work.removeAll(across);
        return work;
    }

    /** Returns whether the name of a setting is about the amount of data, such as {@code Input size (GB)}. */
    private static boolean isAmount(String name) {
        List<String> words = List.of(name.replaceAll("(?<=[a-z])(?=[A-Z][a-z]|[A-Z]{2})", "_")
                .toLowerCase(Locale.ROOT)
                .replaceFirst("[(\\[].*", "")
                .strip()
                .split("[ ._-]+"));
        return words.stream().anyMatch(AMOUNTS::contains)
                && words.stream().allMatch(word -> AMOUNTS.contains(word) || BESIDE_AMOUNTS.contains(word));
    }

    /** Returns options that compare all setups with the first one, and only if nothing else differs. */
    public static ComparisonOptions standard() {
        return new ComparisonOptions(
                null,
                DEFAULT_CONFIDENCE,
                DEFAULT_MARGIN,
                Collections.emptySortedSet(),
                List.of(),
                null,
                CostOptions.CountedRuns.MEANS,
                Collections.emptySortedSet(),
                Study.NONE,
                CampaignSpread.UNKNOWN);
    }

    /** Copies these options with a baseline. */
    public ComparisonOptions against(String setup) {
        return new ComparisonOptions(
                setup, confidence, margin, across, mixes, prices, costRuns, interactions, study, between);
    }

    public ComparisonOptions withConfidence(double other) {
        return new ComparisonOptions(
                baseline, other, margin, across, mixes, prices, costRuns, interactions, study, between);
    }

    /** Copies these options with a margin. */
    public ComparisonOptions withMargin(double other) {
        return new ComparisonOptions(
                baseline, confidence, other, across, mixes, prices, costRuns, interactions, study, between);
    }

    /** Copies these options, but permits compared runs to differ in these settings. */
    public ComparisonOptions across(String... settings) {
        return new ComparisonOptions(
                baseline,
                confidence,
                margin,
                new TreeSet<>(List.of(settings)),
                mixes,
                prices,
                costRuns,
                interactions,
                study,
                between);
    }

    /** Copies these options with production mixes, which weight the jobs of a suite. */
    public ComparisonOptions withMixes(List<Mix> workloads) {
        return new ComparisonOptions(
                baseline, confidence, margin, across, workloads, prices, costRuns, interactions, study, between);
    }

    /** Copies these options with another choice of the runs from which costs are computed. */
    public ComparisonOptions withCostOf(CostOptions.CountedRuns runs) {
        return new ComparisonOptions(
                baseline, confidence, margin, across, mixes, prices, runs, interactions, study, between);
    }

    public ComparisonOptions withPrices(PriceList list) {
        return new ComparisonOptions(
                baseline, confidence, margin, across, mixes, list, costRuns, interactions, study, between);
    }

    /** Copies these options with settings whose effect on speed-ups is wanted. */
    public ComparisonOptions withInteractions(Collection<String> settings) {
        return new ComparisonOptions(
                baseline, confidence, margin, across, mixes, prices, costRuns, new TreeSet<>(settings), study, between);
    }

    public ComparisonOptions with(Study asked) {
        return new ComparisonOptions(
                baseline, confidence, margin, across, mixes, prices, costRuns, interactions, asked, between);
    }

    public ComparisonOptions withBetween(CampaignSpread known) {
        return new ComparisonOptions(
                baseline, confidence, margin, across, mixes, prices, costRuns, interactions, study, known);
    }

    /**
     * The variance between campaigns with the same setup, either stated or estimated from earlier campaigns. Spindle
     * uses the variance if one side of a comparison is a single campaign.
     *
     * @param stated the variance that the user states; null if earlier campaigns are given
     * @param earlier the cells of earlier campaigns; empty if the variance is stated
     */
    public record CampaignSpread(CampaignDeviation stated, List<CellSummary> earlier) {
        public static final CampaignSpread UNKNOWN = new CampaignSpread(null, List.of());

        public CampaignSpread {
            earlier = List.copyOf(earlier);
        }

        /** Makes a spread from the coefficient of variation that the user states. */
        public static CampaignSpread stated(double cv) {
            return new CampaignSpread(CampaignDeviation.stated(cv), List.of());
        }

        /** Makes a spread from earlier campaigns of the compared setups. The setups may have had other names. */
        public static CampaignSpread ofEarlier(Runs runs) {
            return new CampaignSpread(
                    null, runs.cells().stream().filter(CellSummary::isMeasured).toList());
        }

        /**
         * Returns the variance, between campaigns, of the mean over the jobs of these cells.
         *
         * @param cells one cell per job, all with the same setup
         * @return null if the variance is unknown, or fewer than {@link CampaignDeviation#LEAST_CAMPAIGNS} earlier campaigns have
         *     all these jobs
         */
        CampaignDeviation of(List<CellSummary> cells) {
            if (stated != null || earlier.isEmpty()) {
                return stated;
            }
            List<VisitedSample> samples =
                    cells.stream().map(this::earlier).flatMap(Optional::stream).toList();
            return samples.size() < cells.size()
                    ? null
                    : CampaignDeviation.ofEarlier(samples).orElse(null);
        }

        private Optional<VisitedSample> earlier(CellSummary cell) {
            return earlier.stream()
                    .filter(one ->
                            Objects.equals(one.subject().job(), cell.subject().job())
                                    && one.comparable().equals(cell.comparable()))
                    .map(CellSummary::sample)
                    .findFirst();
        }
    }
}
