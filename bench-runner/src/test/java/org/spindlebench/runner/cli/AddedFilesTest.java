package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adds what README's table "Where to add things" says is a YAML file in {@code conf/}, and registers it nowhere. */
class AddedFilesTest {
    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    @Test
    void aSuiteIsOneFileThatIsListedAndPlanned() throws IOException {
        add("suites", """
                name: mine
                description: One job of each kind that I have.
                bytes_per_node: 1GB
                repeats: 2
                runs:
                  - jobs: [teragen, shuffle]
                    compression: none
                """);

        assertThat(session.run("list", "suites")).isZero();
        assertThat(session.run("plan", "--suite", "mine")).isZero();

        assertThat(session.out().lines().toList())
                .anyMatch(line -> line.matches("mine +One job of each kind that I have\\."))
                .contains("suite      mine")
                .anyMatch(line -> line.matches(" +4 +2 +\\w+ +none +1GB per node"))
                .anyMatch(line -> line.startsWith("total      4 runs in 2 blocks, 4GB per node measured"));
    }

    private void add(String kind, String text) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("conf").resolve(kind));
        Files.writeString(folder.resolve("mine.yaml"), text);
    }
}
