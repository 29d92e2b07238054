package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunSource;

/** The runs of a CSV file with one a line. */
final class CsvRuns implements RunSource {
    /** What a line means. */
    interface Meaning {
        RunRecord run(CsvRow row) throws UnreadableException;
    }

    /** What the columns of a header mean. */
    interface Layout {
        Meaning of(CsvHeader header) throws IOException;
    }

    private final ImportFile file;
    private final Utf8Lines lines;
    private final Consumer<UnreadableLine> unreadable;
    private CsvHeader header;
    private Meaning meaning;
    private int rows;

    private CsvRuns(ImportFile file, Utf8Lines lines, Consumer<UnreadableLine> unreadable) {
        this.file = file;
        this.lines = lines;
        this.unreadable = unreadable;
    }

    /**
     * Opens a file and reads its header.
     *
     * @param needed columns that must be there
     * @throws InvalidDocumentException if the header is not understood
     */
    static CsvRuns open(ImportFile file, List<String> needed, Layout layout, Consumer<UnreadableLine> unreadable)
            throws IOException {
        CsvRuns runs = new CsvRuns(file, CsvLines.open(file.path()), unreadable);
        try {
            runs.readHeader(needed, layout);
            return runs;
        } catch (InvalidDocumentException | IOException e) {
            runs.close();
            throw e;
        }
    }

    @Override
    public RunRecord next() throws IOException {
        while (nextLine()) {
            rows++;
            try {
                return meaning.run(row());
            } catch (UnreadableException e) {
                unreadable.accept(new UnreadableLine(file.name(), lines.number(), e.getMessage()));
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /** How many lines that are not blank a file has below its header. */
    static int countRows(ImportFile file) throws IOException {
        try (Utf8Lines lines = CsvLines.open(file.path())) {
            int rows = -1;
            while (lines.advance()) {
                rows += lines.isBlank() ? 0 : 1;
            }
            return Math.max(0, rows);
        }
    }

    private void readHeader(List<String> needed, Layout layout) throws IOException {
        if (!nextLine()) {
            throw new InvalidDocumentException(
                    file.path() + ": empty; its first line must name the columns: " + String.join(", ", needed));
        }
        try {
            header = CsvHeader.of(lines.text(), needed);
        } catch (UnreadableException e) {
            throw new InvalidDocumentException(
                    file.path() + ": line " + lines.number() + ": " + e.getMessage() + "; needed are "
                            + String.join(", ", needed),
                    e);
        }
        meaning = layout.of(header);
    }

    private boolean nextLine() throws IOException {
        while (lines.advance()) {
            if (!lines.isBlank()) {
                return true;
            }
        }
        return false;
    }

    private CsvRow row() throws UnreadableException {
        Optional<String> problem = lines.problem();
        if (problem.isPresent()) {
            throw new UnreadableException(problem.get());
        }
        List<String> cells = CsvLines.cells(lines.text(), header.separator());
        int columns = header.names().size();
        if (cells.size() != columns) {
            throw new UnreadableException(
                    cells.size() + " cells, and the header has " + columns + hint(cells.size() - columns));
        }
        return new CsvRow(header, lines.number(), rows, cells);
    }

    private String hint(int more) {
        return more == 1 && header.separator() == ',' ? " (is there a decimal comma?)" : "";
    }
}
