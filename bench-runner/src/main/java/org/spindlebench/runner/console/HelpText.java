package org.spindlebench.runner.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.TextTable;

/**
 * Formats the description of a command for a terminal. Lines have at most 120 characters, or as many as the terminal
 * shows, and break at spaces only.
 */
public final class HelpText {
    private static final int WIDTH = 120;
    /** The column of texts. Longer terms have a line of their own. */
    private static final int COLUMN = 29;
    /** The column of texts on terminals of less than 80 characters. */
    private static final int NARROW_COLUMN = 14;

    private static final int NARROW = 80;

    private static final String NAME = "spindle";

    private final String program;
    private final int width;
    private final int column;
    private final List<String> lines = new ArrayList<>();

    private HelpText(String program, int width) {
        this.program = program;
        this.width = Math.min(WIDTH, width);
        this.column = width < NARROW ? NARROW_COLUMN : COLUMN;
    }

    /**
     * Returns the help of a command.
     *
     * @param program the words that start the program, so that users can paste usage lines and examples
     */
    public static String of(CommandDescription page, String program) {
        return of(page, program, TextTable.TERMINAL);
    }

    /** @param width the number of characters in a line of the terminal */
    public static String of(CommandDescription page, String program, int width) {
        HelpText help = new HelpText(program, width);
        help.synopsis(page);
        help.add("");
        help.wrap("", page.description());
        page.parts().forEach(help::part);
        page.sections().forEach(help::section);
        if (page.command().isEmpty()) {
            help.part(exitCodes());
        } else {
            help.add("");
            help.add("Exit codes: " + program + " help");
        }
        return help.lines.stream().map(line -> line + System.lineSeparator()).collect(Collectors.joining());
    }

    /** Returns the table of exit codes. */
    public static CommandDescription.HelpSection exitCodes() {
        return new CommandDescription.HelpSection(
                "Exit codes",
                Arrays.stream(ExitCode.values())
                        .map(code -> CommandDescription.entry(String.valueOf(code.code()), "", code.meaning()))
                        .toList());
    }

    private void add(String line) {
        lines.add(line);
    }

    private void synopsis(CommandDescription page) {
        String start = "Usage: ";
        for (String form : page.synopsis()) {
            boolean other = form.startsWith("hadoop ");
            if (other && program.startsWith("hadoop ")) {
                continue;
            }
            String call = other ? form : (program + " " + page.command()).strip() + (form.isEmpty() ? "" : " " + form);
            wrap(start, "  ", call);
            start = " ".repeat(start.length());
        }
    }

    private void part(CommandDescription.HelpSection part) {
        add("");
        add(part.heading() + ":");
        boolean codes = part.heading().equals("Exit codes");
        for (CommandDescription.HelpEntry entry : part.entries()) {
            String indent = entry.names().isEmpty() || entry.names().get(0).matches("[^-].*|-\\w+") ? "  " : "      ";
            term(indent + entry.term(), entry.text(), codes ? 6 : column);
        }
    }

    private void term(String term, String text, int indent) {
        int first = lines.size();
        wrap(" ".repeat(indent), text);
        if (term.length() < indent) {
            lines.set(first, term + lines.get(first).substring(term.length()));
        } else {
            lines.add(first, term);
        }
    }

    private void section(CommandDescription.Section section) {
        add("");
        if (!section.heading().isEmpty()) {
            add(section.heading() + ":");
        }
        for (String line : section.lines()) {
            if (!line.startsWith(" ")) {
                wrap("", line);
            } else if (section.heading().equals(CommandDescription.EXAMPLES) && !line.startsWith("  hadoop ")) {
                example("  " + program + " " + line.strip().replaceFirst("^" + NAME + " ", ""));
            } else {
                example(line);
            }
        }
    }

    /** Adds a line as it is if it fits. Otherwise a comment after three blanks becomes lines of its own. */
    private void example(String line) {
        if (line.length() <= width || width == WIDTH) {
            add(line);
            return;
        }
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        for (String part : line.strip().split(" {3,}")) {
            wrap(indent, "    ", part);
            indent = indent + "    ";
        }
    }

    /** Breaks a text at spaces. */
    private void wrap(String indent, String text) {
        lines.addAll(TextTable.wrapped(indent, text, width));
    }

    /** Breaks a text at spaces. Later lines are indented by {@code more} in addition. */
    private void wrap(String start, String more, String text) {
        if (start.length() + text.length() <= width || width == WIDTH) {
            add(start + text);
            return;
        }
        List<String> broken = TextTable.wrapped(start, text, width - more.length());
        add(broken.get(0));
        broken.stream().skip(1).forEach(line -> add(more + line));
    }
}
