package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claims;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.Findings.UnknownSetupException;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.cost.Mix;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.SpeedUp;

class FindingsTest {
    private static final double[] SLOW = {412.1, 405.7, 418.9, 409.3, 431.6};
    private static final double[] FAST = {251.4, 247.9, 255, 249.6, 262.3};

    @Test
    void a_speed_up_is_the_ratio_of_means_with_fiellers_interval() {
        Comparison one =
                onlyComparison(new Measured().runs("terasort", "hdd", SLOW).runs("terasort", "ssd", FAST));
        assertThat(one.speedUp().ratio()).isCloseTo(1.64081503711894, within(1e-13));
        assertThat(one.speedUp().interval().orElseThrow().low()).isCloseTo(1.58519290608869, within(1e-12));
        assertThat(one.tests().welch().p()).isCloseTo(7.78910665544393e-10, within(1e-19));
        assertThat(one.tests().pExact()).isCloseTo(.00793650793650794, within(1e-14));
        assertThat(one.tests().hodgesLehmann()).isCloseTo(1.63982371794872, within(1e-13));
        assertThat(one.baselineSetup()).isEqualTo("hdd");
        assertThat(one.contenderSetup()).isEqualTo("ssd");
        assertThat(one.unit()).isEqualTo(Comparison.Unit.RUN);
    }

