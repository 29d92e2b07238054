package org.spindlebench.runner.cli;

import static java.util.Objects.requireNonNullElse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.CampaignFile;
import org.spindlebench.runner.campaign.CampaignRequest.StorageChoice;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanOptions;
import org.spindlebench.runner.plan.Planner;

/** A suite: on one setup, or on the setups of an experiment, which a file, the command line or {@code --compare} names. */
final class SuiteSource implements CampaignSource {
    private final Given given;
    private final CampaignArguments options;
    private final Experiment experiment;
    /** The text of the experiment's file; empty if the command line names the suite. */
    private final String text;

    private final Optional<ComparedDirectories> compared;
    private Optional<ConfFinder.Text> suiteFile = Optional.empty();
    private Optional<Suite> suite = Optional.empty();

    private SuiteSource(Given given, Experiment experiment, String text, Optional<ComparedDirectories> compared) {
        this.given = given;
        this.options = given.options();
        this.experiment = options.emulate == null ? experiment : experiment.onEmulatedDisks();
        this.text = text;
        this.compared = compared;
    }

    /** Returns the source that the options name; empty, with problems, if it cannot be read. */
    static Optional<SuiteSource> of(Given given) {
        CampaignArguments options = given.options();
        if (!options.compare.directories.isEmpty()) {
            return compared(given);
        }
        if (options.experiment == null) {
            return options.suite == null && options.setups.size() > 1
                    ? missing(given)
                    : Optional.of(new SuiteSource(given, ofCommandLine(options), "", Optional.empty()));
        }
        given.refuseIf(
                options.suite != null, "--suite", "the experiment's file names its suite", "leave one of the two out");
        return new ConfFinder(ConfKind.EXPERIMENT, given.context().directory())
                .find(options.experiment, given.problems())
                .flatMap(text -> ExperimentReader.read(text.source(), text.content(), given.problems())
                        .map(read -> new SuiteSource(given, read, text.content(), Optional.empty())));
    }

    private static Optional<SuiteSource> missing(Given given) {
        given.refuse("--suite", "missing", "name the suite to compare the setups with, or an --experiment");
        return Optional.empty();
    }

    private static Experiment ofCommandLine(CampaignArguments options) {
        return new Experiment(
                ExperimentFiles.COMMAND_LINE,
                "",
                "",
                "",
                List.of(),
                requireNonNullElse(options.suite, ""),
                options.setups,
                Experiment.VisitShape.DEFAULT);
    }

    /** Makes an experiment on the directories that {@code --compare} names. */
    private static Optional<SuiteSource> compared(Given given) {
        CampaignArguments options = given.options();
        options.given(List.of("--setup", "--experiment", "--workload", "--emulate", "--local-dirs"))
                .keySet()
                .forEach(option ->
                        given.refuse(option, "cannot be combined with --compare", "leave one of the two out"));
        Optional<Path> hdfs = options.compare.hdfs(options.embedded.dataDirs, given.context(), given.problems());
        Optional<ComparedDirectories> found =
                ComparedDirectories.read(options.compare.directories, hdfs, given.context(), given.problems());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        String suite = requireNonNullElse(options.suite, ComparedDirectories.SUITE);
        String text = found.get().text(suite, options.measuring.cold == null && mayDropCaches() ? "local" : "");
        options.imply("--datanodes", String.valueOf(ComparedDirectories.DATA_NODES));
        return found.get()
                .experiment(text, given.problems())
                .map(experiment -> new SuiteSource(given, experiment, text, found));
    }

    private static boolean mayDropCaches() {
        return Files.isWritable(Path.of("/proc/sys/vm/drop_caches"));
    }

    @Override
    public Optional<Experiment.Small> small() {
        return Optional.ofNullable(experiment.small());
    }

    private boolean hasVisits() {
        return experiment.setups().size() > 1;
    }

    private ExperimentFiles files() {
        return new ExperimentFiles(experiment, given.context(), given.problems());
    }

    @Override
    public List<ChosenSetup> setups() {
        if (compared.isPresent()) {
            return compared.get().setups(given.problems());
        }
        return hasVisits()
                ? files().setups(options.experiment == null ? List.of() : options.setups)
                : List.of(ChosenSetup.read(options.setups, given.context(), given.problems()));
    }

