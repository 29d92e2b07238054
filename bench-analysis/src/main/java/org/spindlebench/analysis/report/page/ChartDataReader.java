package org.spindlebench.analysis.report.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.record.NodeMetrics.NodeSampleFiles;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.report.page.RunEvidence.EvidenceSource;
import org.spindlebench.analysis.series.RunSeries;
import org.spindlebench.analysis.task.ConcurrencySeries;
import org.spindlebench.analysis.throughput.ThroughputFile;

/** Reads the chart data of runs from records and sample files, with one record in memory at a time. */
final class ChartDataReader {
    /** The largest number of steps that a chart shows for one run. */
    static final int MOST_STEPS = 300;

    private static final double MILLIS = 1000.0;
    private static final List<Integer> STEP_SECONDS =
            List.of(1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600);

    private final Collection<EvidenceSource> sources;
    private final Map<String, ChartCells.Chosen> wanted = new HashMap<>();
    private final Map<ChartCells.Chosen, ChartRun> read = new HashMap<>();

    /** The setups that have a run whose conditions were read. */
    private final Set<String> setups = new HashSet<>();

    ChartDataReader(Collection<EvidenceSource> sources) {
        this.sources = sources;
    }

    /** Reads the chosen runs in order, omitting those without a record, such as other tools' runs. */
    List<ChartRun> read(List<ChartCells.Chosen> chosen) {
        chosen.forEach(one -> wanted.put(key(one.run().campaign(), one.run().run()), one));
        sources.stream().filter(one -> Files.isDirectory(one.results())).forEach(this::readNamed);
        for (EvidenceSource one : sources) {
            if (!wanted.isEmpty() && isOfRecords(one.results())) {
                search(one);
            }
        }
        return chosen.stream().map(read::get).filter(Objects::nonNull).toList();
    }

    private static String key(String campaign, String run) {
        return campaign + "\n" + run;
    }

    private static boolean isOfRecords(Path results) {
        String name = String.valueOf(results.getFileName());
        return Files.isDirectory(results) || Records.isDocument(name) || name.endsWith(".jsonl");
    }

    /** Reads the records in files that are named after the runs. Then no other file need be read for most runs. */
    private void readNamed(EvidenceSource source) {
        Path folder = folder(source.results());
        List<String> names =
                wanted.values().stream().map(one -> one.run().run()).distinct().toList();
        names.forEach(name -> named(folder, name).ifPresent(run -> take(run, source, folder)));
    }

    /** Returns the record in the file named after the run; empty if the search through all files must find it. */
    private static Optional<RunRecord> named(Path folder, String run) {
        try {
            Path file = Records.find(folder, run).orElse(null);
            boolean within = file != null && folder.equals(file.getParent()) && Files.isRegularFile(file);
            return within ? Optional.of(Records.readOne(file)) : Optional.empty();
        } catch (IOException | InvalidPathException | InvalidDocumentException e) {
            return Optional.empty();
        }
    }

    private void search(EvidenceSource source) {
        Path folder = folder(source.results());
        try (Stream<RunRecord> records = Records.read(source.results())) {
            for (Iterator<RunRecord> all = records.iterator(); all.hasNext() && !wanted.isEmpty(); ) {
                take(all.next(), source, folder);
            }
        } catch (IOException | UncheckedIOException | InvalidDocumentException e) {
            String why = String.valueOf(e.getMessage());
            wanted.values()
                    .forEach(one -> read.putIfAbsent(
                            one,
                            ChartRun.unread(one.cell(), one.run(), one.run().run() + ": " + why)));
        }
    }

    /** Returns the directory with the records and their samples. */
    private static Path folder(Path results) {
        if (!Files.isDirectory(results)) {
            return results.toAbsolutePath().getParent();
        }
        Path runs = results.resolve("runs");
        return Files.isDirectory(runs) ? runs : results;
    }

    private void take(RunRecord run, EvidenceSource source, Path folder) {
        // An interrupted attempt may have the same name as the run that replaced it.
        if (run.status() == Status.OK) {
            source.found().apply(run).ifPresent(found -> take(found, folder));
        }
    }

