package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.runner.campaign.CampaignArguments;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.CleanRequest;
import org.spindlebench.runner.campaign.CampaignRequest.Origin;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.SavedExperiment;
import org.spindlebench.runner.check.JobLimits;
import org.spindlebench.runner.check.PlannedHours;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.session.ClusterSession.AssumedCluster;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.HadoopKeys;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.WholeNumber;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.ExperimentPrinter;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.PlanPrinter;
import org.spindlebench.runner.plan.PlanPrinter.WorkloadPrinter;
import org.spindlebench.runner.run.Sizing;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands that plan, check, run and clean. */
final class CampaignCommands {
    private static final String NOTHING = "nothing was started.";

    private final CliContext context;
    private final Console console;
    private final Problems problems;
    private final Supplier<CommandActions> actions;
    private Optional<PlanLimits> limits = Optional.empty();

    private CampaignCommands(CliContext context, Console console, Supplier<CommandActions> actions) {
        this.context = context;
        this.console = console;
        this.problems = console.problems();
        this.actions = actions;
    }

    /** Makes a request of the arguments, and acts on it; the exit code. */
    int act(CampaignCommand command) {
        GenericOptions generic = console.generic();
        limits = PlanLimits.read(command.forNodes(), generic, problems);
        Optional<CampaignRequest> request = command.campaign().workload != null
                ? new WorkloadPreparation(command, generic, context, problems).prepare(console.out(), console.err())
                : isExperiment(command.campaign())
                        ? new ExperimentPreparation(command, generic, context, problems)
                                .prepare(console.out(), console.err())
                        : new Preparation(command, generic, context, problems).prepare(console.out(), console.err());
        return request.map(this::act).orElseGet(() -> console.refuse(NOTHING));
    }

    private boolean isExperiment(CampaignArguments arguments) {
        return arguments.experiment != null
                || arguments.setups.size() > 1
                || (arguments.resume != null
                        && arguments.suite == null
                        && context.path(
                                        "--out",
                                        Objects.requireNonNullElse(arguments.out, RunOptions.DEFAULT_OUT),
                                        new Problems())
                                .filter(out -> SavedExperiment.exists(out, arguments.resume))
                                .isPresent());
    }

    private int act(CampaignRequest request) {
        if (!request.plan().isExperiment()) {
            warnOfLabel(request.setups().get(0).setup());
        }
        warnOfSettings(request.plan());
        return switch (request.command()) {
            case RUN -> actions.get().run(request);
            case CHECK -> actions.get().check(request);
            case CALIBRATE -> actions.get().calibrate(request);
            case PLAN -> print(request);
        };
    }

    /** Warns of a label, whose setup nobody verifies, if a setup with a file has nearly the same name. */
    private void warnOfLabel(ChosenSetup setup) {
        if (setup.declared().isEmpty() && !setup.name().equals(RunOptions.DEFAULT_SETUP)) {
            NearestName.within(1, setup.name(), new ConfFinder(ConfKind.SETUP, context.directory()).names())
                    .ifPresent(near -> console.err()
                            .println("warning: --setup " + setup.name()
                                    + " is a mere label: no file describes such a setup, and nothing of it is verified. Did you mean "
                                    + near + "?"));
        }
    }

