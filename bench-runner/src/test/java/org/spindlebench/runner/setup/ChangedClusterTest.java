package org.spindlebench.runner.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.conf.SetupWay.SetupCommands;
import org.spindlebench.runner.setup.ChangedCluster.SetupFailedException;
import org.spindlebench.runner.setup.Restoration.RestoreFailedException;

class ChangedClusterTest {
    @TempDir
    Path directory;

    private Shell shell;

    @BeforeEach
    void make() throws IOException {
        shell = new Shell(directory);
    }

    @Test
    void theCommandsComeInOrderAndTheMarkerLivesAsLongAsTheChange() throws Exception {
        try (ChangedCluster changed = shell.begin(shell.usual())) {
            assertThat(shell.isDue()).as("before the first command").isTrue();
            assertThat(changed.apply()).isTrue();
            assertThat(PendingRestore.of(shell.root).orElseThrow().workers()).isEqualTo(Shell.BEFORE);
            assertThat(shell.said()).containsExactly("as before", "applied", "looked", "verified");
        }
        assertThat(shell.said()).containsExactly("as before", "applied", "looked", "verified", "restored", "looked");
        assertThat(shell.isDue()).isFalse();
    }

    @Test
    void commandsKnowWhatTheyAreForAndAllOfTheirOutputIsKept() throws Exception {
        String speaks = "echo $SPINDLE_SETUP of $SPINDLE_CAMPAIGN; seq 1 1000; cat; echo end >&2";
        for (int visit = 0; visit < 2; visit++) {
            try (ChangedCluster changed = shell.begin(shell.commands(speaks, "true", "true"))) {
                assertThat(changed.apply()).isTrue();
            }
        }
        assertThat(shell.log("apply-1.log"))
                .startsWith("ssd of quick-1\n1\n2\n")
                .endsWith("1000\nend\n");
        assertThat(shell.log("apply-2.log")).isEqualTo(shell.log("apply-1.log"));
        assertThat(shell.log("restore-2.log")).isEmpty();
    }

    @Test
    void anApplyThatFailsIsSaidWithItsLastWordsAndUndone() throws Exception {
        SetupCommands failing =
                shell.commands("echo no such host; exit 4", shell.says("verified"), shell.says("restored"));
        assertThatThrownBy(() -> bringAbout(failing))
                .isInstanceOf(SetupFailedException.class)
                .hasMessageStartingWith("setup ssd: its apply command failed: exit 4: no such host (full text in ")
                .hasMessageContaining("apply-1.log");
        assertThat(shell.said()).containsExactly("as before", "restored", "looked");
        assertThat(shell.isDue()).isFalse();
    }

    @Test
    void anApplyThatHangsIsEndedWithItsChildrenAndUndone() throws Exception {
        Path child = directory.resolve("child");
        SetupCommands hanging = new SetupCommands(
                Shell.hook("echo waiting; sleep 300 & echo $! > '" + child + "'; wait", Duration.ofSeconds(1)),
                Shell.hook("true"),
                Shell.hook(shell.says("restored")),
                Duration.ofSeconds(20));
        assertThatThrownBy(() -> bringAbout(hanging))
                .isInstanceOf(SetupFailedException.class)
                .hasMessageContaining("its apply command failed: did not end within 1 s: waiting");
        long pid = Long.parseLong(Files.readString(child).strip());
        ProcessHandle.of(pid).ifPresent(left -> assertThat(left.onExit().orTimeout(10, TimeUnit.SECONDS))
                .isNotNull()
                .succeedsWithin(Duration.ofSeconds(10)));
        assertThat(shell.said()).contains("restored");
        assertThat(shell.isDue()).isFalse();
    }

    @Test
    void anApplyThatLiesIsCaughtByVerifyAndUndone() throws Exception {
        SetupCommands lying = shell.commands("echo done", "echo still on disk; exit 1", shell.says("restored"));
        assertThatThrownBy(() -> bringAbout(lying))
                .hasMessageStartingWith(
                        "setup ssd: its verify command says that it is not in force: exit 1: still on disk");
        assertThat(shell.said()).contains("restored");
        assertThat(shell.isDue()).isFalse();
    }

    @Test
    void outputThatIsNotUtf8FailsNothing() throws Exception {
        SetupCommands odd = shell.commands("printf 'caf\\351 \\377'", "true", "printf '\\200'");
        bringAbout(odd);
        assertThat(Files.readAllBytes(shell.root.resolve("setups/ssd/apply-1.log")))
                .isEqualTo(new byte[] {'c', 'a', 'f', (byte) 0xE9, ' ', (byte) 0xFF});
        assertThat(shell.isDue()).isFalse();
    }

    @Test
    void aRestoreThatFailsIsSaidWithWhatToDoAndStaysDue() throws Exception {
        SetupCommands commands = shell.commands(shell.says("applied"), "true", "echo locked; exit 9 # by hand");
        assertThatThrownBy(() -> bringAbout(commands))
                .isInstanceOf(RestoreFailedException.class)
                .hasMessageContaining("THE CLUSTER WAS NOT CHANGED BACK")
                .hasMessageContaining("exit 9: locked")
                .hasMessageEndingWith("run by hand: echo locked; exit 9 # by hand");
        assertThat(shell.notes).last().asString().startsWith("error: setup ssd: THE CLUSTER WAS NOT CHANGED BACK");
        assertThat(shell.isDue()).isTrue();
    }

    @Test
    void aClusterThatDoesNotComeBackIsNoSetup() {
        SetupCommands commands = new SetupCommands(
                Shell.hook("true"), Shell.hook("true"), Shell.hook(shell.says("restored")), Duration.ofMillis(1));
        AtomicInteger looks = new AtomicInteger();
        assertThatThrownBy(() -> {
                    try (ChangedCluster changed = shell.begin(
                            commands,
                            (before, lately) -> looks.incrementAndGet() < 4 ? List.of("the DataNode on b") : List.of(),
                            () -> false)) {
                        changed.apply();
                    }
                })
                .isInstanceOf(SetupFailedException.class)
                .hasMessageContaining("the cluster is still not whole: the DataNode on b");
    }

    @Test
    void aUserWhoEndsItDuringACommandEndsTheCommandAndNotTheRestore() throws Exception {
        long begin = System.nanoTime();
        SetupCommands commands =
                shell.commands("sleep 300", shell.says("verified"), "sleep 1; " + shell.says("restored"));
        try (ChangedCluster changed =
                shell.begin(commands, shell.healthy(), () -> System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(1))) {
            assertThat(changed.apply()).isFalse();
        }
        assertThat(shell.said()).contains("restored").doesNotContain("verified");
        assertThat(shell.isDue()).isFalse();
    }

    @Test
    void whateverHappensUnderTheSetupItIsUndone() throws Exception {
        assertThatThrownBy(() -> {
                    try (ChangedCluster changed = shell.begin(shell.usual())) {
                        changed.apply();
                        throw new IllegalStateException("a run");
                    }
                })
                .hasMessage("a run");
        assertThat(shell.said()).contains("restored");
    }

    private void bringAbout(SetupCommands commands) throws Exception {
        try (ChangedCluster changed = shell.begin(commands)) {
            changed.apply();
        }
    }
}
