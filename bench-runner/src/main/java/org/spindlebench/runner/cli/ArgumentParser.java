package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Parses the arguments that are not Hadoop's, and turns what picocli complains of into problems. */
final class ArgumentParser {
    private static final String IMPLIED = "run";

    private final CommandLine parser = Commands.parser();

    /**
     * The command's line, with its arguments filled in.
     *
     * @param arguments without Hadoop's generic options
     */
    CommandLine parse(List<String> arguments, Problems problems) {
        ParseResult result = parser.parseArgs(withCommand(arguments).toArray(new String[0]));
        addErrors(result, problems);
        while (result.hasSubcommand()) {
            result = result.subcommand();
            addErrors(result, problems);
        }
        CommandLine line = result.commandSpec().commandLine();
        addUnmatched(line, result.unmatched(), problems);
        return line;
    }

    /** Options without a command run a suite, as in {@code hadoop jar bench-runner.jar --suite full}. */
    private static List<String> withCommand(List<String> arguments) {
        Set<String> own = Set.of("-h", "--help", "-V", "--version");
        if (arguments.isEmpty() || !arguments.get(0).startsWith("-") || own.contains(arguments.get(0))) {
            return arguments;
        }
        List<String> implied = new ArrayList<>(List.of(IMPLIED));
        implied.addAll(arguments);
        return implied;
    }

    private static void addErrors(ParseResult result, Problems problems) {
        for (Exception error : result.errors()) {
            if (!(error instanceof UnmatchedArgumentException)) {
                problems.add(Problem.at(Location.COMMAND_LINE, option(error), String.valueOf(error.getMessage()))
                        .withRemedy("see --help"));
            }
        }
    }

    /** The option that an error is about, or an empty text. */
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

    private void addUnmatched(CommandLine line, List<String> unmatched, Problems problems) {
        Set<String> options = new HashSet<>(line.getCommandSpec().optionsMap().keySet());
        Set<String> commands = parser.getSubcommands().keySet();
        boolean afterOption = false;
        for (String argument : unmatched) {
            boolean isOption = argument.startsWith("-");
            if (isOption) {
                problems.add(unknown("unknown option", argument.replaceFirst("=.*", ""), options));
            } else if (line == parser) {
                problems.add(unknown("unknown command", argument, commands).withAllowed(String.join(", ", commands)));
                // Whose options the others are, nobody knows.
                return;
            } else if (commands.contains(argument)) {
                problems.add(Problem.at(Location.COMMAND_LINE, argument, "a command after options")
                        .withRemedy("write the command first"));
            } else if (!afterOption) {
                problems.add(Problem.at(Location.COMMAND_LINE, argument, "an argument that nothing asks for")
                        .withRemedy("leave it out; see --help"));
            }
            // What follows an unknown option is probably its value, and no mistake of its own.
            afterOption = isOption;
        }
    }

    private static Problem unknown(String reason, String written, Set<String> valid) {
        Problem problem = Problem.at(Location.COMMAND_LINE, written, reason);
        return NearestName.of(written, valid)
                .map(name -> problem.withNearest(name).withRemedy("write `" + name + "`, or see --help"))
                .orElse(problem.withRemedy("see --help"));
    }
}
