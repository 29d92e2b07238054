package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.plan.RunSpec;

class WorkspaceTest {
    private final MemoryStorage storage = new MemoryStorage();
    private final Workspace workspace = new Workspace(storage, "/base", "c", null);

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
    void aMarkerThatIsThereIsLeftAlone() throws IOException {
        workspace.open();

        new Workspace(refusing("write", storage), "/base", "c", null).open();

        assertThat(storage.exists("/base/c/" + Workspace.MARKER)).isTrue();
    }

    /** Returns a storage whose method of this name fails. */
    private static Storage refusing(String method, Storage sound) {
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, called, arguments) -> {
                    assertThat(called.getName()).isNotEqualTo(method);
                    return called.invoke(sound, arguments);
                });
    }

    @Test
    void aClientKilledWhileItWritesTheMarkerCanGoOn() throws IOException {
        storage.put("/base/c/" + Storage.temporaryName(Workspace.MARKER), 0, 3);

        workspace.open();

        assertThat(storage.exists("/base/c/" + Workspace.MARKER)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../precious", "..", ".", "", "a/b"})
    void noNameLeadsOutOfTheCampaignsDirectory(String name) throws IOException {
        workspace.open();
        storage.put("/base/c/runs/001-teragen/out/part-0", 5, 3);
        storage.put("/base/precious/part-0", 5, 3);

        assertThatThrownBy(() -> workspace.freshOutput(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> workspace.removeOutput(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Workspace(storage, "/base", name, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(storage.exists("/base/c/runs/001-teragen/out/part-0")).isTrue();
        assertThat(storage.exists("/base/precious/part-0")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "//", "base", "/user/me/../you", "/.."})
    void noBaseDirectoryIsAnothersOrTheWholeOfHdfs(String base) {
        assertThatThrownBy(() -> new Workspace(storage, base, "c", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(base);
    }

    @Test
    void aProbeThatNoRunFollowedTakesNoInputsWithIt() throws IOException {
        workspace.open();
        storage.put("/base/c/inputs/x/data/part-0", 5, 3);
        storage.put("/base/c/probe/hosts", 5, 3);

        workspace.removeProbe();

        assertThat(storage.children("/base/c")).containsExactlyInAnyOrder(Workspace.MARKER, "inputs");
        assertThat(storage.exists("/base/c/inputs/x/data/part-0")).isTrue();
    }

    @Test
    void aProbeOfACampaignThatHasNothingElseLeavesNothing() throws IOException {
        workspace.open();
        storage.put("/base/c/probe/hosts", 5, 3);

        workspace.removeProbe();

        assertThat(storage.exists("/base")).isFalse();
    }

    @Test
    void aProbeThatDidNotBeginRemovesNothingOfSomebodyElses() throws IOException {
        storage.put("/base/c/probe/precious", 5, 3);

        workspace.removeProbe();

        assertThat(storage.exists("/base/c/probe/precious")).isTrue();
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
        assertThatThrownBy(() -> new Workspace(FaultyStorage.failingFrom(storage, 5), "/base", "c", null).open())
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
        new Workspace(storage, "/base", "other", null).open();
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

    @Test
    void theDirectoryOfARunHasItsErasureCoding() throws IOException {
        RunSpec plain = Fixtures.spec(1, "teragen", 1000);
        RunSpec coded = new RunSpec(
                plain.id(),
                1,
                1,
                1,
                "teragen",
                plain.size(),
                plain.settings(),
                Map.of(JobKeys.ERASURE_CODING, "RS-3-2-1024k"));
        Sizing sizing = Fixtures.sizing(Fixtures.shape(5));
        storage.enabled("RS-3-2-1024k");

        workspace.freshOutput(sizing.size(plain));
        assertThat(storage.coded()).isEmpty();
        workspace.freshOutput(sizing.size(coded));
        assertThat(storage.coded()).containsOnly(entry("/base/c/runs/" + plain.id(), "RS-3-2-1024k"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/base", "/other/base"})
    void pathsHaveNoDoubleSlash(String base) throws IOException {
        new Workspace(storage, base, "c", null).open();

        assertThat(Workspace.leftovers(storage, base)).containsExactly(base + "/c");
        new Workspace(storage, base, "c", null).remove();
        assertThat(storage.exists("/")).isTrue();
        assertThat(storage.exists(base)).isFalse();
    }
}
