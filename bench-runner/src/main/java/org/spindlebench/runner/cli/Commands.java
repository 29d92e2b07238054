package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.CommandDescription;
import org.spindlebench.runner.console.CommandText;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.HelpText;
import org.spindlebench.runner.console.OptionConverter;
import org.spindlebench.runner.console.StandardInput;
import org.spindlebench.runner.devices.DevicesCommand;
import org.spindlebench.runner.imports.ImportCommand;
import org.spindlebench.runner.reports.CompareCommand;
import org.spindlebench.runner.reports.ReportCommand;
import org.spindlebench.runner.run.SoftwareReader;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** Creates and calls only the command that the arguments name, because each command loads its own classes. */
final class Commands {
    private static final List<String> NAMES = List.of(
            "run",
            "plan",
            "check",
            "status",
            "stop",
            "report",
            "compare",
            "bundle",
            "verify",
            "site",
            "import",
            "devices",
            "lab",
            "list",
            "init",
            "clean",
            "completion",
            "help",
            "version");

    private final CliContext context;
    private final Console console;

    Commands(CliContext context, Console console) {
        this.context = context;
        this.console = console;
    }

    /**
     * Calls the command that the arguments name.
     *
     * @return the exit code
     * @throws Exception any failure that the command did not expect
     */
    int call() throws Exception {
        List<String> arguments = ArgumentParser.withCommand(LabCommand.asRun(
                console.generic().rest().stream().map(StandardInput::asArgument).toList()));
        List<String> named = NAMES.stream().filter(arguments::contains).toList();
        CommandLine parser = named.isEmpty() ? overview() : parser(named);
        Problems found = new Problems();
        CommandLine line = new ArgumentParser(parser, NAMES, this::completed).parse(arguments, found);
        found.list().stream()
                .map(problem -> LabCommand.asWritten(problem, console.generic().rest()))
                .forEach(console::add);
        if (line.isUsageHelpRequested()) {
            console.out().print(help(line.getParent() == null ? "" : line.getCommandName()));
            return ExitCode.ALL_VALID.code();
        }
        Callable<Integer> command = line.isVersionHelpRequested() ? new Version() : line.getCommand();
        return command.call();
    }

    /** Returns the descriptions of the program and of all commands for their document, in the order of the help. */
    List<CommandDescription> pages() {
        List<CommandDescription> pages = new ArrayList<>(List.of(page("")));
        NAMES.forEach(name -> pages.add(page(name)));
        return pages;
    }

    /** Returns the description of a command. */
    private CommandDescription page(String name) {
        if (!name.isEmpty()) {
            return CommandDescription.of(
                    parser(List.of(name)).getSubcommands().get(name).getCommandSpec());
        }
        CommandDescription program = CommandDescription.of(overview().getCommandSpec());
        List<CommandDescription.HelpEntry> commands = NAMES.stream()
                .map(command -> new CommandDescription.HelpEntry(
                        List.of(command),
                        "",
                        command(command)
                                .getClass()
                                .getAnnotation(CommandLine.Command.class)
                                .description()[0]
                                .replaceFirst("\\. .*", ".")))
                .toList();
        List<CommandDescription.HelpSection> parts = new ArrayList<>(
                List.of(new CommandDescription.HelpSection("Commands (each has its own --help)", commands)));
        parts.addAll(program.parts());
        return new CommandDescription("", program.synopsis(), program.description(), parts, program.sections());
    }

    private String help(String command) {
        return HelpText.of(page(command), CommandText.of());
    }

    /** Returns a parser that collects all mistakes instead of stopping at the first. */
    private CommandLine parser(List<String> names) {
        CommandLine line = new CommandLine(new RootCommand(), new ConverterFactory());
        names.forEach(name -> line.addSubcommand(name, command(name)));
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .map(command -> command.getCommandSpec().parser())
                // `-jobs` is a mistake for `--jobs`, not the option -j with the value `obs`.
                .forEach(parser -> parser.collectErrors(true).posixClusteredShortOptionsAllowed(false));
        return line;
    }

    /** Returns a parser that knows only the names of commands, because creating their options takes long. */
    private CommandLine overview() {
        CommandLine line = parser(List.of());
        NAMES.forEach(name -> line.addSubcommand(name, CommandSpec.create()));
        return line;
    }

