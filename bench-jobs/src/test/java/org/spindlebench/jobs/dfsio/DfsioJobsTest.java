package org.spindlebench.jobs.dfsio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.JobTool;
import org.spindlebench.jobs.hdfswrite.HdfsReadBack;

/** Both jobs as a whole, in Hadoop's local job runner on the local file system. */
@Timeout(120)
class DfsioJobsTest {
    private static final int FILES = 3;
    private static final long BYTES = 3_000_001;

    @TempDir
    private Path directory;

    private Counters written;

    @BeforeEach
    void write() throws Exception {
        written = succeed(conf(), new DfsioWrite(), path("files"));
    }

    @Test
    void what_was_written_is_what_is_read() throws Exception {
        assertThat(value(written, DfsioCounter.FILES)).isEqualTo(FILES);
        assertThat(value(written, DfsioCounter.BYTES)).isEqualTo(BYTES);
        assertThat(Files.size(directory.resolve("files/part-m-00000"))).isEqualTo(1_000_001);

        Configuration other = conf();
        other.setInt(JobKeys.BUFFER_BYTES, 65_536);
        Counters read = succeed(other, new DfsioRead(), path("files"), path("read"));
        assertThat(value(read, DfsioCounter.FILES)).isEqualTo(FILES);
        assertThat(value(read, DfsioCounter.BYTES)).isEqualTo(BYTES);
        assertThat(value(read, DfsioCounter.CHECKSUM))
                .isEqualTo(value(written, DfsioCounter.CHECKSUM))
                .isNotZero();
        assertThat(names("read")).allMatch(name -> name.startsWith("_"));
    }

    @Test
    void every_file_holds_what_its_seed_gives() throws Exception {
        Counters back = succeed(conf(), new HdfsReadBack(), path("files"));
        assertThat(value(back, HdfsReadBack.Counter.BYTES)).isEqualTo(BYTES);
        assertThat(value(back, HdfsReadBack.Counter.MISMATCHES)).isZero();
    }

    @Test
    void each_map_leaves_the_samples_of_its_stream_beside_the_output() throws Exception {
        succeed(conf(), new DfsioRead(), path("files"), path("read"));
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
        assertThat(names("files")).filteredOn(name -> !SampleFiles.isOne(name)).hasSize(FILES + 1);
    }

    @Test
    void a_changed_byte_changes_the_checksum_of_the_read() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(withoutChecksum("files/part-m-00001"), "rw")) {
            file.seek(500);
            int old = file.read();
            file.seek(500);
            file.write(old ^ 4);
        }
        Counters read = succeed(conf(), new DfsioRead(), path("files"), path("read"));
        assertThat(value(read, DfsioCounter.BYTES)).isEqualTo(BYTES);
        assertThat(value(read, DfsioCounter.CHECKSUM)).isNotEqualTo(value(written, DfsioCounter.CHECKSUM));
    }

    @Test
    void policies_are_refused_where_there_is_no_hdfs() {
        for (String key : List.of(JobKeys.STORAGE_POLICY, JobKeys.ERASURE_CODING)) {
            Configuration conf = conf();
            conf.set(key, "ALL_SSD");
            assertThatThrownBy(() -> succeed(conf, new DfsioWrite(), path("other")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(key + ": only HDFS itself has such policies");
        }
    }

    @Test
    void a_grid_of_no_milliseconds_is_refused() {
        Configuration conf = conf();
        conf.set(JobKeys.SAMPLE_MILLIS, "0");
        assertThatThrownBy(() -> succeed(conf, new DfsioWrite(), path("other")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spindle.sample.ms=0");
    }

    @Test
    void an_output_directory_that_holds_something_is_refused() {
        assertThatThrownBy(() -> succeed(conf(), new DfsioWrite(), path("files")))
                .hasMessageContaining("already exists");
    }

    private StreamSamples samples(String where, int index) throws IOException {
        String name = "_samples-m-0000" + index;
        try (InputStream in = Files.newInputStream(directory.resolve(where).resolve(name))) {
            return StreamSamples.read(in, name);
        }
    }

    private static Counters succeed(Configuration conf, JobTool tool, String... args) throws Exception {
        tool.setConf(conf);
        Job job = tool.createJob(args);
        assertThat(job.waitForCompletion(false)).isTrue();
        return job.getCounters();
    }

    private static long value(Counters counters, Enum<?> counter) {
        return counters.findCounter(counter).getValue();
    }

    private Configuration conf() {
        Configuration conf = new Configuration();
        conf.set("mapreduce.framework.name", "local");
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", path("tmp"));
        conf.setInt("mapreduce.client.completion.pollinterval", 20);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
        conf.setInt("mapreduce.task.io.sort.mb", 8);
        conf.set(JobKeys.SYNC, "none");
        conf.setInt(JobKeys.BUFFER_BYTES, 4096);
        conf.setInt(JobKeys.MAPS, FILES);
        conf.setLong(JobKeys.BYTES, BYTES);
        return conf;
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private List<String> names(String name) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> !file.startsWith("."))
                    .toList();
        }
    }

    /** Hadoop's local file system would notice a spoiled file by itself. */
    private String withoutChecksum(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.delete(file.resolveSibling("." + file.getFileName() + ".crc"));
        return file.toString();
    }
}
