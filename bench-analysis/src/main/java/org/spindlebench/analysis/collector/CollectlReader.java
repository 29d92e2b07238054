package org.spindlebench.analysis.collector;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.collector.CollectedInterval.CpuShares;
import org.spindlebench.analysis.collector.CollectedInterval.NetworkRates;
import org.spindlebench.analysis.collector.Collector.CollectorInput;
import org.spindlebench.analysis.collector.Collector.ReadingLog;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.document.Utf8Lines;
import org.spindlebench.analysis.importer.Importer.SafeName;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.node.IoSum;
import org.spindlebench.analysis.node.IoSum.Part;

/**
 * Reads files of {@code collectl -P}: a header, the names of the columns, and a line for each sample, the mean since
 * the previous line. The first sample after a header only marks where the second begins.
 */
final class CollectlReader {
    private static final int LONGEST = 1 << 20;
    private static final int LONGEST_HEADER = 1 << 12;
    private static final Pattern HOST = Pattern.compile("#\\s*Host:\\s+(\\S+).*");
    private static final Pattern OPTIONS = Pattern.compile("#\\s*SubSys:.*\\sOptions:\\s+(\\S+)\\s+Interval:.*");
    private static final Pattern THREADS = Pattern.compile(".*\\sNumCPUs:\\s+(\\d{1,6})\\b.*");

    private final Path file;
    private final ReadingLog log;
    private final Consumer<CollectedInterval> found;
    private final CollectlClock clock;
    private String node;
    private Long threads;
    private CollectlColumns columns;
    private Long before;
    private long samples;
    private final Set<String> said = new HashSet<>();

    CollectlReader(Path file, Optional<ZoneId> zone, ReadingLog log, Consumer<CollectedInterval> found) {
        this.file = file;
        this.log = log;
        this.found = found;
        this.clock = new CollectlClock(zone);
        this.node = SafeName.ofFile(Path.of(String.valueOf(file.getFileName()).replaceFirst("\\.gz$", "")));
    }

    /**
     * Reads the file to its end, and reports unreadable lines to the log.
     *
     * @throws InvalidDocumentException if collectl did not write the file, or a column is missing
     */
    void read() throws IOException {
        try (Utf8Lines lines = new Utf8Lines(CollectorInput.open(file), file.toString(), LONGEST)) {
            while (lines.advance()) {
                if (!lines.isBlank()) {
                    read(lines);
                }
            }
        } catch (EOFException e) {
            log.note(file.toString(), "is cut off: the end of the gzip stream is missing; read as far as possible");
        }
        if (samples == 0) {
            throw new InvalidDocumentException(
                    file + ": no collectl samples in this file; expected the output of `collectl -scDn -P`");
        }
    }

    private void read(Utf8Lines lines) {
        Optional<String> problem = lines.problem();
        if (problem.isPresent()) {
            unreadable(lines.number(), problem.get());
            return;
        }
        String line = lines.text();
        if (CollectlColumns.isHeader(line)) {
            columns = new CollectlColumns(line, file + ": line " + lines.number());
            if (columns.hasOnlyTotalsOfDisks()) {
                note("has only totals over all disks, which are skipped; collect each disk with -sD");
            }
        } else if (line.startsWith("#")) {
            header(line, lines.number());
        } else if (columns == null) {
            throw refusal(lines.number(), "no line `#Date Time ...` before it names the columns");
        } else {
            sample(columns.split(line), lines.number());
        }
    }

    // A new header means that collectl was restarted; no line covers the time in between.
    private void header(String line, long number) {
        if (line.length() > LONGEST_HEADER) {
            return;
        }
        Matcher host = HOST.matcher(line);
        Matcher options = OPTIONS.matcher(line);
        Matcher cpus = THREADS.matcher(line);
        clock.header(line);
        if (host.matches()) {
            node = host.group(1);
            before = null;
        }
        if (cpus.matches()) {
            threads = Long.valueOf(cpus.group(1));
        }
        if (options.matches() && options.group(1).contains("n")) {
            throw refusal(
                    number,
                    "made with -on, which gives numbers per interval instead of per second; collect without it");
        }
    }

    private void sample(List<String> cells, long number) {
        if (cells.size() != columns.count()) {
            unreadable(number, cells.size() + " cells, but there are " + columns.count() + " columns");
            return;
        }
        OptionalLong time = clock.time(columns, cells, before);
        if (time.isEmpty()) {
            unreadable(number, "it does not begin with a time such as `20260301 10:00:00`");
            return;
        }
        samples++;
        if (!columns.isUtc()) {
            note("its times are read as local times of " + clock.zone());
        }
        if (before != null && time.getAsLong() > before) {
            found.accept(new CollectedInterval(
                    node,
                    before,
                    time.getAsLong(),
                    threads,
                    columns.cpu(cells),
                    columns.devices(cells),
                    columns.network(cells)));
        }
        before = time.getAsLong();
    }

    // The next line has no usable predecessor, so the start of its interval is unknown.
    private void unreadable(long number, String reason) {
        log.unreadable(new UnreadableLine(String.valueOf(file.getFileName()), number, reason));
        before = null;
    }

