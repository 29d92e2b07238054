package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;

/** Writes the directory of a campaign that has begun, as a campaign does before its first run. */
public final class BegunCampaign {
    private BegunCampaign() {}

    public static CampaignDirectory write(CampaignRequest request) throws IOException {
        CampaignDirectory campaign = request.directory();
        Files.createDirectories(campaign.runs());
        Files.writeString(campaign.plan(), PlanFile.json(request.plan()));
        JsonDocument.write(campaign.options(), request.options().saved());
        if (!request.source().text().isEmpty()) {
            Files.writeString(
                    campaign.source(request.source().kind()), request.source().text());
        }
        for (ChosenSetup setup : request.setups()) {
            Path file = campaign.ofSetup(request.plan(), setup.name()).setup();
            if (setup.declared().isPresent()) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, setup.text());
            }
        }
        return campaign;
    }
}
