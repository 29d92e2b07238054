package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;

class WorkloadTest {
    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() {
        session = new Session(directory);
    }

    private CampaignRequest request(String... arguments) {
        session.run(arguments);
        assertThat(session.err()).isEmpty();
        return session.actions.runs.get(0);
    }

    private Plan begun(String... arguments) {
        assertThat(session.run(arguments)).as(session::err).isEqualTo(Recorded.CODE);
        assertThat(session.actions.runs).hasSize(1);
        Plan plan = session.actions.runs.get(0).plan();
        assertThat(plan.first().together()).isNotEmpty();
        return plan;
    }

    private static List<RunSpec> together(Plan workload) {
        return workload.first().together();
    }

    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void theShippedExampleRunsAloneAndThenAtOnce() {
        Plan workload = begun("run", "--workload", "example", "--embedded", "--repeats", "2", "--setup", "mine");
        assertThat(workload.campaign()).isEqualTo("example-20260304-050607");
        assertThat(workload.first().setup()).isEqualTo("mine");
        assertThat(workload.seed()).isEqualTo(Session.SEED);
        assertThat(together(workload)).hasSize(7);
        assertThat(workload.runs()).hasSize(4 * 2 + 7);
        assertThat(session.actions.runs.get(0).source().text()).contains("name: example");
    }

    @Test
    void aPartOfATraceIsScaledAndLiesBesideItsFile() throws IOException {
        write("mine/t.tsv", "a\t5\t5\t1000\t0\t10\nb\t10\t5\t2000\t2000\t10\nc\t30\t20\t1\t1\t1\n");
        write("mine/w.yaml", "name: w\nswim: {file: t.tsv, from: 5, to: 30, sizes: 0.5, time: 2}\n");
        Plan workload = begun("run", "--workload", "mine/w.yaml");
        assertThat(together(workload)).extracting(RunSpec::workloadJob).containsExactly("a", "b");
        assertThat(together(workload)).extracting(RunSpec::arrival).containsExactly(0.0, 10.0);
        assertThat(together(workload))
                .extracting(run -> run.settings().get("input_bytes"))
                .containsExactly("500", "1000");
        assertThat(together(workload))
                .extracting(run -> run.settings().get("workload_class"))
                .containsExactly("q1", "q2");
    }

