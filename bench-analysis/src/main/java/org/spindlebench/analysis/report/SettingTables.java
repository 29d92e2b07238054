package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.InteractionFinding;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.SpeedUp;

/** Makes tables of the effect of one setting: with all else equal, and over all configurations. */
final class SettingTables {
    private SettingTables() {}

    static List<Table> of(Findings findings) {
        List<Table> tables = new ArrayList<>();
        if (!findings.sweeps().isEmpty()) {
            tables.add(Table.of(
                    "One setting varied, everything else held",
                    "report-sweeps.csv",
                    findings.sweeps(),
                    SettingTables::row));
        }
        if (!findings.best().isEmpty()) {
            double confidence = findings.options().confidence();
            tables.add(Table.of(
                    "Best of all settings",
                    "report-best.csv",
                    findings.best(),
                    best -> BestText.row(best, confidence)));
        }
        if (!findings.interactions().isEmpty()) {
            tables.add(Table.of(
                    "How speed-ups depend on a setting",
                    "report-interactions.csv",
                    findings.interactions(),
                    SettingTables::row));
        }
        if (!findings.marginals().isEmpty()) {
            tables.add(Table.of(
                    "Each value over all configurations",
                    "report-marginals.csv",
                    findings.marginals(),
                    SettingTables::row));
        }
        return tables;
    }

    private static TableRow row(Sweep sweep) {
        String points = sweep.points().stream()
                .map(point -> HumanText.value(sweep.parameter(), point.value()) + ": "
                        + FigureText.of(point.cell().observations().mean(), 2))
                .collect(Collectors.joining(", "));
        return new TableRow()
                .text("setting", sweep.parameter())
                .text("job", sweep.subject().job())
                .text("setup", sweep.subject().setup())
                .text("held", Sentence.settings(sweep.subject().settings()))
                .text("means [s]", points)
                .text("best", HumanText.value(sweep.parameter(), sweep.best()))
                .text(
                        "tied with the best",
                        sweep.ties().stream()
                                .map(value -> HumanText.value(sweep.parameter(), value))
                                .collect(Collectors.joining(", ")));
    }

    private static TableRow row(InteractionFinding finding) {
        SpeedUp first = finding.first().speedUp();
        SpeedUp second = finding.second().speedUp();
        return new TableRow()
                .text("setting", finding.setting())
                .text("job", finding.job())
                .text("contender", finding.contenderName())
                .text("held", Sentence.settings(finding.settings()))
                .text("first", HumanText.value(finding.setting(), finding.firstValue()))
                .text("second", HumanText.value(finding.setting(), finding.secondValue()))
                .figure("speed-up under the first", Sentence.ratio(first.ratio(), first.interval()))
                .figure("under the second", Sentence.ratio(second.ratio(), second.interval()))
                .figure(
                        "second over first",
                        Sentence.ratio(
                                finding.interaction().ratio(),
                                finding.interaction().interval()));
    }

    private static TableRow row(Marginal marginal) {
        boolean matched = marginal.matched() != null;
        return new TableRow()
                .text("job", marginal.job())
                .text("settings", Sentence.settings(marginal.settings()))
                .text("parameter", marginal.parameter())
                .text("value", HumanText.value(marginal.parameter(), marginal.value()))
                .figure("n", marginal.runs())
                .figure("mean [s]", FigureText.of(marginal.mean(), 2))
                .figure(
                        "against the average of all",
                        Sentence.ratio(marginal.againstAverage(), Optional.ofNullable(marginal.interval()))
                                + (marginal.unbalanced() ? " (unbalanced)" : ""))
                .figure(
                        "matched",
                        matched
                                ? Sentence.ratio(
                                                marginal.matched().ratio(),
                                                marginal.matched().interval()) + " against " + marginal.reference()
                                : FigureText.ABSENT)
                .figure(
                        "configurations",
                        matched ? Integer.toString(marginal.matched().configurations()) : FigureText.ABSENT)
                .figure(
                        "pooled",
                        matched
                                ? FigureText.of(marginal.matched().pooledRatio(), 3) + "x"
                                        + (marginal.matched().isUnbalanced() ? " (unbalanced)" : "")
                                : FigureText.ABSENT);
    }
}
