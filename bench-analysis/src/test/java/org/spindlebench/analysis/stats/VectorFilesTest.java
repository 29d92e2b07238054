package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that the R script, which is the oracle of the statistics, and its output belong together. If you change the
 * script, run it and write all digests anew: {@code sha256sum vectors.R *.csv > vectors.sha256}. {@code .ci/run} runs
 * the script if R is installed.
 */
class VectorFilesTest {
    private static final Path DIRECTORY = Path.of("src/test/resources/org/spindlebench/analysis/stats");

    @Test
    void the_script_and_its_tables_are_those_that_were_made_together() throws Exception {
        Map<String, String> expected = new TreeMap<>();
        for (String line : Files.readAllLines(DIRECTORY.resolve("vectors.sha256"))) {
            expected.put(line.substring(66), line.substring(0, 64));
        }
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            List<Path> ofTheScript = files.filter(
                            file -> file.toString().endsWith(".csv") || file.endsWith("vectors.R"))
                    .toList();
            for (Path file : ofTheScript) {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                found.put(file.getFileName().toString(), HexFormat.of().formatHex(digest));
            }
        }
        assertThat(found).hasSizeGreaterThan(6).isEqualTo(expected);
    }
}
