package org.spindlebench.runner.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.jobs.Proofs.OUTPUT;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.scaled.ScaledTool.Counter;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.InputData.InputManifest;

class ScaledProofTest {
    private static final MeasuredJob SCALED = JobCatalog.named("scaled");
    private static final InputManifest POOL = new InputManifest("pool", 5000, 1, "1f", Map.of());
    private static final Map<String, String> ASKED =
            Map.of(JobKeys.INPUT_BYTES, "1000", JobKeys.SHUFFLE_BYTES, "300", JobKeys.OUTPUT_BYTES, "70");

    private static Proofs ran() {
        Proofs proofs = new Proofs(1000, 2, 3, POOL)
                .asking(ASKED)
                .count(Counter.INPUT_BYTES, 1000)
                .count(Counter.INPUT_MISMATCHES, 0)
                .count(Counter.MAP_RECORDS, 4)
                .count(Counter.MAP_BYTES, 300)
                .count(Counter.MAP_CHECKSUM, -9)
                .count(Counter.REDUCE_RECORDS, 4)
                .count(Counter.REDUCE_BYTES, 300)
                .count(Counter.REDUCE_CHECKSUM, -9)
                .count(Counter.OUTPUT_BYTES, 70);
        proofs.storage.put(OUTPUT + "/part-m-00000", 35, 3).put(OUTPUT + "/part-m-00001", 35, 3);
        return proofs;
    }

    @Test
    void whatMovedAsManyBytesAsAskedForIsProved() throws IOException {
        assertThat(ran().failed(SCALED)).isEmpty();
    }

    @Test
    void otherBytesMakeItInvalid() throws IOException {
        assertThat(ran().count(Counter.INPUT_BYTES, 999).failed(SCALED)).containsExactly("bytes read by the maps");
        assertThat(ran().count(Counter.INPUT_MISMATCHES, 1).failed(SCALED))
                .containsExactly("bytes read that the seed does not give");
        assertThat(ran().count(Counter.MAP_BYTES, 301).failed(SCALED)).containsExactly("bytes made for the shuffle");
        assertThat(ran().count(Counter.REDUCE_BYTES, 299).failed(SCALED)).containsExactly("bytes drained and made");
        assertThat(ran().count(Counter.REDUCE_RECORDS, 3).failed(SCALED)).containsExactly("records drained and made");
        assertThat(ran().count(Counter.REDUCE_CHECKSUM, 9).failed(SCALED))
                .containsExactly("checksum of all records, drained and made");
        assertThat(ran().count(Counter.OUTPUT_BYTES, 71).failed(SCALED)).containsExactly("bytes written");
    }

    @ParameterizedTest
    @EnumSource(Counter.class)
    void oneOfItsCountersMissingMakesItInvalid(Counter missing) throws IOException {
        assertThat(ran().without(missing.name()).failed(SCALED)).isNotEmpty();
    }

    @Test
    void anOutputThatIsLostOrHasOtherReplicasMakesItInvalid() throws IOException {
        assertThat(ran().failed(SCALED, FaultyStorage.lost(ran().storage, "part-m-00001")))
                .containsExactly("bytes in HDFS");
        assertThat(ran().failed(SCALED, FaultyStorage.stored(ran().storage, 2)))
                .containsExactly("replication of every block");
    }

    @Test
    void aShuffleOfLessThanARecordIsARecordAndNoneIsNotLookedFor() throws IOException {
        Proofs tiny = ran().asking(Map.of(JobKeys.SHUFFLE_BYTES, "1", JobKeys.OUTPUT_BYTES, "70"))
                .count(Counter.MAP_BYTES, 64)
                .count(Counter.REDUCE_BYTES, 64);
        assertThat(tiny.failed(SCALED)).isEmpty();
        Proofs none = ran().asking(Map.of(JobKeys.SHUFFLE_BYTES, "0", JobKeys.OUTPUT_BYTES, "70"))
                .without("MAP_BYTES")
                .without("REDUCE_BYTES");
        assertThat(none.failed(SCALED)).isEmpty();
    }

    @Test
    void whatIsNotAskedForByItselfIsAllThatIsAskedFor() {
        ToolCall call =
                (ToolCall) SCALED.call(new Proofs(1000, 2, 3, POOL).done().request());
        assertThat(call.configuration())
                .containsEntry(JobKeys.INPUT_BYTES, "1000")
                .containsEntry(JobKeys.SHUFFLE_BYTES, "1000")
                .containsEntry(JobKeys.OUTPUT_BYTES, "1000")
                .containsEntry("mapreduce.job.reduces", "2");
        assertThat(SCALED.inputBytes(1000, Map.of())).isEqualTo(1000);
        assertThat(SCALED.inputBytes(1000, Map.of(JobKeys.INPUT_POOL, "5000"))).isEqualTo(5000);
        assertThat(SCALED.inputFiles(9, 1L << 30)).isEqualTo(4);
    }
}
