package org.spindlebench.runner.cli;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.NearestName;
import org.spindlebench.analysis.hypothesis.PublishedNumbers;
import org.spindlebench.analysis.hypothesis.PublishedNumbers.Printed;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.CampaignFile;
import org.spindlebench.runner.campaign.CampaignRunner;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.check.DecisionOdds;
import org.spindlebench.runner.check.JobLimits;
import org.spindlebench.runner.check.PlannedHours;
import org.spindlebench.runner.check.StatedSpace;
import org.spindlebench.runner.check.WaveStart;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.ContainerPace;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.cluster.session.ClusterConnection.AssumedCluster;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.ExperimentReader.ReferencesReader;
import org.spindlebench.runner.conf.HadoopKeys;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.console.CliCommand;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.Heading;
import org.spindlebench.runner.console.OptionConverter.CountConverter;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.plan.ExperimentPrinter;
import org.spindlebench.runner.plan.MeasuredSetups;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.PlanPrinter;
import org.spindlebench.runner.plan.PlanPrinter.WorkloadPrinter;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Progress.Terminal;
import org.spindlebench.runner.run.Sizing;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands that plan, check and run. */
final class CampaignCommands {
    private static final String NOTHING = "nothing was started.";
    private static final String LARGER =
            "sizes      at least these; `check` and `run` take 1.5 times the memory of a node if"
                    + " that is more, within half of the free space, and choose how caches are made cold";

    private static final String QUEUE_KEY = "mapreduce.job.queuename";
    private static final String DEFAULT_QUEUE = "default";
    /** Settings with which an embedded cluster may have other queues. */
    private static final String QUEUES = "yarn.scheduler.capacity.root.";
    /** Sizes per node need the same space on each node, for any number of nodes that can hold three replicas. */
    private static final int SOME_NODES = 3;

    private CampaignCommands() {}

    /** A command that needs a plan. */
    abstract static class CampaignCommand extends CliCommand {
        @Mixin
        private CampaignArguments arguments;

        CampaignCommand(CliContext context, Console console) {
            super(context, console);
        }

        abstract Command command();

        /** Returns the value of {@code --for-nodes}; null if the user did not give it. */
        Integer nodes() {
            return null;
        }

        @Override
        public Integer call() {
            return new CampaignBuilder(command(), arguments, context, console)
                    .build()
                    .map(this::act)
                    .orElseGet(() -> console.refuse(NOTHING));
        }

        private int act(CampaignRequest request) {
            String queue = arguments.cluster.queue;
            String defined = console.generic().definitions().getOrDefault(QUEUE_KEY, queue);
            if (queue != null && !queue.equals(defined)) {
                problems.add(Problem.ofOption("--queue", "-D " + QUEUE_KEY + " names another queue: " + defined)
                        .withValue(queue)
                        .withRemedy("leave one of the two out"));
            }
            request.setups().stream()
                    .map(request::cluster)
                    .distinct()
                    .forEach(cluster -> checkCluster(cluster, request.plan()));
            if (!problems.isEmpty()) {
                return console.refuse(NOTHING);
            }
            if (command() == Command.PLAN) {
                note(request);
                return print(request);
            }
            return console.cluster().applyAsInt(new CampaignRunner.CampaignAction(request, () -> note(request)));
        }

        private void note(CampaignRequest request) {
            if (request.setups().size() == 1) {
                warnOfLabel(request.setups().get(0));
            }
            warnOfSettings(request);
            if (command() == Command.RUN) {
                odds(request).forEach(console.err()::println);
            }
        }

        /** Reports a cluster that Spindle cannot measure, before it contacts or starts one. */
        private void checkCluster(Cluster cluster, Plan plan) {
            if (cluster == Cluster.EMBEDDED) {
                checkEmbeddedQueue(plan);
            } else if (hasHadoop()) {
                try {
                    ClusterConnection.foreignFileSystem(console.generic().hadoopArguments())
                            .map(reason -> Problem.at(Location.COMMAND_LINE, "-fs", reason))
                            .filter(problem -> !problems.list().contains(problem))
                            .ifPresent(problems::add);
                } catch (ClusterUnreachableException e) {
                    problems.add(Problem.at(Location.COMMAND_LINE, "", e.getMessage()));
                }
            }
        }

        private static boolean hasHadoop() {
            return CampaignCommand.class.getClassLoader().getResource("core-default.xml") != null;
        }

