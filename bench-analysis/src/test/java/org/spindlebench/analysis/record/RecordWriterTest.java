package org.spindlebench.analysis.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
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

    @Test
    void a_name_that_leaves_the_directory_is_refused() {
        RunRecord run = new RunBuilder(3, "terasort").run("../003").build();
        assertThatIllegalArgumentException().isThrownBy(() -> RecordWriter.write(results, run));
    }
}
