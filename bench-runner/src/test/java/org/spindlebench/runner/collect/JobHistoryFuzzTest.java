package org.spindlebench.runner.collect;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;

/** Any bytes are a history, a damaged one, or refused in the documented way. The default run uses only the seeds. */
class JobHistoryFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void jobhistory(byte[] bytes) throws IOException {
        Path file = Files.createTempFile("fuzz", ".jhist");
        try (Stream<RunRecord> runs =
                Imports.read(new JobHistoryImporter(), ImportFile.of(Files.write(file, bytes)), line -> {})) {
            runs.forEach(JobHistoryFuzzTest::check);
        } catch (InvalidDocumentException documented) {
            return;
        } finally {
            Files.delete(file);
        }
    }

    private static void check(RunRecord run) {
        JsonDocument.line(run);
        if (run.status() == Status.OK && !(run.times().elapsed() > 0)) {
            throw new AssertionError("ok without a duration: " + run);
        }
    }
}
