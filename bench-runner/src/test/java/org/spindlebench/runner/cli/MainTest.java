package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.CleanRequest;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.cluster.embedded.StorageDirectory;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.devices.DeviceLeftovers;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.Cold;
import org.spindlebench.runner.options.ProbeChoice;
import org.spindlebench.runner.plan.RunSpec;

class MainTest {
    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() {
        session = new Session(directory);
    }

    @Test
    void optionsWithoutACommandRunTheSuite() {
        int code = session.run("--suite", "quick");

        CampaignRequest request = session.actions.runs.get(0);
        assertThat(code).isEqualTo(Recorded.CODE);
        assertThat(session.err()).isEmpty();
        assertThat(request.command()).isEqualTo(Command.RUN);
        assertThat(request.plan().campaign()).isEqualTo("quick-20260304-050607");
        assertThat(request.plan().seed()).isEqualTo(Session.SEED);
        assertThat(request.plan().runs()).hasSize(27);
        assertThat(request.directory().root()).isEqualTo(directory.resolve("results/quick-20260304-050607"));
    }

    @Test
    void everyOptionHasTheDocumentedDefault() {
        session.run("run", "--suite", "quick");

        CampaignRequest request = session.actions.runs.get(0);
        CampaignArguments options = request.options();
        assertThat(request.cluster(request.setups().get(0))).isEqualTo(Cluster.RUNNING);
        assertThat(options.out).isEqualTo(directory.resolve("results"));
        assertThat(options.isResumed()).isFalse();
        assertThat(options.cluster.baseDir()).isEqualTo("spindle");
        assertThat(options.cluster.queue).isNull();
        assertThat(options.cluster.slots).isNull();
        assertThat(options.measuring.cold()).isEqualTo(new Cold.Off());
        assertThat(options.measuring.probe).isNull();
        assertThat(options.measuring.limits().timeout()).isEqualTo(Duration.ofHours(4));
        assertThat(options.yes || options.json || options.verbose).isFalse();
        assertThat(options.embedded.dataNodes()).isEqualTo(3);
        assertThat(options.embedded.nodeManagers()).isEqualTo(1);
        assertThat(session.actions.runs.get(0).plan().first().setup()).isEqualTo("default");
    }

