package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.TaskMeans;
import org.spindlebench.analysis.compare.BestSettings;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.InteractionFinding;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired.Matched;
import org.spindlebench.analysis.stats.SpeedUp;

/** Makes tables of the effect of one setting, with all else equal and over all configurations, and of the best of all. */
final class SettingTables {
    private static final TaskMeans.Seconds UNKNOWN = new TaskMeans.Seconds(null, null, null, null);

    private SettingTables() {}

    /** @param most the largest number of rows of each table */
    static List<Table> of(Findings findings, int most) {
        List<Table> tables = new ArrayList<>();
        if (!findings.sweeps().isEmpty()) {
            tables.add(Table.of(
                    "One setting varied, everything else held",
                    "report-sweeps.csv",
                    most,
                    findings.sweeps(),
                    SettingTables::row));
        }
        if (!findings.best().isEmpty()) {
            double confidence = findings.options().confidence();
            tables.add(Table.of(
                    "Best of all settings", "report-best.csv", most, findings.best(), best -> row(best, confidence)));
        }
        if (!findings.interactions().isEmpty()) {
            tables.add(Table.of(
                    "How speed-ups depend on a setting",
                    "report-interactions.csv",
                    most,
                    findings.interactions(),
                    SettingTables::row));
        }
        if (!findings.marginals().isEmpty()) {
            tables.add(Table.of(
                    "Each value over all configurations",
                    "report-marginals.csv",
                    most,
                    findings.marginals(),
                    SettingTables::row));
        }
        return tables;
    }

    private static TableRow row(Sweep sweep) {
        String points = sweep.points().stream()
                .map(point -> HumanText.value(sweep.parameter(), point.value()) + ": "
                        + NumberText.of(point.cell().observations().mean(), 2))
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
        Optional<Matched> matched = Optional.ofNullable(marginal.matched());
        return new TableRow()
                .text("job", marginal.job())
                .text("settings", Sentence.settings(marginal.settings()))
                .text("parameter", marginal.parameter())
                .text("value", HumanText.value(marginal.parameter(), marginal.value()))
                .figure("n", marginal.runs())
                .figure("mean [s]", NumberText.of(marginal.mean(), 2))
                .figure(
                        "against the average of all",
                        Sentence.ratio(marginal.againstAverage(), Optional.ofNullable(marginal.interval()))
                                + (marginal.unbalanced() ? " (unbalanced)" : ""))
                .figure(
                        "matched",
                        matched.map(one ->
                                Sentence.ratio(one.ratio(), one.interval()) + " against " + marginal.reference()))
                .figure("configurations", matched.map(Matched::configurations))
                .figure(
                        "pooled",
                        matched.map(one -> HumanText.ratio(one.pooledRatio()) + "x"
                                + (one.isUnbalanced() ? " (unbalanced)" : "")));
    }

    private static Optional<Interval> interval(BestSettings best, double confidence) {
        return best.estimate().observations().meanInterval(confidence);
    }

    private static TaskMeans.Seconds phases(BestSettings best) {
        TaskMeans tasks = best.best().tasks();
        return tasks == null || tasks.seconds() == null ? UNKNOWN : tasks.seconds();
    }

    /**
     * Returns the best settings of a job on a setup. {@code mean} is of runs that did not choose the settings if {@code
     * held_out} is true; {@code selected_mean} is of all runs with the best settings, which were also used to choose
     * them. The phases come from runs with the best settings.
     */
    static JsonObject json(BestSettings best, double confidence) {
        Optional<SpeedUp> speedUp = Optional.ofNullable(best.speedUp());
        return new JsonObject()
                .with("job", best.job())
                .with("settings", best.settings())
                .with("choice", best.choice().word())
                .with("setup", best.setup())
                .with("best", best.varied())
                .with("searched", best.fit().searched())
                .with("left_out", best.fit().leftOut())
                .with("held_out", best.fit().isHeldOut())
                .with("chosen", best.chosen())
                .with("mean", best.estimate().observations().mean())
                .bounds(interval(best, confidence))
                .with("selected_mean", best.best().observations().mean())
                .with("fastest_run", best.fastestRun())
                .with("speedup", speedUp.map(SpeedUp::ratio))
                .bounds("speedup_", speedUp.flatMap(SpeedUp::interval))
                .all(phases(best));
    }

    static TableRow row(BestSettings best, double confidence) {
        TaskMeans.Seconds phases = phases(best);
        return new TableRow()
                .text("job", best.job())
                .text("setup", best.setup())
                .text("settings", Sentence.settings(best.settings()))
                .text("best for", best.choice() == BestSettings.Choice.OWN ? "this setup" : "all setups")
                .text("best settings", Sentence.settings(best.varied()))
                .text("how", how(best))
                .figure("searched", best.fit().searched())
                .figure(
                        "mean [s]",
                        NumberText.of(best.estimate().observations().mean(), 2)
                                + interval(best, confidence)
                                        .map(bounds -> " " + NumberText.bounds(bounds, 1, 2))
                                        .orElse(""))
                .figure("speed-up", Sentence.ratio(best.speedUp()))
                .figure("fastest run [s]", NumberText.of(best.fastestRun(), 2))
                .figure("map [s]", NumberText.of(phases.map(), 1))
                .figure("shuffle [s]", NumberText.of(phases.shuffle(), 1))
                .figure("merge [s]", NumberText.of(phases.merge(), 1))
                .figure("reduce [s]", NumberText.of(phases.reduce(), 1));
    }

    private static String how(BestSettings best) {
        if (best.fit().searched() == 1) {
            return "the only settings";
        }
        if (!best.fit().isHeldOut()) {
            return "chosen and measured on the same runs, so too fast by an unknown amount: too few visits to hold some out";
        }
        String chosen = best.chosen().size() == 1
                ? "chosen by both halves, measured on the other"
                : "the halves chose "
                        + best.chosen().stream().map(Sentence::settings).collect(Collectors.joining(" and "));
        return best.fit().leftOut() == 0
                ? chosen
                : chosen + "; left out: " + best.fit().leftOut() + ", slower and with too few visits";
    }
}
