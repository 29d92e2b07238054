package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs.CacheState;
import org.spindlebench.analysis.cell.CellSummary.MeanSizes;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;

/** The measurements of one or several campaigns. */
public record CampaignSummary(List<Campaign> campaigns, List<CellTable> groups) {
    public CampaignSummary {
        campaigns = List.copyOf(campaigns);
        groups = List.copyOf(groups);
    }

    /**
     * Summarises records. Only valid runs enter the statistics; every other run is listed with its reason.
     *
     * @param runs the records; read once and not closed. Memory is needed for a few numbers per run
     * @throws InvalidDocumentException if a run occurs twice, because it would count twice
     */
    public static CampaignSummary of(Stream<RunRecord> runs) {
        return of(Runs.of(runs));
    }

    /** Groups cells into tables. */
    public static CampaignSummary of(Runs runs) {
        SortedMap<Subject, List<CellSummary>> tables = new TreeMap<>(Comparator.comparing(Subject::setup)
                .thenComparing(head -> compression(head.settings()))
                .thenComparing(head -> head.settings().toString()));
        runs.cells().forEach(cell -> tables.computeIfAbsent(head(cell.subject()), head -> new ArrayList<>())
                .add(cell));
        List<CellTable> groups = tables.entrySet().stream()
                .map(table -> group(table.getKey(), table.getValue()))
                .toList();
        return new CampaignSummary(runs.campaigns(), groups);
    }

    private static CellTable group(Subject head, List<CellSummary> cells) {
        List<CellSummary> members = JobOrder.sorted(cells).toList();
        return new CellTable(head.setup(), new TreeMap<>(head.settings()), members).relativeToTerasort();
    }

    private static Subject head(Subject subject) {
        return new Subject("", subject.setup(), CellTable.shared(subject.settings()));
    }

    // Tables without compression come first, because the other tables are compared with them.
    private static String compression(Map<String, String> settings) {
        String codec = settings.getOrDefault("compression", "");
        return codec.equals("none") ? "" : codec;
    }

    /**
     * The cells of one table. They have one setup, and equal settings except for settings that follow from the job.
     *
     * @param settings the settings that all cells share, sorted by name
     */
    public record CellTable(String setup, SortedMap<String, String> settings, List<CellSummary> cells) {
        public CellTable {
            settings = Subject.sorted(settings);
            cells = List.copyOf(cells);
        }

        /** Returns the settings that every job of a table shares. */
        public static SortedMap<String, String> shared(Map<String, String> settings) {
            SortedMap<String, String> shared = new TreeMap<>(settings);
            shared.keySet().removeAll(Subject.OF_THE_JOB);
            return shared;
        }

        /** Returns the settings that follow from the job. */
        public static SortedMap<String, String> ofTheJob(Map<String, String> settings) {
            SortedMap<String, String> own = new TreeMap<>(settings);
            own.keySet().retainAll(Subject.OF_THE_JOB);
            return own;
        }

        /** Returns the state of the caches over all valid runs. */
        public CacheState cache() {
            Set<CacheState> states = EnumSet.noneOf(CacheState.class);
            cells.stream().filter(CellSummary::isMeasured).forEach(cell -> states.add(cell.cache()));
            return CacheState.of(states);
        }

        /** Returns the cache proofs of all valid runs that were cooled. */
        public CacheProofs cacheProofs() {
            return cells.stream().map(CellSummary::cacheProofs).reduce(CacheProofs.NONE, CacheProofs::plus);
        }

        /** Adds the ratios of sizes to TeraSort's, if exactly one TeraSort cell has valid runs. */
        CellTable relativeToTerasort() {
            List<CellSummary> terasort = cells.stream()
                    .filter(cell -> cell.subject().job().equals("terasort") && cell.isMeasured())
                    .toList();
            if (terasort.size() != 1) {
                return this;
            }
            MeanSizes base = terasort.get(0).sizes();
            return new CellTable(
                    setup,
                    settings,
                    cells.stream().map(cell -> cell.relativeTo(base)).toList());
        }
    }
}
