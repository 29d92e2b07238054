package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.COUNT;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.INSTANT;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.NUMBER;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.RATIO;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.SECONDS;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.SHARE;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.Family;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.report.page.Dataset.CellRows;
import org.spindlebench.analysis.report.page.Dataset.DataColumn;
import org.spindlebench.analysis.report.page.PictureSettings.Settings;
import org.spindlebench.analysis.stats.Drift;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;

/**
 * Lists every chart of a page, in order. To add a chart, write a class that makes its rows, add a specification to the
 * resources, and add a line here.
 */
public final class Pictures {
    /** Every chart, in the page's order. */
    static final List<PictureMaker> ALL = List.of(
            (findings, evidence, interest) ->
                    List.of(NormalisedPicture.of(findings).limitedTo(interest.ofContenders())),
            (findings, evidence, interest) -> CostPictures.of(findings),
            one(RunsPicture::of),
            one(SettingPictures::average),
            (findings, evidence, interest) ->
                    List.of(SettingPictures.sweeps(findings).limitedTo(interest.few())),
            one(DevicePictures::sizes),
            one(DevicePictures::cpu),
            one(ClockPicture::of),
            EvidencePictures::of);

    private Pictures() {}

    /** Makes a chart, or several that share figures. A chart without data has no rows. */
    interface PictureMaker {
        /** @param interest the setups that a chart draws if there are too many */
        List<Picture> of(Findings findings, RunEvidence evidence, SetupSelection interest);
    }

    private static PictureMaker one(Function<Findings, Picture> picture) {
        return (findings, evidence, interest) -> List.of(picture.apply(findings).limitedTo(interest));
    }

    /** Returns every chart; the page omits those without rows. */
    public static List<Picture> of(Findings findings, RunEvidence evidence) {
        return of(ALL, findings, evidence);
    }

    static List<Picture> of(List<PictureMaker> makers, Findings findings, RunEvidence evidence) {
        SetupSelection interest = SetupSelection.byDuration(findings);
        return makers.stream()
                .flatMap(maker -> maker.of(findings, evidence, interest).stream())
                .toList();
    }

    /** Draws the raw duration of every run as a point. */
    static final class RunsPicture {
        private RunsPicture() {}

        static Picture of(Findings findings) {
            CellRows rows = new CellRows(
                    DataColumn.text("status", "status"),
                    DataColumn.of("seconds", "duration [s]", SECONDS),
                    DataColumn.of("started", "started", INSTANT),
                    DataColumn.text("campaign", "campaign"),
                    DataColumn.text("run", "run"),
                    DataColumn.text("reasons", "why it is left out of the statistics"));
            // A run without a duration has no point. If no run has one, there is no chart, and the table of excluded
            // runs lists all runs.
            if (findings.cells().stream().anyMatch(RunsPicture::hasDuration)) {
                findings.cells().forEach(cell -> add(rows, cell));
            }
            return new Picture(
                    "runs",
                    "Every run",
                    "The duration of each run, on a logarithmic scale. A hollow point is a run left out of the statistics.",
                    "Points of " + rows.rows().size() + " runs by job and setup.",
                    List.of("Runs without a duration are in the table only."),
                    Picture.Crowd.SAMPLE,
                    Picture.MOST,
                    rows.rows());
        }

        private static boolean hasDuration(CellSummary cell) {
            return cell.isMeasured() || cell.excluded().stream().anyMatch(run -> run.seconds() != null);
        }

        private static void add(CellRows rows, CellSummary cell) {
            String job = cell.subject().job();
            String setup = cell.subject().setup();
            String settings = Settings.text(cell.comparable());
            cell.runs()
                    .forEach(run -> rows.add(
                            job,
                            setup,
                            cell.comparable(),
                            settings,
                            "ok",
                            run.seconds(),
                            run.started(),
                            run.campaign(),
                            run.run(),
                            null));
            cell.excluded()
                    .forEach(run -> rows.add(
                            job,
                            setup,
                            cell.comparable(),
                            settings,
                            run.status().word() + (run.repeated() ? ", repeated" : ""),
                            run.seconds(),
                            run.started(),
                            run.campaign(),
                            run.run(),
                            String.join("; ", run.reasons())));
        }
    }

    /**
     * Draws normalised durations by job and setup, with one part of the chart for each choice of settings: Figures 2,
     * 4, 5 and 6 of Cloudera's paper.
     */
    static final class NormalisedPicture {
        private static final int MOST_BARS = 160;

        private NormalisedPicture() {}

