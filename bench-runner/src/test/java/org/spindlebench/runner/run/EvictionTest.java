package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.DecoyRead;
import org.spindlebench.jobs.hdfs.DecoyWrite;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.run.Cooling.CoolingJobs;

class EvictionTest {
    private static final String DIRECTORY = "/base/campaign/decoys";
    private static final long GIB = Fixtures.GIB;
    /** Two DataNodes on one host, one on another. */
    private static final List<DataNodeAddress> NODES = List.of(node("a", 1), node("a", 2), node("b", 1));

    private static final Map<String, Long> MEMORY = Map.of("a", 3 * GIB / 2, "b", 2 * GIB);
    private static final Eviction EVICTION = Eviction.of(NODES, MEMORY, OptionalLong.empty());

    private final MemoryStorage storage = new MemoryStorage().onHosts(Map.of("a", 3 * GIB, "b", 4 * GIB));
    private final List<ToolCall> calls = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private long bytes = EVICTION.storedBytes();

    private final CoolingJobs besides = new CoolingJobs() {
        @Override
        public boolean interrupted() {
            return false;
        }

        @Override
        public Optional<SortedMap<String, String>> dropCaches(Duration limit) {
            return Optional.empty();
        }

        @Override
        public Storage storage() {
            return storage;
        }

        @Override
        public String directory() {
            return DIRECTORY;
        }

        @Override
        public JobCompletion run(String label, ToolCall call) throws IOException {
            calls.add(call);
            labels.add(label);
            if (bytes < 0) {
                throw new IOException(label + " failed");
            }
            String asked = call.configuration().get(JobKeys.BYTES);
            long done = asked == null ? bytes : Long.parseLong(asked);
            return new JobCompletion(
                    null,
                    Map.of(
                            DecoyWrite.Counter.class.getName(), Map.of("BYTES", done),
                            DecoyRead.Counter.class.getName(), Map.of("BYTES", done)));
        }
    };

    private static DataNodeAddress node(String host, int port) {
        return new DataNodeAddress(host, host + ":" + port, "http://" + host, true);
    }

    @Test
    void each_host_has_more_decoys_than_memory_spread_over_its_data_nodes() {
        assertThat(EVICTION.nodes()).containsExactly("a:1", "b:1", "a:2", "b:1", "a:1", "b:1", "b:1");
        assertThat(EVICTION.memoryByHost()).isEqualTo(MEMORY);
        assertThat(EVICTION.storedBytes()).isEqualTo(7 * GIB);
        assertThat(EVICTION.problems()).isEmpty();
    }

    @Test
    void a_given_size_stands_for_every_host_and_must_not_be_less_than_any() {
        Eviction given = Eviction.of(NODES, Map.of("a", GIB), OptionalLong.of(3 * GIB));
        assertThat(given.problems()).isEmpty();
        assertThat(given.memoryByHost()).isEqualTo(Map.of("a", 3 * GIB, "b", 3 * GIB));
        assertThat(given.storedBytes()).isEqualTo(10 * GIB);
        assertThat(Eviction.of(NODES, MEMORY, OptionalLong.of(2 * GIB - 1)).problems())
                .singleElement()
                .asString()
                .contains("b has 2.1 GB")
                .doesNotContain("a has");
    }

    @Test
    void what_is_not_known_is_a_problem_with_its_remedy() {
        assertThat(Eviction.of(NODES, Map.of("a", GIB), OptionalLong.empty()).problems())
                .singleElement()
                .asString()
                .contains("memory of b is unknown", "--cold evict=256GiB");
        assertThat(Eviction.of(List.of(), Map.of(), OptionalLong.of(GIB)).problems())
                .singleElement()
                .asString()
                .contains("dfs.namenode.http-address", "--cold command");
    }

    @Test
    void decoys_are_written_once() throws Exception {
        EVICTION.prepare(besides);
        assertThat(calls).extracting(ToolCall::tool).containsExactly(ToolName.DECOY_WRITE);
        assertThat(calls.get(0).configuration())
                .containsEntry("spindle.maps", "7")
                .containsEntry("spindle.bytes", String.valueOf(7 * GIB))
                .containsEntry("spindle.nodes", "a:1,b:1,a:2,b:1,a:1,b:1,b:1")
                .containsEntry("dfs.replication", "1");

        fill(7);
        EVICTION.prepare(besides);
        assertThat(calls).hasSize(1);

        storage.delete(DIRECTORY);
        fill(6);
        EVICTION.prepare(besides);
        assertThat(calls).hasSize(2);
        assertThat(storage.files(DIRECTORY))
                .as("removed before they are written again")
                .isEmpty();
    }

