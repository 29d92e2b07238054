package org.spindlebench.jobs.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.jobs.probe.layout.FindingText;

class DeviceProbeTest {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long MOST = 1L << 50;

    @TempDir
    Path directory;

    @Test
    void without_fio_the_sequential_requests_are_made_and_the_rest_is_said_to_be_left_out() throws Exception {
        Probed probed = Probed.run(Probed.small(), directory);

        assertThat(probed.findings().get(0).attributes())
                .containsEntry("fileBytes", "16777216")
                .containsEntry("seed", "7")
                .containsEntry("tool", "own")
                .hasEntrySatisfying(
                        "leftOut",
                        left -> assertThat(left).startsWith("random requests").contains("install fio"));
        assertThat(Probed.run(Probed.small().randomBlocks(List.of()), directory)
                        .findings()
                        .get(0)
                        .attributes())
                .doesNotContainKey("leftOut");
        List<Map<String, String>> measured = probed.measurements(directory);
        assertThat(measured)
                .extracting(one -> one.get("operation") + " " + one.get("block") + " " + one.get("requests") + " "
                        + one.get("bytes") + " " + one.get("others"))
                .containsExactly("write 1048576 16 16777216 0", "read 1048576 16 16777216 0");
        assertThat(measured)
                .allSatisfy(one ->
                        assertThat(Double.parseDouble(one.get("seconds"))).isPositive())
                .noneMatch(one -> one.containsKey("error"));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void the_device_sees_at_least_what_passes_the_page_cache_by() throws Exception {
        Probed probed = Probed.run(Probed.small(), directory);

        assumeThat(probed.place(directory)).containsEntry("access", "direct").containsKey("devices");
        assertThat(probed.measurements(directory)).hasSize(2).allSatisfy(one -> {
            assertThat(Long.parseLong(one.get("deviceBytes"))).isGreaterThanOrEqualTo(Long.parseLong(one.get("bytes")));
            assertThat(Long.parseLong(one.get("deviceRequests"))).isPositive();
        });
    }

    @Test
    void slices_of_the_sequential_write_are_timed_and_add_up() throws Exception {
        Probed probed = Probed.run(Probed.small().randomBlocks(List.of()).slices(5), directory);

        assumeThat(probed.place(directory)).containsEntry("access", "direct");
        Map<String, String> write = probed.measurements(directory).get(0);
        List<Double> slices = Stream.of(write.get("sliceSeconds").split(","))
                .map(Double::valueOf)
                .toList();
        assertThat(slices).hasSize(5).allMatch(seconds -> seconds > 0);
        assertThat(slices.stream().mapToDouble(Double::doubleValue).sum())
                .isCloseTo(Double.parseDouble(write.get("seconds")), within(1e-6));
        assertThat(probed.measurements(directory).subList(1, 2)).noneMatch(one -> one.containsKey("sliceSeconds"));
        assertThatThrownBy(
                        () -> Probed.small().randomBlocks(List.of()).slices(17).build())
                .hasMessage("slices: 17");
    }

    @Test
    void what_is_told_can_be_sent_as_text() throws Exception {
        Probed probed = Probed.run(Probed.small(), directory);

        StringBuilder text = new StringBuilder();
        for (Finding finding : probed.findings()) {
            FindingText.append(finding, text);
        }
        assertThat(FindingText.read(new BufferedReader(new StringReader(text.toString()))))
                .isEqualTo(probed.findings());
    }

    @Test
    void a_file_system_in_memory_is_said_to_have_no_device() throws Exception {
        assumeThat(MEMORY).isDirectory();
        Path there = Files.createTempDirectory(MEMORY, "device-probe-test-");
        try {
            Probed probed = Probed.run(Probed.small(), there);

            assertThat(probed.place(there))
                    .containsEntry("access", "memory")
                    .containsEntry("noDevice", "tmpfs: in memory");
            assertThat(probed.measurements(there)).hasSize(2).allSatisfy(one -> assertThat(one)
                    .containsEntry("access", "memory")
                    .containsKey("seconds")
                    .doesNotContainKey("deviceBytes"));
            assertThat(there).isEmptyDirectory();
        } finally {
            Files.delete(there);
        }
    }

    @Test
    void directories_that_cannot_be_measured_say_why_and_keep_no_other_from_it() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        Path good = Files.createDirectory(directory.resolve("good"));
        Path missing = directory.resolve("missing");
        Path relative = Path.of("relative");

        Probed probed = Probed.run(Probed.small(), missing, file, relative, good);

        assertThat(probed.place(missing)).containsEntry("error", "it does not exist");
        assertThat(probed.place(file)).containsEntry("error", "it is not a directory");
        assertThat(probed.place(relative)).containsEntry("error", "it is not absolute");
        assertThat(probed.measurements(good)).hasSize(2);
        assertThat(probed.of(TargetDirectory.PROBLEM)).isEmpty();
        assertThat(missing).doesNotExist();
    }

