package org.spindlebench.runner.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.runner.campaign.ResolvedVisit.ResumedConditions;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.run.Environment;

class ResumedConditionsTest {
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

    private static Environment earlier() {
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
    static void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        JsonDocument.write(file, earlier());
    }

    @Test
    void theSameConditionsPassWhateverIsInUse() {
        assertThatCode(() -> ResumedConditions.requireSame(earlier(), shape(1L << 32, 1L << 30, 3)))
                .doesNotThrowAnyException();
    }

    @Test
    void everyDifferenceIsNamedAtOnce() {
        assertThatThrownBy(() -> ResumedConditions.requireSame(earlier(), shape(1L << 33, 0, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NodeManagers: then [a 4096 MiB 4 vcores], now [a 8192 MiB 4 vcores]")
                .hasMessageContaining("DataNodes: then 3, now 2");
    }
}
