package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.conf.ByteSize;
import org.spindlebench.runner.conf.Experiment.VisitOrder;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.SmallPlan;

/** Two directories of this machine are on two devices here: one on a disk, and one in memory. */
class ComparedDirectoriesTest {
    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir
    private Path directory;

    private Path disk;
    private Path memory;
    private Session session;

    @BeforeEach
    void make() throws IOException {
        assumeThat(MEMORY).isDirectory().isWritable();
        disk = Files.createDirectory(directory.resolve("disk"));
        memory = Files.createTempDirectory(MEMORY, "spindle-compared");
        session = new Session(directory);
    }

    @AfterEach
    void remove() throws IOException {
        Files.deleteIfExists(memory);
    }

    private String both() {
        return "hdd=" + disk + ",ram=" + memory;
    }

    private CampaignRequest begun(String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", "--embedded", "--compare", both()));
        arguments.addAll(List.of(more));
        assertThat(session.run(arguments.toArray(String[]::new)))
                .as(session.err())
                .isEqualTo(Recorded.CODE);
        return session.actions.runs.get(0);
    }

    private String refused(String... arguments) {
        assertThat(session.run(arguments)).isEqualTo(2);
        return session.err();
    }

    @Test
    void eachDirectoryIsVisitedFourTimesWithTheSuiteHour() {
        CampaignRequest request = begun();

        assertThat(request.plan().experiment()).isEqualTo("compare");
        assertThat(request.plan().suite()).isEqualTo("hour");
        assertThat(request.plan().setups()).containsExactly("hdd", "ram");
        assertThat(request.plan().shape().order()).isEqualTo(VisitOrder.ABBA);
        assertThat(request.plan().visits()).hasSize(8);
        assertThat(request.plan().first().runs())
                .extracting(RunSpec::job)
                .containsExactlyInAnyOrder("terasort", "shuffle", "hdfs-write", "dfsio-read");
        assertThat(request.setups()).allSatisfy(each -> {
            assertThat(request.cluster(each)).isEqualTo(Cluster.EMBEDDED);
            assertThat(request.options().embedded.dataNodes()).isEqualTo(1);
        });
        assertThat(request.source().sized().orElseThrow().bySetup())
                .containsEntry("hdd", disk)
                .containsEntry("ram", memory);
    }

    @Test
    void whatIsWrittenToHdfsIsForcedToTheDevice() {
        assertThat(begun().plan().first().runs())
                .filteredOn(run -> run.job().equals("hdfs-write"))
                .singleElement()
                .satisfies(run -> assertThat(run.settings())
                        .as("sync: block is its default")
                        .doesNotContainKey("sync"));
    }

    @Test
    void theNameOfAScaledRunStatesItsSize() {
        CampaignRequest request = begun();
        assertThat(SmallPlan.scaled(request.plan(), 0.25).first().runs()).allSatisfy(run -> assertThat(run.id())
                .contains("-" + ByteSize.format(run.size().bytes()) + "-"));
    }

    @Test
    void hdfsAndTheShuffleAreInEachDirectory() {
        CampaignRequest request = begun();
        assertThat(request.setups().get(1).dataDirectories(request.options().embedded))
                .singleElement()
                .satisfies(data -> assertThat(data.path()).isEqualTo(memory.resolve("spindle-hdfs")));
        assertThat(request.setups().get(1).localDirectories(request.options().embedded))
                .containsExactly(memory.resolve("spindle-shuffle"));
    }

    @Test
    void withLocalOnlyTheShuffleIsInEachDirectory() throws IOException {
        // Most machines of tests have two devices, so this one does not ask which they are.
        Path hdfs = Files.createDirectory(directory.resolve("elsewhere"));
        ComparedDirectories compared = new ComparedDirectories(
                Map.of("hdd", disk, "ram", memory),
                Optional.of(hdfs),
                ComparedDirectories.DirectoryLayout.of(List.of(disk, memory, hdfs)));
        Problems problems = new Problems();

        assertThat(compared.setups(problems)).hasSize(2).allSatisfy(setup -> assertThat(setup.text())
                .contains(hdfs.resolve("spindle-hdfs").toString())
                .containsAnyOf(
                        disk.resolve("spindle-shuffle").toString(),
                        memory.resolve("spindle-shuffle").toString()));
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void withLocalHdfsStaysWhereItIsTold() throws IOException {
        Path hdfs = Files.createDirectory(directory.resolve("hdfs"));
        assertThat(refused("run", "--embedded", "--local", "--data-dirs", hdfs.toString(), "--compare", both()))
                .contains("--local: HDFS would be on ", ", as hdd is");
    }

    @Test
    void theFilesThatItStandsForCanBeReadAgain() {
        CampaignRequest request = begun();
        Problems problems = new Problems();

        assertThat(ExperimentReader.read("experiment.yaml", request.source().text(), problems))
                .hasValueSatisfying(read -> {
                    assertThat(read.setups()).containsExactly("hdd", "ram");
                    assertThat(read.suite()).isEqualTo("hour");
                    assertThat(read.shape()).isEqualTo(request.plan().shape());
                });
        assertThat(request.options().saved().texts()).containsEntry("--datanodes", "1");
        request.setups().forEach(setup -> assertThat(setup.text()).contains("name: \"" + setup.name() + "\""));
        assertThat(problems.list()).isEmpty();
    }

    @Test
    void otherOptionsWorkAsWithAnyExperiment() {
        CampaignRequest request = begun(
                "--suite", "quick", "--jobs", "teragen,terasort", "--visits", "2", "--repeats", "3", "--out", "o");

        assertThat(request.plan().runs()).hasSize(2 * 2 * 2 * 3);
        assertThat(request.plan().campaign()).startsWith("compare-");
        assertThat(request.options().out).isEqualTo(directory.resolve("o"));
        assertThat(request.source().sized()).as("only the suite hour is sized").isEmpty();
    }

    @Test
    void aSizeOfTheUserIsKept() {
        assertThat(begun("--bytes-per-node", "64MB").source().sized()).isEmpty();
    }

    @Test
    void oneDeviceUnderTwoNamesIsRefused() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));

        assertThat(refused("run", "--embedded", "--compare", "a=" + disk + ",b=" + other))
                .contains("a and b are both on ", "nothing would differ between them", "nothing was started.");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));

        assertThat(refused(
                        "run",
                        "--embedded",
                        "--setup",
                        "ssd",
                        "--compare",
                        "a=" + disk + ",b=" + other + ",c=/no/such,/mnt/d,e f=" + memory))
                .contains(
                        "--setup: cannot be combined with --compare",
                        "c=/no/such",
                        "no such directory",
                        "/mnt/d",
                        "not NAME=DIR",
                        "e f=",
                        "a and b are both on ",
                        "5 problem");
    }

    @Test
    void oneDirectoryIsNoComparison() {
        assertThat(refused("run", "--embedded", "--compare", "a=" + disk)).contains("nothing to compare it with");
    }

    @Test
    void localNeedsDirectoriesToCompare() {
        assertThat(refused("run", "--embedded", "--local")).contains("--local: needs --compare");
    }

    @Test
    void embeddedAloneRunsQuick() {
        assertThat(session.run("run", "--embedded")).as(session.err()).isEqualTo(Recorded.CODE);
        assertThat(session.actions.runs.get(0).plan().suite()).isEqualTo("quick");
    }

    @Test
    void withoutEmbeddedASuiteMustBeNamed() {
        assertThat(refused("run")).contains("--suite: missing");
    }
}