        /** An embedded cluster has only the queue default, unless daemon settings define others. */
        private void checkEmbeddedQueue(Plan plan) {
            Map<String, String> definitions = console.generic().definitions();
            String given = arguments.cluster.queue;
            String queue = given == null ? definitions.getOrDefault(QUEUE_KEY, DEFAULT_QUEUE) : given;
            boolean known = Stream.concat(plan.runs().stream().map(RunSpec::configuration), Stream.of(definitions))
                    .noneMatch(settings -> settings.keySet().stream().anyMatch(key -> key.startsWith(QUEUES)));
            if (known && !queue.equals(DEFAULT_QUEUE) && !queue.equals("root." + DEFAULT_QUEUE)) {
                problems.add(Problem.at(
                                Location.COMMAND_LINE,
                                given == null ? QUEUE_KEY : "--queue",
                                "an embedded cluster has no such queue")
                        .withValue(queue)
                        .withAllowed(DEFAULT_QUEUE)
                        .withRemedy("leave it out"));
            }
        }

        /** Warns about a label with nearly the name of a setup's file, because nothing is verified about a label. */
        private void warnOfLabel(ChosenSetup setup) {
            if (setup.declared().isEmpty() && !setup.name().equals(CampaignArguments.DEFAULT_SETUP)) {
                NearestName.within(1, setup.name(), new ConfFinder(ConfKind.SETUP, context.directory()).names())
                        .ifPresent(near -> console.err()
                                .println("warning: --setup " + setup.name()
                                        + " is only a label: no file describes such a setup, and Spindle verifies nothing. Did you mean "
                                        + near + "?"));
            }
        }

        /**
         * Warns about unknown settings: a misspelt name has no effect, although the plan shows it. Shows the settings
         * in files that the user has allowed or must allow.
         */
        private void warnOfSettings(CampaignRequest request) {
            boolean isFutile = request.plan().runs().stream()
                    .filter(run -> run.job().equals("sleep"))
                    .anyMatch(run -> run.settings().containsKey("data")
                            || !run.settings()
                                    .getOrDefault("compression", "none")
                                    .equals("none"));
            if (isFutile) {
                console.err().println("warning: sleep has no data, so compression and data have no effect on it");
            }
            Disruption.of(arguments)
                    .notes(request.plan(), console.generic().definitions())
                    .forEach(note -> console.err().println("note: " + note + "."));
            Set<Map.Entry<String, String>> settings = request.plan().runs().stream()
                    .flatMap(run -> run.configuration().entrySet().stream())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            settings.forEach(setting -> HadoopKeys.warning(setting.getKey(), setting.getValue())
                    .ifPresent(warning -> console.err().println("warning: " + warning)));
        }

        /** Prints a description of the plan, then the parts that take time to compute, and last the list of runs. */
        private int printText(CampaignRequest request) {
            Plan plan = request.plan();
            Path out = request.options().out;
            MeasuredSetups measured = MeasuredSetups.read(out.resolve(MeasuredSetups.FILE), problems);
            String text = plan.baseline().isPresent()
                    ? ExperimentPrinter.text(plan, request.declared(), measured)
                    : PlanPrinter.text(plan, request.source().suite(), request.declared());
            boolean isWorkload = !plan.first().together().isEmpty();
            int code = console.print(isWorkload ? WorkloadPrinter.text(plan, text) : text, NOTHING);
            if (code != ExitCode.ALL_VALID.code()) {
                return code;
            }
            if (!isWorkload) {
                PlannedHours.of(out, plan, request.scales())
                        .describe()
                        .or(() -> ExperimentPrinter.leastHours(plan, request.declared(), measured))
                        .ifPresent(console.out()::println);
                console.out().flush();
                odds(request).forEach(console.out()::println);
            }
            if (request.chosen().sizes()) {
                console.out().println(LARGER);
            }
            console.out().println();
            PlanPrinter.table(plan).forEach(console.out()::println);
            return code;
        }

