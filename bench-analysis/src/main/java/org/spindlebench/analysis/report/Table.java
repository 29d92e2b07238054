package org.spindlebench.analysis.report;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A table as strings, for a report to lay out.
 *
 * @param heading what it shows
 * @param columns the titles
 * @param texts how many columns, from the left, hold text; the others hold figures
 * @param rows the first {@link #MOST_ROWS}, each with a string for every column
 * @param all how many there are
 * @param file the file that holds all rows where a report shows only some
 */
record Table(String heading, List<String> columns, int texts, List<List<String>> rows, int all, String file) {
    /** Rows that a report shows; all are in the CSV file. */
    static final int MOST_ROWS = 200;

    Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** A table without its rows. */
    record Shape(String heading, List<String> columns, int texts, String file) {
        /** The table of these entries; only those that are shown are laid out. */
        <T> Table of(Collection<T> entries, Function<T, List<String>> row) {
            List<List<String>> rows = entries.stream().limit(MOST_ROWS).map(row).toList();
            return new Table(heading, columns, texts, rows, entries.size(), file);
        }
    }
}