    @Test
    void a_file_for_which_there_is_no_room_is_not_begun() throws Exception {
        Probed probed = Probed.run(Probed.small().fileBytes(MOST), directory);

        assertThat(probed.place(directory).get("error"))
                .endsWith(" bytes are free, and " + (MOST + MOST / 10) + " are needed: the file and 10 %");
        assertThat(probed.of(Measurement.KIND)).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void files_of_others_stay() throws Exception {
        Path other = Files.writeString(directory.resolve("data"), "mine");
        Path others = Files.createDirectory(directory.resolve(OwnDirectory.PREFIX + "1"));
        Files.writeString(others.resolve("data"), "theirs");

        Probed.run(Probed.small(), directory);

        assertThat(directory).isDirectoryContaining(path -> path.equals(other));
        assertThat(other).hasContent("mine");
        assertThat(others.resolve("data")).hasContent("theirs");
    }

    @Test
    void directories_on_one_device_are_not_busy_at_once() throws Exception {
        Path a = Files.createDirectory(directory.resolve("a"));
        Path b = Files.createDirectory(directory.resolve("b"));

        Probed probed = Probed.run(Probed.small(), a, b, a);

        assertThat(probed.of(TargetDirectory.KIND)).hasSize(2);
        assertThat(probed.of(Measurement.KIND)).hasSize(4).allSatisfy(one -> assertThat(one.attributes())
                .containsEntry("others", "0"));
    }

    @Test
    void one_directory_of_each_device_is_busy_at_once() throws Exception {
        assumeThat(MEMORY).isDirectory();
        Path there = Files.createTempDirectory(MEMORY, "device-probe-test-");
        try {
            // One directory is in memory and on no device, so the two do not share one.
            DeviceProbe probe = Probed.own(Probed.small(), EnumSet.allOf(Access.class));
            Probed probed = Probed.run(probe, directory, there);

            List<Map<String, String>> atOnce = new ArrayList<>(probed.measurements(directory));
            atOnce.addAll(probed.measurements(there));
            atOnce.removeIf(one -> one.get("others").equals("0"));
            assumeThat(probed.place(directory).get("access")).isNotEqualTo("memory");
            assertThat(atOnce).hasSize(4).allSatisfy(one -> assertThat(one).containsEntry("others", "1"));
            assertThat(there).isEmptyDirectory();
            assertThat(directory).isEmptyDirectory();
        } finally {
            Files.delete(there);
        }
    }

    @Test
    void memory_is_no_device_that_could_share_anything() throws Exception {
        assumeThat(MEMORY).isDirectory();
        Path there = Files.createTempDirectory(MEMORY, "device-probe-test-");
        try {
            Probed probed = Probed.run(Probed.small(), directory, there);

            assertThat(probed.of(Measurement.KIND)).hasSize(4).allSatisfy(one -> assertThat(one.attributes())
                    .containsEntry("others", "0"));
        } finally {
            Files.delete(there);
        }
    }

    @Test
    void a_probe_whose_time_is_over_says_so_and_leaves_nothing() throws Exception {
        Probed probed = Probed.run(Probed.small().fileBytes(64L * Probed.MIB).limit(Duration.ofMillis(1)), directory);

        assertThat(Stream.concat(probed.of(TargetDirectory.KIND).stream(), probed.of(Measurement.KIND).stream())
                        .map(finding -> finding.attributes().get("error"))
                        .filter(error -> error != null))
                .hasSize(1)
                .allMatch(error -> error.contains("limit of"));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void fio_makes_all_requests_where_it_is_installed() throws Exception {
        assumeThat(FioEngine.find(System.getenv("PATH"), 1))
                .as("fio is not installed")
                .isNotNull();

        Probed probed = Probed.run(new DeviceProbe(Probed.small().threads(3).build()), directory);

        assertThat(probed.findings().get(0).attributes()).doesNotContainKey("leftOut");
        assertThat(probed.measurements(directory))
                .hasSize(6)
                .extracting(one -> one.get("operation") + " " + one.get("block") + " " + one.get("threads"))
                .containsExactly(
                        "write 1048576 1",
                        "read 1048576 1",
                        "randread 65536 3",
                        "randread 1048576 3",
                        "randwrite 65536 3",
                        "randwrite 1048576 3");
        assertThat(probed.measurements(directory))
                .allSatisfy(one -> assertThat(one.get("tool")).startsWith("fio-"));
        assertThat(directory).isEmptyDirectory();
    }
}
