package org.spindlebench.analysis.compare;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Power;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * What is asked of a set of runs.
 *
 * @param baseline the setup that all others are compared with; null for the first one
 * @param confidence of all intervals, from {@value #LEAST_CONFIDENCE} to {@link Power#HIGHEST}
 * @param across settings in which compared runs may differ; a result that does is marked
 * @param mixes workloads to weigh the jobs by
 * @param prices what setups cost; null if cost is not asked for
 * @param costRuns which runs of a job cost is of
 * @param interactions settings of which is asked how speed-ups depend on them
 * @param study what an experiment asks
 * @param between what is known of how much campaigns of one setup differ
 */
public record ComparisonOptions(
        String baseline,
        double confidence,
        SortedSet<String> across,
        List<Mix> mixes,
        PriceList prices,
        CostOptions.CountedRuns costRuns,
        SortedSet<String> interactions,
        Study study,
        CampaignSpread between) {
    /** Settings that make other work of a run: no value of these is better than another, unless one asks for it. */
    static final Set<String> OTHER_WORK =
            Set.of("bytes_per_node", "bytes_per_file", "files", "data", "cache", "nodes", "replication", "sync");

    /** Settings whose values are never pooled unless one asks for it. */
    public static final Set<String> NEVER_POOLED = Set.of(
            "bytes_per_node",
            "bytes_per_file",
            "files",
            "data",
            "cache",
            "nodes",
            "replication",
            "sync",
            "compression");

    /** The confidence of intervals unless asked otherwise. */
    public static final double DEFAULT_CONFIDENCE = 0.95;

    /** The least confidence that may be asked for; the greatest is {@link Power#HIGHEST}. */
    public static final double LEAST_CONFIDENCE = 0.5;

    public ComparisonOptions {
        if (!(confidence >= LEAST_CONFIDENCE && confidence <= Power.HIGHEST)) {
            throw new IllegalArgumentException(
                    "confidence must lie between " + LEAST_CONFIDENCE + " and " + Power.HIGHEST + ": " + confidence);
        }
        across = Collections.unmodifiableSortedSet(new TreeSet<>(across));
        mixes = List.copyOf(mixes);
        interactions = Collections.unmodifiableSortedSet(new TreeSet<>(interactions));
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(between, "between");
    }

    /** All setups against the first one, where nothing else differs. */
    public static ComparisonOptions standard() {
        return new ComparisonOptions(
                null,
                DEFAULT_CONFIDENCE,
                Collections.emptySortedSet(),
                List.of(),
                null,
                CostOptions.CountedRuns.MEANS,
                Collections.emptySortedSet(),
                Study.NONE,
                CampaignSpread.UNKNOWN);
    }

    /** Against this setup. */
    public ComparisonOptions against(String setup) {
        return new ComparisonOptions(setup, confidence, across, mixes, prices, costRuns, interactions, study, between);
    }

    /** With intervals of this confidence. */
    public ComparisonOptions withConfidence(double other) {
        return new ComparisonOptions(baseline, other, across, mixes, prices, costRuns, interactions, study, between);
    }

    /** Although runs differ in these settings. */
    public ComparisonOptions across(String... settings) {
        return new ComparisonOptions(
                baseline,
                confidence,
                new TreeSet<>(List.of(settings)),
                mixes,
                prices,
                costRuns,
                interactions,
                study,
                between);
    }

    /** With suite figures weighted by these workloads. */
    public ComparisonOptions withMixes(List<Mix> workloads) {
        return new ComparisonOptions(
                baseline, confidence, across, workloads, prices, costRuns, interactions, study, between);
    }

    /** With cost of these runs. */
    public ComparisonOptions withCostOf(CostOptions.CountedRuns runs) {
        return new ComparisonOptions(baseline, confidence, across, mixes, prices, runs, interactions, study, between);
    }

    /** With cost. */
    public ComparisonOptions withPrices(PriceList list) {
        return new ComparisonOptions(baseline, confidence, across, mixes, list, costRuns, interactions, study, between);
    }

    /** With how speed-ups depend on these settings. */
    public ComparisonOptions withInteractions(Collection<String> settings) {
        return new ComparisonOptions(
                baseline, confidence, across, mixes, prices, costRuns, new TreeSet<>(settings), study, between);
    }

    /** With what an experiment asks. */
    public ComparisonOptions with(Study asked) {
        return new ComparisonOptions(
                baseline, confidence, across, mixes, prices, costRuns, interactions, asked, between);
    }

    /** With what is known of how much campaigns of one setup differ. */
    public ComparisonOptions withBetween(CampaignSpread known) {
        return new ComparisonOptions(baseline, confidence, across, mixes, prices, costRuns, interactions, study, known);
    }

    /**
     * What is known of how much campaigns of one setup differ: stated, or seen in earlier ones. It counts where a side of a comparison is a single
     * campaign.
     *
     * @param stated null where earlier campaigns say it
     * @param earlier cells of earlier campaigns; empty where it is stated
     */
    public record CampaignSpread(Between stated, List<CellSummary> earlier) {
        /** Nothing is known. */
        public static final CampaignSpread UNKNOWN = new CampaignSpread(null, List.of());

        public CampaignSpread {
            earlier = List.copyOf(earlier);
        }

        /** Of the user's word. */
        public static CampaignSpread stated(double cv) {
            return new CampaignSpread(Between.stated(cv), List.of());
        }

        /** Of earlier campaigns of the setups that are compared, under whatever names. */
        public static CampaignSpread ofEarlier(Runs runs) {
            return new CampaignSpread(
                    null, runs.cells().stream().filter(CellSummary::isMeasured).toList());
        }

        /**
         * Of the mean over these cells' jobs.
         *
         * @param cells one a job, of one setup
         * @return null where nothing is known, or fewer than {@link Between#LEAST_CAMPAIGNS} earlier campaigns have all these jobs
         */
        Between of(List<CellSummary> cells) {
            if (stated != null || earlier.isEmpty()) {
                return stated;
            }
            List<VisitedSample> samples =
                    cells.stream().map(this::earlier).flatMap(Optional::stream).toList();
            return samples.size() < cells.size()
                    ? null
                    : Between.ofEarlier(samples).orElse(null);
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
