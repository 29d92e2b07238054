package org.spindlebench.runner.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.ExperimentPlan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;

/**
 * What the experiments ask whose results are reported on, by the copies of their files in the results directories.
 *
 * @param study all of it
 * @param baselines the baselines of the experiments, in the order of the directories
 */
public record SavedStudy(Study study, List<String> baselines) {
    public SavedStudy {
        baselines = List.copyOf(baselines);
    }

    /** Of several experiments all is asked; with problems where a copy cannot be read. */
    public static SavedStudy of(List<Path> results, Problems problems) {
        List<Experiment> experiments = new ArrayList<>();
        List<String> baselines = new ArrayList<>();
        Set<String> endedEarly = new TreeSet<>();
        for (Path directory : results) {
            baseline(directory).ifPresent(baselines::add);
            EndedEarly.campaign(directory).ifPresent(endedEarly::add);
            Path file = new CampaignDirectory(directory).experiment();
            if (Files.isRegularFile(file)) {
                try {
                    ExperimentReader.read(file.toString(), Files.readString(file), problems)
                            .ifPresent(experiments::add);
                } catch (IOException e) {
                    problems.add(
                            Problem.at(Location.COMMAND_LINE, file.toString(), "cannot be read: " + FileFailure.of(e)));
                }
            }
        }
        String figure = experiments.stream()
                .map(Experiment::figure)
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        return new SavedStudy(
                new Study(
                        figure,
                        experiments.stream()
                                .flatMap(experiment -> experiment.hypotheses().stream())
                                .distinct()
                                .toList(),
                        endedEarly),
                baselines);
    }

    /** By the plan, as the experiment's file may name setups by their files; empty where no plan of this version is there. */
    private static Optional<String> baseline(Path directory) {
        try {
            return PlanFile.read(directory.resolve(PlanFile.NAME)) instanceof ExperimentPlan plan
                    ? Optional.of(plan.setups().get(0))
                    : Optional.empty();
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    /** The first baseline that has runs; null where none has. */
    public String baseline(Runs runs) {
        List<String> setups = runs.setups();
        return baselines.stream().filter(setups::contains).findFirst().orElse(null);
    }

    /** Whether the experiment of a results directory ended before its last visit, as its rule says. */
    static final class EndedEarly {
        private EndedEarly() {}

        /** Its campaign; empty where it did not, or where no plan of this version says which it is. */
        static Optional<String> campaign(Path results) {
            if (!Files.isRegularFile(new CampaignDirectory(results).ended())) {
                return Optional.empty();
            }
            try {
                return Optional.of(PlanFile.read(results.resolve(PlanFile.NAME)).campaign());
            } catch (IOException notThere) {
                return Optional.empty();
            }
        }
    }
}
