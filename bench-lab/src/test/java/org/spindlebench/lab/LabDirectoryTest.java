package org.spindlebench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.conf.Experiment.EmulatedNode;
import org.spindlebench.runner.lab.EmulatedSetup;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.LabDirectory.UnixFile;
import org.spindlebench.runner.lab.LabState;
import org.spindlebench.runner.lab.Laboratory;

/** What another user may have put at a laboratory's place is refused, before root obeys or removes any of it. */
class LabDirectoryTest {
    private static final String STATE = "{\"schema\":1,\"created\":\"2026-01-01T00:00:00Z\","
            + "\"owner\":{\"pid\":999999,\"start\":\"1\"},\"setup\":\"hdd-6\",\"scale\":16,\"size\":1000,\"engine\":\"NBD\","
            + "\"disks\":[{\"name\":\"hdd-1\",\"size\":1048576,\"platters\":true,\"readRate\":1e6,\"writeRate\":1e6,"
            + "\"innerShare\":1.0,\"seekNanos\":0,\"parallel\":1,\"cache\":0,\"rateAfterCache\":0.0}],"
            + "\"requestLogs\":null,\"dirtyBefore\":null,\"way\":null}";

    @TempDir
    private Path temporary;

    private Path place;
    private Path others;
    private LabDirectory directory;

    @BeforeEach
    void begin() throws IOException {
        place = Files.createDirectory(temporary.resolve("place"));
        others = Files.createDirectory(temporary.resolve("others"));
        Files.writeString(others.resolve("hdd-1"), "text");
        directory = new LabDirectory(place.resolve("lab"));
    }

    /** Every path that a laboratory uses, apart from those of single disks. */
    static Stream<String> paths() {
        Stream<String> below = Stream.concat(LabDirectory.PLACES.stream(), LabDirectory.FILES.stream());
        return Stream.concat(Stream.of("lab.json", "lab"), below.map(name -> "lab/" + name));
    }

    private void makeAll() throws IOException {
        new LabDevices(directory).makePlaces();
        Files.createFile(directory.control());
        Files.setPosixFilePermissions(directory.control(), LabDevices.OURS);
        Files.writeString(directory.state(), STATE);
    }

    /** Refuses each way to the laboratory, and checks that nothing was made, altered or removed. */
    private void assertRefused(String path, String why) throws IOException {
        List<String> before = listing();
        for (Attempt each : List.<Attempt>of(
                Laboratory::down,
                Laboratory::status,
                laboratory -> laboratory.forVisit(emulated(), null).close(),
                laboratory -> laboratory.up(emulated(), true, null))) {
            assertThatThrownBy(() -> each.on(new LocalLaboratory(directory, note -> {})))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(place.toRealPath().resolve(path) + " " + why);
        }
        assertThat(listing()).isEqualTo(before);
    }

    private interface Attempt {
        void on(Laboratory laboratory) throws IOException, InterruptedException;
    }

