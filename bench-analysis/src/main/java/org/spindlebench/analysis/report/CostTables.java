package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.cost.CostFigure;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.EqualCost;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.QuadrantPoint;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.report.page.Table;

/** What it costs, and what the prices of others would buy. */
final class CostTables {
    private static final String FILE = "report-cost.csv";
    /** Of setups that one is tied with. */
    private static final int MOST_NAMES = 8;

    private static final Comparator<CostFigure> IN_READING_ORDER = Comparator.comparing(CostFigure::measure)
            .thenComparing(figure -> figure.job() == null ? "" : figure.job())
            .thenComparing(figure -> figure.settings().toString())
            .thenComparing(figure -> figure.rank() == null ? 0 : figure.rank());

    private CostTables() {}

    static List<Table> of(CostFindings cost, Footnotes footnotes) {
        cost.warnings().forEach(footnotes::mark);
        List<Table> tables = new ArrayList<>();
        tables.add(figures(cost));
        if (!cost.quadrants().isEmpty()) {
            tables.add(new Table.TableShape(
                            "Fast or slow, economical or expensive (each axis from the best to the worst, halved)",
                            List.of("job", "setup", "settings", "quadrant", "time", "cost"),
                            4,
                            "report-quadrants.csv")
                    .of(cost.quadrants(), CostTables::row));
        }
        if (!cost.equalCosts().isEmpty()) {
            tables.add(new Table.TableShape(
                            "What an equal price would buy",
                            List.of("of", "for the price of", "unit", "limit of what was measured", "count"),
                            4,
                            "report-equal_cost.csv")
                    .of(cost.equalCosts(), CostTables::row));
        }
        return tables;
    }

    private static Table figures(CostFindings cost) {
        PriceList.About about = cost.about();
        return new Table.TableShape(
                        "Cost, by the prices of " + about.name() + " (" + about.date() + ", " + about.source() + ")",
                        List.of(
                                "measure",
                                "job",
                                "setup",
                                "settings",
                                "mean",
                                "unit",
                                "tied with",
                                "value",
                                "interval",
                                "rank"),
                        7,
                        FILE)
                .of(cost.figures().stream().sorted(IN_READING_ORDER).toList(), CostTables::row);
    }

    private static List<String> row(CostFigure figure) {
        return List.of(
                figure.measure().title(),
                figure.job() == null ? "" : figure.job(),
                figure.setup(),
                Sentence.settings(figure.settings()),
                figure.averaging().code().replace('_', ' '),
                figure.unit(),
                FewNames.of(figure.tiedWith(), MOST_NAMES),
                number(figure.value()),
                figure.interval() == null
                        ? FigureText.ABSENT
                        : "[" + number(figure.interval().low()) + ", "
                                + number(figure.interval().high()) + "]",
                figure.rank() == null ? FigureText.ABSENT : figure.rank().toString());
    }

    /** Costs reach from fractions of a cent to millions: five significant digits. */
    private static String number(double value) {
        return Math.abs(value) >= 1e5 && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.5g", value);
    }

    private static List<String> row(QuadrantPoint point) {
        return List.of(
                point.job(),
                point.setup(),
                Sentence.settings(point.settings()),
                point.quadrant().code().replace('_', ' '),
                FigureText.of(point.time(), 3),
                FigureText.of(point.cost(), 3));
    }

    private static List<String> row(EqualCost equal) {
        EqualCost.BindingLimit limit = equal.limit();
        String measured = limit == null
                ? "measured"
                : limit.kind().title() + ": " + limit.measured() + "; nothing is said of its speed";
        return List.of(
                equal.baseline(),
                equal.forPriceOf(),
                equal.unit().code().replace('_', ' '),
                measured,
                Long.toString(equal.count()));
    }
}
