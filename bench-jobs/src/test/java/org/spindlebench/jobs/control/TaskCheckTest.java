package org.spindlebench.jobs.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.jobs.LocalRunner.succeed;
import static org.spindlebench.jobs.LocalRunner.value;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.NativeCodeLoader;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.LocalRunner;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.control.TaskCheck.CodecTrial;
import org.spindlebench.jobs.shuffle.ShuffleTool;

/** Compares what a task says about codecs with what jobs do that use them in Hadoop's local job runner. */
@Timeout(120)
class TaskCheckTest {
    private static final String CODECS = "org.apache.hadoop.io.compress.";
    private static final int BYTES = 300_000;

    @TempDir
    private Path directory;

    private LocalRunner local;

    @BeforeEach
    void open() {
        local = new LocalRunner(directory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DefaultCodec", "SnappyCodec", "Lz4Codec", "ZStandardCodec", "GzipCodec", "BZip2Codec"})
    void theShuffleIsWholeAndSmallerByACodecThatWorksAndFailsByAnother(String codec) throws Exception {
        String said = CodecTrial.of(new Configuration(), CODECS + codec);
        Configuration conf = shuffle();
        conf.setBoolean("mapreduce.map.output.compress", true);
        conf.set("mapreduce.map.output.compress.codec", CODECS + codec);
        if (!said.equals(TaskCheck.WORKS)) {
            assertThat(NativeCodeLoader.isNativeCodeLoaded()).as(said).isFalse();
            assertThat(said)
                    .contains(
                            codec.equals("GzipCodec")
                                    ? "has no compressor here"
                                    : "native zStandard library not available");
            assertThat(ToolRunner.run(conf, new ShuffleTool(), new String[0])).isEqualTo(1);
            return;
        }
        Counters compressed = succeed(conf, new ShuffleTool());
        assertThat(value(compressed, ShuffleTool.Counter.REDUCE_BYTES))
                .isEqualTo(value(compressed, ShuffleTool.Counter.MAP_BYTES))
                .isEqualTo(BYTES);
        assertThat(value(compressed, ShuffleTool.Counter.REDUCE_CHECKSUM))
                .isEqualTo(value(compressed, ShuffleTool.Counter.MAP_CHECKSUM))
                .isNotZero();
        assertThat(value(compressed, TaskCounter.REDUCE_SHUFFLE_BYTES))
                .isLessThan(9 * value(succeed(shuffle(), new ShuffleTool()), TaskCounter.REDUCE_SHUFFLE_BYTES) / 10);
    }

    @Test
    void aCodecThatIsNotThereIsNoCodecThatWorks() {
        assertThat(CodecTrial.of(new Configuration(), CODECS + "NoSuchCodec")).contains("ClassNotFoundException");
        assertThat(CodecTrial.of(new Configuration(), "java.lang.String")).contains("ClassCastException");
    }

    private Configuration shuffle() {
        Configuration conf = local.conf(2, BYTES);
        conf.setInt("mapreduce.job.reduces", 2);
        conf.setLong(JobKeys.SEED, 42);
        // Every codec shrinks rows of TeraGen's form.
        conf.set(JobKeys.DATA, "tera");
        return conf;
    }
}
