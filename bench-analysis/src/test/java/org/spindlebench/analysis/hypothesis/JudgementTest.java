package org.spindlebench.analysis.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.SetupPair;
import org.spindlebench.analysis.hypothesis.Judgement.Observed;
import org.spindlebench.analysis.hypothesis.Judgement.Observed.Load;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.VisitedPair;

class JudgementTest {
    private static final SortedMap<String, String> NONE = map("compression", "none");
    private static final SortedMap<String, String> SNAPPY = map("compression", "snappy");

    /** Runs with a CV of 2 %. With n = 5 the interval is about 3 % to either side. */
    private static final double[] SHAPE = {0.98, 0.99, 1, 1.01, 1.02};

    private final List<Observed> observed = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "FASTER, 0,    1.5,  SUPPORTED",
        "FASTER, 0,    1.01, UNDECIDED",
        "FASTER, 0,    0.8,  CONTRADICTED",
        "FASTER, 0.3,  1.5,  SUPPORTED",
        "FASTER, 0.3,  1.3,  UNDECIDED",
        "FASTER, 0.3,  1.1,  CONTRADICTED",
        "SLOWER, 0,    0.8,  SUPPORTED",
        "SLOWER, 0,    1,    UNDECIDED",
        "SLOWER, 0,    1.2,  CONTRADICTED",
        "SLOWER, 0.25, 0.7,  SUPPORTED",
        "SLOWER, 0.25, 0.8,  UNDECIDED",
        "SLOWER, 0.25, 0.9,  CONTRADICTED",
        "ALIKE,  0.1,  1.02, SUPPORTED",
        "ALIKE,  0.1,  0.98, SUPPORTED",
        "ALIKE,  0.02, 1,    UNDECIDED",
        "ALIKE,  0.1,  1.1,  UNDECIDED",
        "ALIKE,  0.1,  1.2,  CONTRADICTED",
        "ALIKE,  0.1,  0.8,  CONTRADICTED"
    })
    void one_job_is_judged_by_its_interval(Expectation expectation, double by, double speedUp, Verdict verdict) {
        measured("terasort", NONE, speedUp);
        Judgement judgement = judge(Prediction.of(expectation, by), "terasort");
        assertThat(judgement.verdict()).isEqualTo(verdict);
        assertThat(judgement.evidence()).singleElement().satisfies(one -> {
            assertThat(one.speedUp().ratio()).isCloseTo(speedUp, within(1e-12));
            assertThat(one.stand() == Verdict.UNDECIDED).isEqualTo(one.lacks() != null);
        });
    }

    @Test
    void every_job_must_support_and_one_may_contradict() {
        measured("terasort", NONE, 1.5);
        measured("shuffle", NONE, 1.01);
        assertThat(faster("terasort", "shuffle").verdict()).isEqualTo(Verdict.UNDECIDED);
        measured("wordcount", NONE, 0.7);
        assertThat(faster("terasort", "shuffle", "wordcount").verdict()).isEqualTo(Verdict.CONTRADICTED);
    }

    @Test
    void what_only_the_number_of_claims_leaves_undecided_says_so() {
        measured("terasort", NONE, 1.5);
        Judgement alone = faster("terasort");
        assertThat(alone.lacks()).isEmpty();
        Judgement among = corrected(alone, 0.06);
        assertThat(among.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(among.lacks()).get().asString().contains("among all claims of its family that may be chance");
        measured("shuffle", NONE, 1.01);
        assertThat(corrected(faster("terasort", "shuffle"), 0.9).lacks())
                .as("its evidence says why")
                .isEmpty();
    }

    private static Judgement corrected(Judgement judgement, double p) {
        return judgement.with(judgement.claim().corrected(p));
    }

    @Test
    void what_was_not_measured_supports_nothing() {
        measured("terasort", NONE, 1.5);
        Judgement judgement = faster("terasort", "shuffle");
        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judgement.evidence().get(1).lacks()).isEqualTo("not both setups have valid runs");
        assertThat(judgement.evidence().get(1).speedUp()).isNull();
        observed.add(new Observed(new SetupPair("hdd", "ssd"), "terasort", SNAPPY, (VisitedPair) null));
        assertThat(faster("terasort").verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judge(map("compression", "none"), Prediction.of(Expectation.FASTER, 0), "terasort")
                        .verdict())
                .isEqualTo(Verdict.SUPPORTED);
    }

    @Test
    void no_interval_supports_nothing_and_says_why() {
        observed.add(new Observed(
                new SetupPair("hdd", "ssd"), "terasort", NONE, VisitedPair.ofRuns(pair(Sample.of(20), Sample.of(10)))));
        assertThat(faster("terasort").evidence().get(0).lacks()).isEqualTo("no interval: single-run");
        observed.clear();
        observed.add(new Observed(
                new SetupPair("hdd", "ssd"),
                "terasort",
                NONE,
                VisitedPair.ofVisits(List.of(Sample.of(20)), List.of(Sample.of(10)))));
        assertThat(faster("terasort").evidence().get(0).lacks()).isEqualTo("no interval: confounded-with-time");
        assertThat(faster("terasort").verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void contradicting_takes_more_the_more_jobs_there_are() {
        // At 1 / 1.035 the interval of 95 % is below 1, but that of 99.5 % is not.
        for (int job = 0; job < 10; job++) {
            measured("job" + job, NONE, job == 0 ? 1 / 1.035 : 1.5);
        }
        assertThat(faster("job0").verdict()).isEqualTo(Verdict.CONTRADICTED);
        String[] ten = observed.stream().map(Observed::job).toArray(String[]::new);
        Judgement judgement = faster(ten);
        assertThat(judgement.contradictingAt()).isCloseTo(0.995, within(1e-12));
        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void all_settings_that_a_hypothesis_does_not_name_are_judged() {
        measured("terasort", NONE, 1.5);
        measured("terasort", SNAPPY, 0.7);
        assertThat(faster("terasort").evidence()).hasSize(2);
        assertThat(faster("terasort").verdict()).isEqualTo(Verdict.CONTRADICTED);
        assertThat(judge(NONE, Prediction.of(Expectation.FASTER, 0), "terasort").verdict())
                .isEqualTo(Verdict.SUPPORTED);
    }

    @ParameterizedTest
    @CsvSource({
        "2,   1.2,  SUPPORTED",
        "2,   1,    SUPPORTED",
        "0.5, 0.8,  SUPPORTED",
        "2,   0.8,  SUPPORTED",
        "0.5, 1.2,  SUPPORTED",
        "2,   0.5,  UNDECIDED",
        "1.5, 1.49, UNDECIDED",
        "1.2, 2,    CONTRADICTED",
        "1.2, 0.5,  CONTRADICTED",
        "0.8, 0.5,  CONTRADICTED",
        "0.8, 2,    CONTRADICTED"
    })
    void a_smaller_difference_is_nearer_to_1_on_either_side(double from, double to, Verdict verdict) {
        measured("terasort", NONE, from);
        measured("terasort", SNAPPY, to);
        Judgement judgement = judge(Prediction.smallerDifference(NONE, SNAPPY), "terasort");
        assertThat(judgement.verdict()).isEqualTo(verdict);
        assertThat(judgement.evidence()).singleElement().satisfies(one -> {
            assertThat(one.settings()).isEmpty();
            assertThat(one.interaction().ratio()).isCloseTo(to / from, within(1e-12));
        });
    }

    @Test
    void a_difference_needs_both_sides() {
        measured("terasort", NONE, 2);
        Prediction claim = Prediction.smallerDifference(NONE, SNAPPY);
        assertThat(judge(claim, "terasort").evidence().get(0).lacks())
                .isEqualTo("not both setups have valid runs under compression=snappy");
        assertThat(judge(claim, "shuffle").evidence().get(0).lacks())
                .isEqualTo("not both setups have valid runs under compression=none and compression=snappy");
        observed.clear();
        measured("terasort", SNAPPY, 2);
        assertThat(judge(claim, "terasort").evidence().get(0).lacks())
                .isEqualTo("not both setups have valid runs under compression=none");
        assertThat(judge(claim, "terasort").verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void claims_that_cannot_be_judged_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Prediction.of(Expectation.ALIKE, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Prediction.of(Expectation.FASTER, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> Prediction.of(Expectation.SMALLER_DIFFERENCE, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Prediction.of(Expectation.BETWEEN, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Hypothesis("", List.of("j"), NONE, "a", "b", Prediction.between("a")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Hypothesis("", List.of("j"), NONE, "a", "b", Prediction.between("b")));
        assertThatIllegalArgumentException().isThrownBy(() -> withOtherSettings("b"));
        assertThat(withOtherSettings("").isOfOwnValues()).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> Prediction.smallerDifference(NONE, NONE));
        assertThatIllegalArgumentException().isThrownBy(() -> Prediction.smallerDifference(NONE, map("cache", "cold")));
        assertThatIllegalArgumentException().isThrownBy(() -> new Prediction(Expectation.FASTER, 0, NONE, SNAPPY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Hypothesis("", List.of(), NONE, "a", "b", Prediction.of(Expectation.FASTER, 0)));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new Hypothesis("", List.of("j"), NONE, "a", "a", Prediction.of(Expectation.FASTER, 0)));
    }

    private static Hypothesis withOtherSettings(String baseline) {
        return new Hypothesis(
                "",
                Hypothesis.ClaimedMeasure.DURATION,
                List.of("j"),
                NONE,
                SNAPPY,
                baseline,
                "a",
                Prediction.of(Expectation.FASTER, 0),
                Hypothesis.Under.EACH,
                Hypothesis.Bottleneck.STORAGE);
    }

    @Test
    void a_job_that_leaves_the_slower_setup_idle_does_not_test_that_a_difference_is_absent() {
        loaded("terasort", 1.001, new Load(0.59, 0.9, ""), new Load(0.9, 0.9, ""));
        loaded("shuffle", 1.001, new Load(0.61, 0.1, ""), new Load(0.61, 0.1, ""));
        Prediction alike = Prediction.of(Expectation.ALIKE, 0.1);
        Judgement judgement = judge(alike, "terasort", "shuffle");
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_TESTED);
        assertThat(judgement.evidence().get(0).stand()).isEqualTo(Verdict.NOT_TESTED);
        assertThat(judgement.evidence().get(0).lacks())
                .isEqualTo("not tested at this size: storage set the pace of hdd for 59 % of the job, less than 60 %");
        assertThat(judgement.evidence().get(1).stand()).isEqualTo(Verdict.SUPPORTED);
        assertThat(judge(alike, "shuffle").verdict()).isEqualTo(Verdict.SUPPORTED);
        assertThat(judge(Prediction.of(Expectation.FASTER, 0.3), "terasort").verdict())
                .as("a gain that did not show")
                .isEqualTo(Verdict.NOT_TESTED);
        assertThat(judge(Prediction.of(Expectation.FASTER, 0), "terasort").verdict())
                .as("a gain that may still show")
                .isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void a_ratio_that_is_claimed_and_not_reached_needs_a_busy_device() {
        Load idle = new Load(0.5, 0.9, "");
        loaded("terasort", 1.9, idle, idle);
        loaded("shuffle", 1.9, new Load(0.7, 0.1, ""), idle);
        for (Expectation expectation : List.of(Expectation.ALIKE, Expectation.NOT_SLOWER)) {
            Prediction more = Prediction.ofTimes(expectation, 3.6, 0.1);
            assertThat(judge(more, "terasort").verdict()).as(expectation.word()).isEqualTo(Verdict.NOT_TESTED);
            assertThat(judge(more, "shuffle").verdict()).as(expectation.word()).isEqualTo(Verdict.CONTRADICTED);
        }
        assertThat(judge(Prediction.ofTimes(Expectation.ALIKE, 1.2, 0.1), "terasort")
                        .verdict())
                .as("a greater difference than the claimed one")
                .isEqualTo(Verdict.CONTRADICTED);
        assertThat(judge(Prediction.ofTimes(Expectation.ALIKE, 1.9, 0.3), "terasort")
                        .verdict())
                .as("the difference showed")
                .isEqualTo(Verdict.SUPPORTED);
        assertThat(judge(Prediction.ofTimes(Expectation.NOT_FASTER, 3.6, 0.1), "terasort")
                        .verdict())
                .as("something else may have kept it small")
                .isEqualTo(Verdict.NOT_TESTED);
    }

    @Test
    void a_significant_difference_needs_no_busy_device() {
        Load idle = new Load(0.1, 0.1, "");
        loaded("terasort", 1.5, idle, idle);
        assertThat(faster("terasort").verdict()).isEqualTo(Verdict.SUPPORTED);
        assertThat(faster("terasort").evidence().get(0).load())
                .isEqualTo("storage set the pace of hdd for 10 % of the job");
        assertThat(judge(Prediction.of(Expectation.ALIKE, 0.1), "terasort").verdict())
                .isEqualTo(Verdict.CONTRADICTED);
        assertThat(judge(Prediction.of(Expectation.NOT_FASTER, 0), "terasort").verdict())
                .isEqualTo(Verdict.CONTRADICTED);
        loaded("wordcount", 0.5, Load.UNKNOWN, new Load(0.7, 0.1, ""));
        assertThat(faster("terasort", "wordcount").verdict()).isEqualTo(Verdict.CONTRADICTED);
    }

    @Test
    void an_unknown_load_is_said_and_changes_nothing() {
        measured("terasort", NONE, 1.5);
        assertThat(faster("terasort").verdict()).isEqualTo(Verdict.SUPPORTED);
        assertThat(faster("terasort").evidence().get(0).load()).isEqualTo("what limited hdd is unknown");
    }

    @Test
    void where_the_processors_limit_a_job_they_must_be_busy() {
        loaded("wordcount", 1.001, new Load(0.1, 0.9, ""), new Load(0.1, 0.9, ""));
        Prediction alike = Prediction.of(Expectation.ALIKE, 0.1);
        assertThat(judge(alike, "wordcount").verdict()).isEqualTo(Verdict.NOT_TESTED);
        Hypothesis ofCpu = new Hypothesis(
                "says",
                Hypothesis.ClaimedMeasure.DURATION,
                List.of("wordcount"),
                new TreeMap<>(),
                new TreeMap<>(),
                "hdd",
                "ssd",
                alike,
                Hypothesis.Under.EACH,
                Hypothesis.Bottleneck.CPU);
        assertThat(Judgement.of(ofCpu, observed, 0.95).verdict()).isEqualTo(Verdict.SUPPORTED);
    }

    @Test
    void not_faster_and_not_slower_are_one_sided() {
        measured("terasort", NONE, 1.02);
        measured("shuffle", NONE, 0.5);
        measured("teragen", NONE, 2);
        assertThat(judge(Prediction.of(Expectation.NOT_FASTER, 0.1), "terasort", "shuffle")
                        .verdict())
                .isEqualTo(Verdict.SUPPORTED);
        assertThat(judge(Prediction.of(Expectation.NOT_FASTER, 0.1), "teragen").verdict())
                .isEqualTo(Verdict.CONTRADICTED);
        assertThat(judge(Prediction.of(Expectation.NOT_SLOWER, 0.1), "terasort", "teragen")
                        .verdict())
                .isEqualTo(Verdict.SUPPORTED);
        assertThat(judge(Prediction.of(Expectation.NOT_SLOWER, 0.1), "shuffle").verdict())
                .isEqualTo(Verdict.CONTRADICTED);
    }

    @Test
    void a_stated_speed_up_is_met_within_a_share() {
        measured("terasort", NONE, 1.8);
        assertThat(judge(Prediction.ofTimes(Expectation.ALIKE, 1.8, 0.2), "terasort")
                        .verdict())
                .isEqualTo(Verdict.SUPPORTED);
        assertThat(judge(Prediction.ofTimes(Expectation.ALIKE, 4, 0.2), "terasort")
                        .verdict())
                .isEqualTo(Verdict.CONTRADICTED);
        assertThat(judge(Prediction.of(Expectation.ALIKE, 0.2), "terasort").verdict())
                .isEqualTo(Verdict.CONTRADICTED);
    }

    @Test
    void a_job_gains_more_than_others_under_the_same_settings() {
        measured("terasort", map("compression", "none"), 2);
        measured("teragen", map("compression", "none"), 1.1);
        measured("teragen", map("compression", "snappy"), 3);
        Judgement more = judge(Prediction.greaterGain(List.of("teragen")), "terasort");
        assertThat(more.verdict()).isEqualTo(Verdict.SUPPORTED);
        assertThat(more.evidence()).hasSize(1);
        assertThat(more.evidence().get(0).job()).isEqualTo("terasort against teragen");
        assertThat(judge(Prediction.greaterGain(List.of("terasort")), "teragen").verdict())
                .isEqualTo(Verdict.CONTRADICTED);
        assertThat(judge(Prediction.greaterGain(List.of("wordcount")), "terasort")
                        .verdict())
                .isEqualTo(Verdict.UNDECIDED);
    }

    /** The speed-ups of the contender against the baseline, and against the other setup. */
    @ParameterizedTest
    @CsvSource({
        "1.5,  0.7,  SUPPORTED",
        "0.7,  1.5,  SUPPORTED",
        "1.01, 0.7,  UNDECIDED",
        "0.7,  0.99, UNDECIDED",
        "1,    1,    UNDECIDED",
        "1.5,  1.2,  CONTRADICTED",
        "0.7,  0.9,  CONTRADICTED"
    })
    void a_setup_is_between_two_others_if_it_differs_from_both(double one, double other, Verdict verdict) {
        measured("terasort", NONE, one);
        against("hybrid", "terasort", other, Load.UNKNOWN, Load.UNKNOWN);
        Judgement judgement = judge(Prediction.between("hybrid"), "terasort");
        assertThat(judgement.verdict()).isEqualTo(verdict);
        assertThat(judgement.evidence()).singleElement().satisfies(data -> {
            assertThat(data.speedUp().ratio()).isCloseTo(one, within(1e-12));
            assertThat(data.second().ratio()).isCloseTo(other, within(1e-12));
            assertThat(data.interaction()).isNull();
            assertThat(data.stand() == Verdict.UNDECIDED).isEqualTo(data.lacks() != null);
        });
        measured("shuffle", NONE, 1.5);
        against("hybrid", "shuffle", 0.7, Load.UNKNOWN, Load.UNKNOWN);
        assertThat(judge(Prediction.between("hybrid"), "terasort", "shuffle").verdict())
                .isEqualTo(verdict);
    }

    @Test
    void between_needs_all_three_setups() {
        measured("terasort", NONE, 1.5);
        Judgement judgement = judge(Prediction.between("hybrid"), "terasort");
        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judgement.evidence().get(0).lacks()).isEqualTo("not all three setups have valid runs");
        observed.add(new Observed(
                new SetupPair("hybrid", "ssd"),
                "terasort",
                NONE,
                VisitedPair.ofVisits(List.of(Sample.of(70)), List.of(Sample.of(100)))));
        assertThat(judge(Prediction.between("hybrid"), "terasort")
                        .evidence()
                        .get(0)
                        .lacks())
                .isEqualTo("no interval: confounded-with-time");
    }

    @Test
    void between_is_tested_if_the_slower_setup_of_both_pairs_is_busy() {
        loaded("terasort", 0.6, new Load(0.9, 0.1, ""), new Load(0.5, 0.1, ""));
        against("hybrid", "terasort", 0.7, Load.UNKNOWN, new Load(0.5, 0.1, ""));
        Judgement judgement = judge(Prediction.between("hybrid"), "terasort");
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_TESTED);
        assertThat(judgement.evidence().get(0).load())
                .isEqualTo("not tested at this size: storage set the pace of ssd for 50 % of the job, less than 60 %");
        observed.clear();
        loaded("terasort", 0.6, new Load(0.9, 0.1, ""), new Load(0.9, 0.1, ""));
        against("hybrid", "terasort", 0.7, Load.UNKNOWN, Load.UNKNOWN);
        assertThat(judge(Prediction.between("hybrid"), "terasort")
                        .evidence()
                        .get(0)
                        .load())
                .isEqualTo("what limited ssd is unknown");
    }

    private void against(String setup, String job, double speedUp, Load baseline, Load contender) {
        observed.add(new Observed(
                new SetupPair(setup, "ssd"),
                job,
                NONE,
                VisitedPair.ofRuns(pair(runs(100 * speedUp), runs(100))),
                baseline,
                contender));
    }

    private void loaded(String job, double speedUp, Load baseline, Load contender) {
        against("hdd", job, speedUp, baseline, contender);
    }

    private void measured(String job, Map<String, String> settings, double speedUp) {
        observed.add(new Observed(
                new SetupPair("hdd", "ssd"),
                job,
                new TreeMap<>(settings),
                VisitedPair.ofRuns(pair(runs(100 * speedUp), runs(100)))));
    }

    private Judgement faster(String... jobs) {
        return judge(Prediction.of(Expectation.FASTER, 0), jobs);
    }

    private Judgement judge(Prediction claim, String... jobs) {
        return judge(new TreeMap<>(), claim, jobs);
    }

    private Judgement judge(SortedMap<String, String> settings, Prediction claim, String... jobs) {
        return Judgement.of(new Hypothesis("says", List.of(jobs), settings, "hdd", "ssd", claim), observed, 0.95);
    }

    private static SamplePair pair(Sample baseline, Sample contender) {
        return new SamplePair(baseline, contender);
    }

    private static Sample runs(double mean) {
        double[] runs = new double[SHAPE.length];
        for (int i = 0; i < runs.length; i++) {
            runs[i] = mean * SHAPE[i];
        }
        return Sample.of(runs);
    }

    private static SortedMap<String, String> map(String key, String value) {
        return new TreeMap<>(Map.of(key, value));
    }
}
