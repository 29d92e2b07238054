package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;

/** Makes tables of costs, and of the baseline's devices and workers that other setups' prices would buy. */
final class CostTables {
    private static final String FILE = "report-cost.csv";
    /** The largest number of setups that are listed as tied with one setup. */
    private static final int MOST_NAMES = 8;

    private static final Comparator<CostValue> IN_READING_ORDER = Comparator.comparing(CostValue::measure)
            .thenComparing(figure -> figure.job() == null ? "" : figure.job())
            .thenComparing(figure -> figure.settings().toString())
            .thenComparing(figure -> figure.rank() == null ? 0 : figure.rank());

    private CostTables() {}

    static List<Table> of(CostFindings cost, Footnotes footnotes) {
        cost.warnings().forEach(footnotes::mark);
        List<Table> tables = new ArrayList<>();
        tables.add(figures(cost));
        if (!cost.quadrants().isEmpty()) {
            tables.add(Table.of(
                    "Fast or slow, economical or expensive (each axis from the best to the worst, halved)",
                    "report-quadrants.csv",
                    cost.quadrants(),
                    CostTables::row));
        }
        if (!cost.equalCosts().isEmpty()) {
            tables.add(Table.of(
                    "What an equal price would buy", "report-equal_cost.csv", cost.equalCosts(), CostTables::row));
        }
        return tables;
    }

    private static Table figures(CostFindings cost) {
        PriceList.PriceSource about = cost.about();
        return Table.of(
                "Cost, by the prices of " + about.name() + " (" + about.date() + ", " + about.source() + ")",
                FILE,
                cost.figures().stream().sorted(IN_READING_ORDER).toList(),
                CostTables::row);
    }

    private static TableRow row(CostValue figure) {
        return new TableRow()
                .text("measure", figure.measure().title())
                .text("job", figure.job() == null ? "" : figure.job())
                .text("setup", figure.setup())
                .text("settings", Sentence.settings(figure.settings()))
                .text("mean", figure.averaging().code().replace('_', ' '))
                .text("unit", figure.unit())
                .text("tied with", FewNames.of(figure.tiedWith(), MOST_NAMES))
                .figure("value", number(figure.value()))
                .figure(
                        "interval",
                        Optional.ofNullable(figure.interval())
                                .map(one -> "[" + number(one.low()) + ", " + number(one.high()) + "]"))
                .figure("rank", figure.rank());
    }

    /** Writes five significant digits, because costs range from fractions of a cent to millions. */
    private static String number(double value) {
        return Math.abs(value) >= 1e5 && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.5g", value);
    }

    private static TableRow row(QuadrantPoint point) {
        return new TableRow()
                .text("job", point.job())
                .text("setup", point.setup())
                .text("settings", Sentence.settings(point.settings()))
                .text("quadrant", point.quadrant().code().replace('_', ' '))
                .figure("time", NumberText.of(point.time(), 3))
                .figure("cost", NumberText.of(point.cost(), 3));
    }

    private static TableRow row(EqualCost equal) {
        EqualCost.BindingLimit limit = equal.limit();
        String measured = limit == null
                ? "measured"
                : limit.kind().title() + ": " + limit.measured() + "; its speed was not measured";
        return new TableRow()
                .text("of", equal.baseline())
                .text("for the price of", equal.forPriceOf())
                .text("unit", equal.unit().code().replace('_', ' '))
                .text("limit of what was measured", measured)
                .figure("count", Long.toString(equal.count()));
    }
}
