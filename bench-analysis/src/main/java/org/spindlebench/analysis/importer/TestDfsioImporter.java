package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SafeName;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.importer.Instants.ClockTime;
import org.spindlebench.analysis.importer.Numbers.PrintedNumber;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Warning;

/**
 * Reads the results that TestDFSIO and its relatives print and append to {@code TestDFSIO_results.log}. A file may hold
 * any number of results, with or without other lines of a program's output between them. Each line may have a logger's
 * prefix.
 */
final class TestDfsioImporter implements Importer {
    private static final Pattern MARK = Pattern.compile("DFSIO\\w* ?[-\\u2010-\\u2015]{2,}");

    @Override
    public String name() {
        return "testdfsio";
    }

    @Override
    public Optional<Pattern> mark() {
        return Optional.of(MARK);
    }

    @Override
    public String summary() {
        return "results of TestDFSIO, from the line '----- TestDFSIO ----- : write' to 'Test exec time sec'";
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        return new TestDfsioRuns(this, file, ImportText.open(file.path()), unreadable);
    }

    /** Finds the results of TestDFSIO among the lines of a log. */
    static final class TestDfsioRuns implements RunSource {
        private static final String NAME = "DFSIO";
        /** The prefix of a line, as loggers, terminals and other programs write it; it may be empty. */
        private static final String PREFIX = "(?:.*[\\s:\\]|>])?";

        /** Word processors and blogs make one long dash of several short ones. */
        private static final String DASHES = "[-\\u2010-\\u2015]{2,}";

        private static final Pattern HEADER =
                Pattern.compile(PREFIX + DASHES + " ?\\w*(?:TestDFSIO|DFSIO\\w*Test)\\w* ?" + DASHES + " ?: ?(.*)");
        private static final Pattern LIKE_A_HEADER = Pattern.compile(".*(-{5} ?TestDFSIO|TestDFSIO\\w* ?-{5}).*");
        private static final Pattern VALUE = Pattern.compile(
                PREFIX + "(?<!Total )(" + TestDfsioValue.labels() + ")\\s*:\\s*(.*)", Pattern.CASE_INSENSITIVE);

        /** The line of each result by its test, date and numbers. */
        private final Map<String, Long> seen = new HashMap<>();

