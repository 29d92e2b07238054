package org.spindlebench.it.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.analysis.record.Throughput.StreamTimes;
import org.spindlebench.it.BesideClusters;
import org.spindlebench.jobs.hdfs.DfsioCounter;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.JobRequest;

/**
 * Where the time of streams goes, on a real HDFS, some of whose calls are made slow. Maps run in this JVM. No MapReduce
 * job runs on the cluster.
 */
@ExtendWith(SharedEmbeddedJobs.class)
@BesideClusters
class StreamTimesIT {
    private static final int FILES = 2;
    private static final long BYTES = 16 << 20;
    private static final int BUFFER = 128 << 10;
    private static final double SLOW = SlowHdfs.MILLIS / 1000.0;

    private static final Map<String, Function<StreamTimes, Double>> PARTS = Map.of(
            "open", StreamTimes::open,
            "transfer", StreamTimes::transfer,
            "hsync", StreamTimes::hsync,
            "close", StreamTimes::close,
            "data", StreamTimes::data);

    private static LocalJobs jobs;
    private static Storage storage;

    @BeforeAll
    static void writeFilesToRead(EmbeddedJobs shared) throws Exception {
        FileSystem hdfs = shared.fileSystem();
        jobs = new LocalJobs(hdfs);
        storage = shared.storage();
        jobs.run("dfsio-write", request("/streams/input", "none", ""));
    }

    private static JobRequest request(String output, String sync, String slow) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "spindle.buffer.bytes",
                String.valueOf(BUFFER),
                "spindle.sync",
                sync,
                "fs.hdfs.impl",
                SlowHdfs.class.getName(),
                SlowHdfs.CALL,
                slow));
        InputManifest input = new InputManifest(
                "dfsio",
                BYTES,
                FILES,
                "ff",
                IntStream.range(0, FILES)
                        .boxed()
                        .collect(Collectors.toMap(i -> "part-m-0000" + i, i -> BYTES / FILES)));
        return new JobRequest(BYTES, FILES, 0, 1, 7, "/streams/input", input, output, settings);
    }

    /** Runs a job, and returns where its streams' time went. */
    private static StreamTimes run(String job, String sync, String slow) throws Exception {
        String output = "/streams/" + job + "-" + sync + "-" + slow;
        SlowHdfs.SECONDS.clear();
        RanJob ran = jobs.run(job, request(output, sync, slow));
        return JobCatalog.named(job)
                .streams(ran.done(), storage, check -> assertThat(check.passed())
                        .as("%s", check)
                        .isTrue())
                .orElseThrow()
                .times();
    }

    private static double sum(StreamTimes times, List<String> parts) {
        return parts.stream()
                .map(part -> PARTS.get(part).apply(times))
                .mapToDouble(part -> part == null ? 0 : part)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dfsio-write", "dfsio-read", "hdfs-write"})
    void callsAndDataAddUpToTheTimeForWhichTheFilesWereOpen(String job) throws Exception {
        StreamTimes times = run(job, "close", "");
        double seen = SlowHdfs.SECONDS.stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        List<String> calls = List.of("open", "transfer", "hsync", "close");

        assertThat(SlowHdfs.SECONDS).hasSize(FILES);
        assertThat(sum(times, calls)).isLessThan(times.total());
        assertThat(sum(times, calls) + times.data()).isCloseTo(times.total(), within(1e-9));
        assertThat(times.total())
                .as("the file system saw the files open for %s s", seen)
                .isBetween(seen, seen * 1.1 + 0.05);
        assertThat(times.requests()).isEqualTo(BYTES / BUFFER);
        assertThat(List.of(times.requestP50(), times.requestP95(), times.requestP99(), times.transfer()))
                .isSorted();
        assertThat(times.hsync() != null).isEqualTo(!job.equals("dfsio-read"));
        assertThat(times.taskCpu()).isBetween(0.0005, times.total() + 0.01);
        assertThat(times.senderCpu() != null).as("HDFS sends what is written").isEqualTo(!job.equals("dfsio-read"));
    }

    @ParameterizedTest
    @CsvSource({
        "dfsio-write, open",
        "dfsio-write, transfer",
        "dfsio-write, hsync",
        "dfsio-write, close",
        "hdfs-write, hsync",
        "hdfs-write, close",
        "dfsio-read, open",
        "dfsio-read, close"
    })
    void aSlowCallIsInItsPartAndInNoOther(String job, String call) throws Exception {
        StreamTimes times = run(job, "close", call);

        assertThat(PARTS.get(call).apply(times)).as("%s", times).isGreaterThanOrEqualTo(SLOW);
        assertThat(times.total() - PARTS.get(call).apply(times)).as("%s", times).isLessThan(SLOW);
        assertThat(times.busiestShare()).as("a slow call computes nothing").isLessThan(0.8);
    }

    /** Each stream waits in one of its 64 requests: that is in the 99th percentile, and not in the 95th. */
    @Test
    void aFewSlowRequestsAreInTheHighestPercentileOnly() throws Exception {
        StreamTimes times = run("hdfs-write", "none", "transfer");

        assertThat(times.requestP95()).isLessThan(SLOW);
        assertThat(times.requestP99()).isBetween(SLOW * 0.99, SLOW * 1.5);
        assertThat(times.hsync()).isNull();
    }

    @Test
    void countersOfTheJobsAreAsBefore() throws Exception {
        RanJob ran = jobs.run("dfsio-read", request("/streams/counted", "none", ""));
        assertThat(ran.done().counter(DfsioCounter.BYTES)).isEqualTo(BYTES);
        assertThat(ran.done().counter(DfsioCounter.FILES)).isEqualTo(FILES);
    }
}
