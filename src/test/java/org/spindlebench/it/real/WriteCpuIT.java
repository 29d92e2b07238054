package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.ClientRun;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Measures what writing costs the maps in CPU time: hdfs-write with random bytes and no sync, against stock TestDFSIO
 * and TeraGen. Each writes 4 GiB with 1 replica 7 times, in turn by Spindle's own blocks. This is a benchmark with its
 * own profile.
 */
@ExtendWith(SharedProcessCluster.class)
@EnabledIfSystemProperty(named = "spindle.it.cpu", matches = "true")
class WriteCpuIT {
    private static final String SUITE = """
            name: write-cpu
            description: CPU seconds of the maps that write 4 GiB.
            total_bytes: 4GiB
            repeats: 7
            settings: {replication: 1}
            runs:
              - {jobs: [testdfsio-write, teragen], compression: none}
              - {jobs: [hdfs-write], compression: none, settings: {data: random, sync: none}}
            """;
    private static final int REPEATS = 7;
    /** The cluster's tasks use only the quick compiler, which starts small jobs sooner but is slow afterwards. */
    private static final String ALL_COMPILERS = "mapreduce.map.java.opts=-XX:+UseSerialGC";

    @Test
    void hdfsWriteCostsLittleMoreThanTestDfsioAndMuchLessThanTeraGen(ProcessCluster cluster, @TempDir Path directory)
            throws Exception {
        Path suite = Files.writeString(directory.resolve("write-cpu.yaml"), SUITE);
        RealCampaign campaign = new RealCampaign(cluster, "cpu");
        ClientRun client = campaign.client(
                        "--suite", suite.toString(), "--slots", "4", "--timeout", "30m", "--yes", "-D", ALL_COMPILERS)
                .timeout(Duration.ofMinutes(90))
                .run();
        assertThat(client.exitCode()).as(client::tails).isZero();
        List<RunRecord> records = campaign.records();
        assertThat(records).hasSize(3 * REPEATS).allMatch(run -> run.status() == Status.OK);

        Map<String, List<Double>> seconds = new TreeMap<>();
        for (RunRecord run : records) {
            seconds.computeIfAbsent(run.subject().job(), job -> new ArrayList<>())
                    .add(mapCpu(cluster, run));
        }
        seconds.values().forEach(Collections::sort);
        seconds.forEach((job, sorted) -> print(
                "%-16s %6.2f CPU s, median of %d; %.2f to %.2f (98 %% interval of the median)%n",
                job, median(sorted), sorted.size(), sorted.get(0), sorted.get(sorted.size() - 1)));
        double ours = median(seconds.get("hdfs-write"));
        double toTestDfsio = ours / median(seconds.get("testdfsio-write"));
        double toTeraGen = ours / median(seconds.get("teragen"));
        print(
                "hdfs-write / TestDFSIO %.2f (at most 1.15), hdfs-write / TeraGen %.2f (at most 0.7)%n",
                toTestDfsio, toTeraGen);
        assertThat(toTestDfsio).isLessThanOrEqualTo(1.15);
        assertThat(toTeraGen).isLessThanOrEqualTo(0.7);
    }

    /** Returns the CPU seconds of a run's maps alone, because TestDFSIO has a reduce and the others do not. */
    private static double mapCpu(ProcessCluster cluster, RunRecord run) throws Exception {
        JsonNode groups = cluster.rest()
                .historyServer("/ws/v1/history/mapreduce/jobs/" + run.identity().jobId() + "/counters")
                .path("jobCounters")
                .path("counterGroup");
        for (JsonNode group : groups) {
            for (JsonNode counter : group.path("counter")) {
                if (counter.path("name").asText().equals("CPU_MILLISECONDS")) {
                    return counter.path("mapCounterValue").asLong() / 1000.0;
                }
            }
        }
        throw new IllegalStateException("no CPU time of " + run.identity().run());
    }

    private static double median(List<Double> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
