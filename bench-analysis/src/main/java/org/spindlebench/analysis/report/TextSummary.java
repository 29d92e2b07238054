package org.spindlebench.analysis.report;

import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.compare.CampaignSummary.SummaryGroup;
import org.spindlebench.analysis.document.TextTable;
import org.spindlebench.analysis.report.SummaryReports.SummaryReport;

/** Writes aligned tables for a terminal. Records' text may have any characters; the rest is ASCII. */
final class TextSummary implements SummaryReport {
    @Override
    public String name() {
        return "text";
    }

    @Override
    public String fileName() {
        return "summary.txt";
    }

    @Override
    public String render(CampaignSummary summary) {
        StringBuilder out = new StringBuilder();
        for (Campaign campaign : summary.campaigns()) {
            out.append(campaignLine(campaign)).append('\n');
        }
        for (SummaryGroup group : summary.groups()) {
            append(SummaryTable.of(group), out);
        }
        out.append('\n');
        SummaryTable.LEGEND.forEach(line -> out.append(line).append('\n'));
        // Replaces control characters, with which names and reasons from outside could disturb the terminal.
        return out.toString().replaceAll("[\\p{Cntrl}&&[^\n]]", "?");
    }

    static String campaignLine(Campaign campaign) {
        return "Campaign " + campaign.name() + ": " + campaign.finished() + " of " + campaign.planned()
                + " planned runs have finished";
    }

    private static void append(SummaryTable table, StringBuilder out) {
        out.append('\n').append(table.heading()).append("\n\n");
        lines(table).forEach(line -> out.append(line).append('\n'));
        if (!table.notes().isEmpty()) {
            out.append('\n');
            table.notes().forEach(note -> out.append("* ").append(note).append('\n'));
        }
    }

    /** Returns the lines of a table: the header, a line of dashes and the rows. */
    static List<String> lines(SummaryTable table) {
        return TextTable.withRule(
                Stream.concat(Stream.of(SummaryTable.COLUMNS), table.rows().stream())
                        .toList(),
                1);
    }
}
