package org.spindlebench.analysis.collector;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.UnpackedStream;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Times;

/** Tools that record the activity of a node, whether or not Spindle runs. */
public enum Collector {
    /** The iostat of sysstat, writing JSON with ISO times. */
    IOSTAT("iostat") {
        @Override
        void read(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<CollectedInterval> found)
                throws IOException {
            new IostatReader(file, log, found).read();
        }
    },
    /** The plot format of collectl. */
    COLLECTL("collectl") {
        @Override
        void read(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<CollectedInterval> found)
                throws IOException {
            new CollectlReader(file, zone, log, found).read();
        }
    };

    private final String word;

    Collector(String word) {
        this.word = word;
    }

    /** Finds the collector for a format of {@code import}. */
    public static Optional<Collector> named(String format) {
        return Arrays.stream(values())
                .filter(collector -> collector.word.equals(format))
                .findFirst();
    }

    /** Returns the collector's name on the command line and in {@code evidence.probe}. */
    public String word() {
        return word;
    }

    abstract void read(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<CollectedInterval> found)
            throws IOException;

    /** Opens files, including gzip files, which collectl writes by default. */
    static final class CollectorInput {
        private static final int[] GZIP = {0x1f, 0x8b};

        private CollectorInput() {}

        static InputStream open(Path file) throws IOException {
            InputStream in = new BufferedInputStream(Files.newInputStream(file));
            try {
                in.mark(GZIP.length);
                boolean packed = in.read() == GZIP[0] && in.read() == GZIP[1];
                in.reset();
                return packed ? UnpackedStream.of(in, file.toString()) : in;
            } catch (IOException e) {
                in.close();
                throw e;
            }
        }
    }

    /** Receives messages for the user while files are being read. */
    public interface ReadingLog {
        /** Reports a line that cannot be read. Reading continues after it if the format allows that. */
        void unreadable(UnreadableLine line);

        /**
         * Reports a fact that is not an error but matters, such as a truncated end or the time zone in use.
         *
         * @param text the fact, as part of a sentence
         */
        void note(String file, String text);
    }

    /**
     * A span of time, to the millisecond.
     *
     * @param to its end, after its start
     */
    public record TimeWindow(Instant from, Instant to) {
        /** The end of the year 9999, plus a day for time zones. */
        private static final Instant LATEST = Instant.ofEpochSecond(253_402_387_200L);

        public TimeWindow {
            if (from.isBefore(Instant.EPOCH) || to.isAfter(LATEST) || to.toEpochMilli() <= from.toEpochMilli()) {
                throw new IllegalArgumentException("not a time window: " + from + " to " + to);
            }
        }

        /** Returns the window from YARN's acceptance of a job to its end; empty if the record lacks these times. */
        public static Optional<TimeWindow> of(RunRecord run) {
            Times times = run.times();
            if (times == null || times.yarnStarted() == null || times.yarnFinished() == null) {
                return Optional.empty();
            }
            try {
                return Optional.of(new TimeWindow(times.yarnStarted(), times.yarnFinished()));
            } catch (IllegalArgumentException noTime) {
                return Optional.empty();
            }
        }

        static TimeWindow ofMillis(long from, long to) {
            return new TimeWindow(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to));
        }

        long fromMillis() {
            return from.toEpochMilli();
        }

        long toMillis() {
            return to.toEpochMilli();
        }

        long millis() {
            return toMillis() - fromMillis();
        }

        @Override
        public String toString() {
            return from + " to " + to;
        }
    }
}
