package org.spindlebench.analysis.cost;

import java.util.List;
import java.util.Objects;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.record.Warning;

/**
 * What measured durations cost by a price list.
 *
 * @param about where the prices come from
 * @param terms the assumptions that hold
 * @param figures every cost: first of setups, then of each job, then against the baseline
 * @param quadrants ALOJA's diagram of each job
 * @param equalCosts what the prices of other setups would buy of the baseline
 * @param warnings what is doubtful or could not be computed
 */
public record CostFindings(
        PriceList.About about,
        Assumptions terms,
        List<CostFigure> figures,
        List<QuadrantPoint> quadrants,
        List<EqualCost> equalCosts,
        List<Warning> warnings) {
    public CostFindings {
        Objects.requireNonNull(about, "about");
        Objects.requireNonNull(terms, "terms");
        figures = List.copyOf(figures);
        quadrants = List.copyOf(quadrants);
        equalCosts = List.copyOf(equalCosts);
        warnings = List.copyOf(warnings);
    }

    /**
     * Prices the durations.
     *
     * @param measured at most one entry for each setup, job and settings
     * @throws PriceList.NothingPricedException if the list prices none of the setups that were measured
     * @throws IllegalArgumentException if two entries are of the same setup, job and settings
     */
    public static CostFindings of(PriceList prices, List<JobDurations> measured, CostOptions options) {
        return new CostStudy(prices, measured, options).findings();
    }

    /**
     * What each job costs on each setup, without ranks, ties, and anything against the baseline: for those who price durations several times over.
     *
     * @param measured at most one entry for each setup, job and settings
     * @throws PriceList.NothingPricedException if the list prices none of the setups that were measured
     * @throws IllegalArgumentException if two entries are of the same setup, job and settings
     */
    public static CostFindings unranked(PriceList prices, List<JobDurations> measured, CostOptions options) {
        return new CostStudy(prices, measured, options).unranked();
    }
}
