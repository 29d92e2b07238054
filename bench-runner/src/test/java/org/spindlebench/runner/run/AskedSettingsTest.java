package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.run.Fixtures.GIB;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.check.AskedSettings;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.MeasuredJob;
import org.spindlebench.runner.plan.RunSpec;

class AskedSettingsTest {
    /**
     * Returns requests of half a GiB unless the settings say otherwise. If they set a map's JVM options, the heap is a
     * quarter of a GiB.
     */
    private static TaskRequests requests(Map<String, String> configuration) {
        long memory = Long.parseLong(configuration.getOrDefault("mapreduce.map.memory.mb", "512")) << 20;
        ContainerSize task = new ContainerSize(memory, 1);
        boolean given = configuration.containsKey("mapreduce.map.java.opts");
        long heap = given ? GIB / 4 : memory * 8 / 10;
        return new TaskRequests(task, task, new ContainerSize(GIB, 1), heap, heap, 0, 128 << 20, 10_000_000);
    }

    private static Set<String> problems(String job, Map<String, String> configuration) {
        RunSpec plain = Fixtures.spec(1, job, 500);
        Set<String> problems = new LinkedHashSet<>();
        new AskedSettings(new Sizing(Fixtures.shape(3), null, 7, AskedSettingsTest::requests))
                .problems(
                        new RunSpec(plain.id(), 1, 1, 1, job, plain.size(), plain.settings(), configuration), problems);
        return problems;
    }

    @Test
    void aSettingThatAJobDoesNotHeedIsRefused() {
        assertThat(problems("terasort", Map.of("spindle.sync", "block")))
                .singleElement()
                .asString()
                .startsWith("terasort: sync (spindle.sync) has no effect;");
        assertThat(problems("terasort", Map.of("mapreduce.task.io.sort.mb", "100")))
                .isEmpty();
        assertThat(problems("terasort", Map.of("spindle.placement", "hosts")))
                .singleElement()
                .asString()
                .startsWith("terasort: placement (spindle.placement) has no effect;");
        assertThat(problems("terasort", Map.of("spindle.placement", "any"))).isEmpty();
        assertThat(JobCatalog.names())
                .containsAll(RunSetting.PLACED_JOBS)
                .filteredOn(job -> JobCatalog.named(job).input().isPresent())
                .doesNotContainAnyElementsOf(RunSetting.PLACED_JOBS);
        assertThat(problems("teragen", Map.of("spindle.placement", "hosts"))).isEmpty();
    }

    @Test
    void theShuffleMovesRecordsOfEveryKindButTheLargestRatios() {
        for (String kind : List.of("tera", "text", "random", "1x", "2.5x", "10x")) {
            assertThat(problems("shuffle", Map.of("spindle.data", kind))).isEmpty();
            assertThat(problems("scaled", Map.of("spindle.shuffle.data", kind))).isEmpty();
        }
        assertThat(problems("shuffle", Map.of("spindle.data", "11x")))
                .containsExactly(
                        "shuffle: data cannot be '11x'; use random, text, tera, or a compression ratio from 1x to"
                                + " 10x such as 2.5x, or leave it out of the entries with this job");
        assertThat(problems("scaled", Map.of("spindle.shuffle.data", "50x")))
                .singleElement()
                .asString()
                .startsWith("scaled: shuffle_data cannot be '50x'; use random, text");
        assertThat(problems("shuffle", Map.of("spindle.shuffle.data", "2.5x")))
                .singleElement()
                .asString()
                .startsWith("shuffle: shuffle_data (spindle.shuffle.data) has no effect;");
    }

    @Test
    void sortTakesDataOfARatioButLeavesRowsToTerasort() {
        for (String kind : List.of("text", "random", "2.5x")) {
            assertThat(problems("sort", Map.of("spindle.data", kind))).isEmpty();
        }
        assertThat(problems("sort", Map.of("spindle.data", "tera")))
                .containsExactly("sort: data cannot be 'tera'; use random, text or a ratio such as 2.5x, or the job"
                        + " terasort, or leave it out of the entries with this job");
        assertThat(problems("terasort", Map.of("spindle.data", "2.5x")))
                .singleElement()
                .asString()
                .startsWith("terasort: data (spindle.data) has no effect;");
    }

