package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Reductions;
import org.spindlebench.runner.run.SavedLooks;

/** The campaigns in a results directory. A run counts as finished if its record is in {@code runs/}. */
public final class SavedCampaigns {
    private final Path root;
    private final Problems problems;
    private final String option;

    /** @param option the option or argument that names the campaign, for messages */
    public SavedCampaigns(Path root, Problems problems, String option) {
        this.root = root;
        this.problems = problems;
        this.option = option;
    }

    /** Returns a campaign's plan; empty, with a problem, if there is no campaign of that name. */
    public Optional<Plan> named(String name) {
        Path directory = root.resolve(name);
        if (!Files.isRegularFile(directory.resolve(PlanFile.NAME))) {
            problems.add(problem("no campaign of that name in " + root, name)
                    .withRemedy("leave the name out for the latest, or name the directory of all results with --out"));
            return Optional.empty();
        }
        return read(directory);
    }

    /**
     * Returns the latest plan with runs left. If no plan has runs left, returns the latest plan: a client can be killed
     * after its last record and before its table is written.
     *
     * @param suite the suite on one setup to look for; null for any campaign
     */
    public Optional<Plan> latest(String suite) {
        List<Path> directories = latestFirst();
        Problems unread = new Problems();
        Optional<Plan> plan = first(directories, suite, this::isUnfinished, unread);
        if (plan.isEmpty()) {
            unread = new Problems();
            plan = first(directories, suite, any -> true, unread);
        }
        unread.list().forEach(problems::add);
        if (plan.isEmpty() && problems.isEmpty()) {
            String which = suite == null ? "no campaign" : "no campaign of the suite " + suite;
            problems.add(problem(which + " in " + root, "")
                    .withRemedy(
                            "name the directory of all results with --out; `run` without --resume starts a campaign"));
        }
        return plan;
    }

    /**
     * Returns the latest matching plan.
     *
     * @param directories the directories of all campaigns, the latest first
     * @param suite the suite on one setup to look for; null for any campaign
     * @param unread receives the problems of later plans that cannot be read, because the matching plan might be one of
     *     them
     */
    private Optional<Plan> first(List<Path> directories, String suite, Predicate<Plan> meant, Problems unread) {
        for (Path directory : directories) {
            Optional<Plan> plan = new SavedCampaigns(root, unread, option)
                    .read(directory)
                    .filter(read -> suite == null
                            || (read.suite().equals(suite) && read.baseline().isEmpty()))
                    .filter(meant);
            if (plan.isPresent()) {
                return plan;
            }
        }
        return Optional.empty();
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

    private Optional<Plan> read(Path directory) {
        try {
            CampaignDirectory campaign = new CampaignDirectory(directory);
            Plan extended = SavedLooks.of(campaign).of(PlanFile.read(campaign.plan()));
            Plan plan = Reductions.of(campaign).of(extended, campaign::finished);
            if (plan.campaign().equals(String.valueOf(directory.getFileName()))) {
                return Optional.of(plan);
            }
            problems.add(
                    problem("the directory contains the plan of the campaign " + plan.campaign(), directory.toString())
                            .withRemedy("rename the directory to the campaign's name"));
        } catch (IOException | InvalidDocumentException | IllegalArgumentException e) {
            String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            problems.add(problem("its plan cannot be read: " + first, directory.toString())
                    .withRemedy("move the directory away, or name another campaign"));
        }
        return Optional.empty();
    }

    private boolean isUnfinished(Plan plan) {
        CampaignDirectory directory = new CampaignDirectory(root.resolve(plan.campaign()));
        return !Files.exists(directory.ended()) && plan.runs().stream().anyMatch(run -> !directory.finished(run));
    }

    private Problem problem(String reason, String value) {
        return Problem.at(Location.COMMAND_LINE, option, reason).withValue(value);
    }
}