    /** A misspelt name changes nothing, and the plan shows it as if it did. */
    private void warnOfSettings(Plan plan) {
        Set<Map.Entry<String, String>> settings = plan.runs().stream()
                .flatMap(run -> run.configuration().entrySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        settings.forEach(setting -> HadoopKeys.warning(setting.getKey(), setting.getValue())
                .ifPresent(warning -> console.err().println("warning: " + warning)));
    }

    private String planText(CampaignRequest request) {
        Plan plan = request.plan();
        if (request.options().json()) {
            return PlanFile.json(plan);
        }
        Origin origin = request.origin();
        if (origin.workload().isPresent()) {
            return WorkloadPrinter.text(origin.workload().get());
        }
        Path out = request.options().out();
        String text = plan.isExperiment()
                ? ExperimentPrinter.text(
                        plan, request.declared(), MeasuredSetups.read(out.resolve(MeasuredSetups.FILE), problems))
                : PlanPrinter.text(plan, origin.suite());
        return PlannedHours.of(out, plan)
                .describe()
                .map(hours -> text + System.lineSeparator() + hours)
                .orElse(text);
    }

    /** Prints a plan, and after it the jobs that a cluster of the size asked for cannot run. */
    private int print(CampaignRequest request) {
        int code = console.print(planText(request), NOTHING);
        if (code != ExitCode.ALL_VALID.code() || limits.isEmpty()) {
            return code;
        }
        limits.get().check(request, problems);
        return problems.isEmpty()
                ? code
                : console.refuse("a cluster of " + limits.get().nodes() + " nodes cannot run this plan.");
    }

    /** A command that needs a plan. */
    abstract static class CampaignCommand extends CliCommand {
        @Mixin
        private CampaignArguments campaign;

        private final Supplier<CommandActions> actions;

        CampaignCommand(CliContext context, Console console, Supplier<CommandActions> actions) {
            super(context, console);
            this.actions = actions;
        }

        @Override
        public Integer call() {
            return new CampaignCommands(context, console, actions).act(this);
        }

        CampaignArguments campaign() {
            return campaign;
        }

        abstract Command command();

        /** The value of {@code --for-nodes}; null if it was not given. */
        String forNodes() {
            return null;
        }
    }

    /** Runs a suite. */
    @CommandLine.Command(
            name = "run",
            customSynopsis = "spindle run --suite NAME|FILE [options]",
            description =
                    "Runs a suite: every job as often as the suite says, in an order that is randomised in blocks."
                            + " Writes one JSON record per run, and a table at the end.",
            footer = {
                Commands.GENERIC,
                "Examples:",
                "  run --embedded --suite quick                      one machine, no Hadoop needed",
                "  run --suite quick                                 on the cluster that Hadoop's files name, as it is",
                "  run --suite full --setup old-disks --yes          the same at full size, under a name to compare by",
                "  run --suite full --jobs terasort,shuffle --repeats 10 -D mapreduce.task.io.sort.mb=256",
                "  run --suite full --setup hdd.yaml --setup ssd.yaml   visits two setups in turns",
                "  run --experiment hybrid-modes --setup hybrid.yaml    a study of a paper, on your own directories",
                "  run --workload example --embedded                    several jobs at once, and how much that slows them",
                "  run --resume                                      goes on with the latest unfinished campaign",
                Commands.EXIT_CODES
            })
    static final class RunCommand extends CampaignCommand {
        RunCommand(CliContext context, Console console, Supplier<CommandActions> actions) {
            super(context, console, actions);
        }

        @Override
        Command command() {
            return Command.RUN;
        }
    }

    /** Prints a plan. */
    @CommandLine.Command(
            name = "plan",
            customSynopsis = "spindle plan --suite NAME|FILE [options]",
            description = "Prints what `run` would do with the same options: order, sizes, settings. Needs no cluster."
                    + " With --for-nodes it also says what a cluster of that size cannot run.",
            footer = {
                Commands.GENERIC,
                "Examples:",
                "  plan --suite full                     as a table",
                "  plan --suite full --seed 7 --json     as JSON, in the order of seed 7",
                "  plan --suite paper --for-nodes 300    whether Hadoop's limits allow it on 300 nodes",
                Commands.EXIT_CODES
            })
    static final class PlanCommand extends CampaignCommand {
        PlanCommand(CliContext context, Console console, Supplier<CommandActions> actions) {
            super(context, console, actions);
        }

        @Option(
                names = "--for-nodes",
                paramLabel = "N",
                description =
                        "also say which jobs a cluster of so many nodes cannot run: too many splits, files or tasks for"
                                + " Hadoop's limits. Each node has what this client's Hadoop files give it, else 8 GiB and 8 vcores")
        private String forNodes;

        @Override
        String forNodes() {
            return forNodes;
        }

        @Override
        Command command() {
            return Command.PLAN;
        }
    }

    /** Checks a cluster. */
    @CommandLine.Command(
            name = "check",
            customSynopsis = "spindle check --suite NAME|FILE [options]",
            description = "Checks whether the cluster can run what `run` would, and reports all problems at once."
                    + " Runs no job of the suite.",
            footer = {
                Commands.GENERIC,
                "Examples:",
                "  check --suite full --queue benchmarks",
                "  check --suite full --queue benchmarks --calibrate     later runs use what the queue grants",
                Commands.EXIT_CODES
            })
    static final class CheckCommand extends CampaignCommand {
        CheckCommand(CliContext context, Console console, Supplier<CommandActions> actions) {
            super(context, console, actions);
        }

        @Option(
                names = "--calibrate",
                description =
                        "measure how many containers the queue grants at once, by tasks that sleep, and how long the"
                                + " plan takes, by one small run of each job; kept under --out for later runs on this cluster"
                                + " and queue")
        private boolean calibrate;

        @Override
        Command command() {
            return calibrate ? Command.CALIBRATE : Command.CHECK;
        }
    }

    /** Removes data. */
    @CommandLine.Command(
            name = "clean",
            customSynopsis = "spindle clean [--dry-run] [--base-dir=DIR]",
            description = "Removes what Spindle itself put into HDFS, and nothing else.",
            footer = {Commands.GENERIC, "Example:", "  clean --dry-run     lists what would be removed"})
    static final class CleanCommand extends CliCommand {
        @Option(names = "--dry-run", description = "only list what would be removed")
        boolean dryRun;

        @Option(
                names = "--base-dir",
                paramLabel = "DIR",
                description = "where data lies in HDFS (default: spindle, under your home there)")
        String baseDir;

        private final Supplier<CommandActions> actions;

        CleanCommand(CliContext context, Console console, Supplier<CommandActions> actions) {
            super(context, console);
            this.actions = actions;
        }

        @Override
        public Integer call() {
            GenericOptions generic = console.generic();
            OptionReader.refuseSettings(generic, Cluster.RUNNING, problems);
            String directory = RunOptions.baseDir(baseDir, problems);
            if (!problems.isEmpty()) {
                return console.refuse(NOTHING);
            }
            CleanRequest.Mode mode = dryRun ? CleanRequest.Mode.DRY_RUN : CleanRequest.Mode.REMOVE;
            return actions.get().clean(new CleanRequest(mode, directory, generic, console.out(), console.err()));
        }
    }

    /**
     * What {@code plan --for-nodes} looks for.
     *
     * @param nodes of the cluster that is thought of
     * @param generic Hadoop's options
     */
    record PlanLimits(int nodes, GenericOptions generic) {
        private static final int MOST_NODES = 100_000;

        /** Empty if the option was not given or, with a problem, is no number of nodes. */
        static Optional<PlanLimits> read(String text, GenericOptions generic, Problems problems) {
            return OptionReader.read("--for-nodes", text, WholeNumber.between(1, MOST_NODES), problems)
                    .map(number -> new PlanLimits(number, generic));
        }

        void check(CampaignRequest request, Problems problems) {
            try {
                AssumedCluster cluster = new AssumedCluster(nodes, generic.hadoopArguments());
                OptionalInt given = request.options().slots();
                Integer slots = given.isPresent() ? (Integer) given.getAsInt() : null;
                Sizing sizing =
                        new Sizing(cluster.shape(), slots, request.plan().seed(), cluster::requests);
                JobLimits.problems(sizing, request.plan().runs()).forEach(problem -> problems.add(problem(problem)));
            } catch (ClusterUnreachableException | IllegalArgumentException e) {
                problems.add(problem(e.getMessage()));
            }
        }

        private Problem problem(String text) {
            return Problem.at(Location.COMMAND_LINE, "--for-nodes " + nodes, text);
        }
    }
}
