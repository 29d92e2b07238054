package org.spindlebench.runner.conf;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The keys that a map in a file may have, in the order in which messages list them.
 *
 * @param lines the keys; a required one with what to write if it is missing, such as {@code name: NAME}
 */
record Keys(List<String> lines) {
    private static final String VALUE = ": ";

    Keys {
        lines = List.copyOf(lines);
    }

    static Keys of(String... lines) {
        return new Keys(Arrays.asList(lines));
    }

    /** Returns these keys followed by others. */
    Keys and(Keys others) {
        return new Keys(Stream.concat(lines.stream(), others.lines.stream()).toList());
    }

    static Keys optional(Collection<String> names) {
        return new Keys(List.copyOf(names));
    }

    List<String> names() {
        return lines.stream().map(Keys::name).toList();
    }

    /** Returns the lines of the required keys. */
    List<String> required() {
        return lines.stream().filter(line -> line.contains(VALUE)).toList();
    }

    static String name(String line) {
        return line.split(VALUE, 2)[0];
    }
}