    private void note(String text) {
        if (said.add(text)) {
            log.note(file.toString(), text);
        }
    }

    private InvalidDocumentException refusal(long line, String reason) {
        return new InvalidDocumentException(file + ": line " + line + ": " + reason);
    }

    /**
     * Converts collectl's local times by the user's zone, or else the header's offset, or else this machine's zone.
     */
    static final class CollectlClock {
        private static final Pattern OFFSET = Pattern.compile("TZ:\\s*([+-]\\d\\d)(\\d\\d)\\b");
        private static final Pattern SECONDS = Pattern.compile("(\\d{1,11})(?:\\.(\\d{1,3})\\d{0,6})?");
        private static final Pattern TIME = Pattern.compile("\\d{8} \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})?");
        private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern(
                        "uuuuMMdd HH:mm:ss[.SSS]", Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
        private static final long MILLIS = 1000;

        private final Optional<ZoneId> asked;
        private Optional<ZoneOffset> header = Optional.empty();

        CollectlClock(Optional<ZoneId> asked) {
            this.asked = asked;
        }

        /** Reads the offset from UTC from a line of the file's header, if the line has one. */
        void header(String line) {
            Matcher offset = OFFSET.matcher(line);
            if (offset.find()) {
                try {
                    header = Optional.of(ZoneOffset.of(offset.group(1) + ":" + offset.group(2)));
                } catch (DateTimeException none) {
                    header = Optional.empty();
                }
            }
        }

        /** Describes the zone and its origin, as part of a sentence. */
        String zone() {
            if (asked.isPresent()) {
                return asked.get() + " (--time-zone)";
            }
            return header.map(offset -> offset + " (the file's header)")
                    .orElseGet(() -> ZoneId.systemDefault() + " (this machine's; give another with --time-zone)");
        }

        /**
         * Returns the time of a line in milliseconds since 1970; empty if the line has no time.
         *
         * @param before the time of the previous line. It resolves the hour that occurs twice when clocks are set back
         */
        OptionalLong time(CollectlColumns columns, List<String> cells, Long before) {
            OptionalLong time =
                    columns.isUtc() ? seconds(cells.get(0)) : local(cells.get(0) + " " + cells.get(1), before);
            return time.isPresent() && time.getAsLong() >= 0 ? time : OptionalLong.empty();
        }

        private OptionalLong local(String text, Long before) {
            LocalDateTime local;
            if (!TIME.matcher(text).matches()) {
                return OptionalLong.empty();
            }
            try {
                local = LocalDateTime.parse(text, LOCAL);
            } catch (DateTimeException e) {
                return OptionalLong.empty();
            }
            ZoneId zone = asked.orElse(header.isPresent() ? header.get() : ZoneId.systemDefault());
            long first = local.atZone(zone).toInstant().toEpochMilli();
            boolean again = before != null && first <= before;
            return OptionalLong.of(
                    again
                            ? local.atZone(zone)
                                    .withLaterOffsetAtOverlap()
                                    .toInstant()
                                    .toEpochMilli()
                            : first);
        }

        private static OptionalLong seconds(String text) {
            Matcher seconds = SECONDS.matcher(text);
            if (!seconds.matches()) {
                return OptionalLong.empty();
            }
            String fraction = seconds.group(2) == null ? "" : seconds.group(2);
            long millis = Long.parseLong(fraction + "0".repeat("000".length() - fraction.length()));
            return OptionalLong.of(Long.parseLong(seconds.group(1)) * MILLIS + millis);
        }
    }

    /** The columns of a collectl file, as named by the line that begins with {@code #Date} or {@code #UTC}. */
    static final class CollectlColumns {
        private static final Pattern DEVICE = Pattern.compile("\\[DSK:(.+)]([A-Za-z]+)");
        private static final List<String> OF_CPU =
                List.of("User%", "Nice%", "Sys%", "Wait%", "Irq%", "Soft%", "Steal%", "Idle%");
        private static final List<String> OF_DEVICE = List.of("Reads", "RKBytes", "Writes", "WKBytes");
        private static final List<String> OF_NETWORK = List.of("[NET]RxKBTot", "[NET]TxKBTot");
        private static final double KIB = 1024;
        private static final double MILLIS = 1000;
        private static final double PERCENT = 100;

        private final char separator;
        private final boolean utc;
        private final Map<String, Integer> places = new TreeMap<>();
        private final int count;
        private final boolean cpu;
        private final Set<String> devices = new LinkedHashSet<>();

        /**
         * @param where prefix of error messages
         * @throws InvalidDocumentException if a required column is missing; the message names it
         */
        CollectlColumns(String header, String where) {
            utc = header.startsWith("#UTC");
            int name = utc ? "#UTC".length() : "#Date".length();
            separator = header.length() > name ? header.charAt(name) : ' ';
            List<String> names = split(header);
            count = names.size();
            for (int place = 0; place < count; place++) {
                places.putIfAbsent(names.get(place), place);
                Matcher device = DEVICE.matcher(names.get(place));
                if (device.matches()) {
                    devices.add(device.group(1));
                }
            }
            cpu = names.stream().anyMatch(text -> text.startsWith("[CPU]"));
            refuseMissing(where);
        }

