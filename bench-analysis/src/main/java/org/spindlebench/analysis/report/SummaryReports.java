package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.compare.CampaignSummary.CellTable;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.document.TextTable;

/** Has all forms of the summary, in the order of writing. */
public final class SummaryReports {
    /** Writes the table for a terminal. */
    public static final SummaryReport TEXT = new TextSummary();

    /** Writes the table in Markdown. */
    public static final SummaryReport MARKDOWN = new MarkdownSummary();

    /** Writes the numbers for programs. */
    public static final SummaryReport JSON = new JsonSummary();

    public static final List<SummaryReport> ALL = List.of(TEXT, MARKDOWN, JSON);

    private SummaryReports() {}

    /**
     * Writes every report into a directory, and replaces older reports.
     *
     * @throws IOException if a report could not be written
     */
    public static void write(Path directory, CampaignSummary summary) throws IOException {
        for (SummaryReport report : ALL) {
            AtomicFile.write(directory.resolve(report.fileName()), report.render(summary));
        }
    }

    /** Writes aligned tables for a terminal. Text from records may have any characters; all other text is ASCII. */
    static final class TextSummary implements SummaryReport {
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
            for (CellTable group : summary.groups()) {
                append(SummaryTable.of(group), out);
            }
            out.append('\n');
            SummaryTable.LEGEND.forEach(line -> out.append(line).append('\n'));
            // Replaces control characters, with which names and reasons from outside could disturb the terminal.
            return HumanText.visible(out.toString());
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

    /** Writes the summary for programs, in base units. */
    static final class JsonSummary implements SummaryReport {
        private static final int SCHEMA = 1;

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
            return JsonDocument.text(new JsonObject()
                    .with("schema", SCHEMA)
                    .with("campaigns", summary.campaigns())
                    .with(
                            "cells",
                            summary.groups().stream()
                                    .flatMap(group -> group.cells().stream())
                                    .map(CellJson::of)
                                    .toList()));
        }
    }

    /** Writes the tables in GitHub's Markdown. */
    static final class MarkdownSummary implements SummaryReport {
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
            for (CellTable group : summary.groups()) {
                append(SummaryTable.of(group), out);
            }
            out.append("\n## What the numbers mean\n\n");
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

    /** One form of the summary. To add a report, implement this interface and add a line to {@link SummaryReports}. */
    public interface SummaryReport {
        /** Returns the name for users, such as {@code markdown}. */
        String name();

        /** Returns the name of the report's file in the results directory. */
        String fileName();

        /** Returns the whole report, which ends in a newline. */
        String render(CampaignSummary summary);
    }
}
