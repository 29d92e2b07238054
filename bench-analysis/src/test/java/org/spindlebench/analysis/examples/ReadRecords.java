package org.spindlebench.analysis.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;

final class ReadRecords implements Example {
    @Override
    public void run(Path directory, PrintStream out) throws IOException {
        // example
        Path file = directory.resolve("runs.jsonl"); // or a results directory, or one .json document
        Field containers = Field.of("containers");
        try (Stream<RunRecord> runs = Records.read(file)) {
            runs.filter(Field.of("job").isAnyOf("terasort"))
                    .filter(containers.isAnyOf("12", "16"))
                    .forEach(run -> out.println(run.subject().setup() + ", containers "
                            + containers.of(run).orElse("unknown") + ": "
                            + run.times().elapsed() + " s"));
        }
        InputStream anySource = Files.newInputStream(file);
        try (Stream<RunRecord> runs = Records.read(anySource, "standard input")) {
            out.println(runs.count() + " records in all");
        }
        // end
    }
}
