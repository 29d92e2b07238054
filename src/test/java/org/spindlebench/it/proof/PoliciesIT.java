package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.OutputStream;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Failure.Cause;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HdfsStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.cluster.Storage.Quotas;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota;
import org.spindlebench.runner.cluster.Storage.Quotas.Quota.QuotaKind;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.collect.failure.Explanation;
import org.spindlebench.runner.jobs.ContentMaker;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.Policies;

/**
 * HDFS must keep the requested storage and erasure-coding policies for every block, or the run is not valid. Tasks run
 * in this JVM, and their files are in a real HDFS with two kinds of storage. No MapReduce job runs on a cluster.
 */
@BesideClusters
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

    @Test
    void quotasOfADirectoryAndItsParentsAreFoundAlsoForADirectoryThatDoesNotExist() throws IOException {
        Path home = new Path("/limited/me");
        hdfs.mkdirs(home);
        hdfs.setQuota(home, 1000, 50 * BLOCK_BYTES);
        hdfs.setQuotaByStorageType(new Path("/limited"), StorageType.SSD, 7 * BLOCK_BYTES);

        assertThat(storage.quotas("/limited/me/spindle").known())
                .containsExactly(
                        new Quota("/limited/me", QuotaKind.NAMES, null, 1000, 1),
                        new Quota("/limited/me", QuotaKind.SPACE, null, 50 * BLOCK_BYTES, 0),
                        new Quota("/limited", QuotaKind.TYPE, "SSD", 7 * BLOCK_BYTES, 0));
        assertThat(storage.quotas("/limited/me/spindle").unknown()).isEmpty();
        assertThat(storage.quotas("/elsewhere")).isEqualTo(Quotas.NONE);
    }

    /** Without a quota, the NameNode counts what is in a directory, and may not look into those of others. */
    @Test
    void onlyADirectoryThatTheUserMayNotReadHasUnknownQuotas() throws Exception {
        hdfs.mkdirs(new Path("/home/other/private"));
        hdfs.setPermission(new Path("/home/other"), new FsPermission("700"));
        hdfs.mkdirs(new Path("/home/guest"));
        Storage guests = UserGroupInformation.createRemoteUser("guest").doAs((PrivilegedExceptionAction<Storage>)
                () -> new HdfsStorage(FileSystem.newInstance(hdfs.getUri(), hdfs.getConf())));

        assertThat(guests.quotas("/home/guest/spindle").unknown()).isEmpty();
        assertThat(guests.quotas("/home/other").unknown())
                .singleElement()
                .asString()
                .startsWith("/home/other: HDFS refuses guest the right");
    }

    @ParameterizedTest
    @EnumSource(QuotaKind.class)
    void whatHdfsSaysOfAQuotaIsAKnownCause(QuotaKind kind) throws IOException {
        Path full = new Path("/full-" + kind);
        hdfs.mkdirs(full);
        hdfs.setStoragePolicy(full, "ALL_SSD");
        switch (kind) {
            case NAMES -> hdfs.setQuota(full, 1, HdfsConstants.QUOTA_DONT_SET);
            case SPACE -> hdfs.setQuota(full, HdfsConstants.QUOTA_DONT_SET, BLOCK_BYTES);
            default -> hdfs.setQuotaByStorageType(full, StorageType.SSD, BLOCK_BYTES);
        }

        Throwable refused = catchThrowable(() -> storage.write(full + "/file", new byte[1]));

        assertThat(refused).isInstanceOf(IOException.class);
        assertThat(Explanation.failureIn(List.of("prepare: " + FailureMessage.of(refused)))
                        .causes())
                .extracting(Cause::code)
                .containsExactly("hdfs-quota");
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

    /** TeraSort's client stores its partitions beside the output, with ten replicas. */
    @Test
    void filesThatMapReduceIgnoresMayLieElsewhere() throws Exception {
        JobRequest request = request("beside", Map.of(JobKeys.STORAGE_POLICY, "ALL_SSD"));
        RanJob ran = jobs.run("dfsio-write", request);
        Map<String, Long> ofData = storage.bytesByHost(request.outputPath());
        Path partitions = new Path(request.outputPath(), "_partition.lst");
        hdfs.create(partitions).close();
        hdfs.setStoragePolicy(partitions, "HOT");
        try (OutputStream out = hdfs.append(partitions)) {
            out.write(1);
        }

        assertThat(failed("dfsio-write", ran.done())).isEmpty();
        assertThat(ofData).isNotEmpty();
        assertThat(storage.bytesByHost(request.outputPath())).isEqualTo(ofData);
    }

    @Test
    void everyFileOfAWriteIsErasureCodedAsAskedAndReadBackWhole() throws Exception {
        JobRequest request = coded("coded");
        RanJob written = jobs.run("dfsio-write", request);

        assertThat(failed("dfsio-write", written.done())).isEmpty();
        assertThat(storage.placements(request.outputPath()))
                .extracting(Placement::erasureCoding)
                .containsOnly(CODING);
        JobRequest read = reading(request, written, "coded-read");
        assertThat(failed("dfsio-read", jobs.run("dfsio-read", read).done())).isEmpty();
    }

    @Test
    void hdfsNamesItsEnabledPoliciesAndRefusesOthers() throws Exception {
        assertThat(storage.erasureCodings()).contains(CODING).doesNotContain("RS-3-2-1024k");
        storage.mkdirs("/files/disabled");
        assertThatThrownBy(() -> storage.setErasureCoding("/files/disabled", "RS-3-2-1024k"))
                .hasMessageContaining("RS-3-2-1024k");
    }

    @Test
    void hdfsWriteAndStockTeraToolsWriteErasureCodedFiles() throws Exception {
        assertThat(failed(
                        "hdfs-write",
                        jobs.run("hdfs-write", coded("hdfs-write")).done()))
                .isEmpty();

        JobRequest generated = coded("teragen");
        assertThat(stock("teragen", generated))
                .as("without counters")
                .containsExactly("rows generated", "checksum counted");
        long generatedRows = generated.bytes() / 100;
        InputManifest rows = new InputManifest("tera", generatedRows * 100, generatedRows, "ff", Map.of());
        JobRequest sorted = coded("terasort");
        JobRequest request = new JobRequest(
                sorted.bytes(), 2, 2, 1, 7, generated.outputPath(), rows, sorted.outputPath(), sorted.configuration());
        assertThat(stock("terasort", request)).as("without counters").containsExactly("rows read", "rows written");
        List<Check> ofInput = new ArrayList<>();
        Policies.checkInput(request, storage, ofInput::add);
        assertThat(ofInput).hasSize(2).allMatch(Check::passed);
    }

    /** Runs a tool that gives no access to its job. Returns the names of failed checks, made without counters. */
    private static List<String> stock(String job, JobRequest request) throws Exception {
        ToolCall call = (ToolCall) JobCatalog.named(job).call(request).over(request.configuration());
        assertThat(ToolRunner.run(
                        jobs.configuration(call),
                        call.tool().create(),
                        call.arguments().toArray(new String[0])))
                .isZero();
        return failed(job, new JobCompletion(request, Map.of()));
    }

    @Test
    void stockTestDfsioHeedsPoliciesThroughItsDirectory() throws Exception {
        Map<String, String> policy = Map.of(JobKeys.STORAGE_POLICY, "ALL_SSD");
        for (JobRequest request : List.of(request("stock-ALL_SSD", policy), coded("stock-coded"))) {
            assertThat(stock("testdfsio-write", request)).as("without counters").containsExactly("HDFS_BYTES_WRITTEN");
        }
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

    private static List<String> failed(String job, JobCompletion done) throws IOException {
        return Verdict.of(job, done, storage).failed();
    }

    /** Returns the same job as if other settings had been requested. */
    private static JobCompletion asked(RanJob ran, Map<String, String> settings) {
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
        return new JobCompletion(other, ran.done().counters());
    }

    private static JobRequest request(String name, Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("dfs.blocksize", String.valueOf(BLOCK_BYTES));
        return new JobRequest(BYTES, FILES, 1, 3, 7, null, null, "/files/" + name, all);
    }

    /** Returns the request of a run whose directory the client has given the policy. */
    private static JobRequest coded(String name) throws IOException {
        storage.mkdirs("/files/" + name);
        storage.setErasureCoding("/files/" + name, CODING);
        return request(name + "/out", Map.of(JobKeys.ERASURE_CODING, CODING));
    }

    private static JobRequest reading(JobRequest written, RanJob ran, String name) {
        InputData content = new InputData(ContentKind.DFSIO, BYTES, FILES, 3, BLOCK_BYTES, 7, "random");
        InputManifest manifest = ContentMaker.of(ContentKind.DFSIO).manifest(content, ran.done(), Map.of());
        return new JobRequest(
                BYTES, FILES, 1, 3, 7, written.outputPath(), manifest, "/files/" + name, written.configuration());
    }
}
