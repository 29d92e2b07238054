package org.spindlebench.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records.RecordWriter;

class RecordsTest {
    private static final int MANY = 10_000;
    private static final String FIRST = JsonDocument.line(new RunBuilder(1, "terasort").build());

    /** A stream of JSON Lines, each made only when it is read. */
    private static final class EndlessLines extends InputStream {
        private final int lines;
        private int made;
        private boolean closed;
        private InputStream line = InputStream.nullInputStream();

        EndlessLines(int lines) {
            this.lines = lines;
        }

        @Override
        public int read() throws IOException {
            int next = line.read();
            if (next < 0 && made < lines) {
                String text = FIRST.replace("\"index\":1,", "\"index\":" + ++made + ",");
                line = new ByteArrayInputStream((text + "\n").getBytes(StandardCharsets.UTF_8));
                next = line.read();
            }
            return next;
        }

        // Readers ask for whole buffers; this returns at most one line.
        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int first = read();
            if (first < 0) {
                return -1;
            }
            buffer[offset] = (byte) first;
            return 1 + Math.max(0, line.read(buffer, offset + 1, length - 1));
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @TempDir
    Path directory;

    @Test
    void ten_thousand_lines_are_read() {
        try (Stream<RunRecord> runs = Records.read(new EndlessLines(MANY), "stdin")) {
            assertThat(runs.mapToInt(run -> run.position().index()).sum()).isEqualTo(MANY * (MANY + 1) / 2);
        }
    }

    @Test
    void reading_stops_where_the_reader_stops_and_closes_the_source() {
        EndlessLines source = new EndlessLines(MANY);
        try (Stream<RunRecord> runs = Records.read(source, "stdin")) {
            assertThat(runs.limit(3)).hasSize(3);
        }
        assertThat(source.made).isLessThan(20);
        assertThat(source.closed).isTrue();
    }

    @Test
    void a_consumer_with_an_iterator_reads_no_further_than_it_asks() throws IOException {
        String good = JsonDocument.line(new RunBuilder(1, "terasort").build());
        Files.writeString(directory.resolve("all.jsonl"), good + "\n" + good + "\nnot json\n");
        try (Stream<RunRecord> runs = Records.read(directory)) {
            var iterator = runs.iterator();
            assertThat(iterator.next().position().index()).isEqualTo(1);
        }
    }

    @Test
    void a_results_directory_is_read_in_the_order_of_names() throws IOException {
        for (int index : List.of(10, 2, 1)) {
            RecordWriter.write(directory.resolve("runs"), new RunBuilder(index, "shuffle").build());
        }
        Files.writeString(directory.resolve("plan.json"), "{}");
        assertThat(indices(directory)).containsExactly(1, 2, 10);
        assertThat(indices(directory.resolve("runs"))).containsExactly(1, 2, 10);
        assertThat(indices(directory.resolve("runs/002-shuffle.json"))).containsExactly(2);
    }

    @Test
    void documents_and_lines_may_lie_side_by_side() throws IOException {
        RecordWriter.write(directory, new RunBuilder(3, "shuffle").build());
        String lines = JsonDocument.line(new RunBuilder(1, "teragen").build())
                + "\n\n"
                + JsonDocument.line(new RunBuilder(2, "terasort").build());
        Files.writeString(directory.resolve("000.jsonl"), lines);
        Files.writeString(directory.resolve("summary.json"), "{}");
        assertThat(indices(directory)).containsExactly(1, 2, 3);
    }

    @Test
    void a_campaign_without_a_run_has_no_records() throws IOException {
        Files.writeString(directory.resolve("plan.json"), "{}");
        assertThat(indices(directory)).isEmpty();
    }

