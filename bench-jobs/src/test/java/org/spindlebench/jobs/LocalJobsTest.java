package org.spindlebench.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.jobs.LocalRunner.succeed;
import static org.spindlebench.jobs.LocalRunner.value;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.HdfsReadBack;
import org.spindlebench.jobs.hdfs.HdfsWrite;
import org.spindlebench.jobs.shuffle.ShuffleTool;
import org.spindlebench.jobs.sort.RandomTextGenerator;
import org.spindlebench.jobs.sort.SortTool;
import org.spindlebench.jobs.tera.TeraRead;
import org.spindlebench.jobs.wordcount.TextGenerator;
import org.spindlebench.jobs.wordcount.WordCountTool;

/** Runs each job once as a whole, in Hadoop's local job runner on the local file system. */
@Timeout(120)
class LocalJobsTest {
    @TempDir
    Path directory;

    private LocalRunner local;

    @BeforeEach
    void open() {
        local = new LocalRunner(directory);
    }

    @Test
    void what_the_maps_of_the_shuffle_make_is_what_its_reducers_get() throws Exception {
        Configuration conf = conf(3, 3_000_001);
        conf.setInt("mapreduce.job.reduces", 2);
        Counters counters = succeed(conf, new ShuffleTool());
        assertThat(value(counters, ShuffleTool.Counter.MAP_BYTES)).isEqualTo(3_000_001);
        assertThat(value(counters, ShuffleTool.Counter.REDUCE_BYTES)).isEqualTo(3_000_001);
        assertThat(value(counters, ShuffleTool.Counter.MAP_RECORDS))
                .isEqualTo(value(counters, ShuffleTool.Counter.REDUCE_RECORDS))
                .isEqualTo(value(counters, TaskCounter.MAP_OUTPUT_RECORDS));
        assertThat(value(counters, ShuffleTool.Counter.MAP_CHECKSUM))
                .isEqualTo(value(counters, ShuffleTool.Counter.REDUCE_CHECKSUM))
                .isNotZero();
        // An IFile adds a mark of two bytes and a checksum of four to each of 3 x 2 segments.
        assertThat(value(counters, TaskCounter.REDUCE_SHUFFLE_BYTES)).isEqualTo(3_000_001 + 6 * 6);
    }