    @Override
    public Optional<Plan> plan(List<ChosenSetup> setups) {
        refuseWhatDoesNotFit();
        boolean embedded = setups.stream().anyMatch(setup -> setup.cluster(options.embedded) == Cluster.EMBEDDED);
        if (isNamed()) {
            suiteFile = files().suiteFile();
            suite = files().suite(suiteFile, embedded ? Cluster.EMBEDDED : Cluster.RUNNING);
        }
        Experiment.VisitShape shape = shape();
        if (suite.isEmpty() || setups.isEmpty()) {
            return Optional.empty();
        }
        String cold = experiment.cold().isEmpty() ? suite.get().cold() : experiment.cold();
        if (options.measuring.cold == null && !cold.isEmpty() && !cold.equals("off")) {
            options.imply("--cold", cold);
        }
        String name = experiment.name().isEmpty() ? suite.get().name() : experiment.name();
        List<String> names = setups.stream().map(ChosenSetup::name).toList();
        PlanOptions planOptions = given.planOptions(name, names.get(0));
        return hasVisits()
                ? Planner.plan(name, shape, names, suite.get(), planOptions, given.problems())
                : Planner.plan(suite.get(), planOptions, given.problems());
    }

    /** Returns whether the suite is named. A missing value or a misspelt option has already been reported. */
    private boolean isNamed() {
        boolean known = given.problems().list().stream()
                .anyMatch(problem -> List.of(problem.key(), problem.nearest()).contains("--suite"));
        if (experiment.suite().isEmpty() && !known) {
            ConfFinder finder = new ConfFinder(ConfKind.SUITE, given.context().directory());
            given.problems()
                    .add(Problem.at(Location.COMMAND_LINE, "--suite", "missing")
                            .withAllowed(String.join(", ", finder.names()))
                            .withRemedy("name one of these, or a YAML file"));
        }
        return !experiment.suite().isEmpty();
    }

    private void refuseWhatDoesNotFit() {
        given.refuseIf(
                options.visits != null && !hasVisits(),
                "--visits",
                "a single setup is visited once",
                "raise --repeats, or give several --setup options or an --experiment");
        if (given.command() != Command.CALIBRATE) {
            return;
        }
        given.refuseIf(
                hasVisits(),
                "--calibrate",
                "works under a single setup only",
                "calibrate with the suite and one --setup");
        refuseWithCalibrate(options.embedded.wanted, "--embedded", "an embedded cluster ends when its command ends");
        refuseWithCalibrate(options.cluster.slots != null, "--slots", "a given number overrides any measured number");
    }

    private void refuseWithCalibrate(boolean isGiven, String option, String reason) {
        given.refuseIf(isGiven, option, "makes --calibrate useless: " + reason, "leave one of the two out");
    }

    /** Returns the visits and runs of an experiment: the visits and runs of its file, unless options change them. */
    private Experiment.VisitShape shape() {
        Experiment.VisitShape ofFile = experiment.shape();
        Experiment.VisitShape shape = options.visits == null ? ofFile : ofFile.withVisits(options.visits);
        if (shape.stop() != null && shape.stop().atLeast() > shape.visits()) {
            int least = shape.stop().atLeast();
            given.problems()
                    .add(Problem.at(
                                    Location.COMMAND_LINE,
                                    "--visits",
                                    "the experiment's stopping rule is first applied after " + least + " visits")
                            .withValue(String.valueOf(shape.visits()))
                            .withRemedy("give at least " + least));
        }
        return options.repeats == null ? shape : shape.withRepeats(options.repeats);
    }

    @Override
    public CampaignFile source() {
        return new CampaignFile(
                text.isEmpty() ? ConfKind.SUITE : ConfKind.EXPERIMENT,
                text.isEmpty() ? suiteFile.map(ConfFinder.Text::content).orElse("") : text,
                hasVisits() ? Optional.empty() : suite,
                sized(),
                Optional.empty(),
                Optional.empty(),
                chosen());
    }

    /** Returns what Spindle chooses on the cluster: all that neither the user nor a file states. */
    private StorageChoice chosen() {
        return suite.map(Suite::measuresStorage).orElse(false)
                ? new StorageChoice(options.bytesPerNode == null, options.measuring.cold == null)
                : StorageChoice.NOTHING;
    }

    /** Returns the directories whose speed decides the size of the runs, unless the user states the size. */
    private Optional<CampaignRequest.SetupDirectories> sized() {
        boolean usual = experiment.suite().equals(ComparedDirectories.SUITE) && options.bytesPerNode == null;
        if (compared.isEmpty() || !usual || given.command() != Command.RUN) {
            return Optional.empty();
        }
        return Optional.of(
                new CampaignRequest.SetupDirectories(compared.get().directories(), options.measuring.cold == null));
    }
}
