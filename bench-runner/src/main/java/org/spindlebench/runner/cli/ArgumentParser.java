package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.OptionConverter;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Parses the arguments that are not Hadoop's, and turns picocli's errors into problems. */
final class ArgumentParser {
    private static final int MOST_COMMANDS = 4;
    private static final String IMPLIED = "run";
    private static final String LONG = "--";
    private static final String SUITE = "--suite";
    private static final Set<String> HELP = Set.of("-h", "--help");

    /** Options that change only what is printed. If a command line has no other arguments, nothing is run. */
    private static final Set<String> OF_OUTPUT = Set.of("-v", "--verbose", "-q", "--quiet", "--json");

    /** An argument that begins with a dash, or with the long dash that word processors make of two dashes. */
    private static final String OPTION = "[-\\u2010-\\u2015].*";

    private final CommandLine parser;
    private final Collection<String> commands;
    private final Supplier<CommandLine> everything;

    /**
     * @param commands the names of all commands, including commands that the parser does not know
     * @param everything makes a parser of all commands, which takes long
     */
    ArgumentParser(CommandLine parser, Collection<String> commands, Supplier<CommandLine> everything) {
        this.parser = parser;
        this.commands = commands;
        this.everything = everything;
    }

    /**
     * Returns the command that the arguments name, with its options filled in.
     *
     * @param arguments all except Hadoop's generic options, with a command ({@link #withCommand})
     */
    CommandLine parse(List<String> arguments, Problems problems) {
        ParseResult result = parser.parseArgs(arguments.toArray(new String[0]));
        List<String> others = withoutValuesOfUnknown(arguments, result);
        if (others.size() < arguments.size()) {
            discardRefusals(result);
            result = parser.parseArgs(others.toArray(new String[0]));
        }
        addErrors(result, problems);
        while (result.hasSubcommand()) {
            addWordsBefore(result, problems);
            result = result.subcommand();
            addErrors(result, problems);
            addRepeated(result, problems);
        }
        CommandLine line = result.commandSpec().commandLine();
        if (line.getCommandName().equals("help")) {
            addAfterHelp(result, problems);
        } else {
            addUnmatched(line, result.unmatched(), problems);
        }
        OptionConverter.report(result.commandSpec(), problems);
        return line;
    }

    /**
     * Leaves out each word that a mistyped option would take as its value, because the word is not an argument of the
     * command. Otherwise {@code report --basline ssd} would also complain about a file `ssd`.
     */
    private List<String> withoutValuesOfUnknown(List<String> arguments, ParseResult result) {
        ParseResult last = result;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        CommandSpec command = last.commandSpec();
        List<String> others = new ArrayList<>(arguments);
        for (String unknown : last.unmatched()) {
            int at = others.indexOf(unknown) + 1;
            boolean takesValue = unknown.startsWith("-")
                    && (nearest(unknown, command)
                                    .map(name ->
                                            command.findOption(name).arity().min() > 0)
                                    .orElse(false)
                            || withOption(unknown, command)
                                    .anyMatch(other ->
                                            other.findOption(unknown).arity().min() > 0));
            if (takesValue && at < others.size() && !others.get(at).startsWith("-")) {
                others.remove(at);
            }
        }
        return others;
    }

    private static void discardRefusals(ParseResult result) {
        for (ParseResult one = result; one != null; one = one.subcommand()) {
            OptionConverter.report(one.commandSpec(), new Problems());
        }
    }

    /** Adds the command {@code run} if options come first, as in {@code hadoop jar bench-runner.jar --suite full}. */
    static List<String> withCommand(List<String> arguments) {
        Set<String> own = Set.of("-h", "--help", "-V", "--version");
        // In `spindle -- list`, the dashes end options, although no option precedes them.
        if (!arguments.isEmpty() && arguments.get(0).equals(LONG)) {
            return withCommand(arguments.subList(1, arguments.size()));
        }
        if (arguments.isEmpty() || !arguments.get(0).startsWith("-") || own.contains(arguments.get(0))) {
            return arguments;
        }
        if (OF_OUTPUT.containsAll(arguments)) {
            return List.of();
        }
        List<String> implied = new ArrayList<>(List.of(IMPLIED));
        implied.addAll(arguments);
        return implied;
    }

    private static void addErrors(ParseResult result, Problems problems) {
        for (Exception error : result.errors()) {
            if (error instanceof MissingParameterException missing
                    && missing.getMissing().get(0) instanceof OptionSpec option) {
                problems.add(OptionConverter.missingAfter(option));
            } else if (error instanceof OverwrittenOptionException twice
                    && twice.getOverwritten() instanceof OptionSpec option) {
                problems.add(givenTwice(option.longestName()));
            } else if (!(error instanceof UnmatchedArgumentException)) {
                problems.add(Problem.ofOption(option(error), String.valueOf(error.getMessage()))
                        .withRemedy("see --help"));
            }
        }
    }

