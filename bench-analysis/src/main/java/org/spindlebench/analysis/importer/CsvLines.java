package org.spindlebench.analysis.importer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.Importer.FileForm;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.UnreadableException;

/**
 * Reads each CSV line separately: no line breaks in cells, and an unclosed quote affects only one line. Blank lines, a
 * first line such as {@code sep=;}, and comments, which begin with {@code #}, are no lines of the table.
 */
final class CsvLines implements Closeable {
    private static final Pattern SEPARATOR = Pattern.compile("\"?sep=(.)\"?\\s*", Pattern.CASE_INSENSITIVE);

    private final Utf8Lines lines;
    private Optional<Character> separator = Optional.empty();
    private boolean anySeen;
    private String comment;

    private CsvLines(Utf8Lines lines) {
        this.lines = lines;
    }

    static CsvLines open(Path file) throws IOException {
        return new CsvLines(ImportText.open(file));
    }

    /** Returns the first line of the table; empty if there is none, or it is not valid text. */
    static Optional<String> firstLine(Path file) throws IOException {
        try (CsvLines lines = open(file)) {
            return lines.advance() && lines.problem().isEmpty() ? Optional.of(lines.text()) : Optional.empty();
        }
    }

    /**
     * Advances to the next line of the table.
     *
     * @return false at the end of the file
     */
    boolean advance() throws IOException {
        while (advanceToText()) {
            if (comment == null) {
                return true;
            }
        }
        return false;
    }

    /** Advances to the next line of the table or comment. */
    private boolean advanceToText() throws IOException {
        comment = null;
        while (lines.advance()) {
            if (!lines.isBlank() && !isSeparator()) {
                boolean isComment = lines.problem().isEmpty() && lines.text().startsWith("#");
                comment = isComment ? lines.text().replaceFirst("^#+\\s*", "") : null;
                return true;
            }
        }
        return false;
    }

    private boolean isSeparator() {
        boolean isFirst = !anySeen;
        anySeen = true;
        Matcher named = isFirst && lines.problem().isEmpty() ? SEPARATOR.matcher(lines.text()) : null;
        if (named != null && named.matches()) {
            separator = Optional.of(named.group(1).charAt(0));
            return true;
        }
        return false;
    }

    long number() {
        return lines.number();
    }

    Optional<String> problem() {
        return lines.problem();
    }

    String text() {
        return lines.text();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /**
     * Advances to the header: the first line of the table, or a comment that has all required columns.
     *
     * @throws UnreadableException if the line is no header
     */
    Optional<CsvHeader> header(List<String> needed, FileForm form) throws IOException, UnreadableException {
        while (advanceToText()) {
            if (comment == null) {
                return Optional.of(CsvHeader.of(lines.number(), text(), separator, needed, form));
            }
            List<String> names =
                    CsvHeader.names(comment, separator.orElseGet(() -> CsvHeader.separator(comment)), form);
            if (!needed.isEmpty() && names.containsAll(needed)) {
                return Optional.of(CsvHeader.of(lines.number(), comment, separator, needed, form));
            }
        }
        return Optional.empty();
    }

    /** Returns what the columns of a file probably mean, as {@link CsvHeader#guess} does. */
    static List<String> guess(ImportFile file) throws IOException, UnreadableException {
        try (CsvLines lines = open(file.path())) {
            return lines.header(List.of(), file.form()).map(CsvHeader::guess).orElse(List.of());
        }
    }

    /**
     * A run below a header.
     *
     * @param line its line number in the file, from 1
     * @param number its position among the runs below the header, from 1
     * @param cells the line's cells, one for each column; in a wide table, then the setup or job, and the duration
     */
    record CsvRow(CsvHeader header, long line, int number, List<String> cells) {
        private static final int LONGEST_NAME = 200;
        /** Returns a name of the run that is unique in the file. */
        String run() {
            return ImportedRun.lineName(line) + (header.wide().isEmpty() ? "" : "-" + number);
        }

        /** Returns the cell in a column; empty if there is no such column, or the cell is empty. */
        Optional<String> get(String column) {
            Integer place = header.places().get(column);
            String cell = place == null ? "" : cells.get(place);
            return cell.isEmpty() ? Optional.empty() : Optional.of(cell);
        }

        /** Returns the cell in a column, which must not be empty. */
        String need(String column) throws UnreadableException {
            Optional<String> cell = get(column);
            if (cell.isEmpty()) {
                throw new UnreadableException(column + " is empty");
            }
            return cell.get();
        }

        /** Returns a cell as a name: 1 to 200 characters, all printable. */
        String needName(String column) throws UnreadableException {
            return name(column, need(column));
        }

        static String name(String column, String text) throws UnreadableException {
            if (text.length() > LONGEST_NAME || HumanText.hasControl(text)) {
                throw new UnreadableException(column + " is longer than " + LONGEST_NAME
                        + " characters, or has unprintable ones: " + Numbers.shown(text));
            }
            return text;
        }
    }
}
