package org.spindlebench.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandOutcomeTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    void outputIsKeptThoughItsFileHasNoNameWhileTheCommandRuns() throws InterruptedException, IOException {
        Path listed = directory.resolve("listed");
        CommandOutcome outcome = CommandOutcome.ofShell(
                "sleep 0.5; to=$(readlink /proc/$$/fd/1); echo \"$to\" > '" + listed + "'; echo the end", LIMIT);
        assertThat(outcome.ok()).isTrue();
        assertThat(outcome.output()).endsWith("the end");
        assertThat(listed).content().contains("spindle-command").contains("(deleted)");
    }

    @Test
    void aCommandThatFailsIsToldWithItsOutput() throws InterruptedException, IOException {
        assertThat(CommandOutcome.ofShell("echo no space left >&2; exit 3", LIMIT))
                .isEqualTo(new CommandOutcome(false, "exit 3: no space left"));
        assertThat(CommandOutcome.of(List.of("no-such-program"), LIMIT).ok()).isFalse();
        assertThat(CommandOutcome.ofShell("sleep 60", Duration.ofMillis(300)).output())
                .startsWith("did not end within");
    }
}
