package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;

/** Tests which limits of a cluster {@code plan --for-nodes} finds without a cluster. */
class PlanForNodesTest {
    private static final int LIMIT_SECONDS = 60;

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
                .contains("error: --for-nodes 300: mapreduce.job.split.metainfo.maxsize: terasort has about 738")
                .contains("wordcount: its input would be 737608 files")
                .contains("raise -Xmx")
                .contains("a cluster of 300 nodes cannot run this plan.");
    }

    /** The cap is that of all jobs that make data, whether they write it or only shuffle it. */
    @ParameterizedTest
    @CsvSource({"hdfs-write", "shuffle", "teragen", "terasort", "wordcount", "dfsio-read", "testdfsio-write", "sort"})
    void moreMapsThanMakeDataAreRefusedForEveryJob(String job) {
        String[] asked = {
            "plan",
            "--suite=full",
            "--for-nodes=1000",
            "--jobs=" + job,
            "--slots=120000",
            "-Dyarn.app.mapreduce.am.command-opts=-Xmx8g",
            "-Dyarn.app.mapreduce.am.resource.mb=10240",
            "-Dmapreduce.job.split.metainfo.maxsize=-1",
            "-Dmapreduce.terasort.partitions.sample=100000"
        };
        assertThat(session.run(asked)).isEqualTo(2);
        assertThat(session.err())
                .contains("--for-nodes 1000: " + job + " would need a job of 120000 maps, but a job that makes data has"
                        + " at most 100000; lower --slots");
        asked[4] = "--slots=99999";
        assertThat(session.run(asked)).as(session.err()).isZero();
    }

    /** 40 containers on each of 1,000 nodes: the remedies are numbers with which the warning goes. */
    @Test
    void aShuffleOfSmallSegmentsIsPlannedWithAWarningAndItsRemedies() {
        String[] asked = {"plan", "--suite=paper", "--jobs=shuffle", "--for-nodes=1000", "--slots=40000"};
        assertThat(session.run(asked)).as(session.err()).isZero();
        assertThat(session.err())
                .contains("warning: shuffle: 40000 maps and 40000 reduces leave 21.5 kB for a segment, which is a map's"
                        + " output for one reduce.")
                .contains("Lower --slots to 23157 or the setting `reduces` to 13406, or raise --bytes-per-node to"
                        + " 98462MB.");

        assertThat(warned("--slots=23157")).isFalse();
        assertThat(warned("--slots=23158")).isTrue();
        assertThat(warned("--slots=40000", "-Dmapreduce.job.reduces=13406")).isFalse();
        assertThat(warned("--slots=40000", "-Dmapreduce.job.reduces=13407")).isTrue();
        assertThat(warned("--slots=40000", "--bytes-per-node=98462MB")).isFalse();
        assertThat(warned("--slots=40000", "--bytes-per-node=98461MB")).isTrue();
    }

    @Test
    void rowsThatAreSplitAtBlocksNeedFewerReducesOrLargerBlocks() {
        String[] asked = {"plan", "--suite=paper", "--jobs=terasort", "--for-nodes=300", "--slots=2399"};
        assertThat(session.run(asked)).as(session.err()).isZero();
        assertThat(session.err())
                .contains("warning: terasort: ")
                .contains("Lower --slots or the setting `reduces` to 2163, or raise `block_size`.");
    }

    private boolean warned(String... more) {
        Session other = new Session(directory);
        String[] args = new String[more.length + 4];
        System.arraycopy(new String[] {"plan", "--suite=paper", "--jobs=shuffle", "--for-nodes=1000"}, 0, args, 0, 4);
        System.arraycopy(more, 0, args, 4, more.length);
        assertThat(other.run(args)).as(other.err()).isZero();
        return other.err().contains("warning: shuffle: ");
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

    /** The papers' clusters: SanDisk has 6 workers, ALOJA 8. Cloudera's paper gives all sizes per node. */
    @ParameterizedTest
    @CsvSource({
        "new-cluster, 6",
        "upgrade, 6",
        "fair-upgrade, 6",
        "equal-cost, 6",
        "hybrid-modes, 6",
        "hybrid-split, 6",
        "data-size, 6",
        "io-sizes, 6",
        "sandisk, 6",
        "aloja, 8"
    })
    void everyShippedStudyFitsThePapersDisks(String experiment, int nodes) {
        assertThat(session.run(
                        "plan",
                        "--experiment",
                        experiment,
                        "--for-nodes",
                        String.valueOf(nodes),
                        "--slots",
                        String.valueOf(12 * nodes)))
                .as(session.err())
                .isZero();
    }

    @Test
    void noShippedExperimentIsMissingAbove() {
        assertThat(new ConfFinder(ConfKind.EXPERIMENT, directory).names())
                .containsExactlyInAnyOrder(
                        "new-cluster",
                        "upgrade",
                        "fair-upgrade",
                        "equal-cost",
                        "hybrid-modes",
                        "hybrid-split",
                        "data-size",
                        "io-sizes",
                        "sandisk",
                        "aloja");
    }

    @Test
    void aPlanThatASetupHasNoRoomForIsRefused() {
        assertThat(session.run(
                        "plan",
                        "--experiment",
                        "data-size",
                        "--for-nodes",
                        "6",
                        "--slots",
                        "72",
                        "-Dspindle.replication=3"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("setup ssd states 1300.0 GB per node for HDFS")
                .contains("at its peak; lower --bytes-per-node")
                .doesNotContain("setup hdd-11");
    }

    /** Sizes per node are checked without a number of nodes. dfsio-write and shuffle are never there together. */
    @Test
    void aSetupsRoomIsCheckedForSizesPerNode() throws Exception {
        Path suite = Files.writeString(directory.resolve("both.yaml"), """
                name: both
                bytes_per_node: 330GB
                repeats: 1
                runs:
                  - jobs: [dfsio-write, shuffle]
                    compression: none
                """);
        assertThat(session.run("plan", "--suite", suite.toString(), "--setup", "ssd"))
                .as(session.err())
                .isZero();

        assertThat(session.run("plan", "--suite", suite.toString(), "--setup", "ssd", "--bytes-per-node", "440GB"))
                .isEqualTo(2);
        assertThat(session.err())
                .contains("setup ssd states 1300.0 GB per node for HDFS", "at least 1320.0 GB at its peak")
                .contains("the setups have no room for this plan");
    }

    /** Runs in a new JVM, because another test may have loaded HDFS's configuration files into this one. */
    @Test
    void blocksAreThoseOfTheClientsFiles() throws IOException, InterruptedException {
        Path conf = Files.createDirectory(directory.resolve("conf"));
        assertThat(planned(conf)).isEqualTo(2);
        Files.writeString(
                conf.resolve("hdfs-site.xml"),
                "<configuration><property><name>dfs.blocksize</name><value>1g</value></property></configuration>");
        assertThat(planned(conf))
                .as(Files.readString(directory.resolve("said")))
                .isZero();
    }

    private int planned(Path conf) throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        conf + File.pathSeparator + System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "plan",
                        "--suite=quick",
                        "--jobs=terasort",
                        "--bytes-per-node=330GB",
                        "--for-nodes=300",
                        "--slots=2399")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile())
                .start();
        try {
            assertThat(jvm.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            return jvm.exitValue();
        } finally {
            jvm.destroyForcibly();
        }
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
