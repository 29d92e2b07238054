package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.Terms;

/**
 * The price list and the assumptions that costs in {@code report.json} rest on.
 *
 * @param utilisation share of the time that the cluster works; absent where it is not stated
 * @param supportPerYear share of the price
 */
@JsonNaming(SnakeCaseStrategy.class)
record PricesDocument(
        String name,
        String currency,
        String date,
        String source,
        double years,
        Double utilisation,
        double discount,
        double supportPerYear) {
    static PricesDocument of(CostFindings cost) {
        Terms terms = cost.terms();
        return new PricesDocument(
                cost.about().name(),
                cost.about().currency(),
                cost.about().date(),
                cost.about().source(),
                terms.years(),
                terms.utilisation(),
                terms.discount(),
                terms.supportPerYear());
    }
}
