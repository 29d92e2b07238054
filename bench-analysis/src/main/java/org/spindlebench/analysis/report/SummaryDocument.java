package org.spindlebench.analysis.report;

import java.util.List;
import org.spindlebench.analysis.cell.Campaign;
import org.spindlebench.analysis.compare.CampaignSummary;

/**
 * {@code summary.json}. Its shape is what other programs rely on, so it stands apart from the summary's own types.
 *
 * @param schema version of this document
 * @param campaigns how far each campaign has come
 * @param cells all cells, in the order of the tables
 */
record SummaryDocument(int schema, List<Campaign> campaigns, List<CellDocument> cells) {
    static final int SCHEMA = 1;

    static SummaryDocument of(CampaignSummary summary) {
        List<CellDocument> cells = summary.groups().stream()
                .flatMap(group -> group.cells().stream())
                .map(CellDocument::of)
                .toList();
        return new SummaryDocument(SCHEMA, summary.campaigns(), cells);
    }
}
