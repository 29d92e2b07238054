package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.analysis.stats.Paired.Matched;

class MatchedFindingTest {
    private static final boolean MANY = Boolean.getBoolean("spindle.simulation");

    private final Random random = new Random(20_261_126);

    @Test
    void a_contender_compared_under_three_settings_is_answered_setting_by_setting() {
        assertThat(under(3).findings().matched()).isEmpty();
    }

    @Test
    void under_more_settings_one_answer_replaces_the_claims_of_the_single_ones() {
        Findings findings = under(6).findings();

        MatchedFinding one = findings.matched().get(0);
        assertThat(one.job()).isEqualTo("terasort");
        assertThat(one.contenderName()).isEqualTo("ssd");
        assertThat(one.pairs()).isEqualTo(6);
        assertThat(one.clusters()).isEqualTo(6);
        assertThat(one.varied()).containsExactly("block_size");
        assertThat(one.faster()).isEqualTo(6);
        assertThat(one.opposite()).isZero();
        assertThat(one.isClaimed()).isTrue();
        assertThat(one.ratio()).isBetween(one.lowest(), one.highest());
        assertThat(findings.comparisons())
                .allMatch(single -> single.claim().corrected() == null && !single.isClaimed());
        assertThat(findings.claims().count()).as("one claim, not six").isEqualTo(1);
    }

    @Test
    void another_job_of_the_contender_with_few_settings_keeps_its_claims() {
        Measured runs = under(6);
        runs.runs("sort", "hdd", 100, 101, 102, 103, 99).runs("sort", "ssd", 50, 51, 52, 50.5, 51.5);
        Findings findings = runs.findings();

        assertThat(findings.matched()).extracting(MatchedFinding::job).containsExactly("terasort");
        assertThat(findings.comparisons().filter(Comparison::isClaimed))
                .extracting(Comparison::job)
                .containsExactly("sort");
        assertThat(findings.claims().count()).isEqualTo(2);
    }

    @Test
    void a_job_is_one_row_for_all_contenders_unless_a_verdict_would_be_lost() {
        Measured runs = under(6);
        for (int setting = 0; setting < 6; setting++) {
            runs.with("block_size", "" + setting)
                    .runs("sort", "hdd", 100 + setting)
                    .runs("sort", "ssd", 50 + setting);
        }
        runs.with("block_size", "0").runs("sort", "ram", 20).runs("terasort", "nvme", 20);
        for (int setting = 0; setting < 4; setting++) {
            runs.with("block_size", "" + setting).runs("terasort", "ram", 30 + setting);
        }
        assertThat(runs.findings().matched())
                .extracting(one -> one.contenderName() + " " + one.job() + " " + one.pairs())
                .as("nvme has no answer over many settings, so its cell stays single")
                .containsExactly("ssd terasort 6", "ssd sort 6", "ram terasort 4", "ram sort 1");

        runs.with("block_size", "0").runs("sort", "hdd", 102, 103).runs("sort", "ram", 21, 22);
        assertThat(runs.findings().matched())
                .extracting(one -> one.contenderName() + " " + one.job())
                .as("sort on ram has an interval of its own")
                .containsExactly("ssd terasort", "ssd sort", "ram terasort");
    }

    @Test
    void the_opposite_direction_and_what_is_unmatched_are_counted() {
        Measured runs = under(6);
        runs.with("block_size", "slower").runs("terasort", "hdd", 100, 100).runs("terasort", "ssd", 130);
        runs.with("block_size", "hdd alone").runs("terasort", "hdd", 1000, 1001, 1002);
        runs.with("block_size", "ssd alone").runs("terasort", "ssd", 10);
        MatchedFinding one = runs.findings().matched().get(0);

        assertThat(one.pairs()).isEqualTo(7);
        assertThat(one.opposite()).isEqualTo(1);
        assertThat(one.shareFaster()).isEqualTo(6 / 7.0, within(1e-12));
        assertThat(one.lowest()).isEqualTo(100 / 130.0, within(1e-12));
        assertThat(one.baselineOnly()).isEqualTo(new MatchedFinding.Unmatched(1, 3));
        assertThat(one.contenderOnly()).isEqualTo(new MatchedFinding.Unmatched(1, 1));
        assertThat(one.isChangedByMatching())
                .as("the long runs of hdd alone are in the pooled ratio")
                .isTrue();
        assertThat(one.pooledRatio()).isGreaterThan(one.ratio());
    }

    @Test
    void the_number_of_runs_in_a_cell_does_not_shift_the_ratio() {
        Measured runs = new Measured();
        for (int setting = 0; setting < 6; setting++) {
            // The geometric mean of both cells is 100.
            runs.with("block_size", "" + setting)
                    .runs("terasort", "hdd", 50, 200, 50, 200, 100)
                    .runs("terasort", "ssd", 100 + setting, 1e4 / (100 + setting));
        }
        assertThat(runs.findings().matched().get(0).ratio()).isEqualTo(1, within(1e-12));
    }

