package org.spindlebench.runner.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.PendingRestores;
import org.spindlebench.runner.conf.Experiment.EmulatedNode;
import org.spindlebench.runner.conf.Experiment.Small;
import org.spindlebench.runner.conf.HadoopKeys;
import org.spindlebench.runner.conf.JobSettings;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.SetupWay;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.lab.EmulatedSetup;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.lab.Laboratory;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.options.EmbeddedArguments;
import org.spindlebench.runner.options.LabArguments.EmulateConverter;
import org.spindlebench.runner.plan.Plan;

/**
 * Builds a campaign's request from the options of run, plan or check. Reports all problems with options and files
 * together.
 */
final class CampaignBuilder {
    private static final String CONF = "-conf";
    private static final Set<String> FILES = Set.of("-libjars", "-files", "-archives");
    private static final String ONE_OF_TWO = "leave one of the two out";

    private final Given given;
    private final CampaignArguments options;
    private final Console console;

    CampaignBuilder(Command command, CampaignArguments options, CliContext context, Console console) {
        this.given = new Given(command, options, context, console.generic(), console.problems());
        this.options = options;
        this.console = console;
    }

    /** Returns the request; empty if there are problems. */
    Optional<CampaignRequest> build() {
        CliContext context = given.context();
        options.out = Objects.requireNonNullElse(options.out, context.path(CampaignArguments.DEFAULT_OUT));
        options.guest.begin(context.clock().instant());
        useStandardSuite();
        Optional<? extends CampaignSource> found = source();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        CampaignSource source = found.get();
        Optional<Small> small = source.small();
        List<ChosenSetup> setups = source.setups().stream()
                .map(setup -> onNodes(emulated(setup, small)))
                .toList();
        check(setups);
        Optional<Plan> plan = source.plan(setups);
        plan.ifPresent(this::checkConsent);
        boolean begins = !options.isResumed() && given.command() != Command.PLAN;
        new PendingRestores(
                        options.out,
                        Disruption.of(options),
                        options.isResumed() ? plan.map(Plan::campaign).orElse(null) : null)
                .refuse(given.command(), given.problems());
        return plan.filter(any -> given.problems().isEmpty())
                .map(runs -> new CampaignRequest(
                        given.command(),
                        options,
                        begins ? runs.begunHere() : runs,
                        setups,
                        source.source(),
                        given.generic(),
                        console.out(),
                        console.err()));
    }

    /** Names the suite of a campaign on a cluster that Spindle starts, if the user names nothing to run. */
    private void useStandardSuite() {
        boolean named = Stream.of(options.suite, options.experiment, options.workload, options.resume)
                .anyMatch(Objects::nonNull);
        if (!named && options.embedded.wanted && options.compare.directories.isEmpty() && options.setups.size() < 2) {
            options.imply("--suite", "quick");
        }
    }

    private Optional<? extends CampaignSource> source() {
        if (options.isResumed()) {
            return ResumedSource.of(given);
        }
        given.refuseIf(
                !options.cluster.without.isEmpty(),
                "--without",
                "a new campaign leaves no host out",
                "measure only some hosts with --nodes, or name the campaign: --resume NAME");
        return options.workload != null && options.compare.directories.isEmpty()
                ? Optional.of(new WorkloadSource(given))
                : SuiteSource.of(given);
    }

    /**
     * Reports actions of the plan that the user does not allow: settings and programs in files, damage in old plans.
     */
    private void checkConsent(Plan plan) {
        Disruption disruption = Disruption.of(options);
        disruption.checkSettings(given.command(), plan, given.generic().definitions(), given.problems());
        disruption.checkPrograms(given.command(), plan, given.problems());
        given.refuseIf(
                plan.runs().stream().anyMatch(run -> run.settings().containsKey(Subject.DAMAGE)),
                "--resume",
                "the plan has runs for which an earlier version of Spindle stopped a DataNode; this version never does so",
                "start a new campaign with the same suite");
    }

    /** Checks options under each setup. A problem that occurs under all setups is reported once. */
    private void check(List<ChosenSetup> setups) {
        refuseTwins(setups.stream().flatMap(setup -> setup.emulated().stream()).toList());
        given.refuseIf(
                options.retry != null && (!options.isResumed() || options.resume.isEmpty()),
                "--retry",
                "the command does not say which campaign's runs are meant",
                "name the campaign: --resume NAME --retry failed");
        if (given.command() == Command.PLAN) {
            // A plan may be for another host.
            CliContext.requireDirectory("--out", options.out, given.problems());
        } else {
            CliContext.requireMakeable("--out", options.out, given.problems());
        }
        List<Problem> said = new ArrayList<>(given.problems().list());
        for (ChosenSetup setup : setups) {
            Problems own = new Problems();
            new Contradictions(setup, own).report();
            refuseSettings(given.generic(), setup.cluster(options.embedded), own);
            requirePlaces(setup, own);
            Disruption.of(options).check(given.command(), setup, setup.cluster(options.embedded), own);
            own.list().stream().filter(problem -> !said.contains(problem)).forEach(problem -> {
                said.add(problem);
                given.problems().add(problem);
            });
        }
    }