    /** Returns a parser of all commands, which also accepts the options of {@code run} without its name. */
    private CommandLine completed() {
        CommandLine line = new CommandLine(command("run"), new ConverterFactory()).setCommandName("spindle");
        NAMES.forEach(name -> line.addSubcommand(name, command(name)));
        line.getSubcommands().get("lab").addSubcommand("run", command("run"));
        return line;
    }

    private Callable<Integer> command(String name) {
        return switch (name) {
            case "run" -> new CampaignCommands.RunCommand(context, console);
            case "plan" -> new CampaignCommands.PlanCommand(context, console);
            case "check" -> new CampaignCommands.CheckCommand(context, console);
            case "status" -> new AttendCommands.StatusCommand(context, console);
            case "stop" -> new AttendCommands.StopCommand(context, console);
            case "report" -> new ReportCommand(context, console);
            case "compare" -> new CompareCommand(context, console);
            case "bundle" -> new HandoverCommands.BundleCommand(context, console);
            case "verify" -> new HandoverCommands.VerifyCommand(context, console);
            case "site" -> new SiteCommand(context, console);
            case "import" -> new ImportCommand(context, console);
            case "devices" -> new DevicesCommand(context, console);
            case "lab" -> new LabCommand(context, console);
            case "list" -> new ListCommand(context, console);
            case "init" -> new InitCommand(context, console);
            case "clean" -> new CleanCommand(context, console);
            case "completion" -> new CompletionCommand(context, console, this::completed);
            case "help" -> new Help();
            default -> new Version();
        };
    }

    /** Makes converters. Some of them need the working directory or the jobs. */
    private final class ConverterFactory implements CommandLine.IFactory {
        private final CommandLine.IFactory others = CommandLine.defaultFactory();

        @Override
        public <K> K create(Class<K> type) throws Exception {
            return OptionConverter.class.isAssignableFrom(type)
                    ? type.cast(OptionConverter.make(type, context))
                    : others.create(type);
        }
    }

    /** The command {@code spindle}, which contains all others. */
    @Heading.OnCluster
    @CommandLine.Command(
            name = "spindle",
            description = "Measures what storage does to MapReduce, and proves that every run measured what it claims.",
            mixinStandardHelpOptions = true,
            customSynopsis = {
                "COMMAND [options]",
                "--suite NAME|FILE [options]      (the same as run)",
                "hadoop jar bench-runner.jar COMMAND [options]"
            },
            footer = {
                "Examples:",
                "  run --embedded                   on one machine, no Hadoop needed",
                "  check --suite quick              checks whether the cluster that Hadoop's files name can run it",
                "  run --suite quick                a small run on that cluster as it is, without --setup",
                "  plan --suite paper               prints what would run, and in which order"
            })
    final class RootCommand implements Callable<Integer> {
        @Override
        public Integer call() {
            if (!console.generic().rest().isEmpty() && console.problems().isEmpty()) {
                console.add(Problem.ofOption("", "a command is missing").withAllowed(String.join(", ", NAMES)));
            }
            if (!console.problems().isEmpty()) {
                return console.refuse("nothing was started.");
            }
            console.err().print(help(""));
            return ExitCode.WRONG_USAGE.code();
        }
    }

    @CommandLine.Command(
            name = "help",
            customSynopsis = "[COMMAND]",
            description = "Prints the description and the options of a command, as COMMAND --help does.")
    final class Help implements Callable<Integer> {
        @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "A command, such as run.")
        private String of;

        @Override
        public Integer call() {
            if (of != null && !NAMES.contains(of)) {
                console.add(ArgumentParser.unknownCommand(of, NAMES));
            }
            if (!console.problems().isEmpty()) {
                return console.refuse("nothing was started.");
            }
            console.out().print(help(of == null ? "" : of));
            return ExitCode.ALL_VALID.code();
        }
    }

    @CommandLine.Command(
            name = "version",
            customSynopsis = "",
            description = "Prints Spindle's version.",
            mixinStandardHelpOptions = true)
    final class Version implements Callable<Integer> {
        @Override
        public Integer call() {
            return console.print("Spindle " + SoftwareReader.version(), "nothing was started.");
        }
    }
}
