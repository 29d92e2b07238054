package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.BYTES_PER_SECOND;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.COUNT;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.NUMBER;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.SECONDS;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartCells;
import org.spindlebench.analysis.report.page.ChartDataReader.ChartRun;
import org.spindlebench.analysis.report.page.Dataset.DataColumn;
import org.spindlebench.analysis.report.page.PictureSettings.Settings;
import org.spindlebench.analysis.task.ConcurrencySeries;
import org.spindlebench.analysis.throughput.ThroughputFile;

/** Makes charts of single runs, and of the devices' measured bandwidth. To add a chart, add a line to {@link #of}. */
final class EvidencePictures {
    /** The most rows of these charts. All rows are drawn, because many rows make one line or area. */
    static final int ALL = 20_000;

    private static final int MOST_REASONS = 5;

    private EvidencePictures() {}

    /** Returns the charts in the page's order. A chart without data has no rows. */
    static List<Picture> of(Findings findings, RunEvidence evidence, SetupSelection interest) {
        return List.of(
                PhasesPicture.of(evidence),
                SeriesPictures.devices(evidence),
                SeriesPictures.processors(evidence),
                ThroughputPicture.of(evidence).limitedTo(interest.few()),
                DevicePictures.bandwidth(findings, evidence).limitedTo(interest));
    }

