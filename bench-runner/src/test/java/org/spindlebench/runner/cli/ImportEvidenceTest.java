package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

class ImportEvidenceTest {
    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void start() throws IOException {
        session = new Session(directory);
        write(
                "hdd/runs/all.jsonl",
                run("hdd", "1", times("2026-03-01T10:00:05Z", "2026-03-01T10:00:20Z"))
                        + run("hdd", "2", times("2026-03-01T10:00:20Z", "2026-03-01T10:00:25Z"))
                        + run("hdd", "3", times("2026-03-01T10:00:25Z", "2026-03-01T10:00:35Z"))
                        + run("hdd", "4", times("2026-03-01T10:05:00Z", "2026-03-01T10:06:00Z"))
                        + run("hdd", "5", ""));
        write("node-1.json", iostat("node-1"));
    }

    @Test
    void runsGetWhatIostatSawAndStayAsTheyAre() throws IOException {
        String before = Files.readString(directory.resolve("hdd/runs/all.jsonl"));

        assertThat(importIostat("node-1.json")).as(session.err()).isZero();

        List<RunRecord> copies = copies("out/hdd.jsonl");
        assertThat(copies).extracting(run -> run.identity().run()).containsExactly("1", "2", "3", "4", "5");
        assertThat(copies.get(0).evidence().probe()).isEqualTo("iostat");
        assertThat(copies.get(0).evidence().missing()).isEmpty();
        // 10 reads/s for 5 s, then 30 reads/s for 10 s.
        assertThat(copies.get(0).evidence().nodes().get(0).devices().get(0).io().reads())
                .isEqualTo(350);
        assertThat(copies.get(2).evidence().missing()).containsExactly("node-1");
        assertThat(copies.get(3).evidence()).isNull();
        assertThat(copies.get(4).evidence()).isNull();
        assertThat(session.out().lines())
                .containsExactly(
                        "node-1: 2026-03-01T10:00:00Z to 2026-03-01T10:00:30Z",
                        "hdd: evidence for 3 of 5 runs, 1 of these only in part; 1 is outside the files' time;"
                                + " 1 has no times from YARN -> " + directory.resolve("out/hdd.jsonl"));
        assertThat(directory.resolve("hdd/runs/all.jsonl")).hasContent(before);
    }

    @Test
    void severalFilesAreSeveralNodes() throws IOException {
        write("node-2.json", iostat("node-2"));

        assertThat(importIostat("node-1.json", "node-2.json")).isZero();

        assertThat(copies("out/hdd.jsonl").get(0).evidence().nodes())
                .extracting(NodeFigures::node)
                .containsExactly("node-1", "node-2");
    }

    @Test
    void copiesOfSeveralCampaignsAreSeveralFilesAndTheSameAgainIsNoMistake() throws IOException {
        write(
                "both.jsonl",
                run("a", "1", times("2026-03-01T10:00:05Z", "2026-03-01T10:00:20Z"))
                        + run("b", "1", times("2026-03-01T10:10:05Z", "2026-03-01T10:10:20Z")));
        String[] command = {"import", "iostat", "node-1.json", "--runs", "both.jsonl", "--out", "out", "--json"};

        assertThat(session.run(command)).isZero();
        assertThat(files("out")).containsExactly("a.jsonl", "b.jsonl");
        JsonNode summary = new ObjectMapper().readTree(session.out());
        assertThat(summary.path("campaigns").path(0).path("watched").asInt()).isEqualTo(1);
        assertThat(summary.path("campaigns").path(1).path("outside").asInt()).isEqualTo(1);
        assertThat(summary.path("nodes").path(0).path("node").asText()).isEqualTo("node-1");

        assertThat(session.run(command)).isZero();
        write("node-1.json", iostat("node-1").replace("\"r/s\": 30", "\"r/s\": 31"));
        assertThat(session.run(command)).isEqualTo(2);
        assertThat(session.err()).contains("a.jsonl: exists already, with other records");
        assertThat(copies("out/a.jsonl")
                        .get(0)
                        .evidence()
                        .nodes()
                        .get(0)
                        .devices()
                        .get(0)
                        .io()
                        .reads())
                .isEqualTo(350);
    }

