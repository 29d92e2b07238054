package org.spindlebench.analysis.report;

import java.util.List;

/**
 * A table as strings, for a report to lay out.
 *
 * @param heading what it shows
 * @param columns the titles
 * @param texts how many columns, from the left, hold text; the others hold figures
 * @param rows each with a string for every column
 * @param file the file that holds all rows where a report shows only some
 */
record Table(String heading, List<String> columns, int texts, List<List<String>> rows, String file) {
    Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
