package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.HdfsStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.jobs.Content.ContentKind;
import org.spindlebench.runner.jobs.Content.InputManifest;
import org.spindlebench.runner.jobs.ContentMaker;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobResult;

/**
 * HDFS must keep the requested storage and erasure-coding policies for every block, or the run is not valid. Tasks run
 * in this JVM, and their files are in a real HDFS with two kinds of storage. No MapReduce job runs on a cluster.
 */
class PoliciesIT {
    private static final int FILES = 2;
    private static final long BLOCK_BYTES = 1 << 20;
    /** Each file has two and a half blocks. */
    private static final long BYTES = FILES * (2 * BLOCK_BYTES + BLOCK_BYTES / 2);

    private static final String CODING = "XOR-2-1-1024k";

    @TempDir
    private static java.nio.file.Path directory;

    private static TieredHdfs tiered;
    private static DistributedFileSystem hdfs;
    private static Storage storage;
    private static LocalJobs jobs;

    @BeforeAll
    static void start() throws IOException {
        tiered = TieredHdfs.start(directory);
        hdfs = tiered.fileSystem();
        hdfs.enableErasureCodingPolicy(CODING);
        storage = new HdfsStorage(hdfs);
        jobs = new LocalJobs(hdfs);
    }

    @AfterAll
    static void stop() {
        if (tiered != null) {
            tiered.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HOT,      DISK DISK DISK",
        "ONE_SSD,  DISK DISK SSD",
        "ALL_SSD,  SSD SSD SSD",
    })
    void everyBlockOfAWriteLiesWhereItsStoragePolicySays(String policy, String types) throws Exception {
        JobRequest request = request("dfsio-" + policy, Map.of(JobKeys.STORAGE_POLICY, policy));

        assertThat(failed("dfsio-write", jobs.run("dfsio-write", request).done()))
                .isEmpty();
        assertThat(storage.placements(request.outputPath()))
                .extracting(Placement::storagePolicy, placement -> String.join(" ", placement.storageTypes()))
                .containsOnly(tuple(policy, types));
    }

    @Test
    void aPolicyThatHdfsCantFollowAndSilentlyDoesNotIsInvalid() throws Exception {
        JobRequest request = request("lazy", Map.of(JobKeys.STORAGE_POLICY, "LAZY_PERSIST"));

        assertThat(failed("dfsio-write", jobs.run("dfsio-write", request).done()))
                .containsExactly("storage of every block");
    }

    @Test
    void filesThatLieElsewhereOrUnderAnotherPolicyAreInvalid() throws Exception {
        JobRequest plain = request("plain", Map.of());
        RanJob ran = jobs.run("dfsio-write", plain);
        assertThat(failed("dfsio-write", ran.done())).isEmpty();

        assertThat(failed("dfsio-write", asked(ran, Map.of(JobKeys.STORAGE_POLICY, "ALL_SSD"))))
                .containsExactly("storage policy of every file", "storage of every block");
        hdfs.setStoragePolicy(new Path(plain.outputPath()), "ALL_SSD");
        assertThat(failed("dfsio-write", asked(ran, Map.of(JobKeys.STORAGE_POLICY, "ALL_SSD"))))
                .as("the name is right, the blocks have not moved")
                .containsExactly("storage of every block");
        assertThat(failed("dfsio-write", asked(ran, Map.of(JobKeys.ERASURE_CODING, CODING))))
                .containsExactly("erasure coding of every file");
    }

    @Test
    void everyFileOfAWriteIsErasureCodedAsAskedAndReadBackWhole() throws Exception {
        Map<String, String> coded = Map.of(JobKeys.ERASURE_CODING, CODING);
        JobRequest request = request("coded", coded);
        RanJob written = jobs.run("dfsio-write", request);

        assertThat(failed("dfsio-write", written.done())).isEmpty();
        assertThat(storage.placements(request.outputPath()))
                .extracting(Placement::erasureCoding)
                .containsOnly(CODING);
        JobRequest read = reading(request, written, "coded-read");
        assertThat(failed("dfsio-read", jobs.run("dfsio-read", read).done())).isEmpty();
    }

