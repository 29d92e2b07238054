package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.cost.CostFigure;

/**
 * A cost in {@code report.json}.
 *
 * @param job absent for a figure that is not of one job
 * @param measure a stable word, see {@code docs/cost.md}
 * @param unit of value, low and high
 * @param averaging the mean that the figure follows from
 * @param rank from 1, among the setups; absent where no value is better than another
 * @param tiedWith setups that it is not told from; absent where they are more than {@value #MOST_TIES}, so that nobody takes some for all
 * @param ties how many they are where they are not named
 */
@JsonNaming(SnakeCaseStrategy.class)
record CostDocument(
        String setup,
        String job,
        Map<String, String> settings,
        String measure,
        double value,
        Double low,
        Double high,
        String unit,
        String averaging,
        Integer rank,
        List<String> tiedWith,
        Integer ties) {
    /** Of thousands of setups that are tied each with each, names alone would be gigabytes. */
    static final int MOST_TIES = 500;

    static CostDocument of(CostFigure figure) {
        boolean named = figure.tiedWith().size() <= MOST_TIES;
        return new CostDocument(
                figure.setup(),
                figure.job(),
                figure.settings(),
                figure.measure().code(),
                figure.value(),
                Bounds.low(figure.interval()),
                Bounds.high(figure.interval()),
                figure.unit(),
                figure.averaging().code(),
                figure.rank(),
                named ? figure.tiedWith() : null,
                named ? null : figure.tiedWith().size());
    }
}
