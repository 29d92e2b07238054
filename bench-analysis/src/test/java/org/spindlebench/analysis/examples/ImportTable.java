package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Imports;
import org.spindlebench.analysis.record.RunRecord;

final class ImportTable implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        List<UnreadableLine> unreadable = new ArrayList<>();
        try (Stream<RunRecord> runs = Imports.read(directory.resolve("runs.csv"), unreadable::add)) {
            List<String> lines = runs.map(JsonDocument::line).toList();
            Files.write(directory.resolve("imported.jsonl"), lines);
            out.println(lines.size() + " records");
        }
        unreadable.forEach(out::println);
        // end
    }
}
