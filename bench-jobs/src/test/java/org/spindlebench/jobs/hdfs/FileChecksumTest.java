package org.spindlebench.jobs.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.hdfs.DfsioWrite.FileChecksum;

class FileChecksumTest {
    private final byte[] data = new byte[10_000];

    FileChecksumTest() {
        new Random(1).nextBytes(data);
    }

    private static long of(byte[] content, int index, int buffer) {
        FileChecksum checksum = new FileChecksum();
        for (int from = 0; from < content.length; from += buffer) {
            byte[] part = Arrays.copyOfRange(content, from, Math.min(content.length, from + buffer));
            checksum.update(part, part.length);
        }
        return checksum.value(index);
    }

    @Test
    void it_does_not_depend_on_the_buffers() {
        assertThat(of(data, 3, 1)).isEqualTo(of(data, 3, 10_000)).isEqualTo(of(data, 3, 777));
    }

    @Test
    void a_bit_an_exchange_a_missing_zero_and_another_place_change_it() {
        byte[] bit = data.clone();
        bit[5000] ^= 1;
        byte[] exchanged = data.clone();
        exchanged[0] = data[9999];
        exchanged[9999] = data[0];
        assertThat(of(bit, 3, 100)).isNotEqualTo(of(data, 3, 100));
        assertThat(of(exchanged, 3, 100)).isNotEqualTo(of(data, 3, 100));
        assertThat(of(new byte[0], 3, 100)).isNotEqualTo(of(new byte[1], 3, 100));
        assertThat(of(data, 4, 100)).isNotEqualTo(of(data, 3, 100));
    }

    @Test
    void files_that_exchanged_their_names_change_the_sum() {
        byte[] other = new byte[10_000];
        assertThat(of(data, 0, 100) + of(other, 1, 100)).isNotEqualTo(of(data, 1, 100) + of(other, 0, 100));
    }
}
