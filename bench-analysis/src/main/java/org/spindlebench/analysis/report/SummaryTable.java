package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs.CacheState;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.cell.CellSummary.RunCounts;
import org.spindlebench.analysis.cell.CellSummary.WarningCount;
import org.spindlebench.analysis.compare.CampaignSummary.CellTable;
import org.spindlebench.analysis.document.OmittedValues;
import org.spindlebench.analysis.record.Status;

/**
 * The table of cells that have the same setup and share settings, as strings that a report lays out.
 *
 * @param heading the setup, the settings and the state of the caches
 * @param rows one row for each cell, with a string for each of {@link #COLUMNS}
 * @param notes information that the rows lack: excluded runs, warnings, and why ratios are missing
 */
record SummaryTable(String heading, List<List<String>> rows, List<String> notes) {
    private record SummaryColumn(String title, Function<CellSummary, String> value) {}

    private static final List<SummaryColumn> FIGURES = List.of(
            new SummaryColumn("n", cell -> runs(cell.counts())),
            new SummaryColumn("mean [s]", cell -> NumberText.of(mean(cell), 2)),
            new SummaryColumn("sd [s]", cell -> NumberText.of(sd(cell), 2)),
            new SummaryColumn("CV [%]", cell -> NumberText.of(cv(cell), 0.01, 1)),
            new SummaryColumn("MB/s/node", cell -> NumberText.of(cell.throughputPerNode(), 1e6, 2)),
            new SummaryColumn("input", cell -> NumberText.of(cell.relative().input(), 3)),
            new SummaryColumn("shuffle", cell -> NumberText.of(cell.relative().shuffle(), 3)),
            new SummaryColumn(
                    "out x repl", cell -> NumberText.of(cell.relative().outputReplicated(), 3)),
            new SummaryColumn("CPU [s]", cell -> NumberText.of(cell.sizes().taskCpu(), 1)),
            new SummaryColumn("rel CPU", cell -> NumberText.of(cell.relative().taskCpu(), 2)),
            new SummaryColumn("segment [kB]", cell -> NumberText.of(cell.sizes().meanShuffleSegment(), 1e3, 1)));

    /** The columns' titles. The first column is text; the others are numbers. */
    static final List<String> COLUMNS = Stream.concat(
                    Stream.of("job"), FIGURES.stream().map(SummaryColumn::title))
            .toList();

    /** The explanations of the numbers, with which a report ends. */
    static final List<String> LEGEND = List.of(
            "n: valid runs, and the number of all runs if some are left out.",
            "mean, sd, CV: duration by YARN's clock, from accepting the application to its end; sd with n - 1; CV = sd / mean.",
            "MB/s/node: requested bytes per node / mean duration. MB = 10^6 bytes, kB = 10^3 bytes.",
            "input, shuffle, out x repl (output times its replication), rel CPU: mean divided by TeraSort's in the same column"
                    + " of the same table.",
            "CPU: CPU seconds of all tasks; not the busy share of the machines.",
            "segment: mean bytes of one fetch of the shuffle, REDUCE_SHUFFLE_BYTES / SHUFFLED_MAPS.");

    static SummaryTable of(CellTable group) {
        List<List<String>> rows =
                group.cells().stream().map(cell -> row(group, cell)).toList();
        return new SummaryTable(heading(group), rows, TableNotes.of(group));
    }

