package org.spindlebench.jobs.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleRingTest {
    private static final List<String> NAMES = List.of("disk.sda.reads", "memory.Dirty");

    @Test
    void a_window_holds_its_ends_and_what_is_between() {
        SampleRing ring = new SampleRing(1 << 20);
        for (int second = 0; second < 1_000; second++) {
            ring.add(sample(second));
        }
        List<ProbeSample> window = ring.window(130_000, 460_000);
        assertThat(window).hasSize(331);
        assertThat(window.get(0).millis()).isEqualTo(130_000);
        assertThat(window.get(330).millis()).isEqualTo(460_000);
        assertThat(window).allSatisfy(sample -> {
            assertThat(sample.names()).isEqualTo(NAMES);
            assertThat(sample.value(0)).isEqualTo(7 * sample.millis());
            assertThat(sample.value(1)).isEqualTo(-sample.millis() % 13);
        });
        assertThat(ring.window(999_000, 2_000_000)).hasSize(1);
        assertThat(ring.window(2_000_000, 3_000_000)).isEmpty();
    }

    @Test
    void the_oldest_samples_are_forgotten_first() {
        SampleRing ring = new SampleRing(4_000);
        for (int second = 0; second < 100_000; second++) {
            ring.add(sample(second));
        }
        List<ProbeSample> kept = ring.window(0, Long.MAX_VALUE);
        assertThat(kept).hasSizeBetween(64, 20_000);
        assertThat(kept.get(kept.size() - 1).millis()).isEqualTo(99_999_000);
    }

    @Test
    void a_device_that_appears_is_in_the_samples_from_then_on() {
        SampleRing ring = new SampleRing(1 << 20);
        for (int second = 0; second < 100; second++) {
            ring.add(
                    second < 90
                            ? sample(second)
                            : new ProbeSample(
                                    second * 1000L, List.of("memory.Dirty", "disk.sdb.reads"), new long[] {1, second}));
        }
        List<ProbeSample> window = ring.window(89_000, 91_000);
        assertThat(window.get(0).names()).isEqualTo(NAMES);
        assertThat(window.get(2).names()).containsExactly("memory.Dirty", "disk.sdb.reads");
        assertThat(window.get(2).value(1)).isEqualTo(91);
    }

    @Test
    void an_hour_of_a_large_node_takes_little_memory() {
        String[] names = new String[250];
        Arrays.setAll(names, i -> "disk.sd" + (i / 11) + "." + i % 11);
        SampleRing ring = new SampleRing(1 << 21);
        java.util.Random random = new java.util.Random(1);
        long[] values = new long[names.length];
        for (int second = 0; second < 3_600; second++) {
            for (int i = 0; i < values.length; i++) {
                values[i] += random.nextInt(100) < 60 ? random.nextInt(100_000) : 0;
            }
            ring.add(new ProbeSample(second * 1000L, List.of(names), values.clone()));
        }
        assertThat(ring.window(0, Long.MAX_VALUE)).hasSizeGreaterThan(3_000);
    }

    private static ProbeSample sample(int second) {
        return new ProbeSample(second * 1000L, NAMES, new long[] {7_000L * second, -second * 1000L % 13});
    }
}
