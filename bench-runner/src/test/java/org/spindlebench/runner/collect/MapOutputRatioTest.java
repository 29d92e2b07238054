package org.spindlebench.runner.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.collect.JobHistory.JobTimes;

class MapOutputRatioTest {
    @Test
    void compressedMapOutputHasARatioUnlessACombinerChangedIt() {
        assertThat(measured(true, 0)).containsEntry("mapOutputRatio", 2.5);
        assertThat(measured(false, 0)).doesNotContainKey("mapOutputRatio");
        assertThat(measured(true, 9)).doesNotContainKey("mapOutputRatio");
    }

    private static Map<String, Double> measured(boolean compressed, long combined) {
        Map<String, Long> counters = Map.of(
                "MAP_OUTPUT_BYTES", 1000L,
                "MAP_OUTPUT_MATERIALIZED_BYTES", 400L,
                "COMBINE_INPUT_RECORDS", combined);
        JobTimes times = new JobTimes(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
        Map<String, String> configuration =
                compressed ? Map.of("mapreduce.map.output.compress", "true") : Map.of("other", "true");
        return new JobHistory(
                        times,
                        Map.of(CounterSizes.TASK, counters),
                        List.of(),
                        Map.of(),
                        Map.of(),
                        configuration,
                        configuration)
                .measured(Collectors.METRICS)
                .metrics();
    }
}