    @Test
    void moreReplicasThanDataNodesAreRefusedWhenTheyAreAskedFor() {
        assertThat(problems("teragen", Map.of("spindle.replication", "3"))).isEmpty();
        assertThat(problems("teragen", Map.of("spindle.replication", "4")))
                .containsExactly(
                        "replication: 4 replicas are requested, but there are only 3 DataNodes; request fewer");
    }

    @Test
    void filesJobsHeedWhatDescribesFilesAndStockTestDfsioOnlyWhatItCan() {
        Map<String, String> files = Map.of(
                "spindle.files",
                "5",
                "spindle.storage.policy",
                "ALL_SSD",
                "spindle.data",
                "text",
                "spindle.sync",
                "none");
        assertThat(problems("dfsio-write", files)).isEmpty();
        assertThat(problems("testdfsio-write", files))
                .extracting(problem -> problem.split(" ")[1])
                .containsExactlyInAnyOrder("sync", "data");
        assertThat(problems("dfsio-read", files)).singleElement().asString().startsWith("dfsio-read: sync ");
        assertThat(problems("dfsio-write", Map.of("mapreduce.output.fileoutputformat.compress", "true")))
                .singleElement()
                .asString()
                .startsWith("dfsio-write: output_compression ");
    }

    @Test
    void whatErasureCodingCantDoIsRefused() {
        Map<String, String> coded = Map.of("spindle.erasure.coding", "RS-6-3-1024k", "spindle.sync", "block");
        assertThat(problems("dfsio-write", coded)).isEmpty();
        assertThat(problems(
                        "dfsio-write",
                        Map.of(
                                "spindle.erasure.coding",
                                "RS-6-3-1024k",
                                "spindle.replication",
                                "2",
                                "spindle.sync",
                                "close")))
                .containsExactly(
                        "dfsio-write: replication: erasure-coded files have no replicas; leave out replication or erasure_coding",
                        "dfsio-write: sync: HDFS can't force an erasure-coded file before it is closed; use block or none");
    }

    @Test
    void everyJobThatStoresOrReadsDataFollowsErasureCoding() {
        Map<String, String> coded = Map.of("spindle.erasure.coding", "XOR-2-1-1024k");
        List<String> refusing = JobCatalog.all().stream()
                .map(MeasuredJob::name)
                .filter(job -> !problems(job, coded).isEmpty())
                .toList();
        assertThat(refusing)
                .as("jobs without replicas of their output and without input")
                .containsExactlyInAnyOrder("shuffle", "sleep");
        assertThat(problems("shuffle", coded))
                .singleElement()
                .asString()
                .startsWith("shuffle: erasure_coding (spindle.erasure.coding) has no effect;");
    }

    @Test
    void storagePoliciesThatHdfsIgnoresForErasureCodedFilesAreRefused() {
        Map<String, String> coded =
                Map.of("spindle.erasure.coding", "XOR-2-1-1024k", "spindle.storage.policy", "ONE_SSD");
        assertThat(problems("dfsio-write", coded))
                .containsExactly(
                        "dfsio-write: storage_policy: HDFS ignores ONE_SSD for erasure-coded files; use HOT or COLD or ALL_SSD,"
                                + " or leave out storage_policy or erasure_coding");
    }

    @Test
    void containersPerNodeMustComeOutExactlyAndChangeNothingElse() {
        String heap = "mapreduce.map.java.opts";
        assertThat(problems("teragen", Map.of("spindle.containers.per.node", "4", heap, "-Xmx256m")))
                .isEmpty();
        assertThat(problems("teragen", Map.of("spindle.containers.per.node", "4")))
                .singleElement()
                .asString()
                .contains("Hadoop would derive the heap from the container request");
        assertThat(problems("teragen", Map.of("spindle.containers.per.node", "7", heap, "-Xmx256m")))
                .allSatisfy(problem -> assertThat(problem).contains("7 containers of 512 MiB do not fill"))
                .hasSize(2);
    }
}
