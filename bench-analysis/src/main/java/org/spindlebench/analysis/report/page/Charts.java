package org.spindlebench.analysis.report.page;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.DriftFinding.InTime;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.compare.Sweep.SweepPoint;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.report.page.ChartSettings.Settings;
import org.spindlebench.analysis.report.page.Dataset.Columns;
import org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind;
import org.spindlebench.analysis.report.page.Dataset.Within;
import org.spindlebench.analysis.stats.Drift;
import org.spindlebench.analysis.stats.Sample;

/**
 * Lists every chart of an HTML report, in order, and makes the charts of durations. To add a chart, write a method that
 * declares its texts and columns, add a specification to the resources, and add a line to {@link #ALL}.
 */
public final class Charts {
    private static final int MOST_VALUES = 400;
    private static final int MOST_LINES = 100;
    private static final int MOST_NOTES = 10;

    /** The factor for rounding to a ten-thousandth of a per cent, which is finer than any chart shows. */
    private static final double PARTS = 1e6;

    /**
     * Every chart, in the order of a decision: costs, single runs and their order, settings, and then the work of devices
     * and processors. A chart shows what no table above it shows.
     */
    static final List<ChartMaker> ALL = List.of(
            (findings, evidence, interest) -> CostCharts.of(findings),
            one(Charts::runs),
            one(Charts::clock),
            one(Charts::average),
            (findings, evidence, interest) -> List.of(sweeps(findings).limitedTo(interest.few())),
            one(DeviceCharts::limits),
            one(DeviceCharts::rates),
            one(DeviceCharts::sizes),
            one(DeviceCharts::volumes),
            one(DeviceCharts::cpu),
            (findings, evidence, interest) -> List.of(EvidenceCharts.phases(evidence)),
            (findings, evidence, interest) -> List.of(EvidenceCharts.devices(evidence)),
            (findings, evidence, interest) -> List.of(EvidenceCharts.processors(evidence)),
            (findings, evidence, interest) ->
                    List.of(EvidenceCharts.throughput(evidence).limitedTo(interest.few())),
            (findings, evidence, interest) ->
                    List.of(DeviceCharts.bandwidth(findings, evidence).limitedTo(interest)));

    private Charts() {}

    /** Makes a chart, or several charts that share numbers. A chart without data has no rows. */
    interface ChartMaker {
        /** @param interest the setups that a chart draws if there are too many */
        List<Chart> of(Findings findings, RunEvidence evidence, SetupSelection interest);
    }

    private static ChartMaker one(Function<Findings, Chart> picture) {
        return (findings, evidence, interest) -> List.of(picture.apply(findings).limitedTo(interest));
    }

    /** Returns every chart; the HTML report omits charts without rows. */
    public static List<Chart> of(Findings findings, RunEvidence evidence) {
        return of(ALL, findings, evidence);
    }

    static List<Chart> of(List<ChartMaker> makers, Findings findings, RunEvidence evidence) {
        SetupSelection interest = SetupSelection.byDuration(findings);
        return makers.stream()
                .flatMap(maker -> maker.of(findings, evidence, interest).stream())
                .toList();
    }

    /** Draws the raw duration of every run as a point. */
    private static Chart runs(Findings findings) {
        // A run without a duration has no point. If no run has one, there is no chart, and the table of excluded runs
        // lists all runs.
        boolean drawn = findings.cells().stream().anyMatch(Charts::hasDuration);
        Dataset rows = new Columns<ShownRun>()
                .whose(
                        ShownRun::job,
                        run -> run.cell().subject().setup(),
                        run -> run.cell().comparable(),
                        ShownRun::settings)
                .text("status", "status", run -> run.either(valid -> "ok", Charts::status))
                .seconds("seconds", "duration [s]", run -> run.either(MeasuredRun::seconds, ExcludedRun::seconds))
                .instant("started", "started", run -> run.either(MeasuredRun::started, ExcludedRun::started))
                .text("campaign", "campaign", run -> run.either(MeasuredRun::campaign, ExcludedRun::campaign))
                .text("run", "run", run -> run.either(MeasuredRun::run, ExcludedRun::run))
                .text(
                        "reasons",
                        "why it is left out of the statistics",
                        run -> run.either(valid -> null, left -> String.join("; ", left.reasons())))
                .rows(drawn ? findings.cells().stream().flatMap(ShownRun::all) : Stream.empty());
        return new Chart(
                "runs",
                "Every run",
                "The duration of each run, on a logarithmic scale. A hollow point is a run left out of the statistics.",
                "Points of " + HumanText.counted(rows.size(), "run") + " by job and setup.",
                List.of("Runs without a duration are in the table only."),
                Chart.Crowd.SAMPLE,
                Chart.MOST,
                rows);
    }

