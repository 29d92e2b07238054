package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.spindlebench.analysis.compare.CostInputs;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.Repricing;

/**
 * What a page says of money beside its pictures.
 *
 * @param sentences for the first screen; none without prices
 * @param prices what the page needs to price durations anew; null without prices
 */
public record CostPart(List<String> sentences, JsonNode prices) {
    public CostPart {
        sentences = List.copyOf(sentences);
    }

    /** Of the findings' costs. */
    public static CostPart of(Findings findings) {
        if (findings.cost() == null) {
            return new CostPart(List.of(), null);
        }
        Repricing repricing =
                Repricing.of(findings.options().prices(), CostInputs.durations(findings), CostInputs.options(findings));
        return new CostPart(CostSentences.of(findings, repricing), PriceModel.of(findings, repricing));
    }
}
