package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.numbers.gamma.InverseErf;

/**
 * A rule for repeating runs until the speed-up is known precisely enough. It stops when the interval is within ±
 * precision of the ratio, after at least {@link #atLeast} and at most {@link #atMost} runs on each setup.
 *
 * <p>Stopping by the interval favours runs that happen to vary little, so the interval covers the truth less often than
 * it claims. With CV 5 % and precision ± 5 %, an interval that claims 95 % covers the truth in 93 % of cases if the
 * rule may stop after 3 runs. If it may stop after 6 runs, the share is 94 % (simulated in {@code SimulationTest}).
 * Hence a rule needs at least {@link #FEWEST} runs. {@link #coverage} simulates the remaining error.
 *
 * @param atLeast the runs on each setup before the first decision, at least 6
 * @param atMost the runs on each setup after which the rule always stops
 * @param precision a fraction, such as 0.05; it allows bounds from ratio / (1 + precision) to ratio · (1 + precision)
 */
public record StoppingRule(int atLeast, int atMost, double precision) {
    /** The fewest runs that a rule may stop after. */
    public static final int FEWEST = 6;

    private static final double ROUNDING = 1e-6;
    private static final long MOST_RUNS = 1_000_000_000;

    /** The next step after a number of runs. */
    public enum Decision {
        /** There are too few runs, or the interval is still too wide. */
        GO_ON,
        /** The interval is narrow enough. */
        STOP_PRECISE,
        /** The interval is too wide, but the runs have reached the limit. */
        STOP_AT_MOST
    }

    /**
     * The result of a simulation of the rule.
     *
     * @param share the share of simulations whose last interval contained the true ratio. A simulation without an
     *     interval counts as not containing the ratio
     * @param standardError the standard error of that share, √(share (1 − share) / rounds)
     * @param meanRuns the mean number of runs on each setup
     */
    public record Coverage(double share, double standardError, double meanRuns, int rounds) {}

    /** @throws IllegalArgumentException if a number is out of range */
    public StoppingRule {
        if (atLeast < FEWEST) {
            throw new IllegalArgumentException("a rule that stops when the interval is narrow needs at least " + FEWEST
                    + " runs before it looks, or the interval is too often wrong: " + atLeast);
        }
        if (atMost < atLeast) {
            throw new IllegalArgumentException("the most runs, " + atMost + ", are fewer than the least, " + atLeast);
        }
        if (!(precision > 0 && precision <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("the precision must be above 0, such as 0.05, not " + precision);
        }
    }

    /**
     * Decides whether more runs are needed.
     *
     * <p>If a speed-up has no interval because neither setup's runs vary, there is no interval to narrow, and the
     * speed-up counts as precise.
     *
     * @param speedUp the speed-up of the runs so far
     * @param n the number of runs so far on the setup that has fewer
     */
    public Decision decide(SpeedUp speedUp, int n) {
        if (n >= atLeast && isPrecise(speedUp, precision)) {
            return Decision.STOP_PRECISE;
        }
        return n >= atMost ? Decision.STOP_AT_MOST : Decision.GO_ON;
    }

    /**
     * Simulates the rule on lognormal durations of two equal setups, and counts how often the final interval contains
     * the true ratio, 1.
     *
     * @param cv the coefficient of variation of single runs, above 0
     * @param confidence the confidence of the interval, between 0 and 1, exclusive
     * @param rounds the number of simulations, at least 1; each runs until the rule stops
     * @param seed the seed of the random generator; the same seed gives the same result
     * @throws NotConvergedException if the simulations together take more than {@value #MOST_RUNS} runs on each setup
     */
    public Coverage coverage(double cv, double confidence, int rounds, long seed) {
        return coverage(cv, confidence, rounds, seed, MOST_RUNS);
    }

    Coverage coverage(double cv, double confidence, int rounds, long seed, long mostRuns) {
        double sd = Power.sdOfLogs(cv);
        if (sd == 0 || rounds < 1) {
            throw new IllegalArgumentException(
                    "a simulation needs some variation and at least one round, not " + cv + " and " + rounds);
        }
        double widest = widest(confidence);
        Random random = new Random(seed);
        int covered = 0;
        long runs = 0;
        for (int round = 0; round < rounds; round++) {
            if (runs > mostRuns) {
                throw new NotConvergedException("coverage of a stopping rule", rounds + " rounds", mostRuns);
            }
            BlockOutcome end = follow(random, sd, confidence, widest);
            covered += end.covered() ? 1 : 0;
            runs += end.runs();
        }
        double share = covered / (double) rounds;
        return new Coverage(share, Math.sqrt(share * (1 - share) / rounds), runs / (double) rounds, rounds);
    }

    private static boolean isPrecise(SpeedUp speedUp, double precision) {
        if (speedUp.basis() == SpeedUp.IntervalBasis.NO_VARIATION) {
            return true;
        }
        double most = 1 + precision;
        return speedUp.interval()
                .filter(interval ->
                        interval.low() * most >= speedUp.ratio() && interval.high() <= speedUp.ratio() * most)
                .isPresent();
    }

    private BlockOutcome follow(Random random, double sd, double confidence, double widest) {
        Growing x = new Growing();
        Growing y = new Growing();
        for (int n = 1; ; n++) {
            x.add(Math.exp(sd * random.nextGaussian()));
            y.add(Math.exp(sd * random.nextGaussian()));
            boolean looks = n == atMost || (n >= atLeast && x.squaredVariation() + y.squaredVariation() <= widest);
            if (looks) {
                SpeedUp speedUp = SpeedUp.of(new SamplePair(x.cell(), y.cell()), confidence);
                if (decide(speedUp, n) != Decision.GO_ON) {
                    boolean covered = speedUp.interval()
                            .filter(interval -> interval.contains(1))
                            .isPresent();
                    return new BlockOutcome(covered, n);
                }
            }
        }
    }

    /**
     * Returns the largest v_x / x̄² + v_y / ȳ² for which an interval may be precise. With a larger sum, the interval is
     * certainly too wide. The half width of Fieller's interval, before it is divided by 1 − g, is called h. A precise
     * interval has g ≤ h² ≤ precision². Then t ≥ z implies h² ≥ z² (1 − precision²) (v_x / x̄² + v_y / ȳ²).
     */
    private double widest(double confidence) {
        if (precision >= 1) {
            return Double.MAX_VALUE;
        }
        double z = InverseErf.value(confidence) * Math.sqrt(2);
        return precision * precision / (z * z * (1 - precision * precision)) * (1 + ROUNDING);
    }

    /** The mean and the sum of squares of values that are added one by one (Welford, Technometrics 4(3), 1962). */
    private static final class Growing {
        private final List<Double> values = new ArrayList<>();
        private double mean;
        private double squares;

        void add(double value) {
            values.add(value);
            double before = value - mean;
            mean += before / values.size();
            squares += before * (value - mean);
        }

        /** Returns s² / (n x̄²); there must be at least two values. */
        double squaredVariation() {
            return squares / (values.size() - 1) / values.size() / (mean * mean);
        }

        Sample cell() {
            return Sample.of(values);
        }
    }

    private record BlockOutcome(boolean covered, int runs) {}
}