    private void take(RunRecord run, Path folder) {
        Identity id = run.identity();
        ChartCells.Chosen one = wanted.remove(key(id.campaign(), id.run()));
        if (one != null) {
            read.put(one, shown(one, run, folder));
        }
    }

    private ChartRun shown(ChartCells.Chosen one, RunRecord run, Path folder) {
        List<String> problems = new ArrayList<>();
        MeasuredRun measured = one.run();
        RunSeries series = RunSeries.hasSamples(run)
                ? readable(
                        measured,
                        problems,
                        () -> RunSeries.of(
                                run,
                                NodeSampleFiles.beside(folder, run.evidence().samples()),
                                step(run)))
                : null;
        String streams = run.throughput() == null ? null : run.throughput().samples();
        List<ThroughputFile.ThroughputSpan> throughput = streams == null
                ? null
                : readable(
                        measured,
                        problems,
                        () -> ThroughputFile.read(
                                NodeSampleFiles.beside(folder, streams),
                                MOST_STEPS,
                                run.throughput().streamSeconds()));
        return new ChartRun(
                one.cell(),
                measured,
                ChartRun.begin(run),
                ConcurrencySeries.of(run.tasks()).orElse(null),
                series,
                throughput == null ? List.of() : throughput,
                setups.add(run.subject().setup()) ? RunConditions.of(run) : null,
                problems);
    }

    private interface RunReading<T> {
        T read() throws IOException;
    }

    /** Reads a file. If it cannot be read, adds a problem and returns null. */
    private static <T> T readable(MeasuredRun run, List<String> problems, RunReading<T> reading) {
        try {
            return reading.read();
        } catch (NoSuchFileException e) {
            problems.add(run.run() + ": its samples are not next to its record: " + e.getMessage());
        } catch (IOException | UncheckedIOException | InvalidDocumentException | IllegalArgumentException e) {
            problems.add(run.run() + ": " + e.getMessage());
        }
        return null;
    }

    /** Returns a step length for at most {@link #MOST_STEPS} steps until the end of the flush, if known. */
    static Duration step(RunRecord run) {
        double seconds = (run.times().yarnFinished().toEpochMilli()
                        - run.times().yarnStarted().toEpochMilli())
                / MILLIS;
        Proofs proofs = run.evidence().proofs();
        if (proofs != null && proofs.writes() != null && proofs.writes().toFlush() != null) {
            seconds = Math.max(seconds, proofs.writes().toFlush());
        }
        double least = seconds / MOST_STEPS;
        return STEP_SECONDS.stream()
                .filter(step -> step >= least)
                .findFirst()
                .map(Duration::ofSeconds)
                .orElse(Duration.ofHours((long) Math.ceil(least / 3600)));
    }

    /**
     * The valid run that represents a cell in charts, with the data of the charts.
     *
     * @param begin when YARN accepted the job; null if unknown
     * @param phases the number of attempts that ran in each phase; null if the record has no tasks
     * @param series the load of nodes and devices; null if the probe was off or the samples cannot be read
     * @param throughput the throughput of the streams of a job that only writes or reads; empty for other jobs, and if
     *     the samples cannot be read
     * @param conditions the conditions under which the run was made; null if the run's record could not be read
     * @param problems the files that could not be read, and why, for people
     */
    record ChartRun(
            CellSummary cell,
            MeasuredRun run,
            Instant begin,
            ConcurrencySeries phases,
            RunSeries series,
            List<ThroughputFile.ThroughputSpan> throughput,
            RunConditions conditions,
            List<String> problems) {
        private static final double MILLIS = 1000.0;

        ChartRun {
            Objects.requireNonNull(cell, "cell");
            Objects.requireNonNull(run, "run");
            throughput = List.copyOf(throughput);
            problems = List.copyOf(problems);
        }

        /** Creates a run without data, for files that could not be read. */
        static ChartRun unread(CellSummary cell, MeasuredRun run, String problem) {
            return new ChartRun(cell, run, null, null, null, List.of(), null, List.of(problem));
        }

        static Instant begin(RunRecord run) {
            return run.times() == null ? null : run.times().yarnStarted();
        }

        String job() {
            return cell.subject().job();
        }

        String setup() {
            return cell.subject().setup();
        }

        /**
         * Describes the run's duration and the median of its cell, such as
         * {@code 012-terasort, 41.20 s; median of 5 runs 41.00 s}.
         */
        String figures() {
            int runs = cell.runs().size();
            String of = runs == 1
                    ? ", the only run"
                    : String.format(
                            Locale.ROOT,
                            "; median of %d runs %.2f s",
                            runs,
                            cell.elapsed().median());
            return String.format(Locale.ROOT, "%s, %.2f s%s", run.run(), run.seconds(), of);
        }

        /**
         * Returns the seconds since the job's start, or since another instant if the start is unknown.
         *
         * @param millis milliseconds since 1970
         * @param otherwise the other instant, in milliseconds since 1970
         */
        double since(long millis, long otherwise) {
            return (millis - (begin == null ? otherwise : begin.toEpochMilli())) / MILLIS;
        }
    }

