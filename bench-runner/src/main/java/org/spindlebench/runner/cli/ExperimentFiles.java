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
import org.spindlebench.runner.conf.Cluster;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.conf.SuiteReader;

/** The files that an experiment names: its suite and its setups. */
final class ExperimentFiles {
    private final Experiment experiment;
    private final Wiring wiring;
    private final Problems problems;

    ExperimentFiles(Experiment experiment, Wiring wiring, Problems problems) {
        this.experiment = experiment;
        this.wiring = wiring;
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
            ChosenSetup setup = ChosenSetup.read(beside(given), wiring, problems);
            refuseMereLabel(setup);
            if (setups.putIfAbsent(setup.name(), setup) != null && problems.isEmpty()) {
                problems.add(problem("two of the setups have one name", setup.name())
                        .withRemedy("give one of them another `name`"));
            }
        }
        Set<String> replaced = new HashSet<>();
        for (String given : instead) {
            ChosenSetup setup = ChosenSetup.read(given, wiring, problems);
            refuseMereLabel(setup);
            if (setups.replace(setup.name(), setup) == null && problems.isEmpty()) {
                problems.add(problem("not a setup of the experiment " + experiment.name(), setup.name())
                        .withAllowed(String.join(", ", setups.keySet()))
                        .withRemedy("with --experiment it takes the place of the setup of the same name"));
            }
            if (!replaced.add(setup.name()) && problems.isEmpty()) {
                problems.add(problem("two files for one setup", setup.name()).withRemedy("leave one of the two out"));
            }
        }
        return new ArrayList<>(setups.values());
    }

    /** Its runs would be named after storage that nothing brought about and nobody saw. */
    private void refuseMereLabel(ChosenSetup setup) {
        if (setup.declared().isEmpty() && problems.isEmpty()) {
            problems.add(
                    problem("a mere label: nothing would change between visits to it and to the others", setup.name())
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
        return new ConfFinder(ConfKind.SUITE, wiring.directory())
                .find(beside(experiment.suite()), problems)
                .flatMap(text -> SuiteReader.read(
                        text.source(), text.content(), wiring.jobs().keySet(), cluster, problems))
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
        Path beside = wiring.directory().resolve(experiment.source()).resolveSibling(given);
        return given.endsWith(".yaml") && Files.isRegularFile(beside) ? beside.toString() : given;
    }
}
