package org.spindlebench.runner.cli;

import static java.util.Objects.requireNonNullElse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.Origin;
import org.spindlebench.runner.campaign.CampaignRequest.SavedOptions;
import org.spindlebench.runner.campaign.CampaignRequest.SetupRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.PendingRestores;
import org.spindlebench.runner.campaign.ProgramFiles;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.RunOptions.Cold;
import org.spindlebench.runner.campaign.SavedExperiment;
import org.spindlebench.runner.campaign.SizedCampaign;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanOptions;
import org.spindlebench.runner.plan.Planner;
import org.spindlebench.runner.plan.WorkloadPlanner.PlannedWorkload;
import org.spindlebench.runner.run.CampaignDirectory;

/** Builds the request for an experiment, or for resuming one. */
final class ExperimentCampaign extends CampaignBuilder {
    ExperimentCampaign(Command command, CampaignArguments arguments, CliContext context, Console console) {
        super(command, arguments, context, console);
    }

    /** Checks whether the arguments ask for an experiment, or for resuming one. */
    static boolean isMeant(CampaignArguments arguments, CliContext context) {
        return arguments.experiment != null
                || arguments.setups.size() > 1
                || !arguments.compare.directories.isEmpty()
                || (arguments.resume != null
                        && arguments.suite == null
                        && SavedExperiment.exists(out(arguments, context), arguments.resume));
    }

    @Override
    Optional<CampaignRequest> build() {
        refuseIf(
                command == Command.CALIBRATE,
                "--calibrate",
                "works under a single setup only",
                "calibrate with the suite and one --setup");
        if (arguments.resume != null) {
            return resumed();
        }
        if (!arguments.compare.directories.isEmpty()) {
            return compared();
        }
        Optional<ConfFinder.Text> text = arguments.experiment == null
                ? Optional.empty()
                : new ConfFinder(ConfKind.EXPERIMENT, context.directory()).find(arguments.experiment, problems);
        return experiment(text)
                .flatMap(experiment ->
                        begun(experiment, text.map(ConfFinder.Text::content).orElse("")));
    }

    private Optional<Experiment> experiment(Optional<ConfFinder.Text> text) {
        if (arguments.experiment != null) {
            if (arguments.suite != null) {
                refuse("--suite", "the experiment's file names its suite", "leave one of the two out");
            }
            return text.flatMap(found -> ExperimentReader.read(found.source(), found.content(), problems))
                    .map(this::inItsPlace);
        }
        if (arguments.suite == null) {
            refuse("--suite", "missing", "name the suite to compare the setups with, or an --experiment");
            return Optional.empty();
        }
        return Optional.of(new Experiment(
                "command line",
                "",
                "",
                "",
                List.of(),
                arguments.suite,
                arguments.setups,
                Experiment.VisitShape.DEFAULT));
    }

    /** Returns the experiment, in its small form if the disks are emulated. */
    private Experiment inItsPlace(Experiment experiment) {
        if (experiment.small() != null) {
            scaleOfFile = experiment.small().scale();
        }
        return arguments.lab.scale == null ? experiment : experiment.onEmulatedDisks();
    }

    /** Builds an experiment on the directories that {@code --compare} names. */
    private Optional<CampaignRequest> compared() {
        arguments
                .given(List.of("--setup", "--experiment", "--workload", "--emulate", "--local-dirs"))
                .keySet()
                .forEach(option -> refuse(option, "cannot be combined with --compare", "leave one of the two out"));
        Optional<Path> hdfs = arguments.compare.hdfs(arguments.embedded.dataDirs, context, problems);
        Optional<ComparedDirectories> found =
                ComparedDirectories.read(arguments.compare.directories, hdfs, context, problems);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        boolean chooses = arguments.measuring.cold == null;
        boolean drops = Files.isWritable(Path.of("/proc/sys/vm/drop_caches"));
        String suite = requireNonNullElse(arguments.suite, ComparedDirectories.SUITE);
        String text = found.get().text(suite, chooses && drops ? "local" : "");
        if (arguments.embedded.dataNodes == null) {
            arguments.embedded.dataNodes = ComparedDirectories.DATA_NODES;
        }
        Optional<CampaignRequest> request = found.get()
                .experiment(text, problems)
                .flatMap(experiment -> begun(experiment, text, found.get().setups(problems)));
        boolean sized = suite.equals(ComparedDirectories.SUITE) && arguments.bytesPerNode == null;
        return request.map(begun -> sized && command == Command.RUN
                ? begun.sizedBy(new SizedCampaign.Directories(found.get().directories(), chooses && !drops))
                : begun);
    }

    private Optional<CampaignRequest> begun(Experiment experiment, String text) {
        return begun(
                experiment,
                text,
                new ExperimentFiles(experiment, context, problems)
                        .setups(arguments.experiment == null ? List.of() : arguments.setups));
    }

