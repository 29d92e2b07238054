package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.spindlebench.runner.console.CommandDescription;
import org.spindlebench.runner.console.CommandDescription.HelpEntry;
import org.spindlebench.runner.console.CommandDescription.HelpSection;
import org.spindlebench.runner.console.CommandDescription.Section;
import org.spindlebench.runner.console.HelpText;

/** Formats the descriptions of all commands as one Markdown document. */
final class CliDocument {
    private static final int WIDTH = 120;
    private static final List<String> AS_RUN = List.of("plan", "check");

    private final List<String> lines = new ArrayList<>();
    private final List<HelpEntry> ofRun;

    private CliDocument(List<CommandDescription> pages) {
        ofRun = entries(page(pages, "run"));
    }

    /** @param settings the chapters on environment variables and on Spindle's own settings, which no command describes */
    static String of(List<CommandDescription> pages, String settings) {
        CliDocument document = new CliDocument(pages);
        document.begin(pages);
        pages.stream().filter(page -> !page.command().isEmpty()).forEach(document::command);
        document.end();
        return String.join("\n", document.lines) + "\n\n" + settings;
    }

    private void begin(List<CommandDescription> pages) {
        CommandDescription program = page(pages, "");
        lines.add("# The command line");
        paragraph(
                "A test writes this page from the commands themselves. `bin/spindle` and `hadoop jar bench-runner.jar`"
                        + " take the same commands and options; `spindle` stands for either. Without a command, options are those"
                        + " of `run`.");
        paragraph(program.description());
        lines.add("");
        pages.stream()
                .filter(page -> !page.command().isEmpty())
                .forEach(page -> wrap(
                        "- ",
                        "  ",
                        "[`" + page.command() + "`](#" + page.command() + "): "
                                + escaped(page.description().replaceFirst("(?s)\\. .*", "."))));
        paragraph("Every command has these options:");
        lines.add("");
        entries(page(pages, "list")).stream().filter(HelpEntry::isGeneral).forEach(this::entry);
        paragraph("Commands that need a cluster also have these:");
        List<HelpSection> parts = program.parts();
        parts.subList(parts.size() - 2, parts.size()).forEach(this::part);
        paragraph(
                "Values: SIZE is a number with a unit, such as 64MB (10^6 bytes) or 8GiB (2^30 bytes); TIME is 90s, 30m"
                        + " or 4h; SHARE is a number from 0 to 1; N is a whole number; `,...` after a word means a list without"
                        + " blanks; words in small letters are themselves.");
    }

    private void command(CommandDescription page) {
        lines.add("");
        lines.add("## " + page.command());
        paragraph(page.description());
        lines.add("");
        lines.add("```text");
        page.synopsis().forEach(form -> lines.add(("spindle " + page.command() + " " + form).strip()));
        lines.add("```");
        page.parts().stream()
                .filter(part -> part.entries().stream().noneMatch(entry -> isGeneric(entry)))
                .forEach(part -> shown(page, part));
        page.sections().forEach(this::section);
    }

    private void shown(CommandDescription page, HelpSection part) {
        List<HelpEntry> own =
                part.entries().stream().filter(entry -> !entry.isGeneral()).toList();
        List<HelpEntry> shared = AS_RUN.contains(page.command())
                ? own.stream().filter(ofRun::contains).toList()
                : List.of();
        if (own.isEmpty()) {
            return;
        }
        paragraph("**" + part.heading() + "**");
        if (!shared.isEmpty()) {
            paragraph("As for `run`: "
                    + shared.stream().map(entry -> "`" + entry.term() + "`").collect(Collectors.joining(", ")) + ".");
        }
        if (own.size() > shared.size()) {
            lines.add("");
        }
        own.stream().filter(entry -> !shared.contains(entry)).forEach(this::entry);
    }

    private void part(HelpSection part) {
        paragraph("**" + part.heading() + "**");
        lines.add("");
        part.entries().forEach(this::entry);
    }

    private void entry(HelpEntry entry) {
        wrap("- ", "  ", "`" + entry.term() + "`: " + escaped(entry.text()));
    }

    private void section(Section section) {
        if (!section.heading().isEmpty()) {
            paragraph("**" + section.heading() + "**");
        }
        boolean examples = section.heading().equals(CommandDescription.EXAMPLES);
        boolean open = false;
        for (String line : section.lines()) {
            if (line.startsWith(" ") && !open) {
                lines.add("");
                lines.add(examples ? "```sh" : "```text");
            } else if (!line.startsWith(" ")) {
                paragraph(line);
            }
            open = line.startsWith(" ");
            if (open) {
                String call = line.strip().replaceFirst(" {3,}(?=\\S)", "  # ");
                lines.add(examples ? "spindle " + call.replaceFirst("^spindle ", "") : line.substring(2));
            }
        }
        if (open) {
            lines.add("```");
        }
    }

    private void end() {
        lines.add("");
        lines.add("## Exit codes");
        lines.add("");
        HelpText.exitCodes().entries().forEach(this::entry);
    }

    private void paragraph(String text) {
        lines.add("");
        wrap("", "", text.startsWith("**") ? text : escaped(text));
    }

    private void wrap(String first, String next, String text) {
        StringBuilder line = new StringBuilder(first);
        int start = line.length();
        for (String word : text.split("\\s+")) {
            if (line.length() > start && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(next);
                start = line.length();
            }
            line.append(line.length() > start ? " " : "").append(word);
        }
        lines.add(line.toString());
    }

    private static String escaped(String text) {
        return text.replace("*", "\\*").replace("<", "\\<");
    }

    private static CommandDescription page(List<CommandDescription> pages, String command) {
        return pages.stream()
                .filter(page -> page.command().equals(command))
                .findFirst()
                .orElseThrow();
    }

    private static List<HelpEntry> entries(CommandDescription page) {
        return page.parts().stream().flatMap(part -> part.entries().stream()).toList();
    }

    private static boolean isGeneric(HelpEntry entry) {
        return entry.names().contains("-D") || entry.names().contains("--keytab");
    }
}
