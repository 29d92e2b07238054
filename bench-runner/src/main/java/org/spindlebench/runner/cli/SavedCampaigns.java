package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.runner.conf.Location;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.plan.SavedPlan;
import org.spindlebench.runner.run.CampaignDirectory;

/** The campaigns under a root of results. A run is finished when its record lies under {@code runs/}. */
final class SavedCampaigns {
    private final Path root;
    private final Problems problems;

    SavedCampaigns(Path root, Problems problems) {
        this.root = root;
        this.problems = problems;
    }

    /** The plan of a campaign; empty, with a problem, when there is none of that name. */
    Optional<SavedPlan> named(String name) {
        Path directory = root.resolve(name);
        if (!Files.isRegularFile(directory.resolve(PlanFile.NAME))) {
            problems.add(problem("no campaign of that name in " + root, name)
                    .withRemedy("leave the name out for the latest, or name the directory of all results with --out"));
            return Optional.empty();
        }
        return read(directory);
    }

    /**
     * The plan that was made last among those with runs left, or else among all: a campaign can be killed between its last
     * record and its table.
     *
     * @param suite the only suite to look for, or null
     */
    Optional<SavedPlan> latest(String suite) {
        List<SavedPlan> plans = plans(suite);
        Optional<SavedPlan> plan = plans.stream()
                .filter(this::isUnfinished)
                .findFirst()
                .or(() -> plans.stream().findFirst());
        if (plan.isEmpty() && problems.isEmpty()) {
            String which = suite == null ? "no campaign" : "no campaign of the suite " + suite;
            problems.add(problem(which + " in " + root, "").withRemedy("leave --resume out to start one"));
        }
        return plan;
    }

    private List<SavedPlan> plans(String suite) {
        List<SavedPlan> plans = new ArrayList<>();
        for (Path directory : latestFirst()) {
            read(directory)
                    .filter(plan -> suite == null || plan.suite().equals(suite))
                    .ifPresent(plans::add);
        }
        return plans;
    }

    private List<Path> latestFirst() {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(root)) {
            return directories
                    .filter(directory -> Files.isRegularFile(directory.resolve(PlanFile.NAME)))
                    .sorted(Comparator.comparing(SavedCampaigns::plannedAt).reversed())
                    .toList();
        } catch (IOException e) {
            problems.add(problem("cannot be read: " + FileFailure.of(e), root.toString()));
            return List.of();
        }
    }

    private static FileTime plannedAt(Path directory) {
        try {
            return Files.getLastModifiedTime(directory.resolve(PlanFile.NAME));
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    private Optional<SavedPlan> read(Path directory) {
        try {
            SavedPlan plan = PlanFile.read(directory.resolve(PlanFile.NAME));
            if (plan.campaign().equals(String.valueOf(directory.getFileName()))) {
                return Optional.of(plan);
            }
            problems.add(problem("the directory's plan is of the campaign " + plan.campaign(), directory.toString())
                    .withRemedy("give the directory its name back"));
        } catch (IOException e) {
            String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            problems.add(problem("its plan cannot be read: " + first, directory.toString())
                    .withRemedy("move the directory away, or name another campaign"));
        }
        return Optional.empty();
    }

    private boolean isUnfinished(SavedPlan plan) {
        CampaignDirectory directory = new CampaignDirectory(root.resolve(plan.campaign()));
        return !Files.exists(directory.ended()) && plan.runs().stream().anyMatch(run -> !directory.finished(run));
    }

    private static Problem problem(String reason, String value) {
        return Problem.at(Location.COMMAND_LINE, "--resume", reason).withValue(value);
    }
}