    private void requirePlaces(ChosenSetup setup, Problems found) {
        if (given.command() == Command.PLAN) {
            warnOfDirectories(setup);
            return;
        }
        if (setup.emulated().isPresent()) {
            Laboratory.missing()
                    .forEach(missing -> found.add(
                            Problem.at(Location.COMMAND_LINE, "--emulate", "emulated disks need " + missing)));
        } else {
            requireDirectories(setup, found);
        }
    }

    /** A plan may be for another host, but directories that an option names are probably of this one. */
    private void warnOfDirectories(ChosenSetup setup) {
        Problems missing = new Problems();
        if (!setup.isEmbedded() && options.compare.directories.isEmpty()) {
            requireDirectories(setup, missing);
        }
        missing.list().forEach(problem -> console.err()
                .println("warning: " + problem.key() + " " + problem.value()
                        + ": no such directory here, so `run` refuses it"));
    }

    /** Refuses setups that would be alike on emulated disks, because they differ only in the network. */
    private void refuseTwins(List<EmulatedSetup> setups) {
        for (int i = 0; i < setups.size(); i++) {
            for (EmulatedSetup other : setups.subList(i + 1, setups.size())) {
                if (setups.get(i).differsInNetworkOnly(other)) {
                    given.refuse(
                            "--emulate",
                            "the setups " + setups.get(i).setup().name() + " and "
                                    + other.setup().name()
                                    + " differ only in their network, which is not emulated: both would be the same",
                            "leave one of the two out; an experiment's file may name the rest under `laboratory`");
                }
            }
        }
    }

    private ChosenSetup onNodes(ChosenSetup setup) {
        List<String> nodes = Given.understood(options.guest.nodes);
        if (nodes.isEmpty()) {
            return setup;
        }
        given.refuseIf(
                setup.listsHosts(),
                "--nodes",
                "the setup " + setup.name() + " chooses its hosts itself",
                "leave --nodes out, or the hosts or the node label out of the setup's file");
        given.refuseIf(
                setup.cluster(options.embedded) == Cluster.EMBEDDED,
                "--nodes",
                "a cluster that Spindle starts is on this host only",
                "leave it out");
        return setup.onNodes(nodes);
    }

    private ChosenSetup emulated(ChosenSetup setup, Optional<Small> small) {
        Integer asked = options.emulate;
        int scaleOfFile = small.map(Small::scale).orElse(SetupWay.Emulated.USUAL);
        // Without --emulate the experiment is measured as it is, even on setups whose files ask for emulated disks.
        EmulatedNode node =
                asked == null ? EmulatedNode.WHOLE : small.map(Small::node).orElse(EmulatedNode.WHOLE);
        Optional<Integer> scale = asked != null && asked == EmulateConverter.OF_FILE
                ? setup.scale().or(() -> Optional.of(scaleOfFile))
                : Optional.ofNullable(asked).or(setup::scale);
        if (scale.isEmpty() || !given.problems().isEmpty()) {
            return setup;
        }
        if (setup.declared().isEmpty()) {
            given.refuse(
                    "--emulate",
                    "the setup " + setup.name() + " is only a label, and describes no disks",
                    "name a setup of `list setups` or a file with --setup");
            return setup;
        }
        try {
            LabDirectory directory = options.lab.place();
            long size = options.lab.size == null ? directory.usualSize() : options.lab.size;
            return setup.on(EmulatedSetup.of(setup.declared().get(), scale.get(), size, directory)
                    .with(node));
        } catch (IllegalArgumentException e) {
            given.refuse("--emulate", e.getMessage(), "");
            return setup;
        }
    }

    /** Reports settings given with {@code -D} that would have no effect, or an unintended effect. */
    static void refuseSettings(GenericOptions generic, Cluster cluster, Problems problems) {
        generic.definitions().forEach((key, value) -> JobSettings.check(Location.COMMAND_LINE, key, value, cluster)
                .ifPresent(problems::add));
        List<String> arguments = generic.hadoopArguments();
        for (int at = 0; at < arguments.size(); at += 2) {
            refuseFiles(arguments.get(at), arguments.get(at + 1), problems);
        }
    }

