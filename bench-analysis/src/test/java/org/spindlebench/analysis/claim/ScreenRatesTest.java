package org.spindlebench.analysis.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Claim.PlainFinding;
import org.spindlebench.analysis.claim.Claim.RatioEstimate;
import org.spindlebench.analysis.stats.Holm;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.RatioDistribution;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.StudentT;

/**
 * Counts how often a family of independent pairs has a false claim, at every precision: a difference of equal setups, or
 * that two are the same that differ by the margin. The margin is given in standard errors, since a family errs most
 * where both kinds of claims are possible. {@code -Dspindle.simulation.rounds=10000} makes the table of
 * docs/evidence/simulation.md.
 */
class ScreenRatesTest {
    private static final int ROUNDS = Integer.getInteger("spindle.simulation.rounds", 500);
    private static final double MARGIN = 0.05;
    private static final double DF = 10;
    private static final double[] MARGINS_IN_ERRORS = {2, 3, 3.6, 4.5, 6, 12};

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "2, 0", "2, 1", "7, 0", "7, 3", "7, 6", "12, 0", "12, 6", "36, 0", "36, 27", "36, 36"})
    void a_family_keeps_its_rate_at_every_precision(int pairs, int differing) {
        Random random = new Random(31L * pairs + differing);
        double worst = 0;
        for (double errors : MARGINS_IN_ERRORS) {
            double wrong = IntStream.range(0, ROUNDS)
                    .filter(round -> isWrong(pairs, differing, Math.log1p(MARGIN) / errors, random))
                    .count();
            worst = Math.max(worst, wrong / ROUNDS);
        }
        System.out.printf("| %d | %d | %.1f %% |%n", pairs, differing, 100 * worst);
        assertThat(worst).isLessThan(0.06 + 4 * Math.sqrt(0.05 * 0.95 / ROUNDS));
    }

    /**
     * Why each pair does not enter one correction with the smaller of its two p, and leave it with either verdict: the
     * share of families with a false claim then, if 36 pairs differ by the margin.
     */
    @Test
    void one_correction_by_the_smaller_p_does_not_keep_the_rate() {
        Random random = new Random(36);
        double wrong = IntStream.range(0, ROUNDS)
                .filter(round -> {
                    List<RatioDistribution> pairs = IntStream.range(0, 36)
                            .mapToObj(pair -> drawn(Math.log1p(MARGIN), Math.log1p(MARGIN) / 5, random)
                                    .claim()
                                    .test())
                            .toList();
                    List<Double> adjusted = Holm.adjust(pairs.stream()
                            .map(pair -> Math.min(pair.p(), pair.pBeyond(MARGIN)))
                            .toList());
                    return IntStream.range(0, 36)
                            .anyMatch(pair -> adjusted.get(pair) < 0.05
                                    && pairs.get(pair).pBeyond(MARGIN)
                                            < pairs.get(pair).p());
                })
                .count();
        System.out.printf("one correction: %.1f %%%n", 100 * wrong / ROUNDS);
        assertThat(wrong / ROUNDS).isGreaterThan(0.2);
    }

    /** Draws a family whose first pairs differ by the margin and whose others are equal, and looks for a false claim. */
    private static boolean isWrong(int pairs, int differing, double error, Random random) {
        List<PlainFinding> drawn = IntStream.range(0, pairs)
                .mapToObj(pair -> drawn(pair < differing ? Math.log1p(MARGIN) : 0, error, random))
                .toList();
        List<Claim> claims = Claims.corrected(drawn).all().toList();
        return IntStream.range(0, pairs).anyMatch(pair -> {
            Claim claim = claims.get(pair);
            return pair < differing
                    ? claim.verdict() == Verdict.SAME || claim.isSmall() || claim.verdict() == Verdict.SLOWER
                    : claim.verdict().isDifference();
        });
    }

    private static PlainFinding drawn(double truth, double error, Random random) {
        double squares = IntStream.range(0, (int) DF)
                .mapToDouble(i -> Math.pow(random.nextGaussian(), 2))
                .sum();
        double estimated = error * Math.sqrt(squares / DF);
        double log = truth + error * random.nextGaussian();
        double reach = StudentT.quantile(0.95, DF) * estimated;
        return new PlainFinding(Claim.ofRatio(
                new ClaimSubject("job", "sort", "hdd", "ssd", new TreeMap<>(), "duration"),
                new RatioEstimate(
                        Math.exp(log),
                        new Interval(0.95, Math.exp(log - reach), Math.exp(log + reach)),
                        SpeedUp.IntervalBasis.INTERVAL,
                        0.95,
                        MARGIN,
                        null,
                        Claim.PairLimit.UNSAID),
                new RatioDistribution(Math.exp(log), estimated, DF, StudentT.twoSided(log / estimated, DF)),
                List.of()));
    }
}
