package org.spindlebench.runner.cli;

import static java.util.Objects.requireNonNullElse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.Origin;
import org.spindlebench.runner.campaign.CampaignRequest.SetupRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.RunOptions.Cold;
import org.spindlebench.runner.campaign.RunOptions.EmbeddedShape;
import org.spindlebench.runner.cli.LabCommand.EmulateConverter;
import org.spindlebench.runner.conf.JobSettings;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.conf.ValueParser.NotUnderstoodException;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.lab.EmulatedSetup;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.LabNeeds;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanOptions;
import org.spindlebench.runner.run.CampaignSettings.RunLimits;
import org.spindlebench.runner.run.CampaignSettings.Tolerance;

/**
 * Builds a campaign's request from the arguments of run, plan or check. Reports all problems with arguments and files
 * together.
 */
abstract class CampaignBuilder {
    private static final DateTimeFormatter CAMPAIGN_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final String CONF = "-conf";

    private static final String ONE_OF_TWO = "leave one of the two out";

    protected final Command command;
    protected final CampaignArguments arguments;
    protected final CliContext context;
    protected final GenericOptions generic;
    protected final Problems problems;
    /** The scale of emulated disks that the experiment's file states. */
    protected int scaleOfFile = SetupWay.Emulated.USUAL;

    private final Console console;

    CampaignBuilder(Command command, CampaignArguments arguments, CliContext context, Console console) {
        this.command = command;
        this.arguments = arguments;
        this.context = context;
        this.generic = console.generic();
        this.problems = console.problems();
        this.console = console;
    }

    /** Returns the request; empty if there are problems. */
    abstract Optional<CampaignRequest> build();

    protected final CampaignRequest request(Plan plan, List<SetupRequest> setups, Origin origin) {
        boolean begins = arguments.resume == null && command != Command.PLAN;
        return new CampaignRequest(
                command, begins ? plan.begunHere() : plan, setups, origin, generic, console.out(), console.err());
    }

    /** Reports what the plan does that the user does not allow: settings in files, and damage in old plans. */
    protected final void checkDisruption(RunOptions options, Plan plan) {
        options.disruption().checkSettings(command, plan, generic.definitions(), problems);
        refuseIf(
                plan.runs().stream().anyMatch(run -> run.settings().containsKey(Subject.DAMAGE)),
                "--resume",
                "the plan has runs for which an earlier version of Spindle stopped a DataNode, which this version does not",
                "start a new campaign with the same suite");
    }

    /** Returns what the user allows. */
    protected final Disruption disruption() {
        CampaignArguments.ClusterArguments given = arguments.cluster;
        return new Disruption(given.allowDisruptive, Set.copyOf(understood(given.allowSettings)), given.restore);
    }

    protected final Path out() {
        return out(arguments, context);
    }

    static Path out(CampaignArguments arguments, CliContext context) {
        return arguments.out == null ? context.path(RunOptions.DEFAULT_OUT) : arguments.out;
    }

    /** Returns the options of runs. Adds a problem for each that contradicts the setup or another option. */
    protected final RunOptions runOptions(ChosenSetup setup, Problems found) {
        Cluster cluster = cluster(setup);
        CampaignArguments.ClusterArguments given = arguments.cluster;
        MeasuringArguments measuring = arguments.measuring;
        new Contradictions(setup, cluster, found).report();
        if (arguments.retry != null && (arguments.resume == null || arguments.resume.isEmpty())) {
            found.add(Problem.at(Location.COMMAND_LINE, "--retry", "it is not said which campaign's runs are meant")
                    .withRemedy("name the campaign: --resume NAME --retry failed"));
        }
        refuseSettings(generic, cluster, found);
        CliContext.requireDirectory("--out", out(), found);
        RunOptions options = new RunOptions(
                cluster,
                embedded(setup),
                laboratory(),
                Optional.ofNullable(arguments.lab.logs),
                out(),
                arguments.resumed(),
                requireNonNullElse(given.baseDir, RunOptions.DEFAULT_BASE_DIR),
                Optional.ofNullable(given.queue),
                optional(given.slots),
                requireNonNullElse(measuring.cold, new Cold.Off()),
                Optional.ofNullable(measuring.probe),
                Optional.ofNullable(measuring.probeInterval),
                new Tolerance(measuring.contended, measuring.failedAttempts),
                arguments.guest.limits(context.clock().instant()),
                new RunLimits(
                        requireNonNullElse(measuring.timeout, RunLimits.TIMEOUT),
                        requireNonNullElse(measuring.waitForCluster, RunLimits.WAIT_FOR_CLUSTER)),
                Optional.ofNullable(arguments.notify),
                disruption(),
                arguments.yes,
                arguments.json,
                arguments.verbose);
        if (command != Command.PLAN && setup.emulated().isPresent()) {
            LabNeeds.missing(setup.emulated().get().hasPartitions())
                    .forEach(missing -> found.add(
                            Problem.at(Location.COMMAND_LINE, "--emulate", "emulated disks need " + missing)));
        } else if (command != Command.PLAN) {
            requireDirectories(setup, options.embedded(), found);
        }
        return options;
    }

