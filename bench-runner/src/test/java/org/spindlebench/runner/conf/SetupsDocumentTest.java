package org.spindlebench.runner.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.SetupReader.DeviceReader;
import org.spindlebench.runner.conf.SetupReader.WayReader;
import org.spindlebench.runner.conf.SetupWay.WayKind;

/** Keeps {@code docs/setups.md} true. {@code SetupListsTest} checks what it shows of the command line. */
class SetupsDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "setups.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @TempDir
    Path elsewhere;

    @Test
    void everyKeyIsInItsTableAndNoOther() throws IOException {
        assertWords("## Keys of a setup", 0).isEqualTo(SetupReader.KEYS.names());
        assertWords("## Keys of a device", 0).isEqualTo(DeviceReader.KEYS.names());
        assertWords("## Keys of a network", 0).isEqualTo(SetupReader.NETWORK_KEYS.names());
        assertWords("## Keys of a way", 1).isEqualTo(WayReader.KEYS.names());
    }

    @Test
    void everyWayIsInItsTableWithItsKeys() throws IOException {
        assertWords("## Keys of a way", 0).isEqualTo(WayKind.words());
        for (String row : rows("## Keys of a way", 1)) {
            String[] cells = row.split("\\|", -1);
            String key = code(cells[1]).get(0);
            assertThat(key.equals("kind") ? List.of() : code(cells[2]))
                    .as("the row of `%s` in table 2 of \"## Keys of a way\" in %s", key, DOCUMENT)
                    .isEqualTo(key.equals("kind") ? List.of() : WayKind.having(key));
        }
    }

    @Test
    void theExamplesAreSetups() throws IOException {
        String[] blocks = Files.readString(DOCUMENT).split("```yaml\n", 4);
        StorageSetup smallest = setup(blocks[1]);
        assertThat(smallest.directories(StorageRole.HDFS)).hasSize(1);
        StorageSetup whole = setup(blocks[2]);
        assertThat(whole.directories(StorageRole.HDFS)).hasSize(12);
        assertThat(whole.directories(StorageRole.SHUFFLE)).hasSize(1);
    }

    private static StorageSetup setup(String block) {
        Problems problems = new Problems();
        StorageSetup setup = SetupReader.read("example.yaml", block.substring(0, block.indexOf("```")), problems)
                .orElse(null);
        assertThat(problems.list()).isEmpty();
        return setup;
    }

    @Test
    void everyShippedSetupIsInItsTable() throws IOException {
        assertWords("## Shipped setups", 0)
                .containsExactlyInAnyOrderElementsOf(new ConfFinder(ConfKind.SETUP, elsewhere).names());
    }

    /** Starts a check of the words in code type in a table's first column. */
    private static ListAssert<String> assertWords(String section, int table) throws IOException {
        return assertThat(rows(section, table).stream()
                        .flatMap(row -> code(row.split("\\|", -1)[1]).stream())
                        .toList())
                .as("the first column of table %d of \"%s\" in %s", table + 1, section, DOCUMENT);
    }

    private static List<String> code(String cell) {
        return CODE.matcher(cell)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    /** Returns the rows of a section's table, without its header. */
    private static List<String> rows(String section, int table) throws IOException {
        String text = Files.readString(DOCUMENT);
        String rest = text.substring(text.indexOf(section + "\n"));
        String[] tables = rest.split("\\| --- [^\\n]*\\n", -1);
        return Stream.of(tables[table + 1].split("\n"))
                .takeWhile(line -> line.startsWith("| "))
                .toList();
    }
}
