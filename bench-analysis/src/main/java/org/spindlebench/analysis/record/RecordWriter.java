package org.spindlebench.analysis.record;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.spindlebench.analysis.document.JsonDocument;

/** Writes the records of a campaign. A run is finished when its record stands under its name. */
public final class RecordWriter {
    private RecordWriter() {}

    /**
     * Writes {@code <run>.json}, whole or not at all. A record of the same run is never lost: an interrupted one is kept
     * as {@code <run>.interrupted-N.json}, any other is refused.
     *
     * @param runsDir the campaign's {@code runs} directory; created if need be
     * @return the file
     * @throws FileAlreadyExistsException if the run has a record already that is not interrupted
     * @throws IOException if it could not be written
     */
    public static Path write(Path runsDir, RunRecord record) throws IOException {
        Path file = runsDir.resolve(fileName(record));
        if (Files.exists(file)) {
            keepInterrupted(file, record.identity().run());
        }
        JsonDocument.write(file, record);
        return file;
    }

    private static String fileName(RunRecord record) {
        String name = record.identity().run();
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9._+-]*")) {
            throw new IllegalArgumentException("a run's name must do as a file name: '" + name + "'");
        }
        if (record.schema() != RunRecord.SCHEMA) {
            throw new IllegalArgumentException(
                    name + ": schema must be " + RunRecord.SCHEMA + ", not " + record.schema());
        }
        return name + ".json";
    }

    private static void keepInterrupted(Path file, String run) throws IOException {
        if (Records.readOne(file).status() != Status.INTERRUPTED) {
            throw new FileAlreadyExistsException(file.toString(), null, "this run is finished and is not repeated");
        }
        int number = 1;
        while (Files.exists(file.resolveSibling(run + ".interrupted-" + number + ".json"))) {
            number++;
        }
        Files.move(file, file.resolveSibling(run + ".interrupted-" + number + ".json"));
    }
}
