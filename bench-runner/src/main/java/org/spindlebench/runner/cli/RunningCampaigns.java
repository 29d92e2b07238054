package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
                if (CampaignLock.isHeld(campaign)) {
                    return Optional.of(String.valueOf(campaign.getFileName()));
                }
            }
        }
        return Optional.empty();
    }
}
