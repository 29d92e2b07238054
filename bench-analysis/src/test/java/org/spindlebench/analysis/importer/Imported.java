package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Imports.Importers;
import org.spindlebench.analysis.record.RunRecord;

/** The runs and the unreadable lines that an importer found in a file. */
record Imported(List<RunRecord> runs, List<UnreadableLine> unreadable) {
    static Imported of(String format, Path file, byte[] content) throws IOException {
        Files.write(file, content);
        List<UnreadableLine> unreadable = new ArrayList<>();
        Importer importer = Importers.named(format).orElseThrow();
        try (Stream<RunRecord> runs = Imports.read(importer, ImportFile.of(file), unreadable::add)) {
            return new Imported(runs.toList(), unreadable);
        }
    }

    static Imported of(String format, Path file, String content) throws IOException {
        return of(format, file, content.getBytes(StandardCharsets.UTF_8));
    }

    RunRecord only() {
        if (runs.size() != 1 || !unreadable.isEmpty()) {
            throw new AssertionError(runs.size() + " runs, unreadable: " + unreadable);
        }
        return runs.get(0);
    }

    /** Returns the unreadable lines as text. */
    List<String> complaints() {
        return unreadable.stream().map(UnreadableLine::toString).toList();
    }
}
