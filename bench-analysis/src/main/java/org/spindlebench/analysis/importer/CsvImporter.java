package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.CsvHeader.CsvColumn;
import org.spindlebench.analysis.importer.CsvLines.CsvRow;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SetupName;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Instants.ClockTime;
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
        /** The words of YARN, of build servers and of scripts. */
        private static final Map<String, Status> OTHER_WORDS = Map.ofEntries(
                Map.entry("succeeded", Status.OK),
                Map.entry("success", Status.OK),
                Map.entry("successful", Status.OK),
                Map.entry("passed", Status.OK),
                Map.entry("pass", Status.OK),
                Map.entry("done", Status.OK),
                Map.entry("completed", Status.OK),
                Map.entry("failure", Status.FAILED),
                Map.entry("fail", Status.FAILED),
                Map.entry("error", Status.FAILED),
                Map.entry("timeout", Status.FAILED),
                Map.entry("killed", Status.INTERRUPTED),
                Map.entry("aborted", Status.INTERRUPTED),
                Map.entry("cancelled", Status.INTERRUPTED),
                Map.entry("canceled", Status.INTERRUPTED));

        private static final Pattern BYTES = Pattern.compile("\\d{1,18}");

        private final Importer importer;
        private final ImportFile file;
        private final CsvScan scan;
        private final List<Warning> warnings;
        private final List<Warning> localWarnings;
        /** Whether columns state the runs' blocks or visits. */
        private final boolean hasPosition;

        private final Map<Subject, Integer> repeats = new HashMap<>();

        CsvMeaning(Importer importer, ImportFile file, CsvHeader header) throws IOException {
            this.importer = importer;
            this.file = file;
            this.scan = CsvScan.of(file, header);
            this.warnings = scan.warnings();
            this.localWarnings = Stream.concat(warnings.stream(), Stream.of(Instants.ZONE_UNKNOWN))
                    .toList();
            this.hasPosition = has(header, CsvColumn.VISIT) || has(header, CsvColumn.BLOCK);
        }

        @Override
        public Optional<String> refusal(long line) {
            return Optional.ofNullable(scan.summaries().get(line))
                    .map(summary -> summary + ", so the line summarises others: remove it, or give it another name");
        }

        @Override
        public RunRecord run(CsvRow row) throws UnreadableException {
            try {
                return record(row);
            } catch (UnreadableException e) {
                throw new UnreadableException(String.join("; ", wrong(row, e)));
            }
        }

        /** A cell of a line. */
        private interface Cell {
            void read() throws UnreadableException;
        }

        /** Returns why each cell of a line cannot be read, the known reason first. */
        private Set<String> wrong(CsvRow row, UnreadableException first) {
            Set<String> wrong = new LinkedHashSet<>(Set.of(first.getMessage()));
            for (Cell cell : List.<Cell>of(
                    () -> status(row),
                    () -> elapsed(row, status(row)),
                    () -> started(row),
                    () -> cost(row),
                    () -> fromOne(row, CsvColumn.VISIT),
                    () -> fromOne(row, CsvColumn.BLOCK))) {
                try {
                    cell.read();
                } catch (UnreadableException e) {
                    wrong.add(e.getMessage());
                }
            }
            return wrong;
        }

        private RunRecord record(CsvRow row) throws UnreadableException {
            Subject subject = new Subject(
                    row.needName(CsvColumn.JOB.label()), row.needName(CsvColumn.SETUP.label()), settings(row));
            Status status = status(row);
            Double elapsed = elapsed(row, status);
            Optional<ClockTime> started = started(row);
            boolean isLocal = started.isPresent() && started.get().instant() == null;
            ImportedRun run = new ImportedRun(importer, file, row.run(), importer.name(), row.line(), subject)
                    .started(started, elapsed)
                    .cost(cost(row))
                    .sizes(null, bytesPerNode(subject), null)
                    .position(position(row, subject))
                    .warnings(isLocal ? localWarnings : warnings);
            if (status != Status.OK) {
                run.status(status, "its line says: " + row.need(CsvColumn.STATUS.label()));
            }
            return run.toRecord();
        }

        private static boolean has(CsvHeader header, CsvColumn column) {
            return header.places().containsKey(column.label());
        }

        private Map<String, String> settings(CsvRow row) throws UnreadableException {
            Map<String, String> known = new TreeMap<>();
            for (String name : scan.settings()) {
                Optional<String> value = row.get(name);
                if (value.isPresent()) {
                    known.put(name, CsvRow.name(name, value.get()));
                }
            }
            return known;
        }

        /** Returns the status that a word stands for; empty if it stands for none. */
        static Optional<Status> status(String text) {
            String word = text.toLowerCase(Locale.ROOT);
            return Arrays.stream(Status.values())
                    .filter(status -> status.word().equals(word))
                    .findFirst()
                    .or(() -> Optional.ofNullable(OTHER_WORDS.get(word)));
        }

        private Status status(CsvRow row) throws UnreadableException {
            String word = row.get(CsvColumn.STATUS.label()).orElse("").toLowerCase(Locale.ROOT);
            if (word.isEmpty() && scan.namesOk()) {
                throw new UnreadableException(
                        "status is empty, and other lines say which runs succeeded: write ok or failed");
            } else if (word.isEmpty()) {
                return Status.OK;
            }
            Optional<Status> known = status(word);
            if (known.isPresent()) {
                return known.get();
            }
            String allowed =
                    Arrays.stream(Status.values()).map(status -> status.word()).collect(Collectors.joining(", "));
            String why = "finished".equals(word)
                    ? ": what YARN calls FINISHED may have failed, so write its final status"
                    : "";
            throw new UnreadableException("status is " + Numbers.shown(word) + ", and must be one of " + allowed + why);
        }

        // A run whose status is not ok need not have a duration.
        private Double elapsed(CsvRow row, Status status) throws UnreadableException {
            String column = CsvColumn.DURATION_S.label();
            boolean none = status != Status.OK && row.get(column).isEmpty();
            return none ? null : (Double) scan.dialect().seconds(column, row.need(column));
        }

        private Optional<ClockTime> started(CsvRow row) throws UnreadableException {
            String column = CsvColumn.STARTED_AT.label();
            Optional<String> text = row.get(column);
            return text.isEmpty() ? Optional.empty() : Optional.of(Instants.iso(column, text.get(), file.zone()));
        }

        private Double cost(CsvRow row) throws UnreadableException {
            String column = CsvColumn.COST_USD.label();
            Optional<String> text = row.get(column);
            if (text.isEmpty()) {
                return null;
            }
            double cost = scan.dialect().number(column, text.get());
            if (cost < 0) {
                throw new UnreadableException(
                        column + " is " + Numbers.shown(text.get()) + ", and must not be negative");
            }
            return cost;
        }

        // Only a number in Spindle's own notation counts. The setting itself keeps its text.
        private static Long bytesPerNode(Subject subject) {
            String text = subject.settings().getOrDefault(BYTES_PER_NODE, "");
            return BYTES.matcher(text).matches() ? Long.valueOf(text) : null;
        }

        private Position position(CsvRow row, Subject subject) throws UnreadableException {
            if (!hasPosition) {
                return null;
            }
            Integer visit = fromOne(row, CsvColumn.VISIT);
            Integer block = fromOne(row, CsvColumn.BLOCK);
            int repeat = repeats.merge(subject, 1, Integer::sum);
            return new Position(row.number(), 0, block == null ? 1 : block, repeat, 0, visit);
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

    /** The source of the runs in a CSV file with one run per line. */
    static final class CsvRuns implements RunSource {
        /** Turns a line into a run. */
        interface Meaning {
            /** Returns why no run of a line counts; empty if its runs can be read. */
            default Optional<String> refusal(long line) {
                return Optional.empty();
            }

            RunRecord run(CsvRow row) throws UnreadableException;
        }

        /** Chooses the format of lines from the header. */
        interface Layout {
            Meaning of(CsvHeader header) throws IOException;
        }

        private final ImportFile file;
        private final CsvLines lines;
        private final Consumer<UnreadableLine> unreadable;
        private CsvHeader header;
        private Meaning meaning;
        /** Runs of the current line that were not returned yet. */
        private final Deque<CsvRow> waiting = new ArrayDeque<>();

        private int rows;

        private CsvRuns(ImportFile file, CsvLines lines, Consumer<UnreadableLine> unreadable) {
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
            while (!waiting.isEmpty() || lines.advance()) {
                try {
                    if (waiting.isEmpty()) {
                        readLine();
                    }
                    if (!waiting.isEmpty()) {
                        return meaning.run(waiting.remove());
                    }
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

        private void readHeader(List<String> needed, Layout layout) throws IOException {
            try {
                header = lines.header(needed, file.form())
                        .orElseThrow(() -> new InvalidDocumentException(file.path()
                                + ": empty; its first line must name the columns: " + String.join(", ", needed)));
                if (firstRow() == header.width() + 1 && !header.hasIndex()) {
                    header = header.withIndex();
                }
            } catch (UnreadableException e) {
                throw new InvalidDocumentException(file.path() + ": line " + lines.number() + ": " + e.getMessage(), e);
            }
            meaning = layout.of(header);
        }

        /** Returns the number of cells in the first line below the header; 0 if its first cell is not 0 or 1. */
        private int firstRow() throws IOException {
            try (CsvLines ahead = CsvLines.open(file.path())) {
                while (ahead.advance()) {
                    if (ahead.number() > header.line() && ahead.problem().isEmpty()) {
                        List<String> cells = CsvHeader.cells(ahead.text(), header.separator());
                        return cells.get(0).matches("[01]") ? cells.size() : 0;
                    }
                }
            } catch (UnreadableException e) {
                // The error is reported when the runs are read.
            }
            return 0;
        }

        private void readLine() throws UnreadableException {
            rows++;
            for (List<String> cells : header.rows(cells())) {
                waiting.add(new CsvRow(header, lines.number(), rows + waiting.size(), cells));
            }
            rows += Math.max(0, waiting.size() - 1);
            Optional<String> refusal = meaning.refusal(lines.number());
            if (refusal.isPresent()) {
                waiting.clear();
                throw new UnreadableException(refusal.get());
            }
        }

        private List<String> cells() throws UnreadableException {
            Optional<String> problem = lines.problem();
            if (problem.isPresent()) {
                boolean isEncoded = problem.get().equals(Utf8Lines.NOT_UTF8);
                throw new UnreadableException(problem.get() + (isEncoded ? ": save the file as UTF-8" : ""));
            }
            List<String> cells = CsvHeader.cells(lines.text(), header.separator());
            int columns = header.width();
            if (cells.size() != columns) {
                throw new UnreadableException(
                        cells.size() + " cells, but the header has " + columns + hint(cells.size() - columns));
            }
            return cells;
        }

        private String hint(int more) {
            return more == 1 && header.separator() == ',' ? " (is there a decimal comma?)" : "";
        }
    }
}
