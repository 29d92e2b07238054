package org.spindlebench.analysis.report;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.Campaign;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.compare.SummaryGroup;

/** The tables in GitHub's Markdown. */
final class MarkdownReport implements Report {
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
            out.append("- ").append(escape(TextReport.campaignLine(campaign))).append('\n');
        }
        for (SummaryGroup group : summary.groups()) {
            append(SummaryTable.of(group), out);
        }
        out.append("\n## What the figures are\n\n");
        appendList(SummaryTable.LEGEND, out);
        return out.toString();
    }

    private static void append(SummaryTable table, StringBuilder out) {
        out.append("\n## ").append(escape(table.heading())).append("\n\n");
        out.append(line(SummaryTable.COLUMNS)).append('\n');
        int figures = SummaryTable.COLUMNS.size() - 1;
        out.append("| :--- | ")
                .append(String.join(" | ", Collections.nCopies(figures, "---:")))
                .append(" |\n");
        table.rows().forEach(row -> out.append(line(row)).append('\n'));
        if (!table.notes().isEmpty()) {
            out.append('\n');
            appendList(table.notes(), out);
        }
    }

    private static void appendList(List<String> lines, StringBuilder out) {
        lines.forEach(line -> out.append("- ").append(escape(line)).append('\n'));
    }

    private static String line(List<String> cells) {
        return cells.stream().map(MarkdownReport::escape).collect(Collectors.joining(" | ", "| ", " |"));
    }

    // Names and reasons come from outside: they must neither break the table nor become markup.
    private static String escape(String text) {
        return text.replaceAll("\\p{Cntrl}", "?").replaceAll("([\\\\`*_<>\\[\\]|~&])", "\\\\$1");
    }
}
