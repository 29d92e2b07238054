package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.spindlebench.runner.campaign.CampaignArguments;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.console.Invocation;
import org.spindlebench.runner.devices.DevicesCommand;
import org.spindlebench.runner.imports.ImportCommand;
import org.spindlebench.runner.reports.CompareCommand;
import org.spindlebench.runner.reports.ReportCommand;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands and their help. They hold arguments only; {@link Main} acts on them. */
public final class Commands {
    private static final String GENERIC = "%nHadoop's generic options, before or after all others:%n"
            + "  -D key=value   a Hadoop setting of every job; wins over the suite's%n"
            + "  -conf FILE  -fs URI  -jt ADDRESS  -libjars JARS  -files FILES  -archives ARCHIVES%n";
    private static final String EXIT_CODES =
            "%nExit codes: 0 all valid, 1 some run failed or was invalid, 2 wrong usage or configuration, 3 the cluster cannot"
                    + " be reached, 4 slower (`compare --fail-if-slower`), 70 Spindle met what it did not expect, 130 Ctrl-C.";
    private static final int WIDTH = 120;

    private Commands() {}

    /** A parser that collects what is wrong instead of ending at the first mistake. */
    static CommandLine parser() {
        CommandLine line = new CommandLine(new Spindle());
        line.setUsageHelpWidth(WIDTH);
        line.setHelpFactory(UnbrokenHelp::new);
        configure(line);
        return line;
    }

    /** What {@code --help} prints. */
    static String usage(CommandLine line) {
        String help = UnbrokenHelp.restored(line.getUsageMessage());
        String command = "(?m)^  (?=" + line.getCommandName() + " )";
        return line.getParent() == null
                ? help
                : help.replaceAll(command, Matcher.quoteReplacement("  " + Invocation.of() + " "));
    }

    private static void configure(CommandLine line) {
        line.getCommandSpec().parser().collectErrors(true);
        line.getSubcommands().values().forEach(Commands::configure);
    }

