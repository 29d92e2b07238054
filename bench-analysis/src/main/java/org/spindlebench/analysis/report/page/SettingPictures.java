package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Column.Kind.COUNT;
import static org.spindlebench.analysis.report.page.Column.Kind.RATIO;
import static org.spindlebench.analysis.report.page.Column.Kind.SECONDS;

import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.Interval;

/** Figures over settings: ALOJA's speed-ups against the average (its Figures 3 and 4), and sweeps of one setting (5 and 6). */
final class SettingPictures {
    private static final int MOST_VALUES = 400;
    private static final int MOST_LINES = 100;

    private SettingPictures() {}

    static Picture average(Findings findings) {
        Dataset rows = new Dataset(
                Column.text("job", "job"),
                Column.text("parameter", "parameter"),
                Column.text("value", "value"),
                Column.text("setup", ""),
                Column.text("compression", ""),
                Column.text("pool", ""),
                Column.text("settings", "settings"),
                Column.of("speedup", "against the average", RATIO),
                Column.of("low", "low", RATIO),
                Column.of("high", "high", RATIO),
                Column.of("n", "n", COUNT),
                Column.text("balance", "configurations"));
        JobSettings settings = JobSettings.of(findings.marginals(), SettingPictures::pool, Marginal::settings);
        findings.marginals().forEach(one -> add(rows, one, settings.behind(pool(one), one.settings())));
        return new Picture(
                "average",
                "Speed-up against the average",
                "Mean duration of all runs of a job over that of the runs with one value: right of the line is faster than the average.",
                "Points with intervals, one for each value of each setting, by job.",
                List.of(
                        "Pooled over what was run, as ALOJA does. Hollow: values were run in different configurations, which are in the figure"
                                + " too; take the matched ratios of the table 'Each value over all configurations'."),
                Picture.Crowd.FIRST,
                MOST_LINES,
                rows);
    }

    /** Values that stand beside each other; several pools may share it, which their settings then tell apart. */
    private static String pool(Marginal one) {
        return one.job() + "\n" + one.parameter();
    }

    private static void add(Dataset rows, Marginal one, String pool) {
        Optional<Interval> interval = Optional.ofNullable(one.interval());
        rows.add(
                one.job(),
                one.parameter(),
                one.value(),
                one.parameter().equals(Marginal.SETUP) ? one.value() : null,
                one.parameter().equals("compression") ? one.value() : Settings.compression(one.settings()),
                pool,
                Settings.text(one.settings()),
                one.againstAverage(),
                interval.map(Interval::low).orElse(null),
                interval.map(Interval::high).orElse(null),
                one.runs(),
                one.unbalanced() ? "unbalanced" : "balanced");
    }

    static Picture sweeps(Findings findings) {
        Dataset rows = new Dataset(
                Column.text("job", "job"),
                Column.text("setup", "setup"),
                Column.text("compression", ""),
                Column.text("parameter", "setting"),
                Column.text("value", "value"),
                Column.text("settings", "held"),
                Column.of("seconds", "mean [s]", SECONDS),
                Column.of("low", "low [s]", SECONDS),
                Column.of("high", "high [s]", SECONDS),
                Column.of("n", "n", COUNT),
                Column.text("standing", "standing"));
        findings.sweeps().forEach(sweep -> sweep.points()
                .forEach(point -> add(rows, sweep, point, findings.options().confidence())));
        return new Picture(
                "sweeps",
                "One setting varied",
                "Mean duration with one setting varied and everything else held. The star is the best value; triangles are not told from it.",
                "Lines of mean durations over the values of a setting, by job and setup.",
                List.of("Intervals are of the mean, by Student's t."),
                Picture.Crowd.FIRST,
                MOST_VALUES,
                rows);
    }

    private static void add(Dataset rows, Sweep sweep, Sweep.Point point, double confidence) {
        Cell elapsed = point.cell().observations();
        Optional<Interval> interval = elapsed.meanInterval(confidence);
        String standing = point.value().equals(sweep.best())
                ? "best"
                : sweep.ties().contains(point.value()) ? "not told from the best" : "slower";
        rows.add(
                sweep.subject().job(),
                sweep.subject().setup(),
                Settings.compression(point.cell().comparable()),
                sweep.parameter(),
                point.value(),
                Settings.text(sweep.subject().settings()),
                elapsed.mean(),
                interval.map(Interval::low).orElse(null),
                interval.map(Interval::high).orElse(null),
                elapsed.n(),
                standing);
    }
}
