package org.spindlebench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleCompressionTest {
    @ParameterizedTest
    @ValueSource(ints = {4, 100})
    void rows_of_the_shuffle_compress_as_far_as_stock_teragens_by_every_codec(int reduces) throws Exception {
        ShuffleCompression.Ratios ratios = ShuffleCompression.measure(8 << 20, reduces);
        assertThat(ratios.stock()).containsOnlyKeys("lz4", "snappy", "deflate", "zstd");
        assertThat(ratios.worst()).isLessThan(ShuffleCompression.NEEDED);
    }

    @Test
    void text_does_not() throws Exception {
        ShuffleCompression.Ratios ratios = ShuffleCompression.measure(8 << 20, 4);
        assertThat(ratios.text().get("snappy")).isLessThan(0.9 * ratios.stock().get("snappy"));
        assertThat(ratios.text().get("zstd")).isGreaterThan(1.1 * ratios.stock().get("zstd"));
    }
}