    /**
     * The cells that charts of single runs show, each with the run that represents it.
     *
     * @param chosen the cells and their runs, in the findings' order of jobs; the setups of one job and settings follow
     * each other. If there are more than can be shown, cells with best settings precede all others
     * @param left the number of further cells that might have data to show
     */
    record ChartCells(List<Chosen> chosen, int left) {
        /** The largest number of cells with charts of single runs. Readers would not look at more. */
        static final int MOST = 24;

        record Chosen(CellSummary cell, MeasuredRun run) {}

        ChartCells {
            chosen = List.copyOf(chosen);
        }

        static ChartCells of(Findings findings) {
            Map<List<Object>, List<Chosen>> comparable = new LinkedHashMap<>();
            for (CellSummary cell : findings.cells()) {
                if (mayBeSeen(cell)) {
                    comparable
                            .computeIfAbsent(List.of(cell.subject().job(), cell.comparable()), any -> new ArrayList<>())
                            .add(new Chosen(cell, nearestTheMedian(cell)));
                }
            }
            List<Chosen> all =
                    comparable.values().stream().flatMap(List::stream).toList();
            return all.size() <= MOST ? new ChartCells(all, 0) : bestFirst(all, findings);
        }

        private static ChartCells bestFirst(List<Chosen> all, Findings findings) {
            Set<Subject> best =
                    findings.best().stream().map(one -> one.best().subject()).collect(Collectors.toSet());
            List<Chosen> sorted = new ArrayList<>(all);
            // The sort is stable, so that both parts keep their order.
            sorted.sort(Comparator.comparing(one -> !best.contains(one.cell().subject())));
            return new ChartCells(sorted.subList(0, MOST), all.size() - MOST);
        }

        /**
         * Checks whether the cell's records may have data for charts. Other tools' tables have neither tasks nor
         * samples. Without this check, all their records, such as 50,000, would be read again.
         */
        private static boolean mayBeSeen(CellSummary cell) {
            return cell.isMeasured()
                    && (cell.tasks() != null
                            || cell.devices() != null
                            || cell.runs().stream().anyMatch(run -> run.block() != null));
        }

        /** Returns the first run whose duration is nearest to the median of all valid runs. */
        static MeasuredRun nearestTheMedian(CellSummary cell) {
            double median = cell.elapsed().median();
            MeasuredRun nearest = null;
            for (MeasuredRun run : cell.runs()) {
                if (nearest == null || Math.abs(run.seconds() - median) < Math.abs(nearest.seconds() - median)) {
                    nearest = run;
                }
            }
            return nearest;
        }
    }

    /**
     * The conditions under which a run was made, from its own record.
     *
     * @param software the software that ran; null if unknown
     * @param nodes the observed layout of each node; empty if the probe was off
     * @param configuration the finished job's settings that differ from Hadoop's defaults
     */
    record RunConditions(
            String campaign,
            String run,
            String setup,
            Software software,
            List<NodeLayout> nodes,
            Map<String, String> configuration) {
        static RunConditions of(RunRecord run) {
            return new RunConditions(
                    run.identity().campaign(),
                    run.identity().run(),
                    run.subject().setup(),
                    run.software(),
                    run.evidence() == null ? List.of() : run.evidence().layout(),
                    run.configuration());
        }
    }
}
