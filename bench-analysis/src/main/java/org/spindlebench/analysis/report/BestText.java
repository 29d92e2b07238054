package org.spindlebench.analysis.report;

import java.util.Optional;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.TaskMeans;
import org.spindlebench.analysis.compare.BestSettings;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

/** Writes the best of all settings in {@code report.json} and in tables. */
final class BestText {
    private static final TaskMeans.Seconds UNKNOWN = new TaskMeans.Seconds(null, null, null, null);

    private BestText() {}

    private static Optional<Interval> interval(BestSettings best, double confidence) {
        return best.estimate().observations().meanInterval(confidence);
    }

    private static TaskMeans.Seconds phases(BestSettings best) {
        TaskMeans tasks = best.best().tasks();
        return tasks == null || tasks.seconds() == null ? UNKNOWN : tasks.seconds();
    }

    /**
     * Returns the best settings of a job on a setup. {@code mean} is of runs that did not choose the settings if {@code
     * held_out} is true; {@code selected_mean} is of all runs with the best settings, which also chose them. The phases
     * are those of runs with the best settings.
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
                        FigureText.of(best.estimate().observations().mean(), 2)
                                + interval(best, confidence)
                                        .map(bounds -> " [" + FigureText.of(bounds.low(), 2) + ", "
                                                + FigureText.of(bounds.high(), 2) + "]")
                                        .orElse(""))
                .figure("speed-up", Sentence.ratio(best.speedUp()))
                .figure("fastest run [s]", FigureText.of(best.fastestRun(), 2))
                .figure("map [s]", FigureText.of(phases.map(), 1))
                .figure("shuffle [s]", FigureText.of(phases.shuffle(), 1))
                .figure("merge [s]", FigureText.of(phases.merge(), 1))
                .figure("reduce [s]", FigureText.of(phases.reduce(), 1));
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
