package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.spindlebench.analysis.device.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult;
import org.spindlebench.analysis.device.ProbeDoubts;
import org.spindlebench.analysis.device.ProbedDirectory;
import org.spindlebench.analysis.device.SharedLimit;
import org.spindlebench.runner.conf.ByteSize;

/** What {@code devices} prints: a table, what the devices share, and every doubt. */
final class DevicesText {
    static final double MEGA = 1e6;

    private static final double KILO = 1e3;
    private static final String NONE = "-";
    private static final List<String> COLUMNS =
            List.of("directory", "device", "operation", "block", "MB/s", "at once", "kB/IO", "moved", "how");
    private static final int TEXTS = 3;
    private static final String LEGEND = """
            MB/s: bytes moved / time, of writes with the fsync at the end. MB = 10^6 bytes, kB = 10^3 bytes.
            at once: the same while one directory of each device was busy. kB/IO: of the requests that the device saw.
            moved: bytes that the device moved / bytes asked for; 1 proves that no cache took part.
            """;

    private DevicesText() {}

    static String of(DeviceProbeResult result) {
        StringBuilder text = new StringBuilder();
        text.append(result.node()).append(": files of ");
        text.append(result.fileBytes() == null ? "unknown size" : ByteSize.format(result.fileBytes()));
        text.append(", by ")
                .append(result.tool())
                .append(", seed ")
                .append(result.seed())
                .append("\n\n");
        List<List<String>> rows = new ArrayList<>(List.of(COLUMNS));
        result.measurements().stream()
                .filter(one -> one.others() == 0 && one.bandwidth() != null)
                .forEach(one -> rows.add(row(one, result)));
        append(rows, text);
        List<SharedLimit> shared = result.sharedLimits();
        if (!shared.isEmpty()) {
            text.append("\nAll at once over the sum of each alone:\n");
            shared.forEach(one -> text.append(line(one)).append('\n'));
        }
        text.append('\n').append(LEGEND);
        List<String> doubts = ProbeDoubts.of(result);
        text.append(doubts.isEmpty() ? "" : "\n");
        doubts.forEach(doubt -> text.append("* ").append(doubt).append('\n'));
        // Names and reasons come from outside: a terminal must not obey them.
        return text.toString().replaceAll("[\\p{Cntrl}&&[^\n]]", "?");
    }

    private static List<String> row(DeviceMeasurement one, DeviceProbeResult result) {
        ProbedDirectory directory = result.directory(one.directory());
        DeviceMeasurement atOnce = result.atOnce(one);
        String device =
                directory == null || directory.devices().isEmpty() ? NONE : String.join("+", directory.devices());
        return List.of(
                one.directory(),
                device,
                one.operation(),
                ByteSize.format(one.block()),
                figure("%.1f", one.bandwidth(), MEGA),
                figure("%.1f", atOnce == null ? null : atOnce.bandwidth(), MEGA),
                figure("%.0f", one.bytesPerIo(), KILO),
                figure("%.2f", one.moved(), 1),
                one.tool() + ", " + one.access());
    }

    private static String line(SharedLimit one) {
        return String.format(
                Locale.ROOT,
                "  %-9s %5s  %.2f  (%.1f of %.1f MB/s, %d devices)",
                one.operation(),
                ByteSize.format(one.block()),
                one.ratio(),
                one.atOnce() / MEGA,
                one.alone() / MEGA,
                one.directories().size());
    }

    private static String figure(String format, Double value, double unit) {
        return value == null ? NONE : String.format(Locale.ROOT, format, value / unit);
    }

    private static void append(List<List<String>> rows, StringBuilder to) {
        int[] widths = IntStream.range(0, COLUMNS.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        for (List<String> row : rows) {
            String line = IntStream.range(0, widths.length)
                    .mapToObj(column -> pad(row.get(column), widths[column], column < TEXTS))
                    .collect(Collectors.joining("  "));
            to.append(line.stripTrailing()).append('\n');
            if (row == COLUMNS) {
                to.append("-".repeat(line.length())).append('\n');
            }
        }
    }

    private static String pad(String text, int width, boolean left) {
        String blanks = " ".repeat(width - text.length());
        return left ? text + blanks : blanks + text;
    }
}
