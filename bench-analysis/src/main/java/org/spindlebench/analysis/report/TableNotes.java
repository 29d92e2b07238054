package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.spindlebench.analysis.cell.CacheState;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.ExcludedRun;
import org.spindlebench.analysis.cell.WarningCount;
import org.spindlebench.analysis.compare.SummaryGroup;
import org.spindlebench.analysis.record.Status;

/** The footnotes of a table. */
final class TableNotes {
    private static final int LONGEST_REASON = 300;

    /** Less than this between the largest reduces of two jobs is lost in what else differs. */
    private static final double COMPARABLE_SKEW = 1.05;

    private TableNotes() {}

    static List<String> of(SummaryGroup group) {
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
        return cell.subject().job() + " " + run.run() + " of " + run.campaign() + " is not in the figures ("
                + status(run.status()) + repeated + warm + "): "
                + oneLine(String.join("; ", run.reasons()));
    }

    private static String status(Status status) {
        return status == Status.OK ? "untimed" : status.word();
    }

    /** The warnings of one code: often the same doubt about several runs, with other numbers in its message. */
    private static final class Doubt {
        private final Set<String> messages = new LinkedHashSet<>();
        private final Map<String, Integer> runs = new LinkedHashMap<>();

        void add(String job, WarningCount warning) {
            messages.add(warning.warning().message());
            runs.merge(job, warning.runs(), Integer::sum);
        }

        String text(String code) {
            List<String> jobs = new ArrayList<>();
            runs.forEach((job, count) -> jobs.add(job + " " + count));
            List<String> merged = NumberRanges.merged(messages);
            String others = merged.size() == 1 ? "" : " (and " + (merged.size() - 1) + " similar, see the records)";
            return "warning " + code + ", runs: " + String.join(", ", jobs) + ": " + oneLine(merged.get(0)) + others;
        }
    }

    private static List<String> warnings(SummaryGroup group) {
        Map<String, Doubt> doubts = new LinkedHashMap<>();
        for (CellSummary cell : group.cells()) {
            for (WarningCount warning : cell.warnings()) {
                doubts.computeIfAbsent(warning.warning().code(), code -> new Doubt())
                        .add(cell.subject().job(), warning);
            }
        }
        List<String> notes = new ArrayList<>();
        doubts.forEach((code, doubt) -> notes.add(doubt.text(code)));
        return notes;
    }

    private static void terasort(SummaryGroup group, List<String> notes) {
        int valid = measured(group, "terasort").size();
        if (valid == 0) {
            notes.add("no figures relative to TeraSort: this table has no valid terasort run");
        } else if (valid > 1) {
            notes.add("no figures relative to TeraSort: this table has " + valid + " terasort cells");
        }
    }

    /** A wave waits for its largest reduce: the difference between two jobs that shuffle the same bytes is then not storage alone. */
    private static void skew(SummaryGroup group, List<String> notes) {
        for (CellSummary terasort : measured(group, "terasort")) {
            for (CellSummary shuffle : measured(group, "shuffle")) {
                Double one = terasort.sizes().reduceSkew();
                Double other = shuffle.sizes().reduceSkew();
                if (one != null && other != null && one > COMPARABLE_SKEW * other) {
                    notes.add(String.format(
                            Locale.ROOT,
                            "terasort's largest reduce fetched %.2f times the mean, shuffle's %.2f times: the two differ by"
                                    + " the keys that TeraSort sampled, too, not by storage alone",
                            one,
                            other));
                }
            }
        }
    }

    private static List<CellSummary> measured(SummaryGroup group, String job) {
        return group.cells().stream()
                .filter(cell -> cell.subject().job().equals(job) && cell.isMeasured())
                .toList();
    }

    // A reason may hold a stack trace. The record has all of it.
    private static String oneLine(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + " ...";
    }
}
