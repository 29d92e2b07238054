package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.ResolvedVisit.ResumedConditions;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.RunOptions.Cold;
import org.spindlebench.runner.campaign.RunOptions.EmbeddedShape;
import org.spindlebench.runner.campaign.RunOptions.Resume;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.conf.JobSettings.Cluster;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.lab.LabDirectory;
import org.spindlebench.runner.run.CampaignSettings.RunLimits;
import org.spindlebench.runner.run.CampaignSettings.Tolerance;
import org.spindlebench.runner.run.Environment;

class ResumedConditionsTest {
    private static final EmbeddedShape THREE = new EmbeddedShape(List.of(), List.of(), 3, 1);

    private static RunOptions options(EmbeddedShape embedded, OptionalInt slots, Optional<String> queue) {
        return new RunOptions(
                Cluster.EMBEDDED,
                embedded,
                new LabDirectory(Path.of("lab")),
                Optional.empty(),
                Path.of("results"),
                Resume.YES,
                "spindle",
                queue,
                slots,
                new Cold.Off(),
                Optional.empty(),
                Optional.of(Duration.ofSeconds(1)),
                Tolerance.STANDARD,
                GuestLimits.NONE,
                RunLimits.DEFAULT,
                Optional.empty(),
                Disruption.NONE,
                false,
                false,
                false);
    }

    private static ClusterShape shape(long memory, long used, int dataNodes) {
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

    /** Writes what a campaign with this cooling saves about its cluster. */
    static void write(Path file, String cold) throws IOException {
        Files.createDirectories(file.getParent());
        JsonDocument.write(file, earlier(null, cold));
    }

    private static Environment earlier(Integer slots) {
        return earlier(slots, "off");
    }

    private static Environment earlier(Integer slots, String cold) {
        return new Environment(
                Environment.SCHEMA,
                null,
                shape(1L << 32, 0, 3),
                "default",
                slots,
                cold,
                "local",
                null,
                slots == null ? 1L : 5L,
                null,
                null,
                "/base",
                THREE.toString(),
                true,
                List.of(),
                null,
                List.of(),
                null);
    }

    @Test
    void theSameConditionsPassWhateverIsInUse() {
        assertThatCode(() -> ResumedConditions.requireSame(
                        earlier(null),
                        options(THREE, OptionalInt.empty(), Optional.of("default")),
                        shape(1L << 32, 1L << 30, 3)))
                .doesNotThrowAnyException();
    }

    @Test
    void everyDifferenceIsNamedAtOnce() {
        EmbeddedShape elsewhere = new EmbeddedShape(List.of(), List.of(Path.of("/mnt/ssd")), 3, 1);

        assertThatThrownBy(() -> ResumedConditions.requireSame(
                        earlier(16),
                        options(elsewhere, OptionalInt.of(4), Optional.of("night")),
                        shape(1L << 33, 0, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--slots: then 16, now 4")
                .hasMessageContaining("--queue: then default, now night")
                .hasMessageContaining("--probe-interval: then 5s, now 1s")
                .hasMessageContaining("/mnt/ssd")
                .hasMessageContaining("NodeManagers: then [a 4096 MiB 4 vcores], now [a 8192 MiB 4 vcores]")
                .hasMessageContaining("DataNodes: then 3, now 2");
    }
}
