package org.spindlebench.analysis.cost;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.stats.Interval;

/**
 * A figure before its rank is known.
 *
 * @param about what it is a figure of
 * @param measure what it measures
 * @param value its value
 * @param interval null where there is none
 * @param averaging the mean it follows from
 * @param timed how it depends on durations, for ties; of the same value up to a factor that all of a measure, job and
 *     settings share
 */
record Draft(About about, CostMeasure measure, double value, Interval interval, Averaging averaging, Timed timed) {
    /** Setup, job and settings; no job where it is not of one. */
    record About(String setup, String job, SortedMap<String, String> settings) {
        static About setup(String setup) {
            return new About(setup, null, new TreeMap<>());
        }
    }

    /** What figures share that are ranked together. */
    record Contest(CostMeasure measure, String job, SortedMap<String, String> settings) {}

    /** A figure of prices alone. */
    static Draft ofPrices(String setup, CostMeasure measure, double value) {
        return new Draft(About.setup(setup), measure, value, null, Averaging.NONE, Timed.constant(value));
    }

    Contest contest() {
        return new Contest(measure, about.job, about.settings);
    }

    CostFigure ranked(String currency, Integer rank, List<String> tiedWith) {
        return new CostFigure(
                about.setup,
                about.job,
                about.settings,
                measure,
                measure.unit(currency),
                value,
                interval,
                averaging,
                new CostFigure.Standing(rank, tiedWith));
    }
}
