package org.spindlebench.runner.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.runner.jobs.Proofs.OUTPUT;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Throughput.StreamTimes;
import org.spindlebench.analysis.throughput.StreamTrace;
import org.spindlebench.analysis.throughput.StreamTrace.TracePoint;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.DfsioCounter;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.MeasuredJob.Streams;

/** Tests the proofs of dfsio's two jobs on spoiled output. */
class DfsioProofTest {
    private static final MeasuredJob WRITE = JobCatalog.named("dfsio-write");
    private static final MeasuredJob READ = JobCatalog.named("dfsio-read");
    private static final InputManifest FILES =
            new InputManifest("dfsio", 1000, 2, "ff", Map.of("part-m-00000", 500L, "part-m-00001", 500L));
    /** Nanoseconds of each part, and requests by bucket: 1 ms is in bucket 954. */
    private static final String FIRST =
            "1000000 600000000 0 4000000 5000000 90000000 0 30000000 90000000\n954:98 1200:2\n";

    private static final String SECOND =
            "3000000 200000000 40000000 6000000 7000000 10000000 20000000 70000000 70000000\n954:1\n";
    private static final Map<String, String> ALL_SSD = Map.of(JobKeys.STORAGE_POLICY, "ALL_SSD");
    private static final Map<String, String> CODED = Map.of(JobKeys.ERASURE_CODING, "XOR-2-1-1024k");

    private static Proofs written() {
        Proofs proofs = counted(new Proofs(1000, 2, 3, null));
        proofs.storage.put(OUTPUT + "/part-m-00000", 500, 3).put(OUTPUT + "/part-m-00001", 500, 3);
        return sampled(proofs);
    }

    private static Proofs read() {
        return sampled(counted(new Proofs(1000, 2, 3, FILES)));
    }

    private static Proofs counted(Proofs proofs) {
        return proofs.count(DfsioCounter.FILES, 2)
                .count(DfsioCounter.BYTES, 1000)
                .count(DfsioCounter.CHECKSUM, 255);
    }

    private static Proofs sampled(Proofs proofs) {
        proofs.storage
                .put(
                        OUTPUT + "/_samples-m-00000",
                        "spindle-samples 2 attempt_0\n" + FIRST + "5000\n900 400\n300 100\n",
                        3)
                .put(OUTPUT + "/_samples-m-00001", "spindle-samples 2 attempt_1\n" + SECOND + "5100\n800 500\n", 3);
        return proofs;
    }

    private static Placement on(String policy, String... types) {
        return new Placement(policy, "", List.of(types), 0);
    }

    @Test
    void rightResultsAreProved() throws IOException {
        assertThat(written().failed(WRITE)).isEmpty();
        assertThat(read().failed(READ)).isEmpty();
        assertThat(written().failed(ContentMaker.of(ContentKind.DFSIO), written().storage))
                .isEmpty();
        assertThat(written().failedStreams(WRITE)).isEmpty();
        assertThat(read().failedStreams(READ)).isEmpty();
    }

    @Test
    void lostOrCutFilesAndOtherReplicasAreInvalid() throws IOException {
        Proofs proofs = written();

        assertThat(proofs.failed(WRITE, FaultyStorage.lost(proofs.storage, "part-m-00001")))
                .containsExactly("files written", "bytes in HDFS");
        assertThat(proofs.failed(WRITE, FaultyStorage.truncated(proofs.storage, "part-m-00001")))
                .containsExactly("bytes in HDFS");
        assertThat(proofs.failed(WRITE, FaultyStorage.intended(proofs.storage, 1)))
                .containsExactly("replication of every block");
    }

    @Test
    void aWriteThatCountedOtherBytesOrNoChecksumIsInvalid() throws IOException {
        assertThat(written().count(DfsioCounter.BYTES, 999).failed(WRITE)).containsExactly("bytes written by the maps");
        assertThat(written().without("CHECKSUM").failed(WRITE)).containsExactly("checksum counted");
    }

    @Test
    void aReadOfOtherBytesFilesOrContentIsInvalid() throws IOException {
        assertThat(read().count(DfsioCounter.BYTES, 999).failed(READ)).containsExactly("bytes read");
        assertThat(read().count(DfsioCounter.FILES, 3).failed(READ)).containsExactly("files read");
        assertThat(read().count(DfsioCounter.CHECKSUM, 254).failed(READ)).containsExactly("checksum read and written");
        assertThat(new Proofs(1000, 2, 3, FILES).failed(READ)).hasSize(3);
    }

    @Test
    void aReadOfFilesWithoutAChecksumProvesNothing() throws IOException {
        InputManifest unknown = new InputManifest("dfsio", 1000, 2, null, Map.of());
        assertThat(read().input(unknown).failed(READ)).containsExactly("checksum read and written");
    }

    @Test
    void streamsAreReadFromTheirSamples() throws IOException {
        Proofs proofs = written().asking(Map.of(JobKeys.SAMPLE_MILLIS, "250"));
        Streams streams =
                WRITE.streams(proofs.done(), proofs.storage, check -> {}).orElseThrow();

        assertThat(streams.bytes()).isEqualTo(1000);
        assertThat(streams.count()).isEqualTo(2);
        assertThat(streams.slotMillis()).isEqualTo(250);
        assertThat(streams.traces())
                .contains(new StreamTrace(
                        "attempt_0",
                        List.of(new TracePoint(5000, 0), new TracePoint(5900, 400), new TracePoint(6200, 500))));
        assertThat(streams.stock()).isNull();
    }

