package org.spindlebench.analysis.importer;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SafeName;
import org.spindlebench.analysis.importer.Importer.SetupName;
import org.spindlebench.analysis.importer.Importer.UnreadableException;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Warning;

/**
 * Reads the results that stock TestDFSIO prints and appends to {@code TestDFSIO_results.log}. A file may hold any
 * number of results, with or without other lines of a program's output between them.
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

    /** Finds the results of TestDFSIO among the lines of a log. */
    static final class TestDfsioRuns implements RunSource {
        private static final Pattern HEADER = Pattern.compile("-{3,} ?TestDFSIO ?-{3,} ?: ?(.*)");
        /** The end of the prefix that a logger writes before the text. */
        private static final String LOGGER = "TestDFSIO:";

        private final Importer importer;
        private final ImportFile file;
        private final Utf8Lines lines;
        private final Consumer<UnreadableLine> unreadable;
        private TestDfsioOutput result;

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
            Optional<TestDfsioValue> figure = TestDfsioValue.labelled(label);
            return figure.flatMap(known -> note(known, text.substring(colon + 1).strip()));
        }

        private void begin(String test) {
            try {
                result = new TestDfsioOutput(lines.number(), test);
            } catch (UnreadableException e) {
                unreadable(lines.number(), e.getMessage());
            }
        }

        private Optional<RunRecord> note(TestDfsioValue figure, String value) {
            if (result == null) {
                if (figure == TestDfsioValue.EXEC_TIME) {
                    unreadable(
                            lines.number(),
                            "no line '----- TestDFSIO ----- : ...' before it says which test took "
                                    + Numbers.shown(value));
                }
                return Optional.empty();
            }
            try {
                result.note(figure, value);
                if (figure == TestDfsioValue.EXEC_TIME) {
                    RunRecord run = result.toRecord(importer, file);
                    result = null;
                    return Optional.of(run);
                }
            } catch (UnreadableException e) {
                unreadable(lines.number(), e.getMessage());
                // Without its last line, a result is not complete. Without another number, it still has a duration.
                result = figure == TestDfsioValue.EXEC_TIME ? null : result;
            }
            return Optional.empty();
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

        private final long line;
        private final String test;
        private final Map<TestDfsioValue, Double> figures = new EnumMap<>(TestDfsioValue.class);
        private final Map<TestDfsioValue, String> texts = new EnumMap<>(TestDfsioValue.class);

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

        void note(TestDfsioValue figure, String value) throws UnreadableException {
            if (texts.putIfAbsent(figure, value) != null) {
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
            Long files = whole(TestDfsioValue.FILES, Integer.MAX_VALUE, 1);
            Long bytes = whole(TestDfsioValue.MEBIBYTES, MOST_MEBIBYTES, MEBIBYTE);
            Instant end =
                    Instants.date(texts.getOrDefault(TestDfsioValue.DATE, "")).orElse(null);
            String setup = file.setup().orElseGet(() -> SafeName.ofFile(file.path()));
            Subject subject = new Subject("testdfsio-" + test, setup, settings(files, bytes));
            ImportedRun run = new ImportedRun(
                            importer, file, ImportedRun.lineName(line), importer.name(), line, subject)
                    .times(new Times(null, end, null, null, null, null, null, seconds, null, null))
                    .sizes(null, null, bytes)
                    .throughput(throughput(files, bytes, seconds))
                    .warnings(warnings(end));
            if (bytes != null && bytes == 0) {
                run.status(Status.INVALID, "no bytes were processed");
            }
            return run.toRecord();
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

        private List<Warning> warnings(Instant end) {
            boolean rates = figures.keySet()
                    .containsAll(
                            List.of(TestDfsioValue.THROUGHPUT, TestDfsioValue.AVERAGE_RATE, TestDfsioValue.RATE_SD));
            if (end != null) {
                return rates ? List.of() : List.of(RATE_MISSING);
            }
            return rates ? List.of(DATE_UNREADABLE) : List.of(DATE_UNREADABLE, RATE_MISSING);
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

        /** Returns the value that has this label in lower case; empty if there is none. */
        static Optional<TestDfsioValue> labelled(String text) {
            return Arrays.stream(values())
                    .filter(figure -> figure.label.toLowerCase(Locale.ROOT).equals(text))
                    .findFirst();
        }
    }

    /**
     * Parses numbers that Java programs print for people. They may have Java's own notation, such as {@code 19.345678}
     * and {@code 1.0E-4}. They may also have two decimals in a locale's notation and digits, such as {@code 19,34},
     * {@code 1.024,5} and {@code 1,024.5}.
     *
     * <p>If both a comma and a point occur, the last of them is the decimal separator. A comma alone separates
     * thousands if exactly three digits follow it, because nothing prints three decimals with a comma. Otherwise it is
     * the decimal separator. A point alone is the decimal separator, unless there are several.
     */
    static final class PrintedNumber {
        private static final int LONGEST = 40;
        private static final Pattern NOT_FINITE = Pattern.compile("NaN|[+-]?(Infinity|\u221e)|\ufffd|\\?");
        private static final Pattern PLAIN = Pattern.compile("[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d{1,3})?");
        private static final Pattern GROUPED =
                Pattern.compile("[+-]?\\d{1,3}(?:(,)\\d{3}(?:,\\d{3})*|(\\.)\\d{3}(?:\\.\\d{3})*)");
        private static final Pattern BLANKS_IN_GROUPS =
                Pattern.compile("(?<=\\d)[ \u00a0\u202f'\u2019\u066c](?=\\d{3})");

        private PrintedNumber() {}

        /** Parses a number; empty if the text represents a number that is not finite. */
        static Optional<Double> parse(String what, String text) throws UnreadableException {
            if (NOT_FINITE.matcher(text).matches()) {
                return Optional.empty();
            }
            if (text.length() <= LONGEST) {
                String plain = withPoint(BLANKS_IN_GROUPS.matcher(inAscii(text)).replaceAll(""));
                if (PLAIN.matcher(plain).matches() && Double.isFinite(Double.parseDouble(plain))) {
                    return Optional.of(Double.valueOf(plain));
                }
            }
            throw new UnreadableException(what + " is " + Numbers.shown(text) + ", and must be a number");
        }

        private static String inAscii(String text) {
            StringBuilder ascii = new StringBuilder();
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (Character.isDigit(c)) {
                    ascii.append(Character.digit(c, 10));
                } else {
                    ascii.append(c == '\u066b' ? ',' : c);
                }
            }
            return ascii.toString();
        }

        private static String withPoint(String text) {
            int comma = text.lastIndexOf(',');
            int point = text.lastIndexOf('.');
            if (comma < 0) {
                return text.indexOf('.') == point ? text : ungrouped(text, ".");
            }
            if (point < 0) {
                boolean grouped = GROUPED.matcher(text).matches();
                return grouped ? text.replace(",", "") : text.replace(',', '.');
            }
            int decimal = Math.max(comma, point);
            String whole = ungrouped(text.substring(0, decimal), comma < point ? "," : ".");
            return whole + "." + text.substring(decimal + 1);
        }

        // Text without groups of three digits stays as it is, and is then refused as a number.
        private static String ungrouped(String text, String separator) {
            return GROUPED.matcher(text).matches() ? text.replace(separator, "") : text;
        }
    }
}
