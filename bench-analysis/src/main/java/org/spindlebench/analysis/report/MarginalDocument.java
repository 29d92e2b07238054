package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Map;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Matched;

/**
 * A value of a parameter over all configurations, in {@code report.json}.
 *
 * @param settings what all the runs share because it is never pooled
 * @param mean seconds, over all runs with this value
 * @param againstAverage mean of all the job's runs over this mean
 * @param unbalanced whether this compares configurations as well as values
 * @param reference the value that the ratios which follow are against
 */
@JsonNaming(SnakeCaseStrategy.class)
record MarginalDocument(
        String job,
        Map<String, String> settings,
        String parameter,
        String value,
        int n,
        double mean,
        double againstAverage,
        Double low,
        Double high,
        boolean unbalanced,
        String reference,
        MatchedDocument matched) {
    /**
     * The ratio against the reference.
     *
     * @param configurations that were run with both values
     * @param ratio geometric mean over these; above 1 where this value is faster
     * @param pooledRatio ratio of the means over all runs of these configurations
     * @param unbalanced whether the two were run in different shares of configurations, so that the pooled ratio misleads
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record MatchedDocument(
            int configurations, double ratio, Double low, Double high, double pooledRatio, boolean unbalanced) {
        static MatchedDocument of(Matched matched) {
            if (matched == null) {
                return null;
            }
            Interval interval = matched.interval().orElse(null);
            return new MatchedDocument(
                    matched.configurations(),
                    matched.ratio(),
                    Bounds.low(interval),
                    Bounds.high(interval),
                    matched.pooledRatio(),
                    matched.isUnbalanced());
        }
    }

    static MarginalDocument of(Marginal marginal) {
        return new MarginalDocument(
                marginal.job(),
                marginal.settings(),
                marginal.parameter(),
                marginal.value(),
                marginal.runs(),
                marginal.mean(),
                marginal.againstAverage(),
                Bounds.low(marginal.interval()),
                Bounds.high(marginal.interval()),
                marginal.unbalanced(),
                marginal.reference(),
                MatchedDocument.of(marginal.matched()));
    }
}
