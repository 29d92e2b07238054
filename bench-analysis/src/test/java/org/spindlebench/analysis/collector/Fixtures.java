package org.spindlebench.analysis.collector;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.collector.Collector.ReadingLog;
import org.spindlebench.analysis.collector.Collector.TimeWindow;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;

/** Files of collectors, and the messages logged while they are read. */
final class Fixtures implements ReadingLog {
    final List<String> notes = new ArrayList<>();
    final List<UnreadableLine> unreadable = new ArrayList<>();

    @Override
    public void unreadable(UnreadableLine line) {
        unreadable.add(line);
    }

    @Override
    public void note(String file, String text) {
        notes.add(Path.of(file).getFileName() + ": " + text);
    }

    CollectedEvidence read(Collector collector, List<Path> files, String zone, TimeWindow... windows)
            throws IOException {
        return CollectedEvidence.read(
                collector, files, Optional.ofNullable(zone).map(ZoneId::of), List.of(windows), this);
    }

    /** Returns a window given in seconds after 10:00 UTC on the day of the files. */
    static TimeWindow window(double from, double to) {
        return new TimeWindow(at(from), at(to));
    }

    static Instant at(double seconds) {
        return Instant.parse("2026-03-01T10:00:00Z").plusMillis(Math.round(1000 * seconds));
    }

    static String text(String name) throws IOException {
        try (InputStream in = Fixtures.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
