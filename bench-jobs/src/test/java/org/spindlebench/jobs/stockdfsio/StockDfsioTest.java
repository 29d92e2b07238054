package org.spindlebench.jobs.stockdfsio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.TestDFSIO;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.jobs.LocalRunner;

/**
 * Runs TestDFSIO as Spindle calls it, in Hadoop's local job runner. Each trap that a caller can avoid is shown, and
 * shown to be avoided. The runner's {@code TestDfsioProofTest} checks the traps that only the numbers of a run show.
 */
@Timeout(120)
class StockDfsioTest {
    private static final String COMPRESS = "mapreduce.output.fileoutputformat.compress";

    @TempDir
    private Path directory;

    private LocalRunner local;

    private Locale language;

    @BeforeEach
    void remember() {
        local = new LocalRunner(directory);
        language = Locale.getDefault();
    }

    @AfterEach
    void restore() {
        Locale.setDefault(language);
    }

    @Test
    void it_writes_equal_files_of_zeros_and_reads_them_and_leaves_nothing_else() throws Exception {
        assertThat(run(local.conf(3, 3_000_003), "write")).isZero();

        assertThat(figures()).contains("l:tasks\t3", "l:size\t3000003").anyMatch(line -> line.startsWith("l:time\t"));
        assertThat(local.names("base/io_data")).containsExactlyInAnyOrder("test_io_0", "test_io_1", "test_io_2");
        assertThat(Files.readAllBytes(directory.resolve("base/io_data/test_io_1")))
                .isEqualTo(new byte[1_000_001]);

        assertThat(run(local.conf(3, 3_000_003), "read")).isZero();
        assertThat(figures()).contains("l:tasks\t3", "l:size\t3000003");
        assertThat(local.names("base")).containsExactly("io_data");
    }

    @Test
    void sizes_that_it_does_not_understand_are_never_asked_for() throws Exception {
        // TestDFSIO throws on 1K, 1M and 1.5GB. 1025 bytes work only in the spelling that Spindle uses.
        for (String size : List.of("1K", "1.5GB")) {
            assertThatThrownBy(() -> stock(size)).isInstanceOf(RuntimeException.class);
        }
        assertThat(run(local.conf(1, 1025), "write")).isZero();
        assertThat(Files.size(directory.resolve("base/io_data/test_io_0"))).isEqualTo(1025);
    }

    @Test
    void files_of_unequal_length_are_refused_since_it_would_drop_the_rest() {
        assertThatThrownBy(() -> run(local.conf(3, 1000), "write"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spindle.bytes=1000")
                .hasMessageContaining("must be a multiple of 3, because");
    }

    @Test
    void a_cluster_that_compresses_output_does_not_hide_its_sums() throws Exception {
        Configuration conf = local.conf(1, 1000);
        conf.setBoolean(COMPRESS, true);

        assertThat(run(conf, "write")).isZero();
        assertThat(figures()).contains("l:size\t1000");
        assertThat(conf.getBoolean(COMPRESS, false)).as("the caller's own").isTrue();
    }

    @Test
    void compression_of_its_zeros_by_an_inherited_setting_is_off() throws Exception {
        Configuration conf = local.conf(1, 100_000);
        conf.set("test.io.compression.class", "org.apache.hadoop.io.compress.DefaultCodec");

        assertThat(run(conf, "write")).isZero();
        assertThat(Files.size(directory.resolve("base/io_data/test_io_0"))).isEqualTo(100_000);
    }

    @Test
    void figures_do_not_depend_on_the_language() throws Exception {
        for (String tag : List.of("de-DE", "ar-EG-u-nu-arab", "en-US")) {
            Locale.setDefault(Locale.forLanguageTag(tag));
            assertThat(run(local.conf(2, 2_000_000), "write")).isZero();

            assertThat(figures()).as(tag).contains("l:tasks\t2", "l:size\t2000000");
            assertThat(Double.parseDouble(figure(StockDfsio.EXEC_TIME))).as(tag).isBetween(0.01, 100.0);
        }
    }

    @Test
    void nothing_is_appended_to_a_result_file_in_the_working_directory() throws Exception {
        assertThat(run(local.conf(1, 1000), "write")).isZero();

        assertThat(Path.of("TestDFSIO_results.log")).doesNotExist();
        try (Stream<Path> temporary = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(temporary)
                    .noneMatch(file -> file.getFileName().toString().startsWith("spindle-testdfsio"));
        }
    }

    @Test
    void its_threads_that_never_end_do_not_become_more_with_every_run() throws Exception {
        run(local.conf(4, 4000), "write");
        long once = poolThreads();
        for (int i = 0; i < 3; i++) {
            run(local.conf(4, 4000), "write");
        }
        assertThat(poolThreads()).isEqualTo(once);

        TestDFSIO another = new TestDFSIO();
        another.setConf(local.conf(4, 4000));
        another.getConf().set("test.build.data", local.path("other"));
        another.run(new String[] {"-write", "-nrFiles", "4", "-size", "10B", "-resFile", local.path("report")});
        assertThat(poolThreads()).as("as it is by itself").isGreaterThan(once);
    }

    @Test
    void another_file_system_than_the_default_is_refused_since_it_would_use_the_default() {
        assertThatThrownBy(() -> ToolRunner.run(local.conf(1, 1000), new StockDfsio(), new String[] {
                    "write", "hdfs://elsewhere:1/base", local.path("f")
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Wrong FS");
    }

    @Test
    void reading_more_than_was_written_returns_0_and_shows_in_the_size() throws Exception {
        run(local.conf(2, 2000), "write");

        assertThat(run(local.conf(2, 4000), "read")).isZero();
        assertThat(figures()).contains("l:size\t2000");
    }

    @Test
    void a_failed_read_clears_what_it_left_beside_the_data() throws Exception {
        run(local.conf(2, 2000), "write");
        Files.delete(directory.resolve("base/io_data/test_io_1"));

        assertThatThrownBy(() -> run(local.conf(2, 2000), "read")).isInstanceOf(IOException.class);
        assertThat(local.names("base")).containsExactly("io_data");
    }

    @Test
    void seq_and_compression_are_not_among_its_directions() {
        for (String other : List.of("seq", "compression", "append", "Write")) {
            assertThatThrownBy(() -> run(local.conf(1, 1000), other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("TestDFSIO can only write or read, not '" + other + "'");
        }
    }

    private int run(Configuration conf, String direction) throws Exception {
        return ToolRunner.run(
                conf, new StockDfsio(), new String[] {direction, local.path("base"), local.path("figures")});
    }

    private void stock(String size) throws IOException {
        TestDFSIO bench = new TestDFSIO();
        bench.setConf(local.conf(1, 1));
        bench.run(new String[] {"-write", "-size", size});
    }

    private static long poolThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("pool-\\d+-thread-\\d+") && !thread.isDaemon())
                .count();
    }

    private List<String> figures() throws IOException {
        return Files.readAllLines(directory.resolve("figures"), StandardCharsets.UTF_8);
    }

    private String figure(String name) throws IOException {
        return figures().stream()
                .filter(line -> line.startsWith(name + "\t"))
                .findFirst()
                .orElseThrow()
                .substring(name.length() + 1);
    }
}
