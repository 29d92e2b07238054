package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.runner.campaign.CampaignRequest.SavedOptions;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.run.CampaignDirectory;

/**
 * An experiment that has begun, as saved in its directory.
 *
 * @param setups the chosen setups, in the plan's order
 * @param text the experiment's file; empty if there was none
 */
public record SavedExperiment(Plan plan, List<ChosenSetup> setups, String text, SavedOptions options) {
    public SavedExperiment {
        setups = List.copyOf(setups);
    }

    /** Checks whether the campaign that {@code --resume} names is an experiment. */
    public static boolean exists(Path out, String name) {
        return find(out, name, new Problems()).isPresent();
    }

    /** Reads a saved experiment; empty, with problems, if it cannot be read. */
    public static Optional<SavedExperiment> of(Path out, String name, CliContext context, Problems problems) {
        return find(out, name, problems).flatMap(plan -> {
            CampaignDirectory directory = new CampaignDirectory(out.resolve(plan.campaign()));
            List<ChosenSetup> setups = new ArrayList<>();
            for (String setup : plan.setups()) {
                Path file = directory.ofSetup(setup).setup();
                ChosenSetup kept = ChosenSetup.read(file.toString(), context, problems);
                if (!kept.name().equals(setup) && problems.isEmpty()) {
                    problems.add(problem("the copy of the setup " + setup + " has another name", file.toString()));
                }
                setups.add(kept);
            }
            try {
                SavedOptions options = Files.exists(directory.options())
                        ? SavedOptions.read(directory.options(), problems)
                        : new SavedOptions(SavedOptions.SCHEMA, Map.of(), false);
                String text = Files.exists(directory.experiment()) ? Files.readString(directory.experiment()) : "";
                return Optional.of(new SavedExperiment(plan, setups, text, options));
            } catch (IOException | InvalidDocumentException e) {
                problems.add(problem("its files cannot be read: " + FileFailure.of(e), plan.campaign()));
                return Optional.empty();
            }
        });
    }

    private static Problem problem(String reason, String value) {
        return Problem.at(Location.COMMAND_LINE, "--resume", reason).withValue(value);
    }

    private static Optional<Plan> find(Path out, String name, Problems problems) {
        SavedCampaigns campaigns = new SavedCampaigns(out, problems, "--resume");
        Optional<Plan> plan = name.isEmpty() ? campaigns.latest(null) : campaigns.named(name);
        return plan.filter(Plan::isExperiment);
    }
}
