package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Family;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.compare.Tests;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;

/** Tables of all comparisons, with raw and normalised durations. */
final class ComparisonTables {
    private static final String FILE = "report-comparisons.csv";
    private final Findings findings;
    private final Footnotes footnotes;

    private ComparisonTables(Findings findings, Footnotes footnotes) {
        this.findings = findings;
        this.footnotes = footnotes;
    }

    /** Returns a table for every family, or one for many, and those of suites and workloads. */
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
        return Table.of(
                AnswerText.heading(family),
                FILE,
                family.comparisons(),
                one -> figures(new TableRow().text("job", one.job()), one));
    }

    private Table all() {
        return Table.of(
                "All comparisons with " + findings.baseline(),
                FILE,
                findings.comparisons().toList(),
                one -> figures(
                        new TableRow()
                                .text("job", one.job())
                                .text("contender", one.contenderSetup())
                                .text("settings", Sentence.settings(one.settings())),
                        one));
    }

    private TableRow figures(TableRow row, Comparison one) {
        SpeedUp speedUp = one.speedUp();
        Tests tests = one.tests();
        return row.figure("n", Sentence.runs(one))
                .figure("baseline [s]", duration(one.observations().baseline()))
                .figure("contender [s]", duration(one.observations().contender()))
                .figure(
                        "normalised",
                        FigureText.of(speedUp.normalised(), 3)
                                + speedUp.normalisedInterval()
                                        .map(bounds -> " " + Sentence.bounds(bounds))
                                        .orElse(""))
                .figure("speed-up", Sentence.ratio(speedUp.ratio(), speedUp.interval()))
                .figure("p", p(tests.welch() == null ? null : tests.welch().p()))
                .figure("p (Holm)", p(tests.pHolm()))
                .figure("p (all claims)", p(tests.pScreen()))
                .figure("p (exact)", p(tests.pExact()))
                .figure("Hodges-Lehmann", FigureText.of(tests.hodgesLehmann(), 3))
                .figure(
                        "paired by blocks",
                        one.paired() == null
                                ? FigureText.ABSENT
                                : Sentence.ratio(
                                        one.paired().ratio(), one.paired().interval()))
                .figure("detectable", FigureText.of(tests.detectable(), 3))
                .figure(
                        "runs for 5 %",
                        tests.runsNeeded() == null
                                ? FigureText.ABSENT
                                : tests.runsNeeded().toString())
                .figure("notes", footnotes.marks(one.warnings()));
    }

    private static String duration(Sample cell) {
        return FigureText.of(cell.mean(), 2)
                + (cell.sd().isPresent() ? " +- " + FigureText.of(cell.sd().getAsDouble(), 2) : "");
    }

    private static String p(Double p) {
        return p == null ? FigureText.ABSENT : String.format(Locale.ROOT, "%.3g", p);
    }

    private Table suites() {
        return Table.of("All jobs together", "report-suite.csv", findings.suites(), ComparisonTables::row);
    }

    private static TableRow row(SuiteFinding suite) {
        String jobs = String.join(", ", suite.jobs())
                + (suite.missing().isEmpty() ? "" : "; without " + String.join(", ", suite.missing()));
        return new TableRow()
                .text("contender", suite.contender())
                .text("settings", Sentence.settings(suite.settings()))
                .text("jobs", jobs)
                .figure(
                        "geometric mean of speed-ups",
                        Sentence.ratio(
                                suite.ratio().geometricMean(), suite.ratio().interval()))
                .figure(
                        "jobs as a sample",
                        suite.ratio().jobsAsSample().map(Sentence::bounds).orElse(FigureText.ABSENT))
                .figure("ratio of summed means", FigureText.of(suite.ratio().ratioOfSums(), 3) + "x");
    }

    private Table mixes() {
        return Table.of("Whole workloads", "report-mix.csv", findings.mixes(), ComparisonTables::row);
    }

    private static TableRow row(MixFinding mix) {
        return new TableRow()
                .text("workload", mix.mix())
                .text("contender", mix.contender())
                .text("settings", Sentence.settings(mix.settings()))
                .text("not measured", String.join(", ", mix.missing()))
                .figure(
                        "speed-up",
                        mix.ratio() == null
                                ? FigureText.ABSENT
                                : Sentence.ratio(
                                        mix.ratio().speedUp(), mix.ratio().interval()));
    }
}
