package org.spindlebench.analysis.compare;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.record.Subject;

/** The order of jobs in a table: first the jobs of a suite in its order, then other jobs by name. */
final class JobOrder {
    private static final Map<String, Integer> RANKS = ranks(
            "teragen",
            "terasort",
            "teravalidate",
            "teraread",
            "wordcount",
            "shuffle",
            "hdfs-write",
            "sort",
            "testdfsio-write",
            "testdfsio-read",
            "dfsio-write",
            "dfsio-read",
            "scaled");

    static final Comparator<String> OF_JOBS =
            Comparator.comparingInt(JobOrder::rank).thenComparing(Comparator.naturalOrder());

    /** Orders by the job, then by its settings. */
    static final Comparator<Subject> OF_SUBJECTS =
            Comparator.comparing(Subject::job, OF_JOBS).thenComparing(Subject::sortedSettings, ValueOrder.OF_SETTINGS);

    private JobOrder() {}

    private static Map<String, Integer> ranks(String... jobs) {
        Map<String, Integer> ranks = new HashMap<>();
        List.of(jobs).forEach(job -> ranks.put(job, ranks.size()));
        return ranks;
    }

    /** Returns cells in the order of their subjects. Orders each choice of settings once: many cells share it. */
    static Stream<CellSummary> sorted(Collection<CellSummary> cells) {
        Map<Map<String, String>, Integer> places = new HashMap<>();
        cells.stream()
                .map(cell -> cell.subject().sortedSettings())
                .distinct()
                .sorted(ValueOrder.OF_SETTINGS)
                .forEach(settings -> places.put(settings, places.size()));
        return cells.stream()
                .sorted(Comparator.comparing(
                                (CellSummary cell) -> cell.subject().job(), OF_JOBS)
                        .thenComparing(cell -> places.get(cell.subject().settings())));
    }

    private static int rank(String job) {
        return RANKS.getOrDefault(job, RANKS.size());
    }

    /** Orders the values of settings: first numbers by size, then words alphabetically. */
    static final class ValueOrder {
        static final Comparator<String> OF_VALUES = ValueOrder::compare;

        /** Orders by the first entry that differs, by its key and then by its value. */
        static final Comparator<SortedMap<String, String>> OF_SETTINGS = ValueOrder::compare;

        private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");

        private ValueOrder() {}

        private static int compare(String one, String other) {
            if (one.equals(other)) {
                return 0;
            }
            boolean isNumber = isNumber(one);
            boolean otherIsNumber = isNumber(other);
            if (isNumber != otherIsNumber) {
                return isNumber ? -1 : 1;
            }
            int bySize = isNumber ? Double.compare(Double.parseDouble(one), Double.parseDouble(other)) : 0;
            return bySize == 0 ? one.compareTo(other) : bySize;
        }

        private static boolean isNumber(String value) {
            // For most words, the first letter is enough to see that they are not numbers.
            boolean maybe = !value.isEmpty() && value.charAt(0) <= '9';
            return maybe && NUMBER.matcher(value).matches();
        }

        private static int compare(SortedMap<String, String> one, SortedMap<String, String> other) {
            Iterator<Map.Entry<String, String>> rest = other.entrySet().iterator();
            for (Map.Entry<String, String> entry : one.entrySet()) {
                if (!rest.hasNext()) {
                    return 1;
                }
                Map.Entry<String, String> counterpart = rest.next();
                String key = entry.getKey();
                int byKey = key.equals(counterpart.getKey()) ? 0 : key.compareTo(counterpart.getKey());
                int order = byKey == 0 ? compare(entry.getValue(), counterpart.getValue()) : byKey;
                if (order != 0) {
                    return order;
                }
            }
            return rest.hasNext() ? -1 : 0;
        }
    }
}
