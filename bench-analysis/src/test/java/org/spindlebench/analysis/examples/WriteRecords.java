package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.Records.RecordWriter;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.Subject;

final class WriteRecords implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        RunRecord run = RunRecord.measured(
                new Identity("tuesday", "001-terasort", "by-hand", null, null),
                new ImportSource("stopwatch", "notes.txt", 17L),
                new Subject("terasort", "nvme", Map.of("compression", "none", "containers", "8")),
                198.4);
        Path file = RecordWriter.write(directory.resolve("tuesday").resolve("runs"), run);
        out.println(file.getFileName() + ": " + Records.readOne(file).equals(run));
        // end
    }
}
