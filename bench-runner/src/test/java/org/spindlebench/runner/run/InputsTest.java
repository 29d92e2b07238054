package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.Placement;
import org.spindlebench.runner.jobs.ContentMaker;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;

class InputsTest {
    private static final InputData TERA = new InputData(ContentKind.TERA, 1000, 2, 3, 128, 7, "");
    private static final InputData SORTED = new InputData(ContentKind.TERA_SORTED, 1000, 2, 3, 128, 7, "");
    private static final String HOME = "/base/c/inputs/" + TERA.id();

    private final MemoryStorage storage = new MemoryStorage();
    private final List<String> made = new ArrayList<>();
    private long counted = 10;

    private Inputs inputs(Storage seen) {
        return new Inputs(seen, "/base/c/inputs", Map.of("a", "b"), this::make);
    }

    private JobCompletion make(String label, ContentMaker maker, JobRequest request) {
        made.add(label);
        assertThat(request.configuration()).containsEntry("a", "b");
        storage.put(request.outputPath() + "/part-0", 600, 3).put(request.outputPath() + "/part-1", 400, 3);
        storage.put(request.outputPath() + "/_SUCCESS", 0, 3);
        if (maker.call(request).tool() == ToolName.TERASORT) {
            storage.put(request.outputPath() + "/_partition.lst", 33, 10);
        }
        return new JobCompletion(
                request,
                Map.of(
                        "org.apache.hadoop.mapreduce.TaskCounter",
                        Map.of("MAP_OUTPUT_RECORDS", counted, "REDUCE_OUTPUT_RECORDS", counted),
                        "org.apache.hadoop.examples.terasort.TeraGen$Counters",
                        Map.of("CHECKSUM", 255L)));
    }

    @Test
    void anInputIsMadeOnceAndFoundByEveryLaterRun() throws Exception {
        Inputs.Prepared first = inputs(storage).prepare(TERA);
        Inputs.Prepared second = inputs(storage).prepare(new InputData(ContentKind.TERA, 1000, 2, 3, 128, 99, ""));

        assertThat(made).containsExactly("prepare " + TERA.id());
        assertThat(second).isEqualTo(first);
        assertThat(first.path()).isEqualTo(HOME + "/data");
        assertThat(first.manifest().files()).isEqualTo(Map.of("part-0", 600L, "part-1", 400L));
        assertThat(first.manifest().checksum()).isEqualTo("ff");
    }

    @Test
    void theErasureCodingOfARunIsThatOfItsInput() throws Exception {
        Map<String, String> coded = Map.of("a", "b", JobKeys.ERASURE_CODING, "XOR-2-1-1024k");
        Inputs inputs = new Inputs(storage, "/base/c/inputs", coded, this::make);
        storage.placed(new Placement("", "XOR-2-1-1024k", List.of("DISK", "DISK", "DISK"), 0));

        assertThatThrownBy(() -> inputs.prepare(SORTED)).hasMessageContaining("not enabled");
        inputs(storage.enabled("XOR-2-1-1024k")).prepare(TERA);
        assertThat(storage.coded()).as("replicated").isEmpty();
        storage.delete(HOME);
        inputs.prepare(SORTED);

        assertThat(storage.coded())
                .containsOnly(entry(HOME, "XOR-2-1-1024k"), entry("/base/c/inputs/" + SORTED.id(), "XOR-2-1-1024k"));
    }

    @Test
    void anInputThatHdfsDidNotEncodeIsRefused() {
        Map<String, String> coded = Map.of("a", "b", JobKeys.ERASURE_CODING, "XOR-2-1-1024k");
        storage.enabled("XOR-2-1-1024k").placed(new Placement("", "", List.of("DISK", "DISK", "DISK"), 0));

        assertThatThrownBy(() -> new Inputs(storage, "/base/c/inputs", coded, this::make).prepare(TERA))
                .hasMessageContaining("erasure coding of every file is none, not XOR-2-1-1024k");
    }

    @Test
    void anotherSizeNumberOfFilesOrReplicationIsAnotherInput() throws Exception {
        inputs(storage).prepare(TERA);
        inputs(storage).prepare(new InputData(ContentKind.TERA, 1000, 3, 3, 128, 7, ""));

        assertThat(made).hasSize(2);
        assertThat(new InputData(ContentKind.TERA, 1000, 2, 2, 128, 7, "").id()).isNotEqualTo(TERA.id());
        assertThat(new InputData(ContentKind.TEXT, 1000, 2, 3, 128, 7, "").id())
                .isNotEqualTo(new InputData(ContentKind.TEXT, 1000, 2, 3, 128, 8, "").id());
    }

    @Test
    void theOutputOfAValidRunBecomesTheInputOfLaterOnes() throws Exception {
        JobRequest request = new JobRequest(1000, 2, 0, 3, 7, null, null, "/base/c/runs/1/out", Map.of("a", "b"));
        JobCompletion done = make("teragen", ContentMaker.of(ContentKind.TERA), request);
        made.clear();

        assertThat(inputs(storage).adopt(TERA, done)).isTrue();
        Inputs.Prepared found = inputs(storage).prepare(TERA);

        assertThat(made).isEmpty();
        assertThat(storage.exists("/base/c/runs/1/out")).isFalse();
        assertThat(found.path()).isEqualTo(HOME + "/data");
        assertThat(found.manifest().checksum()).isEqualTo("ff");
        assertThat(found.manifest().files()).isEqualTo(Map.of("part-0", 600L, "part-1", 400L));
    }

