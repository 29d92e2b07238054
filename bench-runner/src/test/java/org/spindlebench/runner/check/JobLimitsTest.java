package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.runner.run.Fixtures.GIB;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.split.JobSplit;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.run.LargeCluster;
import org.spindlebench.runner.run.Sizing;

/**
 * Tests what keeps the jobs of the suite {@code paper} from running on 300 nodes of 8 containers, and that Hadoop's own
 * code has the same limits.
 */
class JobLimitsTest {
    private static final int NODES = 300;
    private static final int SLOTS = 2_399;
    private static final long BLOCK = 128L << 20;
    private static final long GB = 1_000_000_000;
    private static final long LIMIT = 10_000_000;
    private static final List<String> JOBS =
            List.of("teragen", "terasort", "teravalidate", "teraread", "wordcount", "shuffle", "hdfs-write");

    @TempDir
    Path directory;

    private record Asked(long block, long splitMeta, long amHeap, int letters) {}

    private static final Asked USUAL = new Asked(BLOCK, LIMIT, 1L << 30, 12);

    private static Sizing sizing(Asked asked) {
        List<NodeShape> nodes = LargeCluster.hosts(NODES, asked.letters()).stream()
                .map(host -> new NodeShape(host, 8 * GIB, 0, 8, 0))
                .toList();
        ClusterShape shape = new ClusterShape(
                nodes,
                new QueueShape("default", true, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, "rest"),
                GIB / 2,
                8 * GIB,
                8,
                false,
                LargeCluster.hosts(NODES, asked.letters()),
                3);
        ContainerSize task = new ContainerSize(GIB, 1);
        TaskRequests requests =
                new TaskRequests(task, task, task, 0, 0, asked.amHeap(), asked.block(), asked.splitMeta());
        return new Sizing(shape, null, 7, any -> requests);
    }

    private static List<String> problems(String job, long bytesPerNode, Asked asked) {
        Set<String> problems = new LinkedHashSet<>();
        RunSpec run = Fixtures.spec(1, job, bytesPerNode);
        new JobLimits(sizing(asked), 4 * GIB).problems(run, problems);
        return List.copyOf(problems);
    }

    @Test
    void theSuiteOfThePaperRunsOnThreeHundredNodes() {
        for (String job : JOBS) {
            assertThat(problems(job, 33 * GB, USUAL)).as(job).isEmpty();
        }
    }