    @Test
    void pairs_across_a_setting_that_share_the_baselines_runs_are_one_cluster() {
        Measured runs = new Measured();
        for (int setting = 0; setting < 5; setting++) {
            runs.with("block_size", "" + setting).with("compression", "none");
            runs.runs("terasort", "hdd", 100 + setting, 101);
            for (String codec : List.of("snappy", "lz4", "zstd")) {
                runs.with("compression", codec).runs("terasort", "ssd", 90 + setting);
            }
        }
        MatchedFinding one = runs.findings(ComparisonOptions.standard().across("compression"))
                .matched()
                .get(0);

        assertThat(one.pairs()).isEqualTo(15);
        assertThat(one.clusters()).isEqualTo(5);
        assertThat(one.baselineRuns()).as("a cell in several pairs counts once").isEqualTo(10);
        assertThat(one.contenderRuns()).isEqualTo(15);
        assertThat(one.varied()).containsExactly("block_size", "compression");
        assertThat(one.matched().basis()).isEqualTo(Matched.PairedBasis.CLUSTERS);
    }

    @Test
    void settings_of_the_same_visits_are_one_cluster_whose_units_are_visits() {
        Measured runs = new Measured();
        for (int visit = 1; visit <= 6; visit++) {
            for (int setting = 0; setting < 8; setting++) {
                String setup = visit % 2 == 0 ? "hdd" : "ssd";
                runs.with("block_size", "" + setting)
                        .next("terasort", setup, (visit % 2 == 0 ? 100 : 50) * (1 + 0.01 * visit))
                        .visit(visit);
            }
        }
        MatchedFinding one = runs.findings().matched().get(0);

        assertThat(one.pairs()).isEqualTo(8);
        assertThat(one.clusters()).isEqualTo(1);
        assertThat(one.matched().basis()).isEqualTo(Matched.PairedBasis.THESE_CONFIGURATIONS);
        assertThat(one.isClaimed()).isTrue();
    }

    /**
     * Two contenders that are as fast as the baseline on average, three jobs, six to nine settings, in each of which a
     * contender may be faster or slower. Cells have one to four runs, and in one setting a single run; or two to five
     * runs, and the contenders are as fast as the baseline on average over exactly these settings.
     */
    @ParameterizedTest
    @EnumSource(
            value = Matched.PairedBasis.class,
            names = {"CLUSTERS", "THESE_CONFIGURATIONS"})
    void a_report_claims_a_difference_that_is_not_there_in_at_most_five_percent(Matched.PairedBasis basis) {
        int rounds = MANY ? 4000 : 150;
        long claiming = IntStream.range(0, rounds)
                .filter(round -> {
                    Findings findings = equal(6 + round % 4, basis == Matched.PairedBasis.CLUSTERS)
                            .findings();
                    assertThat(findings.matched())
                            .hasSize(6)
                            .allMatch(one -> one.matched().basis() == basis);
                    assertThat(findings.claims().count()).isEqualTo(6);
                    return findings.matched().stream()
                            .anyMatch(one -> one.claim().verdict().isDifference());
                })
                .count();
        double share = claiming / (double) rounds;
        if (MANY) {
            System.out.println("reports with a false claim, " + basis.word() + ": " + share);
        }
        assertThat(share).isLessThan(0.05 + 3 * Math.sqrt(0.05 * 0.95 / rounds));
    }

    private Measured equal(int settings, boolean single) {
        Measured runs = new Measured();
        for (String job : List.of("terasort", "sort", "wordcount")) {
            double[] typical = IntStream.range(0, settings)
                    .mapToDouble(setting -> 100 * Math.exp(random.nextGaussian()))
                    .toArray();
            cells(runs, job, "hdd", typical, new double[settings], single);
            for (String contender : List.of("ssd", "ram")) {
                double[] effects = IntStream.range(0, settings)
                        .mapToDouble(setting -> 0.2 * random.nextGaussian())
                        .toArray();
                double mean = single ? 0 : Arrays.stream(effects).average().orElseThrow();
                cells(
                        runs,
                        job,
                        contender,
                        typical,
                        Arrays.stream(effects).map(effect -> effect - mean).toArray(),
                        single);
            }
        }
        return runs;
    }

    private void cells(Measured runs, String job, String setup, double[] typical, double[] effects, boolean single) {
        for (int setting = 0; setting < typical.length; setting++) {
            double mean = typical[setting] * Math.exp(effects[setting]);
            int count = single && setting == 0 ? 1 : (single ? 1 : 2) + random.nextInt(4);
            runs.with("block_size", "" + setting)
                    .runs(
                            job,
                            setup,
                            IntStream.range(0, count)
                                    .mapToDouble(run -> mean * Math.exp(0.1 * random.nextGaussian()))
                                    .toArray());
        }
    }

    /** Runs with several settings, 1.5 to 2 times as fast on ssd. */
    private static Measured under(int settings) {
        Measured runs = new Measured();
        for (int setting = 0; setting < settings; setting++) {
            runs.with("block_size", "" + setting)
                    .runs("terasort", "hdd", 100, 101, 103)
                    .runs("terasort", "ssd", 50 + 2 * setting, 51 + 2 * setting);
        }
        return runs;
    }
}
