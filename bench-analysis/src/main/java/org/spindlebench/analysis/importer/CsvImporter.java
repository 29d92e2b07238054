package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.CsvLines.CsvColumn;
import org.spindlebench.analysis.importer.CsvLines.CsvHeader;
import org.spindlebench.analysis.importer.CsvLines.CsvRow;
import org.spindlebench.analysis.importer.CsvLines.CsvRuns;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SetupName;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;

/**
 * Reads CSV with one run per line. The columns {@code job,setup,duration_s} are required, {@code
 * status,started_at,cost_usd,visit,block} are optional, and all others are settings. {@code docs/import.md} describes
 * the values of each column.
 */
final class CsvImporter implements Importer {
    static final String NAME = "csv";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "CSV with a header that has the columns " + String.join(", ", CsvColumn.needed());
    }

    @Override
    public SetupName setupName() {
        return SetupName.IN_FILE;
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        return CsvRuns.open(file, CsvColumn.needed(), header -> new CsvMeaning(this, file, header), unreadable);
    }

    /** Turns the lines of a generic CSV file into runs. */
    static final class CsvMeaning implements CsvRuns.Meaning {
        private static final String BYTES_PER_NODE = "bytes_per_node";
        private static final Pattern BYTES = Pattern.compile("\\d{1,18}");

        private final Importer importer;
        private final ImportFile file;
        private final List<String> settings;
        private final List<Warning> warnings;
        /** The number of lines if the runs have a position in a plan, otherwise 0. */
        private final int total;

        private final Map<Subject, Integer> repeats = new HashMap<>();

        CsvMeaning(Importer importer, ImportFile file, CsvHeader header) throws IOException {
            this.importer = importer;
            this.file = file;
            List<String> others = header.names().stream()
                    .filter(name -> !CsvColumn.labels().contains(name))
                    .toList();
            Set<String> ofRuns = RunColumns.of(
                    file,
                    header,
                    others.stream()
                            .filter(name -> !Subject.WELL_KNOWN.contains(name))
                            .toList());
            this.settings =
                    others.stream().filter(name -> !ofRuns.contains(name)).toList();
            this.warnings = ofRuns.isEmpty() ? List.of() : List.of(notSettings(ofRuns));
            this.total = has(header, CsvColumn.VISIT) || has(header, CsvColumn.BLOCK) ? CsvRuns.countRows(file) : 0;
        }

        @Override
        public RunRecord run(CsvRow row) throws UnreadableException {
            Subject subject = new Subject(
                    row.needName(CsvColumn.JOB.label()), row.needName(CsvColumn.SETUP.label()), settings(row));
            Status status = status(row);
            Double elapsed = elapsed(row, status);
            ImportedRun run = new ImportedRun(
                            importer, file, ImportedRun.lineName(row.line()), importer.name(), row.line(), subject)
                    .times(ImportedRun.times(started(row), null, elapsed))
                    .cost(cost(row))
                    .sizes(null, bytesPerNode(subject), null)
                    .position(position(row, subject))
                    .warnings(warnings);
            if (status != Status.OK) {
                run.status(status, "its line says: " + row.need(CsvColumn.STATUS.label()));
            }
            return run.toRecord();
        }

        private static Warning notSettings(Set<String> columns) {
            return new Warning(
                    "column-not-a-setting",
                    "every line of the file has its own value of " + String.join(", ", columns)
                            + ". Such a column names or dates runs, so it is not treated as a setting");
        }

        private static boolean has(CsvHeader header, CsvColumn column) {
            return header.places().containsKey(column.label());
        }

        private Map<String, String> settings(CsvRow row) throws UnreadableException {
            Map<String, String> known = new TreeMap<>();
            for (String name : settings) {
                Optional<String> value = row.get(name);
                if (value.isPresent()) {
                    known.put(name, CsvRow.name(name, value.get()));
                }
            }
            return known;
        }

        private static Status status(CsvRow row) throws UnreadableException {
            String word = row.get(CsvColumn.STATUS.label()).orElse("ok");
            for (Status status : Status.values()) {
                if (status.name().equalsIgnoreCase(word)) {
                    return status;
                }
            }
            String allowed =
                    Arrays.stream(Status.values()).map(status -> status.word()).collect(Collectors.joining(", "));
            throw new UnreadableException("status is " + Numbers.shown(word) + ", and must be one of " + allowed);
        }

        // A run whose status is not ok need not have a duration.
        private static Double elapsed(CsvRow row, Status status) throws UnreadableException {
            String column = CsvColumn.DURATION_S.label();
            boolean none = status != Status.OK && row.get(column).isEmpty();
            return none ? null : (Double) Numbers.positive(column, row.need(column));
        }

        private static Instant started(CsvRow row) throws UnreadableException {
            String column = CsvColumn.STARTED_AT.label();
            Optional<String> text = row.get(column);
            return text.isEmpty() ? null : Instants.iso(column, text.get());
        }

        private static Double cost(CsvRow row) throws UnreadableException {
            String column = CsvColumn.COST_USD.label();
            Optional<String> text = row.get(column);
            return text.isEmpty() ? null : (Double) Numbers.notNegative(column, text.get());
        }

        // Only a number in Spindle's own notation counts. The setting itself keeps its text.
        private static Long bytesPerNode(Subject subject) {
            String text = subject.settings().getOrDefault(BYTES_PER_NODE, "");
            return BYTES.matcher(text).matches() ? Long.valueOf(text) : null;
        }

        private Position position(CsvRow row, Subject subject) throws UnreadableException {
            if (total == 0) {
                return null;
            }
            Integer visit = fromOne(row, CsvColumn.VISIT);
            Integer block = fromOne(row, CsvColumn.BLOCK);
            int repeat = repeats.merge(subject, 1, Integer::sum);
            return new Position(row.number(), total, block == null ? 1 : block, repeat, 0, visit);
        }

        private static Integer fromOne(CsvRow row, CsvColumn column) throws UnreadableException {
            Optional<String> text = row.get(column.label());
            if (text.isEmpty()) {
                return null;
            }
            long number = Numbers.whole(column.label(), text.get(), 1);
            if (number > Integer.MAX_VALUE) {
                throw new UnreadableException(
                        column.label() + " is " + number + ", and must be at most " + Integer.MAX_VALUE);
            }
            return (int) number;
        }
    }

    /** Finds the columns that name or date runs. As settings, they would put every run into a cell of its own. */
    static final class RunColumns {
        /** With fewer lines, it is likely that every line has another value of a real setting. */
        private static final int LEAST_LINES = 4;

        private static final int MOST_LINES = 1_000_000;

        private final CsvHeader header;
        private final Map<String, Set<String>> values = new HashMap<>();
        private final Set<String> setups = new HashSet<>();
        private final Set<List<String>> measurements = new HashSet<>();
        private int lines;

        private RunColumns(CsvHeader header, Collection<String> columns) {
            this.header = header;
            columns.forEach(column -> values.put(column, new HashSet<>()));
        }

        /**
         * Returns the given columns that name or date runs; none if the file neither repeats nor compares anything.
         */
        static Set<String> of(ImportFile file, CsvHeader header, Collection<String> columns) throws IOException {
            RunColumns found = new RunColumns(header, columns);
            try (Utf8Lines lines = CsvLines.open(file.path())) {
                boolean isHeader = true;
                while (!found.values.isEmpty() && found.lines < MOST_LINES && lines.advance()) {
                    if (!lines.isBlank()) {
                        if (!isHeader && lines.problem().isEmpty()) {
                            found.add(lines.text());
                        }
                        isHeader = false;
                    }
                }
            }
            boolean repeated = found.measurements.size() < found.lines;
            return found.lines >= LEAST_LINES && found.setups.size() > 1 && repeated
                    ? new TreeSet<>(found.values.keySet())
                    : Set.of();
        }

        private void add(String line) {
            List<String> cells;
            try {
                cells = CsvLines.cells(line, header.separator());
            } catch (UnreadableException e) {
                // The error is reported when the runs are read.
                return;
            }
            if (cells.size() != header.names().size()) {
                return;
            }
            lines++;
            setups.add(cell(cells, CsvColumn.SETUP.label()));
            measurements.add(List.of(cell(cells, CsvColumn.JOB.label()), cell(cells, CsvColumn.SETUP.label())));
            for (String column : new ArrayList<>(values.keySet())) {
                String value = cell(cells, column);
                if (value.isEmpty() || !values.get(column).add(value)) {
                    values.remove(column);
                }
            }
        }

        private String cell(List<String> cells, String column) {
            return cells.get(header.places().get(column));
        }
    }
}
