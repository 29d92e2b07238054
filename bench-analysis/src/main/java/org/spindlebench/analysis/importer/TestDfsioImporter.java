package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.record.RunSource;

/**
 * Reads what stock TestDFSIO prints and appends to {@code TestDFSIO_results.log}: any number of results, in a log of their own or
 * among other lines of a program's output.
 */
final class TestDfsioImporter implements Importer {
    private static final int LONGEST = 1 << 20;

    @Override
    public String name() {
        return "testdfsio";
    }

    @Override
    public String summary() {
        return "results of TestDFSIO, from the line '----- TestDFSIO ----- : write' to 'Test exec time sec'";
    }

    @Override
    public SetupName setupName() {
        return SetupName.GIVEN;
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        Utf8Lines lines =
                new Utf8Lines(Files.newInputStream(file.path()), file.path().toString(), LONGEST);
        return new TestDfsioRuns(this, file, lines, unreadable);
    }
}
