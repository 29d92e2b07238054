package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.cell.RebuildMeans;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.RebuildFinding;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

/** Writes the slow-downs and recoveries of damaged runs: sentences, the table, {@code rebuilds[]} of report.json. */
final class RebuildTables {
    static final String HEADING = "While HDFS rebuilds a lost DataNode's blocks";

    private RebuildTables() {}

    /** Returns a sentence on each cell of damaged runs. */
    static List<String> sentences(Findings findings) {
        return findings.rebuilds().stream()
                .map(one -> sentence(one, findings.options().confidence()))
                .toList();
    }

    private static String sentence(RebuildFinding one, double confidence) {
        String settings = Sentence.settings(one.settings());
        return one.damaged().subject().job() + " on " + one.damaged().subject().setup()
                + (settings.isEmpty() ? "" : " (" + settings + ")") + " while HDFS rebuilds a lost DataNode's blocks: "
                + (one.slowDown() == null
                        ? "no sound runs to compare with"
                        : "slow-down " + ratio(one.slowDown())
                                + (one.slowDown().interval().isEmpty() ? ", no interval" : "") + overlap(one))
                + "; HDFS recovers in " + recovery(one, confidence) + " s (n " + runs(one) + ")";
    }

    /** A slow-down says little of a rebuild that was over early in the job. */
    private static String overlap(RebuildFinding one) {
        Double overlap = one.damaged().rebuild().overlap();
        return overlap == null ? "" : " (" + percent(overlap) + " % of the job was during the rebuild)";
    }

    private static String recovery(RebuildFinding one, double confidence) {
        return FigureText.of(one.damaged().rebuild().recovery().observations().mean(), 1)
                + Optional.ofNullable(one.recoveryInterval(confidence))
                        .map(bounds -> " " + Sentence.bounds(bounds))
                        .orElse("");
    }

    static Table of(Findings findings) {
        double confidence = findings.options().confidence();
        return Table.of(HEADING, "report-rebuilds.csv", findings.rebuilds(), one -> row(one, confidence));
    }

    private static TableRow row(RebuildFinding one, double confidence) {
        RebuildMeans rebuild = one.damaged().rebuild();
        return new TableRow()
                .text("job", one.damaged().subject().job())
                .text("setup", one.damaged().subject().setup())
                .text("settings", Sentence.settings(one.settings()))
                .figure("n", runs(one))
                .figure(
                        "sound [s]",
                        one.sound() == null
                                ? FigureText.ABSENT
                                : FigureText.of(one.sound().observations().mean(), 2))
                .figure(
                        "damaged [s]",
                        FigureText.of(one.damaged().observations().mean(), 2))
                .figure("slow-down", ratio(one.slowDown()))
                .figure(
                        "paired by blocks",
                        one.paired() == null
                                ? FigureText.ABSENT
                                : Sentence.ratio(
                                        one.paired().ratio(), one.paired().interval()))
                .figure("rebuilding [% of the job]", percent(rebuild.overlap()))
                .figure("recovery [s]", recovery(one, confidence))
                .figure("baseline's recovery over it", ratio(one.recoveryRatio()))
                .figure("counted as dead after [s]", FigureText.of(rebuild.detection(), 1))
                .figure("blocks", FigureText.of(rebuild.blocks(), 0));
    }

    private static String runs(RebuildFinding one) {
        return (one.sound() == null ? 0 : one.sound().runs().size()) + ", "
                + one.damaged().runs().size();
    }

    private static String ratio(SpeedUp ratio) {
        return ratio == null ? FigureText.ABSENT : Sentence.ratio(ratio.ratio(), ratio.interval());
    }

    private static String percent(Double share) {
        return share == null ? FigureText.ABSENT : FigureText.of(100 * share, 0);
    }

    /** Returns an entry for each cell of damaged runs. Times are in seconds, the overlap is a share. */
    static List<JsonObject> json(Findings findings) {
        double confidence = findings.options().confidence();
        return findings.rebuilds().stream().map(one -> json(one, confidence)).toList();
    }

    private static JsonObject json(RebuildFinding one, double confidence) {
        RebuildMeans rebuild = one.damaged().rebuild();
        JsonObject json = new JsonObject()
                .with("job", one.damaged().subject().job())
                .with("setup", one.damaged().subject().setup())
                .with("settings", one.settings())
                .with("n_sound", one.sound() == null ? 0 : one.sound().runs().size())
                .with("n_damaged", one.damaged().runs().size())
                .with(
                        "sound_mean",
                        one.sound() == null ? null : one.sound().observations().mean())
                .with("damaged_mean", one.damaged().observations().mean());
        if (one.slowDown() != null) {
            ratio(json, "slowdown", one.slowDown());
            json.with("basis", one.slowDown().basis().word());
        }
        if (one.paired() != null) {
            json.with("paired", one.paired().ratio());
            bounds(json, "paired", one.paired().interval().orElse(null));
        }
        json.with("overlap", rebuild.overlap())
                .with("recovery", rebuild.recovery().observations().mean());
        bounds(json, "recovery", one.recoveryInterval(confidence));
        if (one.recoveryRatio() != null) {
            ratio(json, "recovery_ratio", one.recoveryRatio());
        }
        return json.with("detection", rebuild.detection()).with("blocks", rebuild.blocks());
    }

    private static void ratio(JsonObject json, String name, SpeedUp ratio) {
        json.with(name, ratio.ratio());
        bounds(json, name, ratio.interval().orElse(null));
    }

    private static void bounds(JsonObject json, String name, Interval interval) {
        FindingsJson.bounds(json, name + "_low", name + "_high", interval);
    }
}
