package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonObject;

/** One form of the findings. To add a report, implement this interface and add a line to {@link Reports}. */
interface ReportWriter {
    /** Returns whether this report may replace or delete a file of this name. */
    boolean owns(String name);

    /**
     * Writes the report's files, and replaces older files.
     *
     * @param document the content of {@code report.json}, so that every report shows the same numbers
     * @return the files, beginning with the file that a reader should open first
     */
    List<Path> write(Path directory, Findings findings, JsonObject document) throws IOException;
}
