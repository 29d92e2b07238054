package org.spindlebench.analysis.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.document.InvalidDocumentException;

class SampleFileTest {
    @TempDir
    private Path directory;

    @Test
    void samples_are_whole_after_columns_and_differences_after_that() throws IOException {
        assertThat(read(packed("""
                node worker-1
                columns a.b a.c
                1772359200000 10 -5
                1000 3\s
                999  -2
                columns a.c
                1772359203000 0
                node worker-2
                columns a.b
                1772359200500 18446744
                """)))
                .containsExactly(
                        "worker-1 1772359200000 b=10 c=-5",
                        "worker-1 1772359201000 b=13 c=-5",
                        "worker-1 1772359201999 b=13 c=-7",
                        "worker-1 1772359203000 c=0",
                        "worker-2 1772359200500 b=18446744");
    }

    @Test
    void what_unpacks_to_more_than_anybody_measured_is_refused() throws IOException {
        Path file = packed("node worker-1\ncolumns a\n" + "5 0\n".repeat(1000));
        List<Long> taken = new ArrayList<>();

        assertThatThrownBy(() -> SampleFile.read(
                        Files.newInputStream(file), "bomb.gz", 1000, (node, reading) -> taken.add(reading.millis())))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage("bomb.gz: more than 1000 bytes when unpacked");
        SampleFile.read(Files.newInputStream(file), "all.gz", 5000, (node, reading) -> taken.add(reading.millis()));
        assertThat(taken).hasSizeGreaterThanOrEqualTo(1000);
    }

    @Test
    void more_nodes_than_any_cluster_has_are_refused() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= 100_000; i++) {
            text.append("node n").append(i).append('\n');
        }
        Path file = packed(text.toString());

        assertThatThrownBy(() -> read(file)).hasMessageContaining("line 100001: more than 100000 nodes");
    }

    @Test
    void a_sample_may_have_no_counters_and_a_file_no_samples() throws IOException {
        assertThat(read(packed("node worker-1\ncolumns\n5\n7\n"))).containsExactly("worker-1 5", "worker-1 12");
        assertThat(read(packed(""))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "columns a|1|samples begin with 'node NAME'",
                "node n/5 1|2|'columns' must name the counters of node n",
                "node n/columns a/5 1/node m/5 1|5|'columns' must name the counters of node m",
                "node n/columns a b a|2|names a counter twice",
                "node n/columns a b/5 1|3|has values of 1 of the 2 named counters",
                "node n/columns a b/5 1 2 3|3|has more values than the 2 named counters",
                "node n/columns a/5 1/x 1|4|'x' is not a whole number",
                "node n/columns a/5 1/5 1.5|4|'1.5' is not a whole number",
                "node n/columns a/5 1/5 99999999999999999999|4|'99999999999999999999' is not a whole number",
                "node n/columns a/5 1/-6 1|4|has an impossible time: -1 ms since 1970",
                "node n/columns a/253402300800000 1|3|has an impossible time: 253402300800000 ms since 1970",
                "node n/columns a/5 1//|4|'' is not a whole number",
                "node n/columns a/5 1/node m/columns a/5 1/node n|7|node n occurs twice"
            })
    void what_is_no_sample_is_refused_with_its_line(String text, int line, String problem) throws IOException {
        Path file = packed(text.replace('/', '\n'));
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage(file + ": line " + line + ": " + problem);
    }

    @Test
    void a_file_that_is_cut_off_anywhere_is_refused_with_its_line() throws IOException {
        byte[] whole = Files.readAllBytes(packed(long_()));
        for (int length = 0; length < whole.length; length += 1 + length / 50) {
            Path cut = Files.write(directory.resolve("cut.gz"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> read(cut))
                    .as("of %d bytes", length)
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessageMatching("\\Q" + cut + "\\E: line [1-9]\\d*: the file is cut off here( \\([^\\n]*\\))?");
        }
    }

    @Test
    void a_file_that_was_changed_is_read_no_further_or_refused() throws IOException {
        byte[] whole = Files.readAllBytes(packed(long_()));
        Random random = new Random(3);
        int refused = 0;
        for (int i = 0; i < 200; i++) {
            byte[] bytes = whole.clone();
            int place = 10 + random.nextInt(bytes.length - 10);
            bytes[place] ^= (byte) (1 << random.nextInt(8));
            Path changed = Files.write(directory.resolve("changed.gz"), bytes);
            try {
                read(changed);
            } catch (InvalidDocumentException e) {
                assertThat(e).hasMessageStartingWith(changed + ": line ");
                refused++;
            }
        }
        assertThat(refused).isEqualTo(200);
    }

    @Test
    void what_is_not_packed_is_refused_and_what_is_not_there_is_said() throws IOException {
        Path plain = Files.writeString(directory.resolve("plain.gz"), "node worker-1\n");
        assertThatThrownBy(() -> read(plain))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessage(plain + ": line 1: the file is damaged here (Not in GZIP format)");
        assertThatThrownBy(() -> read(directory.resolve("none.gz"))).isInstanceOf(NoSuchFileException.class);
    }

    private static String long_() {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("node worker-1\ncolumns a.b a.c\n1772359200000 10 10\n");
        for (int i = 0; i < 3_000; i++) {
            text.append(1000 + random.nextInt(5))
                    .append(' ')
                    .append(random.nextInt(1 << 20))
                    .append(" \n");
        }
        return text.toString();
    }

    private Path packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return Files.write(directory.resolve("001.nodes.gz"), bytes.toByteArray());
    }

    private static List<String> read(Path file) throws IOException {
        List<String> read = new ArrayList<>();
        SampleFile.read(file, (node, reading) -> {
            StringBuilder line = new StringBuilder(node + " " + reading.millis());
            for (String counter : List.of("b", "c")) {
                reading.value("a." + counter)
                        .ifPresent(value ->
                                line.append(' ').append(counter).append('=').append(value));
            }
            read.add(line.toString());
        });
        return read;
    }
}
