package org.spindlebench.analysis.collector;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** Tools that write down what a node does, whether or not Spindle runs. */
public enum Collector {
    /** sysstat's iostat, as JSON with ISO times. */
    IOSTAT("iostat") {
        @Override
        void read(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<Interval> found) throws IOException {
            new IostatReader(file, log, found).read();
        }
    },
    /** collectl's plot format. */
    COLLECTL("collectl") {
        @Override
        void read(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<Interval> found) throws IOException {
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

    abstract void read(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<Interval> found) throws IOException;
}
