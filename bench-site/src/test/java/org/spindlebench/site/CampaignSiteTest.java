package org.spindlebench.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.cli.Main;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.console.Site.SiteRequest;

class CampaignSiteTest {
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path site;

    @BeforeEach
    void place() {
        site = directory.resolve("site");
    }

    private int run(String... args) {
        out.reset();
        err.reset();
        CliContext context = new CliContext(Map.of(), directory, () -> Instant.EPOCH, () -> 1);
        return Main.run(args, stream(out), stream(err), action -> -1, () -> context);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /** Writes a campaign of terasort and wordcount on two setups, two runs each. */
    private void campaign(String name, int month, double seconds) throws IOException {
        Path runs = Files.createDirectories(directory.resolve("results/" + name + "/runs"));
        int number = 0;
        for (String setup : List.of("hdd", "ssd")) {
            for (String job : List.of("terasort", "wordcount")) {
                for (int repeat = 0; repeat < 2; repeat++) {
                    number++;
                    Instant start = START.plus(30L * month, ChronoUnit.DAYS).plus(number, ChronoUnit.HOURS);
                    double elapsed = (setup.equals("hdd") ? 2 : 1) * (seconds + repeat);
                    Files.writeString(runs.resolve("run-" + number + ".json"), """
                            {"schema": 1, "identity": {"campaign": "%s", "run": "run-%d", "suite": "s"},
                             "source": {"format": "test", "file": "made"},
                             "subject": {"job": "%s", "setup": "%s", "settings": {"cluster": "prod"}}, "status": "ok",
                             "times": {"yarnStarted": "%s", "elapsed": %s}}
                            """.formatted(
                                    name, number, job, setup, start, elapsed));
                }
            }
        }
    }

    private List<String> names(String folder) throws IOException {
        try (Stream<Path> entries = Files.list(site.resolve(folder))) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    /** Replaces a text in all records of a campaign. */
    private void rename(String campaign, String from, String to) throws IOException {
        try (Stream<Path> records = Files.list(directory.resolve("results/" + campaign + "/runs"))) {
            for (Path record : records.toList()) {
                Files.writeString(record, Files.readString(record).replace(from, to));
            }
        }
    }

    /** Returns the address of a cluster's report. */
    private String page(String cluster) throws IOException {
        Matcher link = Pattern.compile("<td><a href=\"([^\"]+)\"><bdi>" + cluster + "</bdi>")
                .matcher(index());
        assertThat(link.find()).as(cluster).isTrue();
        return link.group(1);
    }

    private String index() throws IOException {
        return Files.readString(site.resolve("index.html"));
    }

    @Test
    void aSiteHasEachCampaignTheirRunsAndAPageOfTheirCluster() throws IOException {
        campaign("one", 0, 100);
        campaign("two", 1, 100);

        assertThat(run("site", "results")).as(err::toString).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("index.html of 2 campaigns with 16 runs");
        assertThat(names("campaigns")).hasSize(2).allMatch(name -> name.matches("(one|two)-\\w{16}"));
        String generation = names("pages").get(0);
        assertThat(names("pages/" + generation))
                .containsExactly("contents.json", "runs.js", "timeline-1.csv", "timeline-2.csv", "timeline.js");
        assertThat(index())
                .contains("content=\"" + generation + "\"", names("campaigns").get(0) + "/report.html")
                .contains(page("prod"), "too few campaigns to test (2 of 6)");
        assertThat(names("reports")).as("one of the cluster, two of the latest").hasSize(3);
        assertThat(site.resolve("pages/" + generation + "/runs.js"))
                .content()
                .startsWith("site.runs({\"size\":16,")
                .contains("\"words\":[\"terasort\",\"wordcount\"]");
        assertThat(site.resolve("pages/" + generation + "/timeline-1.csv"))
                .content()
                .startsWith("time,campaign,terasort,wordcount\n2026-01-05T11:00:00Z,one,");
    }

    /** Records without samples lose nothing on their way into the site, so the whole page is the same. */
    @Test
    void aPageOfAClusterIsTheReportOfItsCampaigns() throws IOException {
        campaign("one", 0, 100);
        campaign("two", 1, 104);
        run("site", "results");
        assertThat(run("report", "results/one", "results/two", "--out", "both"))
                .as(err::toString)
                .isZero();
        assertThat(run("report", "results/one", "--out", "alone"))
                .as(err::toString)
                .isZero();

        assertThat(site.resolve(page("prod"))).hasSameTextualContentAs(directory.resolve("both/report.html"));
        assertThat(site.resolve("campaigns/" + names("campaigns").get(0) + "/report.html"))
                .hasSameTextualContentAs(directory.resolve("alone/report.html"));
        assertThat(run("compare", "results/one:hdd", "results/two:hdd"))
                .as(err::toString)
                .isZero();
        String answer = out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
        assertThat(index()).containsPattern("reports/\\w+/report.html\"><bdi>" + Pattern.quote(answer) + "</bdi>");
    }

    /** Two campaigns of a second cluster: their reports stay as they were if the first cluster gets a campaign. */
    @Test
    void onlyReportsOfAClusterWithANewCampaignAreMadeAnew() throws IOException {
        for (String name : List.of("one", "two", "three", "four")) {
            campaign(name, name.length(), 100);
        }
        for (String name : List.of("three", "four")) {
            rename(name, "\"prod\"", "\"other\"");
        }
        assertThat(run("site", "results")).as(err::toString).isZero();
        String prod = page("prod");
        String other = page("other");
        FileTime made = Files.getLastModifiedTime(site.resolve(other));

        campaign("five", 9, 100);
        assertThat(run("site", "results")).as(err::toString).isZero();

        assertThat(page("other")).isEqualTo(other);
        assertThat(Files.getLastModifiedTime(site.resolve(other))).isEqualTo(made);
        assertThat(page("prod")).isNotEqualTo(prod);
        assertThat(site.resolve(prod)).as("for pages that are still open").exists();
        campaign("six", 10, 100);
        run("site", "results");
        assertThat(site.resolve(prod)).doesNotExist();
    }

    @Test
    void twoSelectionsAreComparedAsCompareDoes() throws IOException {
        campaign("one", 0, 100);
        campaign("two", 1, 103);
        assertThat(run("compare", "results/one:hdd", "results/two:ssd"))
                .as(err::toString)
                .isZero();
        String answer = out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
        String base = "campaign=one,setup=hdd";
        String contender = "campaign=two,setup=ssd";

        assertThat(run("site", "results", "--pair", base + " vs " + contender))
                .as(err::toString)
                .isZero();

        // Compare calls the sides by their setups, and the site by their selections.
        assertThat(index())
                .contains("<bdi>" + answer.replace("hdd", base).replace("ssd", contender) + "</bdi>")
                .containsPattern("<h2>Side by side</h2>[^$]*" + base + "[^$]*" + contender);
        assertThat(run("site", "results", "--pair", "setup=hdd vs setup=hhd")).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("Not compared: setup=hdd vs setup=hhd: no run fits setup=hhd");
        assertThat(index()).doesNotContain("Side by side");
        assertThat(run("site", "results", "--pair", "setup=hdd vs job=terasort"))
                .isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("is in both selections");
        assertThat(run("site", "results", "--pair", "hdd vs ssd", "--pair", "setup=hdd"))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("--pair: `hdd` is not NAME=VALUE", "two selections with `vs` between them", "2 problems");
    }

    @Test
    void campaignsAreTheUnitsIfSidesHaveDifferentOnes() throws IOException {
        int month = 0;
        for (String name : List.of("one", "two", "three", "four")) {
            campaign(name, month, 100 + 7 * (month % 2) + 3 * month);
            month++;
        }
        String base = "campaign=one,campaign=two,setup=hdd";
        String contender = "campaign=three,campaign=four,setup=hdd";
        assertThat(run(
                        "compare",
                        "--baseline",
                        "results/one:hdd,results/two:hdd",
                        "--contender",
                        "results/three:hdd,results/four:hdd"))
                .as(err::toString)
                .isZero();
        String answer = out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();

        assertThat(run("site", "results", "--pair", base + " vs " + contender))
                .as(err::toString)
                .isZero();

        assertThat(answer).contains("undecided");
        assertThat(index())
                .contains(
                        "<bdi>" + answer.replace("baseline:hdd", base).replace("contender:hdd", contender) + "</bdi>");
    }

    @Test
    void selectionsMayDifferInASettingButMustHaveAJobInCommon() throws IOException {
        campaign("one", 0, 100);
        for (int number = 1; number <= 8; number++) {
            Path record = directory.resolve("results/one/runs/run-" + number + ".json");
            String buffers = "\"buffers\": \"" + (number % 2 == 0 ? 64 : 128) + "\", \"cluster\"";
            Files.writeString(record, Files.readString(record).replace("\"cluster\"", buffers));
        }
        assertThat(run("site", "results", "--pair", "buffers=64,setup=ssd vs buffers=128,setup=ssd"))
                .as(out::toString)
                .isZero();
        assertThat(index()).contains("Side by side", "buffers=64,setup=ssd").doesNotContain("Nothing could be");

        assertThat(run("site", "results", "--pair", "job=terasort vs job=wordcount"))
                .isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Not compared: job=terasort vs job=wordcount: ");
        assertThat(run("site", "results", "--pair", "setup=nn-secret vs setup=ssd"))
                .isEqualTo(1);
        try (Stream<Path> files = Files.walk(site)) {
            assertThat(files.filter(Files::isRegularFile))
                    .allSatisfy(file -> assertThat(file).content().doesNotContain("nn-secret"));
        }
    }

    /** A run without a job history does not say which HDFS it used. */
    @Test
    void aFailedRunStaysInTheClusterOfItsCampaign() throws IOException {
        copyExample("one");
        copyExample("two");
        Path record;
        try (Stream<Path> records = Files.list(directory.resolve("results/two/runs"))) {
            record = records.sorted().findFirst().orElseThrow();
        }
        Map<String, Object> failed = new LinkedHashMap<>();
        Map<?, ?> read = JsonDocument.read(record, Map.class);
        read.forEach((key, value) -> failed.put(key.toString(), value));
        failed.put("configuration", Map.of());
        failed.put("status", "failed");
        failed.put("reasons", List.of("the job failed"));
        Files.writeString(record, JsonDocument.text(failed));

        assertThat(run("site", "results")).as(out::toString).isZero();

        assertThat(index()).contains("44 valid, 1 not").doesNotContain("unknown");
        assertThat(names("reports"))
                .as("of one cluster, and of the latest two on each of three setups")
                .hasSize(4);
    }

    /** Otherwise two clusters would be one after the loss. */
    @Test
    void aMadeUpNameIsNotGivenAgainIfTheFileOfNamesIsLost() throws IOException {
        copyExample("one");
        assertThat(run("site", "results", "--public")).as(err::toString).isZero();
        Files.delete(directory.resolve("site.names.json"));
        copyExample("two");
        try (Stream<Path> records = Files.list(directory.resolve("results/two/runs"))) {
            for (Path record : records.toList()) {
                Files.writeString(
                        record, Files.readString(record).replaceAll("hdfs://localhost:\\d+", "hdfs://nn-b:8020"));
            }
        }

        assertThat(run("site", "results", "--public")).as(err::toString).isZero();

        assertThat(index()).contains("<bdi>cluster-1</bdi>", "<bdi>cluster-2</bdi>");
        assertThat(directory.resolve("site.names.json"))
                .content()
                .contains("nn-b", "cluster-2")
                .doesNotContain("cluster-1\"");
    }

    /** The settings of a cluster with one campaign, and with several. */
    @Test
    void bestSettingsAndTheEffectOfEachAreTheReportsOwn() throws IOException {
        for (String name : List.of("one", "two")) {
            campaign(name, name.length(), 100);
            for (int number : List.of(2, 4, 6, 8)) {
                Path record = directory.resolve("results/" + name + "/runs/run-" + number + ".json");
                Files.writeString(
                        record, Files.readString(record).replace("\"cluster\"", "\"buffers\": \"128\", \"cluster\""));
            }
            for (int number : List.of(1, 3, 5, 7)) {
                Path record = directory.resolve("results/" + name + "/runs/run-" + number + ".json");
                Files.writeString(
                        record, Files.readString(record).replace("\"cluster\"", "\"buffers\": \"64\", \"cluster\""));
            }
            run("site", "results");
            List<String> command = new ArrayList<>(List.of("report"));
            command.addAll(name.equals("one") ? List.of("results/one") : List.of("results/one", "results/two"));
            command.addAll(List.of("--format", "json"));
            assertThat(run(command.toArray(String[]::new))).as(err::toString).isZero();
            Map<?, ?> report = json(out.toString(StandardCharsets.UTF_8));
            Matcher tables = Pattern.compile("\"settings\":\"([^\"]+)\"").matcher(index());
            assertThat(tables.find()).isTrue();
            String script = Files.readString(site.resolve(tables.group(1)));
            assertThat(script).startsWith("site.settings([").endsWith("]);\n");
            Map<?, ?> shown =
                    json("{\"tables\":" + script.substring(script.indexOf('['), script.lastIndexOf(')')) + "}");
            Map<String, String> lists = Map.of(
                    "One setting varied, everything else held", "sweeps",
                    "Best of all settings", "best",
                    "Each value over all configurations", "marginals");
            assertThat((List<?>) shown.get("tables")).hasSize(3).allSatisfy(one -> {
                Map<?, ?> table = (Map<?, ?>) one;
                List<?> reported = (List<?>) report.get(lists.get(table.get("heading")));
                List<?> rows = (List<?>) table.get("rows");
                assertThat(rows).isNotEmpty().hasSameSizeAs(reported);
                String first = ((Map<?, ?>) reported.get(0)).get("job").toString();
                assertThat((List<?>) rows.get(0)).extracting(Object::toString).contains(first);
            });
        }
    }

    private Map<?, ?> json(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("read.json"), text);
        return JsonDocument.read(file, Map.class);
    }

    @Test
    void clustersOnTheClientsOwnMachineAreOneForEachMachine() throws IOException {
        for (String name : List.of("one", "two")) {
            campaign(name, 0, 100);
            rename(name, "\"settings\": {\"cluster\": \"prod\"}", "\"settings\": {}");
            rename(
                    name,
                    "\"status\": \"ok\"",
                    "\"status\": \"ok\", \"configuration\": {\"fs.defaultFS\": \"hdfs://localhost:9000\"}, \"evidence\": "
                            + "{\"layout\": [{\"node\": \"localhost\", \"cpu\": {\"model\": \"Intel " + name
                            + "\", \"threads\": 2}, \"memory\": 25276502016}]}");
        }
        assertThat(run("site", "results")).as(err::toString).isZero();
        assertThat(index())
                .contains("embedded, 2 threads of Intel one, 24 GiB", "embedded, 2 threads of Intel two, 24 GiB");
    }

    /** The recorded example, twice: reports of several campaigns have made-up names, too. */
    @Test
    void aPublicSiteHasNoNameOfItsAuthors() throws IOException {
        for (String name : List.of("one", "two")) {
            copyExample(name);
        }
        assertThat(run("site", "results", "--public", "--pair", "setup=slow vs setup=fast"))
                .as(err::toString)
                .isZero();
        assertThat(index()).contains("<bdi>cluster-1</bdi>", "Side by side");
        assertThat(names("reports")).hasSizeGreaterThan(2);
        assertThat(directory.resolve("site.names.json")).content().contains("embedded, 2 threads");
        try (Stream<Path> files = Files.walk(site)) {
            assertThat(files.filter(Files::isRegularFile)).allSatisfy(file -> assertThat(file)
                    .content()
                    .doesNotContain(
                            directory.toString(), "spindle-f934ff34-1ad6-4e07-ac84-bcb248876aab", "localhost:"));
        }

        Files.delete(directory.resolve("results/two/plan.json"));
        assertThat(run("site", "results", "--public")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("results/two: without plan.json");
    }

    /** The example's plan names its baseline, and its experiment has hypotheses. */
    @Test
    void aClusterHasTheBaselineOfItsCampaigns() throws IOException {
        copyExample("one");
        copyExample("two");
        assertThat(run("site", "results")).as(out::toString).isZero();
        assertThat(run("report", "results/one", "results/two", "--out", "both"))
                .as(err::toString)
                .isZero();
        String answer = out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow();
        assertThat(answer).contains("against slow");
        assertThat(index()).contains("<bdi>" + answer + "</bdi>");
    }

    private void copyExample(String name) throws IOException {
        Path from = Path.of("../docs/examples/paced-devices/records");
        Path to = directory.resolve("results/" + name);
        Files.createDirectories(to.resolve("runs"));
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".json"))
                    .filter(one ->
                            one.getParent().equals(from) || one.getParent().endsWith("runs"))
                    .toList()) {
                Files.writeString(
                        to.resolve(from.relativize(file).toString()),
                        Files.readString(file).replace("paced-devices-20261122-195251", "paced-" + name));
            }
        }
    }

    /** A file of another tool with two clusters has a report for each, and no run is shown under the other's name. */
    @Test
    void aFileOfSeveralClustersHasAReportForEach() throws IOException {
        campaign("one", 0, 100);
        for (int number : List.of(1, 2, 5, 6)) {
            Path record = directory.resolve("results/one/runs/run-" + number + ".json");
            Files.writeString(record, Files.readString(record).replace("\"prod\"", "\"other\""));
        }

        assertThat(run("site", "results")).as(err::toString).isZero();

        assertThat(run("report", "results/one", "--where", "cluster=other", "--out", "other"))
                .as(err::toString)
                .isZero();
        assertThat(site.resolve(page("other"))).hasSameTextualContentAs(directory.resolve("other/report.html"));
        assertThat(page("prod")).startsWith("reports/");
        assertThat(site.resolve("pages/" + names("pages").get(0) + "/runs.js"))
                .content()
                .contains("{\"name\":\"cluster\",\"number\":false,\"words\":[\"other\",\"prod\"],"
                        + "\"places\":[0,0,1,1,0,0,1,1]}");
        assertThat(index()).contains("\"clusters\":[\"other\",\"prod\"]");
    }

    @Test
    void onlyWhatIsNewIsRead() throws IOException {
        campaign("one", 0, 100);
        campaign("two", 1, 100);
        run("site", "results");
        List<String> before = names("campaigns");

        assertThat(run("site", "results")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Nothing new: ");

        // A record that cannot be read would be noticed if it was read again.
        Path record = directory.resolve("results/one/runs/run-1.json");
        var time = Files.getLastModifiedTime(record);
        Files.writeString(record, "x".repeat((int) Files.size(record)));
        Files.setLastModifiedTime(record, time);
        campaign("three", 2, 100);
        assertThat(run("site", "results")).as(out::toString).isZero();
        assertThat(names("campaigns")).hasSize(3).containsAll(before);
        assertThat(names("pages"))
                .as("the generation before stays, for open pages")
                .hasSize(2);
    }

    @Test
    void aCampaignThatGrowsIsReadAgainAndItsOldFolderLeaves() throws IOException {
        campaign("one", 0, 100);
        run("site", "results");
        for (int more = 1; more < 4; more++) {
            Files.writeString(
                    directory.resolve("results/one/runs/run-9" + more + ".json"),
                    Files.readString(directory.resolve("results/one/runs/run-1.json"))
                            .replace("\"run-1\"", "\"run-9" + more + "\""));
            assertThat(run("site", "results")).as(err::toString).isZero();
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("1 campaign with 11 runs");
        assertThat(names("campaigns")).hasSize(2);
        assertThat(names("pages")).hasSize(2);
    }

    @Test
    void aDamagedRecordIsListedAndTheOthersAreShown() throws IOException {
        campaign("one", 0, 100);
        Files.writeString(directory.resolve("results/one/runs/run-1.json"), "{\"schema\": 1,");

        assertThat(run("site", "results")).isEqualTo(1);

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("with 7 runs", "Not read: one: ", "run-1.json");
        assertThat(index()).contains("1 not read");
    }

    /** Such a run would count twice, so the records that follow it are not read, and the user learns that. */
    @Test
    void aRunThatOccursTwiceIsToldAndTheExitCodeSaysSo() throws IOException {
        campaign("one", 0, 100);
        Files.copy(directory.resolve("results/one/runs/run-1.json"), directory.resolve("results/one/runs/run-11.json"));

        assertThat(run("site", "results")).isEqualTo(1);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("Not read: one: run run-1 of campaign one occurs twice");
    }

    @Test
    void whatIsNoSiteIsNotTouchedAndOneProcessWrites() throws IOException {
        campaign("one", 0, 100);
        Files.createDirectories(site);
        Files.writeString(site.resolve("index.html"), "home");
        assertThat(run("site", "results")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("holds no site of Spindle");
        assertThat(index()).isEqualTo("home");
        Files.delete(site.resolve("index.html"));

        assertThat(run("site", "results")).isZero();
        try (FileChannel channel = FileChannel.open(site.resolve(".site.lock"), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(run("site", "results")).isEqualTo(2);
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("another process is writing");
        }
    }

    /** The campaign ends while the site is watched. */
    @Test
    void aCampaignThatRunsIsFollowedToItsEnd() throws Exception {
        campaign("one", 0, 100);
        Path first = directory.resolve("results/one/runs/run-1.json");
        String planned =
                ", \"position\": {\"index\": 1, \"total\": 9, \"block\": 1, \"repeat\": 1, \"seed\": 1}, \"subject\"";
        Files.writeString(first, Files.readString(first).replaceFirst(",\\s*\"subject\"", planned));
        CompletableFuture<Integer> ended = CompletableFuture.supplyAsync(() -> {
            Console console = new Console(
                    new GenericOptions(List.of(), Map.of(), List.of()),
                    new Problems(),
                    stream(out),
                    stream(err),
                    action -> -1);
            SiteRequest request =
                    new SiteRequest(List.of(directory.resolve("results")), site, null, List.of(), false, true);
            return new CampaignSite(Duration.ofMillis(50))
                    .write(console, request)
                    .code();
        });
        for (int wait = 0; wait < 600 && !Files.exists(site.resolve("index.html")); wait++) {
            Thread.sleep(50);
        }
        assertThat(index()).contains("1 to come");
        assertThat(ended).isNotDone();

        Files.writeString(
                directory.resolve("results/one/runs/run-9.json"),
                Files.readString(directory.resolve("results/one/runs/run-2.json"))
                        .replace("\"run-2\"", "\"run-9\""));

        assertThat(ended).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(0);
        assertThat(index()).doesNotContain("to come").contains("9 valid");
    }

    @Test
    void aCampaignIsGivenOnce() throws IOException {
        campaign("one", 0, 100);
        assertThat(run("site", "results", "results/one")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("is given twice");
    }

    @Test
    void namesAreNotMarkup() throws IOException {
        campaign("one", 0, 100);
        Path record = directory.resolve("results/one/runs/run-1.json");
        Files.writeString(
                record, Files.readString(record).replace("\"prod\"", "\"</script><script>alert(1)</script>\""));

        assertThat(run("site", "results")).as(err::toString).isZero();

        assertThat(index()).doesNotContain("<script>alert");
    }

    @Test
    void pricesOfOtherSetupsAreToldAndTheSiteHasNoCosts() throws IOException {
        campaign("one", 0, 100);
        campaign("two", 1, 100);
        assertThat(run("site", "results", "--prices", "template"))
                .as(err::toString)
                .isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("results/one: no costs: the price list template prices none of the measured setups");
        assertThat(index()).contains("ssd is faster");
    }

    @Test
    void nothingIsMadeOfADirectoryWithoutRecords() throws IOException {
        Files.createDirectories(directory.resolve("empty"));
        assertThat(run("site", "empty")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no directory in it holds records");
        assertThat(site).doesNotExist();
    }

    @Test
    void allProblemsAreToldBeforeAnythingIsWritten() {
        assertThat(run("site", "nowhere", "also-not")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("nowhere: no such file", "also-not", "2 problems");
        assertThat(run("site")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no results given");
        assertThat(site).doesNotExist();
    }
}
