package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.compare.CampaignSummary;
import org.spindlebench.analysis.document.AtomicFile;

/** All reports, in the order in which they are written. */
public final class Reports {
    /** The table for a terminal. */
    public static final Report TEXT = new TextReport();

    /** The table for a page. */
    public static final Report MARKDOWN = new MarkdownReport();

    /** The figures for programs. */
    public static final Report JSON = new JsonReport();

    /** Every report. */
    public static final List<Report> ALL = List.of(TEXT, MARKDOWN, JSON);

    private Reports() {}

    /**
     * Writes every report into a directory, replacing older ones.
     *
     * @throws IOException if one could not be written
     */
    public static void write(Path directory, CampaignSummary summary) throws IOException {
        for (Report report : ALL) {
            AtomicFile.write(directory.resolve(report.fileName()), report.render(summary));
        }
    }
}
