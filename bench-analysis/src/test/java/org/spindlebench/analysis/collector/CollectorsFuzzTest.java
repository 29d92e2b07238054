package org.spindlebench.analysis.collector;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipException;
import org.spindlebench.analysis.collector.Collector.ReadingLog;
import org.spindlebench.analysis.collector.Collector.TimeWindow;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.node.NodeFigures.DeviceFigures;
import org.spindlebench.analysis.record.NodeMetrics;

/** Checks that any bytes become possible metrics or are refused as documented. A default run reads only the seeds. */
class CollectorsFuzzTest {
    private static final TimeWindow WINDOW =
            new TimeWindow(Instant.parse("2026-03-01T10:00:05Z"), Instant.parse("2026-03-01T10:00:20Z"));

    @FuzzTest(maxDuration = "10m")
    void iostat(byte[] bytes) throws IOException {
        read(Collector.IOSTAT, bytes);
    }

    @FuzzTest(maxDuration = "10m")
    void collectl(byte[] bytes) throws IOException {
        read(Collector.COLLECTL, bytes);
    }

    private static void read(Collector collector, byte[] bytes) throws IOException {
        Path file = Files.createTempFile("fuzz", ".txt");
        try {
            Files.write(file, bytes);
            CollectedEvidence evidence = CollectedEvidence.read(
                    collector, List.of(file), Optional.of(ZoneOffset.ofHours(1)), List.of(WINDOW), new Checks());
            evidence.nodes();
            evidence.of(WINDOW).ifPresent(CollectorsFuzzTest::check);
        } catch (InvalidDocumentException documented) {
            if (!String.valueOf(documented.getMessage()).startsWith(file + ": ")) {
                throw new AssertionError("names no file", documented);
            }
        } catch (ZipException notPacked) {
            return;
        } finally {
            Files.delete(file);
        }
    }

    private static void check(NodeMetrics evidence) {
        evidence.nodes().forEach(node -> {
            if (node.from().isBefore(WINDOW.from()) || node.to().isAfter(WINDOW.to()) || node.readings() < 1) {
                throw new AssertionError(node);
            }
            node.devices().forEach(CollectorsFuzzTest::check);
        });
    }

    private static void check(DeviceFigures device) {
        boolean busy = device.io().busy() == null
                || (device.io().busy() >= 0 && device.io().busy() <= 1);
        boolean reads = device.io().reads() == null || device.io().reads() >= 0;
        boolean wait = device.io().readWait() == null || device.io().readWait() >= 0;
        if (!busy || !reads || !wait) {
            throw new AssertionError(device);
        }
    }

    /** Checks that every message is one line. */
    private static final class Checks implements ReadingLog {
        @Override
        public void unreadable(UnreadableLine line) {
            if (line.line() < 1
                    || line.reason().isBlank()
                    || line.reason().lines().count() != 1) {
                throw new AssertionError(line);
            }
        }

        @Override
        public void note(String file, String text) {
            if (text.lines().count() != 1) {
                throw new AssertionError(text);
            }
        }
    }
}
