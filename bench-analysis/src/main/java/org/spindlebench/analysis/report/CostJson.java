package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.cost.CostFigure;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint.Quadrant;
import org.spindlebench.analysis.document.JsonObject;

/** Writes costs in {@code report.json}. */
final class CostJson {
    /** The most ties that are listed by name; thousands of tied setups would take gigabytes. */
    private static final int MOST_TIES = 500;

    private CostJson() {}

    static void put(CostFindings cost, JsonObject json) {
        json.with("prices", new JsonObject().all(cost.about()).all(cost.terms(), "storage"))
                .list("cost", cost.figures(), CostJson::figure)
                .list("quadrants", cost.quadrants(), CostJson::quadrant)
                .list("equal_cost", cost.equalCosts(), CostJson::equal);
    }

    /** Returns a cost, with {@code tied_with}, or {@code ties}, their number, if they are too many to list. */
    private static JsonObject figure(CostFigure figure) {
        List<String> tied = figure.tiedWith();
        boolean named = tied.size() <= MOST_TIES;
        JsonObject json = new JsonObject()
                .with("setup", figure.setup())
                .with("job", figure.job())
                .with("settings", figure.settings())
                .with("measure", figure.measure().code())
                .with("value", figure.value());
        return FindingsJson.bounds(json, Optional.ofNullable(figure.interval()))
                .with("unit", figure.unit())
                .with("averaging", figure.averaging().code())
                .with("rank", figure.rank())
                .with("tied_with", named ? tied : null)
                .with("ties", named ? null : tied.size());
    }

    /** Returns a place from 0 (best) to 1; {@code boundary} is the greatest that counts as fast or economical. */
    private static JsonObject quadrant(QuadrantPoint point) {
        return new JsonObject()
                .with("setup", point.setup())
                .with("job", point.job())
                .with("settings", point.settings())
                .with("time", point.time())
                .with("cost", point.cost())
                .with("quadrant", point.quadrant().code())
                .with("boundary", Quadrant.BOUNDARY);
    }

    /** Returns what an equal price would buy; {@code binding_limit} ends the measured range. */
    private static JsonObject equal(EqualCost equal) {
        EqualCost.BindingLimit limit = equal.limit();
        return new JsonObject()
                .with("setup", equal.baseline())
                .with("for_price_of", equal.forPriceOf())
                .with("unit", equal.unit().code())
                .with("count", equal.count())
                .with("measured", equal.measured())
                .with("binding_limit", limit == null ? null : limit.kind().code())
                .with("binding_limit_measured", limit == null ? null : limit.measured())
                .with("measured_as", equal.measuredAs());
    }
}
