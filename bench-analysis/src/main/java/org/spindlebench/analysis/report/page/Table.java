package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A table as strings, which a report lays out.
 *
 * @param id the table's id in the HTML report's address; null if the HTML report numbers it
 * @param texts the number of leading columns that hold text; the others hold numbers
 * @param rows the first {@link #MOST_ROWS} rows, each with a string for every column
 * @param all the number of all rows
 * @param file the file that has all rows if a report shows only some; null if the table has all rows
 * @param links for each row, the link target of its first column, as a path relative to the page; null for a row
 *     without a link. Null if no row has a link
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
    /** The largest number of rows that a report shows; the CSV file has all rows. */
    public static final int MOST_ROWS = 200;

    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Returns a copy with this id, unless the table already has an id. */
    Table called(String other) {
        return id != null ? this : new Table(other, heading, columns, texts, rows, all, file, links);
    }

    /** Returns a table with a row for each entry, at least one; makes only the rows that are shown. */
    public static <T> Table of(String heading, String file, Collection<T> entries, Function<T, TableRow> row) {
        return of(heading, file, MOST_ROWS, entries, row);
    }

    /** Returns a table with at most this number of rows. */
    public static <T> Table of(
            String heading, String file, int most, Collection<T> entries, Function<T, TableRow> row) {
        List<TableRow> rows = entries.stream().limit(most).map(row).toList();
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

    /** A row under construction, with the title of each column. */
    public static final class TableRow {
        private final List<String> titles = new ArrayList<>();
        private final List<String> cells = new ArrayList<>();
        private int texts;

        /** Adds a column of text. Columns of text must come before columns of numbers. */
        public TableRow text(String title, Object cell) {
            texts++;
            return figure(title, cell);
        }

        /** Adds a column of numbers; a dash if the cell is null, or an {@link Optional} without a value. */
        public TableRow figure(String title, Object cell) {
            Object known = cell instanceof Optional<?> optional ? optional.orElse(null) : cell;
            titles.add(title);
            cells.add(known == null ? "-" : known.toString());
            return this;
        }
    }
}