        static Picture of(Findings findings) {
            Settings settings = Settings.of(
                    findings.families().stream().map(Family::settings).toList());
            CellRows rows = new CellRows(
                    DataColumn.of("normalised", "normalised", NUMBER),
                    DataColumn.of("low", "low", NUMBER),
                    DataColumn.of("high", "high", NUMBER),
                    DataColumn.of("speedup", "speed-up", RATIO),
                    DataColumn.of("n_baseline", "n of " + findings.baseline(), COUNT),
                    DataColumn.of("n", "n", COUNT),
                    DataColumn.of("baseline_seconds", findings.baseline() + " [s]", SECONDS),
                    DataColumn.of("seconds", "mean [s]", SECONDS));
            findings.families().forEach(family -> family.comparisons()
                    .forEach(one -> add(rows, one, settings.distinct(family.settings()))));
            return new Picture(
                    "normalised",
                    "Normalised durations",
                    "Duration of each job over its duration on " + findings.baseline()
                            + ", the line at 1. Lower is better; a bar whose interval holds 1 shows no detectable difference.",
                    alternative(findings),
                    notes(findings, settings),
                    Picture.Crowd.FIRST,
                    MOST_BARS,
                    rows.rows());
        }

        private static void add(CellRows rows, Comparison one, String part) {
            Optional<Interval> interval = one.speedUp().normalisedInterval();
            rows.add(
                    one.job(),
                    one.contenderSetup(),
                    one.settings(),
                    part,
                    one.speedUp().normalised(),
                    interval.map(Interval::low).orElse(null),
                    interval.map(Interval::high).orElse(null),
                    one.speedUp().ratio(),
                    one.observations().baseline().n(),
                    one.observations().contender().n(),
                    one.observations().baseline().mean(),
                    one.observations().contender().mean());
        }

        private static String alternative(Findings findings) {
            return findings.comparisons()
                    .max((a, b) ->
                            Double.compare(a.speedUp().ratio(), b.speedUp().ratio()))
                    .map(best ->
                            "Bars of normalised durations; the lowest is " + best.job() + " on " + best.contenderSetup()
                                    + String.format(
                                            java.util.Locale.ROOT,
                                            " with %.3f.",
                                            best.speedUp().normalised()))
                    .orElse("");
        }

        private static List<String> notes(Findings findings, Settings settings) {
            List<String> notes = new ArrayList<>();
            notes.add("n counts what the statistics count: runs, or visits to a setup. Intervals are Fieller's, of "
                    + Math.round(findings.options().confidence() * 100)
                    + " %; bars without one have too few runs for it.");
            if (!settings.shared().isEmpty()) {
                notes.add(settings.shared());
            }
            return notes;
        }
    }

    /**
     * Makes charts of settings: ALOJA's speed-ups compared with the average (its Figures 3 and 4), and sweeps of one
     * setting (5 and 6).
     */
    static final class SettingPictures {
        private static final int MOST_VALUES = 400;
        private static final int MOST_LINES = 100;

        private SettingPictures() {}

        static Picture average(Findings findings) {
            Dataset rows = new Dataset(
                    DataColumn.text("job", "job"),
                    DataColumn.text("parameter", "parameter"),
                    DataColumn.text("value", "value"),
                    DataColumn.text("setup", ""),
                    DataColumn.text("compression", ""),
                    DataColumn.text("pool", ""),
                    DataColumn.text("settings", "settings"),
                    DataColumn.of("speedup", "against the average", RATIO),
                    DataColumn.of("low", "low", RATIO),
                    DataColumn.of("high", "high", RATIO),
                    DataColumn.of("n", "n", COUNT),
                    DataColumn.text("balance", "configurations"));
            PictureSettings settings =
                    PictureSettings.of(findings.marginals(), SettingPictures::pool, Marginal::settings);
            findings.marginals().forEach(one -> add(rows, one, settings.behind(pool(one), one.settings())));
            return new Picture(
                    "average",
                    "Speed-up against the average",
                    "Mean duration of all runs of a job over that of the runs with one value: right of the line is faster than the average.",
                    "Points with intervals, one for each value of each setting, by job.",
                    List.of(
                            "Pooled over what was run, as ALOJA does. Hollow: values were run in different configurations, which affect the ratio,"
                                    + " too; use the matched ratios of the table 'Each value over all configurations'."),
                    Picture.Crowd.FIRST,
                    MOST_LINES,
                    rows);
        }

