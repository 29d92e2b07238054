package org.spindlebench.runner.cli;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.spindlebench.runner.campaign.CampaignArguments;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.Origin;
import org.spindlebench.runner.campaign.CampaignRequest.SavedOptions;
import org.spindlebench.runner.campaign.CampaignRequest.SetupRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.PendingRestores;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.SavedExperiment;
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
import org.spindlebench.runner.console.GenericOptions;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanOptions;
import org.spindlebench.runner.plan.Planner;
import org.spindlebench.runner.run.CampaignDirectory;

/** Makes an experiment's request of the arguments of run, plan or check, with all their problems together. */
final class ExperimentPreparation {
    private final CampaignCommands.CampaignCommand command;
    private final CampaignArguments arguments;
    private final GenericOptions generic;
    private final CliContext context;
    private final Problems problems;

    ExperimentPreparation(
            CampaignCommands.CampaignCommand command, GenericOptions generic, CliContext context, Problems problems) {
        this.command = command;
        this.arguments = command.campaign();
        this.generic = generic;
        this.context = context;
        this.problems = problems;
    }

    /** The request; empty when there are problems. */
    Optional<CampaignRequest> prepare(PrintStream out, PrintStream err) {
        if (command.command() == Command.CALIBRATE) {
            add("--calibrate", "calibrates under one setup", "calibrate with the suite and one --setup");
        }
        if (arguments.resume != null) {
            return resumed(out, err);
        }
        Optional<ConfFinder.Text> text = arguments.experiment == null
                ? Optional.empty()
                : new ConfFinder(ConfKind.EXPERIMENT, context.directory()).find(arguments.experiment, problems);
        return experiment(text)
                .flatMap(experiment ->
                        begun(experiment, text.map(ConfFinder.Text::content).orElse(""), out, err));
    }

    private Optional<Experiment> experiment(Optional<ConfFinder.Text> text) {
        if (arguments.experiment != null) {
            if (arguments.suite != null) {
                add("--suite", "the experiment's file names its suite", "leave one of the two out");
            }
            return text.flatMap(found -> ExperimentReader.read(found.source(), found.content(), problems));
        }
        if (arguments.suite == null) {
            add("--suite", "missing", "name the suite that the setups are compared by, or an --experiment");
            return Optional.empty();
        }
        return Optional.of(new Experiment(
                "command line", "", "", "", List.of(), arguments.suite, arguments.setups, Experiment.Shape.DEFAULT));
    }

    private Optional<CampaignRequest> begun(Experiment experiment, String text, PrintStream out, PrintStream err) {
        ExperimentFiles files = new ExperimentFiles(experiment, context, problems);
        List<ChosenSetup> setups = files.setups(arguments.experiment == null ? List.of() : arguments.setups);
        List<RunOptions> options = options(setups);
        boolean embedded = options.stream().anyMatch(each -> each.cluster() == Cluster.EMBEDDED);
        Optional<Suite> suite = files.suite(embedded ? Cluster.EMBEDDED : Cluster.RUNNING);
        Experiment.Shape shape =
                new OptionReader(arguments, generic, setups.get(0), context, problems).shape(experiment.shape());
        if (!problems.isEmpty() || suite.isEmpty()) {
            return Optional.empty();
        }
        new PendingRestores(options.get(0), null).refuse(command.command(), problems);
        String name = experiment.name().isEmpty() ? suite.get().name() : experiment.name();
        PlanOptions planOptions = new OptionReader(arguments, generic, setups.get(0), context, problems)
                .planOptions(name + "-" + Preparation.timeOf(context));
        List<String> names = setups.stream().map(ChosenSetup::name).toList();
        return Planner.plan(name, shape, names, suite.get(), planOptions, problems)
                .filter(plan -> problems.isEmpty())
                .map(plan -> request(plan, setups, options, text, out, err));
    }

    private Optional<CampaignRequest> resumed(PrintStream out, PrintStream err) {
        SavedExperiment.refuseWhatShapes(arguments, generic, problems);
        Path root = new OptionReader(arguments, generic, ChosenSetup.DEFAULT, context, problems).out();
        Optional<SavedExperiment> saved = SavedExperiment.of(root, arguments.resume, context, problems);
        if (saved.isEmpty()) {
            return Optional.empty();
        }
        checkKept(new CampaignDirectory(root.resolve(saved.get().plan().campaign())), saved.get());
        saved.get().options().into(arguments, problems);
        if (!problems.isEmpty()) {
            return Optional.empty();
        }
        List<ChosenSetup> setups = saved.get().setups();
        List<RunOptions> options = options(setups);
        new PendingRestores(options.get(0), saved.get().plan().campaign()).refuse(command.command(), problems);
        return problems.isEmpty()
                ? Optional.of(
                        request(saved.get().plan(), setups, options, saved.get().text(), out, err))
                : Optional.empty();
    }