    private Optional<CampaignRequest> begun(Experiment experiment, String text, List<ChosenSetup> chosen) {
        ExperimentFiles files = new ExperimentFiles(experiment, context, problems);
        List<ChosenSetup> setups = chosen.stream().map(this::placed).toList();
        List<SetupRequest> requests = requests(setups);
        boolean embedded = requests.stream().anyMatch(each -> each.options().cluster() == Cluster.EMBEDDED);
        Optional<Suite> suite = files.suite(embedded ? Cluster.EMBEDDED : Cluster.RUNNING);
        Experiment.VisitShape shape = shape(experiment.shape());
        if (suite.isEmpty() || setups.isEmpty()) {
            return Optional.empty();
        }
        Cold cold = coldOf(experiment.cold().isEmpty() ? suite.get().cold() : experiment.cold());
        List<SetupRequest> cooled = requests.stream()
                .map(each -> new SetupRequest(each.setup(), each.options().withCold(cold)))
                .toList();
        new PendingRestores(cooled.get(0).options(), null).refuse(command, problems);
        String name = experiment.name().isEmpty() ? suite.get().name() : experiment.name();
        List<String> names = setups.stream().map(ChosenSetup::name).toList();
        PlanOptions planOptions = planOptions(name, names.get(0));
        Optional<Plan> planned = Planner.plan(name, shape, names, suite.get(), planOptions, problems);
        planned.ifPresent(plan -> checkDisruption(needingMost(cooled), plan));
        planned.ifPresent(plan -> cooled.get(0).options().disruption().checkPrograms(command, plan, problems));
        return planned.filter(plan -> problems.isEmpty())
                .map(plan -> request(plan, cooled, Origin.of(text, saved().cooled(cold.text()))));
    }

    /** Returns the options to save. The setups of a comparison already have its directory of HDFS. */
    private SavedOptions saved() {
        SavedOptions saved = arguments.saved();
        return arguments.compare.directories.isEmpty()
                ? saved
                : saved.without("--data-dirs").with("--datanodes", String.valueOf(arguments.embedded.dataNodes));
    }

    /** Returns the options under a setup that is on a running cluster; under any, if there is none. */
    private static RunOptions needingMost(List<SetupRequest> setups) {
        return setups.stream()
                .map(SetupRequest::options)
                .filter(options -> options.cluster() == Cluster.RUNNING)
                .findFirst()
                .orElse(setups.get(0).options());
    }

    /** Returns the visits and runs of an experiment: those of its file, unless options say otherwise. */
    private Experiment.VisitShape shape(Experiment.VisitShape ofFile) {
        Experiment.VisitShape shape = arguments.visits == null ? ofFile : ofFile.withVisits(arguments.visits);
        if (shape.stop() != null && shape.stop().atLeast() > shape.visits()) {
            int least = shape.stop().atLeast();
            problems.add(Problem.at(
                            Location.COMMAND_LINE,
                            "--visits",
                            "the experiment's stopping rule is first applied after " + least + " visits")
                    .withValue(String.valueOf(shape.visits()))
                    .withRemedy("give at least " + least));
        }
        return arguments.repeats == null ? shape : shape.withRepeats(arguments.repeats);
    }

    private Optional<CampaignRequest> resumed() {
        Optional<SavedExperiment> found = SavedExperiment.of(out(), arguments.resume, context, problems);
        refuseWhatShapes(found.map(SavedExperiment::text).orElse(""));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        SavedExperiment saved = found.get();
        Set<String> given = arguments.saved().texts().keySet();
        arguments.resume(saved.options(), problems);
        checkKept(saved, given);
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        if (!saved.text().isEmpty()) {
            ExperimentReader.read("experiment.yaml", saved.text(), problems).ifPresent(this::inItsPlace);
        }
        List<SetupRequest> requests =
                requests(saved.setups().stream().map(this::placed).toList());
        checkDisruption(needingMost(requests), saved.plan());
        new PendingRestores(requests.get(0).options(), saved.plan().campaign()).refuse(command, problems);
        return problems.isEmpty() ? Optional.of(request(saved.plan(), requests, origin(saved))) : Optional.empty();
    }

    private Origin origin(SavedExperiment saved) {
        return saved.plan().isWorkload()
                ? Origin.of(new PlannedWorkload(saved.plan()), saved.text(), arguments.saved())
                : Origin.of(saved.text(), arguments.saved());
    }

    /** Refuses arguments that would change the saved plan. The saved experiment may be named again. */
    private void refuseWhatShapes(String savedText) {
        List<String> shaping = new ArrayList<>(arguments
                .given(List.of(
                        "--experiment",
                        "--suite",
                        "--setup",
                        ComparedDirectories.OPTION,
                        "--local",
                        "--visits",
                        "--repeats",
                        "--bytes-per-node",
                        "--seed",
                        "--jobs"))
                .keySet());
        if (arguments.experiment != null && namesSaved(savedText)) {
            shaping.remove("--experiment");
        }
        if (!generic.definitions().isEmpty()) {
            shaping.add("-D");
        }
        for (String option : shaping) {
            refuse(
                    option,
                    "cannot change the saved experiment that is resumed",
                    "leave it out, or leave --resume out to start another experiment");
        }
    }

