package org.spindlebench.analysis.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table as text. Each column is as wide as its widest cell, with two blanks between columns. A null text is written
 * as a dash; a column without any text is omitted.
 *
 * @param <R> the type of the objects that rows describe
 */
public final class TextTable<R> {
    private static final String ABSENT = "-";

    private final List<Column<R>> columns = new ArrayList<>();

    private record Column<R>(String title, int leastWidth, boolean left, Function<R, String> text) {
        private String cell(R row) {
            String cell = text.apply(row);
            return cell == null ? ABSENT : cell;
        }

        private int width(List<R> rows) {
            return rows.stream()
                    .mapToInt(row -> cell(row).length())
                    .reduce(Math.max(leastWidth, title.length()), Math::max);
        }

        private String padded(String cell, int width) {
            String blanks = " ".repeat(width - cell.length());
            return left ? cell + blanks : blanks + cell;
        }
    }

    /** Adds a left-aligned column of words. */
    public TextTable<R> left(String title, Function<R, String> text) {
        return left(title, 0, text);
    }

    public TextTable<R> left(String title, int leastWidth, Function<R, String> text) {
        columns.add(new Column<>(title, leastWidth, true, text));
        return this;
    }

    /** Adds a right-aligned column of numbers. */
    public TextTable<R> right(String title, Function<R, String> text) {
        return right(title, 0, text);
    }

    public TextTable<R> right(String title, int leastWidth, Function<R, String> text) {
        columns.add(new Column<>(title, leastWidth, false, text));
        return this;
    }

    /**
     * Lays out cells as one line for each row.
     *
     * @param rows the rows, all with the same number of cells; the first row has the titles
     * @param texts the number of leading columns that hold words; the others hold numbers
     */
    public static List<String> lines(List<List<String>> rows, int texts) {
        return ofCells(rows, texts).stream().map(String::stripTrailing).toList();
    }

    /** Lays out cells as {@link #lines(List, int)} does, with a rule under the titles. */
    public static List<String> withRule(List<List<String>> rows, int texts) {
        List<String> lines = new ArrayList<>(ofCells(rows, texts));
        lines.add(1, "-".repeat(lines.get(0).length()));
        lines.replaceAll(String::stripTrailing);
        return lines;
    }

    private static List<String> ofCells(List<List<String>> rows, int texts) {
        TextTable<List<String>> table = new TextTable<>();
        List<String> titles = rows.get(0);
        for (int column = 0; column < titles.size(); column++) {
            int at = column;
            table.columns.add(new Column<>(titles.get(column), 0, column < texts, row -> row.get(at)));
        }
        return table.padded(rows.subList(1, rows.size()));
    }

    /** Returns the titles and a line for each row. */
    public List<String> lines(List<R> rows) {
        return padded(rows).stream().map(String::stripTrailing).toList();
    }

    private List<String> padded(List<R> rows) {
        List<StringBuilder> lines = new ArrayList<>();
        for (int line = 0; line <= rows.size(); line++) {
            lines.add(new StringBuilder());
        }
        for (Column<R> column : columns) {
            if (rows.isEmpty() || rows.stream().anyMatch(row -> column.text.apply(row) != null)) {
                int width = column.width(rows);
                append(lines.get(0), column.padded(column.title, width));
                for (int row = 0; row < rows.size(); row++) {
                    append(lines.get(row + 1), column.padded(column.cell(rows.get(row)), width));
                }
            }
        }
        return lines.stream().map(StringBuilder::toString).toList();
    }

    private static void append(StringBuilder line, String cell) {
        line.append(line.isEmpty() ? "" : "  ").append(cell);
    }
}