    /** What its files say is taken like what the user says, but for a command: that one the user has to say, or to allow. */
    private void checkKept(CampaignDirectory campaign, SavedExperiment saved) {
        Disruption disruption = new Disruption(arguments.allowDisruptive, arguments.restore);
        disruption.checkSettings(command.command(), saved.plan(), generic.definitions(), problems);
        String cold = saved.options().texts().get("--cold");
        if (cold != null && arguments.cold == null) {
            disruption.checkCooling(command.command(), cold, campaign.options(), problems);
        }
        saved.plan()
                .setups()
                .forEach(setup -> disruption.checkKept(command.command(), campaign.ofSetup(setup), cold, problems));
    }

    /** How to run under each setup. What is wrong with an option is wrong under all of them, and said once. */
    private List<RunOptions> options(List<ChosenSetup> setups) {
        List<RunOptions> options = new ArrayList<>();
        List<Problem> said = new ArrayList<>(problems.list());
        for (ChosenSetup setup : setups) {
            Problems own = new Problems();
            OptionReader reader = new OptionReader(arguments, generic, setup, context, own);
            RunOptions ofSetup = reader.runOptions();
            if (command.command() != Command.PLAN) {
                reader.requireDirectories(ofSetup.embedded());
            }
            ofSetup.disruption().check(command.command(), setup, own);
            options.add(ofSetup);
            own.list().stream().filter(problem -> !said.contains(problem)).forEach(problem -> {
                said.add(problem);
                problems.add(problem);
            });
        }
        return options;
    }

    private CampaignRequest request(
            Plan plan,
            List<ChosenSetup> setups,
            List<RunOptions> options,
            String text,
            PrintStream out,
            PrintStream err) {
        List<SetupRequest> requests = new ArrayList<>();
        for (int i = 0; i < setups.size(); i++) {
            requests.add(new SetupRequest(setups.get(i), options.get(i)));
        }
        return new CampaignRequest(
                command.command(), plan, requests, Origin.of(text, SavedOptions.of(arguments)), generic, out, err);
    }

    private void add(String option, String reason, String remedy) {
        problems.add(Problem.at(Location.COMMAND_LINE, option, reason).withRemedy(remedy));
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

        /**
         * Its setups, the baseline first.
         *
         * @param instead files of setups that are taken instead of those of the same names
         */
        List<ChosenSetup> setups(List<String> instead) {
            Map<String, ChosenSetup> setups = new LinkedHashMap<>();
            for (String given : experiment.setups()) {
                ChosenSetup setup = ChosenSetup.read(beside(given), context, problems);
                refuseMereLabel(setup);
                if (setups.putIfAbsent(setup.name(), setup) != null && problems.isEmpty()) {
                    problems.add(problem("two of the setups have one name", setup.name())
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
                            .withRemedy("with --experiment it takes the place of the setup of the same name"));
                }
                if (!replaced.add(setup.name()) && problems.isEmpty()) {
                    problems.add(
                            problem("two files for one setup", setup.name()).withRemedy("leave one of the two out"));
                }
            }
            return new ArrayList<>(setups.values());
        }

        /** Its runs would be named after storage that nothing brought about and nobody saw. */
        private void refuseMereLabel(ChosenSetup setup) {
            if (setup.declared().isEmpty() && problems.isEmpty()) {
                problems.add(problem(
                                "a mere label: nothing would change between visits to it and to the others",
                                setup.name())
                        .withRemedy(
                                "name a setup's file, or one of `list setups`; for an A/A test write two files of the way"
                                        + " as-is"));
            }
        }

        private static Problem problem(String reason, String name) {
            return Problem.at(Location.COMMAND_LINE, "--setup", reason).withValue(name);
        }

        /** Its suite; empty, with problems, when it cannot be read. */
        Optional<Suite> suite(Cluster cluster) {
            return new ConfFinder(ConfKind.SUITE, context.directory())
                    .find(beside(experiment.suite()), problems)
                    .flatMap(text -> SuiteReader.read(
                            text.source(), text.content(), context.jobs().keySet(), cluster, problems))
                    .map(this::refuseJobsThatAreNotRun);
        }

        private Suite refuseJobsThatAreNotRun(Suite suite) {
            experiment.hypotheses().stream()
                    .flatMap(hypothesis -> hypothesis.jobs().stream())
                    .distinct()
                    .filter(job -> !suite.jobs().contains(job))
                    .forEach(job -> problems.add(Problem.at(
                                    new Location(experiment.source(), 0, 0),
                                    "hypotheses",
                                    "a job that the suite " + suite.name() + " does not have")
                            .withValue(job)
                            .withAllowed(String.join(", ", suite.jobs()))
                            .withRemedy("leave it out of the hypothesis, or take a suite that has it")));
            return suite;
        }

        /** A file that an experiment's file names may lie beside that one. */
        private String beside(String given) {
            Path beside = context.directory().resolve(experiment.source()).resolveSibling(given);
            return given.endsWith(".yaml") && Files.isRegularFile(beside) ? beside.toString() : given;
        }
    }
}
