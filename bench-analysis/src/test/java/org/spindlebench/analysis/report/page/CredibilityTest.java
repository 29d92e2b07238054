package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.report.page.HtmlReport.StatusLight;

class CredibilityTest {
    /** The number of runs in the plan of every campaign of {@link Measured}. */
    private static final int PLANNED = 21;

    private static final double[] SLOW = {412.1, 405.7, 418.9, 409.3, 431.6};
    private static final double[] FAST = {251.4, 247.9, 255, 249.6, 262.3};

    private static StatusLight light(Findings findings, String about) {
        return Credibility.of(findings, RunEvidence.NONE).stream()
                .filter(light -> light.about().equals(about))
                .findFirst()
                .orElseThrow();
    }

    private static Measured both() {
        return new Measured().runs("terasort", "hdd", SLOW).runs("terasort", "ssd", FAST);
    }

    private static Findings withFailed(String job) {
        Measured runs = both();
        runs.next(job, "ssd", 1).ended(Status.FAILED, "no space left");
        return runs.findings();
    }

    @Test
    void valid_runs_are_green_until_one_is_not() {
        double[] rest = IntStream.range(0, PLANNED - SLOW.length - FAST.length)
                .mapToDouble(run -> 100 + run)
                .toArray();
        assertThat(light(both().runs("sort", "hdd", rest).findings(), "valid runs"))
                .isEqualTo(new StatusLight(
                        "valid runs", StatusLight.Colour.GREEN, "21 of 21 runs are valid and used in the statistics"));
        StatusLight part = light(both().findings(), "valid runs");
        assertThat(part.colour()).isEqualTo(StatusLight.Colour.AMBER);
        assertThat(part.says())
                .endsWith(
                        "used in the statistics; 11 planned runs have not ended: still to come, interrupted, or given up");
        assertThat(light(withFailed("terasort"), "valid runs").colour()).isEqualTo(StatusLight.Colour.AMBER);
        StatusLight none = light(withFailed("sort"), "valid runs");
        assertThat(none.colour()).isEqualTo(StatusLight.Colour.RED);
        assertThat(none.says()).contains("; none is valid of sort on ssd");
    }

    @Test
    void without_a_valid_run_nothing_else_is_judged() {
        Measured runs = new Measured();
        runs.next("terasort", "hdd", 1).ended(Status.FAILED, "no space left");
        runs.next("terasort", "ssd", 1).ended(Status.FAILED, "no space left");
        assertThat(Credibility.of(runs.findings(), RunEvidence.NONE))
                .singleElement()
                .satisfies(light -> {
                    assertThat(light.colour()).isEqualTo(StatusLight.Colour.RED);
                    assertThat(light.says()).startsWith("0 of 2 runs are valid");
                });
    }

    @Test
    void the_order_of_what_was_not_compared_is_not_praised() {
        Measured runs = new Measured().runs("terasort", "hdd", SLOW);
        runs.next("terasort", "ssd", 1).ended(Status.FAILED, "no space left");
        StatusLight order = light(runs.findings(), "order");
        assertThat(order.colour()).isEqualTo(StatusLight.Colour.AMBER);
        assertThat(order.says()).startsWith("nothing was compared");
    }

    @Test
    void single_runs_give_no_interval() {
        assertThat(light(both().findings(), "repeats").colour()).isEqualTo(StatusLight.Colour.GREEN);
        Findings some = both().runs("sort", "hdd", 10).runs("sort", "ssd", 9).findings();
        assertThat(light(some, "repeats").colour()).isEqualTo(StatusLight.Colour.AMBER);
        assertThat(light(some, "repeats").says()).startsWith("1 of 2 comparisons have no interval");
        Findings all =
                new Measured().runs("sort", "hdd", 10).runs("sort", "ssd", 9).findings();
        assertThat(light(all, "repeats").colour()).isEqualTo(StatusLight.Colour.RED);
    }

    @Test
    void setups_one_after_the_other_are_amber() {
        assertThat(light(both().findings(), "order").colour()).isEqualTo(StatusLight.Colour.AMBER);
        Measured turns = new Measured();
        IntStream.range(0, 5)
                .forEach(turn -> turns.runs("terasort", "hdd", SLOW[turn]).runs("terasort", "ssd", FAST[turn]));
        assertThat(light(turns.findings(), "order").colour()).isEqualTo(StatusLight.Colour.GREEN);
        assertThat(light(new Measured().runs("terasort", "hdd", SLOW).findings(), "order")
                        .says())
                .isEqualTo("there is only one setup");
    }

    @Test
    void an_order_that_was_not_examined_is_amber() {
        Findings single = new Measured()
                .runs("terasort", "hdd", 10)
                .runs("terasort", "ssd", 9)
                .findings();
        assertThat(light(single, "order").colour()).isEqualTo(StatusLight.Colour.AMBER);
        assertThat(light(single, "order").says())
                .startsWith("whether setups were measured in turn is unknown for 1 of 1 comparisons");
    }

    @Test
    void caches_that_were_warm_are_red() {
        assertThat(light(both().findings(), "caches"))
                .isEqualTo(new StatusLight(
                        "caches",
                        StatusLight.Colour.AMBER,
                        "emptied before every run; 0 of 10 runs with input proved cold, not provable 10 (incomplete: terasort on hdd 0 of 5,"
                                + " terasort on ssd 0 of 5)"));
        Measured writers = new Measured();
        writers.next("hdfs-write", "hdd", 10).sized(RunBuilder.sizes(0, 0, 64e6, 1));
        assertThat(light(writers.findings(), "caches").colour()).isEqualTo(StatusLight.Colour.GREEN);
        StatusLight warm = light(both().warm().runs("sort", "hdd", 10, 11).findings(), "caches");
        assertThat(warm.colour()).isEqualTo(StatusLight.Colour.RED);
        assertThat(warm.says())
                .isEqualTo(
                        "2 measurements with caches that were emptied, not all proved cold, 1 measurement with warm caches: data in memory did not come from"
                                + " the disks");
    }

    @Test
    void a_cluster_that_became_slower_is_amber() {
        double[] drifting =
                IntStream.range(0, 20).mapToDouble(run -> 100 + 2 * run).toArray();
        StatusLight drift =
                light(new Measured().runs("terasort", "hdd", drifting).findings(), "drift");
        assertThat(drift.colour()).isEqualTo(StatusLight.Colour.AMBER);
        assertThat(drift.says()).startsWith("durations changed with time in");
        StatusLight few = light(both().findings(), "drift");
        assertThat(few.colour()).isIn(StatusLight.Colour.AMBER, StatusLight.Colour.GREEN);
    }
}
