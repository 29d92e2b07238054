package org.spindlebench.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Throughput.StreamTimes;

class StreamTablesTest {
    private static Throughput moved(double close, Double hsync) {
        StreamTimes times = new StreamTimes(
                10.0 + close,
                0.5,
                8.0,
                hsync,
                close,
                1.5,
                2.0,
                null,
                1.0,
                2.0,
                3e-9,
                100L,
                0.001 * close,
                0.002 * close,
                0.004);
        return new Throughput(4_000_000_000L, 1e8, null, null, 4, null, null, null, times, null, null);
    }

    /** Returns runs in two visits; the last run is alone in its visit. */
    private static List<RunRecord> runs(Double hsync, double... close) {
        List<RunRecord> runs = new ArrayList<>();
        for (int i = 0; i < close.length; i++) {
            runs.add(new RunBuilder(1 + i, "hdfs-write")
                    .repeat(i + 1)
                    .visit(i < close.length - 1 ? 1 : 2)
                    .moved(moved(close[i], hsync))
                    .build());
        }
        return runs;
    }

    private static Findings findings(List<RunRecord> runs) {
        return Findings.of(Runs.of(runs.stream()), ComparisonOptions.standard());
    }

    /** The mean of the visits' means of these runs would be 6. */
    @Test
    void numbersAreMediansOverRunsWhateverTheirVisits() throws Exception {
        Findings findings = findings(runs(null, 1, 2, 3, 10));
        JsonNode row = new ObjectMapper().readTree(Reports.json(findings)).path("streams");

        assertThat(row).hasSize(1);
        row = row.get(0);
        assertThat(row.path("job").asText()).isEqualTo("hdfs-write");
        assertThat(row.path("n").asInt()).isEqualTo(4);
        assertThat(row.path("stream_seconds").asDouble()).isEqualTo(12.5);
        assertThat(row.path("open_seconds").asDouble()).isEqualTo(0.5);
        assertThat(row.path("transfer_seconds").asDouble()).isEqualTo(8);
        assertThat(row.path("close_seconds").asDouble()).isEqualTo(2.5);
        assertThat(row.path("data_seconds").asDouble()).isEqualTo(1.5);
        assertThat(row.has("hsync_seconds")).isFalse();
        assertThat(row.path("request_p50").asDouble()).isEqualTo(0.0025);
        assertThat(row.path("request_p95").asDouble()).isEqualTo(0.005);
        assertThat(row.path("request_p99").asDouble()).isEqualTo(0.004);
        assertThat(row.path("cpu_per_byte").asDouble()).isEqualTo(3e-9);
        assertThat(row.path("busiest_thread").asDouble()).isCloseTo((2 / 12.0 + 2 / 13.0) / 2, within(1e-12));

        assertThat(Reports.markdown(findings))
                .contains("## Time of a stream")
                .contains("| 4 | 12.50 | 500.00 | 8.00 | - | 2500.00 | 1.50 | 2.50 | 5.00 | 4.00 | 3.00 | 16.03 |");
    }

    @Test
    void aNumberThatOneRunLacksIsOmittedAndRunsWithoutTimesAreLeftOut() throws Exception {
        List<RunRecord> runs = runs(0.25, 1, 2);
        runs.add(new RunBuilder(3, "hdfs-write")
                .repeat(3)
                .visit(2)
                .moved(moved(3, null))
                .build());
        assertThat(new ObjectMapper()
                        .readTree(Reports.json(findings(runs)))
                        .path("streams")
                        .get(0)
                        .has("hsync_seconds"))
                .isFalse();
        assertThat(Reports.markdown(findings(runs(0.25, 1, 2)))).contains("| 250.00 |");

        List<RunRecord> older = List.of(
                new RunBuilder(1, "hdfs-write").repeat(1).build(),
                runs(0.25, 1, 2).get(1));
        assertThat(Reports.json(findings(older))).contains("\"stream_seconds\": 12");
        assertThat(Reports.json(findings(older.subList(0, 1)))).doesNotContain("\"streams\"");
        assertThat(Reports.markdown(findings(older.subList(0, 1)))).doesNotContain("Time of a stream");
    }
}