    /** Returns each setup with its options. An option that is wrong under all setups is reported once. */
    protected final List<SetupRequest> requests(List<ChosenSetup> setups) {
        List<SetupRequest> requests = new ArrayList<>();
        refuseTwins(setups.stream().flatMap(setup -> setup.emulated().stream()).toList());
        List<Problem> said = new ArrayList<>(problems.list());
        for (ChosenSetup setup : setups) {
            Problems own = new Problems();
            RunOptions options = runOptions(setup, own);
            options.disruption().check(command, setup, options.cluster(), own);
            requests.add(new SetupRequest(setup, options));
            own.list().stream().filter(problem -> !said.contains(problem)).forEach(problem -> {
                said.add(problem);
                problems.add(problem);
            });
        }
        return requests;
    }

    /** Refuses setups that would be alike on emulated disks, because they differ in the network only. */
    private void refuseTwins(List<EmulatedSetup> setups) {
        for (int i = 0; i < setups.size(); i++) {
            for (EmulatedSetup other : setups.subList(i + 1, setups.size())) {
                if (setups.get(i).differsInNetworkOnly(other)) {
                    refuse(
                            "--emulate",
                            "the setups " + setups.get(i).setup().name() + " and "
                                    + other.setup().name()
                                    + " differ in their network, which is not emulated, so that both would be the same",
                            "leave one of the two out; an experiment's file may name the others under `laboratory`");
                }
            }
        }
    }

    /**
     * Returns the way in which caches are made cold: the one that the user gives, or that of the file.
     *
     * @param ofFile the file's word; empty if it does not say
     */
    protected final Cold coldOf(String ofFile) {
        if (arguments.measuring.cold != null) {
            return arguments.measuring.cold;
        }
        try {
            return ofFile.isEmpty() ? new Cold.Off() : Cold.parse(ofFile);
        } catch (NotUnderstoodException e) {
            throw new IllegalStateException("the file's reader accepted it", e);
        }
    }

    private LabDirectory laboratory() {
        return new LabDirectory(requireNonNullElse(arguments.lab.directory, LabDirectory.DEFAULT));
    }

    /** Returns a setup on emulated disks, if its file or the command line asks for them. */
    protected final ChosenSetup placed(ChosenSetup setup) {
        return onNodes(emulated(setup));
    }

    private ChosenSetup onNodes(ChosenSetup setup) {
        List<String> nodes = understood(arguments.guest.nodes);
        if (nodes.isEmpty()) {
            return setup;
        }
        refuseIf(
                setup.listsHosts(),
                "--nodes",
                "the setup " + setup.name() + " chooses its hosts itself",
                "leave --nodes out, or the hosts or the node label out of the setup's file");
        refuseIf(
                cluster(setup) == Cluster.EMBEDDED,
                "--nodes",
                "a cluster that Spindle starts is on this host only",
                "leave it out");
        return setup.onNodes(nodes);
    }

    private ChosenSetup emulated(ChosenSetup setup) {
        Integer given = arguments.lab.scale;
        Optional<Integer> scale = given != null && given == EmulateConverter.OF_FILE
                ? setup.scale().or(() -> Optional.of(scaleOfFile))
                : Optional.ofNullable(given).or(setup::scale);
        if (scale.isEmpty() || !problems.isEmpty()) {
            return setup;
        }
        if (setup.declared().isEmpty()) {
            refuse(
                    "--emulate",
                    "the setup " + setup.name() + " is only a label, and describes no disks",
                    "name a setup of `list setups` or a file with --setup");
            return setup;
        }
        try {
            LabDirectory directory = laboratory();
            long size = arguments.lab.size == null ? directory.usualSize() : arguments.lab.size;
            return setup.on(EmulatedSetup.of(setup.declared().get(), scale.get(), size, directory));
        } catch (IllegalArgumentException e) {
            refuse("--emulate", e.getMessage(), "");
            return setup;
        }
    }

    protected final Cluster cluster(ChosenSetup setup) {
        return arguments.embedded.wanted || setup.isEmbedded() ? Cluster.EMBEDDED : Cluster.RUNNING;
    }

    private EmbeddedShape embedded(ChosenSetup setup) {
        EmbeddedArguments given = arguments.embedded;
        return new EmbeddedShape(
                setup.isEmbedded() ? setup.dataDirectories(context) : understood(given.dataDirs),
                setup.isEmbedded() ? setup.localDirectories(context) : understood(given.localDirs),
                requireNonNullElse(given.dataNodes, EmbeddedShape.DEFAULT_DATA_NODES),
                requireNonNullElse(given.nodeManagers, EmbeddedShape.DEFAULT_NODE_MANAGERS));
    }

