package org.spindlebench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.data.DataKind;

class ShuffleCompressionTest {
    @ParameterizedTest
    @ValueSource(ints = {4, 100})
    void rows_of_the_shuffle_compress_as_far_as_stock_teragens_by_every_codec(int reduces) throws Exception {
        ShuffleCompression.Ratios ratios = ShuffleCompression.measure(8 << 20, reduces);
        assertThat(ratios.stock()).containsOnlyKeys("lz4", "snappy", "deflate", "zstd");
        assertThat(ratios.worst()).isLessThan(ShuffleCompression.NEEDED);
    }

    @ParameterizedTest
    @CsvSource({"1.5,4", "2.5,4", "2.5,1000", "5,4", "10,4"})
    void records_of_a_ratio_shrink_by_it_but_snappy_makes_less_of_them(double ratio, int reduces) throws Exception {
        Map<String, Double> ratios = ShuffleCompression.measure(DataKind.parse(ratio + "x"), 8 << 20, reduces);
        for (String codec : List.of("lz4", "deflate", "zstd")) {
            assertThat(ratios.get(codec) / ratio).as(codec).isCloseTo(1, within(0.05));
        }
        assertThat(ratios.get("snappy")).isBetween(0.5 * ratio, ratio);
    }

    @Test
    void text_does_not() throws Exception {
        ShuffleCompression.Ratios ratios = ShuffleCompression.measure(8 << 20, 4);
        assertThat(ratios.text().get("snappy")).isLessThan(0.9 * ratios.stock().get("snappy"));
        assertThat(ratios.text().get("zstd")).isGreaterThan(1.1 * ratios.stock().get("zstd"));
    }
}