    @Test
    void directoriesOfAnEmbeddedClusterHaveToBeThere() throws IOException {
        Path there = Files.createDirectory(directory.resolve("there"));
        Path typo = directory.resolve("typo/deep");

        assertThat(session.run(
                        "run",
                        "--embedded",
                        "--suite",
                        "quick",
                        "--data-dirs",
                        there + "," + typo,
                        "--local-dirs",
                        "l"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("--data-dirs: no such directory", "value    " + typo)
                .contains("--local-dirs: no such directory", "value    " + directory.resolve("l"))
                .contains("2 problems; nothing was started.");
        assertThat(session.run("plan", "--embedded", "--suite", "quick", "--data-dirs", typo.toString()))
                .isZero();
    }

    @Test
    void theMountPointsOfASetupThatIsStartedHaveToBeThere() throws IOException {
        Path mount = Files.createDirectory(directory.resolve("mount"));
        Path typo = directory.resolve("typo/deep");
        String setup = """
                name: mine
                devices:
                  disk: {kind: hdd, count: 1, paths: %s}
                hdfs: [disk]
                shuffle: [disk]
                way: {kind: embedded}
                """;
        Files.writeString(directory.resolve("mine.yaml"), setup.formatted(mount));
        Files.writeString(directory.resolve("wrong.yaml"), setup.formatted(typo));

        session.run("run", "--suite", "quick", "--setup", "mine.yaml");
        assertThat(session.err()).isEmpty();
        assertThat(session.run("run", "--suite", "quick", "--setup", "wrong.yaml"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--setup: no such directory", "value    " + typo.resolve("hdfs"));
    }

    @Test
    void everyOptionReachesTheRequest() throws IOException {
        for (String made : List.of("d1", "d2", "l")) {
            Files.createDirectory(directory.resolve(made));
        }
        Path second = directory.resolve("d2");
        session.run(
                ("run --suite quick --embedded --setup ssd-1 --repeats 2 --bytes-per-node 2MiB --slots 8 --jobs terasort,shuffle"
                                + " --out o --seed 5 --queue root.default --base-dir /b --cold local --probe off --timeout 30m --yes --json --verbose"
                                + " --data-dirs [SSD]d1," + second
                                + " --local-dirs l --datanodes 3 --nodemanagers 2 -D my.x=y")
                        .split(" "));

        assertThat(session.err()).isEmpty();
        CampaignRequest request = session.actions.runs.get(0);
        CampaignArguments options = request.options();
        ChosenSetup setup = request.setups().get(0);
        assertThat(request.cluster(setup)).isEqualTo(Cluster.EMBEDDED);
        assertThat(options.out).isEqualTo(directory.resolve("o"));
        assertThat(options.cluster.queue).isEqualTo("root.default");
        assertThat(options.cluster.baseDir()).isEqualTo("/b");
        assertThat(options.cluster.slots).isEqualTo(8);
        assertThat(options.measuring.cold()).isEqualTo(new Cold.Local());
        assertThat(options.measuring.probe).isEqualTo(ProbeChoice.OFF);
        assertThat(options.measuring.limits().timeout()).isEqualTo(Duration.ofMinutes(30));
        assertThat(options.yes && options.json && options.verbose).isTrue();
        assertThat(setup.dataDirectories(options.embedded))
                .extracting(StorageDirectory::toString)
                .containsExactly("[SSD]" + directory.resolve("d1"), second.toString());
        assertThat(setup.localDirectories(options.embedded)).containsExactly(directory.resolve("l"));
        assertThat(options.embedded.dataNodes()).isEqualTo(3);
        assertThat(options.embedded.nodeManagers()).isEqualTo(2);
        assertThat(request.plan().first().setup()).isEqualTo("ssd-1");
        assertThat(request.plan().seed()).isEqualTo(5);
        assertThat(request.plan().runs()).hasSize(4).allMatch(run -> run.size().equals(Size.perNode(2 << 20)));
        assertThat(request.plan().runs()).extracting(RunSpec::configuration).allMatch(conf -> "y"
                .equals(conf.get("my.x")));
        assertThat(request.generic().hadoopArguments()).containsExactly("-D", "my.x=y");
    }

    @Test
    void mistakesOfOptionsAndSuiteAreInOneReportAndNothingIsStarted() throws IOException {
        Files.writeString(directory.resolve("three-mistakes.yaml"), resource("three-mistakes.yaml"));

        int code = session.run("--suite", "three-mistakes.yaml", "--repeats", "0", "--cold", "evict=64", "-D", "foo");

        assertThat(code).isEqualTo(2);
        assertThat(session.out()).isEmpty();
        assertThat(session.err())
                .isEqualTo(resource("options-and-suite.expected.txt")
                        .replace("EVERY JOB", String.join(", ", JobCatalog.names())));
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--suite quik|nearest  quick",
                "run|--suite: missing",
                "run --siute quick|nearest  --suite",
                "run --suite|--suite: a value is missing after it",
                "--suite quick --probe lcal|nearest  local",
                "--suite quick --keytab k|--keytab: a login needs a keytab and its principal",
                "--suite quick --principal p|--principal: a login needs a keytab and its principal",
                "--suite quick --embedded --keytab k --principal p|--keytab: a cluster that Spindle starts",
                "--suite quick --cold evict=64|--cold: a size without a unit",
                "--suite quick --cold evicts|nearest  evict",
                "--suite quick --cold command=|--cold: a command is missing",
                "--suite quick --setup a --setup b|--setup: only a label",
                "--suite quick --setup ssd.yaml|--setup: no such file",
                "--suite quick --jobs terasrot|nearest  terasort",
                "--suite quick --seed x|--seed: not a whole number",
                "--suite quick --slots 0|--slots: too small",
                "--suite quick --timeout 4|--timeout: not a duration",
                "--suite quick --base-dir /|--base-dir: not a directory of Spindle's own",
                "--suite quick --datanodes 3|--datanodes: shapes the embedded cluster",
                "--suite quick --embedded --data-dirs [FLASH]/d|--data-dirs: unknown storage type `FLASH`",
                "--suite quick --embedded -fs hdfs://a|-fs: names a running cluster",
                "--suite quick -D dfs.datanode.data.dir=/d|dfs.datanode.data.dir: a daemon setting; use a setup",
                "--suite quick -D mapreduce.map.output.compress=true|mapreduce.map.output.compress: set by each run",
                "--suite quick -D mapred.compress.map.output=true|mapreduce.map.output.compress: set by each run",
                "--suite quick --jobs wordcount -D mapred.output.compress=true -D dfs.data.dir=/d|dfs.datanode.data.dir: a daemon setting",
                "--suite quick --repeatz 4|nearest  --repeats",
                "--suite quick --seed 1 --seed 2|--seed",
                "--suite quick plan|plan: a command must come before options",
                "plan --suite quick extra|extra: unexpected argument",
                "pln --suite quick|nearest  plan",
                "clean --base-dir /|--base-dir: not a directory of Spindle's own",
                "clean -D dfs.datanode.data.dir=/d|a daemon setting; use a setup",
                "clean --queue night|--queue: needs --devices",
                "clean --directories /d|--directories: needs --devices",
                "clean --devices --force|--force: is for directories in HDFS"
            })
    void wrongUsageIsOneProblemAndExitCodeTwo(String line, String message) {
        int code = session.run(line.split(" "));

        assertThat(code).isEqualTo(2);
        assertThat(session.err()).contains(message).doesNotContain("Exception");
        assertThat(session.err().strip()).endsWith("\n1 problem; nothing was started.");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void aLabelThatIsNearlyTheNameOfASetupIsWarnedOf() {
        session.run("plan", "--suite", "quick", "--setup", "hdd-12");
        assertThat(session.err())
                .contains("warning: --setup hdd-12 is only a label", "Spindle verifies nothing. Did you mean hdd-11?");
        Session other = new Session(directory);
        other.run("plan", "--suite", "quick", "--setup", "old-disks");
        assertThat(other.err()).isEmpty();
    }

    @Test
    void aSetupThatIsNotThereIsNoValueOfAnOptionWhereSetupsAreListed() {
        assertThat(session.run("list", "setups", "--details", "nope")).isEqualTo(2);
        assertThat(session.err())
                .contains("list setups: unknown setup `nope`", "1 problem; nothing was listed.")
                .doesNotContain("--setup:");
    }

    @Test
    void aFileThatIsNotUtf8IsNamedWithItsLine() throws IOException {
        Files.write(
                directory.resolve("latin1.yaml"),
                "name: a\ndescription: f\u00fcr\n".getBytes(StandardCharsets.ISO_8859_1));
        Files.createDirectories(directory.resolve("conf"));

        assertThat(session.run("plan", "--suite", "latin1.yaml")).isEqualTo(2);
        assertThat(session.err()).contains("latin1.yaml:2:15: not UTF-8 text", "save the file as UTF-8");
        assertThat(session.run("plan", "--suite", "conf/")).isEqualTo(2);
        assertThat(session.err()).contains("--suite: a directory, not a file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"list jobz|nearest  jobs", "list|list: the kind of list is missing"})
    void aListThatIsNotThereIsNotListed(String line, String message) {
        assertThat(session.run(line.split(" "))).isEqualTo(2);
        assertThat(session.err()).contains(message).endsWith("1 problem; nothing was listed.\n");
    }

    @Test
    void noArgumentsAtAllPrintTheUsageAndFail() {
        assertThat(session.run()).isEqualTo(2);
        assertThat(session.err()).contains("Usage: spindle COMMAND [options]");
    }

    @Test
    void onlyGenericOptionsPrintTheUsageAndFail() {
        assertThat(session.run("-D", "a=b")).isEqualTo(2);
        assertThat(session.err()).contains("Usage: spindle COMMAND [options]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help", "plan --help", "check --help", "list --help", "clean --help"})
    void helpOfEveryCommandNamesItsOptionsAndExamples(String line) {
        assertThat(session.run(line.split(" "))).isZero();
        assertThat(session.out()).contains("Usage: spindle").containsPattern("Examples?:");
    }

    @Test
    void helpOfRunNamesEveryOptionAndItsDefault() {
        session.run("run", "--help");

        assertThat(session.out())
                .contains("--suite", "--embedded", "--setup", "--repeats", "--bytes-per-node", "--slots", "--jobs")
                .contains("--out", "--resume", "--seed", "--queue", "--base-dir", "--cold", "--probe", "--timeout")
                .contains("--keytab", "--principal", "--yes", "--data-dirs", "--local-dirs", "--datanodes")
                .contains("--nodemanagers", "--json", "--verbose", "-D KEY=VALUE", "Default: 4h.", "Default: results.");
    }

    @Test
    void theVersionIsPrinted() {
        assertThat(session.run("--version")).isZero();
        assertThat(session.out()).matches("Spindle \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @Test
    void planPrintsTheRunsAndStartsNothing() {
        assertThat(session.run("plan", "--suite", "full")).isZero();

        List<String> runs = session.out()
                .lines()
                .filter(line -> line.matches(" +\\d+ +[1-5]  .*"))
                .toList();
        assertThat(runs).isNotEmpty();
        assertThat(session.out())
                .contains("seed       99", "A/A control", "total      " + runs.size() + " runs in 5 blocks");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void planAsJsonIsThePlanThatIsSaved() throws IOException {
        session.run("-D", "a=b", "plan", "--suite", "quick", "--json");

        JsonNode plan = new ObjectMapper().readTree(session.out());
        assertThat(plan.get("schema").asInt()).isEqualTo(5);
        assertThat(plan.at("/visits/0/runs")).hasSize(27);
        assertThat(plan.at("/visits/0/runs/0").get("configuration").get("a").asText())
                .isEqualTo("b");
    }

    @Test
    void aSettingUnderAnOldNameIsTheSameSetting() throws IOException {
        session.run("plan", "--suite", "quick", "--jobs", "terasort", "-D", "io.sort.mb=100", "--json");
        Session current = new Session(directory);
        current.run("plan", "--suite", "quick", "--jobs", "terasort", "-D", "mapreduce.task.io.sort.mb=100", "--json");

        JsonNode run = new ObjectMapper().readTree(session.out()).at("/visits/0/runs/0");
        assertThat(run.get("settings").get("io_sort_mb").asText()).isEqualTo("100");
        assertThat(session.out()).isEqualTo(current.out());
    }

    @Test
    void settingsThatHadoopWouldIgnoreAreWarnedOfOnceAndNotRefused() {
        int code = session.run(
                "plan",
                "--suite",
                "quick",
                "-D",
                "mapreduce.task.io.sortmb=10",
                "-D",
                "mapreduce.job.counters.max=abc");

        assertThat(code).isZero();
        assertThat(session.err().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("warning: "))
                .anyMatch(line -> line.contains("did you mean mapreduce.task.io.sort.mb?"))
                .anyMatch(line -> line.contains("mapreduce.job.counters.max=abc: not a number"));
    }

    @Test
    void checkWithCalibrateMeasures() {
        assertThat(session.run("check", "--suite", "quick", "--calibrate")).isEqualTo(Recorded.CODE);
        assertThat(session.actions.checks).isEmpty();
        assertThat(session.actions.calibrations).hasSize(1);
    }

    @Test
    void aCalibrationThatNothingCouldUseIsRefused() {
        assertThat(session.run("check", "--suite", "quick", "--calibrate", "--embedded", "--slots", "3"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("--embedded: makes --calibrate useless: an embedded cluster ends when its command ends")
                .contains("--slots: makes --calibrate useless")
                .contains("2 problems; nothing was started.");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void anOptionThatIsGivenTwiceIsRefusedByItsName() {
        assertThat(session.run(
                        "plan", "--suite", "quick", "--seed", "1", "--seed", "2", "--slots", "1", "--slots", "2"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("--seed: given more than once")
                .contains("--slots: given more than once")
                .contains("2 problems; nothing was started.");
    }

    @Test
    void onlyCheckCalibrates() {
        assertThat(session.run("run", "--suite", "quick", "--calibrate")).isEqualTo(2);
    }

    @Test
    void checkAsksTheClusterAndReturnsItsAnswer() {
        assertThat(session.run("check", "--suite", "quick")).isEqualTo(Recorded.CODE);
        assertThat(session.actions.checks).hasSize(1);
    }

    @Test
    void cleanIsToldWhetherToRemove() {
        session.run("clean", "--dry-run");
        session.run("clean", "--base-dir", "/bench");

        assertThat(session.actions.cleans).extracting(CleanRequest::dryRun).containsExactly(true, false);
        assertThat(session.actions.cleans).extracting(CleanRequest::baseDir).containsExactly("spindle", "/bench");
    }

    @Test
    void cleanIsToldWhatMeasurementsOfDevicesMayHaveLeft() {
        session.run("clean", "--devices", "--dry-run");
        session.run("clean", "--devices", "--directories", "/d/1,/d/2", "--queue", "night");

        assertThat(session.actions.cleans).isEmpty();
        assertThat(session.actions.leftovers)
                .extracting(DeviceLeftovers::dryRun)
                .containsExactly(true, false);
        assertThat(session.actions.leftovers.get(0).directories()).isEmpty();
        assertThat(session.actions.leftovers.get(1).directories()).containsExactly("/d/1", "/d/2");
        assertThat(session.actions.leftovers.get(1).queue()).contains("night");
    }

    @Test
    void aShellCommandForCoolingMayHoldBlanks() {
        session.run("--suite", "quick", "--cold", "command=pdsh -a 'sync; drop'");

        assertThat(session.actions.runs.get(0).options().measuring.cold())
                .isEqualTo(new Cold.ShellCommand("pdsh -a 'sync; drop'"));
    }

    @Test
    void listsNameJobsSuitesAndSetups() {
        assertThat(session.run("list", "jobs")).isZero();
        assertThat(session.run("list", "suites")).isZero();
        assertThat(session.run("list", "setups", "--json")).isZero();

        assertThat(session.out().lines().toList())
                .startsWith("teragen          what teragen does")
                .anyMatch(line -> line.matches("full +Every job with 8 GB per node.*"))
                .contains("  \"name\" : \"default\",");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = MainTest.class.getResourceAsStream("/suites/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
