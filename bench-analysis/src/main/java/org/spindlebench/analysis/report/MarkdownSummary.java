package org.spindlebench.analysis.report;

import org.spindlebench.analysis.cell.Campaign;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.compare.SummaryGroup;

/** The tables in GitHub's Markdown. */
final class MarkdownSummary implements SummaryReport {
    @Override
    public String name() {
        return "markdown";
    }

    @Override
    public String fileName() {
        return "summary.md";
    }

    @Override
    public String render(CampaignSummary summary) {
        StringBuilder out = new StringBuilder("# Summary\n\n");
        for (Campaign campaign : summary.campaigns()) {
            out.append("- ")
                    .append(Markdown.escape(TextSummary.campaignLine(campaign)))
                    .append('\n');
        }
        for (SummaryGroup group : summary.groups()) {
            append(SummaryTable.of(group), out);
        }
        out.append("\n## What the figures are\n\n");
        Markdown.appendList(SummaryTable.LEGEND, out);
        return out.toString();
    }

    private static void append(SummaryTable table, StringBuilder out) {
        out.append("\n## ").append(Markdown.escape(table.heading())).append("\n\n");
        Markdown.appendTable(SummaryTable.COLUMNS, 1, table.rows(), out);
        if (!table.notes().isEmpty()) {
            out.append('\n');
            Markdown.appendList(table.notes(), out);
        }
    }
}