    /**
     * Describes which runs are shown, and which data is missing.
     *
     * @param reason returns why a run lacks data for this chart; null if the run has the data
     */
    static List<String> notes(RunEvidence evidence, RunRows shown, Function<ChartRun, String> reason) {
        List<String> notes = new ArrayList<>();
        notes.add("One valid run of each measurement is shown: the one whose duration is nearest the median.");
        if (!shown.shared().isEmpty()) {
            notes.add(shown.shared());
        }
        if (evidence.left() > 0) {
            notes.add("Of the first " + ChartCells.MOST + " measurements; " + evidence.left() + " more are left out.");
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
    static double seconds(double value) {
        return rounded(value, 1e3);
    }

    /** Rounds to a hundredth of a per cent; null if unknown. */
    static Double share(Double value) {
        return value == null ? null : (Double) rounded(value, 1e4);
    }

    /** Rounds to a whole number; null if unknown. */
    static Long whole(Double value) {
        return value == null ? null : (Long) Math.round(value);
    }

    static double rounded(double value, double parts) {
        return Math.rint(value * parts) / parts;
    }

    /** The chart of the number of attempts in each phase during a run: ALOJA's Figure 2. */
    static final class PhasesPicture {
        private PhasesPicture() {}

        static Picture of(RunEvidence evidence) {
            List<ChartRun> runs =
                    evidence.runs().stream().filter(run -> run.phases() != null).toList();
            RunRows rows = new RunRows(
                    runs,
                    DataColumn.of("at", "from [s]", SECONDS),
                    DataColumn.of("map", "map", NUMBER),
                    DataColumn.of("shuffle", "shuffle", NUMBER),
                    DataColumn.of("merge", "merge", NUMBER),
                    DataColumn.of("reduce", "reduce", NUMBER),
                    DataColumn.of("other", "phase not known", NUMBER));
            runs.forEach(run -> add(rows, run));
            return new Picture(
                    "phases",
                    "Phases of tasks over time",
                    "How many task attempts ran at each moment, by what they did: maps, and reduces that shuffled (or waited for maps), merged or reduced."
                            + " Setups of one job are below each other on the same time axis.",
                    "Stacked areas of running attempts by phase over the seconds of a run, one part for each of "
                            + runs.size() + " runs.",
                    notes(evidence, rows),
                    Picture.Crowd.FIRST,
                    EvidencePictures.ALL,
                    rows.rows());
        }

        private static void add(RunRows rows, ChartRun run) {
            ConcurrencySeries phases = run.phases();
            long start = phases.start().toEpochMilli();
            double first = run.since(start, start);
            for (ConcurrencySeries.ConcurrencyStep step : phases.steps()) {
                rows.add(
                        run,
                        EvidencePictures.seconds(first + step.at()),
                        count(step.map()),
                        count(step.shuffle()),
                        count(step.merge()),
                        count(step.reduce()),
                        count(step.other()));
            }
            // This row marks the end of the last step.
            if (!phases.steps().isEmpty()) {
                rows.add(run, EvidencePictures.seconds(first + phases.seconds()), 0, 0, 0, 0, 0);
            }
        }

        private static double count(double attempts) {
            return EvidencePictures.rounded(attempts, 1e3);
        }

        private static List<String> notes(RunEvidence evidence, RunRows shown) {
            List<ChartRun> runs = shown.runs();
            List<String> notes = new ArrayList<>(EvidencePictures.notes(evidence, shown, run -> null));
            notes.add(
                    "Seconds since YARN accepted the job; the time before the first task is its ApplicationMaster's start. Attempts that failed or"
                            + " were killed count for as long as they ran.");
            if (runs.stream().anyMatch(run -> run.phases().averaged())) {
                notes.add("Of runs with more changes than that, " + ConcurrencySeries.MOST_STEPS
                        + " steps of equal length are drawn, each with its mean.");
            }
            if (runs.stream().anyMatch(run -> run.begin() == null)) {
                notes.add("Of runs without YARN's times, seconds are since the first task.");
            }
            return notes;
        }
    }

    /** The chart of the throughput of a job that only writes or reads, during a run. */
    static final class ThroughputPicture {
        private ThroughputPicture() {}

        static Picture of(RunEvidence evidence) {
            List<ChartRun> runs = evidence.runs().stream()
                    .filter(run -> !run.throughput().isEmpty())
                    .toList();
            RunRows rows = new RunRows(
                    runs,
                    DataColumn.of("at", "from [s]", SECONDS),
                    DataColumn.of("length", "length [s]", SECONDS),
                    DataColumn.of("rate", "throughput", BYTES_PER_SECOND),
                    DataColumn.of("streams", "streams", COUNT));
            for (ChartRun run : runs) {
                long first = run.throughput().get(0).start();
                for (ThroughputFile.Span span : run.throughput()) {
                    rows.add(
                            run,
                            run.since(span.start(), first),
                            span.millis() / 1000.0,
                            EvidencePictures.whole(span.rate()),
                            span.streams());
                }
            }
            List<String> notes = new ArrayList<>(EvidencePictures.notes(evidence, rows, run -> null));
            notes.add(
                    "Bytes that maps handed over or got, replicas not counted, over the seconds since YARN accepted the job; the first and the last step are"
                            + " not used whole. streams: the fewest at one instant of a step.");
            return new Picture(
                    "throughput",
                    "Throughput over time",
                    "Bytes a second of all streams together. A late rise is the ramp-up and an early fall the tail, when few streams run.",
                    "Lines of the throughput of all streams over the seconds of a run, by setup.",
                    notes,
                    Picture.Crowd.FIRST,
                    EvidencePictures.ALL,
                    rows.rows());
        }
    }

    /** The rows of a chart of single runs. Each row is a step and begins with the names of its run. */
    static final class RunRows {
        private final List<ChartRun> runs;
        private final PictureSettings settings;
        /** For each run, the values that all its rows begin with. */
        private final IdentityHashMap<ChartRun, Object[]> beginnings = new IdentityHashMap<>();

        private final Dataset rows;

        /** Starts without rows; {@code columns} are those of a step. */
        RunRows(List<ChartRun> runs, DataColumn... columns) {
            this.runs = runs;
            this.settings =
                    PictureSettings.of(runs, ChartRun::job, run -> run.cell().comparable());
            Stream<DataColumn> who = Stream.of(
                    DataColumn.of("place", "", DataColumn.ColumnKind.COUNT),
                    DataColumn.text("part", ""),
                    DataColumn.text("what", ""),
                    DataColumn.text("job", "job"),
                    DataColumn.text("setup", "setup"),
                    DataColumn.text("compression", ""),
                    DataColumn.text("settings", "settings"),
                    DataColumn.text("campaign", "campaign"),
                    DataColumn.text("run", "run"));
            this.rows = new Dataset(Stream.concat(who, Stream.of(columns)).toArray(DataColumn[]::new));
            for (int place = 0; place < runs.size(); place++) {
                beginnings.put(runs.get(place), beginning(place));
            }
        }

        void add(ChartRun run, Object... step) {
            rows.add(Stream.concat(Stream.of(beginnings.get(run)), Stream.of(step))
                    .toArray());
        }

        private Object[] beginning(int place) {
            ChartRun run = runs.get(place);
            return new Object[] {
                place,
                what(run, " on " + run.setup()) + ": " + run.figures(),
                what(run, ""),
                run.job(),
                run.setup(),
                Settings.compression(run.cell().comparable()),
                settings.distinct(run.cell().comparable()),
                run.run().campaign(),
                run.run().run()
            };
        }

        /** Names a run, such as {@code terasort on ssd (compression=none)}. */
        private String what(ChartRun run, String setup) {
            return run.job() + setup + settings.behind(run.job(), run.cell().comparable());
        }

        /** Returns the settings that all runs share, as a sentence; empty if there are none. */
        String shared() {
            return settings.shared();
        }

        List<ChartRun> runs() {
            return runs;
        }

        Dataset rows() {
            return rows;
        }
    }
}
