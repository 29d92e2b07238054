package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.report.Reports;

/** Checks which claims are corrected together, and what a row says about which a hypothesis was planned. */
class FamiliesTest {
    private static final double[] SHAPE = {0.995, 0.998, 1, 1.002, 1.005};

    private final Measured runs = new Measured();

    @Test
    void planned_hypotheses_and_interactions_are_families_of_their_own() {
        twoJobs();
        Findings findings = runs.findings(ComparisonOptions.standard()
                .withInteractions(List.of("compression"))
                .with(new Study("", List.of(faster(0, "terasort", "teragen")))));
        assertThat(findings.claims().families())
                .as("four rows, two suites and the mean over all; one hypothesis; two interactions")
                .isEqualTo(Map.of(Claim.SCREEN, 7L, Claim.HYPOTHESES, 1L, Claim.INTERACTIONS, 2L));
        assertThat(Reports.text(findings, false))
                .contains("one hypothesis of the plan, all 2 interactions or all 7 claims of this report allows them")
                .contains("all families together may have one more often");
        assertThat(Reports.json(findings)).contains("\"p_hypotheses\"", "\"p_interactions\"", "\"p_screen\"");
    }

    @Test
    void hypotheses_that_were_given_afterwards_join_the_screen() {
        twoJobs();
        Study later =
                new Study("", List.of(), List.of(faster(0, "terasort", "teragen")), Set.of(), List.of(), Looks.ONLY);
        Findings findings = runs.findings(ComparisonOptions.standard().with(later));
        assertThat(findings.claims().families()).isEqualTo(Map.of(Claim.SCREEN, 8L));
        assertThat(findings.comparisons()).allMatch(one -> one.claim().p() != null);
    }

