package org.spindlebench.runner.manual;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.spindlebench.runner.manual.ManualPage.Entry;
import org.spindlebench.runner.manual.ManualPage.Part;
import org.spindlebench.runner.manual.ManualPage.Section;

/** Formats the description of a command as the source of a manual page of section 1, for {@code man}. */
public final class ManSource {
    private final StringBuilder text = new StringBuilder();

    private ManSource() {}

    /** Returns the name of a command's manual page, such as {@code spindle-run}. */
    public static String name(ManualPage page) {
        return page.command().isEmpty() ? "spindle" : "spindle-" + page.command();
    }

    /**
     * Returns the source of a manual page.
     *
     * @param all all commands, to which the program's own page refers
     */
    public static String of(ManualPage page, List<ManualPage> all, String version) {
        ManSource source = new ManSource();
        String name = name(page);
        source.line(".TH " + name.toUpperCase(Locale.ROOT) + " 1 \"\" \"Spindle " + version + "\" \"Spindle\"");
        source.line(".SH NAME");
        source.line(escaped(name) + " \\- " + escaped(page.summary()));
        source.line(".SH SYNOPSIS");
        for (String form : page.synopsis()) {
            boolean hadoop = form.startsWith("hadoop ");
            source.line(
                    ".B " + escaped(hadoop ? form : ("spindle " + page.command() + " " + form).replaceAll(" +", " ")));
            source.line(".br");
        }
        source.line(".SH DESCRIPTION");
        source.line(escaped(page.description()));
        source.line(".SH OPTIONS");
        page.parts().forEach(source::part);
        page.sections().forEach(source::section);
        source.line(".SH EXIT STATUS");
        HelpText.exitCodes().entries().forEach(source::entry);
        source.line(".SH ENVIRONMENT");
        Environment.VARIABLES.forEach(source::entry);
        source.line(".SH SEE ALSO");
        source.line(all.stream()
                .filter(other -> !other.command().equals(page.command()))
                .map(other -> ".BR " + escaped(name(other)) + " (1)")
                .collect(Collectors.joining(",\n")));
        return source.text.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void part(Part part) {
        line(".SS " + escaped(part.heading()));
        part.entries().forEach(this::entry);
    }

    private void entry(Entry entry) {
        line(".TP");
        line(".B " + escaped(entry.term()));
        line(escaped(entry.text()));
    }

    private void section(Section section) {
        line(
                section.heading().isEmpty()
                        ? ".PP"
                        : ".SH " + escaped(section.heading().toUpperCase(Locale.ROOT)));
        boolean example = section.heading().equals(ManualPage.EXAMPLES);
        for (String line : section.lines()) {
            if (line.startsWith(" ")) {
                String call = line.strip();
                line(".nf");
                line(escaped(example && !call.matches("(hadoop|spindle) .*") ? "spindle " + call : line));
                line(".fi");
            } else {
                line(escaped(line));
            }
        }
    }

    /** Escapes what groff would interpret: backslashes, dashes, and points and quotes at the start of a line. */
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-");
        return plain.matches("(?s)[.'].*") ? "\\&" + plain : plain;
    }
}
