package org.spindlebench.analysis.collector;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.InvalidDocumentException;

/** The columns of a collectl file, by the line that begins with {@code #Date} or {@code #UTC}. */
final class CollectlColumns {
    private static final Pattern DEVICE = Pattern.compile("\\[DSK:(.+)]([A-Za-z]+)");
    private static final List<String> OF_CPU =
            List.of("User%", "Nice%", "Sys%", "Wait%", "Irq%", "Soft%", "Steal%", "Idle%");
    private static final List<String> OF_DEVICE = List.of("Reads", "RKBytes", "Writes", "WKBytes");
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
     * @param header the line
     * @param where what a refusal begins with
     * @throws InvalidDocumentException if a column that is needed is not there; the message names it
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

    /** The cells of a line. Blanks between them may be any number. */
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

    /** How many cells a line has. */
    int count() {
        return count;
    }

    /** Whether times are seconds since 1970 in one column, and not date and time in two. */
    boolean isUtc() {
        return utc;
    }

    /** Whether there are totals of all disks and no disk of its own. */
    boolean hasOnlyTotalsOfDisks() {
        return devices.isEmpty() && places.containsKey("[DSK]ReadTot");
    }

    /** Null where the file has none. */
    CpuShares cpu(List<String> cells) {
        if (!cpu) {
            return null;
        }
        double user = cell(cells, "[CPU]User%") + cell(cells, "[CPU]Nice%");
        double system = cell(cells, "[CPU]Sys%") + cell(cells, "[CPU]Irq%") + cell(cells, "[CPU]Soft%");
        return CpuShares.ofPercent(user, system, cell(cells, "[CPU]Wait%"), cell(cells, "[CPU]Idle%"));
    }

    /** Null where the file has none. */
    Map<String, DeviceRates> devices(List<String> cells) {
        if (devices.isEmpty()) {
            return null;
        }
        Map<String, DeviceRates> rates = new TreeMap<>();
        devices.forEach(device -> rates.put(device, rates(cells, "[DSK:" + device + "]")));
        return rates;
    }

    private DeviceRates rates(List<String> cells, String prefix) {
        double reads = cell(cells, prefix + "Reads");
        double writes = cell(cells, prefix + "Writes");
        return new DeviceRates(
                reads,
                cell(cells, prefix + "RMerge"),
                cell(cells, prefix + "RKBytes") * KIB,
                writes,
                cell(cells, prefix + "WMerge"),
                cell(cells, prefix + "WKBytes") * KIB,
                reads * cell(cells, prefix + "WaitR") / MILLIS,
                writes * cell(cells, prefix + "WaitW") / MILLIS,
                cell(cells, prefix + "QueLen"),
                cell(cells, prefix + "Util") / PERCENT);
    }

    /** NaN where there is no such column, or no number that can be measured in it. */
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
        if (!cpu && devices.isEmpty()) {
            needed.addAll(List.of("[CPU]User%", "[DSK:<device>]Reads"));
        }
        needed.stream().filter(name -> !places.containsKey(name)).forEach(missing::add);
        if (!missing.isEmpty()) {
            throw new InvalidDocumentException(where + ": no column " + String.join(", ", missing)
                    + "; collect by `collectl -scD -P`: c for the processors, D for each disk");
        }
    }
}
