package org.spindlebench.analysis.record;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;

/** Checks that any bytes are read as records or refused as documented. A default run reads only the seeds. */
class RecordsFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void document(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("fuzz", ".json");
        try {
            RunRecord run = Records.readOne(Files.write(file, bytes));
            String text = JsonDocument.text(run);
            if (!JsonDocument.text(Records.readOne(Files.writeString(file, text)))
                    .equals(text)) {
                throw new AssertionError("written and read again it is another: " + text);
            }
        } catch (InvalidDocumentException documented) {
            return;
        } finally {
            Files.delete(file);
        }
    }

    @FuzzTest(maxDuration = "10m")
    void lines(byte[] bytes) {
        try (Stream<RunRecord> runs = Records.read(new ByteArrayInputStream(bytes), "fuzz.jsonl")) {
            runs.forEach(run -> JsonDocument.line(run));
        } catch (InvalidDocumentException documented) {
            return;
        }
    }
}
