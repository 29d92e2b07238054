package org.spindlebench.runner.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.device.DeviceEquivalent;
import org.spindlebench.jobs.probe.layout.Finding;
import org.spindlebench.runner.cli.Recorded;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.probe.DeviceFindings;
import org.spindlebench.runner.run.CampaignLock;

class DevicesCommandTest {
    private static final String SMALL = "--size 64MiB --random-blocks none";

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() throws IOException {
        session = new Session(directory);
        Files.createDirectory(directory.resolve("a"));
    }

    @Test
    void the_table_has_a_line_for_each_operation() throws IOException {
        assertThat(session.run(("devices --directories a " + SMALL).split(" "))).isZero();

        assertThat(session.out().lines().toList())
                .anyMatch(line -> line.startsWith("directory") && line.endsWith("how"))
                .anyMatch(line -> line.matches(directory.resolve("a") + " .* write +1MiB .*(own|fio-.*), \\w+"))
                .anyMatch(line -> line.matches(".*by (own|fio-.*), seed " + Session.SEED));
        assertThat(session.err()).contains("a: read of 1MiB: ").contains("MB/s");
        assertThat(directory.resolve("a")).isEmptyDirectory();
    }

    @Test
    void as_json_there_are_bytes_and_seconds() throws IOException {
        assertThat(session.run(("devices --directories a,/proc --json --seed 5 " + SMALL).split(" ")))
                .isEqualTo(1);

        JsonNode document = new ObjectMapper().readTree(session.out());
        assertThat(document.get("schema").asInt()).isEqualTo(1);
        assertThat(document.get("seed").asLong()).isEqualTo(5);
        assertThat(document.get("fileBytes").asLong()).isEqualTo(64 << 20);
        JsonNode write = document.get("measurements").get(0);
        assertThat(write.get("operation").asText()).isEqualTo("write");
        assertThat(write.get("bytes").asLong()).isEqualTo(64 << 20);
        assertThat(write.get("bandwidth").asDouble() * write.get("seconds").asDouble())
                .isCloseTo(64 << 20, within(1.0));
        String error = document.get("directories").get(1).get("error").asText();
        assertThat(error).isNotBlank();
        assertThat(document.get("doubts").toString()).contains("/proc: not measured: " + error);
        // There is one device, so there is nothing to compare.
        assertThat(document.get("equivalents")).isEmpty();
    }

    @Test
    void ifNothingWasMeasuredOnlyTheReasonIsPrinted() {
        assertThat(session.run(("devices --directories /proc " + SMALL).split(" ")))
                .isEqualTo(1);
        assertThat(session.out()).isEmpty();
        assertThat(session.err()).contains("error: /proc: not measured: ").endsWith("nothing was measured.\n");
    }

    @Test
    void slicesOfTheWriteAreInTheTextAndInTheJson() throws IOException {
        String line = "devices --directories a --slices 8 --size 64MiB";
        assertThat(session.run(line.split(" "))).isZero();
        boolean direct = session.out().contains("own, direct");
        assertThat(session.out().contains("Sequential writes over time, MB/s")).isEqualTo(direct);
        Session other = new Session(directory);
        assertThat(other.run((line + " --json").split(" "))).isZero();
        JsonNode write =
                new ObjectMapper().readTree(other.out()).get("measurements").get(0);
        assertThat(write.has("firstBandwidth")).isEqualTo(direct);
        assertThat(write.has("sustainedBandwidth")).isEqualTo(direct);
        assertThat(write.path("sliceSeconds")).hasSize(direct ? 8 : 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "devices|--directories: missing",
                "devices --directories a --setup hdd-6|cannot be combined with --directories",
                "devices --setup hdd-6|none of the setup's devices has paths or directories",
                "devices --directories a,gone|--directories: no such directory",
                "devices --directories a --size 1MiB|--size: too small",
                "devices --directories a --size 4|--size: a size without a unit",
                "devices --directories a --block 64KiB|--block: not a size of requests",
                "devices --directories a --random-blocks 5000B|--random-blocks: not a size of requests",
                "devices --directories a --random-time 5|--random-time: not a duration",
                "devices --directories a --threads 1000|--threads: too large",
                "devices --directories a --slices 3|--slices: too small",
                "devices --directories a --slices 8 --random-blocks 4KiB|cannot be combined with --random-blocks",
                "devices --directories a --slices 64 --size 64MiB --block 2MiB|more parts than the file has requests",
                "devices --directories a --timeout x|--timeout: not a duration",
                "devices --directoriez a|nearest  --directories"
            })
    void wrong_usage_measures_nothing(String line, String message) {
        assertThat(session.run(line.split(" "))).isEqualTo(2);
        assertThat(session.err())
                .contains(message)
                .contains("nothing was measured.")
                .doesNotContain("Exception");
        assertThat(directory.resolve("a")).isEmptyDirectory();
    }

