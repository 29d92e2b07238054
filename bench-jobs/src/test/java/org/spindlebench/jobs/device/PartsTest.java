package org.spindlebench.jobs.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.device.DirectoryWorker.ColdFile;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.IoTask.BlockSizeStep;
import org.spindlebench.jobs.device.IoTask.Operation;
import org.spindlebench.jobs.device.OwnDirectory.LeftDirectories;
import org.spindlebench.jobs.device.OwnDirectory.OwnDirectories;
import org.spindlebench.jobs.device.OwnEngine.FreshData;
import org.spindlebench.jobs.device.TargetDirectory.Room;

class PartsTest {
    private static final int MIB = 1 << 20;

    @TempDir
    Path directory;

    @Test
    void data_do_not_compress_and_no_sector_comes_twice() throws IOException {
        Set<String> sectors = new HashSet<>();
        int count = 0;
        for (int stream = 0; stream < 2; stream++) {
            FreshData data = new FreshData(MIB, 5, stream);
            for (int i = 0; i < 12; i++) {
                byte[] block = new byte[MIB];
                data.next().get(block);
                for (int at = 0; at < MIB; at += 512) {
                    // These bytes are the sector's own number and the random bytes after it.
                    sectors.add(Arrays.toString(Arrays.copyOfRange(block, at, at + 16)));
                    count++;
                }
                assertThat(deflated(block)).isGreaterThan(MIB);
            }
        }
        assertThat(sectors).hasSize(count);
    }

