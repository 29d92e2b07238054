package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Campaign;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;

/**
 * What the runs of one or several campaigns measured.
 *
 * @param campaigns how far each campaign has come, by name
 * @param groups the cells, by setup and shared settings
 */
public record CampaignSummary(List<Campaign> campaigns, List<SummaryGroup> groups) {
    public CampaignSummary {
        campaigns = List.copyOf(campaigns);
        groups = List.copyOf(groups);
    }

    /**
     * Sums up records. Only valid runs enter the figures; every other run is listed with its reason.
     *
     * @param runs read once and not closed; memory is needed for a few numbers a run
     * @throws InvalidDocumentException if a run occurs twice: it would be counted twice
     */
    public static CampaignSummary of(Stream<RunRecord> runs) {
        return of(Runs.of(runs));
    }

    /** Brings cells into tables. */
    public static CampaignSummary of(Runs runs) {
        SortedMap<Subject, List<CellSummary>> tables = new TreeMap<>(Comparator.comparing(Subject::setup)
                .thenComparing(head -> compression(head.settings()))
                .thenComparing(head -> head.settings().toString()));
        runs.cells().forEach(cell -> tables.computeIfAbsent(head(cell.subject()), head -> new ArrayList<>())
                .add(cell));
        List<SummaryGroup> groups = tables.entrySet().stream()
                .map(table -> group(table.getKey(), table.getValue()))
                .toList();
        return new CampaignSummary(runs.campaigns(), groups);
    }

    private static SummaryGroup group(Subject head, List<CellSummary> cells) {
        List<CellSummary> members = cells.stream()
                .sorted(Comparator.comparing(CellSummary::subject, JobOrder.OF_SUBJECTS))
                .toList();
        return new SummaryGroup(head.setup(), new TreeMap<>(head.settings()), members).relativeToTerasort();
    }

    private static Subject head(Subject subject) {
        return new Subject("", subject.setup(), SummaryGroup.shared(subject.settings()));
    }

    // Without compression first: the other tables are read beside it.
    private static String compression(Map<String, String> settings) {
        String codec = settings.getOrDefault("compression", "");
        return codec.equals("none") ? "" : codec;
    }
}