    private void mySetup() throws IOException {
        Files.createDirectories(directory.resolve("a/hdfs"));
        Files.writeString(directory.resolve("mine.yaml"), """
                name: mine
                description: one disk in two directories of each role
                devices:
                  disk: {kind: hdd, count: 1, bandwidth: 100MB/s, split: 2, hdfs_directories: [%1$s/a/none, %1$s/a/hdfs],
                    shuffle_directories: [%1$s/a/one, %1$s/a/two]}
                hdfs: disk
                shuffle: disk
                way: {kind: as-is}
                """.formatted(directory));
    }

    @Test
    void of_a_setup_each_device_is_measured_once_and_kept_for_the_table() throws IOException {
        mySetup();
        String[] line = ("devices --setup mine.yaml --out kept " + SMALL).split(" ");
        assertThat(session.run(line)).isZero();
        assertThat(session.out())
                .contains("mine on ", "= sums over the devices of a role")
                .containsPattern("disk 1 +[0-9.]+/[0-9.]+ +- +100.0/100.0 +" + directory.resolve("a/hdfs"))
                .containsPattern("= shuffle +[0-9.]+/[0-9.]+ +- +100.0/100.0");
        assertThat(session.err()).contains("saved in " + directory.resolve("kept/devices.json"));
        JsonNode kept = new ObjectMapper()
                .readTree(directory.resolve("kept/devices.json").toFile());
        assertThat(kept.get("setups").get(0).get("hosts").get(0).get("directories"))
                .hasSize(1);

        assertThat(session.run("list", "setups", "--details", "mine.yaml", "--out", "kept"))
                .isZero();
        assertThat(session.out()).contains("measured");
        assertThat(session.run("list", "setups", "--details", "mine.yaml")).isZero();
        assertThat(session.out().lines().findFirst().orElseThrow()).doesNotContain("measured");
        Files.writeString(directory.resolve("kept/devices.json"), "{");
        assertThat(session.run("list", "setups", "--details", "mine.yaml", "--out", "kept"))
                .isEqualTo(2);
        assertThat(session.err()).contains("devices.json: cannot be read");
    }

    @Test
    void what_a_host_without_fio_left_out_is_one_sentence_and_no_failure() throws IOException {
        Finding settings = new Finding(
                "settings", "", new TreeMap<>(Map.of("tool", "own", "leftOut", "random requests were not measured")));
        Finding place = new Finding("place", "/a", new TreeMap<>(Map.of("access", "direct")));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        DevicesOutput results = new DevicesOutput(
                Optional.empty(), directory, false, new PrintStream(text, true, StandardCharsets.UTF_8), System.err);

        assertThat(results.report(List.of(DeviceFindings.of("n1", List.of(settings, place))), Instant.EPOCH))
                .isZero();
        assertThat(text.toString(StandardCharsets.UTF_8)).containsOnlyOnce("* n1: random requests were not measured");
    }

    @Test
    void two_devices_are_compared_by_operation() {
        String text = DevicesOutput.DevicesText.equivalents(
                List.of(new DeviceEquivalent("randread", 65536, "nvme0n1", "sda", 53.2, null, null, 54)));
        assertThat(text.lines())
                .containsExactly(
                        "",
                        "How many of another device have the throughput of the fastest one:",
                        "operation  block  fastest  other  ratio  others for one",
                        "randread   64KiB  nvme0n1  sda    53.20              54");
    }

    @Test
    void beside_a_running_campaign_nothing_is_measured() throws IOException {
        Path campaign = Files.createDirectories(directory.resolve("results/nightly"));
        Files.writeString(campaign.resolve("plan.json"), "{}");
        try (CampaignLock lock = CampaignLock.take(campaign)) {
            assertThat(lock).isNotNull();
            assertThat(session.run(("devices --directories a " + SMALL).split(" ")))
                    .isEqualTo(2);
        }
        assertThat(session.err()).contains("the campaign nightly is running");
        assertThat(directory.resolve("a")).isEmptyDirectory();
    }

    @Test
    void of_a_cluster_the_request_has_settings_queue_and_setup() throws IOException {
        mySetup();
        assertThat(session.run(
                        ("devices --cluster --setup mine.yaml --queue bench -conf site.xml " + SMALL).split(" ")))
                .isEqualTo(Recorded.CODE);
        assertThat(session.actions.devices).singleElement().satisfies(request -> {
            assertThat(request.queue()).contains("bench");
            assertThat(request.settings().fileBytes()).isEqualTo(64 << 20);
            assertThat(request.settings().text())
                    .as("no file may fill a daemon's directory")
                    .endsWith(" 0 80");
            assertThat(request.results().setup().orElseThrow().name()).isEqualTo("mine");
            assertThat(request.directories()).isEmpty();
            assertThat(request.generic().hadoopArguments()).contains("site.xml");
        });
        assertThat(session.run("devices", "--directories", "a", "--queue", "bench"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--queue: needs --cluster");
    }
}