    @Test
    void a_row_leaves_the_screen_only_for_a_hypothesis_about_it_alone() {
        runs.runs("terasort", "hdd", times(200)).runs("terasort", "ssd", times(100));
        runs.runs("teragen", "hdd", times(100)).runs("teragen", "ssd", times(101));
        Findings without = runs.findings();
        Findings alone = asking(faster(0, "terasort"));
        Findings both = asking(faster(0, "terasort", "teragen"));
        assertThat(without.claims().count()).isEqualTo(3);
        assertThat(alone.claims().families()).isEqualTo(Map.of(Claim.SCREEN, 2L, Claim.HYPOTHESES, 1L));
        assertThat(both.claims().families()).isEqualTo(Map.of(Claim.SCREEN, 3L, Claim.HYPOTHESES, 1L));
        Claim row = alone.comparisons()
                .filter(one -> one.job().equals("terasort"))
                .findFirst()
                .orElseThrow()
                .claim();
        assertThat(row.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(row.words()).isEqualTo("faster: by its hypothesis");
        assertThat(row.corrected()).isEqualTo(alone.judgements().get(0).claim().corrected());
        assertThat(Reports.text(alone, false)).contains("faster: by its hypothesis");
        assertThat(both.comparisons()).allMatch(one -> one.claim().reason() != Reason.HYPOTHESIS);
    }

    /** Walks expectations, limits and true ratios: a row never says more than its hypothesis proves. */
    @ParameterizedTest
    @EnumSource(names = {"FASTER", "SLOWER", "ALIKE", "NOT_FASTER", "NOT_SLOWER"})
    void the_word_of_a_row_follows_from_its_hypothesis(Expectation expectation) {
        for (double by : expectation == Expectation.ALIKE ? new double[] {0.03, 0.3} : new double[] {0, 0.3}) {
            for (double ratio : new double[] {0.5, 0.9, 1, 1.1, 2}) {
                Findings findings = new Measured()
                        .runs("terasort", "hdd", times(100 * ratio))
                        .runs("terasort", "ssd", times(100))
                        .findings(ComparisonOptions.standard()
                                .with(new Study("", List.of(hypothesis(expectation, by, "terasort")))));
                Judgement judgement = findings.judgements().get(0);
                Claim row = findings.comparisons().findFirst().orElseThrow().claim();
                Verdict right = ratio == 1 ? Verdict.SAME : ratio > 1 ? Verdict.FASTER : Verdict.SLOWER;
                assertThat(row.verdict())
                        .as("%s by %s at %s, %s", expectation, by, ratio, judgement.verdict())
                        .isIn(right, Verdict.UNDECIDED);
                assertThat(row.reason()).isEqualTo(Reason.HYPOTHESIS);
                if (by == 0 && ratio != 1) {
                    assertThat(row.verdict()).isEqualTo(right);
                }
            }
        }
    }

    @Test
    void a_report_says_which_look_it_is_even_with_one_claim() {
        runs.runs("terasort", "hdd", times(200)).runs("terasort", "ssd", times(100));
        assertThat(Reports.text(at(1), false)).doesNotContain("This is look");
        assertThat(Reports.text(at(2), false))
                .contains("This is look 2 at this campaign, and a verdict needs p below 1 % instead of 5 %");
        assertThat(at(4).comparisons()).allMatch(Comparison::isClaimed);
        assertThat(Reports.text(at(5), false)).contains("This is look 5 at this campaign, and nothing new is claimed");
        assertThat(at(5).comparisons()).noneMatch(Comparison::isClaimed);
        assertThat(Gate.of(at(5), 0.05).jobs()).allMatch(job -> job.more().isEmpty());
        assertThat(Reports.json(at(5))).contains("\"p_screen\"");
    }

    @Test
    void a_report_says_that_campaigns_with_several_looks_are_together() {
        runs.runs("terasort", "hdd", times(200)).runs("terasort", "ssd", times(100));
        assertThat(Reports.text(at(Looks.ONLY.together(3)), false)).doesNotContain("reported together");
        assertThat(Reports.text(at(Looks.undeclared(2, List.of()).together(3)), false))
                .contains("3 campaigns are reported together, and at least one has several looks. The strictest share"
                        + " holds: a verdict needs p below 1 % instead of 5 %.")
                .doesNotContain("This is look");
        assertThat(Reports.text(at(Looks.undeclared(5, List.of()).together(2)), false))
                .contains("The strictest share holds: nothing new is claimed.");
    }

    private Findings at(int look) {
        return at(Looks.undeclared(look, List.of()));
    }

    private Findings at(Looks looks) {
        return runs.findings(
                ComparisonOptions.standard().with(new Study("", List.of(), List.of(), Set.of(), List.of(), looks)));
    }

    @Test
    void a_gate_is_in_the_family_of_the_screen() {
        runs.runs("terasort", "hdd", times(100)).runs("terasort", "ssd", times(120));
        runs.runs("teragen", "hdd", times(100)).runs("teragen", "ssd", times(101));
        Findings findings = runs.findings();
        Gate gate = Gate.of(findings, 0.05);
        assertThat(gate.family()).isEqualTo(findings.claims().count()).isEqualTo(3);
        assertThat(gate.verdict()).isEqualTo(Verdict.BEYOND);
        assertThat(gate.enough()).as("five runs a side").isEmpty();
    }

    @Test
    void a_gate_says_how_many_runs_can_decide_if_two_cannot() {
        runs.runs("terasort", "hdd", 98, 102).runs("terasort", "ssd", 99, 103);
        Gate gate = Gate.of(runs.findings(), 0.05);
        assertThat(gate.verdict()).isEqualTo(Verdict.UNDECIDED);
        int enough = gate.enough().orElseThrow();
        assertThat(enough).isBetween(3, 20);
        Measured more = new Measured();
        for (int i = 0; i <= enough / 2; i++) {
            more.runs("terasort", "hdd", 98, 102).runs("terasort", "ssd", 98.1, 102.1);
        }
        assertThat(Gate.of(more.findings(), 0.05).verdict()).isEqualTo(Verdict.WITHIN);
    }

    private Findings asking(Hypothesis hypothesis) {
        return runs.findings(ComparisonOptions.standard().with(new Study("", List.of(hypothesis))));
    }

    private static Hypothesis faster(double by, String... jobs) {
        return hypothesis(Expectation.FASTER, by, jobs);
    }

    private static Hypothesis hypothesis(Expectation expectation, double by, String... jobs) {
        return new Hypothesis("a claim", List.of(jobs), new TreeMap<>(), "hdd", "ssd", Prediction.of(expectation, by));
    }

    private void twoJobs() {
        for (String compression : List.of("none", "snappy")) {
            runs.with("compression", compression)
                    .runs("terasort", "hdd", times(200))
                    .runs("terasort", "ssd", times(100))
                    .runs("teragen", "hdd", times(150))
                    .runs("teragen", "ssd", times(100));
        }
    }

    private static double[] times(double seconds) {
        return Arrays.stream(SHAPE).map(share -> share * seconds).toArray();
    }
}
