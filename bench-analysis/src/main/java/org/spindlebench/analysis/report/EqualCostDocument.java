package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import org.spindlebench.analysis.cost.EqualCost;

/**
 * What an equal price would buy, in {@code report.json}.
 *
 * @param setup of which more is bought
 * @param forPriceOf the setup whose price is spent
 * @param count how many, in the unit
 * @param measured how many it was measured with
 * @param bindingLimit what ends the range of what was measured; absent where exactly this count was measured
 */
@JsonNaming(SnakeCaseStrategy.class)
record EqualCostDocument(
        String setup,
        String forPriceOf,
        String unit,
        long count,
        long measured,
        String bindingLimit,
        Long bindingLimitMeasured,
        String measuredAs) {
    static EqualCostDocument of(EqualCost equal) {
        EqualCost.BindingLimit limit = equal.limit();
        return new EqualCostDocument(
                equal.baseline(),
                equal.forPriceOf(),
                equal.unit().code(),
                equal.count(),
                equal.measured(),
                limit == null ? null : limit.kind().code(),
                limit == null ? null : (Long) limit.measured(),
                equal.measuredAs());
    }
}
