package org.spindlebench.analysis.importer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;

/**
 * Checks that any bytes are imported, listed line by line, or refused as documented. A default run reads only the
 * seeds.
 */
class ImportersFuzzTest {
    @FuzzTest(maxDuration = "10m")
    void csv(byte[] bytes) throws IOException {
        read("csv", bytes);
    }

    @FuzzTest(maxDuration = "10m")
    void alojaWithCost(byte[] bytes) throws IOException {
        read("aloja", bytes);
    }

    @FuzzTest(maxDuration = "10m")
    void alojaWithCodes(byte[] bytes) throws IOException {
        read("aloja", bytes);
    }

    @FuzzTest(maxDuration = "10m")
    void alojaNewest(byte[] bytes) throws IOException {
        read("aloja", bytes);
    }

    @FuzzTest(maxDuration = "10m")
    void testdfsio(byte[] bytes) throws IOException {
        read("testdfsio", bytes);
    }

    private static void read(String format, byte[] bytes) throws IOException {
        Path file = Files.createTempFile("fuzz", ".csv");
        Set<String> names = new HashSet<>();
        try {
            Importers.recognise(Files.write(file, bytes));
            Importer importer = Importers.named(format).orElseThrow();
            try (Stream<RunRecord> runs = Imports.read(importer, ImportFile.of(file), line -> check(line))) {
                runs.forEach(run -> check(run, names));
            }
        } catch (InvalidDocumentException documented) {
            if (!names.isEmpty()) {
                throw new AssertionError("refused after " + names, documented);
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void check(UnreadableLine line) {
        if (line.line() < 1 || line.reason().isBlank() || line.reason().lines().count() != 1) {
            throw new AssertionError(line);
        }
    }

    private static void check(RunRecord run, Set<String> names) {
        JsonDocument.line(run);
        boolean timed = run.times() != null
                && run.times().elapsed() != null
                && run.times().elapsed() > 0;
        if (run.status() == Status.OK && !timed) {
            throw new AssertionError("ok without a duration: " + run);
        }
        if (!names.add(run.identity().run())) {
            throw new AssertionError("two runs of one name: " + run);
        }
    }
}
