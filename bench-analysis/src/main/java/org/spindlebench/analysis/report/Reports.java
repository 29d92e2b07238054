package org.spindlebench.analysis.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.report.page.PageWriter;
import org.spindlebench.analysis.report.page.RunEvidence;

/** The findings as files, and as text. */
public final class Reports {
    private static final Pattern NAMES = Pattern.compile("report\\.(html|md|json)|report-.*\\.csv");

    private Reports() {}

    /**
     * Writes {@code report.html}, {@code report.md}, {@code report.json} and {@code report-*.csv} into a directory, replacing those of an older
     * report.
     *
     * @return the files, in the order in which they were written
     * @throws InvalidDocumentException if there are files of these names, and no page of Spindle's among them
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
        requireOwn(directory);
        ReportDocument document = ReportDocument.of(findings);
        try {
            return all(evidence).parallelStream()
                    .flatMap(report -> write(report, directory, findings, document).stream())
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void requireOwn(Path directory) throws IOException {
        if (!Files.isDirectory(directory) || PageWriter.isOwn(directory.resolve("report.html"))) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            Optional<Path> others = files.filter(
                            file -> NAMES.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .findFirst();
            if (others.isPresent()) {
                throw new InvalidDocumentException(others.get()
                        + " is not of a report of Spindle's, and a report would replace it: move it away, or name another"
                        + " directory with --out");
            }
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
