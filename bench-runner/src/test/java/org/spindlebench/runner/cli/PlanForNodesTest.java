package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code plan --for-nodes} finds of a cluster's limits without a cluster. */
class PlanForNodesTest {
    @TempDir
    Path directory;

    private Session session;

    @BeforeEach
    void open() {
        session = new Session(directory);
    }

    private int plan(String... more) {
        String[] args = new String[more.length + 3];
        System.arraycopy(new String[] {"plan", "--suite", "paper"}, 0, args, 0, 3);
        System.arraycopy(more, 0, args, 3, more.length);
        return session.run(args);
    }

    @Test
    void thePapersSizeFitsThreeHundredNodes() {
        assertThat(plan("--for-nodes", "300", "--slots", "2399", "--bytes-per-node", "33GB"))
                .as(session.err())
                .isZero();
        assertThat(session.out()).contains("suite      paper");
    }

    @Test
    void tenTimesAsMuchIsPlannedAndRefusedWithTheRemedies() {
        assertThat(plan("--for-nodes", "300", "--slots", "2399", "--bytes-per-node", "330GB"))
                .isEqualTo(2);
        assertThat(session.out()).contains("suite      paper");
        assertThat(session.err())
                .contains("command line: --for-nodes 300: mapreduce.job.split.metainfo.maxsize: terasort has about 738")
                .contains("wordcount: its input would be 737608 files")
                .contains("raise -Xmx")
                .contains("a cluster of 300 nodes cannot run this plan.");
    }

    @Test
    void settingsOfTheCommandLineAreThoseOfTheCheck() {
        assertThat(plan(
                        "--for-nodes=300",
                        "--slots=2399",
                        "--bytes-per-node=330GB",
                        "--jobs=terasort",
                        "-Dmapreduce.job.split.metainfo.maxsize=-1",
                        "-Dyarn.app.mapreduce.am.command-opts=-Xmx8g"))
                .as(session.err())
                .isZero();
    }

    @Test
    void withoutSlotsNodesAreThoseOfHadoopsDefaults() {
        assertThat(plan("--for-nodes=3000", "--bytes-per-node=330GB", "--jobs=terasort"))
                .isEqualTo(2);
        assertThat(session.err()).contains("terasort has about 7415382 tasks");
    }

    @Test
    void visitsOfAnExperimentAreLookedAtToo() {
        assertThat(session.run(
                        "plan",
                        "--suite=paper",
                        "--setup=one",
                        "--setup=two",
                        "--bytes-per-node=330GB",
                        "--for-nodes=300"))
                .isEqualTo(2);
    }

    @Test
    void aNumberOfNodesIsOne() {
        assertThat(plan("--for-nodes=many")).isEqualTo(2);
        assertThat(session.out()).isEmpty();
        assertThat(session.err()).contains("--for-nodes").contains("many").contains("nothing was started");
    }

    @Test
    void onlyThePlanTakesIt() {
        assertThat(session.run("run", "--suite=quick", "--for-nodes=3")).isEqualTo(2);
        assertThat(session.err()).contains("--for-nodes");
    }
}
