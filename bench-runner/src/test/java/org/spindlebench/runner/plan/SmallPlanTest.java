package org.spindlebench.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.conf.Size;

class SmallPlanTest {
    private static RunSpec run(int index, String job, Size size) {
        Map<String, String> settings = Map.of("compression", "none", size.setting(), String.valueOf(size.bytes()));
        return new RunSpec("00" + index, index, 1, 1, job, size, settings, Map.of("k", "v"));
    }

    private static Plan small(RunSpec... runs) {
        return SmallPlan.of(Plan.ofOneSetup("c", "s", "setup", 7, List.of(runs)));
    }

    @Test
    void eachJobRunsOnceByItsFirstCell() {
        Plan small = small(
                run(1, "teragen", Size.perNode(1600_000_000L)),
                run(2, "terasort", Size.perNode(1600_000_000L)),
                run(3, "teragen", Size.perNode(3200_000_000L)));

        assertThat(small.runs()).extracting(RunSpec::job).containsExactly("teragen", "terasort");
        assertThat(small.runs()).extracting(RunSpec::size).containsOnly(Size.perNode(100_000_000L));
        assertThat(small.runs().get(0).settings()).containsEntry("bytes_per_node", "100000000");
        assertThat(small.runs().get(0).configuration()).containsEntry("k", "v");
    }

    @Test
    void neverMoreThanWasAskedForNorThanAGigabyteAndNeverTooLittleToMeasure() {
        assertThat(small(run(1, "a", Size.perNode(1000))).runs().get(0).size()).isEqualTo(Size.perNode(1000));
        assertThat(small(run(1, "a", Size.inTotal(200_000_000L))).runs().get(0).size())
                .isEqualTo(Size.inTotal(64_000_000L));
        assertThat(small(run(1, "a", Size.perNode(33_000_000_000L)))
                        .runs()
                        .get(0)
                        .size())
                .isEqualTo(Size.perNode(1_000_000_000L));
    }

    @Test
    void onlyTheWantedJobsAreMadeOfAVisit() {
        Plan plan = Plan.ofOneSetup(
                "c",
                "s",
                "setup",
                7,
                List.of(
                        run(1, "teragen", Size.perNode(1600_000_000L)),
                        run(2, "terasort", Size.perNode(1600_000_000L))));

        Plan small =
                SmallPlan.of(plan, plan.first(), List.of("terasort", "sort")).orElseThrow();
        assertThat(small.campaign()).isEqualTo("c-small");
        assertThat(small.runs()).extracting(RunSpec::job).containsExactly("terasort");
        assertThat(SmallPlan.of(plan, plan.first(), List.of("sort"))).isEmpty();
    }

    @Test
    void aScaledPlanHasOtherSizesInWholeMegabytesAndNothingElseDiffers() {
        Plan plan = Plan.ofOneSetup("c", "s", "setup", 7, List.of(run(1, "teragen", Size.perNode(1300_000_000L))));

        Plan scaled = SmallPlan.scaled(plan, 1.2345);
        assertThat(scaled.runs().get(0).size()).isEqualTo(Size.perNode(1605_000_000L));
        assertThat(scaled.runs().get(0).settings()).containsEntry("bytes_per_node", "1605000000");
        assertThat(scaled.runs().get(0).id()).isEqualTo(plan.runs().get(0).id());
        assertThat(SmallPlan.scaled(scaled, 1300 / 1605.0)).isEqualTo(plan);
        assertThat(SmallPlan.scaled(plan, 1e-9).runs().get(0).size()).isEqualTo(Size.perNode(1_000_000L));
    }
}
