package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.Instants.ClockTime;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;

/** Reads HiBench's {@code report/hibench.report}: a line a run, with columns separated by blanks. */
final class HibenchImporter implements Importer {
    private static final Pattern MARK = Pattern.compile("Type\\s+Date\\s+Time\\s+Input_data_size");
    private static final String SIZE = "input_data_size";
    /** A report that was cut or joined may begin without its header. */
    private static final Pattern RUN =
            Pattern.compile("\\s*[A-Za-z]\\S*\\s+\\d{4}-\\d\\d-\\d\\d\\s+\\d\\d:\\d\\d:\\d\\d\\s+\\S.*");
    /** HiBench writes durations with three decimals, and sizes with none. */
    private static final Pattern SECONDS = Pattern.compile("\\d*\\.\\d{3}");

    private static final List<String> HEADER = List.of("Type", "Date", "Time", "Input_data_size", "Duration(s)");

    private static final int MOST_COLUMNS = 7;

    @Override
    public String name() {
        return "hibench";
    }

    @Override
    public Optional<Pattern> mark() {
        return Optional.of(MARK);
    }

    @Override
    public String summary() {
        return "HiBench's hibench.report, with the columns " + String.join(" ", HEADER);
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        Utf8Lines lines = ImportText.open(file.path());
        while (lines.advance()) {
            if (!lines.isBlank()) {
                break;
            }
        }
        boolean isText = lines.number() > 0 && lines.problem().isEmpty();
        boolean isRun = isText && RUN.matcher(lines.text()).matches();
        if (!isRun && !(isText && isHeader(lines.text()))) {
            lines.close();
            throw new InvalidDocumentException(file.path() + ": not " + summary());
        }
        return new HibenchRuns(this, file, lines, unreadable, isRun);
    }

    private static boolean isHeader(String line) {
        List<String> words = Arrays.asList(line.strip().split("\\s+"));
        return words.size() >= HEADER.size() && words.subList(0, HEADER.size()).equals(HEADER);
    }

    /** The lines of a report, as runs. */
    private static final class HibenchRuns implements RunSource {
        private final Importer importer;
        private final ImportFile file;
        private final Utf8Lines lines;
        private final Consumer<UnreadableLine> unreadable;
        /** Whether the current line is still to be read. */
        private boolean isWaiting;

        HibenchRuns(
                Importer importer,
                ImportFile file,
                Utf8Lines lines,
                Consumer<UnreadableLine> unreadable,
                boolean isWaiting) {
            this.isWaiting = isWaiting;
            this.importer = importer;
            this.file = file;
            this.lines = lines;
            this.unreadable = unreadable;
        }

        @Override
        public RunRecord next() throws IOException {
            while (isWaiting || lines.advance()) {
                isWaiting = false;
                if (lines.isBlank() || (lines.problem().isEmpty() && isHeader(lines.text()))) {
                    continue;
                }
                try {
                    if (lines.problem().isPresent()) {
                        throw new UnreadableException(lines.problem().get());
                    }
                    return run(lines.text().strip().split("\\s+"));
                } catch (UnreadableException e) {
                    unreadable.accept(new UnreadableLine(file.name(), lines.number(), e.getMessage()));
                }
            }
            return null;
        }

        private RunRecord run(String[] cells) throws UnreadableException {
            // HiBench leaves out a size that it does not know, so the duration takes its place.
            boolean hasNoSize = cells.length == HEADER.size() - 1
                    && SECONDS.matcher(cells[3]).matches();
            if (cells.length < HEADER.size() && !hasNoSize) {
                throw new UnreadableException(cells.length + " columns, and a run has " + HEADER.size() + " or more");
            }
            if (cells.length > MOST_COLUMNS) {
                throw new UnreadableException(cells.length + " columns, and a run has at most " + MOST_COLUMNS
                        + ": write each run on a line of its own");
            }
            String duration = cells[hasNoSize ? 3 : 4];
            double seconds = Numbers.positive(HEADER.get(4), duration.startsWith(".") ? "0" + duration : duration);
            boolean isPath = !hasNoSize && cells[3].startsWith("/");
            Long size = hasNoSize || isPath ? null : (Long) Numbers.whole(HEADER.get(3), cells[3], 0);
            Map<String, String> settings = hasNoSize ? Map.of() : Map.of(isPath ? "input" : SIZE, cells[3]);
            Subject subject = new Subject(SafeName.ofJob(cells[0]), file.setupOrDefault(), settings);
            ClockTime end = Instants.iso("Date and Time", cells[1] + " " + cells[2], file.zone());
            return new ImportedRun(
                            importer,
                            file,
                            ImportedRun.lineName(lines.number()),
                            importer.name(),
                            lines.number(),
                            subject)
                    .finished(Optional.of(end), seconds)
                    .sizes(null, null, size)
                    .warnings(end.instant() == null ? List.of(Instants.ZONE_UNKNOWN) : List.of())
                    .toRecord();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
