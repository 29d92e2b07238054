package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;

/** Checks interactions, hypotheses and the metrics of runs. */
class StudyTest {
    private static final double[] SLOW = {200, 202, 198, 201, 199};
    private static final double[] FAST = {100, 101, 99, 100.5, 99.5};

    private final Measured runs = new Measured();

    @Test
    void a_speed_up_depends_on_compression() {
        bothCompressions();
        Findings findings = runs.findings(ComparisonOptions.standard().withInteractions(List.of("compression")));
        assertThat(findings.interactions()).singleElement().satisfies(one -> {
            assertThat(one.job()).isEqualTo("terasort");
            assertThat(one.firstValue()).isEqualTo("none");
            assertThat(one.secondValue()).isEqualTo("snappy");
            assertThat(one.settings()).doesNotContainKey("compression").containsKey("cache");
            assertThat(one.interaction().ratio()).isCloseTo(0.5, within(1e-12));
            assertThat(one.interaction().isTie()).isFalse();
        });
        assertThat(runs.findings().interactions()).isEmpty();
    }

    @Test
    void every_pair_of_values_is_asked_in_their_order() {
        for (String containers : List.of("16", "4", "8")) {
            runs.with("containers", containers).runs("terasort", "hdd", SLOW).runs("terasort", "ssd", FAST);
        }
        Findings findings = runs.findings(ComparisonOptions.standard().withInteractions(List.of("containers")));
        assertThat(findings.interactions())
                .extracting(one -> one.firstValue() + "-" + one.secondValue())
                .containsExactly("4-8", "4-16", "8-16");
    }

    @Test
    void the_unit_of_an_interaction_is_the_visit() {
        for (String compression : List.of("none", "snappy")) {
            runs.with("compression", compression);
            visit("hdd", 1, 200, 204);
            visit("ssd", 2, 100, 101);
            visit("ssd", 3, 102, 104);
            if (compression.equals("none")) {
                visit("hdd", 4, 206, 208);
            }
        }
        Findings findings = runs.findings(ComparisonOptions.standard().withInteractions(List.of("compression")));
        assertThat(findings.interactions())
                .singleElement()
                .satisfies(one -> assertThat(one.interaction().basis()).isEqualTo(IntervalBasis.CONFOUNDED_WITH_TIME));
    }

    @Test
    void hypotheses_are_judged_between_any_two_setups() {
        runs.runs("terasort", "hdd", SLOW).runs("terasort", "hybrid", SLOW).runs("terasort", "ssd", FAST);
        assertThat(judged("hybrid", "ssd").verdict()).isEqualTo(Verdict.SUPPORTED);
        assertThat(judged("ssd", "hybrid").verdict()).isEqualTo(Verdict.CONTRADICTED);
        assertThat(judged("hdd", "hybrid").verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judged("hdd", "nvme").verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void a_variant_that_one_setup_lacks_supports_nothing() {
        runs.with("compression", "none").runs("terasort", "hdd", SLOW).runs("terasort", "ssd", FAST);
        assertThat(judged("hdd", "ssd").verdict()).isEqualTo(Verdict.SUPPORTED);
        runs.with("compression", "snappy").runs("terasort", "hdd", SLOW);
        Judgement judgement = judged("hdd", "ssd");
        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judgement.evidence()).anySatisfy(one -> {
            assertThat(one.settings()).containsEntry("compression", "snappy");
            assertThat(one.lacks()).isEqualTo("not both setups have valid runs");
        });
    }

    @Test
    void a_setup_that_emulated_disks_cannot_tell_from_another_is_named() {
        runs.runs("terasort", "hd5-ib", SLOW).runs("terasort", "ssd-ib", FAST);
        Study study = new Study(
                "",
                List.of(faster("hd5-eth", "hd5-ib"), faster("hd5-ib", "ssd-ib")),
                List.of(),
                Set.of(),
                List.of(),
                Looks.ONLY,
                Set.of("hd5-eth", "ssd-eth"));
        List<Judgement> judged =
                runs.findings(ComparisonOptions.standard().with(study)).judgements();
        assertThat(judged)
                .extracting(Judgement::verdict)
                .containsExactlyInAnyOrder(Verdict.UNDECIDED, Verdict.SUPPORTED);
        assertThat(judged)
                .flatExtracting(Judgement::evidence)
                .extracting(one -> one.lacks())
                .containsExactlyInAnyOrder("not emulated: hd5-eth", null);
    }

    @Test
    void other_jobs_do_not_matter() {
        runs.runs("terasort", "hdd", SLOW).runs("terasort", "ssd", FAST).runs("wordcount", "hdd", SLOW);
        assertThat(judged("hdd", "ssd").verdict()).isEqualTo(Verdict.SUPPORTED);
    }

    @Test
    void a_figure_is_drawn_for_each_compression() {
        bothCompressions();
        runs.runs("teragen", "hdd", SLOW).runs("teragen", "hybrid", SLOW);
        List<NormalisedDurations> figures = runs.findings(
                        ComparisonOptions.standard().with(new Study("Figure 2", List.of())))
                .figure();
        assertThat(figures).hasSize(2);
        assertThat(figures.get(0).settings()).containsOnlyKeys("compression").containsValue("none");
        assertThat(figures.get(0).baseline()).isEqualTo("hdd");
        assertThat(figures.get(0).contenders()).containsExactlyInAnyOrder("ssd", "hybrid");
        assertThat(figures.get(1).rows())
                .extracting(NormalisedDurations.Row::job)
                .containsExactly("teragen", "terasort");
        assertThat(figures.get(1).rows().get(0).comparisons()).containsOnlyKeys("hybrid");
        assertThat(runs.findings().figure()).isEmpty();
    }

    private void bothCompressions() {
        runs.with("compression", "none")
                .runs("terasort", "hdd", SLOW)
                .runs("terasort", "ssd", FAST)
                .with("compression", "snappy")
                .runs("terasort", "hdd", FAST)
                .runs("terasort", "ssd", FAST);
    }

    private void visit(String setup, int visit, double... seconds) {
        for (double value : seconds) {
            runs.next("terasort", setup, value).visit(visit);
        }
    }

    private static Hypothesis faster(String baseline, String contender) {
        return new Hypothesis(
                "faster",
                List.of("terasort"),
                new TreeMap<>(),
                baseline,
                contender,
                Prediction.of(Expectation.FASTER, 0));
    }

    private Judgement judged(String baseline, String contender) {
        return runs.findings(ComparisonOptions.standard().with(new Study("", List.of(faster(baseline, contender)))))
                .judgements()
                .get(0);
    }
}
