package org.spindlebench.runner.cli;

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
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.ProgramFiles;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader.ReferencesReader;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.conf.PriceListReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.conf.SuiteReader;
import org.spindlebench.runner.console.CliContext;

/** The files that an experiment names: its suite and its setups. */
final class ExperimentFiles {
    /** The source of an experiment that has no file. */
    static final String COMMAND_LINE = "command line";

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
        List<String> labels = new ArrayList<>();
        for (String given : experiment.setups()) {
            Problems own = new Problems();
            ChosenSetup setup = ChosenSetup.read(beside(given), context, own);
            own.list().forEach(problem -> problems.add(inFile(problem, "setups")));
            if (own.isEmpty() && setup.declared().isEmpty()) {
                labels.add(setup.name());
            }
            if (setups.putIfAbsent(setup.name(), setup) != null && problems.isEmpty()) {
                problems.add(problem("two of the setups have the same name", setup.name())
                        .withRemedy("give one of them another `name`"));
            }
        }
        Set<String> replaced = new HashSet<>();
        for (String given : instead) {
            Problems own = new Problems();
            ChosenSetup setup = ChosenSetup.read(given, context, own);
            own.list().forEach(problems::add);
            if (own.isEmpty() && setup.declared().isEmpty()) {
                labels.add(setup.name());
            }
            if (setups.replace(setup.name(), setup) == null && problems.isEmpty() && labels.isEmpty()) {
                problems.add(problem("not a setup of the experiment " + experiment.name(), setup.name())
                        .withAllowed(String.join(", ", setups.keySet()))
                        .withRemedy("with --experiment it replaces the setup of the same name"));
            }
            if (!replaced.add(setup.name()) && problems.isEmpty()) {
                problems.add(problem("two files for one setup", setup.name()).withRemedy("leave one of the two out"));
            }
        }
        refuseMere(labels);
        return new ArrayList<>(setups.values());
    }

    /** Refuses labels, because their runs would be named after storage that was neither applied nor verified. */
    private void refuseMere(List<String> labels) {
        if (!labels.isEmpty()) {
            problems.add(problem(
                            "only a label: nothing would distinguish visits to it from visits to other setups",
                            String.join(", ", labels))
                    .withRemedy(
                            "name a setup's file, or one of `list setups`. For an A/A test, write two files with the way"
                                    + " `kind: as-is`"));
        }
    }

    private static Problem problem(String reason, String name) {
        return Problem.at(Location.COMMAND_LINE, "--setup", reason).withValue(name);
    }

    /** Returns the suite's file; empty, with problems, if it cannot be read. */
    Optional<ConfFinder.Text> suiteFile() {
        Problems own = new Problems();
        Optional<ConfFinder.Text> file =
                new ConfFinder(ConfKind.SUITE, context.directory()).find(beside(experiment.suite()), own);
        own.list().forEach(problem -> problems.add(inFile(problem, "suite")));
        checkLists();
        return file;
    }

    /** Adds the problems of the lists that only the report reads, so that no run is made in vain. */
    private void checkLists() {
        Problems ofPrices = new Problems();
        Problems ofReferences = new Problems();
        if (!experiment.prices().isEmpty()) {
            new ConfFinder(ConfKind.PRICES, context.directory())
                    .read(experiment.prices(), PriceListReader::read, ofPrices);
        }
        if (!experiment.references().isEmpty()) {
            new ConfFinder(ConfKind.REFERENCES, context.directory())
                    .read(experiment.references(), ReferencesReader::read, ofReferences);
        }
        ofPrices.list().forEach(problem -> problems.add(inFile(problem, "prices")));
        ofReferences.list().forEach(problem -> problems.add(inFile(problem, "references")));
    }

    /** Returns a problem with a name. Its location is the experiment's file if the name comes from that file. */
    private Problem inFile(Problem problem, String key) {
        boolean isOfFile = problem.location().equals(Location.COMMAND_LINE)
                && !experiment.source().equals(COMMAND_LINE);
        return isOfFile
                ? problem.withLocation(new Location(experiment.source(), 0, 0)).withKey(key)
                : problem;
    }

    /** Returns the suite; empty, with problems, if it cannot be read. */
    Optional<Suite> suite(Optional<ConfFinder.Text> file, Cluster cluster) {
        return file.flatMap(text -> SuiteReader.read(
                        text.source(), text.content(), context.jobs().keySet(), cluster, problems))
                .map(found -> ProgramFiles.found(found, context.directory(), problems))
                .map(this::refuseJobsThatAreNotRun);
    }

    /** On emulated disks of one machine, an experiment may run fewer jobs, so that some hypotheses have no runs. */
    private Suite refuseJobsThatAreNotRun(Suite suite) {
        if (experiment.small() != null && experiment.small().suite().equals(experiment.suite())) {
            return suite;
        }
        experiment.hypotheses().stream()
                .flatMap(hypothesis ->
                        Stream.concat(hypothesis.jobs().stream(), hypothesis.prediction().than().stream()))
                .distinct()
                .filter(job -> !job.equals(Hypothesis.TOGETHER) && !suite.jobs().contains(job))
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
        if (experiment.source().equals(COMMAND_LINE) || !given.endsWith(".yaml")) {
            return given;
        }
        Path beside = context.directory().resolve(experiment.source()).resolveSibling(given);
        return Files.isRegularFile(beside) ? beside.toString() : given;
    }
}
