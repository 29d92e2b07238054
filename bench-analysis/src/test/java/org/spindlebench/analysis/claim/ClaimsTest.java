package org.spindlebench.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.PlainFinding;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.claim.Claim.VerdictPair;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

class ClaimsTest {
    private static final double CONFIDENCE = 0.95;
    private static final ClaimSubject ABOUT =
            new ClaimSubject("job", "terasort", "hdd", "ssd", new TreeMap<>(), "duration");

    private static Claim claim(Double p) {
        return ratio(2, new Interval(CONFIDENCE, 1.5, 2.5), SpeedUp.IntervalBasis.INTERVAL, p);
    }

    private static Claim ratio(double ratio, Interval interval, SpeedUp.IntervalBasis basis, Double p) {
        return Claim.ofRatio(ABOUT, new RatioEstimate(ratio, interval, basis, CONFIDENCE), p, List.of());
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

        assertThat(corrected(screen)).extracting(Claim::corrected).containsExactly(0.03, 0.06, 0.06);
        assertThat(corrected(List.of(screen.get(0), screen.get(1), screen.get(2).in("study"), claim(null))))
                .extracting(Claim::corrected)
                .containsExactly(0.02, 0.03, 0.04, null);
    }

    @Test
    void a_ratio_is_claimed_if_the_interval_excludes_1_and_p_allows_it() {
        assertThat(claim(0.01).verdict()).as("before the correction").isEqualTo(Verdict.UNDECIDED);
        assertThat(claim(0.01).corrected(0.04))
                .returns(Verdict.FASTER, Claim::verdict)
                .returns(null, Claim::reason);
        assertThat(claim(0.01).corrected(0.051))
                .returns(Verdict.UNDECIDED, Claim::verdict)
                .returns(Reason.MAY_BE_CHANCE, Claim::reason);
        assertThat(ratio(0.5, new Interval(CONFIDENCE, 0.4, 0.6), SpeedUp.IntervalBasis.INTERVAL, 0.01)
                        .corrected(0.01)
                        .verdict())
                .isEqualTo(Verdict.SLOWER);
        assertThat(ratio(1.1, new Interval(CONFIDENCE, 0.9, 1.3), SpeedUp.IntervalBasis.INTERVAL, 0.01)
                        .corrected(0.01)
                        .verdict())
                .isEqualTo(Verdict.NO_DIFFERENCE);
        assertThat(ratio(2, null, SpeedUp.IntervalBasis.SINGLE_RUN, null))
                .returns(Verdict.UNDECIDED, Claim::verdict)
                .returns(Reason.ONE_RUN, Claim::reason);
    }

    @Test
    void a_claim_without_a_ratio_follows_its_p() {
        Claim claim = Claim.of(ABOUT, new VerdictPair(Verdict.CONTRADICTED, Verdict.NOT_TESTED), CONFIDENCE, 0.01);

        assertThat(claim.corrected(0.04).verdict()).isEqualTo(Verdict.CONTRADICTED);
        assertThat(claim.corrected(0.06).verdict()).isEqualTo(Verdict.NOT_TESTED);
        assertThat(Claim.ofNothing(ABOUT, CONFIDENCE).verdict().isClaimed()).isFalse();
    }

    @Test
    void what_others_decide_is_claimed_if_each_of_them_is() {
        Claim faster = claim(0.01).corrected(0.01);
        Claim slower = ratio(0.5, new Interval(CONFIDENCE, 0.4, 0.6), SpeedUp.IntervalBasis.INTERVAL, 0.01)
                .corrected(0.01);

        assertThat(claim(null).ofEach(List.of(faster, faster)).verdict()).isEqualTo(Verdict.FASTER);
        assertThat(claim(null).ofEach(List.of(faster, slower)))
                .returns(Verdict.UNDECIDED, Claim::verdict)
                .returns(Reason.DEPENDS, Claim::reason);
    }
}