    @Test
    void theTimesOfAllStreamsAreMeansAndPercentilesOfAllRequests() throws IOException {
        Proofs proofs = written();
        StreamTimes times = WRITE.streams(proofs.done(), proofs.storage, check -> {})
                .orElseThrow()
                .times();

        assertThat(times.open()).isEqualTo(0.002);
        assertThat(times.transfer()).isEqualTo(0.4);
        assertThat(times.hsync()).isEqualTo(0.02);
        assertThat(times.close()).isEqualTo(0.005);
        assertThat(times.data()).isEqualTo(0.006);
        assertThat(times.total()).isCloseTo(0.433, within(1e-12));
        assertThat(times.taskCpu()).isEqualTo(0.05);
        assertThat(times.taskWait()).isEqualTo(0.01);
        assertThat(times.senderCpu()).isEqualTo(0.05);
        assertThat(times.busiestShare()).isCloseTo(0.08 / 0.433, within(1e-9));
        assertThat(times.requests()).isEqualTo(101);
        assertThat(times.requestP50()).isCloseTo(0.001, within(0.000008));
        assertThat(times.requestP95()).isEqualTo(times.requestP50());
        assertThat(times.requestP99()).isCloseTo(0.0147456, within(1e-12));
        assertThat(times.cpuPerByte()).isCloseTo(0.2 / 1000, within(1e-12));
    }

    @Test
    void samplesAreReadByMoreThanOneAtATime() throws IOException {
        Proofs proofs = written();
        CountDownLatch both = new CountDownLatch(2);
        Storage slow = (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("open")) {
                        both.countDown();
                        assertThat(both.await(20, TimeUnit.SECONDS))
                                .as("the other file is opened meanwhile")
                                .isTrue();
                    }
                    return method.invoke(proofs.storage, arguments);
                });
        assertThat(WRITE.streams(proofs.done(), slow, check -> {}).orElseThrow().count())
                .isEqualTo(2);
    }

    @Test
    void samplesThatAreMissingOrOfOtherBytesAreInvalid() throws IOException {
        Proofs other = written();
        other.storage.put(
                OUTPUT + "/_samples-m-00001", "spindle-samples 2 attempt_1\n" + SECOND + "5100\n800 499\n", 3);
        assertThat(other.failedStreams(WRITE)).containsExactly("bytes in the samples");

        Proofs none = counted(new Proofs(1000, 2, 3, null));
        assertThat(none.failedStreams(WRITE)).containsExactly("streams with samples", "bytes in the samples");
    }

    @Test
    void garbledSamplesAreNamed() {
        Proofs proofs = written();
        proofs.storage.put(OUTPUT + "/_samples-m-00001", "spindle-samples 2 attempt_1\n" + SECOND + "5100\n", 3);

        assertThatThrownBy(() -> proofs.failedStreams(WRITE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/out/_samples-m-00001");
    }

    @Test
    void blocksElsewhereThanTheirStoragePolicySaysAreInvalid() throws IOException {
        Proofs proofs = written().asking(ALL_SSD);
        proofs.storage.placed(on("ALL_SSD", "SSD", "SSD", "SSD"));
        assertThat(proofs.failed(WRITE)).isEmpty();

        proofs.storage.placed(on("ALL_SSD", "SSD", "SSD", "SSD"), on("ALL_SSD", "SSD", "SSD", "DISK"));
        assertThat(proofs.failed(WRITE)).containsExactly("storage of every block");
        proofs.storage.placed(on("HOT", "SSD", "SSD", "SSD"));
        assertThat(proofs.failed(WRITE)).containsExactly("storage policy of every file");
        proofs.storage.placed();
        assertThat(proofs.failed(WRITE)).containsExactly("storage policy of every file", "storage of every block");
    }

    @Test
    void erasureCodedFilesAreProvedByTheirPolicyAndPartsAndNotByReplicas() throws IOException {
        Proofs proofs = written().asking(CODED);
        proofs.storage.placed(new Placement("", "XOR-2-1-1024k", List.of("DISK", "DISK"), 0));
        assertThat(proofs.failed(WRITE, FaultyStorage.intended(proofs.storage, 1)))
                .isEmpty();

        proofs.storage.placed(on("", "DISK", "DISK", "DISK"));
        assertThat(proofs.failed(WRITE)).containsExactly("erasure coding of every file");
    }

    @Test
    void inputsOfOtherDataOrPoliciesAreOtherInputs() {
        assertThat(READ.inputVariant(Map.of())).isEqualTo("random");
        assertThat(READ.inputVariant(Map.of(JobKeys.DATA, "2.5x"))).isEqualTo("2.5x");
        assertThat(READ.inputVariant(ALL_SSD)).isEqualTo("random-ALL_SSD");
        assertThat(READ.inputVariant(CODED)).as("the sizing adds it").isEqualTo("random");
    }
}
