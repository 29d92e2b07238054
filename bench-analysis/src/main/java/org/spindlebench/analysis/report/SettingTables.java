package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.InteractionFinding;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.stats.SpeedUp;

/** What one setting does: everything else held, and over all configurations. */
final class SettingTables {
    private SettingTables() {}

    static List<Table> of(Findings findings) {
        List<Table> tables = new ArrayList<>();
        if (!findings.sweeps().isEmpty()) {
            tables.add(new Table.TableShape(
                            "One setting varied, everything else held",
                            List.of("setting", "job", "setup", "held", "means [s]", "best", "not told from the best"),
                            7,
                            "report-sweeps.csv")
                    .of(findings.sweeps(), SettingTables::row));
        }
        if (!findings.interactions().isEmpty()) {
            tables.add(new Table.TableShape(
                            "How speed-ups depend on a setting",
                            List.of(
                                    "setting",
                                    "job",
                                    "contender",
                                    "held",
                                    "first",
                                    "second",
                                    "speed-up under the first",
                                    "under the second",
                                    "second over first"),
                            6,
                            "report-interactions.csv")
                    .of(findings.interactions(), SettingTables::row));
        }
        if (!findings.marginals().isEmpty()) {
            tables.add(new Table.TableShape(
                            "Each value over all configurations",
                            List.of(
                                    "job",
                                    "settings",
                                    "parameter",
                                    "value",
                                    "n",
                                    "mean [s]",
                                    "against the average of all",
                                    "matched",
                                    "configurations",
                                    "pooled"),
                            4,
                            "report-marginals.csv")
                    .of(findings.marginals(), SettingTables::row));
        }
        return tables;
    }

    private static List<String> row(Sweep sweep) {
        String points = sweep.points().stream()
                .map(point -> point.value() + ": "
                        + FigureText.of(point.cell().elapsed().mean(), 2))
                .collect(Collectors.joining(", "));
        return List.of(
                sweep.parameter(),
                sweep.subject().job(),
                sweep.subject().setup(),
                Sentence.settings(sweep.subject().settings()),
                points,
                sweep.best(),
                String.join(", ", sweep.ties()));
    }

    private static List<String> row(InteractionFinding finding) {
        SpeedUp first = finding.first().speedUp();
        SpeedUp second = finding.second().speedUp();
        return List.of(
                finding.setting(),
                finding.job(),
                finding.first().contenderSetup(),
                Sentence.settings(finding.settings()),
                finding.firstValue(),
                finding.secondValue(),
                Sentence.ratio(first.ratio(), first.interval()),
                Sentence.ratio(second.ratio(), second.interval()),
                Sentence.ratio(
                        finding.interaction().ratio(), finding.interaction().interval()));
    }

    private static List<String> row(Marginal marginal) {
        boolean matched = marginal.matched() != null;
        return List.of(
                marginal.job(),
                Sentence.settings(marginal.settings()),
                marginal.parameter(),
                marginal.value(),
                Integer.toString(marginal.runs()),
                FigureText.of(marginal.mean(), 2),
                Sentence.ratio(marginal.againstAverage(), Optional.ofNullable(marginal.interval()))
                        + (marginal.unbalanced() ? " (unbalanced)" : ""),
                matched
                        ? Sentence.ratio(
                                        marginal.matched().ratio(),
                                        marginal.matched().interval()) + " against " + marginal.reference()
                        : FigureText.ABSENT,
                matched ? Integer.toString(marginal.matched().configurations()) : FigureText.ABSENT,
                matched
                        ? FigureText.of(marginal.matched().pooledRatio(), 3) + "x"
                                + (marginal.matched().isUnbalanced() ? " (unbalanced)" : "")
                        : FigureText.ABSENT);
    }
}
