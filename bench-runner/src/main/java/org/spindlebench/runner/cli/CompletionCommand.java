package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;

@CommandLine.Command(
        name = "completion",
        customSynopsis = "bash|zsh",
        description = "Prints a script with which a shell completes commands, options and names.",
        footer = {
            "To use it in this shell:",
            "  source <(spindle completion bash)",
            "To use it always:",
            "  spindle completion bash > ~/.spindle-completion",
            "  echo 'source ~/.spindle-completion' >> ~/.bashrc"
        })
final class CompletionCommand extends CliCommand {
    private static final List<String> SHELLS = List.of("bash", "zsh");

    private static final Pattern PATHS = Pattern.compile("FILE|DIR|RESULTS|CAMPAIGN|BUNDLE|BASE");

    /** Creates a new parser of all commands for each script. */
    private final Supplier<CommandLine> commands;

    @Parameters(arity = "0..1", paramLabel = "bash|zsh", description = "The shell whose script is printed.")
    private String shell;

    CompletionCommand(CliContext context, Console console, Supplier<CommandLine> commands) {
        super(context, console);
        this.commands = commands;
    }

    @Override
    public Integer call() {
        if (shell == null || !SHELLS.contains(shell)) {
            problems.add(Problem.ofOption("completion", shell == null ? "no shell given" : "unknown shell")
                    .withValue(shell == null ? "" : shell)
                    .withAllowed(String.join(", ", SHELLS)));
        }
        if (!problems.isEmpty()) {
            return console.refuse("nothing was written.");
        }
        CommandLine all = completed(commands.get(), names());
        console.out().print(AutoComplete.bash("spindle", all));
        return ExitCode.ALL_VALID.code();
    }

    /** Returns a command whose options, arguments and commands list the words that they accept. */
    private static CommandLine completed(CommandLine command, Map<String, List<String>> names) {
        CommandSpec completed = CommandSpec.create().name(command.getCommandName());
        for (OptionSpec option : command.getCommandSpec().options()) {
            // picocli names the list of words by the label, and NAME|FILE stands for several lists.
            completed.addOption(OptionSpec.builder(option.names())
                    .arity(option.arity().toString())
                    .hidden(option.hidden())
                    .paramLabel(option.longestName())
                    .type(type(option))
                    .completionCandidates(words(names, option.longestName(), option))
                    .build());
        }
        for (PositionalParamSpec argument : command.getCommandSpec().positionalParameters()) {
            completed.addPositional(PositionalParamSpec.builder()
                    .index(argument.index().toString())
                    .arity(argument.arity().toString())
                    .paramLabel(argument.paramLabel())
                    .type(type(argument))
                    .completionCandidates(words(names, argument.paramLabel(), argument))
                    .build());
        }
        CommandLine line = new CommandLine(completed);
        command.getSubcommands().forEach((name, other) -> line.addSubcommand(name, completed(other, names)));
        return line;
    }

    /** Returns the type by which picocli recognises files, and options without a value. */
    private static Class<?> type(ArgSpec argument) {
        if (argument.arity().max() == 0) {
            return boolean.class;
        }
        return PATHS.matcher(argument.paramLabel()).find() ? Path.class : String.class;
    }

    /**
     * Returns the words that an option or argument accepts: the names of its kind, otherwise the lower-case words of a
     * label such as {@code off|local|command=COMMAND}; null if there are none.
     */
    private static List<String> words(Map<String, List<String>> names, String name, ArgSpec argument) {
        List<String> small = Arrays.stream(argument.paramLabel().split("\\|"))
                .map(word -> word.replaceFirst("(?:\\[.*|(?<==)[A-Z]+)$", ""))
                .filter(word -> word.matches("[a-z][a-z,=-]*"))
                .toList();
        List<String> words = names.getOrDefault(name, small);
        return words.isEmpty() ? null : words;
    }

    /**
     * Returns the names that options and arguments accept: the names of files in {@code conf}, of jobs and of commands.
     */
    private Map<String, List<String>> names() {
        Map<String, List<String>> names = new HashMap<>();
        for (ConfKind kind : ConfKind.values()) {
            names.put(kind.option(), List.copyOf(new ConfFinder(kind, context.directory()).names()));
        }
        names.put("--jobs", new ArrayList<>(context.jobs().keySet()));
        names.put("COMMAND", List.copyOf(commands.get().getSubcommands().keySet()));
        return names;
    }
}