    @Test
    void evidenceOfTheSameNodeIsRefusedAndThatOfAnotherJoins() throws IOException {
        assertThat(importIostat("node-1.json")).isZero();
        write("node-2.json", iostat("node-2"));

        assertThat(session.run("import", "iostat", "node-1.json", "--runs", "out", "--out", "again"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("run 1 of campaign hdd has evidence of node node-1 already (iostat)")
                .contains("nothing was imported");
        assertThat(session.run("import", "iostat", "node-2.json", "--runs", "out", "--out", "again"))
                .isZero();
        assertThat(copies("again/hdd.jsonl").get(0).evidence().nodes()).hasSize(2);
    }

    @Test
    void collectlIsReadInTheZoneThatIsNamed() throws IOException {
        write("node-1.dsk", collectl());

        assertThat(session.run(
                        "import", "collectl", "node-1.dsk", "--runs", "hdd", "--out", "far", "--time-zone", "UTC"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("no run is within the files' time. Files: 2026-03-01T11:00:00Z to 2026-03-01T11:00:30Z;"
                        + " runs: 2026-03-01T10:00:05Z to 2026-03-01T10:06:00Z")
                .contains("name the zone with --time-zone");
        assertThat(directory.resolve("far")).doesNotExist();

        assertThat(session.run(
                        "import", "collectl", "node-1.dsk", "--runs", "hdd", "--out", "out", "--time-zone", "+01:00"))
                .isZero();
        assertThat(session.out()).contains("its times are read as local times of +01:00 (--time-zone)");
        assertThat(copies("out/hdd.jsonl")
                        .get(0)
                        .evidence()
                        .nodes()
                        .get(0)
                        .devices()
                        .get(0)
                        .io()
                        .writes())
                .isEqualTo(100);
    }

    @Test
    void linesThatCannotBeReadAreListed() throws IOException {
        write("node-1.dsk", collectl() + "20260301 11:0\n");

        assertThat(session.run(
                        "import", "collectl", "node-1.dsk", "--runs", "hdd", "--out", "out", "--time-zone", "+01:00"))
                .isEqualTo(1);
        assertThat(session.err()).contains("node-1.dsk: line 6: 2 cells, but there are 7 columns");
        assertThat(files("out")).containsExactly("collectl.unreadable.txt", "hdd.jsonl");
    }

    @Test
    void timesOfALocaleAreRefusedWithTheRemedy() throws IOException {
        write("node-1.json", iostat("node-1").replaceAll("2026-03-01T(\\S{8})\\+0000", "03/01/26 $1"));

        assertThat(importIostat("node-1.json")).isEqualTo(2);
        assertThat(session.err())
                .contains(directory.resolve("node-1.json") + ": line 1: the timestamp `03/01/26 10:00:00`")
                .contains("set S_TIME_FORMAT=ISO");
    }

    @Test
    void allMistakesInTheArgumentsAreReportedAtOnce() throws IOException {
        write("runs.csv", "job,setup,duration_s\n");

        assertThat(session.run("import", "iostat", "gone.json", "--setup", "a", "--time-zone", "UTC"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("gone.json: no such file", "--runs: missing", "--out: missing")
                .contains("--setup: the records of --runs name the setup of every run themselves")
                .contains("--time-zone: iostat's times name their zone")
                .contains("5 problems; nothing was imported.");
        assertThat(session.run(
                        "import", "collectl", "node-1.json", "--runs", "hdd", "--out", "hdd", "--time-zone", "Mars"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("--out: it contains the records of --runs")
                .contains("--time-zone: not a time zone");
        assertThat(session.run("import", "csv", "runs.csv", "--out", "out", "--runs", "hdd", "--time-zone", "UTC"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("--runs: only for iostat and collectl", "--time-zone: only for iostat and collectl");
    }

    @Test
    void resultsWithoutTimesAreRefused() throws IOException {
        write("untimed.jsonl", run("x", "1", ""));
        write("none/readme.txt", "");

        assertThat(session.run("import", "iostat", "node-1.json", "--runs", "untimed.jsonl", "--out", "out"))
                .isEqualTo(2);
        assertThat(session.err()).contains("no run has times.yarnStarted and times.yarnFinished");
        assertThat(session.run("import", "iostat", "node-1.json", "--runs", "none", "--out", "out"))
                .isEqualTo(2);
        assertThat(session.err()).contains("holds no records");
    }

    private int importIostat(String... files) {
        return session.run(
                Stream.of(Stream.of("import", "iostat"), Stream.of(files), Stream.of("--runs", "hdd", "--out", "out"))
                        .flatMap(words -> words)
                        .toArray(String[]::new));
    }

    private static String times(String from, String to) {
        return "\"times\":{\"yarnStarted\":\"" + from + "\",\"yarnFinished\":\"" + to + "\",\"elapsed\":10},";
    }

    private static String run(String campaign, String name, String times) {
        return "{\"schema\":1,\"identity\":{\"campaign\":\"" + campaign + "\",\"run\":\"" + name
                + "\",\"suite\":\"s\"},\"source\":{\"format\":\"csv\",\"file\":\"r.csv\"},\"subject\":{\"job\":\"sort\","
                + "\"setup\":\"hdd\"}," + times + "\"status\":\"ok\"}\n";
    }

    private static String iostat(String node) {
        StringBuilder reports = new StringBuilder();
        int[] rates = {99, 10, 30, 20};
        for (int i = 0; i < rates.length; i++) {
            reports.append(i == 0 ? "" : ", ")
                    .append("{\"timestamp\": \"2026-03-01T10:00:")
                    .append(i)
                    .append("0+0000\", \"disk\": [")
                    .append("{\"disk_device\": \"sda\", \"r/s\": ")
                    .append(rates[i])
                    .append(", \"w/s\": 0, \"rkB/s\": 0, \"wkB/s\": 0}]}");
        }
        return "{\"sysstat\": {\"hosts\": [{\"nodename\": \"" + node + "\", \"number-of-cpus\": 4, \"statistics\": ["
                + reports + "]}]}}\n";
    }

    private static String collectl() {
        String columns = "[DSK:sda]Name [DSK:sda]Reads [DSK:sda]RKBytes [DSK:sda]Writes [DSK:sda]WKBytes";
        return "#Date Time " + columns + "\n"
                + "20260301 11:00:00 sda 9 9 9 9\n"
                + "20260301 11:00:10 sda 0 0 20 40\n"
                + "20260301 11:00:20 sda 0 0 0 0\n"
                + "20260301 11:00:30 sda 0 0 0 0\n";
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<RunRecord> copies(String name) throws IOException {
        try (Stream<RunRecord> runs = Records.read(directory.resolve(name))) {
            return runs.toList();
        }
    }

    private List<String> files(String name) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
