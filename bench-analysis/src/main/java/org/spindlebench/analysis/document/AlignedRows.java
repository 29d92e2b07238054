package org.spindlebench.analysis.document;

import java.util.ArrayList;
import java.util.List;

/** Tables for a terminal, in columns that are as wide as their widest cell. */
public final class AlignedRows {
    private AlignedRows() {}

    /**
     * A line for each row; none ends in blanks.
     *
     * @param rows all with as many cells
     * @param texts how many columns, from the left, hold text and are aligned to the left; the others hold figures
     */
    public static List<String> lines(List<List<String>> rows, int texts) {
        return aligned(rows, texts).stream().map(String::stripTrailing).toList();
    }

    private static List<String> aligned(List<List<String>> rows, int texts) {
        List<StringBuilder> lines = new ArrayList<>();
        rows.forEach(row -> lines.add(new StringBuilder()));
        int columns = rows.isEmpty() ? 0 : rows.get(0).size();
        for (int column = 0; column < columns; column++) {
            int at = column;
            int width =
                    rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
            for (int row = 0; row < rows.size(); row++) {
                String cell = rows.get(row).get(column);
                String blanks = " ".repeat(width - cell.length());
                lines.get(row).append(column == 0 ? "" : "  ").append(column < texts ? cell + blanks : blanks + cell);
            }
        }
        return lines.stream().map(StringBuilder::toString).toList();
    }

    /** The same, with a rule under the first row, which holds the titles. */
    public static List<String> withHead(List<List<String>> rows, int texts) {
        List<String> lines = new ArrayList<>(aligned(rows, texts));
        lines.add(1, "-".repeat(lines.get(0).length()));
        lines.replaceAll(String::stripTrailing);
        return lines;
    }
}
