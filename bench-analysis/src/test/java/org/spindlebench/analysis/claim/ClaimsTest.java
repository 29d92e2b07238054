package org.spindlebench.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.PairLimit;
import org.spindlebench.analysis.claim.Claim.PlainFinding;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.claim.Claim.VerdictPair;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.RatioDistribution;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.StudentT;

class ClaimsTest {
    private static final double CONFIDENCE = 0.95;
    private static final ClaimSubject ABOUT =
            new ClaimSubject("job", "terasort", "hdd", "ssd", new TreeMap<>(), "duration");

    private static Claim claim(Double p) {
        return Claim.ofRatio(
                ABOUT, estimate(2, 1.5, 2.5), p == null ? null : new RatioDistribution(2, 0.2, 8, p), List.of());
    }

    private static RatioEstimate estimate(double ratio, double low, double high) {
        return new RatioEstimate(
                        ratio,
                        new Interval(CONFIDENCE, low, high),
                        SpeedUp.IntervalBasis.INTERVAL,
                        CONFIDENCE,
                        0.05,
                        null,
                        PairLimit.UNSAID)
                .counting(5, 5, "run");
    }

    /** Makes the claim of a measured ratio whose logarithm has a standard error, in a family of that many claims. */
    private static Claim measured(double ratio, double typical, double error, int family) {
        double df = 8;
        double p = StudentT.twoSided(Math.log(typical) / error, df);
        double reach = StudentT.quantile(CONFIDENCE, df) * error;
        Claim claim = Claim.ofRatio(
                ABOUT,
                estimate(ratio, ratio * Math.exp(-reach), ratio * Math.exp(reach)),
                new RatioDistribution(typical, error, df, p),
                List.of());
        return claim.corrected(adjusted(p, family), adjusted(claim.test().pBeyond(0.05), family));
    }

    private static Holm.Adjusted adjusted(double p, int family) {
        return new Holm.Adjusted(Math.min(1, family * p), family);
    }

    private static List<Claim> corrected(List<Claim> claims) {
        return Claims.corrected(claims.stream().map(PlainFinding::new).toList())
                .all()
                .toList();
    }

