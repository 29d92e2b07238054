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
import java.util.zip.GZIPInputStream;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Times;

/** Tools that write down what a node does, whether or not Spindle runs. */
public enum Collector {
    /** sysstat's iostat, as JSON with ISO times. */
    IOSTAT("iostat") {
        @Override
        void read(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<CollectedInterval> found)
                throws IOException {
            new IostatReader(file, log, found).read();
        }
    },
    /** collectl's plot format. */
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

    /** The collector of a format of {@code import}, if there is one of that name. */
    public static Optional<Collector> named(String format) {
        return Arrays.stream(values())
                .filter(collector -> collector.word.equals(format))
                .findFirst();
    }

    /** Its name, as the command line and {@code evidence.probe} have it. */
    public String word() {
        return word;
    }

    abstract void read(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<CollectedInterval> found)
            throws IOException;

    /** Opens files, also those that were packed by gzip, which collectl does unless it is told not to. */
    static final class CollectorInput {
        private static final int[] GZIP = {0x1f, 0x8b};

        private CollectorInput() {}

        static InputStream open(Path file) throws IOException {
            InputStream in = new BufferedInputStream(Files.newInputStream(file));
            try {
                in.mark(GZIP.length);
                boolean packed = in.read() == GZIP[0] && in.read() == GZIP[1];
                in.reset();
                return packed ? new GZIPInputStream(in) : in;
            } catch (IOException e) {
                in.close();
                throw e;
            }
        }
    }

    /** Is told what a user should know of files while they are being read. */
    public interface ReadingLog {
        /** Lines that cannot be read; what follows them is read where the format allows it. */
        void unreadable(UnreadableLine line);

        /**
         * What is no mistake, and matters: an end that is cut off, the time zone that was taken.
         *
         * @param file the file
         * @param text a part of a sentence
         */
        void note(String file, String text);
    }

    /**
     * A stretch of time, to the millisecond.
     *
     * @param from its begin
     * @param to its end, after its begin
     */
    public record TimeWindow(Instant from, Instant to) {
        /** The end of the year 9999, and a day for time zones. */
        private static final Instant LATEST = Instant.ofEpochSecond(253_402_387_200L);

        public TimeWindow {
            if (from.isBefore(Instant.EPOCH) || to.isAfter(LATEST) || to.toEpochMilli() <= from.toEpochMilli()) {
                throw new IllegalArgumentException("not a stretch of time: " + from + " to " + to);
            }
        }

        /** From YARN's acceptance of a run's job to its end; empty where the record has no such times. */
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
