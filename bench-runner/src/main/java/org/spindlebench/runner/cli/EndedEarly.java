package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;

/** Whether the experiment of a results directory ended before its last visit, as its rule says. */
final class EndedEarly {
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