    private static boolean hasDuration(CellSummary cell) {
        return cell.isMeasured() || cell.excluded().stream().anyMatch(run -> run.seconds() != null);
    }

    private static String status(ExcludedRun run) {
        return run.status().word() + (run.repeated() ? ", repeated" : "");
    }

    /** A run of a cell: either a valid run or one that was left out. */
    private record ShownRun(CellSummary cell, String settings, MeasuredRun valid, ExcludedRun left) {
        String job() {
            return cell.subject().job();
        }

        /** Returns the runs of a cell, beginning with the valid runs. Their settings are written once. */
        static Stream<ShownRun> all(CellSummary cell) {
            String settings = Settings.text(cell.comparable());
            return Stream.concat(
                    cell.runs().stream().map(run -> new ShownRun(cell, settings, run, null)),
                    cell.excluded().stream().map(run -> new ShownRun(cell, settings, null, run)));
        }

        <V> V either(Function<MeasuredRun, V> ofValid, Function<ExcludedRun, V> ofLeft) {
            return valid == null ? ofLeft.apply(left) : ofValid.apply(valid);
        }
    }

    /** Draws the speed-up of each value of a setting against the average: ALOJA's Figures 3 and 4. */
    private static Chart average(Findings findings) {
        ChartSettings settings = ChartSettings.of(findings.marginals(), Charts::pool, Marginal::settings);
        Dataset rows = new Columns<Marginal>()
                .text("job", "job", Marginal::job)
                .text("parameter", "parameter", Marginal::parameter)
                .text("value", "value", one -> HumanText.value(one.parameter(), one.value()))
                .text("setup", "", one -> one.parameter().equals(Marginal.SETUP) ? one.value() : null)
                .text(
                        "compression",
                        "",
                        one -> one.parameter().equals("compression")
                                ? one.value()
                                : Settings.compression(one.settings()))
                .text("pool", "", one -> settings.behind(pool(one), one.settings()))
                .text("settings", "settings", one -> Settings.text(one.settings()))
                .ratio("speedup", "against the average", Marginal::againstAverage)
                .bounds(ColumnKind.RATIO, Marginal::interval)
                .count("n", "n", Marginal::runs)
                .text("balance", "configurations", one -> one.unbalanced() ? "unbalanced" : "balanced")
                .rows(findings.marginals().stream());
        return new Chart(
                "average",
                "Speed-up against the average",
                "Mean duration of all runs of a job over that of the runs with one value: right of the line is faster than the average.",
                "Points with intervals, one for each value of each setting, by job.",
                List.of(
                        "Pooled over what was run, as ALOJA does. Hollow: values were run in different configurations, which affect the ratio,"
                                + " too; use the matched ratios of the table 'Each value over all configurations'."),
                Chart.Crowd.FIRST,
                MOST_LINES,
                rows);
    }

    /** Returns a key of values that are drawn together; the settings of pools that share the key are added. */
    private static String pool(Marginal one) {
        return one.job() + "\n" + one.parameter();
    }

