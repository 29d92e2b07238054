package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Bottleneck;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.Judgement;

/** Checks the best of all settings of a setup, and what reports pool by the setups' hardware. */
class BestSettingsTest {
    /** Eight containers are best for the SSD, four for the HDD, and four for both. */
    private static Measured campaign() {
        return new Measured()
                .with("containers", "4")
                .runs("terasort", "hdd", 100, 101, 99, 100, 102, 98)
                .runs("terasort", "ssd", 50, 51, 49, 50, 51, 49)
                .with("containers", "8")
                .runs("terasort", "hdd", 150, 151, 149, 150, 152, 148)
                .runs("terasort", "ssd", 40, 41, 39, 40, 41, 39);
    }

    @Test
    void each_setup_has_its_own_best_settings_and_all_have_common_ones() {
        List<BestSettings> best = campaign().findings().best();

        assertThat(best)
                .extracting(one -> one.choice() + " " + one.setup() + " " + one.varied())
                .containsExactly(
                        "OWN hdd {containers=4}",
                        "OWN ssd {containers=8}",
                        "COMMON hdd {containers=4}",
                        "COMMON ssd {containers=4}");
        assertThat(best).allSatisfy(one -> {
            assertThat(one.fit().searched()).isEqualTo(2);
            assertThat(one.fit().isHeldOut()).isTrue();
        });
        assertThat(best.get(1).speedUp().ratio()).isCloseTo(100 / 40.0, within(1e-9));
        assertThat(best.get(3).speedUp().ratio()).isCloseTo(100 / 50.0, within(1e-9));
        assertThat(best.get(0).speedUp()).isNull();
        assertThat(best.get(1).fastestRun()).isEqualTo(39);
    }

    @Test
    void too_few_runs_leave_no_interval() {
        List<BestSettings> best = new Measured()
                .with("containers", "4")
                .runs("terasort", "hdd", 100, 101)
                .with("containers", "8")
                .runs("terasort", "hdd", 150)
                .findings()
                .best();

        assertThat(best).singleElement().satisfies(one -> {
            assertThat(one.fit().isHeldOut()).isFalse();
            assertThat(one.estimate().observations().mean()).isEqualTo(100.5);
            assertThat(one.estimate().observations().meanInterval(0.95)).isEmpty();
        });
    }

    /** The names of buffers and blocks contain size, too, but they are chosen. */
    @ParameterizedTest
    @CsvSource({
        "bytes_per_node,true",
        "size,true",
        "size_gb,true",
        "data_size,true",
        "input_bytes,true",
        "scale_factor,true",
        "rows,true",
        "gb,true",
        "Data size (GB),true",
        "dataSizeGB,true",
        "input_data_size,true",
        "file_size,true",
        "num_rows,true",
        "row_count,true",
        "records_per_map,true",
        "block_size,false",
        "io_sort_mb,false",
        "memory_gb,false",
        "buffer_size,false",
        "file_block_size,false",
        "num_mappers,false"
    })
    void settings_that_change_the_work_are_not_searched(String name, boolean isWork) {
        assertThat(new Measured()
                        .with(name, "1000")
                        .runs("terasort", "hdd", 100, 101)
                        .with(name, "2000")
                        .runs("terasort", "hdd", 200, 201)
                        .findings()
                        .best()
                        .isEmpty())
                .isEqualTo(isWork);
    }

    private static Judgement judged(Measured runs, String job) {
        Hypothesis hypothesis = new Hypothesis(
                "The SSD is more than 2.2 times as fast.",
                Hypothesis.ClaimedMeasure.DURATION,
                List.of(job),
                new TreeMap<>(),
                new TreeMap<>(),
                "hdd",
                "ssd",
                Prediction.of(Expectation.FASTER, 1.2),
                Hypothesis.Under.BEST,
                Bottleneck.STORAGE);
        Findings findings = runs.findings(ComparisonOptions.standard().with(new Study("", List.of(hypothesis))));
        assertThat(findings.judgements()).hasSize(1);
        return findings.judgements().get(0);
    }

    @Test
    void a_hypothesis_can_be_about_the_best_settings_of_each_setup() {
        Judgement judged = judged(campaign(), "terasort");

        assertThat(judged.verdict()).isEqualTo(Verdict.SUPPORTED);
        assertThat(judged.evidence().get(0).speedUp().ratio()).isCloseTo(2.5, within(1e-9));
    }

    @Test
    void a_job_that_was_run_with_one_choice_of_settings_has_no_better_ones() {
        Measured runs = campaign()
                .with("containers", "4")
                .runs("wordcount", "hdd", 90, 91, 89, 90, 91, 89)
                .runs("wordcount", "ssd", 30, 31, 29, 30, 31, 29);

        Judgement judged = judged(runs, "wordcount");

        assertThat(judged.verdict()).isEqualTo(Verdict.SUPPORTED);
        assertThat(judged.evidence())
                .singleElement()
                .satisfies(one -> assertThat(one.speedUp().ratio()).isCloseTo(3, within(1e-9)));
    }

