package org.spindlebench.analysis.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.importer.AlojaImporter.AlojaColumn;
import org.spindlebench.analysis.importer.CsvHeader.CsvColumn;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;

/** Keeps {@code docs/import.md} true. */
class ImportDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "import.md");

    @Test
    void the_table_of_columns_is_that_of_the_importer() throws IOException {
        List<String> expected = Arrays.stream(CsvColumn.values())
                .map(column -> "| `" + column.label() + "` | "
                        + (column.presence() == CsvColumn.Presence.NEEDED ? "yes" : "no") + " |")
                .toList();
        List<String> rows = rows("## CSV");
        assertThat(rows).hasSameSizeAs(expected);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i)).startsWith(expected.get(i));
        }
    }

    @Test
    void the_table_of_alojas_columns_is_that_of_the_importer() throws IOException {
        List<String> settings = rows("## ALOJA").stream()
                .filter(row -> row.contains("| setting `"))
                .toList();
        assertThat(settings).hasSize(AlojaColumn.values().length);
        for (AlojaColumn column : AlojaColumn.values()) {
            assertThat(settings)
                    .anyMatch(
                            row -> row.startsWith("| `" + column.header() + "` | setting `" + column.setting() + "`"));
        }
    }

    @Test
    void the_example_can_be_imported(@TempDir Path directory) throws IOException {
        String text = Files.readString(DOCUMENT);
        int start = text.indexOf("```csv\n") + "```csv\n".length();
        Imported imported =
                Imported.of("csv", directory.resolve("runs.csv"), text.substring(start, text.indexOf("```", start)));
        assertThat(imported.unreadable()).isEmpty();
        assertThat(imported.runs()).extracting(RunRecord::status).containsExactly(Status.OK, Status.FAILED, Status.OK);
        assertThat(imported.runs().get(0).sizes().bytesPerNode()).isEqualTo(33_000_000_000L);
    }

    /** Returns the rows of the first table of a section, without its head. */
    private static List<String> rows(String section) throws IOException {
        String text = Files.readString(DOCUMENT);
        String after = text.substring(text.indexOf(section + "\n"));
        return after.substring(after.indexOf("| --- |"))
                .lines()
                .skip(1)
                .takeWhile(line -> line.startsWith("| "))
                .toList();
    }
}
