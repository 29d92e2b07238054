package org.spindlebench.analysis.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.Origin;
import org.spindlebench.analysis.document.Utf8Lines;

/** JSON Lines, a record at a time. Blank lines are skipped. */
final class RecordLines implements RunSource {
    /** A record with every counter and some hundred thousand tasks is shorter. */
    private static final int LONGEST = 1 << 26;

    private final Utf8Lines lines;
    private final String name;

    RecordLines(InputStream in, String name) {
        this.lines = new Utf8Lines(in, name, LONGEST);
        this.name = name;
    }

    static RecordLines open(Path file) throws IOException {
        return new RecordLines(Files.newInputStream(file), file.toString());
    }

    @Override
    public RunRecord next() throws IOException {
        while (lines.advance()) {
            if (!lines.isBlank()) {
                return JsonDocument.parse(
                        lines.text(), RunRecord.class, RunRecord.SCHEMA, new Origin(name, lines.number()));
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
