package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.compare.FindingsTest.codes;
import static org.spindlebench.analysis.compare.FindingsTest.onlyComparison;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.ComparisonOptions.CampaignSpread;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.SpeedUp;

/** Checks the warnings that accompany numbers which should not be believed as they are. */
class DoubtsTest {
    private static final double[] SLOW = {412.1, 405.7, 418.9, 409.3, 431.6};
    private static final double[] FAST = {251.4, 247.9, 255, 249.6, 262.3};

    @Test
    void setups_that_were_not_run_in_turns_are_confounded_with_time() {
        assertThat(codes(onlyComparison(
                        new Measured().runs("terasort", "hdd", SLOW).runs("terasort", "ssd", FAST))))
                .contains("not-interleaved");
        Measured inTurns = new Measured();
        for (int repeat = 0; repeat < 5; repeat++) {
            inTurns.runs("terasort", "hdd", SLOW[repeat]).runs("terasort", "ssd", FAST[repeat]);
        }
        assertThat(codes(onlyComparison(inTurns))).isEmpty();
    }

    /**
     * With 20 runs a drift shows up as a difference if the setups are only slightly apart in time. With five runs of
     * each setup it does not.
     */
    @ParameterizedTest
    @CsvSource({
        "AAABABABBB, true",
        "ABABABABAB, false",
        "AAABBBABAB, false",
        "AAABABABAABBABBABBAB, true",
        "AABABABAAABBABABABBB, true",
        "AABAABABABBABABBABBA, false",
        "ABABABABABABABABABAB, false",
        "ABAB, false"
    })
    void the_more_runs_the_better_setups_must_take_turns(String order, boolean apart) {
        Measured runs = new Measured();
        for (int run = 0; run < order.length(); run++) {
            runs.runs("terasort", order.substring(run, run + 1), 100 + run % 7);
        }
        assertThat(codes(onlyComparison(runs)).contains("not-interleaved")).isEqualTo(apart);
    }

    @Test
    void one_visit_to_each_setup_has_no_interval() {
        Measured runs = new Measured();
        for (int repeat = 0; repeat < 5; repeat++) {
            runs.next("terasort", "hdd", SLOW[repeat]).visit(1);
            runs.next("terasort", "ssd", FAST[repeat]).visit(2);
        }
        Comparison one = onlyComparison(runs);
        assertThat(one.speedUp().basis()).isEqualTo(SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME);
        assertThat(one.speedUp().interval()).isEmpty();
        assertThat(one.unit()).isEqualTo(Comparison.Unit.VISIT);
        assertThat(one.warnings()).extracting(Warning::message).anySatisfy(message -> assertThat(message)
                .contains("setup confounded with time"));
    }

    @Test
    void visits_one_setup_after_the_other_are_confounded_with_time() {
        Measured runs = new Measured();
        for (int visit = 0; visit < 3; visit++) {
            runs.next("terasort", "hdd", SLOW[visit]).visit(visit + 1);
        }
        for (int visit = 0; visit < 3; visit++) {
            runs.next("terasort", "ssd", FAST[visit]).visit(visit + 4);
        }
        Comparison one = onlyComparison(runs);
        assertThat(one.speedUp().basis()).isEqualTo(SpeedUp.IntervalBasis.INTERVAL);
        assertThat(codes(one)).contains("not-interleaved");
    }

    @Test
    void visits_that_only_some_runs_name_are_doubted() {
        Measured runs = new Measured();
        for (int repeat = 0; repeat < 5; repeat++) {
            runs.next("terasort", "hdd", SLOW[repeat]).visit(repeat < 2 ? 1 : null);
            runs.next("terasort", "ssd", FAST[repeat]);
        }
        Comparison one = onlyComparison(runs);
        assertThat(one.unit()).isEqualTo(Comparison.Unit.RUN);
        assertThat(codes(one)).contains("visits-incomplete");
    }

    @Test
    void one_visit_against_runs_without_visits_is_confounded_with_time() {
        Measured runs = new Measured();
        for (int repeat = 0; repeat < 5; repeat++) {
            runs.next("terasort", "hdd", SLOW[repeat]).visit(1);
            runs.next("terasort", "ssd", FAST[repeat]);
        }
        assertThat(onlyComparison(runs).speedUp().basis()).isEqualTo(SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME);
    }

    @Test
    void setups_of_different_campaigns_are_doubted_even_without_a_clock() {
        Measured runs = new Measured();
        for (int repeat = 0; repeat < 5; repeat++) {
            runs.next("terasort", "hdd", SLOW[repeat]).campaign("monday").timeless();
            runs.next("terasort", "ssd", FAST[repeat]).campaign("tuesday").timeless();
        }
        assertThat(codes(onlyComparison(runs))).contains("not-interleaved");
    }

