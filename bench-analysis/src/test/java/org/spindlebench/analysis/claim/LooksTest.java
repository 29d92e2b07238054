package org.spindlebench.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.PlainFinding;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.claim.Looks.EarlierClaim;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;
import org.spindlebench.analysis.stats.VisitedPair;

class LooksTest {
    private static final List<Integer> FOUR = List.of(4, 6, 8, 12);

    /** Campaigns of each row. -Dspindle.simulation.rounds=20000 for docs/simulation.md. */
    private static final int ROUNDS = Integer.getInteger("spindle.simulation.rounds", 500);

    @Test
    void four_looks_share_the_error_rate_as_published() {
        assertThat(Looks.share(FOUR, 0.95)).as(".0205 of .05").isBetween(0.38, 0.44);
        assertThat(Looks.share(List.of(5), 0.95)).isEqualTo(1);
        assertThat(Looks.share(List.of(4, 8), 0.95)).isGreaterThan(Looks.share(FOUR, 0.95));
        assertThat(Looks.declared(2, FOUR, 0.95, List.of()).share()).isEqualTo(Looks.share(FOUR, 0.95));
    }

    @Test
    void looks_that_nobody_declared_use_all_then_a_fifth_then_nothing() {
        assertThat(List.of(1, 2, 3, 4, 5, 9))
                .extracting(number -> Looks.undeclared(number, List.of()).share())
                .containsExactly(1.0, 0.2, 0.2, 0.2, 0.0, 0.0);
        assertThatIllegalArgumentException().isThrownBy(() -> new Looks(0, 1, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Looks(1, 1.1, List.of()));
    }

    @Test
    void a_claim_that_was_made_stays_with_the_interval_of_its_look() {
        EarlierClaim made = new EarlierClaim(1, 4, about("job"), Verdict.FASTER, 1.2, new Interval(0.95, 1.1, 1.3));
        Claims now = Claims.corrected(
                List.of(finding("job", 100, 101, 102, 103), finding("other", 100, 101, 102, 103)),
                Looks.undeclared(2, List.of(made)));
        List<PlainFinding> found = now.of(PlainFinding.class);
        Claim kept = found.get(0).claim();
        assertThat(kept.words()).isEqualTo("faster: at an earlier look");
        assertThat(kept.ratio()).isEqualTo(1.2);
        assertThat(kept.interval()).contains(new Interval(0.95, 1.1, 1.3));
        assertThat(kept.notes()).singleElement().satisfies(note -> {
            assertThat(note.code()).isEqualTo("claimed-earlier");
            assertThat(note.message()).startsWith("claimed at look 1, after 4 visits to each setup; all visits give");
        });
        assertThat(found.get(1).claim().reason()).isNull();
    }

    @Test
    void after_the_fourth_look_nothing_more_is_claimed() {
        PlainFinding clear = finding("job", 50, 51, 50.5, 50.2);
        assertThat(verdict(clear, 1)).isEqualTo(Verdict.FASTER);
        assertThat(verdict(clear, 4)).isEqualTo(Verdict.FASTER);
        assertThat(verdict(clear, 5)).isEqualTo(Verdict.UNDECIDED);
        assertThat(Claims.corrected(List.of(clear), Looks.undeclared(5, List.of()))
                        .of(PlainFinding.class)
                        .get(0)
                        .claim()
                        .more())
                .isEmpty();
    }

    /**
     * Equal setups of 1, 7 and 36 rows: the share of campaigns that claim a difference at any look. The looks are after
     * 4, 6, 8 and 12 visits, and for undeclared looks after 4, 6, 8, 10 and 12.
     */
    @ParameterizedTest
    @CsvSource({"true, 1", "true, 7", "true, 36", "false, 1", "false, 7", "false, 36"})
    void equal_setups_are_rarely_told_apart_over_all_looks(boolean declared, int rows) {
        int rounds = rows > 10 ? ROUNDS / 4 : ROUNDS;
        Random random = new Random(rows);
        List<Integer> after = declared ? FOUR : List.of(4, 6, 8, 10, 12);
        int wrong = 0;
        for (int round = 0; round < rounds; round++) {
            wrong += claimsAnything(declared, rows, after, random) ? 1 : 0;
        }
        double rate = wrong / (double) rounds;
        System.out.printf(
                Locale.ROOT,
                "looks: %s, %d rows: %.2f %% of %d campaigns%n",
                declared ? "declared" : "undeclared",
                rows,
                100 * rate,
                rounds);
        assertThat(rate).isLessThan(0.06 + 3 * Math.sqrt(0.05 * 0.95 / rounds));
    }

    private static boolean claimsAnything(boolean declared, int rows, List<Integer> after, Random random) {
        List<List<Double>> sides = new ArrayList<>();
        for (int side = 0; side < 2 * rows; side++) {
            sides.add(new ArrayList<>());
        }
        int number = 0;
        double share = Looks.share(FOUR, 0.95);
        for (int visits : after) {
            number++;
            List<PlainFinding> findings = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                for (List<Double> side : sides.subList(2 * row, 2 * row + 2)) {
                    while (side.size() < visits) {
                        side.add(100 * Math.exp(0.05 * random.nextGaussian()));
                    }
                }
                findings.add(finding("job-" + row, Sample.of(sides.get(2 * row)), Sample.of(sides.get(2 * row + 1))));
            }
            Looks look = declared ? new Looks(number, share, List.of()) : Looks.undeclared(number, List.of());
            if (Claims.corrected(findings, look).all().anyMatch(claim -> claim.verdict()
                    .isDifference())) {
                return true;
            }
        }
        return false;
    }

    private static Verdict verdict(PlainFinding finding, int look) {
        return Claims.corrected(List.of(finding), Looks.undeclared(look, List.of()))
                .of(PlainFinding.class)
                .get(0)
                .claim()
                .verdict();
    }

    private static ClaimSubject about(String job) {
        return new ClaimSubject("job", job, "hdd", "ssd", new TreeMap<>(), "duration");
    }

    private static PlainFinding finding(String job, double... contender) {
        return finding(job, Sample.of(100, 101, 102, 103), Sample.of(contender));
    }

    private static PlainFinding finding(String job, Sample baseline, Sample contender) {
        VisitedPair pair = VisitedPair.ofRuns(new SamplePair(baseline, contender));
        return new PlainFinding(Claim.ofRatio(
                about(job),
                RatioEstimate.of(
                        pair.speedUp(0.95).ratio(),
                        Optional.of(new Interval(0.95, 0.9, 1.1)),
                        IntervalBasis.INTERVAL,
                        0.95,
                        0.05),
                pair.welch(0.95, null).orElseThrow().test(),
                List.of()));
    }
}