    @Test
    void withTenTimesTheBytesEachJobThatCanNotRunIsNamedWithItsRemedies() {
        assertThat(problems("teragen", 330 * GB, USUAL)).isEmpty();
        assertThat(problems("shuffle", 330 * GB, USUAL)).isEmpty();
        assertThat(problems("terasort", 330 * GB, USUAL))
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("mapreduce.job.split.metainfo.maxsize: terasort has about 738")
                        .contains("refuses more than 10.0 MB")
                        .contains("block_size"))
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("yarn.app.mapreduce.am.command-opts: terasort has about 741")
                        .contains("its heap is 1024 MiB")
                        .contains("yarn.app.mapreduce.am.resource.mb"));
        assertThat(problems("teraread", 330 * GB, USUAL))
                .as("its input is made by TeraSort")
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem).contains("the TeraSort that makes the input of teraread"));
        assertThat(problems("wordcount", 330 * GB, USUAL))
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("wordcount: its input would be 737608 files")
                        .contains("block_size of at least 990000001 bytes"))
                .anySatisfy(problem -> assertThat(problem).startsWith("wordcount: a text has at most"));
    }

    @Test
    void splitsThatNameHostsOfLongNamesAreTooManyWithThemAndNotWithoutThem() {
        Set<String> problems = new LinkedHashSet<>();
        RunSpec plain = Fixtures.spec(1, "hdfs-write", GB);
        Map<String, String> placed = Map.of(JobKeys.PLACEMENT, JobKeys.HOSTS, JobKeys.FILES, "100000");
        JobLimits limits = new JobLimits(sizing(new Asked(BLOCK, LIMIT, 2 * GIB, 100)), 4 * GIB);

        limits.problems(
                new RunSpec(plain.id(), 1, 1, 1, plain.job(), plain.size(), plain.settings(), placed), problems);

        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("mapreduce.job.split.metainfo.maxsize: hdfs-write has about 100000 splits, 11.2 MB")
                .contains("give --no-split-hosts");
        problems.clear();
        limits.problems(
                new RunSpec(
                        plain.id(),
                        1,
                        1,
                        1,
                        plain.job(),
                        plain.size(),
                        plain.settings(),
                        Map.of(JobKeys.FILES, "100000")),
                problems);
        assertThat(problems).isEmpty();
    }

    @Test
    void theRemediesHelp() {
        Asked larger = new Asked(1L << 30, LIMIT, 1L << 30, 12);
        Asked unlimited = new Asked(BLOCK, -1, 8L << 30, 12);
        for (String job : List.of("terasort", "teraread", "teravalidate")) {
            assertThat(problems(job, 330 * GB, larger)).as(job).isEmpty();
            assertThat(problems(job, 330 * GB, unlimited)).as(job).isEmpty();
        }
        assertThat(problems("wordcount", 230 * GB, larger)).isEmpty();
    }

    @Test
    void theSampleOfTerasortMustFitTheClient() {
        Set<String> problems = new LinkedHashSet<>();
        new JobLimits(sizing(USUAL), 128L << 20).problems(Fixtures.spec(1, "terasort", GB), problems);
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("mapreduce.terasort.partitions.sample: TeraSort samples 2399000 keys for 2399 reduces")
                .contains("HADOOP_CLIENT_OPTS");
    }

    @ParameterizedTest
    @CsvSource({"33, 12", "33, 40", "41, 30"})
    void hadoopsOwnSplitsAreWhatWasReckonedWith(long gigabytes, int letters) throws Exception {
        Asked asked = new Asked(BLOCK, LIMIT, 1L << 40, letters);
        JobLimits.Submission terasort = submission("terasort", gigabytes * GB, asked);
        List<InputSplit> splits = splits(gigabytes * GB, BLOCK, letters);
        assertThat((double) splits.size()).isCloseTo((double) terasort.splits(), within(0.01 * terasort.splits()));

        Configuration conf = written(splits, LIMIT);
        if (problems("terasort", gigabytes * GB, asked).isEmpty()) {
            assertThat(read(conf)).hasSize(splits.size());
        } else {
            assertThatThrownBy(() -> read(conf)).hasMessageContaining("Split metadata size exceeded");
        }
    }

    @Test
    void whatIsRefusedWouldFailInHadoopAndTheRemediesHelpThere() throws Exception {
        List<InputSplit> splits = splits(330 * GB, BLOCK, 12);
        assertThat(problems("terasort", 330 * GB, new Asked(BLOCK, LIMIT, 1L << 40, 12)))
                .hasSize(1);
        assertThatThrownBy(() -> read(written(splits, LIMIT))).hasMessageContaining("Split metadata size exceeded");

        List<InputSplit> larger = splits(330 * GB, 1L << 30, 12);
        assertThatCode(() -> read(written(larger, LIMIT))).doesNotThrowAnyException();
        assertThatCode(() -> read(written(larger, -1))).doesNotThrowAnyException();
    }

    private static JobLimits.Submission submission(String job, long bytesPerNode, Asked asked) {
        List<JobLimits.Submission> jobs =
                JobLimits.submissions(sizing(asked).size(Fixtures.spec(1, job, bytesPerNode)));
        return jobs.get(jobs.size() - 1);
    }

    /** Makes splits from the NameNode's listing, as a job's client does. */
    private static List<InputSplit> splits(long bytesPerNode, long block, int letters) throws IOException {
        long length = bytesPerNode * NODES / SLOTS;
        Job job = Job.getInstance(LargeCluster.holding(LargeCluster.hosts(NODES, letters), SLOTS, length, block));
        FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path("large:/data"));
        return new TextInputFormat().getSplits(job);
    }

    /** Writes the splits for the ApplicationMaster, as a job's client does. */
    private Configuration written(List<InputSplit> splits, long limit) throws IOException, InterruptedException {
        Configuration conf = new Configuration(false);
        conf.setLong(MRJobConfig.SPLIT_METAINFO_MAXSIZE, limit);
        FileSystem local = FileSystem.newInstanceLocal(conf);
        local.delete(JobSubmissionFiles.getJobSplitMetaFile(home()), false);
        JobSplitWriter.createSplitFiles(home(), conf, local, splits);
        return conf;
    }

    private org.apache.hadoop.fs.Path home() {
        return new org.apache.hadoop.fs.Path(directory.toUri());
    }

    /** Reads the splits as the ApplicationMaster does. */
    private JobSplit.TaskSplitMetaInfo[] read(Configuration conf) throws IOException {
        return SplitMetaInfoReader.readSplitMetaInfo(
                new JobID("1", 1), FileSystem.newInstanceLocal(conf), conf, home());
    }

    /**
     * The tests use the slots of a TeraSort, which are one fewer than the containers because of the ApplicationMaster.
     */
    @Test
    void theClusterHasTheSlotsThatTheSplitsAreMadeFor() {
        assertThat(sizing(USUAL).size(Fixtures.spec(1, "terasort", GB)).slots().chosen())
                .isEqualTo(SLOTS);
        assertThat(sizing(USUAL).shape().hosts()).isEqualTo(NODES);
    }
}
