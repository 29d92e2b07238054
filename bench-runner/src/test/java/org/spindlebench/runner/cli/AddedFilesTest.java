package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adds what README's table "Where to add things" says is a YAML file in {@code conf/}, and registers it nowhere. */
class AddedFilesTest {
    /** The mean duration of {@link Session#TERASORT} on hdd-11 over that on ssd. */
    private static final double SPEEDUP = 415.52 / 253.24;

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() {
        session = new Session(directory);
    }

    @Test
    void aSuiteIsOneFileThatIsListedAndPlanned() throws IOException {
        add("suites", """
                name: mine
                description: One job of each kind that I have.
                bytes_per_node: 1GB
                repeats: 2
                runs:
                  - jobs: [teragen, shuffle]
                    compression: none
                """);

        assertThat(session.run("list", "suites")).isZero();
        assertThat(session.run("plan", "--suite", "mine")).isZero();

        assertThat(session.out().lines().toList())
                .anyMatch(line -> line.matches("mine +One job of each kind that I have\\."))
                .contains("suite      mine")
                .anyMatch(line -> line.matches(" +4 +2 +\\w+ +none +1GB per node"))
                .anyMatch(line -> line.startsWith("total      4 runs in 2 blocks, 4GB per node measured"));
    }

    @Test
    void aPriceListIsOneFileThatReportsTakeByItsName() throws IOException {
        add("prices", """
                name: mine
                currency: EUR
                date: 2026
                source: an offer
                devices:
                  hdd: {price: 100}
                  ssd: {price: 550}
                setups:
                  hdd-11: {devices: {hdd: 11}}
                  ssd: {devices: {ssd: 1}}
                """);

        assertThat(report("--prices", "mine").get("cost")).anySatisfy(cost -> {
            assertThat(cost.get("measure").asText()).isEqualTo("device_price_per_performance");
            assertThat(cost.get("setup").asText()).isEqualTo("ssd");
            assertThat(cost.get("value").asDouble()).isCloseTo(550 / 1100.0 / SPEEDUP, within(1e-9));
        });
    }

    @Test
    void aWorkloadMixIsOneFileThatReportsTakeByItsName() throws IOException {
        add("mixes", "name: mine\ndescription: all of it sorts.\nshares:\n  terasort: 100\n");

        JsonNode mix = report("--mix", "mine").get("mix");

        assertThat(mix).hasSize(1);
        assertThat(mix.get(0).get("mix").asText()).isEqualTo("mine");
        assertThat(mix.get(0).get("speedup").asDouble()).isCloseTo(SPEEDUP, within(1e-9));
    }

    @Test
    void aSetupIsOneFileThatIsListedAndPlanned() throws IOException {
        add("setups", """
                name: mine
                description: What stands in the cellar
                devices:
                  disk: {kind: hdd, count: 3, capacity: 1TB, bandwidth: 150MB/s}
                hdfs: [disk]
                shuffle: [disk]
                way: {kind: as-is}
                """);

        assertThat(session.run("list", "setups")).isZero();
        assertThat(session.run("list", "setups", "--details", "mine", "--json")).isZero();
        assertThat(session.run("plan", "--suite", "quick", "--setup", "mine")).isZero();

        assertThat(session.out().lines().toList())
                .anyMatch(line -> line.matches("mine +What stands in the cellar"))
                .anyMatch(line -> line.strip().equals("\"rawCapacity\" : 3000000000000,"))
                .contains("setup      mine");
        assertThat(session.err()).as("a name without a file is only a label").isEmpty();
    }

    /** Returns {@code report.json} of ten TeraSorts on two setups. */
    private JsonNode report(String option, String name) throws IOException {
        session.write("runs.csv", Session.HEADER + Session.TERASORT);
        assertThat(session.run("report", "runs.csv", option, name, "--out", "report"))
                .isZero();
        return new ObjectMapper().readTree(Files.readString(directory.resolve("report/report.json")));
    }

    private void add(String kind, String text) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("conf").resolve(kind));
        Files.writeString(folder.resolve("mine.yaml"), text);
    }
}
