package org.spindlebench.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Records.RecordWriter;

class RecordWriterTest {
    @TempDir
    Path results;

    @Test
    void a_record_is_read_back_as_it_was_written() throws IOException {
        RunRecord run = new RunBuilder(3, "terasort").warning("w", "m").build();
        Path file = RecordWriter.write(results.resolve("runs"), run);
        assertThat(file).isEqualTo(results.resolve("runs/003-terasort.json"));
        assertThat(Records.readOne(file)).isEqualTo(run);
    }

    @Test
    void a_long_setting_is_kept_by_its_begin_and_its_digest() throws IOException {
        String path = "/opt/hadoop/share/lib.jar,".repeat(60);
        RunRecord run = new RunBuilder(3, "terasort")
                .configured("classpath", path)
                .configured("other", path + "x")
                .configured("whole", "y".repeat(RunRecord.LONGEST_VALUE))
                .build();
        assertThat(run.configuration().get("classpath"))
                .startsWith("/opt/hadoop/share/lib.jar,")
                .endsWith("... (1560 characters, SHA-256 " + DigestJournal.sha256(path) + ")")
                .hasSizeLessThan(400)
                .isNotEqualTo(run.configuration().get("other"));
        assertThat(run.configuration().get("whole")).hasSize(RunRecord.LONGEST_VALUE);
        Path file = RecordWriter.write(results.resolve("runs"), run);
        assertThat(Records.readOne(file)).isEqualTo(run);
        Files.writeString(
                file, Files.readString(file).replace(run.configuration().get("classpath"), path));
        assertThat(Records.readOne(file))
                .as("a record of an earlier version, which has the whole value")
                .isEqualTo(run);
    }

    @Test
    void a_temporary_file_that_a_crash_left_is_not_a_record() throws IOException {
        RunRecord run = new RunBuilder(3, "terasort").build();
        Path file = RecordWriter.write(results.resolve("runs"), run);
        Files.writeString(file.resolveSibling(".004-teragen.json.0b1c.tmp"), "{\"schema\": 1, \"iden");
        try (var runs = Records.read(results)) {
            assertThat(runs).containsExactly(run);
        }
    }

    @Test
    void a_finished_run_is_never_replaced() throws IOException {
        RunRecord failed =
                new RunBuilder(3, "terasort").ended(Status.FAILED, "no space").build();
        RecordWriter.write(results, failed);
        RunRecord again = new RunBuilder(3, "terasort").build();
        assertThatThrownBy(() -> RecordWriter.write(results, again)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(Records.readOne(results.resolve("003-terasort.json"))).isEqualTo(failed);
    }

    @Test
    void an_interrupted_run_is_kept_beside_its_repeats() throws IOException {
        RunRecord interrupted = new RunBuilder(3, "terasort")
                .ended(Status.INTERRUPTED, "Ctrl-C")
                .build();
        RunRecord done = new RunBuilder(3, "terasort").build();
        RecordWriter.write(results, interrupted);
        RecordWriter.write(results, interrupted);
        RecordWriter.write(results, done);
        assertThat(Records.readOne(results.resolve("003-terasort.json"))).isEqualTo(done);
        assertThat(Records.readOne(results.resolve("003-terasort.interrupted-1.json")))
                .isEqualTo(interrupted);
        assertThat(Records.readOne(results.resolve("003-terasort.interrupted-2.json")))
                .isEqualTo(interrupted);
    }

    private static RunRecord longRun(RunBuilder run) {
        return run.warning("long", "x".repeat(RecordWriter.MOST_PLAIN)).build();
    }

    @Test
    void a_long_record_is_compressed_and_read_like_the_others() throws IOException {
        RunRecord shorter = new RunBuilder(2, "teragen").build();
        RunRecord run = longRun(new RunBuilder(3, "terasort"));
        RecordWriter.write(results.resolve("runs"), shorter);
        Path file = RecordWriter.write(results.resolve("runs"), run);
        assertThat(file).isEqualTo(results.resolve("runs/003-terasort.json.gz"));
        assertThat(Files.size(file)).isLessThan(RecordWriter.MOST_PLAIN / 10);
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(JsonDocument.text(run));
        }
        try (var runs = Records.read(results)) {
            assertThat(runs).containsExactly(shorter, run);
        }
        try (var runs = Records.read(file)) {
            assertThat(runs).containsExactly(run);
        }
        assertThat(Records.find(results.resolve("runs"), "003-terasort")).contains(file);
        assertThat(Records.find(results.resolve("runs"), "002-teragen"))
                .contains(results.resolve("runs/002-teragen.json"));
        assertThat(Records.find(results.resolve("runs"), "004-shuffle")).isEmpty();
    }

    @Test
    void a_run_has_one_record_whether_it_is_compressed_or_not() throws IOException {
        RunRecord interrupted = longRun(new RunBuilder(3, "terasort").ended(Status.INTERRUPTED, "Ctrl-C"));
        RunRecord done = longRun(new RunBuilder(3, "terasort"));
        RunRecord shorter = new RunBuilder(3, "terasort").build();
        RecordWriter.write(results, interrupted);
        RecordWriter.write(results, done);
        assertThat(Records.readOne(results.resolve("003-terasort.interrupted-1.json.gz")))
                .isEqualTo(interrupted);
        assertThatThrownBy(() -> RecordWriter.write(results, shorter)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(Records.readOne(results.resolve("003-terasort.json.gz"))).isEqualTo(done);
    }

    @Test
    void a_compressed_record_that_is_cut_off_is_named() throws IOException {
        Path file = RecordWriter.write(results, longRun(new RunBuilder(3, "terasort")));
        byte[] whole = Files.readAllBytes(file);
        for (int length : new int[] {0, 5, whole.length / 2, whole.length - 1}) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> Records.readOne(file))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(InvalidDocumentException.class)
                    .hasMessage(file + ": not a complete gzip file");
        }
        Files.writeString(file, "{}");
        assertThatThrownBy(() -> Records.readOne(file)).isInstanceOf(InvalidDocumentException.class);
    }

    @Test
    void a_name_that_leaves_the_directory_is_refused() {
        RunRecord run = new RunBuilder(3, "terasort").run("../003").build();
        assertThatIllegalArgumentException().isThrownBy(() -> RecordWriter.write(results, run));
    }
}
