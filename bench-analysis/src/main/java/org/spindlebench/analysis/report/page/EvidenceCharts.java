package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartCells;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartRun;
import org.spindlebench.analysis.report.page.Dataset.Columns;
import org.spindlebench.analysis.report.page.Dataset.Within;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.NodeStep;
import org.spindlebench.analysis.series.RunSeries.RoleSeries;
import org.spindlebench.analysis.task.ConcurrencySeries;
import org.spindlebench.analysis.task.ConcurrencySeries.ConcurrencyStep;
import org.spindlebench.analysis.throughput.ThroughputFile.ThroughputSpan;

/** Makes charts of single runs: tasks, devices, processors and throughput over time. */
final class EvidenceCharts {
    /** The largest number of rows of these charts. All rows are drawn, because many rows make one line or area. */
    private static final int ALL = 20_000;

    private static final int MOST_REASONS = 5;

    private EvidenceCharts() {}

    /** Draws the number of attempts in each phase during a run: ALOJA's Figure 2. */
    static Chart phases(RunEvidence evidence) {
        List<ChartRun> runs = runs(evidence, run -> run.phases() != null);
        Dataset rows = EvidenceCharts.<ConcurrencyStep>columns()
                .seconds("at", "from [s]", EvidenceCharts::sinceStart)
                .number("map", "map", step -> attempts(step, ConcurrencyStep::map))
                .number("shuffle", "shuffle", step -> attempts(step, ConcurrencyStep::shuffle))
                .number("merge", "merge", step -> attempts(step, ConcurrencyStep::merge))
                .number("reduce", "reduce", step -> attempts(step, ConcurrencyStep::reduce))
                .number("other", "phase not known", step -> attempts(step, ConcurrencyStep::other))
                .rows(steps(runs, run -> steps(run.phases())));
        List<String> notes = notes(evidence, runs, run -> null);
        notes.add(
                "Seconds since YARN accepted the job; the time before the first task is its ApplicationMaster's start. Attempts that failed or"
                        + " were killed count for as long as they ran.");
        if (runs.stream().anyMatch(run -> run.phases().averaged())) {
            notes.add("If the numbers of a run change more than " + ConcurrencySeries.MOST_STEPS + " times, "
                    + ConcurrencySeries.MOST_STEPS + " steps of equal length are drawn, each with its mean.");
        }
        if (runs.stream().anyMatch(run -> run.begin() == null)) {
            notes.add("In runs without YARN's times, seconds count from the first task.");
        }
        return new Chart(
                "phases",
                "Phases of tasks over time",
                "How many task attempts ran at each moment, by what they did: maps, and reduces that shuffled (or waited for maps), merged or reduced."
                        + " Setups of one job are below each other on the same time axis.",
                "Stacked areas of running attempts by phase over the seconds of a run, one part for each of "
                        + HumanText.counted(runs.size(), "run") + ".",
                notes,
                Chart.Crowd.FIRST,
                ALL,
                rows);
    }

    /** Returns the steps, and a step without attempts that marks the end of the last step. */
    private static List<ConcurrencyStep> steps(ConcurrencySeries phases) {
        List<ConcurrencyStep> steps = new ArrayList<>(phases.steps());
        if (!steps.isEmpty()) {
            steps.add(new ConcurrencyStep(phases.seconds(), 0, 0, 0, 0, 0));
        }
        return steps;
    }

    private static double sinceStart(Within<NamedRun, ConcurrencyStep> step) {
        ChartRun run = step.group().run();
        long start = run.phases().start().toEpochMilli();
        return seconds(run.since(start, start) + step.one().at());
    }

    /** Returns the attempts in a phase: a whole number at the end of the last step, otherwise possibly a mean. */
    private static Number attempts(Within<NamedRun, ConcurrencyStep> step, ToDoubleFunction<ConcurrencyStep> phase) {
        boolean end = step.one().at() == step.group().run().phases().seconds();
        return end ? (Number) 0 : (Number) rounded(phase.applyAsDouble(step.one()), 1e3);
    }

    /** Draws the bytes that the devices of a role read and wrote. */
    static Chart devices(RunEvidence evidence) {
        List<ChartRun> runs = runs(
                evidence,
                run -> !steps(run, RoleIo.HDFS).isEmpty()
                        || !steps(run, RoleIo.SHUFFLE).isEmpty());
        Dataset rows = momentColumns()
                .rate("hdfs_read", "HDFS read", at -> at.one().hdfs(IoStep::bytesReadPerSecond))
                .rate("hdfs_written", "HDFS written", at -> at.one().hdfs(IoStep::bytesWrittenPerSecond))
                .rate("shuffle_read", "shuffle read", at -> at.one().shuffle(IoStep::bytesReadPerSecond))
                .rate("shuffle_written", "shuffle written", at -> at.one().shuffle(IoStep::bytesWrittenPerSecond))
                .rows(steps(runs, EvidenceCharts::moments)
                        .filter(at -> at.one().knows(IoStep::bytesReadPerSecond)
                                || at.one().knows(IoStep::bytesWrittenPerSecond)));
        return new Chart(
                "devices",
                "Device throughput over time",
                "Bytes a second that the devices of HDFS and of the shuffle read and wrote, all nodes together. The grey line is the end of the job: data"
                        + " written after it were still in memory then.",
                "Lines of bytes read and written a second by role over the seconds of a run, one part for each of "
                        + HumanText.counted(runs.size(), "run") + ".",
                seriesNotes(evidence, runs),
                Chart.Crowd.FIRST,
                ALL,
                rows);
    }

