package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.hdfs.HdfsReadBack;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.ContentMaker;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.JobRequest;

/**
 * Every proof passes on what a real job did, and fails by the right check if that is spoiled. WordCount's proof is in
 * {@link WordCountSplitsIT}. Every run of the suite shows that a sound shuffle passes. Runs 5 MapReduce jobs, the stock
 * ones; Spindle's own jobs run in this JVM.
 */
@ExtendWith(SharedEmbeddedJobs.class)
@BesideClusters
class ProofIT {
    private static final long BYTES = 2_000_000;
    private static final int TASKS = 2;
    private static final long SEED = 42;
    private static final String BASE = "/proof";
    private static final String REPLICATION = "replication of every block";
    private static final String BYTES_IN_HDFS = "bytes in HDFS";

    private static EmbeddedJobs jobs;
    private static LocalJobs local;
    private static FileSystem hdfs;
    private static RanJob generated;
    private static RanJob sorted;

    @BeforeAll
    static void generateAndSort(EmbeddedJobs shared) throws Exception {
        jobs = shared;
        hdfs = shared.fileSystem();
        local = new LocalJobs(hdfs);
        generated = jobs.run("teragen", request(null, null, "rows"));
        sorted = jobs.run("terasort", request("rows", manifest(), "sorted"));
    }

    @Test
    void teragenFailsByAWrongReplicationAndByALostFile() throws Exception {
        HdfsTree rows = tree("rows");
        assertThat(teragen(rows)).isEmpty();

        HdfsTree thinner = rows.copy("thinner");
        assertThat(teragen(thinner)).isEmpty();
        hdfs.setReplication(thinner.first(), (short) 2);
        assertThat(teragen(thinner)).containsExactly(REPLICATION);

        HdfsTree fewer = rows.copy("fewer");
        fewer.delete(fewer.first());
        assertThat(teragen(fewer)).containsExactly(BYTES_IN_HDFS);
    }

    @Test
    void terasortFailsByALostFileByATruncatedOneAndByMoreReplicas() throws Exception {
        HdfsTree whole = tree("sorted");
        assertThat(terasort(whole)).isEmpty();

        HdfsTree fewer = whole.copy("fewer");
        fewer.delete(fewer.first());
        assertThat(terasort(fewer)).containsExactly(BYTES_IN_HDFS);

        HdfsTree shorter = whole.copy("shorter");
        assertThat(terasort(shorter)).isEmpty();
        shorter.rewrite(shorter.first(), Rows.withoutLast(shorter.bytes(shorter.first()), Rows.BYTES));
        assertThat(terasort(shorter)).containsExactly(BYTES_IN_HDFS);

        HdfsTree thicker = whole.copy("thicker");
        hdfs.setReplication(thicker.first(), (short) 2);
        assertThat(terasort(thicker)).containsExactly(REPLICATION);
    }

    @Test
    void teravalidatePassesOnSortedRows() throws Exception {
        assertThat(teravalidate("sorted")).isEmpty();
    }

    @Test
    void teravalidateFailsByTwoSwappedRowsAlthoughTheStockToolReturnsZero() throws Exception {
        HdfsTree swapped = tree("sorted").copy("swapped");
        swapped.rewrite(swapped.first(), Rows.swapped(swapped.bytes(swapped.first()), 10, 500));
        assertThat(teravalidate("sorted-swapped")).containsExactly("rows out of order");
    }

    @Test
    void teravalidateFailsByADuplicateInAnotherRowsPlaceAlthoughTheOrderHolds() throws Exception {
        HdfsTree doubled = tree("sorted").copy("doubled");
        doubled.rewrite(doubled.first(), Rows.replacedByPredecessor(doubled.bytes(doubled.first()), 500));
        assertThat(teravalidate("sorted-doubled")).containsExactly("checksum of TeraValidate and TeraGen");
    }

    @Test
    void terareadFailsByAReadThatEndsEarly() throws Exception {
        assertThat(teraread("sorted")).isEmpty();

        HdfsTree shorter = tree("sorted").copy("truncated");
        shorter.rewrite(shorter.first(), Rows.withoutLast(shorter.bytes(shorter.first()), 10 * Rows.BYTES));
        assertThat(teraread("sorted-truncated")).containsExactly("rows read", "bytes read");
    }