    @Test
    void holm_corrects_over_a_family_and_not_beyond_it() {
        List<Claim> screen =
                DoubleStream.of(0.01, 0.03, 0.04).mapToObj(ClaimsTest::claim).toList();

        assertThat(corrected(screen)).extracting(Claim::corrected).containsExactly(0.03 / 0.8, 0.06 / 0.8, 0.06 / 0.8);
        assertThat(corrected(List.of(screen.get(0), screen.get(1), screen.get(2).in("study"), claim(null))))
                .extracting(Claim::corrected)
                .containsExactly(0.02 / 0.8, 0.03 / 0.8, 0.04, null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // ratio, of typical runs, standard error, claims in the family | words
                "1.20 | 1.20 | 0.02  | 1  | faster",
                "0.80 | 0.80 | 0.02  | 1  | slower",
                "1.02 | 1.02 | 0.005 | 1  | faster by less than 5 %",
                "0.98 | 0.98 | 0.005 | 1  | slower by less than 5 %",
                "1.00 | 1.00 | 0.01  | 1  | same within 5 %",
                "1.01 | 1.01 | 0.01  | 1  | same within 5 %",
                "1.01 | 1.01 | 0.01  | 50 | undecided: may differ",
                "1.50 | 1.50 | 0.25  | 1  | undecided: may differ",
                "1.20 | 1.20 | 0.07  | 1  | faster",
                "1.20 | 1.20 | 0.07  | 20 | undecided: may be chance",
                "1.40 | 0.76 | 0.05  | 1  | undecided: means and typical runs disagree"
            })
    void one_function_gives_the_word(double ratio, double typical, double error, int family, String words) {
        assertThat(measured(ratio, typical, error, family).words()).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.20 | 0.02  | faster",
                "1.02 | 0.005 | faster by less than 5 %",
                "1.00 | 0.01  | same within 5 %; what limited it is not known",
                "1.50 | 0.25  | undecided: may differ"
            })
    void the_same_without_knowledge_of_what_limited_it_says_so(double ratio, double error, String words) {
        Claim measured = measured(ratio, ratio, error, 1);
        Claim unknown = Claim.ofRatio(
                        ABOUT, measured.estimate().limitedBy(PairLimit.UNKNOWN), measured.test(), List.of())
                .corrected(adjusted(measured.p(), 1), adjusted(measured.test().pBeyond(0.05), 1));

        assertThat(unknown).returns(words, Claim::words).returns(measured.verdict(), Claim::verdict);
        assertThat(unknown.limit().equals(PairLimit.UNKNOWN)).isEqualTo(unknown.verdict() == Verdict.SAME);
        assertThat(measured.limit()).isEqualTo(PairLimit.UNSAID);
    }

    @Test
    void before_the_correction_and_without_an_interval_nothing_is_decided() {
        assertThat(claim(0.01).verdict()).isEqualTo(Verdict.UNDECIDED);
        Claim single = Claim.ofRatio(
                ABOUT,
                new RatioEstimate(
                        2.0, null, SpeedUp.IntervalBasis.SINGLE_RUN, CONFIDENCE, 0.05, null, PairLimit.UNSAID),
                null,
                List.of());
        assertThat(single).returns(Verdict.UNDECIDED, Claim::verdict).returns(Reason.ONE_RUN, Claim::reason);
    }

    @Test
    void one_ratio_uses_the_whole_error_rate_for_both_its_p_and_several_share_it() {
        Claim one = measured(1.001, 1.001, 0.01, 1);

        assertThat(corrected(List.of(one))).allSatisfy(claim -> assertThat(claim.same())
                .isEqualTo(one.test().pBeyond(0.05)));
        assertThat(corrected(List.of(one, one))).allSatisfy(claim -> {
            assertThat(claim.same()).isCloseTo(2 * one.test().pBeyond(0.05) / 0.2, within(1e-12));
            assertThat(claim.corrected()).isEqualTo(1);
        });
        assertThat(corrected(List.of(one, one.in("study"))))
                .extracting(Claim::same)
                .containsOnly(one.test().pBeyond(0.05));
    }

    @Test
    void an_open_claim_says_how_many_more_observations_would_decide_it() {
        assertThat(measured(1.2, 1.2, 0.02, 1).more()).as("decided").isEmpty();
        Claim open = measured(1.2, 1.2, 0.1, 1);
        int more = open.more().orElseThrow();
        // The standard error falls with the root of the number of runs: 5 a side have 0.1.
        double error = 0.1 * Math.sqrt(5.0 / (5 + more));
        assertThat(Math.log(1.2)).isGreaterThan(StudentT.quantile(CONFIDENCE, 2.0 * (5 + more) - 2) * error);
        assertThat(Math.log(1.2))
                .isLessThan(StudentT.quantile(CONFIDENCE, 2.0 * (4 + more) - 2) * 0.1 * Math.sqrt(5.0 / (4 + more)));
        assertThat(measured(1.2, 1.2, 0.1, 10).more().orElseThrow())
                .as("a larger family needs more")
                .isGreaterThan(more);
        assertThat(measured(1.049, 1.049, 3, 1).more()).as("hopeless").isEmpty();
    }

    @Test
    void a_claim_without_a_ratio_follows_its_p() {
        Claim claim = Claim.of(ABOUT, new VerdictPair(Verdict.CONTRADICTED, Verdict.NOT_TESTED), CONFIDENCE, 0.01);

        assertThat(claim.corrected(0.04).verdict()).isEqualTo(Verdict.CONTRADICTED);
        assertThat(claim.corrected(0.06).verdict()).isEqualTo(Verdict.NOT_TESTED);
        assertThat(Claim.ofNothing(ABOUT, CONFIDENCE).verdict().isClaimed()).isFalse();
    }
}