    @Test
    void anErasureCodingPolicyThatIsNotEnabledIsRefusedBeforeAnyFileIsWritten() {
        JobRequest request = request("disabled", Map.of(JobKeys.ERASURE_CODING, "XOR-2-1-512k"));

        assertThatThrownBy(() -> jobs.run("dfsio-write", request)).hasMessageContaining("XOR-2-1-512k");
        assertThatThrownBy(() -> hdfs.listStatus(new Path(request.outputPath(), "part-m-00000")))
                .isInstanceOf(FileNotFoundException.class);
    }

    /** The tool gives no access to its job, so only the proof's counter of HDFS is missing here. */
    @ParameterizedTest
    @ValueSource(strings = {JobKeys.STORAGE_POLICY + "=ALL_SSD", JobKeys.ERASURE_CODING + "=" + CODING})
    void stockTestDfsioHeedsPoliciesThroughItsDirectory(String setting) throws Exception {
        String[] keyAndValue = setting.split("=", 2);
        JobRequest request = request("stock-" + keyAndValue[1], Map.of(keyAndValue[0], keyAndValue[1]));
        ToolCall call = JobCatalog.named("testdfsio-write").call(request).over(request.configuration());

        assertThat(ToolRunner.run(
                        jobs.configuration(call),
                        call.tool().create(),
                        call.arguments().toArray(new String[0])))
                .isZero();
        assertThat(failed("testdfsio-write", new JobResult(request, Map.of()))).containsExactly("HDFS_BYTES_WRITTEN");
    }

    @Test
    void aReadOfAFileThatWasCutOrChangedIsInvalid() throws Exception {
        JobRequest request = request("spoilt", Map.of());
        RanJob written = jobs.run("dfsio-write", request);
        HdfsTree files = new HdfsTree(hdfs, request.outputPath());
        byte[] whole = files.bytes(files.first());
        byte[] changed = whole.clone();
        changed[whole.length / 2] ^= 1;

        files.rewrite(files.first(), changed);
        JobRequest readChanged = reading(request, written, "changed-read");
        assertThat(failed("dfsio-read", jobs.run("dfsio-read", readChanged).done()))
                .containsExactly("checksum read and written");
        files.rewrite(files.first(), Arrays.copyOf(whole, whole.length - 1));
        JobRequest readCut = reading(request, written, "cut-read");
        assertThat(failed("dfsio-read", jobs.run("dfsio-read", readCut).done()))
                .containsExactly("bytes read", "checksum read and written");
        files.delete(files.first());
        JobRequest readFewer = reading(request, written, "fewer-read");
        assertThat(failed("dfsio-read", jobs.run("dfsio-read", readFewer).done()))
                .containsExactly("files read", "bytes read", "checksum read and written");
    }

    private static List<String> failed(String job, JobResult done) throws IOException {
        return Verdict.of(job, done, storage).failed();
    }

    /** Returns the same job as if other settings had been requested. */
    private static JobResult asked(RanJob ran, Map<String, String> settings) {
        JobRequest of = ran.request();
        JobRequest other = new JobRequest(
                of.bytes(),
                of.maps(),
                of.reduces(),
                of.replication(),
                of.seed(),
                null,
                null,
                of.outputPath(),
                settings);
        return new JobResult(other, ran.done().counters());
    }

    private static JobRequest request(String name, Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("dfs.blocksize", String.valueOf(BLOCK_BYTES));
        return new JobRequest(BYTES, FILES, 1, 3, 7, null, null, "/files/" + name, all);
    }

    private static JobRequest reading(JobRequest written, RanJob ran, String name) {
        Content content = new Content(ContentKind.DFSIO, BYTES, FILES, 3, BLOCK_BYTES, 7, "random");
        InputManifest manifest = ContentMaker.of(ContentKind.DFSIO).manifest(content, ran.done(), Map.of());
        return new JobRequest(
                BYTES, FILES, 1, 3, 7, written.outputPath(), manifest, "/files/" + name, written.configuration());
    }
}
