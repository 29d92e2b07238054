package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The texts that reports are compared with, to the letter. */
final class StoredText {
    private static final Path DIRECTORY = Path.of("src/test/resources/org/spindlebench/analysis/report");

    private StoredText() {}

    /** Checks that a report is the stored file. With {@code -Dspindle.documents=write}, stores the report first. */
    static void hold(String name, String report) throws IOException {
        Path stored = DIRECTORY.resolve(name);
        if ("write".equals(System.getProperty("spindle.documents"))) {
            Files.writeString(stored, report);
        }
        assertThat(report)
                .as("%s differs. If on purpose, write it with -Dspindle.documents=write, and read the difference", name)
                .isEqualTo(Files.readString(stored));
    }
}
