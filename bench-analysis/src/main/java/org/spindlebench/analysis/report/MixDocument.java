package org.spindlebench.analysis.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.compare.Difference;
import org.spindlebench.analysis.compare.MixFinding;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.stats.Interval;

/**
 * A whole workload in {@code report.json}.
 *
 * @param shares each job's share of the baseline's cluster hours
 * @param missing jobs that were not measured on both setups; then there is no figure
 * @param speedup of the whole workload
 * @param normalised 1 / speedup
 */
@JsonNaming(SnakeCaseStrategy.class)
record MixDocument(
        String mix,
        String baseline,
        String contender,
        Map<String, String> settings,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Difference> across,
        Map<String, Double> shares,
        List<String> missing,
        Double speedup,
        Double low,
        Double high,
        Double normalised,
        Double p,
        Double pScreen) {
    static MixDocument of(MixFinding mix) {
        Interval interval = mix.ratio() == null ? null : mix.ratio().interval().orElse(null);
        return new MixDocument(
                mix.mix(),
                mix.baseline(),
                mix.contender(),
                mix.settings(),
                mix.across(),
                mix.shares(),
                mix.missing(),
                mix.ratio() == null ? null : mix.ratio().speedUp(),
                Bounds.low(interval),
                Bounds.high(interval),
                mix.ratio() == null ? null : 1 / mix.ratio().speedUp(),
                mix.ratio() == null ? null : Absent.orNull(mix.ratio().p()),
                mix.pScreen());
    }
}