    @Test
    void otherWorkOfTheSameJobIsJudgedThoughItWasNotSearched() {
        Measured runs = campaign()
                .with("containers", "4")
                .with("bytes_per_node", "100GB")
                .runs("terasort", "hdd", 900, 901, 899, 900, 901, 899)
                .runs("terasort", "ssd", 300, 301, 299, 300, 301, 299);

        assertThat(judged(runs, "terasort").evidence())
                .extracting(one -> Math.round(one.speedUp().ratio() * 10))
                .containsExactlyInAnyOrder(25L, 30L);
    }

    @Test
    void aSingleRunThatWasNotSearchedLacksARun() {
        Judgement judged =
                judged(new Measured().runs("wordcount", "hdd", 90).runs("wordcount", "ssd", 30), "wordcount");

        assertThat(judged.evidence().get(0).lacks()).isEqualTo("no interval: single-run");
    }

    @Test
    void too_few_visits_to_hold_some_out_are_the_reason_for_no_verdict() {
        Judgement judged = judged(
                new Measured()
                        .with("containers", "4")
                        .runs("terasort", "hdd", 100, 101)
                        .runs("terasort", "ssd", 40, 41)
                        .with("containers", "8")
                        .runs("terasort", "hdd", 150, 151)
                        .runs("terasort", "ssd", 50, 51),
                "terasort");

        assertThat(judged.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judged.evidence().get(0).lacks())
                .isEqualTo("no interval: too few visits to hold some out of the search for the best settings");
    }

    @Test
    void other_data_and_erasure_coding_are_not_searched() {
        for (String setting : List.of("shuffle_data", "erasure_coding", "output_compression")) {
            assertThat(new Measured()
                            .with(setting, "one")
                            .runs("terasort", "hdd", 100, 101)
                            .with(setting, "two")
                            .runs("terasort", "hdd", 50, 51)
                            .findings()
                            .best())
                    .as(setting)
                    .isEmpty();
        }
    }

    private static Measured network() {
        Measured runs = new Measured();
        Map<String, double[]> seconds = Map.of(
                "hdd-eth", new double[] {100, 102, 98},
                "hdd-ib", new double[] {90, 92, 88},
                "ssd-eth", new double[] {60, 61, 59},
                "ssd-ib", new double[] {30, 31, 29});
        new TreeMap<>(seconds).forEach((setup, values) -> {
            for (double value : values) {
                runs.next("terasort", setup, value)
                        .hardware(
                                setup.startsWith("hdd") ? "1 HDD" : "1 SSD",
                                setup.endsWith("ib") ? "56 Gb/s" : "1 Gb/s");
            }
        });
        return runs;
    }

    @Test
    void setups_are_pooled_by_disk_and_by_network() {
        List<Marginal> marginals = network().findings().marginals();

        Marginal ssd = marginals.stream()
                .filter(one -> one.value().equals("1 SSD"))
                .findFirst()
                .orElseThrow();
        assertThat(ssd.parameter()).isEqualTo("hardware.disk");
        assertThat(ssd.runs()).isEqualTo(6);
        assertThat(ssd.mean()).isCloseTo(45, within(1e-9));
        assertThat(ssd.againstAverage()).isCloseTo(70 / 45.0, within(1e-9));
        assertThat(ssd.reference()).isEqualTo("1 HDD");
        assertThat(ssd.matched().configurations()).isEqualTo(2);
        assertThat(ssd.matched().ratio()).isCloseTo(Math.sqrt(100 / 60.0 * 90 / 30.0), within(0.01));
        assertThat(marginals).extracting(Marginal::parameter).contains("hardware.network");
    }

    @Test
    void the_gain_of_a_disk_depends_on_the_network() {
        List<InteractionFinding> found = network()
                .findings(ComparisonOptions.standard().withInteractions(List.of("hardware.network")))
                .interactions();

        assertThat(found).singleElement().satisfies(one -> {
            assertThat(one.baselineName()).isEqualTo("disk 1 HDD");
            assertThat(one.contenderName()).isEqualTo("disk 1 SSD");
            assertThat(one.firstValue()).isEqualTo("1 Gb/s");
            assertThat(one.first().speedUp().ratio()).isCloseTo(100 / 60.0, within(1e-9));
            assertThat(one.second().speedUp().ratio()).isCloseTo(3, within(1e-9));
            assertThat(one.interaction().ratio()).isCloseTo(1.8, within(0.01));
        });
    }

    @Test
    void hardware_that_several_setups_have_shows_no_dependence() {
        Measured runs = network();
        for (double value : new double[] {20, 21, 19}) {
            runs.next("terasort", "ssd-ib-tuned", value).hardware("1 SSD", "56 Gb/s");
        }

        assertThat(runs.findings(ComparisonOptions.standard().withInteractions(List.of("hardware.network")))
                        .interactions())
                .isEmpty();
    }

    @Test
    void different_hardware_is_no_hidden_difference() {
        assertThat(network().findings().comparisons()).allSatisfy(one -> assertThat(one.warnings())
                .noneMatch(warning -> warning.code().equals("hidden-difference")));
    }
}