    private List<String> listing() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(temporary)) {
            for (Path each : all.sorted().toList()) {
                found.add(each + " " + UnixFile.of(each)
                        + (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS) ? Files.readString(each) : ""));
            }
        }
        return found;
    }

    private EmulatedSetup emulated() {
        return new EmulatedSetup(LabStateTest.mixed(), 10, 1 << 20, List.of(LabDevicesTest.DISK), EmulatedNode.WHOLE);
    }

    @ParameterizedTest
    @MethodSource("paths")
    void aLinkIsRefusedAtEveryPath(String path) throws Exception {
        makeAll();
        Path at = place.resolve(path);
        Files.move(at, temporary.resolve("moved"));
        Files.createSymbolicLink(at, path.equals("lab.json") ? temporary.resolve("moved") : others);

        assertRefused(path, "is a symbolic link");
    }

    @ParameterizedTest
    @MethodSource("paths")
    void whatOthersCanWriteIsRefusedAtEveryPath(String path) throws Exception {
        for (String rights : List.of("rwxrwx---", "rwx----w-")) {
            directory = new LabDirectory(place.resolve("lab"));
            if (Files.notExists(directory.root())) {
                makeAll();
            }
            Files.setPosixFilePermissions(place.resolve(path), PosixFilePermissions.fromString(rights));

            assertRefused(path, "can be written by other users");
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void whatBelongsToAnotherUserIsRefusedAtEveryPath(String path) throws Exception {
        makeAll();
        try {
            Files.setAttribute(place.resolve(path), "unix:uid", 65534);
        } catch (FileSystemException notRoot) {
            assumeTrue(false, "only root can give a file to another user");
        }

        assertRefused(path, "belongs to another user (id 65534)");
    }

    @ParameterizedTest
    @MethodSource("paths")
    void aPathOfAnotherKindIsRefused(String path) throws Exception {
        makeAll();
        Path at = place.resolve(path);
        boolean wasDirectory = Files.isDirectory(at);
        Files.move(at, temporary.resolve("moved"));
        if (wasDirectory) {
            Files.writeString(at, "text");
        } else {
            Files.createDirectory(at);
        }

        assertRefused(path, wasDirectory ? "is not a directory" : "is a directory");
    }

    @Test
    void aPlantedStateAndALinkRemoveNothing() throws Exception {
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.createDirectory(directory.root());
        Files.createSymbolicLink(directory.root().resolve("backing"), others);
        Files.writeString(directory.state(), STATE);
        assertRefused("", "can be written by other users");

        Files.setAttribute(place, "unix:mode", 0x3ff);
        assertRefused("lab/backing", "is a symbolic link");
    }

    @Test
    void aLinkAboveIsResolvedOnce() throws Exception {
        Path link = Files.createSymbolicLink(temporary.resolve("link"), place);
        LabDirectory byLink = new LabDirectory(link.resolve("lab"));

        assertThat(byLink).isEqualTo(directory);
        assertThatThrownBy(() -> LabState.read(new LabDirectory(Path.of("/"))))
                .isInstanceOf(IOException.class)
                .hasMessage("/ is not a place for a laboratory: name another directory");
    }

    @Test
    void onlyFilesThatTheStateNamesAreRemoved() throws Exception {
        makeAll();
        for (Path of : List.of(directory.backing("hdd-1"), directory.presented("hdd-1"), directory.socket("hdd-1"))) {
            Files.writeString(of, "text");
        }
        Files.createSymbolicLink(directory.mount("hdd-1"), others);
        Path photo = Files.writeString(directory.backing("photo"), "text");

        assertThat(new LocalLaboratory(directory, note -> {}).down())
                .containsExactly(
                        directory.root().resolve("backing") + " was not removed: DirectoryNotEmptyException",
                        directory.root() + " was not removed: DirectoryNotEmptyException");
        assertThat(photo).hasContent("text");
        assertThat(others.resolve("hdd-1")).hasContent("text");

        Files.delete(photo);
        assertThat(new LocalLaboratory(directory, note -> {}).down()).isEmpty();
        assertThat(place).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"name\":\"hdd-1\" \"name\":\"../../others/hdd-1\"",
                "\"name\":\"hdd-1\" \"name\":\"..\"",
                "\"setup\":\"hdd-6\" \"setup\":\"\\u009b2J\"",
                "\"scale\":16 \"scale\":0",
                "\"scale\":16 \"scale\":100000000",
                "\"size\":1000 \"size\":-1",
                "\"start\":\"1\" \"start\":\"1/..\"",
                "\"pid\":999999 \"pid\":-1",
                "\"requestLogs\":null \"requestLogs\":\"logs\"",
                "\"dirtyBefore\":null \"dirtyBefore\":{\"bytes\":-1,\"backgroundBytes\":0,\"ratio\":0,\"backgroundRatio\":10}",
                "\"dirtyBefore\":null \"dirtyBefore\":{\"bytes\":0,\"backgroundBytes\":0,\"ratio\":101,\"backgroundRatio\":10}",
                "\"dirtyBefore\":null \"dirtyBefore\":{\"bytes\":9999,\"backgroundBytes\":0,\"ratio\":20,\"backgroundRatio\":10}",
                "\"way\":null \"way\":{\"readSmall\":-1,\"readLarge\":0,\"writeSmall\":0,\"writeLarge\":0}"
            })
    void aStateThatNoLaboratoryWritesIsRefused(String change) throws Exception {
        String[] words = change.split(" ");
        makeAll();
        Files.writeString(directory.state(), STATE.replace(words[0], words[1]));
        List<String> before = listing();

        assertThat(STATE).contains(words[0]);
        assertThatThrownBy(() -> new LocalLaboratory(directory, note -> {}).down())
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("lab.json");
        assertThat(listing()).isEqualTo(before);
    }

    @Test
    void aLogOfRequestsFollowsNoLink() throws Exception {
        Path log = Files.createSymbolicLink(temporary.resolve("hdd-1.csv"), others.resolve("hdd-1"));

        assertThatThrownBy(() -> RequestLog.to(log)).isInstanceOf(IOException.class);
        assertThat(others.resolve("hdd-1")).hasContent("text");
    }

    @Test
    void whatALaboratoryMakesItTrusts() throws Exception {
        makeAll();
        assertThatCode(directory::requireOwn).doesNotThrowAnyException();
        assertThat(LabState.read(directory)).isPresent();
    }
}