    @Test
    void anOutputThatIsNotWhatLaterRunsExpectIsNotKept() throws Exception {
        JobRequest request = new JobRequest(1000, 2, 0, 2, 7, null, null, "/base/c/runs/1/out", Map.of("a", "b"));
        JobCompletion done = make("teragen", ContentMaker.of(ContentKind.TERA), request);

        assertThat(inputs(storage).adopt(TERA, done))
                .as("3 replicas were found, not 2")
                .isFalse();
        assertThat(storage.exists(HOME)).isFalse();
    }

    @Test
    void anInputThatLostAFileIsMadeAgain() throws Exception {
        inputs(storage).prepare(TERA);
        storage.delete(HOME + "/data/part-1");

        inputs(storage).prepare(TERA);

        assertThat(made).hasSize(2);
        assertThat(storage.exists(HOME + "/data/part-1")).isTrue();
    }

    @Test
    void anInputWithAnotherLengthOrAFurtherFileIsMadeAgain() throws Exception {
        inputs(storage).prepare(TERA);
        storage.put(HOME + "/data/part-1", 399, 3);
        inputs(storage).prepare(TERA);
        storage.put(HOME + "/data/part-2", 1, 3);
        inputs(storage).prepare(TERA);

        assertThat(made).hasSize(3);
        assertThat(storage.exists(HOME + "/data/part-2")).isFalse();
    }

    @Test
    void anInputThatFailsItsProofIsNeverPreparedNotEvenTheNextTime() throws Exception {
        counted = 9;

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> inputs(storage).prepare(TERA))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(TERA.id())
                    .hasMessageContaining("rows generated is 9, not 10");
        }
        assertThat(storage.exists(HOME + "/manifest.json")).isFalse();
        counted = 10;
        inputs(storage).prepare(TERA);
        assertThat(made).hasSize(3);
    }

    @Test
    void anInputWithTheWrongReplicationIsRefused() {
        assertThatThrownBy(() -> inputs(FaultyStorage.intended(storage, 1)).prepare(TERA))
                .hasMessageContaining("replication of every block");
    }

    @Test
    void theManifestComesLastSoThatAClientKilledBeforeItMakesTheInputAgain() throws Exception {
        inputs(storage).prepare(TERA);
        int calls = callsOfAPreparation();
        storage.delete("/base");
        made.clear();

        assertThatThrownBy(
                        () -> inputs(FaultyStorage.failingFrom(storage, calls)).prepare(TERA))
                .hasMessage("HDFS is gone");
        assertThat(storage.files(HOME)).hasSize(3);
        inputs(storage).prepare(TERA);

        assertThat(made).hasSize(2);
    }

    /** Counts the calls of a preparation, the last of which writes the manifest. */
    private int callsOfAPreparation() throws InterruptedException {
        for (int calls = 1; calls < 100; calls++) {
            storage.delete("/base");
            try {
                inputs(FaultyStorage.failingFrom(storage, calls + 1)).prepare(TERA);
                return calls;
            } catch (IOException tooFew) {
                assertThat(storage.exists(HOME + "/manifest.json")).isFalse();
            }
        }
        throw new AssertionError("it never ends");
    }

    @Test
    void aGarbledManifestOrAnotherContentsIsMadeAgain() throws Exception {
        inputs(storage).prepare(TERA);
        storage.write(HOME + "/manifest.json", "{\"content\":".getBytes(StandardCharsets.UTF_8));
        inputs(storage).prepare(TERA);
        storage.write(HOME + "/manifest.json", "null".getBytes(StandardCharsets.UTF_8));
        inputs(storage).prepare(TERA);
        String other =
                "{\"content\":\"other\",\"bytes\":1000,\"records\":10,\"files\":{\"part-0\":600,\"part-1\":400}}";
        storage.write(HOME + "/manifest.json", other.getBytes(StandardCharsets.UTF_8));
        inputs(storage).prepare(TERA);

        assertThat(made).hasSize(4);
    }

    @Test
    void sortedRowsAreMadeFromUnsortedOnesThatComeFirstAndStay() throws Exception {
        Inputs.Prepared sorted = inputs(storage).prepare(SORTED);
        inputs(storage).prepare(TERA);

        assertThat(made).containsExactly("prepare " + TERA.id(), "prepare " + SORTED.id());
        assertThat(sorted.manifest().checksum()).isEqualTo("ff");
        assertThat(Inputs.kept(Optional.of(SORTED))).containsExactly(TERA, SORTED);
        assertThat(Inputs.kept(Optional.of(TERA))).containsExactly(TERA);
    }

    @Test
    void noFileThatAsksForMoreReplicasThanASmallClusterHasIsKept() throws Exception {
        String list = inputs(storage).prepare(SORTED).path() + "/_partition.lst";
        assertThat(storage.exists(list)).isFalse();

        JobRequest request = new JobRequest(
                1000,
                2,
                2,
                3,
                7,
                HOME,
                inputs(storage).prepare(TERA).manifest(),
                "/base/c/runs/2/out",
                Map.of("a", "b"));
        JobCompletion done = make("terasort", ContentMaker.of(ContentKind.TERA_SORTED), request);
        assertThat(storage.exists("/base/c/runs/2/out/_partition.lst")).isTrue();

        assertThat(inputs(storage).adopt(SORTED, done)).isTrue();
        assertThat(storage.exists(list)).isFalse();
    }
}
