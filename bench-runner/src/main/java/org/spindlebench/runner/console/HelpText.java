package org.spindlebench.runner.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Formats the description of a command for a terminal. Lines have at most 120 characters, and break at spaces only. */
public final class HelpText {
    private static final int WIDTH = 120;
    /** The column of texts. Longer terms have a line of their own. */
    private static final int COLUMN = 29;

    private static final String NAME = "spindle";

    private final String program;
    private final List<String> lines = new ArrayList<>();

    private HelpText(String program) {
        this.program = program;
    }

    /**
     * Returns the help of a command.
     *
     * @param program the words that start the program, so that users can paste usage lines and examples
     */
    public static String of(CommandDescription page, String program) {
        HelpText help = new HelpText(program);
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
            add(start + call);
            start = " ".repeat(start.length());
        }
    }

    private void part(CommandDescription.HelpSection part) {
        add("");
        add(part.heading() + ":");
        boolean codes = part.heading().equals("Exit codes");
        for (CommandDescription.HelpEntry entry : part.entries()) {
            String indent = entry.names().isEmpty() || entry.names().get(0).matches("[^-].*|-\\w+") ? "  " : "      ";
            term(indent + entry.term(), entry.text(), codes ? 6 : COLUMN);
        }
    }

    private void term(String term, String text, int column) {
        int first = lines.size();
        wrap(" ".repeat(column), text);
        if (term.length() < column) {
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
                add("  " + program + " " + line.strip().replaceFirst("^" + NAME + " ", ""));
            } else {
                add(line);
            }
        }
    }

    /** Breaks a text at spaces. */
    private void wrap(String indent, String text) {
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.split("\\s+")) {
            if (line.length() > indent.length() && line.length() + 1 + word.length() > WIDTH) {
                add(line.toString());
                line = new StringBuilder(indent);
            }
            line.append(line.length() > indent.length() ? " " : "").append(word);
        }
        add(line.toString());
    }
}