    @Test
    void the_shuffle_moves_rows_of_teragens_form_where_it_is_asked_to_and_no_unknown_kind() throws Exception {
        Configuration conf = conf(3, 3_000_001);
        conf.setInt("mapreduce.job.reduces", 2);
        conf.set(JobKeys.DATA, "tera");
        Counters counters = succeed(conf, new ShuffleTool());
        assertThat(value(counters, ShuffleTool.Counter.REDUCE_BYTES)).isEqualTo(3_000_001);
        assertThat(value(counters, TaskCounter.REDUCE_INPUT_RECORDS)).isCloseTo(3_000_001 / 104, within(3L));
        assertThat(value(counters, ShuffleTool.Counter.MAP_CHECKSUM))
                .isEqualTo(value(counters, ShuffleTool.Counter.REDUCE_CHECKSUM));
        conf.set(JobKeys.DATA, "11x");
        assertThatThrownBy(() -> ToolRunner.run(conf, new ShuffleTool(), new String[0]))
                .hasMessage("spindle.data=11x: allowed are random, text, tera, or a compression ratio from 1x to 10x"
                        + " such as 2.5x");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.5, 2.5, 10})
    void compressed_map_output_of_a_ratio_shrinks_by_it(double ratio) throws Exception {
        Counters counters = shuffledByZlib(ratio + "x");
        double before = value(counters, ShuffleTool.Counter.MAP_BYTES);
        double after = value(counters, TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES);
        assertThat(before / after / ratio).isCloseTo(1, within(0.05));
        assertThat(value(counters, TaskCounter.MAP_OUTPUT_RECORDS)).isCloseTo(3_000_000 / 1032, within(3L));
    }

    @Test
    void compressed_map_output_of_random_data_does_not_shrink() throws Exception {
        Counters counters = shuffledByZlib("random");
        assertThat(value(counters, TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES)).isBetween(2_970_000L, 3_010_000L);
    }

    private Counters shuffledByZlib(String data) throws Exception {
        Configuration conf = conf(3, 3_000_000);
        conf.setInt("mapreduce.job.reduces", 2);
        conf.setBoolean("mapreduce.map.output.compress", true);
        conf.set(JobKeys.DATA, data);
        Counters counters = succeed(conf, new ShuffleTool());
        assertThat(value(counters, ShuffleTool.Counter.REDUCE_BYTES)).isEqualTo(3_000_000);
        assertThat(value(counters, ShuffleTool.Counter.MAP_CHECKSUM))
                .isEqualTo(value(counters, ShuffleTool.Counter.REDUCE_CHECKSUM))
                .isNotZero();
        return counters;
    }

    @Test
    void written_files_are_read_back_as_they_were_written() throws Exception {
        writeFiles(conf(3, 1_000_003));
        assertReadBack(conf(3, 1_000_003), 3, 1_000_003, 0);
        assertThat(local.names("files"))
                .containsExactlyInAnyOrder(
                        "part-m-00000",
                        "part-m-00001",
                        "part-m-00002",
                        "_samples-m-00000",
                        "_samples-m-00001",
                        "_samples-m-00002",
                        "_SUCCESS");
    }

    @Test
    void data_of_a_chosen_ratio_are_read_back_as_such_and_not_as_random_ones() throws Exception {
        Configuration conf = conf(2, 100_000);
        conf.set(JobKeys.DATA, "2.5x");
        writeFiles(conf);
        assertReadBack(conf, 2, 100_000, 0);
        conf.set(JobKeys.DATA, "random");
        Counters counters = succeed(conf, new HdfsReadBack(), local.path("files"));
        assertThat(value(counters, HdfsReadBack.Counter.MISMATCHES)).isGreaterThan(50_000);
    }

    @Test
    void a_spoiled_byte_a_lost_file_and_a_truncated_file_show_on_read_back() throws Exception {
        writeFiles(conf(3, 1_000_003));
        try (RandomAccessFile file = new RandomAccessFile(local.withoutChecksum("files/part-m-00000"), "rw")) {
            file.seek(200_000);
            int old = file.read();
            file.seek(200_000);
            file.write(old ^ 1);
        }
        try (RandomAccessFile file = new RandomAccessFile(local.withoutChecksum("files/part-m-00001"), "rw")) {
            file.setLength(1000);
        }
        Files.delete(directory.resolve("files/part-m-00002"));
        assertReadBack(conf(3, 1_000_003), 2, 333_335 + 1000, 1);
    }

    @Test
    void another_seed_does_not_match() throws Exception {
        writeFiles(conf(2, 100_000));
        Configuration other = conf(2, 100_000);
        other.setLong(JobKeys.SEED, 43);
        Counters counters = succeed(other, new HdfsReadBack(), local.path("files"));
        assertThat(value(counters, HdfsReadBack.Counter.MISMATCHES)).isGreaterThan(99_000);
    }

    @Test
    void wordcount_counts_what_the_generator_wrote_with_table_3s_sizes_in_spite_of_spills() throws Exception {
        long bytes = 4L << 20;
        Counters made = succeed(conf(4, bytes), new TextGenerator(), local.path("text"));
        Configuration conf = conf(4, bytes);
        // Each map spills twice, too rarely for Hadoop to combine again by itself.
        conf.setInt("mapreduce.task.io.sort.mb", 3);
        // A file is one split, whatever this setting says.
        conf.setInt("mapreduce.input.fileinputformat.split.maxsize", 100_000);
        conf.setInt("mapreduce.job.reduces", 2);
        Counters counted = succeed(conf, new WordCountTool(), local.path("text"), local.path("counts"));

        assertThat(value(made, TextGenerator.Counter.BYTES)).isEqualTo(bytes);
        assertThat(value(counted, WordCountTool.Counter.WORDS))
                .isEqualTo(value(made, TextGenerator.Counter.WORDS))
                .isEqualTo(value(counted, TaskCounter.MAP_OUTPUT_RECORDS));
        assertThat(value(counted, TaskCounter.REDUCE_INPUT_RECORDS))
                .isEqualTo(value(made, TextGenerator.Counter.DISTINCT));
        assertThat(value(counted, TaskCounter.SPILLED_RECORDS))
                .isGreaterThan(2 * value(counted, TaskCounter.REDUCE_INPUT_RECORDS));
        double shuffle = value(counted, TaskCounter.REDUCE_SHUFFLE_BYTES);
        assertThat(shuffle / (1.04 * bytes)).isCloseTo(0.07, within(0.001));
        assertThat(3.0 * (size("counts/part-r-00000") + size("counts/part-r-00001")) / bytes)
                .isCloseTo(0.09, within(0.001));
        assertThat(lines("counts/part-r-00000") + lines("counts/part-r-00001"))
                .isEqualTo(value(counted, WordCountTool.Counter.DISTINCT));
    }

    @Test
    void sort_puts_every_record_of_random_text_in_order_whatever_compresses_its_output() throws Exception {
        long bytes = 2_000_001;
        Counters made = succeed(conf(3, bytes), new RandomTextGenerator(), local.path("text"));
        Configuration conf = conf(3, bytes);
        conf.setInt("mapreduce.job.reduces", 2);
        conf.setBoolean("mapreduce.output.fileoutputformat.compress", true);
        conf.set("mapreduce.output.fileoutputformat.compress.type", "BLOCK");
        Counters sorted = succeed(conf, new SortTool(), local.path("text"), local.path("sorted"));

        assertThat(value(made, RandomTextGenerator.Counter.BYTES)).isEqualTo(bytes);
        assertThat(value(made, RandomTextGenerator.Counter.FILE_BYTES))
                .isEqualTo(size("text/part-m-00000") + size("text/part-m-00001") + size("text/part-m-00002"));
        assertThat((double) value(made, RandomTextGenerator.Counter.FILE_BYTES) / bytes)
                .isBetween(1.0, 1.02);
        assertThat(value(sorted, SortTool.Counter.RECORDS))
                .isEqualTo(value(made, RandomTextGenerator.Counter.RECORDS))
                .isEqualTo(value(sorted, TaskCounter.MAP_INPUT_RECORDS))
                .isGreaterThan(bytes / 700);
        assertThat(value(sorted, SortTool.Counter.CHECKSUM))
                .isEqualTo(value(made, RandomTextGenerator.Counter.CHECKSUM))
                .isNotZero();
        assertThat(value(sorted, SortTool.Counter.OUT_OF_ORDER)).isZero();
        assertThat(keys(conf, "sorted/part-r-00000")).isSorted().hasSizeGreaterThan(1000);
        assertThat(size("sorted/part-r-00000")).isLessThan(bytes / 3);
    }

    @Test
    void sort_counts_keys_that_its_reducers_get_out_of_order() throws Exception {
        succeed(conf(1, 100_000), new RandomTextGenerator(), local.path("text"));
        Configuration conf = conf(1, 100_000);
        conf.setInt("mapreduce.job.reduces", 1);
        conf.setClass("mapreduce.job.output.key.comparator.class", Backwards.class, RawComparator.class);
        Counters sorted = succeed(conf, new SortTool(), local.path("text"), local.path("sorted"));
        assertThat(value(sorted, SortTool.Counter.OUT_OF_ORDER)).isEqualTo(value(sorted, SortTool.Counter.RECORDS) - 1);
    }

    @Test
    void teraread_counts_rows_and_bytes_of_all_files_and_fails_on_a_cut_row() throws Exception {
        Files.createDirectory(directory.resolve("tera"));
        Files.write(directory.resolve("tera/part-m-00000"), new byte[100 * 1000]);
        Files.write(directory.resolve("tera/part-m-00001"), new byte[100 * 999]);
        Counters counters = succeed(conf(1, 1), new TeraRead(), local.path("tera"));
        assertThat(value(counters, TeraRead.Counter.ROWS)).isEqualTo(1999);
        assertThat(value(counters, TeraRead.Counter.BYTES)).isEqualTo(199_900);

        Files.write(directory.resolve("tera/part-m-00001"), new byte[100 * 999 - 1]);
        assertThat(ToolRunner.run(conf(1, 1), new TeraRead(), new String[] {local.path("tera")}))
                .isEqualTo(1);
    }

    @Test
    void a_tool_returns_0_and_prints_nothing() throws Exception {
        PrintStream stdout = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(ToolRunner.run(conf(2, 1000), new HdfsWrite(), new String[] {local.path("files")}))
                    .isZero();
        } finally {
            System.setOut(stdout);
        }
        assertThat(printed.size()).isZero();
    }

    @Test
    void a_file_system_that_cannot_force_a_file_on_close_fails_the_job_instead_of_not_forcing() throws Exception {
        Configuration conf = conf(2, 1000);
        conf.set(JobKeys.SYNC, "close");
        assertThat(ToolRunner.run(conf, new HdfsWrite(), new String[] {local.path("files")}))
                .isEqualTo(1);
    }

    @Test
    void missing_arguments_and_wrong_settings_are_refused_before_submission() {
        assertThatThrownBy(() -> ToolRunner.run(conf(4, 1 << 20), new WordCountTool(), new String[] {"in"}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("usage: WordCountTool <in> <out> (1 arguments given)");
        assertThatThrownBy(() -> ToolRunner.run(conf(3, 1 << 20), new TextGenerator(), new String[] {"out"}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("spindle.maps=3: must be a whole number from 4 to 100000");
        Configuration unsynced = conf(4, 1 << 20);
        unsynced.unset(JobKeys.SYNC);
        assertThatThrownBy(() -> ToolRunner.run(unsynced, new HdfsWrite(), new String[] {local.path("files")}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("spindle.sync=block: only HDFS itself can force every block");
    }

    private void writeFiles(Configuration conf) throws Exception {
        Counters counters = succeed(conf, new HdfsWrite(), local.path("files"));
        assertThat(value(counters, HdfsWrite.Counter.FILES)).isEqualTo(conf.getInt(JobKeys.MAPS, 0));
        assertThat(value(counters, HdfsWrite.Counter.BYTES)).isEqualTo(conf.getLong(JobKeys.BYTES, 0));
    }

    private void assertReadBack(Configuration conf, long files, long bytes, long mismatches) throws Exception {
        Counters counters = succeed(conf, new HdfsReadBack(), local.path("files"));
        assertThat(List.of(
                        value(counters, HdfsReadBack.Counter.FILES),
                        value(counters, HdfsReadBack.Counter.BYTES),
                        value(counters, HdfsReadBack.Counter.MISMATCHES)))
                .containsExactly(files, bytes, mismatches);
    }

    private List<Text> keys(Configuration conf, String file) throws IOException {
        List<Text> keys = new ArrayList<>();
        try (SequenceFile.Reader reader = new SequenceFile.Reader(
                conf, SequenceFile.Reader.file(new org.apache.hadoop.fs.Path(local.path(file))))) {
            Text key = new Text();
            while (reader.next(key)) {
                keys.add(new Text(key));
            }
        }
        return keys;
    }

    private Configuration conf(int maps, long bytes) {
        Configuration conf = local.conf(maps, bytes);
        conf.setLong(JobKeys.SEED, 42);
        return conf;
    }

    /** Compares keys in reverse order. */
    public static final class Backwards extends Text.Comparator {
        @Override
        public int compare(byte[] one, int start, int length, byte[] other, int otherStart, int otherLength) {
            return super.compare(other, otherStart, otherLength, one, start, length);
        }
    }

    private long size(String name) throws IOException {
        return Files.size(directory.resolve(name));
    }

    private long lines(String name) throws IOException {
        try (Stream<String> lines = Files.lines(directory.resolve(name))) {
            return lines.count();
        }
    }
}
