package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetupListsTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "setups.md");

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() {
        session = new Session(directory);
    }

    @Test
    void setupsAreListedWithTheirDescriptions() throws IOException {
        Files.createDirectories(directory.resolve("conf/setups"));
        Files.writeString(directory.resolve("conf/setups/broken.yaml"), "name: 5 5");
        assertThat(session.run("list", "setups")).isZero();
        TreeSet<String> files = new TreeSet<>(List.of("broken"));
        try (Stream<Path> shipped = Files.list(Path.of("..", "conf", "setups"))) {
            shipped.forEach(file -> files.add(file.getFileName().toString().replace(".yaml", "")));
        }
        assertThat(session.out().lines().skip(1).map(line -> line.split(" ", 2)[0]))
                .containsExactlyElementsOf(files);
        assertThat(session.out().lines().toList())
                .startsWith(
                        "default                 the cluster as it is; with --setup NAME it is recorded under another name")
                .contains("ssd                     Cloudera: 1 SSD")
                .contains(
                        "broken                  cannot be read; for the reason run: spindle list setups --details broken");
    }

    @Test
    void theTableInTheDocumentIsWhatItsCommandPrints() throws IOException {
        String document = Files.readString(DOCUMENT);
        String section = document.substring(document.indexOf("## Table 1"));
        String command = section.lines()
                .filter(line -> line.startsWith("bin/spindle "))
                .findFirst()
                .orElseThrow();
        assertThat(session.run(command.substring("bin/spindle ".length()).split(" ")))
                .isZero();
        assertThat(section).contains("```text\n" + session.out().replace(System.lineSeparator(), "\n") + "```");
    }

    @Test
    void aFileOfOnesOwnIsShownOrAllThatIsWrongWithItIsSaid() throws IOException {
        Files.writeString(
                directory.resolve("mine.yaml"),
                "name: mine\ndevices: {a: {kind: hdd, count: 3, capacity: 1TB}}\nhdfs: a\nshuffle: a\nway: {kind: as-is}");
        Files.writeString(directory.resolve("bad.yaml"), "name: mine\ndevices: {a: {kind: hd, count: 0}}");
        assertThat(session.run("list", "setups", "--details", "mine.yaml")).isZero();
        assertThat(session.out()).contains("mine   3 HDD         3");
        assertThat(session.run("list", "setups", "bad.yaml", "hdd-66", "--details"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("bad.yaml:2:21: kind: unknown kind of device `hd`", "nearest  hdd-6")
                .contains("6 problems; nothing was listed.");
    }

    @Test
    void jsonHasBaseUnitsAndLeavesOutWhatIsAbsent() throws IOException {
        assertThat(session.run("list", "setups", "--details", "--json", "hdd-6", "all-hdd"))
                .isZero();
        JsonNode setups = new ObjectMapper().readTree(session.out());
        assertThat(setups).hasSize(2);
        assertThat(setups.get(0).at("/hdfs/nominal/write").asLong()).isEqualTo(720_000_000L);
        assertThat(setups.get(0).at("/rawCapacity").asLong()).isEqualTo(12_000_000_000_000L);
        assertThat(setups.get(1).has("price")).isFalse();
        assertThat(setups.get(1).at("/hdfs").has("nominal")).isFalse();
    }

    @Test
    void someSetupsCanBeNamedWithoutTheTable() throws IOException {
        assertThat(session.run("list", "setups", "ssd", "--json")).isZero();
        JsonNode setups = new ObjectMapper().readTree(session.out());
        assertThat(setups).hasSize(1);
        assertThat(setups.get(0).get("description").asText()).isEqualTo("Cloudera: 1 SSD");
    }

    @Test
    void onlySetupsAreChosenAndShownInFull() {
        assertThat(session.run("list", "jobs", "terasort", "--details")).isEqualTo(2);
        assertThat(session.err())
                .contains("terasort: unexpected argument")
                .contains("--details: has no effect on a list of jobs");
    }

    /** The slides' single HDD has no setup file. 250 for 4 TB are 62.5 per TB, and 250 for 120 MB/s are 2.08. */
    @Test
    void priceListsSayWhatTheirSetupsCostWithoutAnyRun() {
        assertThat(session.run("list", "prices", "--details", "cloudera-slides-later"))
                .isZero();
        assertThat(session.out())
                .startsWith("cloudera-slides-later: prices in USD of 2014, Cloudera")
                .containsPattern("disk +250.00 +62.50 +2.08")
                .containsPattern("ssd +6400.00 +3200.00 +3.20");
        assertThat(session.run("list", "prices", "--details", "--json", "cloudera-slides-later"))
                .isZero();
        assertThat(session.out())
                .containsPattern("\"setup\" : \"disk\",\\s+\"measure\" : \"device_price_per_tb\",\\s+\"value\" : 62.5");
        assertThat(session.run("list", "prices", "cloudera-2015")).isEqualTo(2);
        assertThat(session.err()).contains("nearest  cloudera-2014");
    }
}
