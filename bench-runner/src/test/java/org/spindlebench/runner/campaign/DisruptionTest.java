package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.cli.Recorded;
import org.spindlebench.runner.cli.Session;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.process.ThisHost;
import org.spindlebench.runner.setup.PendingRestore;

class DisruptionTest {
    private static final String DUE = """
            {"schema": 1, "campaign": "quick-1", "setup": "flash", "restore": "%s", "limit": 20, "healthyLimit": 5,
             "since": "2026-01-02T03:04:05Z", "workers": {"dataNodes": [], "nodeManagers": [], "answering": []}}
            """;

    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() throws IOException {
        session = new Session(directory);
        write("flash.yaml", """
                name: flash
                devices:
                  hdd: {kind: hdd, count: 1}
                hdfs: hdd
                shuffle: hdd
                way: {kind: command, apply: a, verify: b, restore: c}
                """);
        write("other.yaml", Files.readString(directory.resolve("flash.yaml")).replace("name: flash", "name: other"));
    }

    @Test
    void commandsThatChangeAClusterMustBeAllowed() {
        assertThat(session.run("run", "--suite", "quick", "--setup", "flash.yaml"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("--allow-disruptive: missing")
                .contains("value    flash")
                .contains("add --allow-disruptive, or")
                .contains("1 problem; nothing was started.");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void anExperimentNeedsItForEachOfItsSetups() {
        assertThat(session.run("run", "--suite", "quick", "--setup", "flash.yaml", "--setup", "other.yaml"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("value    flash")
                .contains("value    other")
                .contains("2 problems;");
    }

    @Test
    void theCommandsOfAFileAreShownBeforeTheyAreAllowed() throws IOException {
        write(
                "seen.yaml",
                Files.readString(directory.resolve("flash.yaml"))
                        .replace(
                                "{kind: command, apply: a, verify: b, restore: c}",
                                "{kind: as-is, verify: mount | grep x}"));

        assertThat(session.run("run", "--suite", "quick", "--setup", "flash.yaml"))
                .isEqualTo(2);
        assertThat(session.run("run", "--suite", "quick", "--setup", "seen.yaml"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("commands in flash.yaml apply the setup and change the cluster for all its users: apply `a`,"
                        + " verify `b`, restore `c`")
                .contains("verified by a command in seen.yaml: `mount | grep x`")
                .contains("add --allow-disruptive to run it, or remove `verify` from the file");
        assertThat(session.run("check", "--suite", "quick", "--setup", "seen.yaml"))
                .isEqualTo(Recorded.CODE);
        assertThat(session.run("run", "--suite", "quick", "--setup", "seen.yaml", "--allow-disruptive"))
                .isEqualTo(Recorded.CODE);
    }

    @Test
    void noCharacterOfACommandHidesTheRestOfIt() throws IOException {
        write(
                "seen.yaml",
                Files.readString(directory.resolve("flash.yaml"))
                        .replace(
                                "{kind: command, apply: a, verify: b, restore: c}",
                                "{kind: as-is, verify: \"rm -rf ~\\r\\e[2K\\u202Etrue\\n1 problem\"}"));

        assertThat(session.run("run", "--suite", "quick", "--setup", "seen.yaml"))
                .isEqualTo(2);
        assertThat(session.err()).contains("seen.yaml: `rm -rf ~??[2K?true\\n1 problem`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --allow-disruptive", "check", "plan"})
    void whereNothingIsChangedOrItMayBeItIsNotRefused(String line) {
        session.run((line + " --suite quick --setup flash.yaml").split(" "));
        assertThat(session.err()).isEmpty();
    }

    @Test
    void anEmbeddedClusterIsNotChangedByCommands() {
        assertThat(session.run("run", "--suite", "quick", "--setup", "flash.yaml", "--embedded", "--allow-disruptive"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--embedded: the setup is for a running cluster");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --suite quick",
                "check --suite quick",
                "check --suite quick --calibrate",
                "run --suite quick --setup flash.yaml --allow-disruptive",
                "run --suite quick --setup flash.yaml --setup other.yaml --allow-disruptive"
            })
    void whatAnEarlierCampaignLeftIsRefusedUntilItIsToBeMadeUpFor(String line) throws IOException {
        write("results/quick-1/restore-due.json", DUE.formatted("mount -a"));

        assertThat(session.run(line.split(" "))).isEqualTo(2);
        assertThat(session.err())
                .contains("--out: the campaign quick-1 changed the cluster and did not change it back")
                .contains("it began at 2026-01-02T03:04:05Z, setup flash")
                .contains("add --restore --allow-disruptive, which runs the command of that file: `mount -a`;")
                .contains("or run it yourself and remove the file")
                .contains("1 problem; nothing was started.");
        assertThat(session.actions.nothingStarted()).isTrue();

        Session told = new Session(directory);
        told.run((line + " --restore" + (line.contains("--allow") ? "" : " --allow-disruptive")).split(" "));
        assertThat(told.err()).isEmpty();
        assertThat(told.actions.nothingStarted()).isFalse();
    }

    @Test
    void itsCommandIsShownAndNotRunWhereOnlyTheRestoreIsAskedFor() throws IOException {
        write("results/quick-1/restore-due.json", DUE.formatted("mount -a"));

        assertThat(session.run("check", "--suite", "quick", "--restore")).isEqualTo(2);
        assertThat(session.err()).contains("add --allow-disruptive, which runs the command of that file: `mount -a`;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"quick-1|../../etc", "../quick-1|flash"})
    void aDirectoryOutsideOfTheCampaignIsNoneOfASetup(String names) throws IOException {
        String[] name = names.split("\\|");
        write(
                "results/quick-1/restore-due.json",
                DUE.formatted("true").replace("quick-1", name[0]).replace("\"flash\"", "\"" + name[1] + "\""));

        Path campaign = directory.resolve("results/quick-1");
        assertThatThrownBy(() -> PendingRestore.of(campaign))
                .hasMessageContaining("not usable as part of a file's name");
    }

    @Test
    void aPlanIsMadeAllTheSame() throws IOException {
        write("results/quick-1/restore-due.json", DUE.formatted("true"));
        assertThat(session.run("plan", "--suite", "quick")).isZero();
    }

    @Test
    void wordThatCannotBeReadIsNotTakenForNone() throws IOException {
        write("results/quick-1/restore-due.json", "{");
        assertThat(session.run("run", "--suite", "quick")).isEqualTo(2);
        assertThat(session.err()).contains("the file cannot be read").contains("change the cluster back yourself");
    }

    @Test
    void theCampaignThatIsGoneOnWithMakesUpForItself() throws Exception {
        write("results/quick-1/restore-due.json", DUE.formatted("echo $SPINDLE_SETUP $SPINDLE_CAMPAIGN"));
        write("results/quick-1/" + PlanFile.NAME, "{}");

        settle("quick-1", new Disruption(true, false));

        assertThat(directory.resolve("results/quick-1/restore-due.json")).doesNotExist();
        assertThat(directory.resolve("results/quick-1/restore-1.log")).hasContent("flash quick-1");
    }

    @Test
    void anotherCampaignMakesUpForItOnlyWhenTold() throws Exception {
        write("results/quick-1/restore-due.json", DUE.formatted("true"));
        write("results/quick-1/" + PlanFile.NAME, "{}");

        settle("quick-2", new Disruption(true, false));
        settle("quick-2", new Disruption(false, true));
        assertThat(directory.resolve("results/quick-1/restore-due.json")).exists();
        settle("quick-2", new Disruption(true, true));
        assertThat(directory.resolve("results/quick-1/restore-due.json")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --suite odd.yaml", "run --suite odd.yaml --setup one.yaml --setup two.yaml"})
    void aSettingOfASuiteThatAShellMayRunIsShownAndHasToBeAllowed(String line) throws IOException {
        write("odd.yaml", """
                name: odd
                description: a suite of somebody else
                bytes_per_node: 64MB
                repeats: 1
                configuration: {mapreduce.map.java.opts: "-Xmx1g; reboot"}
                runs:
                  - jobs: [teragen]
                """);
        String asIs = Files.readString(directory.resolve("flash.yaml")).replaceFirst("way: .*", "way: {kind: as-is}");
        write("one.yaml", asIs.replace("name: flash", "name: one"));
        write("two.yaml", asIs.replace("name: flash", "name: two"));

        assertThat(session.run(line.split(" "))).isEqualTo(2);
        assertThat(session.err()).contains("mapreduce.map.java.opts = `-Xmx1g; reboot`", "1 problem;");
        assertThat(session.run((line + " --allow-disruptive").split(" "))).isEqualTo(2);
        assertThat(session.run((line + " --allow-setting mapreduce.map.java.opts").split(" ")))
                .isEqualTo(Recorded.CODE);
        assertThat(session.run(line.replace("run", "plan").split(" "))).isZero();
    }

    @Test
    void aCommandOfAnotherHostIsNotTakenForEnded() throws Exception {
        write("results/quick-1/restore-due.json", begunOn("gateway-2", "another-boot pid:[1]"));
        write("results/quick-1/" + PlanFile.NAME, "{}");

        assertThatThrownBy(() -> settle("quick-1", new Disruption(true, false)))
                .hasMessageContaining("was started on gateway-2 (process 4711)")
                .hasMessageContaining("restore from there");
        assertThat(directory.resolve("results/quick-1/restore-due.json")).exists();
    }

    @Test
    void aCommandFromBeforeThisHostBootedHasEnded() throws Exception {
        write("results/quick-1/restore-due.json", begunOn(ThisHost.name(), "another-boot pid:[1]"));
        write("results/quick-1/" + PlanFile.NAME, "{}");

        settle("quick-1", new Disruption(true, false));
        assertThat(directory.resolve("results/quick-1/restore-due.json")).doesNotExist();
    }

    private static String begunOn(String host, String system) {
        String command = "\"command\": {\"pid\": 4711, \"host\": \"%s\", \"system\": \"%s\"},";
        return DUE.formatted("true").replaceFirst("\\{", "{" + command.formatted(host, system));
    }

    private void settle(String resumed, Disruption disruption) throws IOException, InterruptedException {
        new PendingRestores(directory.resolve("results"), disruption, resumed)
                .settle((before, lately) -> List.of(), System.err);
    }

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
