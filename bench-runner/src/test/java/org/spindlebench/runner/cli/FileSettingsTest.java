package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;

/** Settings of files that may load code, run a command or copy files of this host to the cluster. */
class FileSettingsTest {
    private static final String SUITE = """
            name: odd
            bytes_per_node: 64MB
            configuration: {mapreduce.task.io.sort.mb: 100%s}
            runs:
              - jobs: [teragen]
            """;
    private static final String SETUP = """
            name: %s
            devices:
              hdd: {kind: hdd, count: 1}
            hdfs: hdd
            shuffle: hdd
            %s
            way: {kind: as-is}
            """;

    @TempDir
    private Path directory;

    private Session session;

    @BeforeEach
    void write() throws IOException {
        session = new Session(directory);
        session.write(
                "odd.yaml",
                SUITE.formatted(", mapreduce.map.env: LD_PRELOAD=./e.so, tmpfiles: 'file:///home/alice/key'"));
        session.write("one.yaml", SETUP.formatted("one", ""));
        session.write("two.yaml", SETUP.formatted("two", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --suite odd.yaml",
                "run --suite odd.yaml --allow-disruptive",
                "run --suite odd.yaml --embedded",
                "run --suite odd.yaml --setup one.yaml --setup two.yaml",
                "check --suite odd.yaml",
                "check --suite odd.yaml --calibrate"
            })
    void eachIsShownAndRefusedBeforeAnythingStarts(String line) {
        assertThat(session.run(line.split(" "))).isEqualTo(2);
        assertThat(session.err())
                .contains("--allow-setting: missing: the suite or the saved plan sets mapreduce.map.env ="
                        + " `LD_PRELOAD=./e.so`, which may load code")
                .contains("sets tmpfiles = `file:///home/alice/key`")
                .contains("add --allow-setting tmpfiles if you trust the file")
                .doesNotContain("io.sort.mb")
                .contains("2 problems; nothing was started.");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void oneKeyGrantsNoOther() {
        assertThat(session.run("run", "--suite", "odd.yaml", "--allow-setting", "tmpfiles"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("sets mapreduce.map.env", "1 problem;")
                .doesNotContain("tmpfiles");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--allow-setting tmpfiles,mapreduce.map.env",
                "--allow-setting tmpfiles --allow-setting mapreduce.map.env",
                "-D tmpfiles=file:///home/alice/key -D mapreduce.map.env=LD_PRELOAD=./e.so"
            })
    void whatTheUserAllowsOrSetsRuns(String options) {
        assertThat(session.run(("run --suite odd.yaml " + options).split(" "))).isEqualTo(Recorded.CODE);
        if (options.startsWith("-D")) {
            assertThat(session.err()).isEmpty();
        } else {
            assertThat(session.err())
                    .contains("note: a file sets tmpfiles = `file:///home/alice/key`, which --allow-setting allows.");
        }
    }

    @Test
    void aPlanIsMadeAndSaysWhatItNeeds() {
        assertThat(session.run("plan", "--suite", "odd.yaml")).isZero();
        assertThat(session.err())
                .contains("note: a file sets tmpfiles = `file:///home/alice/key`, which `run` and `check` refuse"
                        + " without --allow-setting tmpfiles.");
    }

    @Test
    void commandsAndSettingsAreReportedTogether() throws IOException {
        session.write(
                "flash.yaml",
                SETUP.formatted("flash", "").replace("as-is", "command, apply: a, verify: b, restore: c"));
        for (String setups : new String[] {"--setup flash.yaml", "--setup flash.yaml --setup one.yaml"}) {
            Session one = new Session(directory);
            assertThat(one.run(("run --suite odd.yaml " + setups).split(" "))).isEqualTo(2);
            assertThat(one.err()).contains("--allow-disruptive: missing", "3 problems;");
        }
    }

    @Test
    void programsOfASuiteHaveTheSameRule() throws IOException {
        session.write("own.yaml", """
                name: own
                bytes_per_node: 1MB
                runs:
                  - {kind: command, name: hive, shell: "hive -f q.sql", configuration: {tmpjars: "file:///e.jar"}}
                """);
        assertThat(session.run("run", "--suite", "own.yaml", "--allow-disruptive"))
                .isEqualTo(2);
        assertThat(session.err()).contains("sets tmpjars = `file:///e.jar`", "1 problem;");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mapreduce.map.env=LD_PRELOAD=./e.so",
                "mapreduce.map.java.opts=-Xmx100m @./evil.args",
                "tmpjars=file:///e.jar",
                "tmparchives=file:///e.zip",
                "mapreduce.job.cache.files=hdfs:///e.so",
                "mapreduce.job.classpath.files=hdfs:///e.jar",
                "mapreduce.application.classpath=/tmp/*",
                "yarn.app.mapreduce.am.env=LD_PRELOAD=./e.so",
                "mapreduce.job.map.output.collector.class=evil.Collector",
                "mapreduce.job.reduce.shuffle.consumer.plugin.class=evil.Shuffle",
                "io.compression.codecs=evil.Codec",
                "io.serializations=evil.Serialization",
                "mapreduce.map.java.opts=-Xbootclasspath/a:e.jar",
                "mapred.child.java.opts=-Djava.library.path=.",
                "fs.hdfs.impl=evil.FileSystem",
                "hadoop.security.group.mapping=evil.Groups",
                "hadoop.socks.server=evil:1080",
                "spindle.odd=5"
            })
    void aForgedPlanIsRefusedWhenItIsResumed(String setting) throws IOException {
        String key = setting.substring(0, setting.indexOf('='));
        for (String setups : new String[] {"", " --setup one.yaml --setup two.yaml"}) {
            Session begun = new Session(directory);
            begun.run(("run --suite quick --repeats 1 --jobs teragen" + setups).split(" "));
            Plan plan = begun.actions.runs.get(0).plan();
            BegunCampaign.write(begun.actions.runs.get(0));
            forge(plan, "\"" + key + "\" : \"" + setting.substring(key.length() + 1) + "\", ");

            Session resumed = new Session(directory);
            assertThat(resumed.run("run", "--resume", plan.campaign(), "--allow-disruptive"))
                    .as(resumed.err())
                    .isEqualTo(2);
            assertThat(resumed.err()).contains("--allow-setting: missing", " = ", "1 problem;");
            assertThat(resumed.actions.nothingStarted()).isTrue();
            assertThat(new Session(directory).run("run", "--resume", plan.campaign(), "--allow-setting", key))
                    .isEqualTo(Recorded.CODE);
        }
    }

    private void forge(Plan plan, String entry) throws IOException {
        Path campaign = directory.resolve("results").resolve(plan.campaign());
        String json = PlanFile.json(plan).replaceAll("(\"configuration\" : \\{\\s*)", "$1" + entry.replace("$", "\\$"));
        assertThat(json).contains(entry);
        Files.writeString(campaign.resolve(PlanFile.NAME), json);
    }

    static Stream<Arguments> shipped() {
        return Stream.of(ConfKind.SUITE, ConfKind.EXPERIMENT, ConfKind.WORKLOAD).flatMap(kind -> new ConfFinder(
                        kind, Path.of("nowhere").toAbsolutePath())
                .names().stream().map(name -> Arguments.of("--" + kind.name().toLowerCase(Locale.ROOT), name)));
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void noShippedFileNeedsTheOption(String option, String name) {
        assertThat(session.run("plan", option, name)).as(session.err()).isZero();
        assertThat(session.err()).doesNotContain("--allow-setting");
    }

    @Test
    void aSecretInAFileIsNotShown() throws IOException {
        session.write(
                "odd.yaml", SUITE.formatted(", mapreduce.map.env: DB_PASSWORD=s3cr3tX, fs.s3a.access.key: s3cr3tX"));
        assertThat(session.run("plan", "--suite", "odd.yaml")).isEqualTo(2);
        assertThat(session.err())
                .contains("has a secret in it", "a secret, which", "2 problems;")
                .doesNotContain("s3cr3tX");
    }

    @Test
    void aSetupGivesDaemonsOfAnEmbeddedClusterOnlyTypedSettings() throws IOException {
        session.write(
                "one.yaml",
                SETUP.formatted(
                        "one",
                        "daemons: {yarn.nodemanager.resource.memory-mb: 4096,"
                                + " yarn.nodemanager.health-checker.script.path: /tmp/e.sh}"));
        assertThat(session.run("check", "--suite", "quick", "--setup", "one.yaml", "--embedded"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("the setup one sets yarn.nodemanager.health-checker.script.path = `/tmp/e.sh`", "1 problem;");
        assertThat(session.run("check", "--suite", "quick", "--setup", "one.yaml"))
                .as("a running cluster has settings of its own")
                .isEqualTo(Recorded.CODE);
    }

    @Test
    void theOptionTakesKeysWithoutValues() {
        assertThat(session.run("run", "--suite", "quick", "--allow-setting", "a=b"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--allow-setting: not the key of a setting", "1 problem;");
    }
}