    /** Checks whether the experiment that --experiment names is the saved one, word for word. */
    private boolean namesSaved(String savedText) {
        return new ConfFinder(ConfKind.EXPERIMENT, context.directory())
                .find(arguments.experiment, new Problems())
                .filter(text -> text.content().equals(savedText))
                .isPresent();
    }

    /**
     * Checks the commands in the experiment's saved files. The user must give them again, or allow them.
     *
     * @param given the options that the user gives
     */
    private void checkKept(SavedExperiment saved, Set<String> given) {
        CampaignDirectory campaign =
                new CampaignDirectory(out().resolve(saved.plan().campaign()));
        Disruption disruption = disruption();
        disruption.checkSettings(command, saved.plan(), generic.definitions(), problems);
        disruption.checkPrograms(command, saved.plan(), problems);
        disruption.checkSaved(command, saved.options(), given, campaign.options(), problems);
        String cold = arguments.measuring.cold == null ? null : arguments.measuring.cold.text();
        saved.plan().setups().forEach(setup -> disruption.checkKept(command, campaign.ofSetup(setup), cold, problems));
    }

    /** The files that an experiment names: its suite and its setups. */
    static final class ExperimentFiles {
        private final Experiment experiment;
        private final CliContext context;
        private final Problems problems;

        ExperimentFiles(Experiment experiment, CliContext context, Problems problems) {
            this.experiment = experiment;
            this.context = context;
            this.problems = problems;
        }

        /** Returns the setups, the baseline first. Given files replace the experiment's setups of the same names. */
        List<ChosenSetup> setups(List<String> instead) {
            Map<String, ChosenSetup> setups = new LinkedHashMap<>();
            for (String given : experiment.setups()) {
                ChosenSetup setup = ChosenSetup.read(beside(given), context, problems);
                refuseMereLabel(setup);
                if (setups.putIfAbsent(setup.name(), setup) != null && problems.isEmpty()) {
                    problems.add(problem("two of the setups have the same name", setup.name())
                            .withRemedy("give one of them another `name`"));
                }
            }
            Set<String> replaced = new HashSet<>();
            for (String given : instead) {
                ChosenSetup setup = ChosenSetup.read(given, context, problems);
                refuseMereLabel(setup);
                if (setups.replace(setup.name(), setup) == null && problems.isEmpty()) {
                    problems.add(problem("not a setup of the experiment " + experiment.name(), setup.name())
                            .withAllowed(String.join(", ", setups.keySet()))
                            .withRemedy("with --experiment it replaces the setup of the same name"));
                }
                if (!replaced.add(setup.name()) && problems.isEmpty()) {
                    problems.add(
                            problem("two files for one setup", setup.name()).withRemedy("leave one of the two out"));
                }
            }
            return new ArrayList<>(setups.values());
        }

        /** Refuses a label, because its runs would be named after storage that was neither applied nor verified. */
        private void refuseMereLabel(ChosenSetup setup) {
            if (setup.declared().isEmpty() && problems.isEmpty()) {
                problems.add(problem(
                                "only a label: nothing would distinguish visits to it from visits to the others",
                                setup.name())
                        .withRemedy(
                                "name a setup's file, or one of `list setups`. For an A/A test, write two files with the way"
                                        + " `kind: as-is`"));
            }
        }

        private static Problem problem(String reason, String name) {
            return Problem.at(Location.COMMAND_LINE, "--setup", reason).withValue(name);
        }

        /** Returns the suite; empty, with problems, if it cannot be read. */
        Optional<Suite> suite(Cluster cluster) {
            return new ConfFinder(ConfKind.SUITE, context.directory())
                    .find(beside(experiment.suite()), problems)
                    .flatMap(text -> SuiteReader.read(
                            text.source(), text.content(), context.jobs().keySet(), cluster, problems))
                    .map(found -> ProgramFiles.found(found, context.directory(), problems))
                    .map(this::refuseJobsThatAreNotRun);
        }

        private Suite refuseJobsThatAreNotRun(Suite suite) {
            experiment.hypotheses().stream()
                    .flatMap(hypothesis ->
                            Stream.concat(hypothesis.jobs().stream(), hypothesis.prediction().than().stream()))
                    .distinct()
                    .filter(job -> !suite.jobs().contains(job))
                    .forEach(job -> problems.add(Problem.at(
                                    new Location(experiment.source(), 0, 0),
                                    "hypotheses",
                                    "a job that the suite " + suite.name() + " does not have")
                            .withValue(job)
                            .withAllowed(String.join(", ", suite.jobs()))
                            .withRemedy("leave it out of the hypothesis, or use a suite that has it")));
            return suite;
        }

        /** Finds a file that an experiment's file names, which may be in the same directory as that file. */
        private String beside(String given) {
            Path beside = context.directory().resolve(experiment.source()).resolveSibling(given);
            return given.endsWith(".yaml") && Files.isRegularFile(beside) ? beside.toString() : given;
        }
    }
}