        /** Returns a key of values that are drawn together; the settings of pools that share it are added. */
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
                    DataColumn.text("job", "job"),
                    DataColumn.text("setup", "setup"),
                    DataColumn.text("compression", ""),
                    DataColumn.text("parameter", "setting"),
                    DataColumn.text("value", "value"),
                    DataColumn.text("settings", "held"),
                    DataColumn.of("seconds", "mean [s]", SECONDS),
                    DataColumn.of("low", "low [s]", SECONDS),
                    DataColumn.of("high", "high [s]", SECONDS),
                    DataColumn.of("n", "n", COUNT),
                    DataColumn.text("standing", "standing"));
            findings.sweeps().forEach(sweep -> sweep.points()
                    .forEach(point -> add(rows, sweep, point, findings.options().confidence())));
            return new Picture(
                    "sweeps",
                    "One setting varied",
                    "Mean duration with one setting varied and everything else held. The star is the best value; triangles are tied with it.",
                    "Lines of mean durations over the values of a setting, by job and setup.",
                    List.of("Intervals are of the mean, by Student's t."),
                    Picture.Crowd.FIRST,
                    MOST_VALUES,
                    rows);
        }

        private static void add(Dataset rows, Sweep sweep, Sweep.SweepPoint point, double confidence) {
            Sample elapsed = point.cell().observations();
            Optional<Interval> interval = elapsed.meanInterval(confidence);
            String standing = point.value().equals(sweep.best())
                    ? "best"
                    : sweep.ties().contains(point.value()) ? "tied with the best" : "slower";
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

    /** Draws runs in wall-clock order, relative to the mean of their cells, with the line of the drift test. */
    static final class ClockPicture {
        /** The factor for rounding to a ten-thousandth of a per cent, which is finer than any chart shows. */
        private static final double PARTS = 1e6;

        private ClockPicture() {}

        static Picture of(Findings findings) {
            Dataset rows = new Dataset(
                    DataColumn.text("campaign", "campaign"),
                    DataColumn.of("order", "order", COUNT),
                    DataColumn.of("started", "started", INSTANT),
                    DataColumn.text("job", "job"),
                    DataColumn.text("setup", "setup"),
                    DataColumn.text("compression", ""),
                    DataColumn.text("run", "run"),
                    DataColumn.of("seconds", "duration [s]", SECONDS),
                    DataColumn.of("off", "off its cell's mean", SHARE),
                    DataColumn.of("trend", "trend", SHARE));
            Map<String, DriftFinding> drifts =
                    findings.drifts().stream().collect(Collectors.toMap(DriftFinding::campaign, Function.identity()));
            if (!drifts.isEmpty()) {
                DriftFinding.inOrder(findings.cells()).forEach((campaign, runs) -> {
                    if (drifts.containsKey(campaign)) {
                        add(rows, drifts.get(campaign), runs);
                    }
                });
            }
            return new Picture(
                    "clock",
                    "Runs in the order of the clock",
                    "How far each run was from the mean of its cell, in the order of the clock, with a least-squares line. A slope means that the"
                            + " cluster became slower or faster while it was measured.",
                    "Points along the order of the runs, scattered around 0 if nothing drifted.",
                    notes(findings.drifts()),
                    Picture.Crowd.SAMPLE,
                    Picture.MOST,
                    rows);
        }

        private static void add(Dataset rows, DriftFinding finding, List<DriftFinding.InTime> runs) {
            double mean = runs.stream()
                    .mapToDouble(DriftFinding.InTime::residual)
                    .average()
                    .orElse(0);
            double middle = (runs.size() + 1) / 2.0;
            for (int at = 0; at < runs.size(); at++) {
                DriftFinding.InTime one = runs.get(at);
                int order = at + 1;
                rows.add(
                        finding.campaign(),
                        order,
                        one.run().started(),
                        one.cell().subject().job(),
                        one.cell().subject().setup(),
                        Settings.compression(one.cell().comparable()),
                        one.run().run(),
                        one.run().seconds(),
                        EvidencePictures.rounded(Math.expm1(one.residual()), PARTS),
                        EvidencePictures.rounded(
                                Math.expm1(mean + finding.drift().slope() * (order - middle)), PARTS));
            }
        }

        private static List<String> notes(List<DriftFinding> drifts) {
            List<String> notes = new ArrayList<>();
            for (DriftFinding finding : drifts) {
                Drift drift = finding.drift();
                notes.add(String.format(
                        Locale.ROOT,
                        "%s: %.3f %% a run%s over %d runs%s",
                        finding.campaign(),
                        100 * drift.slope(),
                        p(drift.slopeP()),
                        drift.n(),
                        drift.isSuspicious()
                                ? "; suspicious: see the table 'Drift over the length of a campaign'"
                                : ""));
            }
            return notes.size() <= 10 ? notes : List.of(notes.size() + " campaigns; the table of drifts has each.");
        }

        private static String p(OptionalDouble p) {
            return p.isPresent() ? String.format(Locale.ROOT, " (p %.3g)", p.getAsDouble()) : "";
        }
    }
}