    /** Refuses local files that Hadoop would ignore, or would miss only after Spindle has started a cluster. */
    private static void refuseFiles(String option, String value, Problems problems) {
        if (!option.equals(CONF) && !FILES.contains(option)) {
            return;
        }
        for (String part : option.equals(CONF) ? new String[] {value} : value.split(",")) {
            // A fragment is a link's name, and a star stands for all jars of a directory.
            String name = part.strip().replaceFirst("#.*|(?<=/)\\*$", "");
            if (!name.isEmpty() && !name.matches("[A-Za-z][\\w+.-]*:.*|\\*")) {
                refusal(option, name)
                        .ifPresent(reason -> problems.add(Problem.ofOption(option, reason)
                                .withValue(part)
                                .withRemedy("name files that exist on this host")));
            }
        }
    }

    private static Optional<String> refusal(String option, String name) {
        try {
            Path file = Path.of(name);
            if (!Files.exists(file)) {
                return Optional.of("no such file");
            }
            if (!option.equals(CONF)) {
                return Optional.empty();
            }
            return Files.isDirectory(file) ? Optional.of("a directory, not a file") : HadoopKeys.refusal(file);
        } catch (InvalidPathException e) {
            return Optional.of(FileFailure.of(e));
        }
    }

    /** Spindle does not make missing directories, because they could be on the wrong device. */
    private void requireDirectories(ChosenSetup setup, Problems problems) {
        setup.dataDirectories(options.embedded)
                .forEach(each -> requireDirectory(setup, "--data-dirs", each.path(), problems));
        setup.localDirectories(options.embedded)
                .forEach(each -> requireDirectory(setup, "--local-dirs", each, problems));
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

        Contradictions(ChosenSetup setup, Problems found) {
            this.setup = setup;
            this.cluster = setup.cluster(options.embedded);
            this.found = found;
        }

        void report() {
            refuseTwice("--jobs", options.jobs);
            if (cluster == Cluster.EMBEDDED && given.generic().has("--keytab")) {
                refuse("--keytab", "", "a cluster that Spindle starts does not use Kerberos", "leave it out");
            }
            if (options.compare.directories.isEmpty() && options.compare.local) {
                refuse("--local", "", "needs --compare", "add --compare NAME=DIR,NAME=DIR, or leave it out");
            }
            if (setup.isEmbedded() && options.compare.directories.isEmpty()) {
                refuseAll(
                        List.of("--data-dirs", "--local-dirs"),
                        "names directories of the embedded cluster, and so does the setup's file",
                        ONE_OF_TWO);
            }
            if (options.embedded.wanted
                    && (setup.commands().isPresent() || setup.nodeLabel().isPresent())) {
                refuse(
                        "--embedded",
                        setup.name(),
                        "the setup is for a running cluster, but --embedded starts another one",
                        ONE_OF_TWO);
            }
            if (setup.emulated().isEmpty()) {
                refuseAll(
                        List.of("--lab-dir", "--lab-size", "--lab-log"),
                        "is for emulated disks, but those of " + setup.name() + " are not",
                        "add --emulate, or leave it out");
            }
            ofCluster();
        }

        private void ofCluster() {
            if (cluster == Cluster.EMBEDDED) {
                refuseTwice("--data-dirs", options.embedded.dataDirs);
                refuseTwice("--local-dirs", options.embedded.localDirs);
                refuseAll(List.of("--without"), "a cluster that Spindle starts is on this host only", "leave it out");
            }
            if (cluster == Cluster.RUNNING) {
                refuseAll(
                        List.of(
                                "--data-dirs",
                                "--local-dirs",
                                "--datanodes",
                                "--nodemanagers",
                                EmbeddedArguments.SHARE),
                        "shapes the embedded cluster, but --embedded was not given",
                        "add --embedded, or leave it out");
                return;
            }
            for (String option : List.of("-fs", "-jt")) {
                if (given.generic().has(option)) {
                    refuse(option, option, "names a running cluster, but --embedded starts another one", ONE_OF_TWO);
                }
            }
        }

        private void refuseTwice(String option, List<?> directories) {
            Set<Object> seen = new HashSet<>();
            directories.stream()
                    .filter(directory -> directory != null && !seen.add(directory))
                    .forEach(directory -> refuse(option, directory.toString(), "listed twice", "remove one"));
        }

        private void refuseAll(List<String> names, String reason, String remedy) {
            options.given(names).forEach((option, value) -> refuse(option, value, reason, remedy));
        }

        private void refuse(String option, String value, String reason, String remedy) {
            found.add(Problem.at(Location.COMMAND_LINE, option, reason)
                    .withValue(value)
                    .withRemedy(remedy));
        }
    }
}
