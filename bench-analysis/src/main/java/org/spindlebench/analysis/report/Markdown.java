package org.spindlebench.analysis.report;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.HumanText;

/** Writes GitHub's Markdown. Text is escaped, because names and reasons come from outside. */
final class Markdown {
    private static final Pattern MARKUP = Pattern.compile("([\\\\`*_<>\\[\\]|~&])");

    private Markdown() {}

    /**
     * Appends a table.
     *
     * @param texts the number of leading columns that hold text; the others hold numbers
     */
    static void appendTable(List<String> columns, int texts, Collection<List<String>> rows, StringBuilder out) {
        out.append(line(columns)).append('\n').append("| ");
        out.append(String.join(" | ", Collections.nCopies(texts, ":---")));
        if (columns.size() > texts) {
            out.append(" | ").append(String.join(" | ", Collections.nCopies(columns.size() - texts, "---:")));
        }
        out.append(" |\n");
        rows.forEach(row -> out.append(line(row)).append('\n'));
    }

    static void appendList(Collection<String> lines, StringBuilder out) {
        lines.forEach(line -> out.append("- ").append(escape(line)).append('\n'));
    }

    static String escape(String text) {
        return MARKUP.matcher(HumanText.oneLine(text)).replaceAll("\\\\$1");
    }

    private static String line(List<String> cells) {
        return cells.stream().map(Markdown::escape).collect(Collectors.joining(" | ", "| ", " |"));
    }
}
