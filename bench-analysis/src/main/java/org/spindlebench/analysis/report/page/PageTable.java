package org.spindlebench.analysis.report.page;

import java.util.List;

/**
 * A table that belongs to no picture, as strings.
 *
 * @param id how the page's address calls it
 * @param heading what it shows
 * @param columns the titles
 * @param texts how many columns, from the left, hold text; the others hold figures
 * @param rows each with a string for every column
 * @param all how many rows there are; those that are not here are in {@code file}
 * @param file the file beside the page that holds all of them; null where they are all here
 * @param links for each row, what its first column leads to, as a path from the page on; null for a row that leads nowhere, and for a table that
 *     has none
 */
public record PageTable(
        String id,
        String heading,
        List<String> columns,
        int texts,
        List<List<String>> rows,
        int all,
        String file,
        List<String> links) {
    /** A table that leads nowhere. */
    public PageTable(
            String id, String heading, List<String> columns, int texts, List<List<String>> rows, int all, String file) {
        this(id, heading, columns, texts, rows, all, file, null);
    }

    public PageTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