        /**
         * Says how likely an experiment is to decide its hypotheses. A campaign that has begun has already said this.
         */
        private List<String> odds(CampaignRequest request) {
            Plan plan = request.plan();
            CampaignFile source = request.source();
            if (request.options().isResumed()
                    || source.kind() != ConfKind.EXPERIMENT
                    || plan.baseline().isEmpty()
                    || plan.shape().visits() < 2) {
                return List.of();
            }
            return ExperimentReader.read("experiment.yaml", source.text(), new Problems())
                    .map(experiment -> experiment.asMeasured(
                            plan.runs().stream().map(RunSpec::settings).toList()))
                    .filter(experiment -> !experiment.hypotheses().isEmpty())
                    .map(experiment -> {
                        Terminal.tell("Simulating how likely the hypotheses are to be decided ...", console.err());
                        return DecisionOdds.of(
                                        experiment, printed(experiment), plan, request.options().out, request.scales())
                                .lines();
                    })
                    .orElse(List.of());
        }

        private List<Printed> printed(Experiment experiment) {
            return experiment.references().isEmpty()
                    ? List.of()
                    : new ConfFinder(ConfKind.REFERENCES, context.directory())
                            .read(experiment.references(), ReferencesReader::read, new Problems())
                            .map(PublishedNumbers::results)
                            .orElse(List.of());
        }

        /** Prints a plan, followed by the jobs that a cluster of {@code --for-nodes} nodes cannot run. */
        private int print(CampaignRequest request) {
            int code =
                    request.options().json ? console.print(PlanFile.json(request.plan()), NOTHING) : printText(request);
            if (code != ExitCode.ALL_VALID.code()) {
                return code;
            }
            checkLimits(request);
            if (problems.isEmpty()) {
                return code;
            }
            return console.refuse(
                    nodes() == null
                            ? "the setups have no room for this plan; for a cluster of fewer than 3 nodes add --for-nodes."
                            : "a cluster of " + nodes() + " nodes cannot run this plan.");
        }

        /**
         * Checks the limits of a cluster. If the number of nodes is unknown, checks only the space for sizes per node.
         */
        private void checkLimits(CampaignRequest request) {
            boolean perNode =
                    request.plan().runs().stream().allMatch(run -> run.size().scope() == Size.Scope.PER_NODE);
            try {
                if (nodes() != null) {
                    Sizing sizing = sizing(request, nodes());
                    JobLimits.problems(sizing, request.plan().runs()).forEach(this::addLimit);
                    JobLimits.warnings(sizing, request.plan().runs())
                            .forEach(warning -> console.err().println("warning: " + warning));
                    new WaveStart(sizing, ContainerPace.usual())
                            .describe(
                                    request.plan().runs(),
                                    PlannedHours.expected(request.options().out, request.plan(), request.scales()))
                            .forEach(console.err()::println);
                }
                if (nodes() != null || (perNode && hasHadoop())) {
                    request.setups().forEach(each -> checkSpace(request, each));
                }
            } catch (IllegalArgumentException e) {
                if (nodes() != null) {
                    addLimit(e.getMessage());
                }
            }
        }

        /** Checks the space of a setup that has a file. Without a file, nothing is checked, and no Hadoop is needed. */
        private void checkSpace(CampaignRequest request, ChosenSetup each) {
            each.declared().ifPresent(setup -> {
                int dataNodes = request.cluster(each) == Cluster.EMBEDDED
                        ? Math.min(SOME_NODES, request.options().embedded.dataNodes())
                        : SOME_NODES;
                int nodes = nodes() == null ? dataNodes : nodes();
                Sizing sizing = sizing(request, nodes);
                Sizing held = each.hasOneReplica() ? sizing.withSingleReplica() : sizing;
                new StatedSpace(held, nodes, setup).problems(request.plan()).forEach(this::addLimit);
            });
        }

        /** @throws IllegalArgumentException if Hadoop cannot use its options */
        private Sizing sizing(CampaignRequest request, int nodes) {
            try {
                AssumedCluster cluster =
                        new AssumedCluster(nodes, console.generic().hadoopArguments());
                return new Sizing(
                        cluster.shape(),
                        request.options().cluster.slots,
                        request.plan().seed(),
                        cluster::requests);
            } catch (ClusterUnreachableException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }

        private void addLimit(String text) {
            String option = nodes() == null ? "plan" : "--for-nodes " + nodes();
            problems.add(Problem.at(Location.COMMAND_LINE, option, text));
        }
    }

