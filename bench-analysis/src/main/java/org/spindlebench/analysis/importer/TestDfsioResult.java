package org.spindlebench.analysis.importer;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Times;
import org.spindlebench.analysis.record.Warning;

/** One result of TestDFSIO, as its lines are read. */
final class TestDfsioResult {
    private static final double MEBIBYTE = 1 << 20;
    private static final double MOST_MEBIBYTES = Long.MAX_VALUE / MEBIBYTE;
    private static final Warning DATE_UNREADABLE =
            new Warning("end-time-unreadable", "the result's date is no time: when the run took place is not known");
    private static final Warning RATE_MISSING = new Warning(
            "rate-missing",
            "the result gives no finite rate, as after maps of less than a millisecond, or not all of them");

    private final long line;
    private final String test;
    private final Map<TestDfsioFigure, Double> figures = new EnumMap<>(TestDfsioFigure.class);
    private final Map<TestDfsioFigure, String> texts = new EnumMap<>(TestDfsioFigure.class);

    /**
     * @param line where it begins
     * @param test which test it is of: {@code write}, {@code random read}
     */
    TestDfsioResult(long line, String test) throws UnreadableException {
        this.line = line;
        this.test = SafeName.of(test.toLowerCase(Locale.ROOT), "");
        if (this.test.isEmpty()) {
            throw new UnreadableException("the line does not say which test it was");
        }
    }

    long line() {
        return line;
    }

    void note(TestDfsioFigure figure, String value) throws UnreadableException {
        if (texts.putIfAbsent(figure, value) != null) {
            throw new UnreadableException(figure.label() + " occurs twice in one result");
        }
        if (figure != TestDfsioFigure.DATE) {
            PrintedNumber.parse(figure.label(), value).ifPresent(number -> figures.put(figure, number));
        }
    }

    RunRecord toRecord(Importer importer, ImportFile file) throws UnreadableException {
        Double seconds = figures.get(TestDfsioFigure.EXEC_TIME);
        if (seconds == null || seconds <= 0) {
            throw new UnreadableException(TestDfsioFigure.EXEC_TIME.label() + " is "
                    + Numbers.shown(texts.get(TestDfsioFigure.EXEC_TIME)) + ", and must be more than 0");
        }
        Long files = whole(TestDfsioFigure.FILES, Integer.MAX_VALUE, 1);
        Long bytes = whole(TestDfsioFigure.MEBIBYTES, MOST_MEBIBYTES, MEBIBYTE);
        Instant end =
                Instants.date(texts.getOrDefault(TestDfsioFigure.DATE, "")).orElse(null);
        String setup = file.setup().orElseGet(() -> SafeName.ofFile(file.path()));
        Subject subject = new Subject("testdfsio-" + test, setup, settings(files, bytes));
        ImportedRun run = new ImportedRun(importer, file, ImportedRun.lineName(line), importer.name(), line, subject)
                .times(new Times(null, end, null, null, null, null, null, seconds, null, null))
                .sizes(null, null, bytes)
                .throughput(throughput(files, bytes, seconds))
                .warnings(warnings(end));
        if (bytes != null && bytes == 0) {
            run.status(Status.INVALID, "no bytes were processed");
        }
        return run.toRecord();
    }

    // Zero bytes are all that stock TestDFSIO ever writes.
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
                rate(TestDfsioFigure.THROUGHPUT),
                rate(TestDfsioFigure.AVERAGE_RATE),
                rate(TestDfsioFigure.RATE_SD),
                seconds);
        Double overExecution = bytes == null ? null : finite(bytes / seconds);
        Integer streams = files == null ? null : Integer.valueOf(files.intValue());
        return new Throughput(bytes, overExecution, null, null, streams, null, null, null, stock, null);
    }

    private List<Warning> warnings(Instant end) {
        boolean rates = figures.keySet()
                .containsAll(
                        List.of(TestDfsioFigure.THROUGHPUT, TestDfsioFigure.AVERAGE_RATE, TestDfsioFigure.RATE_SD));
        if (end != null) {
            return rates ? List.of() : List.of(RATE_MISSING);
        }
        return rates ? List.of(DATE_UNREADABLE) : List.of(DATE_UNREADABLE, RATE_MISSING);
    }

    private Double rate(TestDfsioFigure figure) {
        Double mebibytes = figures.get(figure);
        return mebibytes == null || mebibytes < 0 ? null : finite(mebibytes * MEBIBYTE);
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    // No files, or more than can be counted, are not known files; no bytes are known bytes.
    private Long whole(TestDfsioFigure figure, double most, double unit) {
        Double value = figures.get(figure);
        boolean countable = value != null && value <= most && value >= (figure == TestDfsioFigure.FILES ? 1 : 0);
        return countable ? (Long) Math.round(value * unit) : null;
    }
}
