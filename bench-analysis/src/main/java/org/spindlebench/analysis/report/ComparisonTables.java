package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Family;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;

/** Every comparison: raw durations beside normalised ones. */
final class ComparisonTables {
    private static final String FILE = "report-comparisons.csv";
    private static final List<String> FIGURES = List.of(
            "n",
            "baseline [s]",
            "contender [s]",
            "normalised",
            "speed-up",
            "p",
            "p (Holm)",
            "p (all claims)",
            "p (exact)",
            "Hodges-Lehmann",
            "paired by blocks",
            "detectable",
            "runs for 5 %",
            "notes");

    private final Findings findings;
    private final Footnotes footnotes;

    private ComparisonTables(Findings findings, Footnotes footnotes) {
        this.findings = findings;
        this.footnotes = footnotes;
    }

    /** A table for every family, or one for all where there are many; and the suites and workloads. */
    static List<Table> of(Findings findings, Footnotes footnotes) {
        return new ComparisonTables(findings, footnotes).tables();
    }

    private List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        if (!findings.suites().isEmpty()) {
            tables.add(suites());
        }
        if (!findings.mixes().isEmpty()) {
            tables.add(mixes());
        }
        if (findings.families().size() <= AnswerText.MOST_FAMILIES) {
            findings.families().forEach(family -> tables.add(family(family)));
        } else {
            tables.add(all());
        }
        return tables;
    }

    private Table family(Family family) {
        List<String> columns = new ArrayList<>(List.of("job"));
        columns.addAll(FIGURES);
        return new Table.TableShape(AnswerText.heading(family), columns, 1, FILE)
                .of(family.comparisons(), one -> row(List.of(one.job()), one));
    }

    private Table all() {
        List<String> columns = new ArrayList<>(List.of("job", "contender", "settings"));
        columns.addAll(FIGURES);
        return new Table.TableShape("All comparisons with " + findings.baseline(), columns, 3, FILE)
                .of(
                        findings.comparisons().toList(),
                        one -> row(List.of(one.job(), one.contenderSetup(), Sentence.settings(one.settings())), one));
    }

    private List<String> row(List<String> head, Comparison one) {
        List<String> row = new ArrayList<>(head);
        SpeedUp speedUp = one.speedUp();
        row.add(Sentence.runs(one));
        row.add(duration(one.observations().baseline()));
        row.add(duration(one.observations().contender()));
        row.add(FigureText.of(speedUp.normalised(), 3)
                + speedUp.normalisedInterval()
                        .map(bounds -> " " + Sentence.bounds(bounds))
                        .orElse(""));
        row.add(Sentence.ratio(speedUp.ratio(), speedUp.interval()));
        row.add(p(one.tests().welch() == null ? null : one.tests().welch().p()));
        row.add(p(one.tests().pHolm()));
        row.add(p(one.tests().pScreen()));
        row.add(p(one.tests().pExact()));
        row.add(FigureText.of(one.tests().hodgesLehmann(), 3));
        row.add(
                one.paired() == null
                        ? FigureText.ABSENT
                        : Sentence.ratio(one.paired().ratio(), one.paired().interval()));
        row.add(FigureText.of(one.tests().detectable(), 3));
        row.add(
                one.tests().runsNeeded() == null
                        ? FigureText.ABSENT
                        : one.tests().runsNeeded().toString());
        row.add(footnotes.marks(one.warnings()));
        return row;
    }

    private static String duration(Sample cell) {
        return FigureText.of(cell.mean(), 2)
                + (cell.sd().isPresent() ? " +- " + FigureText.of(cell.sd().getAsDouble(), 2) : "");
    }

    private static String p(Double p) {
        return p == null ? FigureText.ABSENT : String.format(Locale.ROOT, "%.3g", p);
    }

    private Table suites() {
        return new Table.TableShape(
                        "All jobs together",
                        List.of(
                                "contender",
                                "settings",
                                "jobs",
                                "geometric mean of speed-ups",
                                "jobs as a sample",
                                "ratio of summed means"),
                        3,
                        "report-suite.csv")
                .of(findings.suites(), ComparisonTables::row);
    }

    private static List<String> row(SuiteFinding suite) {
        String jobs = String.join(", ", suite.jobs())
                + (suite.missing().isEmpty() ? "" : "; without " + String.join(", ", suite.missing()));
        return List.of(
                suite.contender(),
                Sentence.settings(suite.settings()),
                jobs,
                Sentence.ratio(suite.ratio().geometricMean(), suite.ratio().interval()),
                suite.ratio().jobsAsSample().map(Sentence::bounds).orElse(FigureText.ABSENT),
                FigureText.of(suite.ratio().ratioOfSums(), 3) + "x");
    }

    private Table mixes() {
        return new Table.TableShape(
                        "Whole workloads",
                        List.of("workload", "contender", "settings", "not measured", "speed-up"),
                        4,
                        "report-mix.csv")
                .of(findings.mixes(), ComparisonTables::row);
    }

    private static List<String> row(MixFinding mix) {
        return List.of(
                mix.mix(),
                mix.contender(),
                Sentence.settings(mix.settings()),
                String.join(", ", mix.missing()),
                mix.ratio() == null
                        ? FigureText.ABSENT
                        : Sentence.ratio(mix.ratio().speedUp(), mix.ratio().interval()));
    }
}
