package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunSource;

/** Finds the results of TestDFSIO among the lines of a log. */
final class TestDfsioRuns implements RunSource {
    private static final Pattern HEADER = Pattern.compile("-{3,} ?TestDFSIO ?-{3,} ?: ?(.*)");
    /** What a logger writes before the text. */
    private static final String LOGGER = "TestDFSIO:";

    private final Importer importer;
    private final ImportFile file;
    private final Utf8Lines lines;
    private final Consumer<UnreadableLine> unreadable;
    private TestDfsioResult result;

    TestDfsioRuns(Importer importer, ImportFile file, Utf8Lines lines, Consumer<UnreadableLine> unreadable) {
        this.importer = importer;
        this.file = file;
        this.lines = lines;
        this.unreadable = unreadable;
    }

    @Override
    public RunRecord next() throws IOException {
        while (lines.advance()) {
            Optional<RunRecord> run = read();
            if (run.isPresent()) {
                return run.get();
            }
        }
        endUnfinished();
        return null;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private Optional<RunRecord> read() {
        Optional<String> problem = lines.problem();
        if (problem.isPresent()) {
            // Between results it may be anything; within one it may be a figure.
            if (result != null) {
                unreadable(lines.number(), problem.get());
            }
            return Optional.empty();
        }
        String line = lines.text();
        int logger = line.indexOf(LOGGER);
        String text = (logger < 0 ? line : line.substring(logger + LOGGER.length())).strip();
        Matcher header = HEADER.matcher(text);
        if (header.matches()) {
            endUnfinished();
            begin(header.group(1).strip());
            return Optional.empty();
        }
        int colon = text.indexOf(':');
        String label = colon < 0 ? "" : text.substring(0, colon).strip().toLowerCase(Locale.ROOT);
        Optional<TestDfsioFigure> figure = TestDfsioFigure.labelled(label);
        return figure.flatMap(known -> note(known, text.substring(colon + 1).strip()));
    }

    private void begin(String test) {
        try {
            result = new TestDfsioResult(lines.number(), test);
        } catch (UnreadableException e) {
            unreadable(lines.number(), e.getMessage());
        }
    }

    private Optional<RunRecord> note(TestDfsioFigure figure, String value) {
        if (result == null) {
            if (figure == TestDfsioFigure.EXEC_TIME) {
                unreadable(
                        lines.number(),
                        "no line '----- TestDFSIO ----- : ...' before it says which test took " + Numbers.shown(value));
            }
            return Optional.empty();
        }
        try {
            result.note(figure, value);
            if (figure == TestDfsioFigure.EXEC_TIME) {
                RunRecord run = result.toRecord(importer, file);
                result = null;
                return Optional.of(run);
            }
        } catch (UnreadableException e) {
            unreadable(lines.number(), e.getMessage());
            // Without its end a result is none; without another figure it still has a duration.
            result = figure == TestDfsioFigure.EXEC_TIME ? null : result;
        }
        return Optional.empty();
    }

    private void endUnfinished() {
        if (result != null) {
            unreadable(
                    result.line(),
                    "the result that begins here is cut off: it has no '" + TestDfsioFigure.EXEC_TIME.label() + "'");
            result = null;
        }
    }

    private void unreadable(long line, String reason) {
        unreadable.accept(new UnreadableLine(file.name(), line, reason));
    }
}
