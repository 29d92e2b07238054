package org.spindlebench.analysis.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.compare.Findings;

/** One form of the findings. To add a report, implement this and add a line to {@link Reports}. */
interface Report {
    /**
     * Writes its files, replacing older ones.
     *
     * @param document what {@code report.json} holds: every report shows the same figures
     * @return the files, the first one first to be read
     */
    List<Path> write(Path directory, Findings findings, ReportDocument document) throws IOException;
}
