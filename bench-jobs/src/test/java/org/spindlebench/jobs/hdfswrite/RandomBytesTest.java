package org.spindlebench.jobs.hdfswrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Deflater;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class RandomBytesTest {
    private static final int BLOCK = 512;

    @Test
    void any_range_can_be_made_again_from_its_offset() {
        byte[] all = bytes(1, 3, 0, 1 << 16);
        for (int offset = 0; offset < 1 << 16; offset += 8 * 131) {
            byte[] part = bytes(1, 3, offset, Math.min(1000, (1 << 16) - offset));
            assertThat(Arrays.copyOfRange(all, offset, offset + part.length)).isEqualTo(part);
        }
    }

    @Test
    void the_data_do_not_compress() {
        byte[] data = bytes(1, 0, 0, 1 << 20);
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(data);
        deflater.finish();
        int compressed = deflater.deflate(new byte[2 << 20]);
        deflater.end();
        assertThat((double) compressed / data.length).isGreaterThanOrEqualTo(0.999);
    }

    @Test
    void no_block_of_512_bytes_occurs_twice_in_files_and_seeds() {
        Set<ByteBuffer> blocks = new HashSet<>();
        int total = 0;
        for (int seed = 0; seed < 4; seed++) {
            for (int file = 0; file < 4; file++) {
                byte[] data = bytes(seed, file, 0, 1 << 19);
                for (int at = 0; at < data.length; at += BLOCK, total++) {
                    blocks.add(ByteBuffer.wrap(data, at, BLOCK));
                }
            }
        }
        assertThat(blocks).hasSize(total);
    }

    @Test
    void the_end_of_a_large_file_does_not_run_into_the_next_file() {
        byte[] end = bytes(1, 0, RandomBytes.MAX_FILE_BYTES - BLOCK, BLOCK);
        assertThat(end).isNotEqualTo(bytes(1, 1, 0, BLOCK));
        assertThat(bytes(1, 0, RandomBytes.MAX_FILE_BYTES, BLOCK)).isEqualTo(bytes(1, 1, 0, BLOCK));
    }

    @Test
    void settings_have_defaults() {
        HdfsWriteConfig config = HdfsWriteConfig.read(conf());
        assertThat(config.bufferBytes()).isEqualTo(1 << 20);
        assertThat(config.sync()).isEqualTo(HdfsWriteConfig.Sync.CLOSE);
        assertThat(config.seed()).isEqualTo(1);
    }

    @Test
    void settings_are_understood() {
        Configuration conf = conf();
        conf.set("spindle.buffer.bytes", "64k");
        conf.set("spindle.sync", "none");
        conf.set("spindle.seed", "-5");
        HdfsWriteConfig config = HdfsWriteConfig.read(conf);
        assertThat(config.bufferBytes()).isEqualTo(1 << 16);
        assertThat(config.sync()).isEqualTo(HdfsWriteConfig.Sync.NONE);
        assertThat(config.seed()).isEqualTo(-5);
    }

    @Test
    void wrong_settings_are_refused_with_key_value_and_range() {
        assertRefused("spindle.sync", "always", "spindle.sync=always: allowed is one of [none, close]");
        assertRefused("spindle.buffer.bytes", "1", "spindle.buffer.bytes=1: allowed is a whole number from 512");
        assertRefused("spindle.maps", "0", "spindle.maps=0: allowed is a whole number from 1 to 100000");
        assertRefused("spindle.maps", "four", "spindle.maps=four: allowed is a whole number from 1 to 100000");
        assertRefused("spindle.bytes", "1", "spindle.bytes=1: allowed is a whole number from 2 ");
        assertRefused("spindle.bytes", "100000t", "spindle.bytes=109951162777600000: allowed are fewer than");
    }

    private static void assertRefused(String key, String value, String message) {
        Configuration conf = conf();
        conf.set(key, value);
        assertThatThrownBy(() -> HdfsWriteConfig.read(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    private static Configuration conf() {
        Configuration conf = new Configuration(false);
        conf.set("spindle.maps", "2");
        conf.set("spindle.bytes", "10m");
        return conf;
    }

    private static byte[] bytes(long seed, int file, long offset, int length) {
        byte[] buffer = new byte[(length + 7) / 8 * 8];
        new RandomBytes(seed, file).fill(offset, buffer, length);
        return Arrays.copyOf(buffer, length);
    }
}
