package org.spindlebench.runner.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.options.ProbeChoice;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.Environment;
import org.spindlebench.runner.run.Fixtures;
import org.spindlebench.runner.run.Sizing;

class ResolvedVisitTest {
    private static String described(long bytesPerNode) {
        Plan plan =
                Plan.ofOneSetup("campaign", "suite", "setup", 7, List.of(Fixtures.spec(1, "shuffle", bytesPerNode)));
        Sizing sizing = Fixtures.sizing(Fixtures.shape(3));
        Environment environment = new Environment(
                Environment.SCHEMA,
                Fixtures.SOFTWARE,
                sizing.shape(),
                "default",
                "off",
                "off",
                "/base",
                false,
                List.of(),
                null,
                List.of(),
                null);
        return new ResolvedVisit(
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        sizing,
                        environment,
                        null,
                        ProbeChoice.OFF,
                        sizing.shape(),
                        List.of())
                .describe();
    }

    @Test
    void smallSegmentsAreSaidBeforeTheFirstRun() {
        assertThat(described(1_000_000))
                .contains("warning: shuffle: 7 maps and 7 reduces leave 42.4 kB for a segment")
                .contains("raise --bytes-per-node to 2MB");
        assertThat(described(2_000_000)).doesNotContain("segment");
    }
}
