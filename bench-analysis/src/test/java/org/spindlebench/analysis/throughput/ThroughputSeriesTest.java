package org.spindlebench.analysis.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Throughput.Steady;
import org.spindlebench.analysis.throughput.StreamTrace.TracePoint;
import org.spindlebench.analysis.throughput.ThroughputSeries.Slot;

class ThroughputSeriesTest {
    /** Returns a trace of points that are given as time, bytes, time, bytes … */
    static StreamTrace trace(String attempt, long... numbers) {
        List<TracePoint> points = new ArrayList<>();
        for (int i = 0; i < numbers.length; i += 2) {
            points.add(new TracePoint(numbers[i], numbers[i + 1]));
        }
        return new StreamTrace(attempt, points);
    }

    /**
     * Two streams, with slots of 1 s computed by hand. Stream a has 0 at 1500, 600 at 3000 and 1000 at 5000, so 200 at
     * 2000, 600 at 3000 and 800 at 4000. Stream b has 0 at 2000, 300 at 3500, 400 at 4500 and 1000 at 6500, so 200 at
     * 3000, 350 at 4000, 550 at 5000 and 850 at 6000. The sums at 1000, 2000, … 7000 are 0, 200, 800, 1150, 1550, 1850
     * and 2000.
     */
    private static final List<StreamTrace> TWO =
            List.of(trace("a", 1500, 0, 3000, 600, 5000, 1000), trace("b", 2000, 0, 3500, 300, 4500, 400, 6500, 1000));

    @Test
    void streams_are_interpolated_onto_the_grid_and_added() {
        ThroughputSeries series = ThroughputSeries.of(TWO, 1000);

        assertThat(series.slots())
                .containsExactly(
                        new Slot(1000, 200, 0),
                        new Slot(2000, 600, 2),
                        new Slot(3000, 350, 2),
                        new Slot(4000, 400, 2),
                        new Slot(5000, 300, 1),
                        new Slot(6000, 150, 0));
        assertThat(series.seconds()).isEqualTo(5.0);
        assertThat(series.peakStreams()).isEqualTo(2);
    }

    @Test
    void the_steady_state_is_where_half_of_the_most_streams_run() {
        Steady steady = ThroughputSeries.of(TWO, 1000).steady().orElseThrow();

        // The mean of 600, 350, 400 and 300 is 412.5. The squared distances 35156.25 + 3906.25 + 156.25 + 12656.25 =
        // 51875 are divided by 4.
        assertThat(steady.mean()).isEqualTo(412.5);
        assertThat(steady.sd()).isCloseTo(Math.sqrt(51875 / 4.0), within(1e-9));
        assertThat(steady.slots()).isEqualTo(4);
        assertThat(steady.slotSeconds()).isEqualTo(1.0);
        assertThat(steady.share()).isEqualTo(0.8);
    }

    @Test
    void a_slot_with_less_than_half_of_the_most_streams_is_ramp_up_or_tail() {
        List<StreamTrace> three =
                List.of(trace("a", 0, 0, 3000, 300), trace("b", 1000, 0, 2000, 100), trace("c", 1000, 0, 2000, 100));
        ThroughputSeries series = ThroughputSeries.of(three, 1000);

        assertThat(series.slots()).extracting(Slot::streams).containsExactly(1, 3, 1);
        Steady steady = series.steady().orElseThrow();
        assertThat(steady.mean()).isEqualTo(300.0);
        assertThat(steady.share()).isCloseTo(1 / 3.0, within(1e-12));
    }

    @Test
    void streams_that_begin_or_end_within_every_slot_do_not_hide_that_as_many_run_all_the_time() {
        // Two streams run at a time, one after the other, and none of them runs through a whole slot. One more runs for
        // a moment.
        List<StreamTrace> many = new ArrayList<>(List.of(trace("x", 2000, 0, 2100, 1)));
        for (long i = 0; i < 10; i++) {
            many.add(trace("a" + i, 500 * i, 0, 500 * i + 500, 50));
            many.add(trace("b" + i, 500 * i + 200, 0, 500 * i + 700, 50));
        }
        ThroughputSeries series = ThroughputSeries.of(many, 1000);

        assertThat(series.peakStreams()).isEqualTo(3);
        assertThat(series.slots()).extracting(Slot::streams).containsExactly(1, 2, 2, 2, 2, 0);
        assertThat(series.steady().orElseThrow().slots()).isEqualTo(4);
    }

