package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds {@code docs/cli.md} equal to the commands. After a change of an option write it anew: {@code mvn test -pl
 * bench-runner -am -Dtest=CliDocumentTest -Dsurefire.failIfNoSpecifiedTests=false -Dspindle.documents=write}.
 */
class CliDocumentTest {
    private static final Path DOCUMENT = Path.of("../docs/cli.md");
    private static final boolean WRITES = "write".equals(System.getProperty("spindle.documents"));

    private static final List<String> COMMANDS = List.of(
            "run", "plan", "check", "status", "stop", "report", "compare", "bundle", "verify", "import", "devices",
            "lab", "list", "clean", "help", "version");

    private static final String EXIT_CODES = """
            ## Exit codes

            | code | meaning |
            | --- | --- |
            | 0 | all runs valid, or the command did what it was asked |
            | 1 | some run failed or was invalid; some line of a file could not be read; `verify`: something was altered |
            | 2 | wrong usage or configuration; nothing was started |
            | 3 | the cluster cannot be reached, or there is none |
            | 4 | `compare --fail-if-slower`: some job is slower than the limit |
            | 5 | `compare --fail-if-slower`: the runs do not tell |
            | 70 | unexpected error; the message names a file with the details |
            | 130 | Ctrl-C |
            """;

    @TempDir
    Path directory;

    @Test
    void theDocumentIsWhatTheCommandsSay() throws IOException {
        if (WRITES) {
            Files.writeString(DOCUMENT, document());
        }
        assertThat(Files.readString(DOCUMENT)).isEqualTo(document());
    }

    private String document() {
        StringBuilder text = new StringBuilder("# The command line\n");
        for (String command : COMMANDS) {
            Session session = new Session(directory);
            assertThat(session.run(command, "--help")).isZero();
            text.append("\n## ").append(command).append("\n\n```text\n");
            text.append(session.out().strip()).append("\n```\n");
        }
        return text.append('\n').append(EXIT_CODES).toString();
    }
}
