package org.spindlebench.runner.reports;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.PublishedNumbers;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.ExperimentReader;
import org.spindlebench.runner.conf.ExperimentReader.ReferencesReader;
import org.spindlebench.runner.conf.PriceListReader;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.SavedLooks;

/**
 * The questions of a report: those of its experiments, read from the copies of their files in the results directories,
 * and those that a user adds.
 *
 * @param baselines the baselines of the experiments, in the order of the directories
 * @param prices the price list that the experiments name; null if they name none, or different lists
 */
public record SavedStudy(Study study, List<String> baselines, PriceList prices) {
    public SavedStudy {
        baselines = List.copyOf(baselines);
    }

    /** Returns the questions of all experiments, without any that a user adds. */
    public static SavedStudy of(List<Path> results, Path directory, Problems problems) {
        return of(results, directory, null, null, problems);
    }

    /**
     * Returns the questions of all experiments; adds problems if a copy, or a list that it names, cannot be read.
     *
     * @param directory the directory that relative paths refer to
     * @param added an experiment whose hypotheses the user states after the runs; null for none
     * @param references a list of printed numbers that the user adds; null for none
     */
    public static SavedStudy of(
            List<Path> results, Path directory, String added, String references, Problems problems) {
        List<Experiment> experiments = new ArrayList<>();
        List<String> baselines = new ArrayList<>();
        Set<String> endedEarly = new TreeSet<>();
        Set<String> notEmulated = new TreeSet<>();
        for (Path campaign : results) {
            baseline(campaign, problems).ifPresent(baselines::add);
            EndedEarly.campaign(campaign).ifPresent(endedEarly::add);
            Path file = new CampaignDirectory(campaign).source(ConfKind.EXPERIMENT);
            if (Files.isRegularFile(file)) {
                try {
                    Optional<Plan> plan = plan(campaign);
                    ExperimentReader.read(file.toString(), Files.readString(file), problems)
                            .ifPresent(experiment -> {
                                experiments.add(experiment.asMeasured(settings(plan)));
                                plan.ifPresent(found ->
                                        notEmulated.addAll(experiment.notEmulated(found.suite(), found.setups())));
                            });
                } catch (IOException e) {
                    problems.add(Problem.ofOption(file.toString(), "cannot be read: " + FileFailure.of(e)));
                }
            }
        }
        List<Hypothesis> planned = hypotheses(experiments);
        if (added != null) {
            new ConfFinder(ConfKind.EXPERIMENT, directory)
                    .read(added, ExperimentReader::read, problems)
                    .ifPresent(experiment -> {
                        experiments.add(experiment);
                        baselines.add(experiment.setups().get(0));
                    });
        }
        List<Hypothesis> all = hypotheses(experiments);
        String figure = experiments.stream()
                .map(Experiment::figure)
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        return new SavedStudy(
                new Study(
                        figure,
                        planned,
                        all.subList(planned.size(), all.size()),
                        endedEarly,
                        printed(experiments, references, directory, problems),
                        looks(results, problems),
                        notEmulated),
                baselines,
                prices(experiments, directory, problems));
    }

    /**
     * Returns the look that a report or a comparison is. For several campaigns that are reported together, this is the
     * look with the least share, without earlier claims, because those were made about other runs.
     */
    static Looks looks(Collection<Path> results, Problems problems) {
        List<Looks> all = new ArrayList<>();
        for (Path campaign : results) {
            CampaignDirectory directory = new CampaignDirectory(campaign);
            if (Files.exists(directory.plan())) {
                try {
                    SavedLooks saved = SavedLooks.of(directory);
                    Plan begun = PlanFile.read(directory.plan());
                    int seen = SavedLooks.seen(saved.of(begun), directory::finished);
                    all.add(saved.at(begun, seen, ComparisonOptions.DEFAULT_CONFIDENCE));
                } catch (IllegalArgumentException | InvalidDocumentException | IOException unreadable) {
                    if (Files.exists(directory.looks())) {
                        problems.add(Problem.ofOption(
                                directory.looks().toString(), "the looks at this campaign cannot be read"));
                    }
                }
            }
        }
        Looks strictest =
                all.stream().min(Comparator.comparingDouble(Looks::share)).orElse(Looks.ONLY);
        return results.size() < 2 ? strictest : strictest.together(results.size());
    }

    /** Returns a campaign's plan; empty if this version cannot read it. */
    private static Optional<Plan> plan(Path campaign) {
        try {
            return Optional.of(PlanFile.read(campaign.resolve(PlanFile.NAME)));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static List<Map<String, String>> settings(Optional<Plan> plan) {
        return plan.stream()
                .flatMap(found -> found.runs().stream())
                .map(RunSpec::settings)
                .toList();
    }

    private static List<Hypothesis> hypotheses(List<Experiment> experiments) {
        return experiments.stream()
                .flatMap(experiment -> experiment.hypotheses().stream())
                .distinct()
                .toList();
    }

    private static List<PublishedNumbers> printed(
            List<Experiment> experiments, String added, Path directory, Problems problems) {
        return Stream.concat(named(experiments, Experiment::references), Stream.ofNullable(added))
                .distinct()
                .flatMap(name -> new ConfFinder(ConfKind.REFERENCES, directory)
                        .read(name, ReferencesReader::read, problems).stream())
                .toList();
    }

    private static PriceList prices(List<Experiment> experiments, Path directory, Problems problems) {
        List<String> names = named(experiments, Experiment::prices).toList();
        return names.size() != 1
                ? null
                : new ConfFinder(ConfKind.PRICES, directory)
                        .read(names.get(0), PriceListReader::read, problems)
                        .orElse(null);
    }

    private static Stream<String> named(List<Experiment> experiments, Function<Experiment, String> name) {
        return experiments.stream().map(name).filter(text -> !text.isEmpty()).distinct();
    }

    /** Returns the price list of the experiments if it prices any setup of these runs; null otherwise. */
    public PriceList pricesOf(Runs runs) {
        return prices != null
                        && runs.setups().stream()
                                .anyMatch(setup -> prices.setups().containsKey(setup))
                ? prices
                : null;
    }

    /**
     * Returns the baseline's name from the plan, because the experiment's file may name setups by their files. Empty if
     * there is no plan that this version can read; adds a problem if the plan is not JSON.
     */
    private static Optional<String> baseline(Path directory, Problems problems) {
        Path file = directory.resolve(PlanFile.NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            Plan plan = PlanFile.read(file);
            return plan.baseline();
        } catch (JsonParseException damaged) {
            problems.add(Problem.ofOption(file.toString(), "cut off or damaged; copy it anew, or move it away"));
            return Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the first baseline that has runs; null if none has. */
    public String baseline(Runs runs) {
        List<String> setups = runs.setups();
        return baselines.stream().filter(setups::contains).findFirst().orElse(null);
    }

    /**
     * Finds out whether the experiment of a results directory ended before its last visit, because of its stopping
     * rule.
     */
    static final class EndedEarly {
        private EndedEarly() {}

        /** Returns the campaign's name; empty if the experiment did not end early, or without a readable plan. */
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