        private final Importer importer;
        private final ImportFile file;
        private final Utf8Lines lines;
        private final Consumer<UnreadableLine> unreadable;
        private TestDfsioOutput result;
        /** Whether a value without a result has been listed since the last result. */
        private boolean strayListed;

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
                // Between results, a line may be anything. Within a result, it may be one of the result's numbers.
                if (result != null) {
                    unreadable(lines.number(), problem.get());
                }
                return Optional.empty();
            }
            String line = ImportText.withoutColours(lines.text());
            if (line.contains(NAME) && isHeader(line)) {
                return Optional.empty();
            }
            Matcher value = VALUE.matcher(line);
            return value.matches()
                    ? note(
                            TestDfsioValue.labelled(value.group(1)),
                            value.group(2).strip())
                    : Optional.empty();
        }

        private boolean isHeader(String line) {
            Matcher header = HEADER.matcher(line);
            boolean isHeader = header.matches();
            if (isHeader) {
                endUnfinished();
                begin(header.group(1).strip());
            } else if (LIKE_A_HEADER.matcher(line).matches()) {
                unreadable(
                        lines.number(),
                        Numbers.shown(line.strip())
                                + " is not the first line of a result, '----- TestDFSIO ----- : ...'");
            }
            return isHeader;
        }

        private void begin(String test) {
            strayListed = false;
            try {
                result = new TestDfsioOutput(lines.number(), test);
            } catch (UnreadableException e) {
                unreadable(lines.number(), e.getMessage());
            }
        }

        private Optional<RunRecord> note(TestDfsioValue figure, String value) {
            if (result == null) {
                stray(figure);
                return Optional.empty();
            }
            try {
                result.note(figure, value);
                if (figure == TestDfsioValue.EXEC_TIME) {
                    TestDfsioOutput ended = result;
                    result = null;
                    return !isMixed(ended) && isFirst(ended)
                            ? Optional.of(ended.toRecord(importer, file))
                            : Optional.empty();
                }
            } catch (UnreadableException e) {
                unreadable(lines.number(), e.getMessage());
                // Without its last line, a result is not complete. Without another number, it still has a duration.
                result = figure == TestDfsioValue.EXEC_TIME ? null : result;
            }
            return Optional.empty();
        }

        /** Lists the first of several successive values that belong to no result. */
        private void stray(TestDfsioValue figure) {
            if (figure.isOnlyItsOwn() && !strayListed) {
                unreadable(
                        lines.number(),
                        "no line '----- TestDFSIO ----- : ...' before it says which test has this '" + figure.label()
                                + "'");
                strayListed = true;
            }
        }

        /** Lists a result that has a value twice: the lines of two results alternate, and any may be of the other. */
        private boolean isMixed(TestDfsioOutput ended) {
            if (ended.isDoubled()) {
                unreadable(
                        ended.line(),
                        "the result that begins here has values of another result: save each result in a file of its own");
            }
            return ended.isDoubled();
        }

        /** Lists a result that the file has already, as a console's output and the file of results have. */
        private boolean isFirst(TestDfsioOutput ended) {
            Long first = ended.isDated() ? seen.putIfAbsent(ended.identity(), ended.line()) : null;
            if (first != null) {
                unreadable(ended.line(), "the same result as at line " + first + ", so it counts once");
            }
            return first == null;
        }

        private void endUnfinished() {
            if (result != null) {
                unreadable(
                        result.line(),
                        "the result that begins here is cut off: it has no '" + TestDfsioValue.EXEC_TIME.label() + "'");
                result = null;
            }
        }

        private void unreadable(long line, String reason) {
            unreadable.accept(new UnreadableLine(file.name(), line, reason));
        }
    }

    /** One result of TestDFSIO, which is filled while its lines are read. */
    static final class TestDfsioOutput {
        private static final double MEBIBYTE = 1 << 20;
        private static final double MOST_MEBIBYTES = Long.MAX_VALUE / MEBIBYTE;
        private static final Warning DATE_UNREADABLE = new Warning(
                "end-time-unreadable", "the result's date is not a time, so the date of the run is unknown");
        private static final Warning RATE_MISSING = new Warning(
                "rate-missing",
                "some or all rates of the result are missing or not finite, as happens with maps of less than a millisecond");
        /** What TestDFSIO prints for 0 / 0: a map that moved nothing in no time. */
        private static final Pattern NOTHING_MOVED = Pattern.compile("NaN|\ufffd");
        /** A number whose comma is a decimal mark for certain. */
        private static final Pattern DECIMAL_COMMA = Pattern.compile("[+-]?[\\d.]+,(?!\\d{3}(?!\\d))\\d.*");
        /** A number whose point separates decimals or thousands. */
        private static final Pattern EITHER_POINT = Pattern.compile("[+-]?[1-9]\\d{0,2}\\.\\d{3}(?![\\d.,]).*");

        private final long line;
        private final String test;
        private final Map<TestDfsioValue, Double> figures = new EnumMap<>(TestDfsioValue.class);
        private final Map<TestDfsioValue, String> texts = new EnumMap<>(TestDfsioValue.class);
        private boolean doubled;

        /**
         * @param line the number of its first line
         * @param test the test's name, such as {@code write} or {@code random read}
         */
        TestDfsioOutput(long line, String test) throws UnreadableException {
            this.line = line;
            this.test = SafeName.of(test.toLowerCase(Locale.ROOT), "");
            if (this.test.isEmpty()) {
                throw new UnreadableException("the line does not say which test it was");
            }
        }

        long line() {
            return line;
        }

        boolean isDated() {
            return texts.containsKey(TestDfsioValue.DATE);
        }

        boolean isDoubled() {
            return doubled;
        }

        /** Returns the test, the date and all numbers, rounded to what every version prints. */
        String identity() {
            String numbers = figures.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + Math.round(entry.getValue() * 100))
                    .collect(Collectors.joining(" "));
            return test + " " + texts.get(TestDfsioValue.DATE) + " " + numbers;
        }

        void note(TestDfsioValue figure, String value) throws UnreadableException {
            String before = texts.putIfAbsent(figure, value);
            if (before != null) {
                doubled |= !before.equals(value);
                throw new UnreadableException(figure.label() + " occurs twice in one result");
            }
            if (figure != TestDfsioValue.DATE) {
                PrintedNumber.parse(figure.label(), value).ifPresent(number -> figures.put(figure, number));
            }
        }

        RunRecord toRecord(Importer importer, ImportFile file) throws UnreadableException {
            Double seconds = figures.get(TestDfsioValue.EXEC_TIME);
            if (seconds == null || seconds <= 0) {
                throw new UnreadableException(TestDfsioValue.EXEC_TIME.label() + " is "
                        + Numbers.shown(texts.get(TestDfsioValue.EXEC_TIME)) + ", and must be more than 0");
            }
            refuseMixedMarks();
            Long files = whole(TestDfsioValue.FILES, Integer.MAX_VALUE, 1);
            Long counted = whole(TestDfsioValue.MEBIBYTES, MOST_MEBIBYTES, MEBIBYTE);
            // Hadoop 3 rounds the bytes of small files to 0 MB, but not their rate.
            boolean isRounded = "0".equals(texts.get(TestDfsioValue.MEBIBYTES))
                    && figures.getOrDefault(TestDfsioValue.THROUGHPUT, 0.0) > 0;
            Long bytes = isRounded ? null : counted;
            String date = texts.getOrDefault(TestDfsioValue.DATE, "");
            Optional<ClockTime> end = Instants.date(date, file.zone());
            String setup = file.setup().orElseGet(() -> SafeName.ofFile(file.path()));
            Subject subject = new Subject("testdfsio-" + test, setup, settings(files, bytes));
            ImportedRun run = new ImportedRun(
                            importer, file, ImportedRun.lineName(line), importer.name(), line, subject)
                    .finishedForClient(end, seconds)
                    .sizes(null, null, bytes)
                    .throughput(throughput(files, bytes, seconds))
                    .warnings(warnings(end));
            if (bytes != null && bytes == 0) {
                run.status(Status.INVALID, "no bytes were processed");
            } else if (someMapMovedNothing()) {
                run.status(Status.INVALID, "a map moved no bytes: the mean of the maps' rates is not a number");
            }
            return run.toRecord();
        }

        /** Refuses a number that may have a thousands point, since another number has a decimal comma. */
        private void refuseMixedMarks() throws UnreadableException {
            Optional<String> comma = number(DECIMAL_COMMA);
            Optional<String> open = number(EITHER_POINT);
            if (comma.isPresent() && open.isPresent()) {
                throw new UnreadableException(Numbers.shown(open.get()) + " and " + Numbers.shown(comma.get())
                        + " in one result: the point may separate thousands or decimals. Write all numbers in one way");
            }
        }

        /** Returns the first number of the result that has a form. */
        private Optional<String> number(Pattern form) {
            return texts.entrySet().stream()
                    .filter(entry -> entry.getKey() != TestDfsioValue.DATE)
                    .map(Map.Entry::getValue)
                    .filter(text -> form.matcher(text).matches())
                    .findFirst();
        }

        private boolean someMapMovedNothing() {
            return Stream.of(TestDfsioValue.THROUGHPUT, TestDfsioValue.AVERAGE_RATE)
                    .map(texts::get)
                    .anyMatch(
                            text -> text != null && NOTHING_MOVED.matcher(text).matches());
        }

        // Stock TestDFSIO never writes anything but zero bytes.
        private static Map<String, String> settings(Long files, Long bytes) {
            Map<String, String> settings = new TreeMap<>(Map.of("data", "zeros"));
            if (files != null) {
                settings.put("files", files.toString());
                if (bytes != null) {
                    settings.put("bytes_per_file", String.valueOf(bytes / files));
                }
            }
            return settings;
        }

        private Throughput throughput(Long files, Long bytes, double seconds) {
            Throughput.Stock stock = new Throughput.Stock(
                    rate(TestDfsioValue.THROUGHPUT),
                    rate(TestDfsioValue.AVERAGE_RATE),
                    rate(TestDfsioValue.RATE_SD),
                    seconds);
            Double overExecution = bytes == null ? null : finite(bytes / seconds);
            Integer streams = files == null ? null : Integer.valueOf(files.intValue());
            return new Throughput(bytes, overExecution, null, null, streams, null, null, null, null, stock, null);
        }

        private List<Warning> warnings(Optional<ClockTime> end) {
            List<Warning> warnings = new ArrayList<>();
            if (end.isEmpty()) {
                warnings.add(DATE_UNREADABLE);
            } else if (end.get().instant() == null) {
                warnings.add(Instants.ZONE_UNKNOWN);
            }
            if (!figures.keySet()
                    .containsAll(
                            List.of(TestDfsioValue.THROUGHPUT, TestDfsioValue.AVERAGE_RATE, TestDfsioValue.RATE_SD))) {
                warnings.add(RATE_MISSING);
            }
            return warnings;
        }

        private Double rate(TestDfsioValue figure) {
            Double mebibytes = figures.get(figure);
            return mebibytes == null || mebibytes < 0 ? null : finite(mebibytes * MEBIBYTE);
        }

        private static Double finite(double value) {
            return Double.isFinite(value) ? value : null;
        }

        // Zero files, or more files than can be counted, mean that the number is unknown. Zero bytes are a known
        // number.
        private Long whole(TestDfsioValue figure, double most, double unit) {
            Double value = figures.get(figure);
            boolean countable = value != null && value <= most && value >= (figure == TestDfsioValue.FILES ? 1 : 0);
            return countable ? (Long) Math.round(value * unit) : null;
        }
    }

    /** The values of a TestDFSIO result, in the order of its lines. An MB is 2^20 bytes. */
    enum TestDfsioValue {
        DATE("Date & time"),
        FILES("Number of files"),
        MEBIBYTES("Total MBytes processed"),
        THROUGHPUT("Throughput mb/sec"),
        AVERAGE_RATE("Average IO rate mb/sec"),
        RATE_SD("IO rate std deviation"),
        EXEC_TIME("Test exec time sec");

        private final String label;

        TestDfsioValue(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        /** Whether no other program's output has lines with this label. */
        boolean isOnlyItsOwn() {
            return this != DATE && this != FILES;
        }

        /** Returns a regular expression for any label. */
        static String labels() {
            return Arrays.stream(values()).map(value -> value.label).collect(Collectors.joining("|"));
        }

        /** Returns the value that has this label, in any case. */
        static TestDfsioValue labelled(String text) {
            return Arrays.stream(values())
                    .filter(value -> value.label.equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