    @Test
    void what_is_not_there_is_said() {
        assertThatThrownBy(() -> Records.read(directory.resolve("nothing"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void a_broken_line_is_named_by_its_number_in_the_file() throws IOException {
        Path file = directory.resolve("all.jsonl");
        String good = JsonDocument.line(new RunBuilder(1, "terasort").build());
        Files.writeString(file, good + "\n\n" + good.substring(0, 40));
        assertThatThrownBy(() -> indices(file))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith(file + ": line 3, column 41: the text is cut off");
    }

    @Test
    void lines_of_a_long_file_come_in_their_order_up_to_the_broken_one() throws IOException {
        Path file = directory.resolve("all.jsonl");
        StringBuilder lines = new StringBuilder();
        for (int line = 1; line <= 5_000; line++) {
            String text = FIRST.replace("\"index\":1,", "\"index\":" + line + ",");
            lines.append(line == 4_321 ? text.replace("\"schema\":1,", "\"schema\":1,\"schema\":1,") : text)
                    .append('\n');
        }
        Files.writeString(file, lines);
        List<Integer> read = new ArrayList<>();
        assertThatThrownBy(() -> {
                    try (Stream<RunRecord> runs = Records.read(file)) {
                        runs.forEach(run -> read.add(run.position().index()));
                    }
                })
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith(file + ": line 4321, column ")
                .hasMessageContaining("Duplicate field 'schema'");
        assertThat(read).isEqualTo(IntStream.rangeClosed(1, 4_320).boxed().toList());
    }

    @Test
    void letters_outside_ascii_are_read_as_they_are() throws IOException {
        Path file = directory.resolve("all.jsonl");
        Files.writeString(file, FIRST.replace("nightly", "n\u00e4chtlich \ud83d\ude00") + "\n" + FIRST);
        try (Stream<RunRecord> runs = Records.read(file)) {
            assertThat(runs)
                    .extracting(run -> run.identity().campaign())
                    .containsExactly("n\u00e4chtlich \ud83d\ude00", "nightly");
        }
    }

    @Test
    void a_record_of_another_schema_is_refused() throws IOException {
        Path file = directory.resolve("1.json");
        String text = JsonDocument.text(new RunBuilder(1, "terasort").build());
        Files.writeString(file, text.replace("\"schema\": 1", "\"schema\": 7"));
        assertThatThrownBy(() -> indices(directory))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("1.json")
                .hasMessageContaining("schema 7 is not supported; this version of Spindle reads schema 1");
    }

    @Test
    void a_status_that_is_not_known_is_refused() throws IOException {
        Path file = directory.resolve("1.json");
        String text = JsonDocument.text(new RunBuilder(1, "terasort").build());
        Files.writeString(file, text.replace("\"status\": \"ok\"", "\"status\": \"fine\""));
        assertThatThrownBy(() -> indices(file))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("(in status)")
                .hasMessageContaining("\"fine\"");
    }

    @Test
    void a_failure_without_a_reason_is_refused() throws IOException {
        Path file = directory.resolve("1.json");
        String text = JsonDocument.text(new RunBuilder(1, "terasort").build());
        Files.writeString(file, text.replace("\"status\": \"ok\"", "\"status\": \"failed\""));
        assertThatThrownBy(() -> indices(file))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("a run that is not ok needs a reason");
    }

    @Test
    void a_number_that_every_record_needs_is_not_made_up() throws IOException {
        Path file = directory.resolve("1.json");
        String text = JsonDocument.text(new RunBuilder(1, "terasort").build());
        Files.writeString(file, text.replace("\"repeat\": 1,", ""));
        assertThatThrownBy(() -> indices(file))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageContaining("repeat");
    }

    @Test
    void a_null_where_a_value_must_be_is_said_with_its_place() throws IOException {
        Path file = directory.resolve("1.json");
        String text = JsonDocument.text(new RunBuilder(1, "terasort").build());
        Files.writeString(file, text.replace("\"reasons\": []", "\"reasons\": [null]"));
        assertThatThrownBy(() -> indices(file))
                .isInstanceOf(InvalidDocumentException.class)
                .hasMessageStartingWith(file + ": line ")
                .hasMessageNotContaining(": no null");
    }

    private static List<Integer> indices(Path results) throws IOException {
        try (Stream<RunRecord> runs = Records.read(results)) {
            return runs.map(run -> run.position().index()).toList();
        }
    }

    @Test
    void a_record_without_a_setup_or_with_a_visit_below_1_is_refused() {
        assertThatThrownBy(() -> new RunRecord.Position(1, 1, 1, 1, 0, 0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> RunRecord.measured(
                        new RunRecord.Identity("c", "r", "s", null, null, null),
                        new RunRecord.ImportSource("csv", "a.csv", 1L),
                        new Subject("sort", " ", Map.of()),
                        1))
                .hasMessageContaining("job and setup must not be empty");
    }
}