    /** Draws the busy shares of the processors and of a role's devices. */
    static Chart processors(RunEvidence evidence) {
        List<ChartRun> runs = runs(evidence, run -> !moments(run).isEmpty());
        Dataset rows = momentColumns()
                .share("cpu", "CPU busy", at -> share(at.one().cpuBusy()))
                .share("hdfs", "HDFS devices busy", at -> share(at.one().hdfs(IoStep::busy)))
                .share("shuffle", "shuffle devices busy", at -> share(at.one().shuffle(IoStep::busy)))
                .rows(steps(runs, EvidenceCharts::moments)
                        .filter(at -> at.one().cpuBusy() != null || at.one().knows(IoStep::busy)));
        return new Chart(
                "processors",
                "How busy processors and devices were over time",
                "The share of all hardware threads that ran something, and the share of time in which a device had work (mean over the devices of a role)."
                        + " What stays near 100 % may be what the job waits for; a device that serves many requests at once can do more although it is always busy.",
                "Lines of busy shares of processors, HDFS's devices and the shuffle's over the seconds of a run, one part for each of "
                        + HumanText.counted(runs.size(), "run") + ".",
                seriesNotes(evidence, runs),
                Chart.Crowd.FIRST,
                ALL,
                rows);
    }

    /** One step of all series, which have the same steps. */
    private record Moment(double at, double length, NodeStep node, IoStep hdfs, IoStep shuffle) {
        Double cpuBusy() {
            return node == null ? null : node.cpuBusy();
        }

        Double hdfs(Function<IoStep, Double> figure) {
            return hdfs == null ? null : figure.apply(hdfs);
        }

        Double shuffle(Function<IoStep, Double> figure) {
            return shuffle == null ? null : figure.apply(shuffle);
        }

        /** Checks whether the number of a role is known. */
        boolean knows(Function<IoStep, Double> figure) {
            return hdfs(figure) != null || shuffle(figure) != null;
        }
    }

    private static Columns<Within<NamedRun, Moment>> momentColumns() {
        return EvidenceCharts.<Moment>columns()
                .seconds("at", "from [s]", at -> at.one().at())
                .seconds("length", "length [s]", at -> at.one().length())
                .seconds("job_end", "", at -> seconds(at.group().run().series().seconds()));
    }

    private static List<Moment> moments(ChartRun run) {
        if (run.series() == null) {
            return List.of();
        }
        List<NodeStep> nodes = run.series().cluster().steps();
        List<IoStep> hdfs = steps(run, RoleIo.HDFS);
        List<IoStep> shuffle = steps(run, RoleIo.SHUFFLE);
        int size = Math.max(nodes.size(), Math.max(hdfs.size(), shuffle.size()));
        List<Moment> moments = new ArrayList<>();
        for (int at = 0; at < size; at++) {
            NodeStep node = at < nodes.size() ? nodes.get(at) : null;
            IoStep one = at < hdfs.size() ? hdfs.get(at) : null;
            IoStep other = at < shuffle.size() ? shuffle.get(at) : null;
            IoStep any = one == null ? other : one;
            moments.add(new Moment(
                    seconds(node == null ? any.at() : node.at()),
                    seconds(node == null ? any.seconds() : node.seconds()),
                    node,
                    one,
                    other));
        }
        return moments;
    }

    private static List<IoStep> steps(ChartRun run, String role) {
        return run.series() == null
                ? List.of()
                : run.series().roles().stream()
                        .filter(one -> one.role().equals(role))
                        .findFirst()
                        .map(RoleSeries::steps)
                        .orElse(List.of());
    }

    private static List<String> seriesNotes(RunEvidence evidence, List<ChartRun> runs) {
        List<String> notes = notes(evidence, runs, EvidenceCharts::reason);
        String lengths = runs.stream()
                .map(run ->
                        moments(run).stream().mapToDouble(Moment::length).max().orElse(0))
                .distinct()
                .sorted()
                .map(length -> String.format(Locale.ROOT, "%.0f s", length))
                .collect(Collectors.joining(", "));
        notes.add("Steps of " + lengths
                + ", by the run's length; counters are assumed to have grown evenly between two samples.");
        return notes;
    }

    private static String reason(ChartRun run) {
        if (run.series() == null) {
            return null;
        }
        String reasons = Stream.concat(
                        run.series().roles().stream().map(RoleSeries::reason),
                        run.series().cluster().reasons().stream())
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? null : reasons;
    }