    /** Returns the options that shape a plan, with the start time in the campaign's name. */
    protected final PlanOptions planOptions(String name, String setup) {
        return new PlanOptions(
                name + "-" + CAMPAIGN_TIME.format(context.clock().instant()),
                setup,
                arguments.seed == null ? context.seeds().getAsLong() : arguments.seed,
                optional(arguments.repeats),
                arguments.bytesPerNode == null ? OptionalLong.empty() : OptionalLong.of(arguments.bytesPerNode),
                understood(arguments.jobs),
                generic.definitions());
    }

    protected static OptionalInt optional(Integer number) {
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    private static <T> List<T> understood(List<T> values) {
        return values.stream().filter(Objects::nonNull).distinct().toList();
    }

    protected final void refuse(String option, String reason, String remedy) {
        problems.add(Problem.at(Location.COMMAND_LINE, option, reason).withRemedy(remedy));
    }

    protected final void refuseIf(boolean given, String option, String reason, String remedy) {
        if (given) {
            refuse(option, reason, remedy);
        }
    }

    /** Reports settings given with {@code -D} that would have no effect, or not the intended one. */
    static void refuseSettings(GenericOptions generic, Cluster cluster, Problems problems) {
        generic.definitions().forEach((key, value) -> JobSettings.check(Location.COMMAND_LINE, key, value, cluster)
                .ifPresent(problems::add));
        // Hadoop ignores a file that is not there.
        int conf = generic.hadoopArguments().indexOf(CONF) + 1;
        if (conf > 0 && !Files.exists(Path.of(generic.hadoopArguments().get(conf)))) {
            problems.add(Problem.ofOption(CONF, "no such file")
                    .withValue(generic.hadoopArguments().get(conf)));
        }
    }

    /** Spindle does not make missing directories, because they could be on the wrong device. */
    private static void requireDirectories(ChosenSetup setup, EmbeddedShape chosen, Problems problems) {
        chosen.dataDirs().forEach(each -> requireDirectory(setup, "--data-dirs", each.path(), problems));
        chosen.localDirs().forEach(each -> requireDirectory(setup, "--local-dirs", each, problems));
    }

    private static void requireDirectory(ChosenSetup setup, String option, Path directory, Problems problems) {
        // A setup names mount points. Spindle makes the directories directly below them.
        Path parent = directory.getParent();
        boolean isBelowMount = setup.isEmbedded() && parent != null && Files.isDirectory(parent);
        if (!isBelowMount && !Files.isDirectory(directory)) {
            problems.add(
                    Problem.at(Location.COMMAND_LINE, setup.isEmbedded() ? "--setup" : option, "no such directory")
                            .withValue(directory.toString())
                            .withRemedy(
                                    "mount the device there, or make the directory; Spindle makes its own directories below it"));
        }
    }

    /** Reports options that contradict a setup or each other. */
    private final class Contradictions {
        private final ChosenSetup setup;
        private final Cluster cluster;
        private final Problems found;

        Contradictions(ChosenSetup setup, Cluster cluster, Problems found) {
            this.setup = setup;
            this.cluster = cluster;
            this.found = found;
        }

        void report() {
            if (cluster == Cluster.EMBEDDED && generic.has("--keytab")) {
                refuse("--keytab", "", "a cluster that Spindle starts does not use Kerberos", "leave it out");
            }
            if (arguments.compare.directories.isEmpty() && arguments.compare.local) {
                refuse("--local", "", "needs --compare", "add --compare NAME=DIR,NAME=DIR, or leave it out");
            }
            if (setup.isEmbedded() && arguments.compare.directories.isEmpty()) {
                refuseAll(
                        List.of("--data-dirs", "--local-dirs"),
                        "names directories of the embedded cluster, and so does the setup's file",
                        ONE_OF_TWO);
            }
            if (arguments.embedded.wanted
                    && (setup.commands().isPresent() || setup.nodeLabel().isPresent())) {
                refuse(
                        "--embedded",
                        setup.name(),
                        "the setup is for a running cluster, but --embedded starts another one",
                        ONE_OF_TWO);
            }
            if (setup.emulated().isEmpty()) {
                refuseAll(
                        List.of("--lab-log"),
                        "logs requests to emulated disks, but those of " + setup.name() + " are not",
                        "add --emulate, or leave it out");
            }
            if (cluster == Cluster.RUNNING) {
                refuseAll(
                        List.of("--data-dirs", "--local-dirs", "--datanodes", "--nodemanagers"),
                        "shapes the embedded cluster, but --embedded was not given",
                        "add --embedded, or leave it out");
                return;
            }
            for (String option : List.of("-fs", "-jt")) {
                if (generic.has(option)) {
                    refuse(option, option, "names a running cluster, but --embedded starts another one", ONE_OF_TWO);
                }
            }
        }

        private void refuseAll(List<String> options, String reason, String remedy) {
            arguments.given(options).forEach((option, value) -> refuse(option, value, reason, remedy));
        }

        private void refuse(String option, String value, String reason, String remedy) {
            found.add(Problem.at(Location.COMMAND_LINE, option, reason)
                    .withValue(value)
                    .withRemedy(remedy));
        }
    }
}