    /** A job has few enough decoys for its ApplicationMaster, and for the settings that each of its containers reads. */
    @Test
    void manyLargeNodesAreCooledBySeveralJobs() throws Exception {
        List<DataNodeAddress> nodes = new ArrayList<>();
        Map<String, Long> memory = new TreeMap<>();
        for (int host = 100; host < 300; host++) {
            nodes.add(node("worker-" + host + ".rack-17.example.org", 9866));
            memory.put("worker-" + host + ".rack-17.example.org", 512 * GIB);
        }
        Eviction large = Eviction.of(nodes, memory, OptionalLong.empty());
        Map<String, Long> stored = new TreeMap<>();
        memory.forEach((host, bytesThere) -> stored.put(host, 514 * GIB));
        storage.onHosts(stored);

        large.prepare(besides);

        assertThat(large.nodes()).hasSize(102_800);
        assertThat(labels).containsExactly("decoys", "decoys-2", "decoys-3", "decoys-4", "decoys-5", "decoys-6");
        assertThat(calls).allSatisfy(call -> {
            assertThat(call.refusal()).isEmpty();
            assertThat(call.configuration().get(JobKeys.NODES)).hasSizeLessThan(1 << 20);
        });
        assertThat(calls).extracting(call -> call.arguments().get(0)).doesNotHaveDuplicates();
        assertThat(calls)
                .extracting(call -> call.configuration().get(JobKeys.SEED))
                .doesNotHaveDuplicates();
        assertThat(sum(JobKeys.MAPS)).isEqualTo(102_800);
        assertThat(sum(JobKeys.BYTES)).isEqualTo(large.storedBytes()).isEqualTo(200L * 514 * GIB);
        List<String> named = calls.stream()
                .flatMap(call ->
                        Stream.of(call.configuration().get(JobKeys.NODES).split(",")))
                .toList();
        assertThat(named).isEqualTo(large.nodes());
        List<String> written =
                calls.stream().map(call -> call.arguments().get(0)).toList();
        calls.clear();
        bytes = Eviction.MOST_DECOYS * GIB;

        Cache cache = large.cool(null, besides);

        assertThat(cache.detail()).as("the sixth batch is smaller").contains("bytes of decoys were read, not");
        assertThat(calls).extracting(call -> call.arguments().get(0)).isEqualTo(written);
        assertThat(large.describe()).contains("102800 decoys", "by 6 jobs", "200 hosts");
    }

    private long sum(String key) {
        return calls.stream()
                .mapToLong(call -> Long.parseLong(call.configuration().get(key)))
                .sum();
    }

    private void fill(int decoys) {
        for (int i = 0; i < decoys; i++) {
            storage.put(DIRECTORY + "/decoys/part-m-0000" + i, GIB, 1);
        }
    }

    @Test
    void what_a_writer_left_that_died_is_not_taken_for_decoys() throws Exception {
        for (int i = 0; i < 7; i++) {
            storage.put(DIRECTORY + "/decoys/_temporary/1/task_" + i + "/part-m-0000" + i, GIB, 1);
        }
        EVICTION.prepare(besides);
        assertThat(calls).extracting(ToolCall::tool).containsExactly(ToolName.DECOY_WRITE);
    }

    @Test
    void nodes_that_take_no_new_blocks_are_left_out() {
        DataNodeAddress leaving = new DataNodeAddress("c", "c:1", "http://c", false);
        assertThat(Eviction.of(List.of(NODES.get(2), leaving), MEMORY, OptionalLong.empty())
                        .nodes())
                .containsOnly("b:1");
    }

    @Test
    void decoys_that_went_elsewhere_are_an_error() {
        storage.onHosts(Map.of("a", 5 * GIB, "b", 2 * GIB));
        for (int run = 1; run <= 2; run++) {
            assertThatThrownBy(() -> EVICTION.prepare(besides))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("b has 2.1 GB of decoys, not more than its memory of 2.1 GB")
                    .hasMessageNotContaining("a has");
            fill(7);
        }
        assertThat(calls).as("written again").hasSize(2);
    }

    @Test
    void caches_count_as_cold_when_all_decoys_were_read() throws Exception {
        Cache cache = EVICTION.cool(7L, besides);
        assertThat(cache)
                .isEqualTo(new Cache("evict", true, "7.5 GB of decoys read, more than the memory of 2 hosts", 7L));
        assertThat(calls).extracting(ToolCall::tool).containsExactly(ToolName.DECOY_READ);
        assertThat(calls.get(0)
                        .over(Map.of("dfs.client.read.shortcircuit", "true"))
                        .configuration())
                .containsEntry("dfs.client.read.shortcircuit", "false")
                .containsEntry("dfs.client.cache.drop.behind.reads", "false");
    }

    @Test
    void caches_stay_warm_when_something_was_not_read() throws Exception {
        bytes--;
        Cache less = EVICTION.cool(null, besides);
        assertThat(less.cooled()).isFalse();
        assertThat(less.detail()).isEqualTo("7516192767 bytes of decoys were read, not 7516192768");
        bytes = -1;
        Cache failed = EVICTION.cool(null, besides);
        assertThat(failed.cooled()).isFalse();
        assertThat(failed.detail()).isEqualTo("evict failed");
    }
}