    @Test
    void a_slot_in_which_most_streams_only_begin_is_not_steady_though_one_runs_through_it() {
        ThroughputSeries series = ThroughputSeries.of(
                List.of(
                        trace("a", 900, 0, 2300, 140),
                        trace("b", 1400, 0, 2400, 100),
                        trace("c", 1600, 0, 2700, 110),
                        trace("d", 1700, 0, 2900, 120)),
                1000);

        assertThat(series.peakStreams()).isEqualTo(4);
        assertThat(series.steady()).isEmpty();
    }

    @Test
    void slots_of_another_length_give_a_rate_per_second_all_the_same() {
        List<StreamTrace> even = List.of(trace("a", 0, 0, 2000, 2_000_000));
        for (long slot : new long[] {100, 250, 1000}) {
            Steady steady = ThroughputSeries.of(even, slot).steady().orElseThrow();
            assertThat(steady.mean()).isCloseTo(1e6, within(1e-6));
            assertThat(steady.sd()).isCloseTo(0, within(1e-6));
            assertThat(steady.share()).isEqualTo(1.0);
        }
    }

    @Test
    void streams_shorter_than_a_slot_have_no_steady_state() {
        ThroughputSeries series = ThroughputSeries.of(List.of(trace("a", 1200, 0, 1900, 70)), 1000);
        assertThat(series.steady()).isEmpty();
        assertThat(series.slots()).containsExactly(new Slot(1000, 70, 0));
    }

    @Test
    void a_stream_without_length_counts_its_bytes_once() {
        for (long at : new long[] {1000, 1500}) {
            ThroughputSeries series = ThroughputSeries.of(List.of(trace("a", at, 0, at, 7)), 1000);
            assertThat(series.slots()).as("at %s", at).containsExactly(new Slot(1000, 7, 0));
            assertThat(series.steady()).isEmpty();
            assertThat(series.seconds()).isZero();
        }
    }

    @Test
    void slots_add_up_to_all_bytes_whatever_the_streams() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            List<StreamTrace> traces = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                traces.add(randomTrace(random, "t" + i));
            }
            ThroughputSeries series = ThroughputSeries.of(traces, 1 + random.nextInt(700));
            assertThat(series.slots().stream().mapToLong(Slot::bytes).sum())
                    .isEqualTo(traces.stream().mapToLong(StreamTrace::bytes).sum());
            assertThat(series.slots()).allMatch(slot -> slot.bytes() >= 0 && slot.streams() <= traces.size());
            series.steady().ifPresent(steady -> assertThat(steady.share()).isBetween(0.0, 1.0 + 1e-12));
        }
    }

    private static StreamTrace randomTrace(Random random, String attempt) {
        List<TracePoint> points = new ArrayList<>();
        long time = 1_000_000L + random.nextInt(3000);
        long bytes = 0;
        points.add(new TracePoint(time, 0));
        for (int i = 0; i < 1 + random.nextInt(20); i++) {
            // Several points may fall on one millisecond, but a stream takes some time.
            time += i == 0 ? 1 : random.nextInt(400);
            bytes += random.nextInt(1_000_000);
            points.add(new TracePoint(time, bytes));
        }
        return new StreamTrace(attempt, points);
    }

    @Test
    void csv_has_a_header_and_a_line_for_each_slot() {
        assertThat(ThroughputSeries.of(TWO, 1000).csv())
                .startsWith("start_ms,bytes,streams", "1000,200,0", "2000,600,2")
                .hasSize(7);
    }

    @Test
    void what_is_no_stream_is_refused() {
        assertThatThrownBy(() -> trace("a", 0, 0)).hasMessageContaining("a start with 0 bytes and an end");
        assertThatThrownBy(() -> trace("a", 0, 1, 1, 2)).hasMessageContaining("a start with 0 bytes");
        assertThatThrownBy(() -> trace("a", 5, 0, 4, 2)).hasMessageContaining("goes back at point 1");
        assertThatThrownBy(() -> trace("a", 0, 0, 1, 2, 3, 1)).hasMessageContaining("goes back at point 2");
        assertThatThrownBy(() -> ThroughputSeries.of(List.of(), 1000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ThroughputSeries.of(List.of(trace("a", 0, 0, 1L << 50, 1)), 1))
                .hasMessageContaining("s apart");
    }
}
