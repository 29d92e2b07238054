package org.spindlebench.jobs.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.base.SplitFiles.Sync;
import org.spindlebench.jobs.data.DataKind;
import org.spindlebench.jobs.data.FileData;

class HdfsWriteConfigTest {
    @Test
    void settings_have_defaults() {
        HdfsWriteConfig config = HdfsWriteConfig.read(conf());
        assertThat(config.bufferBytes()).isEqualTo(1 << 20);
        assertThat(config.sync()).isEqualTo(Sync.BLOCK);
        assertThat(firstBytes(config.file(0)))
                .isEqualTo(firstBytes(DataKind.parse("random").file(1, 0)));
    }

    @Test
    void settings_are_understood() {
        Configuration conf = conf();
        conf.set("spindle.buffer.bytes", "64k");
        conf.set("spindle.sync", "none");
        conf.set("spindle.seed", "-5");
        conf.set("spindle.data", "2.5x");
        HdfsWriteConfig config = HdfsWriteConfig.read(conf);
        assertThat(config.bufferBytes()).isEqualTo(1 << 16);
        assertThat(config.sync()).isEqualTo(Sync.NONE);
        assertThat(firstBytes(config.file(7)))
                .isEqualTo(firstBytes(DataKind.parse("2.5x").file(-5, 7)));
    }

    @Test
    void wrong_settings_are_refused_with_key_value_and_range() {
        assertRefused("spindle.sync", "always", "spindle.sync=always: must be one of [none, close, block]");
        assertRefused(
                "spindle.data",
                "zeros",
                "spindle.data=zeros: allowed are random, text, tera, or a compression ratio from 1x to 50x");
        assertRefused("spindle.buffer.bytes", "1", "spindle.buffer.bytes=1: must be a whole number from 512");
        assertRefused("spindle.maps", "0", "spindle.maps=0: must be a whole number from 1 to 100000");
        assertRefused("spindle.maps", "four", "spindle.maps=four: must be a whole number from 1 to 100000");
        assertRefused("spindle.bytes", "1", "spindle.bytes=1: must be a whole number from 2 ");
        assertRefused("spindle.bytes", "100000t", "spindle.bytes=109951162777600000: must be fewer than");
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

    private static byte[] firstBytes(FileData file) {
        byte[] bytes = new byte[1024];
        file.fill(0, bytes, bytes.length);
        return bytes;
    }
}
