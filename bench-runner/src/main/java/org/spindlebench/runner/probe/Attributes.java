package org.spindlebench.runner.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.spindlebench.jobs.probe.layout.Finding;

/** The attributes of one finding. A value that should be a number, but is not, counts as unknown. */
record Attributes(String name, Map<String, String> values) {
    static Attributes of(Finding finding) {
        return new Attributes(finding.name(), finding.attributes());
    }

    /** Returns a text; null if it is missing. */
    String text(String key) {
        return values.get(key);
    }

    /** Returns names that are separated by commas; empty if they are missing. */
    List<String> list(String key) {
        return Stream.of(values.getOrDefault(key, "").split(","))
                .filter(part -> !part.isEmpty())
                .toList();
    }

    /** Returns whether a value is {@code true}; null if it is missing. */
    Boolean flag(String key) {
        String value = values.get(key);
        return value == null ? null : (Boolean) value.equals("true");
    }

    /** Returns a number in base units; null if unknown. */
    Long number(String key, long unit) {
        String value = values.get(key);
        try {
            return value == null ? null : (Long) Math.multiplyExact(Long.parseLong(value), unit);
        } catch (ArithmeticException | NumberFormatException unreadable) {
            return null;
        }
    }

    /** Returns a number; null if unknown. */
    Long number(String key) {
        return number(key, 1);
    }

    /** Returns a finite number; null if unknown. */
    Double decimal(String key) {
        return values.containsKey(key) ? decimalOf(values.get(key)) : null;
    }

    /** Returns numbers that are separated by commas; null if any of them cannot be read. */
    List<Double> decimals(String key) {
        List<Double> numbers = new ArrayList<>();
        list(key).forEach(text -> numbers.add(decimalOf(text)));
        return numbers.contains(null) ? null : numbers;
    }

    private static Double decimalOf(String text) {
        try {
            Double value = Double.valueOf(text);
            return Double.isFinite(value) ? value : null;
        } catch (NumberFormatException unreadable) {
            return null;
        }
    }
}
