package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the scripts and licences of others against the list of hashes beside them. */
class VendoredScriptsTest {
    private static final Path VENDORED = Path.of("src/main/resources/org/spindlebench/analysis/report/page/vendor");
    private static final String LIST = "README.md";
    private static final Pattern LISTED = Pattern.compile("(?m)^    ([0-9a-f]{64})  (\\S+)$");

    @TempDir
    Path copy;

    @BeforeEach
    void copy() throws IOException {
        try (Stream<Path> files = Files.list(VENDORED)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
    }

    /** Returns what is wrong with a directory, by file. */
    private static List<String> problems(Path directory) throws IOException {
        Map<String, String> listed = new TreeMap<>();
        LISTED.matcher(Files.readString(directory.resolve(LIST)))
                .results()
                .forEach(line -> listed.put(line.group(2), line.group(1)));
        List<String> problems = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                String hash = listed.remove(name);
                if (!name.equals(LIST) && !sha256(file).equals(hash)) {
                    problems.add(name + (hash == null ? " is not listed" : " is not what is listed"));
                }
            }
        }
        listed.keySet().forEach(name -> problems.add(name + " is listed and not there"));
        return problems;
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void every_file_is_the_one_that_is_listed() throws IOException {
        assertThat(problems(VENDORED)).isEmpty();
    }

    @Test
    void a_changed_an_unlisted_and_a_missing_file_are_found() throws IOException {
        Files.writeString(copy.resolve("vega.min.js"), " ", StandardOpenOption.APPEND);
        Files.writeString(copy.resolve("another.min.js"), "");
        Files.delete(copy.resolve("vega.LICENSE"));
        assertThat(problems(copy))
                .containsExactly(
                        "another.min.js is not listed",
                        "vega.min.js is not what is listed",
                        "vega.LICENSE is listed and not there");
    }
}
