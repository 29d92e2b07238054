package org.spindlebench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkAreaTest {

    @TempDir
    Path temp;

    private WorkArea area;

    @BeforeEach
    void createArea() throws IOException {
        Files.createDirectory(temp.resolve("work"));
        area = WorkArea.create(EmbeddedOptions.defaults()
                .withWorkDir(temp.resolve("work"))
                .withDirs(
                        List.of(new StorageDirectory(Optional.of(StorageDirectory.Type.SSD), temp.resolve("ssd"))),
                        List.of(temp.resolve("local"))));
    }

    @Test
    void everyDirectoryThatIsMadeCarriesTheId() {
        assertThat(area.made()).hasSize(3).allSatisfy(dir -> assertThat(dir.getFileName())
                .hasToString("spindle-" + area.id()));
    }

    @Test
    void eachDaemonHasADirectoryOfItsOwnInEachPlace() {
        assertThat(area.dataDirsOf(1).get(0).toString())
                .startsWith("[SSD]" + temp.resolve("ssd"))
                .endsWith("/dn1");
        assertThat(area.localDirsOf(0))
                .startsWith(temp.resolve("local").toString())
                .endsWith("/nm0");
    }

    @Test
    void dataNodesBeginWithDifferentDirectoriesSoThatReplicasAreOnDifferentDevices() throws IOException {
        List<StorageDirectory> disks = IntStream.rangeClosed(1, 11)
                .mapToObj(i -> new StorageDirectory(Optional.empty(), temp.resolve("disk-" + i)))
                .toList();
        EmbeddedOptions options = EmbeddedOptions.defaults()
                .withWorkDir(temp.resolve("other"))
                .withDirs(disks, List.of(temp.resolve("other-local")));
        DaemonSettings settings = new DaemonSettings(options, WorkArea.create(options));
        List<List<String>> directories = IntStream.range(0, 3)
                .mapToObj(i -> List.of(settings.dataNode(i).getTrimmedStrings("dfs.datanode.data.dir")))
                .toList();
        for (int block = 0; block < disks.size(); block++) {
            int turn = block;
            assertThat(directories.stream()
                            .map(of -> Path.of(of.get(turn)).getParent().getParent())
                            .distinct())
                    .hasSize(3);
        }
    }

    @Test
    void onlyWhatWasMadeIsRemoved() throws Exception {
        Files.writeString(temp.resolve("ssd/mine"), "kept");
        Files.createDirectories(area.root().resolve("deep/down"));

        assertThat(area.remove()).isTrue();

        assertThat(temp.resolve("ssd/mine")).exists();
        assertThat(temp.resolve("work")).isEmptyDirectory();
        assertThat(temp.resolve("local")).doesNotExist();
    }
}
