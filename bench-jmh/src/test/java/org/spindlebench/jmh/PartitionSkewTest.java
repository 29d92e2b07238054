package org.spindlebench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.tera.TeraSample;

class PartitionSkewTest {
    @ParameterizedTest
    @ValueSource(ints = {80, 200, 800, 2_400})
    void the_largest_partition_stays_within_a_fifth_of_the_mean_with_as_many_keys_as_spindle_asks_for(int reduces) {
        for (int seed = 1; seed <= 3; seed++) {
            assertThat(PartitionSkew.skew((int) TeraSample.keys(reduces), reduces, seed))
                    .isBetween(1.0, 1.2);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void it_does_not_with_the_stock_number_of_keys(long seed) {
        assertThat(PartitionSkew.skew(TeraSample.STOCK, 2_400, seed)).isGreaterThan(1.5);
    }

    /** Checks that Hadoop's own sampler sets the same bounds for the same keys. */
    @ParameterizedTest
    @ValueSource(ints = {7, 2_400})
    void the_bounds_are_those_of_the_stock_sampler(int reduces) throws Exception {
        Text[] bounds = stockBounds(TeraSample.STOCK, reduces, 5);
        double before = 0;
        double largest = 0;
        for (int i = 0; i <= bounds.length; i++) {
            double bound = i == bounds.length ? 1 : (double) first(bounds[i]) / (1L << 53);
            largest = Math.max(largest, bound - before);
            before = bound;
        }
        assertThat(largest * reduces).isCloseTo(PartitionSkew.skew(TeraSample.STOCK, reduces, 5), within(1e-9));
    }

    private static Text[] stockBounds(int keys, int reduces, long seed) throws ReflectiveOperationException {
        Class<?> type = Class.forName("org.apache.hadoop.examples.terasort.TeraInputFormat$TextSampler");
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object sampler = constructor.newInstance();
        Method add = type.getDeclaredMethod("addKey", Text.class);
        add.setAccessible(true);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < keys; i++) {
            long bits = (long) (random.nextDouble() * (1L << 53));
            add.invoke(sampler, new Text(ByteBuffer.allocate(10).putLong(bits).array()));
        }
        Method part = type.getDeclaredMethod("createPartitions", int.class);
        part.setAccessible(true);
        return (Text[]) part.invoke(sampler, reduces);
    }

    private static long first(Text key) {
        return ByteBuffer.wrap(Arrays.copyOf(key.getBytes(), Long.BYTES)).getLong();
    }
}