    /** Returns a row's name: the job with the settings, and state of caches, that distinguish it. */
    static String label(CellTable group, CellSummary cell) {
        String job = cell.subject().job();
        boolean several = group.cells().stream()
                        .filter(other -> other.subject().job().equals(job))
                        .count()
                > 1;
        String own = several ? settings(CellTable.ofTheJob(cell.subject().settings())) : "";
        boolean mixed = cell.isMeasured() && group.cache() == CacheState.MIXED;
        return Stream.of(job, own, mixed ? mark(cell.cache()) : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static List<String> row(CellTable group, CellSummary cell) {
        List<String> row = new ArrayList<>();
        row.add(label(group, cell));
        FIGURES.forEach(column -> row.add(column.value().apply(cell)));
        return Collections.unmodifiableList(row);
    }

    private static String heading(CellTable group) {
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

    private static String caches(CellTable group) {
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
        return !cell.isMeasured() ? null : OmittedValues.orNull(cell.elapsed().sd());
    }

    private static Double cv(CellSummary cell) {
        return !cell.isMeasured() ? null : OmittedValues.orNull(cell.elapsed().cv());
    }

    /** Makes the footnotes of a table. */
    static final class TableNotes {
        private static final int LONGEST_REASON = 300;

        /** The ratio of largest reduces below which there is no warning; other differences hide the effect. */
        private static final double COMPARABLE_SKEW = 1.05;

        private TableNotes() {}

        static List<String> of(CellTable group) {
            List<String> notes = new ArrayList<>();
            for (CellSummary cell : group.cells()) {
                cell.excluded().forEach(run -> notes.add(excluded(cell, run)));
            }
            notes.addAll(warnings(group));
            terasort(group, notes);
            skew(group, notes);
            return List.copyOf(notes);
        }

        private static String excluded(CellSummary cell, ExcludedRun run) {
            String warm = run.cache() == CacheState.WARM ? ", warm" : "";
            String repeated = run.repeated() ? " and repeated" : "";
            return cell.subject().job() + " " + run.run() + " of " + run.campaign() + " is left out of the statistics ("
                    + status(run.status()) + repeated + warm + "): "
                    + oneLine(String.join("; ", run.reasons()));
        }

        private static String status(Status status) {
            return status == Status.OK ? "untimed" : status.word();
        }

        /** The warnings of one code in a table, often the same message with different numbers. */
        private static final class RepeatedWarning {
            private final Set<String> messages = new LinkedHashSet<>();
            private final Map<String, Integer> runs = new LinkedHashMap<>();

            void add(String job, WarningCount warning) {
                messages.add(warning.warning().message());
                runs.merge(job, warning.runs(), Integer::sum);
            }

            String text(String code) {
                List<String> jobs = new ArrayList<>();
                runs.forEach((job, count) -> jobs.add(job + " " + count));
                List<String> merged =
                        messages.stream().map(Footnotes::comparable).distinct().toList();
                String others = merged.size() == 1 ? "" : " (and " + (merged.size() - 1) + " similar, see the records)";
                return "warning " + code + ", runs: " + String.join(", ", jobs) + ": " + oneLine(merged.get(0))
                        + others;
            }
        }

        private static List<String> warnings(CellTable group) {
            Map<String, RepeatedWarning> doubts = new LinkedHashMap<>();
            for (CellSummary cell : group.cells()) {
                for (WarningCount warning : cell.warnings()) {
                    doubts.computeIfAbsent(warning.warning().code(), code -> new RepeatedWarning())
                            .add(cell.subject().job(), warning);
                }
            }
            List<String> notes = new ArrayList<>();
            doubts.forEach((code, doubt) -> notes.add(doubt.text(code)));
            return notes;
        }

        private static void terasort(CellTable group, List<String> notes) {
            int valid = measured(group, "terasort").size();
            if (valid == 0) {
                notes.add("no numbers relative to TeraSort: this table has no valid terasort run");
            } else if (valid > 1) {
                notes.add("no numbers relative to TeraSort: this table has " + valid + " terasort cells");
            }
        }

        /** Warns about reduce skew: a wave waits for its largest reduce, which may hide the effect of storage. */
        private static void skew(CellTable group, List<String> notes) {
            for (CellSummary terasort : measured(group, "terasort")) {
                for (CellSummary shuffle : measured(group, "shuffle")) {
                    Double one = terasort.sizes().reduceSkew();
                    Double other = shuffle.sizes().reduceSkew();
                    if (one != null && other != null && one > COMPARABLE_SKEW * other) {
                        notes.add(String.format(
                                Locale.ROOT,
                                "terasort's largest reduce fetched %.2f times the mean, shuffle's %.2f times: the two also differ by"
                                        + " the keys that TeraSort sampled, not by storage alone",
                                one,
                                other));
                    }
                }
            }
        }

        private static List<CellSummary> measured(CellTable group, String job) {
            return group.cells().stream()
                    .filter(cell -> cell.subject().job().equals(job) && cell.isMeasured())
                    .toList();
        }

        // Shortens a reason, which may contain a stack trace; the record has the complete text.
        private static String oneLine(String text) {
            String line = text.strip().replaceAll("\\s+", " ");
            return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + " ...";
        }
    }
}
