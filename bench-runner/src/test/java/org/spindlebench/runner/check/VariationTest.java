package org.spindlebench.runner.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.check.PastRuns.PastRun;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.run.Fixtures;

class VariationTest {
    private static final Plan PLAN = Fixtures.plan("teragen", "terasort");
    private static final String SETUP = PLAN.visits().get(0).setup();

    private static PastRun run(String campaign, Integer visit, String job, Integer scale, double seconds) {
        return new PastRun(
                campaign,
                visit,
                job,
                SETUP,
                scale,
                Map.of("compression", "none", "replication", "1"),
                1,
                false,
                seconds,
                30,
                5,
                5);
    }

    @Test
    void theVariationOfEarlierVisitsIsPooledOverJobsAndCampaigns() {
        PastRuns past = new PastRuns(List.of(
                run("a", 1, "teragen", 60, 100),
                run("a", 2, "teragen", 60, 110),
                run("a", 1, "terasort", 60, 300),
                run("a", 2, "terasort", 60, 330),
                // Two runs of one visit, and a campaign that is as fast again.
                run("b", 1, "teragen", 60, 50),
                run("b", 1, "teragen", 60, 50),
                run("b", 2, "teragen", 60, 55)));
        double log = Math.log(1.1);
        assertThat(past.variation(PLAN, Map.of(SETUP, 60)).orElseThrow())
                .isCloseTo(Math.sqrt(Math.expm1(log * log / 2)), within(1e-12));
    }

    @Test
    void otherDisksOtherJobsAndSingleVisitsSayNothing() {
        PastRuns past = new PastRuns(List.of(
                run("a", 1, "teragen", 30, 100),
                run("a", 2, "teragen", 30, 110),
                new PastRun("e", 1, "teragen", "other", 60, Map.of("compression", "none"), 1, false, 100, 90, 5, 5),
                new PastRun("e", 2, "teragen", "other", 60, Map.of("compression", "none"), 1, false, 110, 90, 5, 5),
                run("b", 1, "wordcount", 60, 100),
                run("b", 2, "wordcount", 60, 110),
                run("c", 1, "teragen", 60, 100),
                run("d", null, "teragen", 60, 100),
                run("d", null, "teragen", 60, 110)));
        assertThat(past.variation(PLAN, Map.of(SETUP, 60))).isEmpty();
    }
}
