package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonDocument;

/** The findings for programs, in base units. */
final class JsonReport implements Report {
    @Override
    public List<Path> write(Path directory, Findings findings, ReportDocument document) throws IOException {
        Path file = directory.resolve("report.json");
        JsonDocument.write(file, document);
        return List.of(file);
    }
}
