package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.document.AtomicFile;

/** All forms of the summary, in the order in which they are written. */
public final class SummaryReports {
    /** The table for a terminal. */
    public static final SummaryReport TEXT = new TextSummary();

    /** The table for a page. */
    public static final SummaryReport MARKDOWN = new MarkdownSummary();

    /** The figures for programs. */
    public static final SummaryReport JSON = new JsonSummary();

    /** Every report. */
    public static final List<SummaryReport> ALL = List.of(TEXT, MARKDOWN, JSON);

    private SummaryReports() {}

    /**
     * Writes every report into a directory, replacing older ones.
     *
     * @throws IOException if one could not be written
     */
    public static void write(Path directory, CampaignSummary summary) throws IOException {
        for (SummaryReport report : ALL) {
            AtomicFile.write(directory.resolve(report.fileName()), report.render(summary));
        }
    }
}
