package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.JobOrder.ValueOrder;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;

/** Checks one varied setting, and values over all configurations. */
class SettingsTest {
    @Test
    void a_best_value_that_was_found_in_the_same_runs_is_told_by_the_two_sided_test() {
        Sweep sweep = new Measured()
                .with("buffer", "100")
                .runs("terasort", "hdd", 100, 101, 102, 103, 104)
                .with("buffer", "200")
                .runs("terasort", "hdd", 102, 103, 104, 105, 106)
                .findings()
                .sweeps()
                .get(0);
        assertThat(sweep.ties()).as("p is .081 two-sided, .040 one-sided").containsExactly("200");
    }

    @Test
    void a_sweep_finds_the_best_value_and_its_ties() {
        Sweep sweep = onlySweep(new Measured()
                .with("containers", "8")
                .runs("terasort", "hdd", 99, 100, 101)
                .with("containers", "16")
                .runs("terasort", "hdd", 79, 80, 81)
                .with("containers", "24")
                .runs("terasort", "hdd", 79, 81, 82)
                .findings());
        assertThat(sweep.parameter()).isEqualTo("containers");
        assertThat(sweep.points()).extracting(Sweep.SweepPoint::value).containsExactly("8", "16", "24");
        assertThat(sweep.best()).isEqualTo("16");
        assertThat(sweep.ties()).containsExactly("24");
        assertThat(sweep.points().get(0).speedUp().ratio()).isCloseTo(1.25, within(1e-12));
        assertThat(sweep.subject().settings()).doesNotContainKey("containers");
        Claim faster = sweep.claim(sweep.points().get(0));
        assertThat(faster.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(faster.corrected())
                .as("three values, so six ordered pairs")
                .isCloseTo(6 * faster.p(), within(1e-15));
    }

    @Test
    void a_sweep_has_the_share_of_its_look() {
        Measured runs = new Measured()
                .with("containers", "8")
                .runs("terasort", "hdd", 100, 101, 102, 103, 104)
                .with("containers", "16")
                .runs("terasort", "hdd", 97, 98, 99, 100, 101);
        Sweep only = onlySweep(runs.findings());
        double p = only.claim(only.points().get(0)).corrected();
        assertThat(p).isBetween(0.01, 0.05);
        assertThat(only.ties()).isEmpty();
        for (int look : List.of(2, 5)) {
            Sweep further = onlySweep(runs.findings(ComparisonOptions.standard()
                    .with(new Study(
                            "", List.of(), List.of(), Set.of(), List.of(), Looks.undeclared(look, List.of())))));
            assertThat(further.ties()).as("p of %s at look %d", p, look).containsExactly("8");
            assertThat(further.points())
                    .extracting(Sweep.SweepPoint::speedUp)
                    .as("intervals stay ordinary")
                    .isEqualTo(only.points().stream()
                            .map(Sweep.SweepPoint::speedUp)
                            .toList());
        }
    }

    @Test
    void a_sweep_holds_everything_else() {
        List<Sweep> sweeps = new Measured()
                .with("containers", "8")
                .with("compression", "none")
                .runs("terasort", "hdd", 100)
                .with("containers", "16")
                .runs("terasort", "hdd", 80)
                .with("compression", "snappy")
                .runs("terasort", "hdd", 60)
                .findings()
                .sweeps();
        assertThat(sweeps)
                .extracting(sweep -> sweep.parameter() + " " + sweep.points().size())
                .containsExactly("compression 2", "containers 2");
        assertThat(sweeps.get(1).subject().settings()).containsEntry("compression", "none");
    }

    @Test
    void other_work_has_no_best_value() {
        for (String setting : List.of("bytes_per_node", "data", "cache")) {
            Measured runs = new Measured()
                    .with(setting, "1")
                    .runs("terasort", "hdd", 99, 101)
                    .with(setting, "2")
                    .runs("terasort", "hdd", 199, 201);
            assertThat(runs.findings().sweeps()).isEmpty();
            assertThat(runs.findings(ComparisonOptions.standard().across(setting))
                            .sweeps())
                    .hasSize(1);
        }
    }

    @Test
    void against_the_average_of_all_is_what_aloja_computes() {
        Findings findings = new Measured()
                .runs("terasort", "hdd", 100, 120, 140)
                .runs("terasort", "ssd", 60)
                .findings();
        Marginal ssd = marginal(findings, "setup", "ssd");
        assertThat(ssd.againstAverage())
                .as("mean of all runs / mean of its runs")
                .isCloseTo(105.0 / 60, within(1e-12));
        assertThat(marginal(findings, "setup", "hdd").againstAverage()).isCloseTo(105.0 / 120, within(1e-12));
        assertThat(ssd.interval()).as("one run").isNull();
        assertThat(ssd.unbalanced()).isFalse();
    }

    @Test
    void pooling_that_compares_configurations_is_warned_of_and_matching_is_beside() {
        Findings findings = new Measured()
                .with("maps", "8")
                .runs("terasort", "eth", 100, 101, 99)
                .runs("terasort", "ib", 90)
                .with("maps", "24")
                .runs("terasort", "eth", 50)
                .runs("terasort", "ib", 45, 46, 44)
                .findings();
        Marginal ib = marginal(findings, "setup", "ib");
        assertThat(ib.matched().configurations()).isEqualTo(2);
        // The ratio is one of geometric means. Those of 100, 101, 99 and of 45, 46, 44 are a little below 100 and 45.
        assertThat(ib.matched().ratio())
                .isCloseTo(Math.sqrt(Math.cbrt(100.0 * 101 * 99) / 90 * 50 / Math.cbrt(45.0 * 46 * 44)), within(1e-12));
        assertThat(ib.matched().pooledRatio()).isCloseTo(350.0 / 225, within(1e-12));
        assertThat(ib.unbalanced()).isTrue();
        assertThat(findings.doubts())
                .filteredOn(doubt -> doubt.warning().code().equals("unbalanced-pooling"))
                .extracting(doubt -> doubt.warning().message())
                .anySatisfy(message -> assertThat(message).contains("setup", "terasort", "matched"));
    }

    @Test
    void runs_of_other_compression_are_never_pooled() {
        Measured runs = new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd", 100)
                .runs("terasort", "ssd", 60)
                .with("compression", "snappy")
                .runs("terasort", "hdd", 30)
                .runs("terasort", "ssd", 30);
        List<Marginal> apart = runs.findings().marginals().stream()
                .filter(one -> one.parameter().equals("setup") && one.value().equals("ssd"))
                .toList();
        assertThat(apart)
                .extracting(one ->
                        one.settings().get("compression") + " " + one.matched().ratio())
                .containsExactly("none " + 100.0 / 60, "snappy 1.0");
        List<Marginal> together = runs.findings(ComparisonOptions.standard().across("compression")).marginals().stream()
                .filter(one -> one.parameter().equals("setup") && one.value().equals("ssd"))
                .toList();
        assertThat(together).singleElement().satisfies(one -> assertThat(one.runs())
                .isEqualTo(2));
    }

    @Test
    void numbers_are_ordered_by_size_and_before_words() {
        assertThat(List.of("none", "128", "24", "8", "1.5").stream().sorted(ValueOrder.OF_VALUES))
                .containsExactly("1.5", "8", "24", "128", "none");
    }

    @Test
    void a_setting_called_setup_is_not_taken_for_the_setup() {
        Findings findings = new Measured()
                .with("setup", "x")
                .runs("terasort", "hdd", 100)
                .with("setup", "y")
                .runs("terasort", "hdd", 60)
                .runs("terasort", "ssd", 30)
                .findings();
        assertThat(findings.sweeps()).isEmpty();
        assertThat(findings.cells()).hasSize(3);
    }

    @Test
    void settings_are_ordered_by_the_first_that_differs() {
        List<SortedMap<String, String>> inOrder = List.of(
                new TreeMap<>(),
                new TreeMap<>(Map.of("a", "9")),
                new TreeMap<>(Map.of("a", "9", "b", "1")),
                new TreeMap<>(Map.of("a", "10")),
                new TreeMap<>(Map.of("a", "x")),
                new TreeMap<>(Map.of("b", "1")));
        List<SortedMap<String, String>> reversed = new ArrayList<>(inOrder);
        Collections.reverse(reversed);
        assertThat(reversed.stream().sorted(ValueOrder.OF_SETTINGS)).isEqualTo(inOrder);
        assertThat(ValueOrder.OF_SETTINGS.compare(inOrder.get(2), new TreeMap<>(inOrder.get(2))))
                .isZero();
    }

    private static Marginal marginal(Findings findings, String parameter, String value) {
        return findings.marginals().stream()
                .filter(one -> one.parameter().equals(parameter) && one.value().equals(value))
                .findFirst()
                .orElseThrow();
    }

    private static Sweep onlySweep(Findings findings) {
        assertThat(findings.sweeps()).hasSize(1);
        return findings.sweeps().get(0);
    }
}
