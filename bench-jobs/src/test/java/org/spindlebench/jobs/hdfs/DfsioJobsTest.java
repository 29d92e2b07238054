package org.spindlebench.jobs.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.spindlebench.jobs.LocalRunner.succeed;
import static org.spindlebench.jobs.LocalRunner.value;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.LocalRunner;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.StreamSamples.SampleFiles;

/** Runs both jobs as a whole, in Hadoop's local job runner on the local file system. */
@Timeout(120)
class DfsioJobsTest {
    private static final int FILES = 3;
    private static final long BYTES = 3_000_001;

    @TempDir
    private Path directory;

    private LocalRunner local;

    private Counters written;

    @BeforeEach
    void write() throws Exception {
        local = new LocalRunner(directory);
        written = succeed(local.conf(FILES, BYTES), new DfsioWrite(), local.path("files"));
    }

    @Test
    void what_was_written_is_what_is_read() throws Exception {
        assertThat(value(written, DfsioCounter.FILES)).isEqualTo(FILES);
        assertThat(value(written, DfsioCounter.BYTES)).isEqualTo(BYTES);
        assertThat(Files.size(directory.resolve("files/part-m-00000"))).isEqualTo(1_000_001);

        Configuration other = local.conf(FILES, BYTES);
        other.setInt(JobKeys.BUFFER_BYTES, 65_536);
        Counters read = succeed(other, new DfsioRead(), local.path("files"), local.path("read"));
        assertThat(value(read, DfsioCounter.FILES)).isEqualTo(FILES);
        assertThat(value(read, DfsioCounter.BYTES)).isEqualTo(BYTES);
        assertThat(value(read, DfsioCounter.CHECKSUM))
                .isEqualTo(value(written, DfsioCounter.CHECKSUM))
                .isNotZero();
        assertThat(local.names("read")).allMatch(name -> name.startsWith("_"));
    }

    @Test
    void every_file_holds_what_its_seed_gives() throws Exception {
        Counters back = succeed(local.conf(FILES, BYTES), new HdfsReadBack(), local.path("files"));
        assertThat(value(back, HdfsReadBack.Counter.BYTES)).isEqualTo(BYTES);
        assertThat(value(back, HdfsReadBack.Counter.MISMATCHES)).isZero();
    }

    @Test
    void each_map_leaves_the_samples_of_its_stream_beside_the_output() throws Exception {
        succeed(local.conf(FILES, BYTES), new DfsioRead(), local.path("files"), local.path("read"));
        for (String where : List.of("files", "read")) {
            long bytes = 0;
            for (int i = 0; i < FILES; i++) {
                StreamSamples samples = samples(where, i);
                assertThat(samples.attempt()).matches("attempt_.*_m_00000[0-2]_0");
                assertThat(samples.bytes(0)).isZero();
                bytes += samples.bytes(samples.size() - 1);
            }
            assertThat(bytes).as(where).isEqualTo(BYTES);
        }
        assertThat(SampleFiles.isOne("_samples-m-00000")).isTrue();
        assertThat(local.names("files"))
                .filteredOn(name -> !SampleFiles.isOne(name))
                .hasSize(FILES + 1);
    }

    @Test
    void a_changed_byte_changes_the_checksum_of_the_read() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(local.withoutChecksum("files/part-m-00001"), "rw")) {
            file.seek(500);
            int old = file.read();
            file.seek(500);
            file.write(old ^ 4);
        }
        Counters read = succeed(local.conf(FILES, BYTES), new DfsioRead(), local.path("files"), local.path("read"));
        assertThat(value(read, DfsioCounter.BYTES)).isEqualTo(BYTES);
        assertThat(value(read, DfsioCounter.CHECKSUM)).isNotEqualTo(value(written, DfsioCounter.CHECKSUM));
    }

    @Test
    void storage_policies_are_refused_where_there_is_no_hdfs() {
        Configuration conf = local.conf(FILES, BYTES);
        conf.set(JobKeys.STORAGE_POLICY, "ALL_SSD");
        assertThatThrownBy(() -> succeed(conf, new DfsioWrite(), local.path("other")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(JobKeys.STORAGE_POLICY + ": only HDFS itself has such policies");
    }

    @Test
    void a_grid_of_no_milliseconds_is_refused() {
        Configuration conf = local.conf(FILES, BYTES);
        conf.set(JobKeys.SAMPLE_MILLIS, "0");
        assertThatThrownBy(() -> succeed(conf, new DfsioWrite(), local.path("other")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spindle.sample.ms=0");
    }

    @Test
    void an_output_directory_that_holds_something_is_refused() {
        assertThatThrownBy(() -> succeed(local.conf(FILES, BYTES), new DfsioWrite(), local.path("files")))
                .hasMessageContaining("already exists");
    }

    private StreamSamples samples(String where, int index) throws IOException {
        String name = "_samples-m-0000" + index;
        try (InputStream in = Files.newInputStream(directory.resolve(where).resolve(name))) {
            return StreamSamples.read(in, name);
        }
    }
}
