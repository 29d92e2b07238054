package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CacheProofs;
import org.spindlebench.analysis.cell.CacheState;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.RunCounts;
import org.spindlebench.analysis.compare.SummaryGroup;
import org.spindlebench.analysis.document.Absent;

/**
 * The table of one setup and its shared settings, as strings that a report lays out.
 *
 * @param heading setup, settings and the state of the caches
 * @param rows one a cell, each with a string for every one of {@link #COLUMNS}
 * @param notes what the rows leave out: runs that are not in the figures, warnings, why ratios are missing
 */
record SummaryTable(String heading, List<List<String>> rows, List<String> notes) {
    /** A column's title and what stands in it. */
    private record Column(String title, Function<CellSummary, String> value) {}

    private static final List<Column> FIGURES = List.of(
            new Column("n", cell -> runs(cell.counts())),
            new Column("mean [s]", cell -> Figure.of(mean(cell), 2)),
            new Column("sd [s]", cell -> Figure.of(sd(cell), 2)),
            new Column("CV [%]", cell -> Figure.of(cv(cell), 0.01, 1)),
            new Column("MB/s/node", cell -> Figure.of(cell.throughputPerNode(), 1e6, 2)),
            new Column("input", cell -> Figure.of(cell.relative().input(), 3)),
            new Column("shuffle", cell -> Figure.of(cell.relative().shuffle(), 3)),
            new Column("out x repl", cell -> Figure.of(cell.relative().outputReplicated(), 3)),
            new Column("CPU [s]", cell -> Figure.of(cell.sizes().taskCpu(), 1)),
            new Column("rel CPU", cell -> Figure.of(cell.relative().taskCpu(), 2)),
            new Column("segment [kB]", cell -> Figure.of(cell.sizes().meanShuffleSegment(), 1e3, 1)));

    /** The columns' titles. The first column is text, the others are figures. */
    static final List<String> COLUMNS =
            Stream.concat(Stream.of("job"), FIGURES.stream().map(Column::title)).toList();

    /** What the figures are, for the foot of a report. */
    static final List<String> LEGEND = List.of(
            "n: runs in the figures; of how many, where some are not.",
            "mean, sd, CV: duration by YARN's clock, from accepting the application to its end; sd with n - 1; CV = sd / mean.",
            "MB/s/node: bytes asked for per node / mean duration. MB = 10^6 bytes, kB = 10^3 bytes.",
            "input, shuffle, out x repl (output times its replication), rel CPU: mean over TeraSort's in the same column of"
                    + " the same table.",
            "CPU: CPU seconds of all tasks; not the busy share of the machines.",
            "segment: mean bytes of one fetch of the shuffle, REDUCE_SHUFFLE_BYTES / SHUFFLED_MAPS.");

    static SummaryTable of(SummaryGroup group) {
        List<List<String>> rows =
                group.cells().stream().map(cell -> row(group, cell)).toList();
        return new SummaryTable(heading(group), rows, TableNotes.of(group));
    }

    /** The job, with what tells its row from another row of the same job, and its caches where the table's runs differ in them. */
    static String label(SummaryGroup group, CellSummary cell) {
        String job = cell.subject().job();
        boolean several = group.cells().stream()
                        .filter(other -> other.subject().job().equals(job))
                        .count()
                > 1;
        String own = several ? settings(SummaryGroup.ofTheJob(cell.subject().settings())) : "";
        boolean mixed = cell.isMeasured() && group.cache() == CacheState.MIXED;
        return Stream.of(job, own, mixed ? mark(cell.cache()) : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static List<String> row(SummaryGroup group, CellSummary cell) {
        List<String> row = new ArrayList<>();
        row.add(label(group, cell));
        FIGURES.forEach(column -> row.add(column.value().apply(cell)));
        return Collections.unmodifiableList(row);
    }

    private static String heading(SummaryGroup group) {
        SortedMap<String, String> others = new TreeMap<>(group.settings());
        String compression = others.remove("compression");
        return "Setup " + group.setup()
                + (compression == null ? "" : ", compression " + compression)
                + (others.isEmpty() ? "" : " " + settings(others))
                + ": " + caches(group);
    }

    private static String settings(Map<String, String> settings) {
        return settings.isEmpty() ? "" : "(" + Sentence.settings(settings) + ")";
    }

    private static String caches(SummaryGroup group) {
        if (group.cells().stream().allMatch(cell -> !cell.isMeasured())) {
            return "no valid run";
        }
        return switch (group.cache()) {
            case COLD -> {
                CacheProofs proofs = group.cacheProofs();
                yield proofs.complete() ? "cold caches" : "cooled caches (" + proofs.text() + ")";
            }
            case WARM -> "WARM caches (not cooled before the runs)";
            case MIXED -> "caches differ between runs (marked)";
            case UNKNOWN -> "state of the caches unknown";
        };
    }

    private static String mark(CacheState cache) {
        return switch (cache) {
            case COLD -> "[cold]";
            case WARM -> "[warm]";
            case MIXED -> "[partly warm]";
            case UNKNOWN -> "[cache unknown]";
        };
    }

    static String runs(RunCounts runs) {
        if (runs.ok() == runs.total()) {
            return Integer.toString(runs.ok());
        }
        String others = Stream.of(
                        count(runs.invalid(), "invalid"),
                        count(runs.failed(), "failed"),
                        count(runs.interrupted(), "interrupted"),
                        count(runs.untimed(), "untimed"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return runs.ok() + " of " + runs.total() + " (" + others + ")";
    }

    private static String count(int runs, String how) {
        return runs == 0 ? "" : runs + " " + how;
    }

    private static Double mean(CellSummary cell) {
        return !cell.isMeasured() ? null : cell.elapsed().mean();
    }

    private static Double sd(CellSummary cell) {
        return !cell.isMeasured() ? null : Absent.orNull(cell.elapsed().sd());
    }

    private static Double cv(CellSummary cell) {
        return !cell.isMeasured() ? null : Absent.orNull(cell.elapsed().cv());
    }
}
