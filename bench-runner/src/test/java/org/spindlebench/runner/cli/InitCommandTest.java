package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.PriceListReader;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.RunSpec;

/** What {@code init} writes is taken by the commands that it names. */
class InitCommandTest {
    /** Before an experiment, Spindle says how likely it is to decide its hypotheses. */
    private static final String ODDS = "decided    how likely .*|( +[0-9]+ %)+( {3}.*)?";

    @TempDir
    private Path directory;

    private Session session;

    @BeforeEach
    void open() {
        session = new Session(directory);
    }

    private String init(String... arguments) {
        Session writing = new Session(directory);
        String[] all = new String[arguments.length + 1];
        all[0] = "init";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        assertThat(writing.run(all)).as(writing.err()).isZero();
        return writing.out();
    }

    private CampaignRequest begun(String... arguments) {
        assertThat(session.run(arguments)).as(session.err()).isEqualTo(Recorded.CODE);
        assertThat(session.err().lines().filter(line -> !line.matches(ODDS))).isEmpty();
        return session.actions.runs.get(0);
    }

    @Test
    void aSetupStartsAClusterInItsDirectories() {
        assertThat(init("setup", "mine.yaml")).contains("Written: ", "mine.yaml", "spindle run --suite quick --setup");

        CampaignRequest request = begun("run", "--suite", "quick", "--setup", "mine.yaml");
        assertThat(request.cluster(request.setups().get(0))).isEqualTo(Cluster.EMBEDDED);
        assertThat(request.setups().get(0).name()).isEqualTo("mine");
        assertThat(request.setups().get(0).dataDirectories(request.options().embedded))
                .singleElement()
                .satisfies(data -> assertThat(data.path().getFileName()).hasToString("spindle-mine-hdfs"));
    }

    @Test
    void aSuiteRunsOnAClusterOfThisMachine() {
        init("suite");

        CampaignRequest request = begun("run", "--embedded", "--suite", "suite.yaml");
        assertThat(request.plan().runs())
                .extracting(RunSpec::job)
                .containsOnly("terasort", "shuffle", "hdfs-write")
                .hasSize(15);
    }

    @Test
    void anExperimentComesWithItsTwoSetups() {
        init("experiment", "aa.yaml");
        assertThat(directory).isDirectoryContaining("glob:**/aa-a.yaml").isDirectoryContaining("glob:**/aa-b.yaml");

        CampaignRequest request = begun("run", "--experiment", "aa.yaml");
        assertThat(request.plan().setups()).containsExactly("aa-a", "aa-b");
        assertThat(request.plan().visits()).hasSize(4);
    }

    @Test
    void aProgramNeedsPermissionOnly() {
        init("job");

        CampaignRequest request = begun("run", "--embedded", "--allow-disruptive", "--suite", "job.yaml");
        assertThat(request.plan().runs()).extracting(RunSpec::job).containsOnly("my-job");
    }

    @Test
    void aPriceListHasTheNameOfItsFile() throws IOException {
        init("prices", "ours.yaml");

        Problems problems = new Problems();
        assertThat(new ConfFinder(ConfKind.PRICES, directory).read("ours.yaml", PriceListReader::read, problems))
                .isPresent();
        assertThat(directory.resolve("ours.yaml")).content().contains("name: ours");
        assertThat(problems.list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"setup", "suite", "experiment", "prices", "job"})
    void aFileIsNeverReplaced(String kind) throws IOException {
        Path there = directory.resolve("there.yaml");
        Files.writeString(there, "mine");

        assertThat(session.run("init", kind, "there.yaml")).isEqualTo(2);
        assertThat(session.err()).contains("the file exists, and is not replaced", "nothing was written.");
        assertThat(there).hasContent("mine");
    }

    @Test
    void norIsAFileNextToIt() throws IOException {
        Files.writeString(directory.resolve("aa-b.yaml"), "mine");

        assertThat(session.run("init", "experiment", "aa.yaml")).isEqualTo(2);
        assertThat(directory.resolve("aa.yaml")).doesNotExist();
        assertThat(directory.resolve("aa-b.yaml")).hasContent("mine");
    }

    @ParameterizedTest
    @CsvSource({
        "init,               the command does not say what to write",
        "init setups,        unknown kind of file",
        "init setup a.txt,   ends in .yaml",
        "init setup no/a.yaml, no such directory"
    })
    void whatIsWrongIsSaid(String line, String reason) {
        assertThat(session.run(line.split(" "))).isEqualTo(2);
        assertThat(session.err()).contains(reason, "nothing was written.");
        assertThat(directory).isEmptyDirectory();
    }
}
