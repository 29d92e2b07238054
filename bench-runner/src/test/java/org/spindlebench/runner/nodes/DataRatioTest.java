package org.spindlebench.runner.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.MeasuredJob;

class DataRatioTest {
    private static final MeasuredJob WRITES = JobCatalog.named("hdfs-write");
    private static final String HARD = "The quick brown fox jumps over the lazy dog; 0123456789 ABCDEFGHIJKLM?!";

    private final MemoryStorage storage = new MemoryStorage()
            .put("/out/part-0", "a".repeat(100_000), 1)
            .put("/out/_SUCCESS", "", 1)
            .put("/in/part-0", HARD, 1);

    @Test
    void whatIsAllTheSameCompressesFarAndWhatIsNotDoesNot() throws IOException {
        assertThat(ratio(storage, WRITES, null)).isGreaterThan(100);
        assertThat(ratio(storage, WRITES, "/in")).isLessThan(1.2);
    }

    @Test
    void bytesOfSeveralFilesCountTogether() throws IOException {
        storage.put("/out/part-1", HARD.repeat(1), 1);
        double both = ratio(storage, WRITES, null);
        assertThat(both).isCloseTo(100_000.0 / (100_000 / ratioOfTheFirst() + HARD.length()), within(0.15 * both));
    }

    private double ratioOfTheFirst() throws IOException {
        return new DataRatio(storage)
                .of(WRITES, request(null, Map.of()), storage.files("/out").subList(1, 2));
    }

    @Test
    void theShufflesRecordsAreMadeForTheSample() throws IOException {
        assertThat(ratio(storage, JobCatalog.named("shuffle"), null)).isBetween(2.0, 4.0);
    }

    @Test
    void rowsAreMadeForTheSampleWhereTheShuffleMovesRows() throws IOException {
        MeasuredJob shuffle = JobCatalog.named("shuffle");
        double text = ratio(storage, shuffle, null);
        double rows = new DataRatio(storage).of(shuffle, request(null, Map.of("spindle.data", "tera")), List.of());
        assertThat(rows).isBetween(2.0, 4.0).isNotCloseTo(text, within(0.05));
    }

    @Test
    void withoutDataThereIsNoRatio() throws IOException {
        assertThat(new DataRatio(storage).of(WRITES, request("/nothing", Map.of()), List.of()))
                .isNull();
    }

    private static Double ratio(Storage storage, MeasuredJob job, String input) throws IOException {
        return new DataRatio(storage).of(job, request(input, Map.of()), storage.files("/out"));
    }

    private static JobRequest request(String input, Map<String, String> configuration) {
        return new JobRequest(1, 1, 1, 1, 1, input, null, null, configuration);
    }
}
