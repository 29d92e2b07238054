package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellMeasures.MeasuredQuantity;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.BestSettings;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.hypothesis.PublishedNumbers;
import org.spindlebench.analysis.hypothesis.PublishedNumbers.Printed;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;

/** Shows the numbers that publications print next to the measured numbers. Spindle computes nothing from them. */
final class PrintedText {
    private static final int MOST_VALUES = 4;

    private static final double MIB = 1 << 20;

    /**
     * A measured value.
     *
     * @param settings the settings; empty for values of a setup
     * @param throughput the kind of throughput; null for other quantities
     */
    private record Measured(SortedMap<String, String> settings, double value, MeasuredQuantity throughput) {
        Measured(SortedMap<String, String> settings, double value) {
            this(settings, value, null);
        }
    }

    private final Findings findings;

    private PrintedText(Findings findings) {
        this.findings = findings;
    }

    static List<Table> tables(Findings findings) {
        PrintedText text = new PrintedText(findings);
        return findings.options().study().printed().stream()
                .map(list -> Table.of(
                        "Printed by " + list.source() + ", and measured here",
                        "report-references.csv",
                        list.results(),
                        text::row))
                .toList();
    }

    static List<JsonObject> json(Findings findings) {
        PrintedText text = new PrintedText(findings);
        List<JsonObject> all = new ArrayList<>();
        for (PublishedNumbers list : findings.options().study().printed()) {
            list.results().forEach(one -> all.add(text.json(list, one)));
        }
        return all;
    }

    private JsonObject json(PublishedNumbers list, Printed one) {
        return new JsonObject()
                .with("source", list.source())
                .with("date", list.date())
                .with("where", one.where())
                .with("job", one.job().isEmpty() ? null : one.job())
                .with("setup", one.setup())
                .with("measure", one.measure())
                .with("unit", one.unit())
                .with("printed", one.value())
                .list("measured", measured(one), found -> new JsonObject()
                        .with("settings", found.settings())
                        .with(
                                "throughput",
                                found.throughput() == null
                                        ? null
                                        : found.throughput().word())
                        .with("value", found.value()));
    }

    private TableRow row(Printed one) {
        return new TableRow()
                .text("where", one.where())
                .text("job", one.job().isEmpty() ? NumberText.ABSENT : one.job())
                .text("setup", one.setup())
                .text("measure", one.measure() + " [" + one.unit() + "]")
                .figure("printed", number(one.value()))
                .figure("measured", text(measured(one)));
    }

    private static String text(List<Measured> values) {
        if (values.isEmpty()) {
            return NumberText.ABSENT;
        }
        String kind = values.get(0).throughput() == null
                ? ""
                : ", " + values.get(0).throughput().word();
        if (values.size() > MOST_VALUES) {
            return number(values.stream().mapToDouble(Measured::value).min().orElseThrow()) + " to "
                    + number(values.stream().mapToDouble(Measured::value).max().orElseThrow()) + " over "
                    + values.size()
                    + " settings" + kind;
        }
        return values.stream()
                .map(one -> number(one.value())
                        + (values.size() == 1 ? "" : " (" + Sentence.settings(one.settings()) + ")"))
                .collect(Collectors.joining(", ", "", kind));
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? String.valueOf((long) value)
                : String.format(Locale.ROOT, "%.4g", value);
    }

    private List<Measured> measured(Printed one) {
        if (one.measure().equals("fastest_run")) {
            return fastest(one);
        }
        if (one.measure().equals("throughput")) {
            return throughput(one);
        }
        List<Measured> found = new ArrayList<>();
        for (CellSummary cell : cells(one)) {
            Double value = value(one.measure(), cell);
            if (value != null) {
                found.add(new Measured(cell.comparable(), value));
            }
        }
        if (findings.cost() != null) {
            findings.cost().figures().stream()
                    .filter(figure -> isOf(figure, one))
                    .forEach(figure -> found.add(new Measured(figure.settings(), figure.value())));
        }
        return found;
    }

    private List<CellSummary> cells(Printed one) {
        return findings.cells().stream()
                .filter(CellSummary::isMeasured)
                .filter(cell -> cell.subject().setup().equals(one.setup())
                        && cell.subject().job().equals(one.job()))
                .toList();
    }

    /**
     * Returns the DFSIOE average, which publications print, or otherwise another throughput that the runs have. Stock
     * TestDFSIO's runs state only the throughput over the execution. All values are of one kind.
     */
    private List<Measured> throughput(Printed one) {
        for (MeasuredQuantity figure : MeasuredQuantity.THROUGHPUTS) {
            List<Measured> found = cells(one).stream()
                    .filter(cell -> cell.measures().samples().containsKey(figure))
                    .map(cell -> new Measured(
                            cell.comparable(),
                            cell.measures().samples().get(figure).observations().mean() / MIB,
                            figure))
                    .toList();
            if (!found.isEmpty()) {
                return found;
            }
        }
        return List.of();
    }

    private static Double value(String measure, CellSummary cell) {
        return switch (measure) {
            case "duration" -> cell.observations().mean();
            case "input" -> cell.relative().input();
            case "shuffle" -> cell.relative().shuffle();
            case "output" -> cell.relative().outputReplicated();
            case "cpu_busy" -> cell.devices() == null ? null : cell.devices().cpuBusy();
            default -> null;
        };
    }

    private static boolean isOf(CostValue figure, Printed one) {
        String job = figure.job() == null ? "" : figure.job();
        return figure.measure().code().equals(one.measure())
                && figure.setup().equals(one.setup())
                && job.equals(one.job());
    }

    /** Returns the fastest run with any settings. */
    private List<Measured> fastest(Printed one) {
        List<Measured> best = findings.best().stream()
                .filter(found -> found.choice() == BestSettings.Choice.OWN
                        && found.setup().equals(one.setup())
                        && found.job().equals(one.job()))
                .map(found -> new Measured(found.settings(), found.fastestRun()))
                .toList();
        return best.isEmpty()
                ? cells(one).stream()
                        .map(cell ->
                                new Measured(cell.comparable(), cell.elapsed().min()))
                        .toList()
                : best;
    }
}
