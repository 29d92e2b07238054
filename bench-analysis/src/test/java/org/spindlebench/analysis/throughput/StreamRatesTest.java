package org.spindlebench.analysis.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.throughput.ThroughputSeriesTest.trace;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Throughput.PerStream;
import org.spindlebench.analysis.record.Throughput.Slowest;
import org.spindlebench.analysis.record.Throughput.SlowestHost;
import org.spindlebench.analysis.throughput.StreamTrace.StreamRates;

class StreamRatesTest {
    @Test
    void rates_are_bytes_by_each_streams_own_time() {
        // The streams write 10, 20, 30, 40 and 100 bytes/s.
        PerStream rates = StreamRates.of(
                        List.of(
                                trace("a", 0, 0, 1000, 30),
                                trace("b", 500, 0, 2500, 40),
                                trace("c", 0, 0, 2000, 20),
                                trace("d", 0, 0, 250, 10),
                                trace("e", 0, 0, 500, 50)),
                        Map.of("c", "node3"))
                .orElseThrow();

        assertThat(rates.mean()).isCloseTo(40, within(1e-12));
        // The squared distances are 100, 400, 900, 0 and 3600; their sum is divided by 5.
        assertThat(rates.sd()).isCloseTo(Math.sqrt(1000), within(1e-9));
        // The percentiles are at the ranks 1.2, 3 and 4.8 of 5.
        assertThat(rates.p5()).isCloseTo(12, within(1e-9));
        assertThat(rates.p50()).isCloseTo(30, within(1e-12));
        assertThat(rates.p95()).isCloseTo(88, within(1e-9));
        assertThat(rates.slowest()).isEqualTo(new Slowest(10.0, "c", "node3"));
    }

    @Test
    void the_slowest_host_is_the_one_whose_streams_are_slow_on_average() {
        // The slowest stream with a known host is on node1, but node2's are slower on average: (10 + 60) / 2 and (30 +
        // 20) / 2.
        PerStream rates = StreamRates.of(
                        List.of(
                                trace("a", 0, 0, 1000, 10),
                                trace("b", 0, 0, 1000, 60),
                                trace("c", 0, 0, 1000, 30),
                                trace("d", 0, 0, 1000, 20),
                                trace("e", 0, 0, 1000, 1)),
                        Map.of("a", "node1", "b", "node1", "c", "node2", "d", "node2"))
                .orElseThrow();

        assertThat(rates.slowest()).isEqualTo(new Slowest(1.0, "e", null));
        assertThat(rates.slowestHost()).isEqualTo(new SlowestHost("node2", 25.0, 2));
    }

    @Test
    void one_stream_is_its_own_distribution() {
        PerStream rates =
                StreamRates.of(List.of(trace("a", 0, 0, 1000, 30)), Map.of()).orElseThrow();
        assertThat(rates).isEqualTo(new PerStream(30.0, 0.0, 30.0, 30.0, 30.0, new Slowest(30.0, "a", null), null));
    }

    @Test
    void a_stream_under_a_millisecond_has_no_rate_so_there_is_no_distribution() {
        assertThat(StreamRates.of(List.of(trace("a", 0, 0, 1000, 30), trace("b", 5, 0, 5, 30)), Map.of()))
                .isEmpty();
        assertThat(StreamRates.of(List.of(), Map.of())).isEmpty();
    }
}
