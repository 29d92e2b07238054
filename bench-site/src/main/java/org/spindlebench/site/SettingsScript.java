package org.spindlebench.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.report.page.Table;

/** Writes the best settings of each job and the effect of each setting, for the page that shows and filters them. */
final class SettingsScript {
    static final String FILE = "settings.js";

    private static final int MOST_ROWS = 5000;

    private SettingsScript() {}

    /** Returns whether there was something to write. */
    static boolean write(Findings findings, Path directory) throws IOException {
        List<Table> tables = Reports.settings(findings, MOST_ROWS);
        if (!tables.isEmpty()) {
            Files.writeString(directory.resolve(FILE), "site.settings(" + JsonDocument.line(tables) + ");\n");
        }
        return !tables.isEmpty();
    }
}