    /** Reports options of a group that were given more than once, which picocli accepts. */
    private static void addRepeated(ParseResult result, Problems problems) {
        result.commandSpec().argGroups().stream()
                .flatMap(group -> group.options().stream())
                .filter(option ->
                        !option.isMultiValue() && option.originalStringValues().size() > 1)
                .forEach(option -> problems.add(givenTwice(option.longestName())));
    }

    private static Problem givenTwice(String option) {
        return Problem.ofOption(option, "given more than once").withRemedy("give it once");
    }

    private static String option(Exception error) {
        Stream<ArgSpec> about = Stream.empty();
        if (error instanceof MissingParameterException missing) {
            about = missing.getMissing().stream();
        } else if (error instanceof ParameterException parameter) {
            about = Stream.ofNullable(parameter.getArgSpec());
        }
        return about.filter(OptionSpec.class::isInstance)
                .map(option -> ((OptionSpec) option).longestName())
                .findFirst()
                .orElse("");
    }

    /** Reports words before the command. The words would have no effect, which the user cannot have intended. */
    private static void addWordsBefore(ParseResult result, Problems problems) {
        String command = result.subcommand().commandSpec().name();
        for (String word : result.unmatched()) {
            problems.add(Problem.ofOption(word, "unexpected before the command `" + command + "`")
                    .withRemedy(
                            "write the command first: " + CommandText.of(command, "--help") + " shows its options"));
        }
    }

    /** Reports words after {@code help COMMAND} that are not the rest of a whole command line with options. */
    private void addAfterHelp(ParseResult help, Problems problems) {
        CommandLine named = parser.getSubcommands().get(help.matchedPositionalValue(0, ""));
        List<String> words = help.unmatched();
        if (words.stream().anyMatch(word -> named != null && isOptionOf(named, word))) {
            return;
        }
        words.stream()
                .filter(word -> !HELP.contains(word) && (word.matches(OPTION) || commands.contains(word)))
                .forEach(word -> problems.add(Problem.ofOption(word, "unexpected after `help`")
                        .withRemedy("leave it out: `help` takes the name of one command")));
    }

    private static boolean isOptionOf(CommandLine command, String word) {
        return command.getCommandSpec().findOption(word.replaceFirst("=.*", "")) != null;
    }

    private void addUnmatched(CommandLine line, List<String> unmatched, Problems problems) {
        boolean afterOption = false;
        for (String argument : unmatched) {
            boolean isOption = argument.matches(OPTION);
            if (isOption) {
                problems.add(unknownOption(argument.replaceFirst("=.*", ""), line));
            } else if (line == parser) {
                problems.add(unknownCommand(argument, commands));
                // The options of an unknown command cannot be checked.
                return;
            } else if (commands.contains(argument)) {
                problems.add(Problem.ofOption(argument, "a command must come before options")
                        .withRemedy("write the command first"));
            } else if (!afterOption) {
                problems.add(unexpected(argument, line));
            }
            // The word after an unknown option is probably its value, not another mistake.
            afterOption = isOption;
        }
    }

    private static Problem unexpected(String argument, CommandLine line) {
        boolean lacksSuite = argument.matches("[\\w./-]+")
                && line.getCommandSpec().findOption(SUITE) != null
                && !line.getParseResult().hasMatchedOption(SUITE);
        return Problem.ofOption(lacksSuite ? SUITE : argument, "unexpected argument")
                .withValue(lacksSuite ? argument : "")
                .withRemedy(
                        lacksSuite
                                ? "did you mean `--suite " + argument + "`?"
                                : "leave it out, or write it without a blank before it; see --help");
    }

    static Problem unknownCommand(String written, Collection<String> commands) {
        return withNearest(Problem.ofOption(written, "unknown command"), NearestName.of(written, commands))
                .withAllowed(String.join(", ", commands));
    }

    private Problem unknownOption(String written, CommandLine line) {
        CommandSpec command = line.getCommandSpec();
        Problem unknown = Problem.ofOption(written, "unknown option");
        List<String> others =
                withOption(written, command).map(CommandSpec::name).distinct().toList();
        return others.isEmpty()
                ? withNearest(unknown, nearest(written, command))
                : unknown.withRemedy("an option of " + FewNames.of(others, MOST_COMMANDS) + ", not of " + command.name()
                        + ": leave it out");
    }

    /** Returns the other commands that have an option. */
    private Stream<CommandSpec> withOption(String name, CommandSpec command) {
        return everything.get().getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(other -> !other.name().equals(command.name()) && other.findOption(name) != null);
    }

    /** Returns the nearest option, compared without dashes. Shared dashes would make different words look similar. */
    private static Optional<String> nearest(String written, CommandSpec command) {
        Set<String> names = new TreeSet<>();
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                names.add(option.longestName().substring(LONG.length()));
            }
        }
        return NearestName.of(written.replaceFirst("^\\W+", "").replaceFirst("=.*", ""), names)
                .map(LONG::concat);
    }

    private static Problem withNearest(Problem problem, Optional<String> nearest) {
        return nearest.map(name -> problem.withNearest(name).withRemedy("write `" + name + "`, or see --help"))
                .orElse(problem.withRemedy("see --help"));
    }
}
