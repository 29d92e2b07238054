package org.spindlebench.runner.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.jobs.Proofs.OUTPUT;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.jobs.sort.RandomTextGenerator;
import org.spindlebench.jobs.sort.SortTool.Counter;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;

class SortProofTest {
    private static final MeasuredJob SORT = JobCatalog.named("sort");
    private static final ContentMaker TEXT = ContentMaker.of(ContentKind.RANDOM_TEXT);
    private static final InputManifest INPUT = new InputManifest("text", 1000, 12, "fffffffffffffffb", Map.of());
    private static final String FILE_OUTPUT = "org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter";

    private static Proofs sorted() {
        Proofs proofs = new Proofs(980, 2, 1, INPUT)
                .task("MAP_INPUT_RECORDS", 12)
                .count(Counter.RECORDS, 12)
                .count(Counter.CHECKSUM, -5)
                .count(Counter.OUT_OF_ORDER, 0)
                .count(FILE_OUTPUT, "BYTES_WRITTEN", 1010);
        proofs.storage.put(OUTPUT + "/part-r-00000", 600, 1).put(OUTPUT + "/part-r-00001", 410, 1);
        return proofs;
    }

    private static Proofs made() {
        Proofs proofs = new Proofs(980, 2, 1, null)
                .count(RandomTextGenerator.Counter.BYTES, 980)
                .count(RandomTextGenerator.Counter.FILE_BYTES, 1000)
                .count(RandomTextGenerator.Counter.RECORDS, 12)
                .count(RandomTextGenerator.Counter.CHECKSUM, -5);
        proofs.storage.put(OUTPUT + "/part-m-00000", 600, 1).put(OUTPUT + "/part-m-00001", 400, 1);
        return proofs;
    }

    @Test
    void whatWasMadeAndSortedIsProved() throws IOException {
        assertThat(sorted().failed(SORT)).isEmpty();
        assertThat(made().failed(TEXT, made().storage)).isEmpty();
        InputData content = new InputData(ContentKind.RANDOM_TEXT, 980, 2, 1, 128, 7, "");
        assertThat(TEXT.manifest(content, made().done(), Map.of()).checksum()).isEqualTo(INPUT.checksum());
        assertThat(content.id()).isEqualTo("random-text-980b-2f-1r-128bs-7");
    }

    @Test
    void recordsThatAreLostChangedOrOutOfOrderMakeItInvalid() throws IOException {
        assertThat(sorted().task("MAP_INPUT_RECORDS", 11).failed(SORT)).containsExactly("records read");
        assertThat(sorted().count(Counter.RECORDS, 11).failed(SORT)).containsExactly("records written");
        assertThat(sorted().count(Counter.CHECKSUM, 5).failed(SORT))
                .containsExactly("checksum of all records, made and written");
        assertThat(sorted().count(Counter.OUT_OF_ORDER, 1).failed(SORT)).containsExactly("keys out of order");
    }

    /** The bytes say only whether the map output was compressed. */
    @ParameterizedTest
    @EnumSource(value = Counter.class, mode = EnumSource.Mode.EXCLUDE, names = "BYTES")
    void oneOfItsCountersMissingMakesItInvalid(Counter missing) throws IOException {
        assertThat(sorted().without(missing.name()).failed(SORT)).isNotEmpty();
    }

    @Test
    void filesThatAreLostCutOrHaveOtherReplicasMakeItInvalid() throws IOException {
        Storage sound = sorted().storage;
        assertThat(sorted().failed(SORT, FaultyStorage.lost(sound, "part-r-00001")))
                .containsExactly("files written", "bytes in HDFS", "size of the output");
        assertThat(sorted().failed(SORT, FaultyStorage.truncated(sound, "part-r-00001")))
                .contains("bytes in HDFS");
        assertThat(sorted().failed(SORT, FaultyStorage.stored(sound, 2))).containsExactly("replication of every block");
    }

    @Test
    void dataOfARatioAreAnotherInputAndOutputThatShouldHaveShrunkIsInvalid() throws IOException {
        assertThat(SORT.inputVariant(Map.of())).isEmpty();
        assertThat(SORT.inputVariant(Map.of("spindle.data", "text"))).isEmpty();
        assertThat(SORT.inputVariant(Map.of("spindle.data", "2.5x"))).isEqualTo("2.5x");
        assertThat(SORT.data(Map.of())).isEqualTo("text");
        Map<String, String> compressed = new HashMap<>(Map.of(
                "spindle.data", "2.5x",
                "mapreduce.output.fileoutputformat.compress", "true",
                "mapreduce.output.fileoutputformat.compress.codec", "org.apache.hadoop.io.compress.SnappyCodec"));
        assertThat(sorted().asking(compressed).failed(SORT)).containsExactly("size of the output");
        compressed.put("spindle.data", "random");
        assertThat(sorted().asking(compressed).failed(SORT)).isEmpty();
    }

    @Test
    void anInputThatIsNotAsAskedIsRefused() throws IOException {
        Storage sound = made().storage;
        assertThat(made().count(RandomTextGenerator.Counter.BYTES, 979).failed(TEXT, sound))
                .containsExactly("bytes made");
        assertThat(made().without("CHECKSUM").failed(TEXT, sound)).containsExactly("records and checksum counted");
        assertThat(made().failed(TEXT, FaultyStorage.lost(sound, "part-m-00001")))
                .containsExactly("bytes in HDFS");
    }
}
