package org.spindlebench.analysis.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;

/** Reads each CSV line separately: no line breaks in cells, and an unclosed quote affects only one line. */
final class CsvLines {
    private static final int LONGEST = 1 << 20;
    private static final CsvFactory FACTORY =
            CsvFactory.builder().enable(CsvParser.Feature.TRIM_SPACES).build();

    private CsvLines() {}

    static Utf8Lines open(Path file) throws IOException {
        return new Utf8Lines(Files.newInputStream(file), file.toString(), LONGEST);
    }

    /** Returns the first line that is not blank; empty if there is none, or it is not valid text. */
    static Optional<String> firstLine(Path file) throws IOException {
        try (Utf8Lines lines = open(file)) {
            while (lines.advance()) {
                if (!lines.isBlank()) {
                    return lines.problem().isPresent() ? Optional.empty() : Optional.of(lines.text());
                }
            }
            return Optional.empty();
        }
    }

    /** Returns the cells of a line, without surrounding blanks. */
    static List<String> cells(String line, char separator) throws UnreadableException {
        List<String> cells = new ArrayList<>();
        try (CsvParser parser = FACTORY.createParser(line)) {
            parser.setSchema(CsvSchema.emptySchema().withColumnSeparator(separator));
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue()) {
                    cells.add(parser.getText().strip());
                }
            }
        } catch (JsonProcessingException e) {
            throw new UnreadableException("not CSV: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return cells;
    }

    /**
     * The first line of a CSV file.
     *
     * @param names the columns' names in lower case
     * @param places the column number of each name, from 0
     */
    record CsvHeader(char separator, List<String> names, Map<String, Integer> places) {
        private static final List<Character> SEPARATORS = List.of(',', ';', '\t');

        /**
         * Reads a header. The separator is the comma, semicolon or tab, whichever gives the most cells.
         *
         * @param needed the names of the required columns
         * @throws UnreadableException if a required column is missing, or a name is empty or occurs twice
         */
        static CsvHeader of(String line, List<String> needed) throws UnreadableException {
            char separator = separator(line);
            List<String> names = names(line, separator);
            Map<String, Integer> places = new HashMap<>();
            for (String name : names) {
                if (name.isEmpty()) {
                    throw new UnreadableException(
                            "column " + (places.size() + 1) + " has no name: give it one, or remove it");
                }
                if (places.put(name, places.size()) != null) {
                    throw new UnreadableException("two columns are called " + Numbers.shown(name)
                            + " (upper and lower case are the same): rename one");
                }
            }
            List<String> missing =
                    needed.stream().filter(name -> !places.containsKey(name)).toList();
            if (!missing.isEmpty()) {
                throw new UnreadableException(missing(missing, names));
            }
            return new CsvHeader(separator, names, places);
        }

        /** Returns the names in a header line, in lower case. */
        static List<String> names(String line) throws UnreadableException {
            return names(line, separator(line));
        }

        private static List<String> names(String line, char separator) throws UnreadableException {
            return CsvLines.cells(line, separator).stream()
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .toList();
        }

        // If several separators give the same number of cells, returns the first of them. A header with one column has
        // no separator at all.
        private static char separator(String line) {
            List<Character> backwards = new ArrayList<>(SEPARATORS);
            Collections.reverse(backwards);
            return backwards.stream()
                    .max(Comparator.comparingLong(separator ->
                            line.chars().filter(c -> c == separator).count()))
                    .orElseThrow();
        }

        private static String missing(List<String> missing, List<String> names) {
            String what = missing.stream().map(name -> missing(name, names)).collect(Collectors.joining(", "));
            return "no column " + what + "; the columns are " + shown(names);
        }

        private static String missing(String name, List<String> names) {
            Optional<String> nearest = NearestName.of(name, names);
            return name
                    + nearest.map(other -> " (is " + Numbers.shown(other) + " meant?)")
                            .orElse("");
        }

        private static String shown(List<String> names) {
            Stream<String> first = names.stream().limit(30).map(Numbers::shown);
            return first.collect(Collectors.joining(", ")) + (names.size() > 30 ? " ..." : "");
        }
    }

    /**
     * A line below a header.
     *
     * @param line its line number in the file, from 1
     * @param number its position among the lines below the header, without blank lines, from 1
     * @param cells the line's cells, one for each column
     */
    record CsvRow(CsvHeader header, long line, int number, List<String> cells) {
        private static final int LONGEST_NAME = 200;

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

    /** The columns of a generic CSV file that have a meaning. All others are settings. */
    enum CsvColumn {
        JOB(Presence.NEEDED),
        SETUP(Presence.NEEDED),
        DURATION_S(Presence.NEEDED),
        STATUS(Presence.OPTIONAL),
        STARTED_AT(Presence.OPTIONAL),
        COST_USD(Presence.OPTIONAL),
        VISIT(Presence.OPTIONAL),
        BLOCK(Presence.OPTIONAL);

        enum Presence {
            NEEDED,
            OPTIONAL
        }

        private final Presence presence;

        CsvColumn(Presence presence) {
            this.presence = presence;
        }

        Presence presence() {
            return presence;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        static List<String> labels() {
            return Arrays.stream(values()).map(CsvColumn::label).toList();
        }

        static List<String> needed() {
            return Arrays.stream(values())
                    .filter(column -> column.presence == Presence.NEEDED)
                    .map(CsvColumn::label)
                    .toList();
        }
    }

    /** The source of the runs in a CSV file with one run per line. */
    static final class CsvRuns implements RunSource {
        /** Turns a line into a run. */
        interface Meaning {
            RunRecord run(CsvRow row) throws UnreadableException;
        }

        /** Chooses the format of lines from the header. */
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
         * @param needed the names of the required columns
         * @throws InvalidDocumentException if the header cannot be understood
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

        /** Returns the number of lines below the header, without blank lines. */
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
                        file.path() + ": line " + lines.number() + ": " + e.getMessage() + "; required columns: "
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
                        cells.size() + " cells, but the header has " + columns + hint(cells.size() - columns));
            }
            return new CsvRow(header, lines.number(), rows, cells);
        }

        private String hint(int more) {
            return more == 1 && header.separator() == ',' ? " (is there a decimal comma?)" : "";
        }
    }
}