    @Test
    void visits_are_the_unit_of_the_statistics() {
        Measured runs = new Measured();
        for (int visit = 0; visit < 3; visit++) {
            runs.next("terasort", "hdd", SLOW[visit] - 10).visit(2 * visit + 1);
            runs.next("terasort", "hdd", SLOW[visit] + 10).visit(2 * visit + 1);
            runs.next("terasort", "ssd", FAST[visit] - 10).visit(2 * visit + 2);
            runs.next("terasort", "ssd", FAST[visit] + 10).visit(2 * visit + 2);
        }
        Comparison one = onlyComparison(runs);
        Comparison ofMeans = onlyComparison(new Measured()
                .runs("terasort", "hdd", SLOW[0], SLOW[1], SLOW[2])
                .runs("terasort", "ssd", FAST[0], FAST[1], FAST[2]));
        assertThat(one.observations().baseline().n()).isEqualTo(3);
        assertThat(one.baseline().runs()).hasSize(6);
        assertThat(runs.findings().marginals())
                .extracting(Marginal::runs)
                .as("runs, not visits")
                .containsOnly(6);
        assertThat(one.speedUp().interval().orElseThrow().low())
                .isCloseTo(ofMeans.speedUp().interval().orElseThrow().low(), within(1e-12));
    }

    @Test
    void runs_of_the_same_blocks_are_paired() {
        Measured runs = new Measured();
        for (int block = 0; block < 5; block++) {
            runs.next("terasort", "hdd", SLOW[block]).block(block + 1);
            runs.next("terasort", "ssd", FAST[block]).block(block + 1);
        }
        assertThat(onlyComparison(runs).paired().blocks()).isEqualTo(5);
        assertThat(onlyComparison(new Measured().runs("terasort", "hdd", SLOW).runs("terasort", "ssd", FAST))
                        .paired())
                .as("all in block 1")
                .isNull();
    }

    @Test
    void a_run_that_stands_out_stays_in_and_the_ratio_without_it_is_beside() {
        Comparison one = onlyComparison(new Measured()
                .runs("terasort", "hdd", 100, 101, 99, 100.5, 300)
                .runs("terasort", "ssd", 50, 51, 49, 50.5, 50.2));
        assertThat(one.observations().baseline().n()).isEqualTo(5);
        assertThat(one.speedUp().ratio()).isCloseTo(700.5 / 250.7, within(1e-12));
        assertThat(one.withoutOutliers().ratio()).isCloseTo(400.5 / 4 / (250.7 / 5), within(0.02));
        assertThat(codes(one)).contains("outliers");
    }

    @Test
    void among_many_cells_a_run_must_stand_out_further() {
        double[] uneven = {100.1, 101.2, 102.3, 103.4, 120.5};
        double[] even = {50.1, 51.2, 49.3, 50.4, 50.2};
        Comparison alone =
                onlyComparison(new Measured().runs("job-0", "hdd", uneven).runs("job-0", "ssd", even));
        assertThat(codes(alone)).contains("outliers");
        Measured many = new Measured();
        for (int job = 0; job < 10; job++) {
            many.runs("job-" + job, "hdd", uneven).runs("job-" + job, "ssd", even);
        }
        assertThat(many.findings().comparisons().toList()).hasSize(10).allSatisfy(one -> {
            assertThat(codes(one)).doesNotContain("outliers");
            assertThat(one.withoutOutliers()).as("the figure stays beside").isNotNull();
        });
    }

    @Test
    void tests_that_disagree_are_flagged() {
        Comparison straggler = onlyComparison(new Measured()
                .runs("terasort", "hdd", 105, 106, 107, 108, 3000)
                .runs("terasort", "ssd", 100, 101, 102, 103, 104));
        assertThat(straggler.tests().pExact()).isCloseTo(2 / 252.0, within(1e-12));
        assertThat(straggler.tests().welch().p()).isCloseTo(0.347026059425783, within(1e-12));
        assertThat(codes(straggler)).contains("tests-disagree");
        assertThat(codes(onlyComparison(
                        new Measured().runs("terasort", "hdd", 10, 11, 12).runs("terasort", "ssd", 1, 2, 3))))
                .as("three runs: the exact test cannot reach 0.05, and so says nothing")
                .doesNotContain("tests-disagree");
    }

