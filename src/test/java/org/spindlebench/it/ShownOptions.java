package org.spindlebench.it;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The long options of each command, according to its help, and options in documents that no help shows. */
final class ShownOptions {
    private static final Pattern IN_HELP = Pattern.compile("(?m)^ +(?:-\\w, +)?(--[a-z-]+)");
    private static final Pattern OPTION = Pattern.compile("(?<=^|\\s)--[a-z][a-z-]*");
    /** A call of the program, and the program's own arguments after it. */
    private static final Pattern CALL =
            Pattern.compile("(?:^|\\s)(?:bin/spindle|spindle|hadoop jar \\S*bench-runner\\.jar)(?= |$)(.*)");

    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");
    /** Options of other programs. */
    private static final Set<String> OF_OTHERS = Set.of("--add-opens");

    private final Map<String, Set<String>> byCommand = new LinkedHashMap<>();

    void learn(String command, String help) {
        byCommand.put(
                command,
                IN_HELP.matcher(help)
                        .results()
                        .map(option -> option.group(1))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /** Learns a command that also takes the options of {@code run}. */
    void learnAsRun(String command, String help) {
        learn(command, help);
        byCommand.get(command).addAll(byCommand.get("run"));
    }

    Set<String> known() {
        return byCommand.values().stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the options and commands in a piece of code that the program does not have. */
    List<String> unknownIn(String code) {
        String plain = QUOTED.matcher(code).replaceAll("x");
        Matcher call = CALL.matcher(plain);
        if (!call.find()) {
            return plain.startsWith("--") ? missing(plain, known()) : List.of();
        }
        String arguments = call.group(1).trim();
        String first = arguments.split("\\s", 2)[0];
        if (first.isEmpty()) {
            return List.of();
        }
        // Options without a command belong to `run`.
        Set<String> options = byCommand.get(first.startsWith("-") ? "run" : first);
        return options == null ? List.of(first) : missing(arguments, options);
    }

    private static List<String> missing(String text, Set<String> options) {
        List<String> missing = new ArrayList<>(
                OPTION.matcher(text).results().map(MatchResult::group).toList());
        missing.removeIf(option -> options.contains(option) || OF_OTHERS.contains(option));
        return missing;
    }
}
