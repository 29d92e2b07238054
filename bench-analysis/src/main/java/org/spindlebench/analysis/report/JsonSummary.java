package org.spindlebench.analysis.report;

import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.document.JsonDocument;

/** The summary for programs, in base units. */
final class JsonSummary implements SummaryReport {
    @Override
    public String name() {
        return "json";
    }

    @Override
    public String fileName() {
        return "summary.json";
    }

    @Override
    public String render(CampaignSummary summary) {
        return JsonDocument.text(SummaryDocument.of(summary));
    }
}