    @Test
    void aTraceThatCannotBeReadIsRefusedWithItsPlace() throws IOException {
        write("w.yaml", "name: w\nswim: {file: t.tsv}\n");
        assertThat(session.run("run", "--workload", "w.yaml")).isEqualTo(2);
        assertThat(session.err()).contains("the trace cannot be read");
        write("t.tsv", "a\t5\n");
        assertThat(session.run("run", "--workload", "w.yaml")).isEqualTo(2);
        assertThat(session.err()).contains("t.tsv: line 1: 2 columns");
        write("t.tsv", "a\t5\t5\t1\t1\t1\n");
        write("w.yaml", "name: w\nswim: {file: t.tsv, from: 9}\n");
        assertThat(session.run("run", "--workload", "w.yaml")).isEqualTo(2);
        assertThat(session.err()).contains("no job is submitted from 9.0 s");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void moreTasksThanAJobMayHaveAreRefused() throws IOException {
        write("w.yaml", "name: w\njobs: [{name: a, arrival: 0, input: 1TB}]\nbytes_per_map: 1KB\n");
        assertThat(session.run("run", "--workload", "w.yaml")).isEqualTo(2);
        assertThat(session.err()).contains("too many tasks for a job");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--resume",
                "--suite quick",
                "--experiment upgrade",
                "--jobs scaled",
                "--visits 2",
                "--contended 0.1",
                "--bytes-per-node 1MB"
            })
    void whatDoesNotFitAWorkloadIsRefused(String option) {
        String[] arguments = ("run --workload example " + option).split(" ");
        assertThat(session.run(arguments)).isEqualTo(2);
        assertThat(session.err()).contains("error: " + option.split(" ")[0] + ": ");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    private void setup(String name, String way) throws IOException {
        write(name + ".yaml", """
                name: %s
                devices:
                  hdd: {kind: hdd, count: 1}
                hdfs: hdd
                shuffle: hdd
                way: %s
                """.formatted(name, way));
    }

    @Test
    void commandsThatApplyASetupHaveToBeAllowed() throws IOException {
        setup("flash", "{kind: command, apply: a, verify: b, restore: c}");
        assertThat(session.run("run", "--workload", "example", "--setup", "flash.yaml"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--allow-disruptive: missing", "flash.yaml", "1 problem;");
        assertThat(session.run("run", "--workload", "example", "--setup", "flash.yaml", "--allow-disruptive"))
                .isEqualTo(Recorded.CODE);
    }

    @Test
    void severalSetupsAreVisitedInTurnsAndTheirOptionsAreSaved() throws IOException {
        setup("one", "{kind: as-is}");
        setup("two", "{kind: as-is}");
        Plan workload = begun(
                "run",
                "--workload",
                "example",
                "--setup",
                "one.yaml",
                "--setup",
                "two.yaml",
                "--visits",
                "2",
                "--repeats",
                "1",
                "--queue",
                "bench");
        CampaignRequest request = session.actions.runs.get(0);
        assertThat(workload.setups()).containsExactly("one", "two");
        List<String> order = workload.visits().stream().map(Plan.Visit::setup).toList();
        assertThat(order.subList(0, 2)).containsExactlyInAnyOrder("one", "two");
        assertThat(order.get(2)).isEqualTo(order.get(1));
        assertThat(order.get(3)).isEqualTo(order.get(0));
        assertThat(workload.visits())
                .allSatisfy(visit -> assertThat(visit.runs()).hasSize(4 + 7));
        assertThat(request.setups()).hasSize(2);
        assertThat(request.options().saved().texts()).containsEntry("--queue", "bench");
    }

    @Test
    void disksOfItsSetupsAreEmulated() {
        assertThat(session.run(
                        "plan",
                        "--workload",
                        "example",
                        "--setup",
                        "hdd-11",
                        "--setup",
                        "ssd",
                        "--emulate",
                        "60",
                        "--lab-size",
                        "32GB"))
                .as(session::err)
                .isZero();
        assertThat(session.out())
                .contains("setups     hdd-11, ssd", "emulated (Spindle)", "in each visit")
                .doesNotContain("as-is");
    }

    @Test
    void setupsOfAWorkloadAreFilesWithNamesOfTheirOwn() throws IOException {
        setup("one", "{kind: as-is}");
        assertThat(session.run("run", "--workload", "example", "--setup", "one.yaml", "--setup", "label"))
                .isEqualTo(2);
        assertThat(session.err()).contains("only a label");
        assertThat(session.run("run", "--workload", "example", "--setup", "one.yaml", "--setup", "one.yaml"))
                .isEqualTo(2);
        assertThat(session.err()).contains("two of the setups have the same name");
        assertThat(session.actions.nothingStarted()).isTrue();
    }

    @Test
    void thePlanOfSeveralSetupsShowsVisitsAndArrivals() throws IOException {
        setup("one", "{kind: as-is}");
        setup("two", "{kind: as-is}");
        assertThat(session.run("plan", "--workload", "example", "--setup", "one.yaml", "--setup", "two.yaml"))
                .isZero();
        assertThat(session.out())
                .contains(
                        "workload   example: 7 jobs at once, after their runs alone, in each visit",
                        "scan-1 (scan): input 512MB, shuffle 4MB, output 1MB; runs alone: 3",
                        "setups     one, two (the first is the baseline)",
                        "visits     5 to each setup");
    }

    @Test
    void aCommandOfItsSetupsFileHasToBeAllowed() throws IOException {
        write("seen.yaml", """
                name: seen
                devices:
                  hdd: {kind: hdd, count: 1}
                hdfs: hdd
                shuffle: hdd
                way: {kind: as-is, verify: mount}
                """);
        assertThat(session.run("run", "--workload", "example", "--setup", "seen.yaml"))
                .isEqualTo(2);
        assertThat(session.err()).contains("--allow-disruptive: missing", "seen.yaml: `mount`", "1 problem;");
        assertThat(session.run("run", "--workload", "example", "--setup", "seen.yaml", "--allow-disruptive"))
                .isEqualTo(Recorded.CODE);
    }

    @Test
    void aClusterThatAnEarlierCampaignLeftChangedIsRefused() throws IOException {
        write("results/quick-1/restore-due.json", "{");

        assertThat(session.run("run", "--workload", "example")).isEqualTo(2);
        assertThat(session.err()).contains("changed the cluster and did not change it back", "1 problem;");
    }

    @Test
    void aWorkloadOnOneSetupIsResumedLikeOneOnSeveral() throws IOException {
        CampaignRequest request = request("run", "--workload", "example", "--queue", "q");
        BegunCampaign.write(request);
        Session later = new Session(directory);

        later.run("run", "--resume");

        assertThat(later.err()).isEmpty();
        assertThat(later.actions.runs.get(0).plan()).isEqualTo(request.plan());
        assertThat(later.actions.runs.get(0).options().cluster.queue).isEqualTo("q");
    }

    @Test
    void thePlanIsPrintedAndWorkloadsAreListed() {
        assertThat(session.run("plan", "--workload", "example")).isZero();
        assertThat(session.out()).contains("arrival          10.0 s  scan-1 (scan): input 512MB");
        assertThat(session.run("list", "workloads")).isZero();
        assertThat(session.out()).contains("example  7 jobs");
    }

    @Test
    void checkTakesAllOfItsRuns() {
        assertThat(session.run("check", "--workload", "example")).isEqualTo(Recorded.CODE);
        assertThat(session.actions.checks.get(0).plan().runs()).hasSize(4 * 3 + 7);
    }
}
