package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * A table as strings, for a report to lay out.
 *
 * @param id how the page's address calls it; null for its number among the tables
 * @param heading what it shows
 * @param columns the titles
 * @param texts how many columns, from the left, hold text; the others hold figures
 * @param rows the first {@link #MOST_ROWS}, each with a string for every column
 * @param all how many there are
 * @param file the file that holds all rows where a report shows only some; null where they are all here
 * @param links for each row, what its first column leads to, as a path from the page on; null for a row that leads nowhere, and for a table that
 *     has none
 */
public record Table(
        String id,
        String heading,
        List<String> columns,
        int texts,
        List<List<String>> rows,
        int all,
        String file,
        List<String> links) {
    /** Rows that a report shows; all are in the CSV file. */
    public static final int MOST_ROWS = 200;

    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** The same; this is its id where it has none. */
    Table called(String other) {
        return id != null ? this : new Table(other, heading, columns, texts, rows, all, file, links);
    }

    /** The table of these entries, of which there is one at least; only those that are shown are laid out. */
    public static <T> Table of(String heading, String file, Collection<T> entries, Function<T, TableRow> row) {
        List<TableRow> rows = entries.stream().limit(MOST_ROWS).map(row).toList();
        TableRow first = rows.isEmpty() ? new TableRow() : rows.get(0);
        return new Table(
                null,
                heading,
                first.titles,
                first.texts,
                rows.stream().map(one -> one.cells).toList(),
                entries.size(),
                file,
                null);
    }

    /** A row in the making, with the title of each column. */
    public static final class TableRow {
        private final List<String> titles = new ArrayList<>();
        private final List<String> cells = new ArrayList<>();
        private int texts;

        /** Adds a column of text; they stand before those of figures. */
        public TableRow text(String title, String cell) {
            texts++;
            return figure(title, cell);
        }

        /** Adds a column of figures. */
        public TableRow figure(String title, String cell) {
            titles.add(title);
            cells.add(cell);
            return this;
        }
    }
}