    /** Draws sweeps of one setting: ALOJA's Figures 5 and 6. */
    private static Chart sweeps(Findings findings) {
        double confidence = findings.options().confidence();
        Dataset rows = new Columns<Within<Sweep, SweepPoint>>()
                .text("job", "job", point -> point.group().subject().job())
                .text("setup", "setup", point -> point.group().subject().setup())
                .compression(point -> point.one().cell().comparable())
                .text("parameter", "setting", point -> point.group().parameter())
                .text(
                        "value",
                        "value",
                        point -> HumanText.value(
                                point.group().parameter(), point.one().value()))
                .text(
                        "settings",
                        "held",
                        point -> Settings.text(point.group().subject().settings()))
                .seconds("seconds", "mean [s]", point -> elapsed(point).mean())
                .bounds(
                        ColumnKind.SECONDS,
                        point -> elapsed(point).meanInterval(confidence).orElse(null))
                .count("n", "n", point -> elapsed(point).n())
                .text("standing", "standing", point -> standing(point.group(), point.one()))
                .rows(findings.sweeps().stream().flatMap(sweep -> Within.all(sweep, sweep.points())));
        return new Chart(
                "sweeps",
                "One setting varied",
                "Mean duration with one setting varied and everything else held. The star is the best value; triangles are tied with it.",
                "Lines of mean durations over the values of a setting, by job and setup.",
                List.of("Intervals are of the mean, by Student's t."),
                Chart.Crowd.FIRST,
                MOST_VALUES,
                rows);
    }

    private static Sample elapsed(Within<Sweep, SweepPoint> point) {
        return point.one().cell().observations();
    }

    private static String standing(Sweep sweep, SweepPoint point) {
        return point.value().equals(sweep.best()) ? "best" : sweep.isTied(point) ? "tied with the best" : "slower";
    }

    /** Draws runs in wall-clock order, relative to the mean of their cells, with the line of the drift test. */
    private static Chart clock(Findings findings) {
        Dataset rows = new Columns<ClockRun>()
                .text("campaign", "campaign", ClockRun::campaign)
                .count("order", "order", ClockRun::order)
                .instant("started", "started", run -> run.one().run().started())
                .text("job", "job", run -> run.one().cell().subject().job())
                .text("setup", "setup", run -> run.one().cell().subject().setup())
                .compression(run -> run.one().cell().comparable())
                .text("run", "run", run -> run.one().run().run())
                .seconds("seconds", "duration [s]", run -> run.one().run().seconds())
                .share("off", "off its cell's mean", run -> relative(run.one().residual()))
                .share("trend", "trend", run -> relative(run.trend()))
                .rows(findings.drifts().stream().flatMap(ClockRun::all));
        return new Chart(
                "clock",
                "Runs in the order of the clock",
                "How far each run was from the mean of its cell, in the order of the clock, with a least-squares line. A slope means that the"
                        + " cluster became slower or faster while it was measured.",
                "Points along the order of the runs, scattered around 0 if nothing drifted.",
                notes(findings.drifts()),
                Chart.Crowd.SAMPLE,
                Chart.MOST,
                rows);
    }

    /**
     * A run at its place in a campaign.
     *
     * @param order the place, from 1
     * @param trend the logarithm of the ratio that the drift's line has at this place
     */
    private record ClockRun(String campaign, int order, InTime one, double trend) {
        static Stream<ClockRun> all(DriftFinding finding) {
            List<InTime> runs = finding.runs();
            double mean = runs.stream().mapToDouble(InTime::residual).average().orElse(0);
            double slope = finding.drift().slope();
            double middle = (runs.size() + 1) / 2.0;
            return IntStream.rangeClosed(1, runs.size())
                    .mapToObj(order -> new ClockRun(
                            finding.campaign(), order, runs.get(order - 1), mean + slope * (order - middle)));
        }
    }

    /** Returns the distance of a ratio from 1. */
    private static double relative(double logarithm) {
        return EvidenceCharts.rounded(Math.expm1(logarithm), PARTS);
    }

    private static List<String> notes(List<DriftFinding> drifts) {
        if (drifts.size() > MOST_NOTES) {
            return List.of(drifts.size() + " campaigns; the table of drifts has each.");
        }
        return drifts.stream().map(Charts::note).toList();
    }

    private static String note(DriftFinding finding) {
        Drift drift = finding.drift();
        OptionalDouble p = drift.slopeP();
        return String.format(
                Locale.ROOT,
                "%s: %.3f %% a run%s over %d runs%s",
                finding.campaign(),
                100 * drift.slope(),
                p.isPresent() ? String.format(Locale.ROOT, " (p %.3g)", p.getAsDouble()) : "",
                drift.n(),
                drift.isSuspicious() ? "; suspicious: see the table 'Drift over the length of a campaign'" : "");
    }
}
