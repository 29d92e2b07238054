package org.spindlebench.analysis.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.report.page.RunEvidence;

/** The findings as files, and as text. */
public final class Reports {
    private Reports() {}

    /**
     * Writes {@code report.html}, {@code report.md}, {@code report.json} and {@code report-*.csv} into a directory, replacing older ones.
     *
     * @return the files, in the order in which they were written
     * @throws IOException if one could not be written
     */
    public static List<Path> write(Path directory, Findings findings) throws IOException {
        return write(directory, findings, RunEvidence.NONE);
    }

    /**
     * The same, and on the page pictures of single runs and of what devices were measured to do.
     *
     * @param evidence of the runs that the findings were made of
     */
    public static List<Path> write(Path directory, Findings findings, RunEvidence evidence) throws IOException {
        ReportDocument document = ReportDocument.of(findings);
        try {
            return all(evidence).parallelStream()
                    .flatMap(report -> write(report, directory, findings, document).stream())
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Every report, in the order in which they are written. */
    private static List<Report> all(RunEvidence evidence) {
        return List.of(new PageReport(evidence), new MarkdownReport(), new JsonReport(), new CsvReport());
    }

    private static List<Path> write(Report report, Path directory, Findings findings, ReportDocument document) {
        try {
            return report.write(directory, findings, document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code report.json} holds. */
    public static String json(Findings findings) {
        return JsonDocument.text(ReportDocument.of(findings));
    }

    /** What {@code report.md} holds. */
    public static String markdown(Findings findings) {
        return MarkdownReport.text(findings);
    }

    /** The answer in sentences, for a terminal, with the notes that it refers to. */
    public static String text(Findings findings) {
        return Answer.text(findings);
    }

    /** The answer in sentences with every note, where no report is written beside it. */
    public static String textWithAllNotes(Findings findings) {
        return Answer.textWithAllNotes(findings);
    }
}
