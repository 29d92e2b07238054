package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignLock;

/** The campaigns of a results directory that some client is running at this moment. */
final class RunningCampaigns {
    private RunningCampaigns() {}

    /** The name of one; empty where none runs. */
    static Optional<String> any(Path out) throws IOException {
        if (!Files.isDirectory(out)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> campaigns = Files.newDirectoryStream(out)) {
            for (Path campaign : campaigns) {
                if (Files.isWritable(campaign.resolve(PlanFile.NAME)) && isHeld(campaign)) {
                    return Optional.of(String.valueOf(campaign.getFileName()));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isHeld(Path campaign) throws IOException {
        try (CampaignLock free = CampaignLock.take(campaign)) {
            return free == null;
        } catch (IllegalArgumentException held) {
            return true;
        }
    }
}
