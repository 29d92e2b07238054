package org.spindlebench.jobs.scaled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.spindlebench.jobs.LocalRunner.succeed;
import static org.spindlebench.jobs.LocalRunner.value;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.LocalRunner;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.HdfsWrite;
import org.spindlebench.jobs.scaled.ScaledTool.Counter;

/** Runs whole jobs in Hadoop's local job runner, on a pool of two files of 50,003 and 50,002 bytes. */
@Timeout(120)
class ScaledToolTest {
    private static final long POOL = 100_005;

    @TempDir
    Path directory;

    private LocalRunner local;

    @BeforeEach
    void makePool() throws Exception {
        local = new LocalRunner(directory);
        succeed(local.conf(2, POOL), new HdfsWrite(), local.path("pool"));
    }

    private Configuration conf(int maps, long input, long shuffle, long output) {
        Configuration conf = local.conf(maps, 1);
        conf.setLong(JobKeys.INPUT_BYTES, input);
        conf.setLong(JobKeys.SHUFFLE_BYTES, shuffle);
        conf.setLong(JobKeys.OUTPUT_BYTES, output);
        conf.setInt("mapreduce.job.reduces", 2);
        return conf;
    }

    private Counters run(Configuration conf) throws Exception {
        return succeed(conf, new ScaledTool(), local.path("pool"), local.path("out"));
    }

    private long bytesOut() throws IOException {
        long bytes = 0;
        for (String name : local.names("out")) {
            bytes += Files.size(directory.resolve("out").resolve(name));
        }
        return bytes;
    }

    @Test
    void everySizeIsMovedToTheByteFromAPlaceWithinAFileOn() throws Exception {
        Configuration conf = conf(3, 70_001, 30_011, 20_017);
        // The input begins within the first file and continues past the end of the ring.
        conf.setLong(JobKeys.INPUT_OFFSET, 40_007);
        Counters counters = run(conf);
        assertThat(value(counters, Counter.INPUT_BYTES)).isEqualTo(70_001);
        assertThat(value(counters, Counter.INPUT_MISMATCHES)).isZero();
        assertThat(value(counters, Counter.MAP_BYTES)).isEqualTo(30_011);
        assertThat(value(counters, Counter.REDUCE_BYTES)).isEqualTo(30_011);
        assertThat(value(counters, Counter.REDUCE_RECORDS)).isEqualTo(value(counters, Counter.MAP_RECORDS));
        assertThat(value(counters, Counter.REDUCE_CHECKSUM))
                .isEqualTo(value(counters, Counter.MAP_CHECKSUM))
                .isNotZero();
        assertThat(value(counters, Counter.OUTPUT_BYTES)).isEqualTo(20_017);
        assertThat(bytesOut()).isEqualTo(20_017);
        // Marks and checksums take 6 bytes in each of 3 x 2 segments.
        assertThat(value(counters, TaskCounter.REDUCE_SHUFFLE_BYTES)).isEqualTo(30_011 + 6 * 6);
    }

    @Test
    void withoutAShuffleTheMapsWrite() throws Exception {
        Counters counters = run(conf(2, 10_000, 0, 9_999));
        assertThat(value(counters, Counter.OUTPUT_BYTES)).isEqualTo(9_999);
        assertThat(bytesOut()).isEqualTo(9_999);
        assertThat(counters.findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue())
                .isZero();
    }

    @Test
    void aJobMayReadOrWriteNothing() throws Exception {
        Counters counters = run(conf(1, 0, 1, 0));
        assertThat(value(counters, Counter.INPUT_BYTES)).isZero();
        // No record is smaller than 64 bytes.
        assertThat(value(counters, Counter.REDUCE_BYTES)).isEqualTo(64).isEqualTo(ScaledTool.shuffledBytes(1));
        assertThat(local.names("out")).containsExactly("_SUCCESS");
    }

    @Test
    void moreThanThePoolHoldsIsReadRoundAndRound() throws Exception {
        assertThat(value(run(conf(2, 2 * POOL + 7, 0, 0)), Counter.INPUT_BYTES)).isEqualTo(2 * POOL + 7);
    }

    @Test
    void aByteThatIsNotWhatTheSeedGivesIsCounted() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(local.withoutChecksum("pool/part-m-00001"), "rw")) {
            file.seek(123);
            int was = file.read();
            file.seek(123);
            file.write(was ^ 1);
        }
        Counters counters = run(conf(2, POOL, 1000, 10));
        assertThat(value(counters, Counter.INPUT_MISMATCHES)).isEqualTo(1);
    }

    @Test
    void aSizeThatIsMissingIsRefusedBeforeSubmission() {
        Configuration conf = conf(1, 1, 1, 1);
        conf.unset(JobKeys.SHUFFLE_BYTES);
        assertThatThrownBy(() -> run(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(JobKeys.SHUFFLE_BYTES + " is not set");
    }
}