    private static int deflated(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(bytes);
        }
        return out.size();
    }

    @Test
    void a_buffer_is_as_long_as_asked_for() {
        ByteBuffer buffer = DirectIo.buffer(MIB);
        assertThat(buffer.remaining()).isEqualTo(MIB);
        assertThat(buffer.alignmentOffset(0, 4096)).isZero();
    }

    @Test
    void files_are_cut_to_whole_blocks() {
        ProbeSettings settings = new ProbeSettings.Builder()
                .fileBytes(10 * MIB + 5)
                .randomBlocks(List.of(4 * MIB))
                .build();
        assertThat(settings.fileBytes()).isEqualTo(8 * MIB);
        assertThat(settings.steps())
                .containsExactly(
                        new BlockSizeStep(Operation.WRITE, MIB),
                        new BlockSizeStep(Operation.READ, MIB),
                        new BlockSizeStep(Operation.RANDOM_READ, 4 * MIB),
                        new BlockSizeStep(Operation.RANDOM_WRITE, 4 * MIB));
    }

    @Test
    void settings_that_cannot_be_are_refused() {
        assertThatThrownBy(
                        () -> new ProbeSettings.Builder().sequentialBlock(4096).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ProbeSettings.Builder().fileBytes(MIB).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        new ProbeSettings.Builder().randomBlocks(List.of(5000)).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ProbeSettings.Builder().slices(4).build())
                .hasMessageStartingWith("slices and random blocks");
        assertThatThrownBy(() -> new ProbeSettings.Builder().threads(0).build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void through_the_page_cache_reads_are_cold() throws Exception {
        OwnEngine engine = new OwnEngine(1);
        ProbeSettings settings = new ProbeSettings.Builder().fileBytes(8 * MIB).build();
        Deadline deadline = new Deadline(Duration.ofMinutes(1));
        try (OwnDirectory made = OwnDirectory.in(directory)) {
            IoTask write = IoTask.of(new BlockSizeStep(Operation.WRITE, MIB), 8 * MIB, settings);
            assertThat(engine.run(write, 0, made, Access.BUFFERED, deadline).bytes())
                    .isEqualTo(8 * MIB);
            assumeThat(ColdFile.loaded(made.file()))
                    .as("the temporary directory is cached by the kernel")
                    .isPositive();
            try {
                ColdFile.make(made);
            } catch (IOException e) {
                assumeThat(false).as("in memory, or without dd: " + e).isTrue();
            }
            assertThat(ColdFile.loaded(made.file())).isZero();
            IoTask read = IoTask.of(new BlockSizeStep(Operation.READ, MIB), 8 * MIB, settings);
            assertThat(engine.run(read, 1, made, Access.BUFFERED, deadline).requests())
                    .isEqualTo(8);
            assertThat(ColdFile.loaded(made.file())).isPositive();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void pages_that_stay_in_memory_are_no_cold_file() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeThat(memory).isDirectory();
        try (OwnDirectory made = OwnDirectory.in(memory)) {
            Files.write(made.file(), new byte[MIB]);
            assertThatThrownBy(() -> ColdFile.make(made)).hasMessageContaining("still in memory");
        }
    }

    @Test
    void a_read_beyond_the_end_fails_and_does_not_hang() throws Exception {
        ProbeSettings settings = new ProbeSettings.Builder()
                .fileBytes(8 * MIB)
                .threads(3)
                .randomBlocks(Collections.singletonList(MIB))
                .build();
        try (OwnDirectory made = OwnDirectory.in(directory)) {
            Files.write(made.file(), new byte[MIB]);
            IoTask work = IoTask.of(new BlockSizeStep(Operation.RANDOM_READ, MIB), 8 * MIB, settings);
            Deadline deadline = new Deadline(Duration.ofMinutes(1));
            assertThatThrownBy(() -> new OwnEngine(1).run(work, 0, made, Access.BUFFERED, deadline))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the file ends before");
        }
    }

    @Test
    void the_file_of_own_requests_has_no_name() throws Exception {
        OwnEngine engine = new OwnEngine(1);
        ProbeSettings settings = new ProbeSettings.Builder().fileBytes(8 * MIB).build();
        Deadline deadline = new Deadline(Duration.ofMinutes(1));
        try (OwnDirectory made = OwnDirectory.in(directory)) {
            engine.run(
                    IoTask.of(new BlockSizeStep(Operation.WRITE, MIB), 8 * MIB, settings),
                    0,
                    made,
                    Access.BUFFERED,
                    deadline);
            assertThat(made.path().resolve("data")).doesNotExist();
            assertThat(Files.size(made.file())).isEqualTo(8 * MIB);
            made.discard();
            assertThat(made.file()).isEqualTo(made.path().resolve("data")).doesNotExist();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void only_directories_of_ended_probes_count_as_left() throws Exception {
        try (OwnDirectory alive = OwnDirectory.in(directory)) {
            Path left = left("left", "data", "trial", "lock");
            left("with-more", "data", "lock", "precious");
            left("just-begun", "data");
            Path earlier = left("of-an-earlier-version", "data");
            Files.setLastModifiedTime(earlier, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
            Files.createSymbolicLink(directory.resolve(OwnDirectory.PREFIX + "link"), left);
            Files.createDirectory(directory.resolve("others"));

            assertThat(new LeftDirectories().below(directory, false)).containsExactlyInAnyOrder(left, earlier);
            assertThat(left).exists();
            assertThat(new LeftDirectories().below(directory, true)).containsExactlyInAnyOrder(left, earlier);
            assertThat(left).doesNotExist();
            assertThat(earlier).doesNotExist();
            assertThat(alive.path()).exists();
            assertThat(directory.resolve(OwnDirectory.PREFIX + "with-more").resolve("precious"))
                    .exists();
            assertThat(directory.resolve(OwnDirectory.PREFIX + "just-begun")).exists();
            assertThat(new LeftDirectories().below(directory, true)).isEmpty();
        }
    }

    private Path left(String name, String... files) throws IOException {
        Path made = Files.createDirectory(directory.resolve(OwnDirectory.PREFIX + name));
        for (String file : files) {
            Files.createFile(made.resolve(file));
        }
        return made;
    }

    @Test
    void a_file_that_would_fill_the_file_system_has_no_room() {
        ProbeSettings careful =
                new ProbeSettings.Builder().fileBytes(8 * MIB).fullest(80).build();
        long size = 100L * 8 * MIB;
        assertThat(Room.refusal(size, 21 * 8 * MIB, careful)).isNull();
        assertThat(Room.refusal(size, 20 * 8 * MIB, careful))
                .isEqualTo("with the file, 81.0 % of the file system would be in use, and at most 80 % may be");
        ProbeSettings usual = new ProbeSettings.Builder().fileBytes(8 * MIB).build();
        assertThat(Room.refusal(size, 2 * 8 * MIB, usual)).isNull();
        assertThat(Room.refusal(size, 8 * MIB, usual)).contains("bytes are free");
    }

    @Test
    void nothing_is_made_after_the_end() throws Exception {
        OwnDirectories directories = new OwnDirectories();
        OwnDirectory made = directories.make(directory);
        Files.createFile(made.file());

        directories.end();

        assertThat(directory).isEmptyDirectory();
        assertThatThrownBy(() -> directories.make(directory)).hasMessage("the probe was stopped");
        assertThatThrownBy(() -> made.start(new ProcessBuilder("true"))).hasMessageContaining("already been removed");
    }
}
