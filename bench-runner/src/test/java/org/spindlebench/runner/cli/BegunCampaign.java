package org.spindlebench.runner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Environment;

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

    /** Writes setups that change nothing into {@code conf/setups}. */
    static void writeSetups(Path directory, String... names) throws IOException {
        Files.createDirectories(directory.resolve("conf/setups"));
        for (String name : names) {
            Files.writeString(directory.resolve("conf/setups/" + name + ".yaml"), """
                    name: %s
                    devices:
                      hdd: {kind: hdd, count: 1}
                    hdfs: hdd
                    shuffle: hdd
                    way: {kind: as-is}
                    """.formatted(name));
        }
    }

    static ClusterShape shape(long memory, long used, int dataNodes) {
        return new ClusterShape(
                List.of(new NodeShape("a", memory, used, 4, 0)),
                new QueueShape("default", true, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, "rest"),
                1 << 20,
                1 << 30,
                4,
                false,
                Collections.nCopies(dataNodes, "a"),
                3);
    }

    static Environment environment() {
        return new Environment(
                Environment.SCHEMA,
                null,
                shape(1L << 32, 0, 3),
                "default",
                "off",
                "local",
                "/base",
                true,
                List.of(),
                null,
                List.of(),
                null);
    }

    /** Writes what a campaign saves about its cluster. */
    public static void writeEnvironment(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        JsonDocument.write(file, environment());
    }
}
