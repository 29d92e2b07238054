package org.spindlebench.analysis.compare;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;

/** The order of settings' values: numbers by their size, before all words; words by their letters. */
final class ValueOrder {
    static final Comparator<String> OF_VALUES = ValueOrder::compare;

    /** By the first entry that differs: by its key, then by its value. */
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
        // Most words are known by their first letter.
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
            int byKey = entry.getKey().compareTo(counterpart.getKey());
            int order = byKey == 0 ? compare(entry.getValue(), counterpart.getValue()) : byKey;
            if (order != 0) {
                return order;
            }
        }
        return rest.hasNext() ? -1 : 0;
    }
}
