package org.spindlebench.analysis.record;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.Origin;

/** JSON Lines, a record at a time. Blank lines are skipped. */
final class RecordLines implements Closeable {
    private final BufferedReader reader;
    private final String name;
    private long lineNumber;

    RecordLines(InputStream in, String name) {
        // A decoder refuses what is not UTF-8; a charset would replace it silently.
        this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
        this.name = name;
    }

    static RecordLines open(Path file) throws IOException {
        return new RecordLines(Files.newInputStream(file), file.toString());
    }

    /** The next record, or null at the end. */
    RunRecord next() throws IOException {
        String line = nextLine();
        while (line != null && line.isBlank()) {
            line = nextLine();
        }
        return line == null
                ? null
                : JsonDocument.parse(line, RunRecord.class, RunRecord.SCHEMA, new Origin(name, lineNumber));
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private String nextLine() throws IOException {
        lineNumber++;
        try {
            return reader.readLine();
        } catch (CharacterCodingException e) {
            throw new InvalidDocumentException(name + ": at or after line " + lineNumber + ": not UTF-8 text", e);
        }
    }
}