        static boolean isHeader(String line) {
            return line.startsWith("#Date") || line.startsWith("#UTC");
        }

        /** Splits a line into cells, which are separated by one or more blanks. */
        List<String> split(String line) {
            String text = separator == ' ' ? line.strip() : line;
            List<String> cells = new ArrayList<>();
            int from = 0;
            for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
                if (separator != ' ' || at > from) {
                    cells.add(text.substring(from, at).strip());
                }
                from = at + 1;
            }
            if (from < text.length()) {
                cells.add(text.substring(from).strip());
            }
            return cells;
        }

        int count() {
            return count;
        }

        /** Checks whether times are seconds since 1970 in one column, rather than date and time in two. */
        boolean isUtc() {
            return utc;
        }

        /** Checks whether the file has totals over all disks, but no values of single disks. */
        boolean hasOnlyTotalsOfDisks() {
            return devices.isEmpty() && places.containsKey("[DSK]ReadTot");
        }

        /** Returns the shares of processor time; null if the file has none. */
        CpuShares cpu(List<String> cells) {
            if (!cpu) {
                return null;
            }
            double user = cell(cells, "[CPU]User%") + cell(cells, "[CPU]Nice%");
            double system = cell(cells, "[CPU]Sys%") + cell(cells, "[CPU]Irq%") + cell(cells, "[CPU]Soft%");
            return CpuShares.ofPercent(user, system, cell(cells, "[CPU]Wait%"), cell(cells, "[CPU]Idle%"));
        }

        /** Returns the devices' rates; null if the file has none. */
        Map<String, IoSum> devices(List<String> cells) {
            if (devices.isEmpty()) {
                return null;
            }
            Map<String, IoSum> rates = new TreeMap<>();
            devices.forEach(device -> rates.put(device, rates(cells, "[DSK:" + device + "]")));
            return rates;
        }

        /** Returns the rates over all real interfaces, which leave out lo, bonds and the like; null if the file has none. */
        NetworkRates network(List<String> cells) {
            return places.keySet().containsAll(OF_NETWORK)
                    ? new NetworkRates(cell(cells, OF_NETWORK.get(0)) * KIB, cell(cells, OF_NETWORK.get(1)) * KIB)
                    : null;
        }

        private IoSum rates(List<String> cells, String prefix) {
            double reads = cell(cells, prefix + "Reads");
            double writes = cell(cells, prefix + "Writes");
            double busy = cell(cells, prefix + "Util") / PERCENT;
            return new IoSum()
                    .put(Part.READS, reads)
                    .put(Part.READS_MERGED, cell(cells, prefix + "RMerge"))
                    .put(Part.BYTES_READ, cell(cells, prefix + "RKBytes") * KIB)
                    .put(Part.WRITES, writes)
                    .put(Part.WRITES_MERGED, cell(cells, prefix + "WMerge"))
                    .put(Part.BYTES_WRITTEN, cell(cells, prefix + "WKBytes") * KIB)
                    .put(Part.READ_TIME, reads * cell(cells, prefix + "WaitR") / MILLIS)
                    .put(Part.WRITE_TIME, writes * cell(cells, prefix + "WaitW") / MILLIS)
                    .put(Part.QUEUE, cell(cells, prefix + "QueLen"))
                    .put(Part.BUSY, busy)
                    .put(Part.SERVICE_TIME, busy)
                    .forget(Part.DISCARDS, Part.FLUSHES);
        }

        /** Returns a cell's number; NaN if there is no such column, or its content is implausible. */
        private double cell(List<String> cells, String name) {
            Integer place = places.get(name);
            return place == null ? Double.NaN : PlainNumber.of(cells.get(place));
        }

        private void refuseMissing(String where) {
            List<String> missing = new ArrayList<>();
            List<String> needed = new ArrayList<>();
            if (!utc && places.getOrDefault("Time", -1) != 1) {
                missing.add("Time");
            }
            OF_CPU.stream().filter(name -> cpu).map("[CPU]"::concat).forEach(needed::add);
            for (String device : devices) {
                OF_DEVICE.forEach(name -> needed.add("[DSK:" + device + "]" + name));
            }
            if (!cpu && devices.isEmpty() && !places.keySet().containsAll(OF_NETWORK)) {
                needed.addAll(List.of("[CPU]User%", "[DSK:<device>]Reads", "[NET]RxKBTot"));
            }
            needed.stream().filter(name -> !places.containsKey(name)).forEach(missing::add);
            if (!missing.isEmpty()) {
                throw new InvalidDocumentException(
                        where + ": no column " + String.join(", ", missing)
                                + "; collect with `collectl -scDn -P`: c for the processors, D for each disk, n for the networks");
            }
        }
    }

    /** Parses numbers as collectl prints them: digits, and a decimal point if the user requested decimals. */
    static final class PlainNumber {
        private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(?:\\.\\d{0,18})?|\\.\\d{1,18}");

        private PlainNumber() {}

        /** Returns the number in a cell; NaN if the cell holds anything else, such as a negative number. */
        static double of(String text) {
            return NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        }
    }
}
