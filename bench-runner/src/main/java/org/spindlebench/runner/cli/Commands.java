package org.spindlebench.runner.cli;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import org.spindlebench.runner.bundle.BundleCommand;
import org.spindlebench.runner.bundle.VerifyCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Invocation;
import org.spindlebench.runner.console.OptionConverter;
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
    static final String GENERIC = "%nHadoop's generic options, before or after all others:%n"
            + "  -D key=value   a Hadoop setting for every job; overrides the suite's%n"
            + "  -conf FILE  -fs URI  -jt ADDRESS  -libjars JARS  -files FILES  -archives ARCHIVES%n"
            + "%nKerberos:%n"
            + "  --keytab FILE      log in with this keytab instead of your ticket, and again when the login ends%n"
            + "  --principal NAME   the principal in the keytab%n";
    static final String EXIT_CODES =
            "%nExit codes: 0 all valid, 1 some run failed or was invalid, 2 wrong usage or configuration, 3 the cluster cannot"
                    + " be reached, 4 slower (`compare --fail-if-slower`), 70 unexpected error, 130 Ctrl-C.";
    private static final List<String> NAMES = List.of(
            "run", "plan", "check", "status", "stop", "report", "compare", "bundle", "verify", "import", "devices",
            "lab", "list", "init", "clean", "help", "version");
    private static final int WIDTH = 120;

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
        List<String> arguments =
                ArgumentParser.withCommand(LabCommand.asRun(console.generic().rest()));
        List<String> named = NAMES.stream().filter(arguments::contains).toList();
        CommandLine parser = named.isEmpty() ? overview() : parser(named);
        CommandLine line = new ArgumentParser(parser, NAMES).parse(arguments, console.problems());
        if (line.isUsageHelpRequested()) {
            console.out().print(usage(line.getParent() == null ? overview() : line));
            return ExitCode.ALL_VALID.code();
        }
        Callable<Integer> command = line.isVersionHelpRequested() ? new Version() : line.getCommand();
        return command.call();
    }

    /** Returns a parser that collects all mistakes instead of stopping at the first. */
    private CommandLine parser(List<String> names) {
        CommandLine line = new CommandLine(new Spindle(), new ConverterFactory());
        names.forEach(name -> line.addSubcommand(name, command(name)));
        line.setUsageHelpWidth(WIDTH);
        // Only help needs this class, and a reference to the constructor would load it for every command.
        line.setHelpFactory((spec, colours) -> new UnbrokenHelp(spec, colours));
        line.getCommandSpec().parser().collectErrors(true);
        line.getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec().parser().collectErrors(true));
        return line;
    }

    /** Returns a parser that knows only the names and descriptions of commands, because their options take long. */
    private CommandLine overview() {
        CommandLine line = parser(List.of());
        for (String name : NAMES) {
            CommandSpec described = CommandSpec.create();
            described
                    .usageMessage()
                    .description(command(name)
                            .getClass()
                            .getAnnotation(CommandLine.Command.class)
                            .description());
            line.addSubcommand(name, described);
        }
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
            case "bundle" -> new BundleCommand(context, console);
            case "verify" -> new VerifyCommand(context, console);
            case "import" -> new ImportCommand(context, console);
            case "devices" -> new DevicesCommand(context, console);
            case "lab" -> new LabCommand(context, console);
            case "list" -> new ListCommand(context, console);
            case "init" -> new InitCommand(context, console);
            case "clean" -> new CleanCommand(context, console);
            case "help" -> new Help();
            default -> new Version();
        };
    }

    /** Returns the text that {@code --help} prints. */
    private static String usage(CommandLine line) {
        String help = UnbrokenHelp.restored(line.getUsageMessage());
        String command = "(?m)^  (?=" + line.getCommandName() + " )";
        return line.getParent() == null
                ? help
                : help.replaceAll(command, Matcher.quoteReplacement("  " + Invocation.of() + " "));
    }

    /** Makes converters, some of which need the working directory or the jobs. */
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
    @CommandLine.Command(
            name = "spindle",
            description =
                    "Measures what storage does to MapReduce, and proves that every run measured what it claims.%n",
            mixinStandardHelpOptions = true,
            synopsisHeading = "Usage: ",
            customSynopsis = {
                "spindle COMMAND [options]",
                "       hadoop jar bench-runner.jar COMMAND [options]",
                "       hadoop jar bench-runner.jar --suite NAME [options]      (the same as run)%n"
            },
            commandListHeading = "%nCommands (each has its own --help):%n",
            footer = {
                GENERIC,
                "Examples:",
                "  spindle run --embedded                           one machine, no Hadoop needed",
                "  hadoop jar bench-runner.jar check --suite quick  checks whether the cluster that Hadoop's files name can run it",
                "  hadoop jar bench-runner.jar run --suite quick    a small run on that cluster as it is, without --setup",
                "  hadoop jar bench-runner.jar plan --suite paper   prints what would run, and in which order",
                EXIT_CODES
            })
    final class Spindle implements Callable<Integer> {
        @Override
        public Integer call() {
            if (!console.problems().isEmpty()) {
                return console.refuse("nothing was started.");
            }
            console.err().print(usage(overview()));
            return ExitCode.WRONG_USAGE.code();
        }
    }

    @CommandLine.Command(
            name = "help",
            customSynopsis = "spindle help [COMMAND]",
            descriptionHeading = "%n",
            description = "Prints the description and the options of a command, as COMMAND --help does.")
    final class Help implements Callable<Integer> {
        @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "a command, such as run")
        private String of;

        @Override
        public Integer call() {
            if (of != null && !NAMES.contains(of)) {
                console.add(ArgumentParser.unknownCommand(of, NAMES));
            }
            if (!console.problems().isEmpty()) {
                return console.refuse("nothing was started.");
            }
            console.out()
                    .print(usage(
                            of == null
                                    ? overview()
                                    : parser(List.of(of)).getSubcommands().get(of)));
            return ExitCode.ALL_VALID.code();
        }
    }

    @CommandLine.Command(
            name = "version",
            customSynopsis = "spindle version",
            descriptionHeading = "%n",
            description = "Prints Spindle's version.",
            mixinStandardHelpOptions = true)
    final class Version implements Callable<Integer> {
        @Override
        public Integer call() {
            return console.print("Spindle " + SoftwareReader.version(), "nothing was started.");
        }
    }
}