    @Heading.OnCluster
    @CommandLine.Command(
            name = "run",
            customSynopsis = {
                "--suite NAME|FILE [options]",
                "--experiment NAME|FILE [options]",
                "--workload NAME|FILE [options]",
                "--resume [NAME] [options]"
            },
            description =
                    "Runs a suite, an experiment or a workload. Makes every job as often as asked, in an order that is"
                            + " randomised in blocks. Writes one JSON record per run, and a table at the end.",
            footer = {
                "Examples:",
                "  run --embedded                                    one machine, no Hadoop needed: the suite quick",
                "  run --embedded --compare hdd=/mnt/hdd,ssd=/mnt/ssd   which of two disks is faster, in an hour",
                "  run --suite quick                                 on the cluster that Hadoop's files name, as it is",
                "  run --suite full --setup old-disks                the same at full size, under a name to compare by",
                "  run --suite full --jobs terasort,shuffle --repeats 10 -D mapreduce.task.io.sort.mb=256",
                "  run --suite full --setup hdd.yaml --setup ssd.yaml   visits two setups in turn",
                "  run --experiment hybrid-modes --setup hybrid.yaml    a study of a paper, on your own directories",
                "  run --workload example --embedded                    several jobs at once, and how much that slows them",
                "  run --workload example --setup hdd.yaml --setup ssd.yaml   the same on two setups in turn",
                "  run --resume                                      continues the latest unfinished campaign"
            })
    static final class RunCommand extends CampaignCommand {
        RunCommand(CliContext context, Console console) {
            super(context, console);
        }

        @Override
        Command command() {
            return Command.RUN;
        }
    }

    @Heading.OnCluster(login = false)
    @CommandLine.Command(
            name = "plan",
            customSynopsis = {
                "--suite NAME|FILE [options]",
                "--experiment NAME|FILE [options]",
                "--workload NAME|FILE [options]"
            },
            description =
                    "Prints what `run` would do with the same options: order, sizes, settings. Needs no cluster, and ignores"
                            + " options of `run` that are not listed here. With --for-nodes it also says what a cluster of that size cannot run.",
            footer = {
                "Examples:",
                "  plan --suite full                     as a table",
                "  plan --suite full --seed 7 --json     as JSON, in the order of seed 7",
                "  plan --suite paper --for-nodes 300    whether Hadoop's limits allow it on 300 nodes"
            })
    static final class PlanCommand extends CampaignCommand {
        PlanCommand(CliContext context, Console console) {
            super(context, console);
        }

        @Heading(Heading.CLUSTER)
        @Option(
                names = "--for-nodes",
                paramLabel = "N",
                converter = ForNodesConverter.class,
                description = "Name also jobs whose splits, files or tasks exceed Hadoop's limits on N nodes, and"
                        + " setups that have no room. If all sizes are per node, `plan` names such setups"
                        + " without N, too. Each node has the memory and vcores of this"
                        + " client's Hadoop files, or 8 GiB and 8 vcores.")
        private Integer nodes;

        @Override
        Integer nodes() {
            return nodes;
        }

        @Override
        Command command() {
            return Command.PLAN;
        }
    }

    @Heading.OnCluster
    @CommandLine.Command(
            name = "check",
            customSynopsis = {
                "--suite NAME|FILE [options]",
                "--experiment NAME|FILE [options]",
                "--workload NAME|FILE [options]",
                "--resume [NAME] [options]"
            },
            description = "Checks whether the cluster can run what `run` would, and reports all problems at once."
                    + " Runs no job of the suite.",
            footer = {
                "Examples:",
                "  check --suite full --queue benchmarks",
                "  check --suite full --queue benchmarks --calibrate     later runs use what the queue grants"
            })
    static final class CheckCommand extends CampaignCommand {
        CheckCommand(CliContext context, Console console) {
            super(context, console);
        }

        @Heading(Heading.CLUSTER)
        @Option(
                names = "--calibrate",
                description = "Measure how many containers the queue grants at once (by tasks that sleep) and how"
                        + " long the plan takes (by one small run of each job). The results are stored under"
                        + " --out for later runs on this cluster and queue.")
        private boolean calibrate;

        @Heading(Heading.CLUSTER)
        @Option(names = "--advice", description = "Print all advice on the nodes' settings, which `run` only counts.")
        private boolean advice;

        @Override
        public Integer call() {
            if (calibrate && advice) {
                problems.add(Problem.ofOption("--advice", "cannot be combined with --calibrate")
                        .withRemedy("leave one of the two out"));
            }
            return super.call();
        }

        @Override
        Command command() {
            return calibrate ? Command.CALIBRATE : advice ? Command.ADVISE : Command.CHECK;
        }
    }

    static final class ForNodesConverter extends CountConverter {
        ForNodesConverter() {
            super(100_000);
        }
    }
}