    @Test
    void the_baseline_is_the_first_setup_or_the_one_that_was_named() {
        Measured runs = new Measured()
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST)
                .runs("terasort", "hybrid", 300, 310);
        assertThat(runs.findings().baseline()).isEqualTo("hdd");
        Findings named = runs.findings(ComparisonOptions.standard().against("ssd"));
        assertThat(named.comparisons().map(Comparison::contenderSetup)).containsExactly("hdd", "hybrid");
        assertThat(named.comparisons().map(one -> one.speedUp().ratio() < 1)).containsOnly(true);
        assertThatThrownBy(() -> runs.findings(ComparisonOptions.standard().against("nvme")))
                .isInstanceOf(UnknownSetupException.class)
                .hasMessageContaining("nvme")
                .hasMessageContaining("hdd, ssd, hybrid");
    }

    @Test
    void one_setup_alone_is_compared_with_nothing() {
        Findings findings = new Measured().runs("terasort", "hdd", SLOW).findings();
        assertThat(findings.baseline()).isNull();
        assertThat(findings.comparisons()).isEmpty();
        assertThat(findings.cells()).hasSize(1);
    }

    @Test
    void runs_of_other_compression_size_replication_or_data_are_not_compared() {
        for (String setting : List.of("compression", "bytes_per_node", "replication", "data", "files")) {
            Findings findings = new Measured()
                    .with(setting, "1")
                    .runs("terasort", "hdd", SLOW)
                    .with(setting, "2")
                    .runs("terasort", "ssd", FAST)
                    .findings();
            assertThat(findings.comparisons()).isEmpty();
            assertThat(findings.suites()).isEmpty();
            assertThat(findings.doubts())
                    .filteredOn(doubt -> doubt.warning().code().equals("not-comparable"))
                    .singleElement()
                    .satisfies(doubt -> {
                        assertThat(doubt.warning().message()).contains(setting + " (1", "; 2", "--across " + setting);
                        assertThat(doubt.cells()).hasSize(2);
                    });
        }
    }

    @Test
    void warm_runs_are_not_compared_with_cold_ones() {
        Findings findings = new Measured()
                .runs("terasort", "hdd", SLOW)
                .warm()
                .runs("terasort", "ssd", FAST)
                .findings();
        assertThat(findings.comparisons()).isEmpty();
        assertThat(messages(findings)).anySatisfy(message -> assertThat(message).contains("cache (cold; warm)"));
    }

    @Test
    void what_is_unknown_on_one_side_is_a_difference() {
        Findings findings = new Measured()
                .with("data", "random")
                .runs("terasort", "hdd", SLOW)
                .without("data")
                .runs("terasort", "ssd", FAST)
                .findings();
        assertThat(findings.comparisons()).isEmpty();
        assertThat(messages(findings)).anySatisfy(message -> assertThat(message).contains("data (random; unknown)"));
    }

    @Test
    void a_difference_that_was_allowed_marks_the_result() {
        Comparison one = onlyComparison(
                new Measured()
                        .with("compression", "none")
                        .runs("terasort", "hdd", SLOW)
                        .with("compression", "snappy")
                        .runs("terasort", "ssd", FAST),
                ComparisonOptions.standard().across("compression"));
        assertThat(one.across()).isEqualTo(Map.of("compression", new Difference("none", "snappy")));
        assertThat(one.settings()).doesNotContainKey("compression");
        assertThat(codes(one)).contains("across-settings");
    }

    @Test
    void an_allowed_difference_does_not_part_runs_that_are_equal() {
        Findings findings = new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST)
                .with("compression", "snappy")
                .runs("terasort", "hdd", 300, 301)
                .runs("terasort", "ssd", 200, 202)
                .findings(ComparisonOptions.standard().across("compression"));
        assertThat(findings.comparisons()).hasSize(2).allSatisfy(one -> {
            assertThat(one.across()).isEmpty();
            assertThat(codes(one)).doesNotContain("across-settings");
        });
    }

    @Test
    void a_single_run_has_a_ratio_and_nothing_else() {
        Comparison one =
                onlyComparison(new Measured().runs("terasort", "hdd", 400).runs("terasort", "ssd", FAST));
        assertThat(one.speedUp().ratio()).isCloseTo(400 / 253.24, within(1e-12));
        assertThat(one.speedUp().basis()).isEqualTo(SpeedUp.IntervalBasis.SINGLE_RUN);
        assertThat(one.tests().welch()).isNull();
        assertThat(one.tests().pHolm()).isNull();
        assertThat(one.tests().detectable()).isNull();
        assertThat(codes(one)).contains("single-run");
    }

    @Test
    void without_variation_there_is_no_test() {
        Comparison one = onlyComparison(
                new Measured().runs("terasort", "hdd", 400 / 7.0, 400 / 7.0).runs("terasort", "ssd", 200, 200));
        assertThat(one.speedUp().basis()).isEqualTo(SpeedUp.IntervalBasis.NO_VARIATION);
        assertThat(one.tests().welch()).isNull();
        assertThat(codes(one)).contains("no-variation");
    }

    @Test
    void holm_corrects_over_the_jobs_of_one_contender_and_settings() {
        Measured runs = new Measured()
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST)
                .runs("wordcount", "hdd", 100.2, 103.5, 98.7, 101.1, 104.9)
                .runs("wordcount", "ssd", 99.0, 101.8, 97.4, 102.6, 96.3);
        List<Comparison> family = runs.findings().families().get(0).comparisons();
        assertThat(family).extracting(Comparison::job).containsExactly("terasort", "wordcount");
        assertThat(family.get(0).tests().pHolm())
                .isCloseTo(2 * family.get(0).tests().welch().p(), within(1e-20));
        assertThat(family.get(1).tests().pHolm()).isCloseTo(.208834921179746, within(1e-10));
    }

    @Test
    void replication_parts_a_suite_only_where_a_job_was_run_with_several() {
        Measured own = new Measured()
                .with("replication", "3")
                .runs("teragen", "hdd", 10, 11)
                .runs("teragen", "ssd", 5, 6)
                .with("replication", "1")
                .runs("terasort", "hdd", 20, 21)
                .runs("terasort", "ssd", 12, 13);
        assertThat(own.findings().suites()).singleElement().satisfies(suite -> {
            assertThat(suite.jobs()).containsExactly("teragen", "terasort");
            assertThat(suite.settings()).doesNotContainKey("replication");
        });
        Measured varied =
                own.with("replication", "3").runs("terasort", "hdd", 30, 31).runs("terasort", "ssd", 22, 23);
        assertThat(varied.findings().suites())
                .extracting(suite -> suite.settings().get("replication") + " " + suite.jobs())
                .containsExactlyInAnyOrder("3 [teragen, terasort]", "1 [terasort]");
    }

    @Test
    void a_variant_of_one_job_does_not_take_the_correction_from_the_others() {
        Measured runs = new Measured()
                .with("data", "tera")
                .runs("teragen", "hdd", SLOW)
                .runs("teragen", "ssd", FAST)
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST)
                .with("data", "random")
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST);
        List<Comparison> all = runs.findings().comparisons().toList();
        double p = all.get(0).tests().welch().p();
        assertThat(all).hasSize(3).allSatisfy(one -> assertThat(one.tests().pHolm())
                .isCloseTo(3 * p, within(1e-20)));
    }

    @Test
    void jobs_that_were_all_run_with_both_variants_are_corrected_within_each() {
        Measured runs = new Measured();
        for (String replication : List.of("1", "3")) {
            runs.with("replication", replication)
                    .runs("teragen", "hdd", SLOW)
                    .runs("teragen", "ssd", FAST)
                    .runs("terasort", "hdd", SLOW)
                    .runs("terasort", "ssd", FAST);
        }
        List<Comparison> all = runs.findings().comparisons().toList();
        double p = all.get(0).tests().welch().p();
        assertThat(all).hasSize(4).allSatisfy(one -> assertThat(one.tests().pHolm())
                .isCloseTo(2 * p, within(1e-20)));
    }

    @Test
    void a_suite_names_the_jobs_that_it_leaves_out() {
        SuiteFinding suite = new Measured()
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST)
                .runs("wordcount", "hdd", 100, 101)
                .findings()
                .suites()
                .get(0);
        assertThat(suite.jobs()).containsExactly("terasort");
        assertThat(suite.missing()).containsExactly("wordcount");
        assertThat(suite.ratio().geometricMean()).isCloseTo(1.64075320859156, within(1e-13));
    }

    @Test
    void a_workload_weighs_jobs_by_their_hours_on_the_baseline() {
        Mix mix = Mix.of("scans", "", new TreeMap<>(Map.of("terasort", 0.25, "wordcount", 0.75)));
        Findings findings = new Measured()
                .runs("terasort", "hdd", 99, 101)
                .runs("terasort", "ssd", 49, 51)
                .runs("wordcount", "hdd", 99, 101)
                .runs("wordcount", "ssd", 99, 101)
                .findings(ComparisonOptions.standard().withMixes(List.of(mix)));
        MixFinding finding = findings.mixes().get(0);
        assertThat(finding.ratio().speedUp()).isCloseTo(1 / (0.25 / 2 + 0.75), within(1e-12));
        assertThat(finding.missing()).isEmpty();
    }

    @Test
    void a_workload_with_a_job_that_was_not_measured_has_no_figure() {
        Mix mix = Mix.of("scans", "", new TreeMap<>(Map.of("terasort", 0.25, "teraread", 0.75)));
        Findings findings = new Measured()
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST)
                .findings(ComparisonOptions.standard().withMixes(List.of(mix)));
        assertThat(findings.mixes()).singleElement().satisfies(finding -> {
            assertThat(finding.ratio()).isNull();
            assertThat(finding.missing()).containsExactly("teraread");
        });
    }

    @Test
    void failed_and_invalid_runs_are_named_and_never_averaged() {
        Measured runs = new Measured().runs("terasort", "hdd", SLOW).runs("terasort", "ssd", FAST);
        runs.next("terasort", "ssd", 1.0).ended(Status.FAILED, "no space");
        runs.next("terasort", "ssd", 2.0).ended(Status.INVALID, "rows missing");
        Comparison one = onlyComparison(runs);
        assertThat(one.speedUp().ratio()).isCloseTo(1.64081503711894, within(1e-13));
        assertThat(one.warnings())
                .filteredOn(warning -> warning.code().equals("excluded-runs"))
                .singleElement()
                .extracting(Warning::message)
                .asString()
                .contains("1 invalid and 1 failed of ssd");
    }

    @Test
    void a_contender_is_slower_only_when_the_whole_interval_says_so() {
        Measured slower = new Measured().runs("terasort", "a", FAST).runs("terasort", "b", SLOW);
        assertThat(gate(slower, 0)).isEqualTo(Verdict.BEYOND);
        assertThat(gate(slower, 0.5)).isEqualTo(Verdict.BEYOND);
        assertThat(gate(slower, 0.6)).as("1.59 to 1.70 times as long").isEqualTo(Verdict.UNDECIDED);
        assertThat(gate(slower, 0.8)).isEqualTo(Verdict.WITHIN);
        Measured alike = new Measured().runs("terasort", "a", 100, 110, 90).runs("terasort", "b", 105, 95, 112);
        assertThat(gate(alike, 0)).isEqualTo(Verdict.UNDECIDED);
        Measured single = new Measured().runs("terasort", "a", 100).runs("terasort", "b", 900);
        assertThat(gate(single, 0)).as("one run proves nothing").isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void the_gate_claims_of_each_job_and_corrects_over_all_of_them() {
        Findings findings = new Measured()
                .runs("terasort", "a", FAST)
                .runs("terasort", "b", SLOW)
                .runs("teraread", "a", 100, 110, 90)
                .runs("teraread", "b", 105, 95, 112)
                .findings();
        List<Gate.Job> jobs = Gate.of(findings, 0).jobs();
        assertThat(jobs).extracting(job -> job.claim().family()).containsOnly(Claim.SCREEN);
        assertThat(jobs)
                .filteredOn(job -> job.verdict() == Verdict.BEYOND)
                .singleElement()
                .satisfies(job -> assertThat(job.claim().corrected())
                        .isCloseTo(3 * job.claim().p() / Claims.DIFFERENCES, within(1e-15)));
        assertThat(findings.claims().all()).extracting(Claim::family).containsOnly(Claim.SCREEN);
    }

    private static Verdict gate(Measured runs, double share) {
        return Gate.of(runs.findings(), share).verdict();
    }

    @Test
    void a_slow_down_is_certain_even_where_the_baseline_varies_without_bound() {
        Measured runs = new Measured().runs("terasort", "a", 60, 140).runs("terasort", "b", 1000, 1010);
        Comparison one = onlyComparison(runs);
        assertThat(one.speedUp().interval().orElseThrow().low()).isNegative();
        assertThat(one.speedUp().normalisedInterval()).isEmpty();
        assertThat(gate(runs, 0.05)).isEqualTo(Verdict.BEYOND);
    }

    @Test
    void suites_across_settings_are_told_apart_by_what_they_differ_in() {
        List<SuiteFinding> suites = new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd", SLOW)
                .with("compression", "snappy")
                .runs("terasort", "ssd", FAST)
                .with("compression", "lz4")
                .runs("terasort", "ssd", 200, 201)
                .findings(ComparisonOptions.standard().across("compression"))
                .suites();
        assertThat(suites)
                .extracting(suite -> suite.across().get("compression").contender())
                .containsExactlyInAnyOrder("snappy", "lz4");
    }

    @Test
    void a_job_that_one_setup_alone_ran_is_named() {
        Findings findings = new Measured()
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST)
                .runs("wordcount", "ssd", FAST)
                .findings();
        assertThat(messages(findings))
                .anySatisfy(message -> assertThat(message).contains("wordcount: 1 cell of ssd has no counterpart"));
    }

    @Test
    void confidence_has_a_range() {
        for (double outside : new double[] {0.2, 0.99999, 1, Double.NaN}) {
            assertThatThrownBy(() -> ComparisonOptions.standard().withConfidence(outside))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("between 0.5 and 0.9999");
        }
    }

    private static List<String> messages(Findings findings) {
        return findings.doubts().stream()
                .map(doubt -> doubt.warning().message())
                .toList();
    }

    static List<String> codes(Comparison one) {
        return one.warnings().stream().map(Warning::code).toList();
    }

    static Comparison onlyComparison(Measured runs) {
        return onlyComparison(runs, ComparisonOptions.standard());
    }

    private static Comparison onlyComparison(Measured runs, ComparisonOptions options) {
        List<Comparison> all = runs.findings(options).comparisons().toList();
        assertThat(all).hasSize(1);
        return all.get(0);
    }
}
