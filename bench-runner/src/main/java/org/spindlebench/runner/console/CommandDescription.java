package org.spindlebench.runner.console;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The description of one command.
 *
 * @param command the command's name; empty for the program itself
 * @param synopsis the forms of a call of the command, without the program and the command's name
 * @param description the command's effect
 * @param parts arguments and options under their headings, in the order in which help lists them
 * @param sections further texts, such as examples
 */
public record CommandDescription(
        String command, List<String> synopsis, String description, List<HelpSection> parts, List<Section> sections) {
    /**
     * The heading of examples. An example has the program's arguments, and may have a comment after at least three
     * spaces.
     */
    public static final String EXAMPLES = "Examples";

    static final String ARGUMENTS = "Arguments";

    private static final List<String> GENERAL = List.of("--quiet", "--help", "--version");

    private static final HelpSection GENERIC = new HelpSection(
            "Hadoop's generic options, before or after all others",
            List.of(
                    entry("-D", "KEY=VALUE", "Set a Hadoop setting for every job. Overrides the suite's."),
                    entry("-conf", "FILE", "Read further settings from a file of Hadoop's."),
                    entry("-fs", "URI", "Use this file system."),
                    entry("-jt", "ADDRESS", "Use this ResourceManager."),
                    entry("-libjars", "FILE,...", "Add jars to the class path of the tasks."),
                    entry("-files", "FILE,...", "Copy files to the tasks."),
                    entry("-archives", "FILE,...", "Copy archives to the tasks, and unpack them there.")));

    private static final HelpSection KERBEROS = new HelpSection(
            "Kerberos",
            List.of(
                    entry(
                            "--keytab",
                            "FILE",
                            "Log in with this keytab instead of your ticket, and again before the" + " login ends."),
                    entry("--principal", "NAME", "Name the principal in the keytab.")));

    /** Arguments or options under a heading. */
    public record HelpSection(String heading, List<HelpEntry> entries) {}

    /**
     * One argument or option.
     *
     * @param names the option's names, the short one first; empty for an argument
     * @param label the placeholder of its value, such as {@code NAME|FILE}; empty for a switch
     * @param text the effect of the option
     */
    public record HelpEntry(List<String> names, String label, String text) {
        /** Returns the names and the label, such as {@code -s, --suite NAME|FILE}. */
        public String term() {
            return (String.join(", ", names) + " " + label).strip();
        }

        /** Checks whether every command has the option. */
        public boolean isGeneral() {
            return names.stream().anyMatch(GENERAL::contains);
        }
    }

    /** A text with a heading, which may be empty. Lines that begin with a space keep their breaks. */
    public record Section(String heading, List<String> lines) {}

    static HelpEntry entry(String name, String label, String text) {
        return new HelpEntry(List.of(name), label, text);
    }

    /** Returns the description of a command. */
    public static CommandDescription of(CommandSpec spec) {
        String command = spec.parent() == null ? "" : spec.name();
        List<HelpSection> parts = new ArrayList<>();
        List<HelpEntry> arguments = spec.positionalParameters().stream()
                .map(CommandDescription::entry)
                .toList();
        if (!arguments.isEmpty()) {
            parts.add(new HelpSection(ARGUMENTS, arguments));
        }
        parts.addAll(options(spec, command));
        Heading.OnCluster cluster = spec.userObject().getClass().getAnnotation(Heading.OnCluster.class);
        if (cluster != null) {
            parts.add(GENERIC);
            if (cluster.login()) {
                parts.add(KERBEROS);
            }
        }
        return new CommandDescription(
                command,
                formatted(spec.usageMessage().customSynopsis()),
                String.join(" ", formatted(spec.usageMessage().description())).strip(),
                parts,
                sections(formatted(spec.usageMessage().footer())));
    }

    private static List<HelpSection> options(CommandSpec spec, String command) {
        Map<String, List<HelpEntry>> byHeading = new LinkedHashMap<>();
        Heading.ORDER.forEach(heading -> byHeading.put(heading, new ArrayList<>()));
        List<HelpEntry> output = byHeading.remove(Heading.OUTPUT);
        List<HelpEntry> general = new ArrayList<>();
        for (OptionSpec option : spec.options()) {
            Heading group = group(option);
            boolean used = group == null
                    || group.usedBy().length == 0
                    || Arrays.asList(group.usedBy()).contains(command);
            if (used && !option.hidden()) {
                HelpEntry entry = entry(option);
                if (entry.isGeneral()) {
                    general.add(entry);
                } else if (group == null || group.value().equals(Heading.OUTPUT)) {
                    output.add(entry);
                } else {
                    byHeading
                            .computeIfAbsent(group.value(), first -> new ArrayList<>())
                            .add(entry);
                }
            }
        }
        List<HelpSection> parts = new ArrayList<>();
        byHeading.forEach((heading, entries) -> {
            if (!entries.isEmpty()) {
                parts.add(new HelpSection(heading, entries));
            }
        });
        output.addAll(general);
        parts.add(new HelpSection(parts.isEmpty() ? "Options" : Heading.OUTPUT, output));
        return parts;
    }

    /**
     * Returns the group of the option's field, otherwise the group of the class that declares it; null if neither has
     * one.
     */
    private static Heading group(ArgSpec option) {
        if (!(option.userObject() instanceof AnnotatedElement element)) {
            return null;
        }
        Heading own = element.getAnnotation(Heading.class);
        return own == null && element instanceof Field field
                ? field.getDeclaringClass().getAnnotation(Heading.class)
                : own;
    }

    private static HelpEntry entry(OptionSpec option) {
        List<String> names = Arrays.stream(option.names())
                .sorted((a, b) -> Integer.compare(a.length(), b.length()))
                .toList();
        String label = option.arity().max() == 0
                ? ""
                : option.arity().min() == 0 ? "[" + option.paramLabel() + "]" : option.paramLabel();
        return new HelpEntry(names, label, text(option));
    }

    private static HelpEntry entry(PositionalParamSpec argument) {
        return new HelpEntry(List.of(), argument.paramLabel(), text(argument));
    }

    private static String text(ArgSpec described) {
        return String.join(" ", described.description());
    }

    private static List<Section> sections(List<String> footer) {
        List<Section> sections = new ArrayList<>();
        for (String line : footer) {
            String text = line.stripTrailing().replaceFirst("^\\R+", "");
            if (text.endsWith(":") && !text.startsWith(" ")) {
                sections.add(new Section(text.substring(0, text.length() - 1), new ArrayList<>()));
            } else if (!text.startsWith(" ") || sections.isEmpty()) {
                sections.add(new Section("", new ArrayList<>(List.of(text))));
            } else {
                sections.get(sections.size() - 1).lines().add(text);
            }
        }
        return sections;
    }

    private static List<String> formatted(String[] texts) {
        return Arrays.stream(texts).map(String::format).toList();
    }
}