    /** Draws the throughput of a job that only writes or reads. */
    static Chart throughput(RunEvidence evidence) {
        List<ChartRun> runs = runs(evidence, run -> !run.throughput().isEmpty());
        Dataset rows = EvidenceCharts.<ThroughputSpan>columns()
                .seconds("at", "from [s]", span -> sinceFirst(span.group().run(), span.one()))
                .seconds("length", "length [s]", span -> span.one().millis() / 1000.0)
                .rate("rate", "throughput", span -> span.one().rate())
                .count("streams", "streams", span -> span.one().streams())
                .rows(steps(runs, ChartRun::throughput));
        List<String> notes = notes(evidence, runs, run -> null);
        notes.add(
                "Bytes that maps handed over or got, replicas not counted, over the seconds since YARN accepted the job."
                        + " Streams fill only a part of the first and of the last step. streams: the fewest at one instant of a step.");
        return new Chart(
                "throughput",
                "Throughput over time",
                "Bytes a second of all streams together. A late rise is the ramp-up and an early fall the tail, when few streams run.",
                "Lines of the throughput of all streams over the seconds of a run, by setup.",
                notes,
                Chart.Crowd.FIRST,
                ALL,
                rows);
    }

    private static double sinceFirst(ChartRun run, ThroughputSpan span) {
        return run.since(span.start(), run.throughput().get(0).start());
    }

    private static List<ChartRun> runs(RunEvidence evidence, Predicate<ChartRun> shown) {
        return evidence.runs().stream().filter(shown).toList();
    }

    /** A run with the common names of all its rows. The names include its cell's median, so they are made once. */
    private record NamedRun(int place, ChartRun run, String part, String what, String settings) {
        static NamedRun of(int place, ChartRun run, ChartSettings settings) {
            SortedMap<String, String> all = run.cell().comparable();
            String behind = settings.behind(run.job(), all);
            return new NamedRun(
                    place,
                    run,
                    run.job() + " on " + run.setup() + behind + ": " + run.figures(),
                    run.job() + behind,
                    settings.distinct(all));
        }
    }

    private static ChartSettings settings(List<ChartRun> runs) {
        return ChartSettings.of(runs, ChartRun::job, run -> run.cell().comparable());
    }

    /** Returns the columns that name a run; the columns of a step follow them. */
    private static <S> Columns<Within<NamedRun, S>> columns() {
        return new Columns<Within<NamedRun, S>>()
                .count("place", "", step -> step.group().place())
                .text("part", "", step -> step.group().part())
                .text("what", "", step -> step.group().what())
                .ofCell(step -> step.group().run().cell(), step -> step.group().settings())
                .text("campaign", "campaign", step -> step.group().run().run().campaign())
                .text("run", "run", step -> step.group().run().run().run());
    }

    /** Returns the steps of all runs. */
    private static <S> Stream<Within<NamedRun, S>> steps(List<ChartRun> runs, Function<ChartRun, List<S>> steps) {
        ChartSettings settings = settings(runs);
        return IntStream.range(0, runs.size())
                .mapToObj(place -> NamedRun.of(place, runs.get(place), settings))
                .flatMap(run -> Within.all(run, steps.apply(run.run())));
    }

    /**
     * Describes which runs are shown, and which data is missing.
     *
     * @param reason returns why a run lacks data for this chart; null if the run has the data
     */
    private static List<String> notes(RunEvidence evidence, List<ChartRun> shown, Function<ChartRun, String> reason) {
        List<String> notes = new ArrayList<>();
        notes.add("One valid run of each measurement is shown: the one whose duration is nearest the median.");
        notes.add(settings(shown).shared());
        if (evidence.left() > 0) {
            notes.add("Only " + ChartCells.MOST
                    + " measurements are shown. If there are several settings, those with the best"
                    + " settings of each setup come first; " + evidence.left() + " more are left out.");
        }
        List<String> missing = missing(evidence, reason);
        missing.stream().limit(MOST_REASONS).forEach(one -> notes.add("Missing: " + one));
        if (missing.size() > MOST_REASONS) {
            notes.add("Also missing: " + (missing.size() - MOST_REASONS) + " more.");
        }
        return notes;
    }

    /** Lists the problems of reading, and each reason for missing data once, with its runs. */
    private static List<String> missing(RunEvidence evidence, Function<ChartRun, String> reason) {
        Map<String, Set<String>> runs = new LinkedHashMap<>();
        for (ChartRun run : evidence.runs()) {
            String why = reason.apply(run);
            if (why != null) {
                runs.computeIfAbsent(why, any -> new LinkedHashSet<>())
                        .add(run.run().run());
            }
        }
        List<String> missing = new ArrayList<>(evidence.problems());
        runs.forEach((why, names) -> missing.add(why + " (" + String.join(", ", names) + ")"));
        return missing;
    }

    /** Rounds to the millisecond, the resolution of the clocks. */
    private static double seconds(double value) {
        return rounded(value, 1e3);
    }

    /** Rounds to a hundredth of a per cent; null if unknown. */
    private static Double share(Double value) {
        return value == null ? null : (Double) rounded(value, 1e4);
    }

    static double rounded(double value, double parts) {
        return Math.rint(value * parts) / parts;
    }
}
