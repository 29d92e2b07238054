package org.spindlebench.runner.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.setup.CommandedDataNode.DataNodeCommands;
import org.spindlebench.runner.setup.Restoration.RestoreFailedException;

class CommandedDataNodeTest {
    private static final DataNodeAddress B = new DataNodeAddress("b", "10.0.0.2:9866", null, true);

    @TempDir
    Path directory;

    private Shell shell;

    @BeforeEach
    void make() throws IOException {
        shell = new Shell(directory);
    }

    private CommandedDataNode commanded(String stop, String start) {
        return new CommandedDataNode(
                new CampaignDirectory(shell.root).ofSetup("ssd"),
                "ssd",
                new DataNodeCommands(stop, start, null),
                () -> Shell.BEFORE,
                shell.healthy(),
                () -> false,
                shell.notes::add);
    }

    @Test
    void theMarkerIsThereFromBeforeTheStopUntilTheDataNodeWorksAgain() throws Exception {
        CommandedDataNode node = commanded(
                "test -e '" + shell.root + "/start-due.json' && " + shell.says("stop-${host}"),
                shell.says("start-${host}"));

        node.stop(B);
        PendingRestore due = PendingRestore.of(shell.root).orElseThrow();
        assertThat(due.host()).isEqualTo("b");
        assertThat(due.restore()).contains("start-b").doesNotContain("${host}");
        assertThat(due.workers()).isEqualTo(Shell.BEFORE);
        assertThat(shell.said()).containsExactly("as before", "stop-b");

        node.startAgain();
        assertThat(shell.said()).containsExactly("as before", "stop-b", "start-b", "looked");
        assertThat(shell.isDue()).isFalse();
        node.startAgain();
        assertThat(shell.said()).as("nothing is left to start").hasSize(4);
    }

    @Test
    void aLaterClientStartsWhatAKilledOneHadStoppedBeforeItUndoesTheSetup() throws Exception {
        ChangedCluster changed = shell.begin(shell.usual());
        assertThat(changed.apply()).isTrue();
        commanded("true", shell.says("started")).stop(B);

        PendingRestore first = PendingRestore.of(shell.root).orElseThrow();
        assertThat(first.host()).isEqualTo("b");
        new Restoration(shell.root, shell.healthy(), shell.notes::add).run(first);
        PendingRestore second = PendingRestore.of(shell.root).orElseThrow();
        assertThat(second.host()).isNull();
        new Restoration(shell.root, shell.healthy(), shell.notes::add).run(second);

        assertThat(shell.said()).endsWith("started", "looked", "restored", "looked");
        assertThat(shell.isDue()).isFalse();
    }

    @Test
    void aStopThatFailsIsSaidAndTheDataNodeIsStartedNevertheless() throws Exception {
        CommandedDataNode node = commanded("echo no such host; exit 4", shell.says("started"));

        assertThatThrownBy(() -> node.stop(B))
                .hasMessageContaining("the command that stops the DataNode on b failed: exit 4: no such host");
        node.startAgain();
        assertThat(shell.said()).containsExactly("as before", "started", "looked");
    }

    @Test
    void aStartThatFailsIsSaidWithWhatToDoAndStaysDue() throws Exception {
        CommandedDataNode node = commanded("true", "exit 9 # ${host}");
        node.stop(B);

        assertThatThrownBy(node::startAgain)
                .isInstanceOf(RestoreFailedException.class)
                .hasMessageContaining("the DataNode on b: THE CLUSTER WAS NOT CHANGED BACK")
                .hasMessageEndingWith("run by hand: exit 9 # b");
        assertThat(shell.isDue()).isTrue();
    }

    @Test
    void aDataNodeThatDidNotStartIsStartedBeforeAnotherOneIsStopped() throws Exception {
        CommandedDataNode node = commanded(
                shell.says("stop-${host}"), "test -e '" + shell.root + "/repaired' && " + shell.says("start-${host}"));
        node.stop(B);
        assertThatThrownBy(node::startAgain).isInstanceOf(RestoreFailedException.class);

        DataNodeAddress other = new DataNodeAddress("c", "10.0.0.3:9866", null, true);
        assertThatThrownBy(() -> node.stop(other)).hasMessageContaining("the DataNode on b");
        assertThat(shell.said()).containsExactly("as before", "stop-b");
        assertThat(PendingRestore.of(shell.root).orElseThrow().host()).isEqualTo("b");

        Files.createFile(shell.root.resolve("repaired"));
        node.stop(other);
        assertThat(shell.said()).containsExactly("as before", "stop-b", "start-b", "looked", "stop-c");
        assertThat(PendingRestore.of(shell.root).orElseThrow().host()).isEqualTo("c");
    }

    @Test
    void aHostThatAShellWouldNotTakeForANameIsRefusedBeforeAnythingIsStopped() throws IOException {
        CommandedDataNode node = commanded(shell.says("stopped"), shell.says("started"));

        for (String host : List.of("b;reboot", "$(reboot)", "b c", "")) {
            assertThatThrownBy(() -> node.stop(new DataNodeAddress(host, "10.0.0.2:9866", null, true)))
                    .hasMessageContaining("is no name of a host");
        }
        assertThat(shell.said()).containsExactly("as before");
        assertThat(shell.isDue()).isFalse();
    }
}
