package org.spindlebench.analysis.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table as text. Each column is as wide as its widest cell, with two blanks between columns. A null text is written
 * as a dash; a column without any text is omitted. If the terminal is narrower, each row becomes a block with a line for
 * each of its cells.
 *
 * @param <R> the type of the objects that rows describe
 */
public final class TextTable<R> {
    private static final String ABSENT = "-";
    /** Narrower terminals count as this wide, because a word may be as long. */
    private static final int LEAST_WIDTH = 40;

    /** The width of the terminal, as {@code COLUMNS} says; no limit without it. */
    public static final int TERMINAL = width(System.getenv("COLUMNS"));

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

    /** Returns the titles, if there are any, and a line for each row. */
    public List<String> lines(List<R> rows) {
        return fitted(rows, TERMINAL);
    }

    /** Returns the same lines, or a block for each row if one of them is longer than the width. */
    public List<String> fitted(List<R> rows, int width) {
        boolean hasTitles = columns.stream().anyMatch(column -> !column.title.isEmpty());
        List<String> lines = padded(rows).stream()
                .skip(hasTitles ? 0 : 1)
                .map(String::stripTrailing)
                .toList();
        return lines.stream().allMatch(line -> line.length() <= width) ? lines : blocks(rows, width);
    }

    private List<String> blocks(List<R> rows, int width) {
        int titles =
                columns.stream().mapToInt(column -> column.title.length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (R row : rows) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            for (Column<R> column : columns) {
                String cell = column.text.apply(row);
                if (cell != null && !cell.isBlank()) {
                    String indent =
                            lines.isEmpty() || lines.get(lines.size() - 1).isEmpty() ? "" : "  ";
                    String title = column.title + " ".repeat(titles - column.title.length()) + "  ";
                    lines.addAll(wrapped(titles == 0 ? indent : title, cell.strip(), width));
                }
            }
        }
        return lines;
    }

    /** Breaks a text at blanks. Later lines have as many blanks as the start has characters. */
    public static List<String> wrapped(String start, String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(start);
        boolean isEmpty = true;
        for (String word : text.split("\\s+")) {
            if (!isEmpty && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(start.length()));
                isEmpty = true;
            }
            line.append(isEmpty ? "" : " ").append(word);
            isEmpty = false;
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /** Returns the width that a text states; no limit if it states none. */
    static int width(String columns) {
        try {
            return columns == null ? Integer.MAX_VALUE : Math.max(LEAST_WIDTH, Integer.parseInt(columns.strip()));
        } catch (NumberFormatException e) {
            return Integer.MAX_VALUE;
        }
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