    /** The program. */
    @CommandLine.Command(
            name = "spindle",
            description =
                    "Measures what storage does to MapReduce, and proves that every run measured what it claims.%n",
            subcommands = {
                Run.class,
                Plan.class,
                Check.class,
                ReportCommand.class,
                CompareCommand.class,
                ImportCommand.class,
                DevicesCommand.class,
                ListNames.class,
                Clean.class,
                Help.class,
                Version.class
            },
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
                "  spindle run --embedded --suite quick             one machine, no Hadoop needed",
                "  hadoop jar bench-runner.jar check --suite quick  whether the cluster that Hadoop's files name can run it",
                "  hadoop jar bench-runner.jar run --suite quick    a small run there, without --setup: the cluster as it is",
                "  hadoop jar bench-runner.jar plan --suite paper   what would run, and in which order",
                EXIT_CODES
            })
    static final class Spindle {}

    /** A command that needs a plan. */
    interface OfCampaign {
        CampaignArguments campaign();

        Command command();

        /** Of {@code --for-nodes}; null where it was not given. */
        default String forNodes() {
            return null;
        }
    }

    /** Runs a suite. */
    @CommandLine.Command(
            name = "run",
            customSynopsis = "spindle run --suite NAME|FILE [options]",
            descriptionHeading = "%n",
            optionListHeading = "%nOptions:%n",
            sortOptions = false,
            description =
                    "Runs a suite: every job as often as the suite says, in an order that is randomised in blocks."
                            + " Writes one JSON record per run, and a table at the end.",
            mixinStandardHelpOptions = true,
            footer = {
                GENERIC,
                "Examples:",
                "  run --embedded --suite quick                      one machine, no Hadoop needed",
                "  run --suite quick                                 on the cluster that Hadoop's files name, as it is",
                "  run --suite full --setup old-disks --yes          the same at full size, under a name to compare by",
                "  run --suite full --jobs terasort,shuffle --repeats 10 -D mapreduce.task.io.sort.mb=256",
                "  run --suite full --setup hdd.yaml --setup ssd.yaml   visits two setups in turns",
                "  run --experiment hybrid-modes --setup hybrid.yaml    a study of a paper, on your own directories",
                "  run --workload example --embedded                    several jobs at once, and how much that slows them",
                "  run --resume                                      goes on with the latest unfinished campaign",
                EXIT_CODES
            })
    static final class Run implements OfCampaign {
        @Mixin
        private CampaignArguments campaign;

        @Override
        public CampaignArguments campaign() {
            return campaign;
        }

        @Override
        public Command command() {
            return Command.RUN;
        }
    }

    /** Prints a plan. */
    @CommandLine.Command(
            name = "plan",
            customSynopsis = "spindle plan --suite NAME|FILE [options]",
            descriptionHeading = "%n",
            optionListHeading = "%nOptions:%n",
            sortOptions = false,
            description = "Prints what `run` would do with the same options: order, sizes, settings. Needs no cluster."
                    + " With --for-nodes it also says what a cluster of that size cannot run.",
            mixinStandardHelpOptions = true,
            footer = {
                GENERIC,
                "Examples:",
                "  plan --suite full                     as a table",
                "  plan --suite full --seed 7 --json     as JSON, in the order of seed 7",
                "  plan --suite paper --for-nodes 300    whether Hadoop's limits allow it on 300 nodes",
                EXIT_CODES
            })
    static final class Plan implements OfCampaign {
        @Mixin
        private CampaignArguments campaign;

        @Option(
                names = "--for-nodes",
                paramLabel = "N",
                description =
                        "also say which jobs a cluster of so many nodes cannot run: too many splits, files or tasks for"
                                + " Hadoop's limits. Each node has what this client's Hadoop files give it, else 8 GiB and 8 vcores")
        private String forNodes;

        @Override
        public String forNodes() {
            return forNodes;
        }

        @Override
        public CampaignArguments campaign() {
            return campaign;
        }

        @Override
        public Command command() {
            return Command.PLAN;
        }
    }

    /** Checks a cluster. */
    @CommandLine.Command(
            name = "check",
            customSynopsis = "spindle check --suite NAME|FILE [options]",
            descriptionHeading = "%n",
            optionListHeading = "%nOptions:%n",
            sortOptions = false,
            description = "Checks whether the cluster can run what `run` would, and reports all problems at once."
                    + " Runs no job of the suite.",
            mixinStandardHelpOptions = true,
            footer = {
                GENERIC,
                "Examples:",
                "  check --suite full --queue benchmarks",
                "  check --suite full --queue benchmarks --calibrate     later runs use what the queue grants",
                EXIT_CODES
            })
    static final class Check implements OfCampaign {
        @Mixin
        private CampaignArguments campaign;

        @Option(
                names = "--calibrate",
                description =
                        "measure how many containers the queue grants at once, by tasks that sleep, and how long the"
                                + " plan takes, by one small run of each job; kept under --out for later runs on this cluster"
                                + " and queue")
        private boolean calibrate;

        @Override
        public CampaignArguments campaign() {
            return campaign;
        }

        @Override
        public Command command() {
            return calibrate ? Command.CALIBRATE : Command.CHECK;
        }
    }

    /** Lists names. */
    @CommandLine.Command(
            name = "list",
            customSynopsis =
                    "spindle list jobs|suites|setups|experiments|workloads [NAME|FILE]... [--verbose] [--json]",
            descriptionHeading = "%n",
            optionListHeading = "%nOptions:%n",
            sortOptions = false,
            description = "Lists the names that other options take.",
            mixinStandardHelpOptions = true,
            footer = {
                "%nExamples:",
                "  list suites",
                "  list jobs --json",
                "  list setups --verbose hdd-6 hdd-11 mine.yaml     capacity, bandwidth and price of a node"
            })
    static final class ListNames {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "jobs|suites|setups|experiments|workloads",
                description = "jobs: for --jobs and suites; suites: for --suite; setups: for --setup; experiments: for"
                        + " --experiment; workloads: for --workload")
        String what;

        @Parameters(
                index = "1..*",
                arity = "0..*",
                paramLabel = "NAME|FILE",
                description = "only these setups (default: all of conf/setups)")
        List<String> names = new ArrayList<>();

        @Option(names = "--verbose", description = "what each setup's nodes have, as a table")
        boolean verbose;

        @Option(
                names = "--out",
                paramLabel = "DIR",
                description = "where `devices --setup` kept what it measured (default: results)")
        String out;

        @Option(names = "--json", description = "JSON on stdout instead of text")
        boolean json;
    }

    /** Removes data. */
    @CommandLine.Command(
            name = "clean",
            customSynopsis = "spindle clean [--dry-run] [--base-dir=DIR]",
            descriptionHeading = "%n",
            optionListHeading = "%nOptions:%n",
            sortOptions = false,
            description = "Removes what Spindle itself put into HDFS, and nothing else.",
            mixinStandardHelpOptions = true,
            footer = {GENERIC, "Example:", "  clean --dry-run     lists what would be removed"})
    static final class Clean {
        @Option(names = "--dry-run", description = "only list what would be removed")
        boolean dryRun;

        @Option(
                names = "--base-dir",
                paramLabel = "DIR",
                description = "where data lies in HDFS (default: spindle, under your home there)")
        String baseDir;
    }

    /** Prints help. */
    @CommandLine.Command(
            name = "help",
            customSynopsis = "spindle help [COMMAND]",
            descriptionHeading = "%n",
            description = "Prints what a command does and its options, as COMMAND --help does.")
    static final class Help {
        @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "such as run")
        String of;
    }

    /** Prints the version. */
    @CommandLine.Command(
            name = "version",
            customSynopsis = "spindle version",
            descriptionHeading = "%n",
            description = "Prints Spindle's version.",
            mixinStandardHelpOptions = true)
    static final class Version {}
}
