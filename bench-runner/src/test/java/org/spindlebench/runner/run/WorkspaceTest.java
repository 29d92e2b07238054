package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.MemoryStorage;

class WorkspaceTest {
    private final MemoryStorage storage = new MemoryStorage();
    private final Workspace workspace = new Workspace(storage, "/base", "c");

    @Test
    void aCampaignIsMarkedFoundAgainAndRemovedWithTheBaseItMade() throws IOException {
        workspace.open();
        workspace.open();
        storage.put("/base/c/inputs/x/data/part-0", 5, 3);

        assertThat(storage.exists("/base/c/" + Workspace.MARKER)).isTrue();
        workspace.remove();

        assertThat(storage.exists("/base")).isFalse();
    }

    @Test
    void aDirectoryOfSomebodyElseIsRefusedAndLeftAlone() throws IOException {
        storage.put("/base/c/precious", 5, 3);

        assertThatThrownBy(workspace::open).hasMessageContaining("/base/c").hasMessageContaining("--base-dir");
        workspace.remove();

        assertThat(storage.exists("/base/c/precious")).isTrue();
    }

    @Test
    void aClientKilledBetweenDirectoryAndMarkerCanGoOn() throws IOException {
        storage.mkdirs("/base");
        assertThatThrownBy(() -> new Workspace(FaultyStorage.failingFrom(storage, 4), "/base", "c").open())
                .hasMessage("HDFS is gone");
        assertThat(storage.exists("/base/c")).isTrue();

        workspace.open();

        assertThat(storage.exists("/base/c/" + Workspace.MARKER)).isTrue();
    }

    @Test
    void aBaseDirectoryThatWasThereBeforeStaysEvenWhenEmpty() throws IOException {
        storage.mkdirs("/base");

        workspace.open();
        workspace.remove();

        assertThat(storage.exists("/base")).isTrue();
        assertThat(storage.children("/base")).isEmpty();
    }

    @Test
    void aBaseDirectoryWithSomethingElseInItStaysWithAllOfThat() throws IOException {
        workspace.open();
        new Workspace(storage, "/base", "other").open();
        storage.put("/base/notes.txt", 5, 3);

        workspace.remove();

        assertThat(storage.children("/base")).contains("other", "notes.txt").doesNotContain("c");
    }

    @Test
    void withTheLastCampaignGoesEverythingOfOursButNothingOfTheUsers() throws IOException {
        workspace.open();
        storage.put("/base/notes.txt", 5, 3);

        workspace.remove();

        assertThat(storage.children("/base")).containsExactly("notes.txt");
    }

    @Test
    void leftoversAreTheMarkedDirectoriesAlone() throws IOException {
        workspace.open();
        storage.mkdirs("/base/theirs");
        storage.put("/base/notes.txt", 5, 3);

        List<String> leftovers = Workspace.leftovers(storage, "/base");
        Workspace.remove(storage, "/base/theirs");

        assertThat(leftovers).containsExactly("/base/c");
        assertThat(storage.exists("/base/theirs")).isTrue();
        assertThat(Workspace.leftovers(storage, "/nowhere")).isEmpty();
    }

    @Test
    void aRunGetsNothingOfAnEarlierTryAndLeavesNothing() throws IOException {
        workspace.open();
        storage.put(workspace.freshOutput("001-teragen") + "/part-0", 5, 3);

        String output = workspace.freshOutput("001-teragen");

        assertThat(output).isEqualTo("/base/c/runs/001-teragen/out");
        assertThat(storage.exists(output)).isFalse();
        workspace.removeOutput("001-teragen");
        assertThat(storage.children("/base/c/runs")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/base"})
    void pathsHaveNoDoubleSlash(String base) throws IOException {
        new Workspace(storage, base, "c").open();

        assertThat(Workspace.leftovers(storage, base)).containsExactly(base.equals("/") ? "/c" : "/base/c");
        new Workspace(storage, base, "c").remove();
        assertThat(storage.exists("/")).isTrue();
        assertThat(storage.exists("/c")).isFalse();
    }
}
