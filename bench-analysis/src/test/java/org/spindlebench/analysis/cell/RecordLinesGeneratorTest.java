package org.spindlebench.analysis.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

class RecordLinesGeneratorTest {
    @TempDir
    Path directory;

    @Test
    void records_are_read_and_have_500_bytes_at_most() throws IOException {
        Path file = directory.resolve("runs.jsonl");
        RecordLinesGenerator.write(file, 20_000);
        assertThat(Files.readAllLines(file)).hasSize(20_000).allSatisfy(line -> assertThat(line.length())
                .isBetween(380, 500));
        try (Stream<RunRecord> records = Records.read(file)) {
            Runs runs = Runs.of(records);
            assertThat(runs.cells()).hasSize(8 * 4 * 16);
            assertThat(runs.campaigns()).hasSize(2);
            assertThat(runs.cells().stream().mapToInt(cell -> cell.counts().failed()))
                    .anyMatch(failed -> failed > 0);
        }
    }

    @Test
    void the_same_is_made_every_time() throws IOException {
        Path one = directory.resolve("one");
        Path other = directory.resolve("other");
        RecordLinesGenerator.write(one, 100);
        RecordLinesGenerator.write(other, 100);
        assertThat(Files.mismatch(one, other)).isEqualTo(-1);
    }
}