    @Test
    void tests_on_both_sides_of_the_level_agree_if_they_are_near_it() {
        Comparison near = onlyComparison(new Measured()
                .runs("terasort", "hdd", 102.5, 103.5, 104.5, 105, 106)
                .runs("terasort", "ssd", 100, 101, 102, 103, 104));
        assertThat(near.tests().welch().p()).isLessThan(0.05);
        assertThat(near.tests().pExact()).isCloseTo(14 / 252.0, within(1e-12));
        assertThat(codes(near)).doesNotContain("tests-disagree");
    }

    @Test
    void an_interval_that_covers_how_campaigns_differ_needs_no_turns() {
        List<RunRecord> runs = new ArrayList<>();
        for (int run = 0; run < 5; run++) {
            runs.add(plain("before", "hdd", run, SLOW[run]));
            runs.add(plain("after", "ssd", run, FAST[run]));
        }
        ComparisonOptions known = ComparisonOptions.standard().withBetween(CampaignSpread.stated(0.02));
        assertThat(codes(Findings.of(Runs.of(runs.stream()), known)
                        .comparisons()
                        .findFirst()
                        .orElseThrow()))
                .isEmpty();
    }

    @Test
    void several_campaigns_share_the_chance_of_a_drift() {
        Measured runs = new Measured();
        for (int run = 0; run < 10; run++) {
            runs.next("terasort", "hdd", SLOW[run % 5]).campaign("one");
            runs.next("terasort", "hdd", FAST[run % 5]).campaign("two");
        }
        assertThat(runs.findings().drifts())
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.drift().confidence()).isCloseTo(0.975, within(1e-12)));
    }

    private static RunRecord plain(String campaign, String setup, int run, double seconds) {
        return new RunBuilder(run + 1, "terasort")
                .campaign(campaign)
                .setup(setup)
                .after(1000L * run)
                .elapsed(seconds)
                .build();
    }

    @Test
    void a_difference_beside_the_setup_is_named() {
        Measured runs = new Measured();
        for (int repeat = 0; repeat < 5; repeat++) {
            runs.next("terasort", "hdd", SLOW[repeat]).configured("mapreduce.task.io.sort.factor", "10");
            runs.next("terasort", "ssd", FAST[repeat]).configured("mapreduce.task.io.sort.factor", "64");
        }
        assertThat(onlyComparison(runs).warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.code()).isEqualTo("hidden-difference");
            assertThat(warning.message()).contains("configuration.mapreduce.task.io.sort.factor (10; 64)");
        });
    }

    @Test
    void a_difference_within_a_cell_is_named() {
        Measured runs = new Measured().runs("terasort", "hdd", SLOW);
        runs.next("terasort", "hdd", 410).configured("mapreduce.task.io.sort.factor", "64");
        assertThat(runs.findings().doubts()).singleElement().satisfies(doubt -> {
            assertThat(doubt.warning().code()).isEqualTo("hidden-difference");
            assertThat(doubt.warning().message()).contains("mapreduce.task.io.sort.factor ((default), 64)", "--by");
            assertThat(doubt.cells()).hasSize(1);
        });
    }

    @Test
    void warnings_of_runs_reach_the_findings_once_with_all_their_cells() {
        Measured runs = new Measured();
        runs.next("terasort", "hdd", 10).warning("cooling-failed", "not cooled");
        runs.next("terasort", "ssd", 11).warning("cooling-failed", "not cooled");
        assertThat(runs.findings().doubts())
                .filteredOn(doubt -> doubt.warning().equals(new Warning("cooling-failed", "not cooled")))
                .singleElement()
                .extracting(doubt -> doubt.cells().size())
                .isEqualTo(2);
    }

    @Test
    void runs_that_become_slower_are_a_drift() {
        Measured runs = new Measured();
        for (int index = 0; index < 12; index++) {
            runs.next("terasort", "hdd", 100 + 3 * index + (index % 2));
        }
        Findings findings = runs.findings();
        assertThat(findings.drifts()).singleElement().satisfies(finding -> {
            assertThat(finding.campaign()).isEqualTo("nightly");
            assertThat(finding.drift().slope()).isCloseTo(0.026, within(0.003));
            assertThat(finding.drift().isSuspicious()).isTrue();
        });
        assertThat(findings.doubts())
                .extracting(doubt -> doubt.warning().code())
                .contains("drift");
    }

    @Test
    void the_order_is_that_of_the_clock_and_not_of_the_records() {
        Measured runs = new Measured();
        List<Integer> order = List.of(7, 2, 11, 0, 9, 4, 1, 10, 3, 8, 5, 6);
        for (int start : order) {
            runs.next("terasort", "hdd", 100 + 3 * start + (start % 2)).after(1000L * start);
        }
        assertThat(runs.findings().drifts().get(0).drift().slope()).isCloseTo(0.026, within(0.003));
    }
}