    @Test
    void shuffleFailsByRecordsThatGetLost(@TempDir Path directory) throws Exception {
        assertThat(shuffle(SpoilingCombiner.settings(SpoilingCombiner.Loses.class, directory)))
                .containsExactly(
                        "bytes drained and made",
                        "records drained and made",
                        "checksum of all records, drained and made");
    }

    @Test
    void shuffleFailsByBytesThatChangeOnTheWay(@TempDir Path directory) throws Exception {
        assertThat(shuffle(SpoilingCombiner.settings(SpoilingCombiner.Alters.class, directory)))
                .containsExactly("checksum of all records, drained and made");
    }

    @Test
    void hdfsWriteFailsByALostFileAndByMoreReplicasAndItsReadBackFindsAFlippedByte() throws Exception {
        RanJob write = local.run("hdfs-write", request(null, null, "random"));
        HdfsTree random = tree("random");
        assertThat(failed("hdfs-write", write, random)).isEmpty();

        HdfsTree fewer = random.copy("fewer");
        fewer.delete(fewer.first());
        assertThat(failed("hdfs-write", write, fewer)).containsExactly("files written", BYTES_IN_HDFS);

        HdfsTree thicker = random.copy("thicker");
        hdfs.setReplication(thicker.first(), (short) 2);
        assertThat(failed("hdfs-write", write, thicker)).containsExactly(REPLICATION);

        byte[] content = random.bytes(random.first());
        content[content.length / 2] ^= 1;
        random.rewrite(random.first(), content);
        RanJob readBack = local.run(readBack(write.request()), write.request());
        assertThat(readBack.done().counter(HdfsReadBack.Counter.FILES)).isEqualTo(TASKS);
        assertThat(readBack.done().counter(HdfsReadBack.Counter.BYTES)).isEqualTo(BYTES);
        assertThat(readBack.done().counter(HdfsReadBack.Counter.MISMATCHES)).isEqualTo(1);
    }

    private static List<String> teragen(HdfsTree output) throws IOException {
        return failed("teragen", generated, output);
    }

    private static List<String> terasort(HdfsTree output) throws IOException {
        return failed("terasort", sorted, output);
    }

    /** Returns the checks that fail if a job's output is in this directory. */
    private static List<String> failed(String job, RanJob ran, HdfsTree output) throws IOException {
        return Verdict.of(job, ran.doneWith(output.path()), jobs.storage()).failed();
    }

    private static List<String> teravalidate(String input) throws IOException, InterruptedException {
        return run("teravalidate", request(input, manifest(), "report-of-" + input));
    }

    private static List<String> teraread(String input) throws Exception {
        return runHere("teraread", request(input, manifest(), "none"));
    }

    private static List<String> shuffle(Map<String, String> settings) throws Exception {
        return runHere("shuffle", new JobRequest(BYTES, TASKS, TASKS, 3, SEED, null, null, BASE + "/none", settings));
    }

    private static List<String> run(String job, JobRequest request) throws IOException, InterruptedException {
        return Verdict.of(job, jobs.run(job, request).done(), jobs.storage()).failed();
    }

    private static List<String> runHere(String job, JobRequest request) throws Exception {
        return Verdict.of(job, local.run(job, request).done(), jobs.storage()).failed();
    }

    private static ToolCall readBack(JobRequest written) {
        return new ToolCall(
                ToolName.HDFS_READ_BACK,
                List.of(written.outputPath()),
                Map.of("spindle.seed", String.valueOf(written.seed())));
    }

    private static JobRequest request(String input, InputManifest manifest, String output) {
        String inputPath = input == null ? null : BASE + "/" + input;
        return new JobRequest(BYTES, TASKS, TASKS, 3, SEED, inputPath, manifest, BASE + "/" + output, Map.of());
    }

    /** Returns the manifest of the rows as they were generated; those in HDFS may be spoiled. */
    private static InputManifest manifest() {
        InputData content = new InputData(ContentKind.TERA, BYTES, TASKS, 3, 128, SEED, "");
        return ContentMaker.of(ContentKind.TERA).manifest(content, generated.done(), Map.of());
    }

    private static HdfsTree tree(String name) {
        return new HdfsTree(hdfs, BASE + "/" + name);
    }
}
