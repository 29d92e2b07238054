package org.spindlebench.analysis.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.SetupPair;
import org.spindlebench.analysis.hypothesis.Judgement.Observed;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * How often a setup is judged to be between two others. The shares are counted over 2,000 simulated experiments, or over
 * 20,000: {@code mvn test -Psimulation -pl bench-analysis -Dtest=BetweenTest}. Seeds are fixed.
 */
class HypothesisDeviationTest {
    private static final boolean MANY = Boolean.getBoolean("spindle.simulation");
    private static final int ROUNDS = MANY ? 20_000 : 2_000;

    /** Three standard errors of a share of 0.05. */
    private static final double MARGIN = 3 * Math.sqrt(0.95 * 0.05 / ROUNDS);

    /** The standard deviation of the logarithm of a run's duration within its visit, and that of a visit's effect. */
    private static final double WITHIN = 0.01;

    private static final double BETWEEN = 0.02;

    private final Random random = new Random(20_261_125);

    /**
     * The true durations on the baseline and on the other setup, where the contender takes 1. All setups are equal, or
     * the contender equals one of the two, which is the edge of the claim, or it is faster than both.
     */
    @ParameterizedTest
    @CsvSource({
        "4, 3, 1, 1,    1",
        "6, 1, 1, 1,    1",
        "4, 3, 1, 1,    1.2",
        "6, 1, 1, 1,    1.2",
        "6, 1, 1, 0.8,  1",
        "6, 1, 4, 1,    1.2",
        "6, 1, 1, 1.02, 1.02",
        "6, 1, 4, 1.2,  1.2"
    })
    void a_setup_that_is_not_between_is_called_so_no_more_often_than_stated(
            int visits, int runs, int jobs, double baseline, double other) {
        Rates rates = rates(visits, runs, jobs, baseline, other);
        assertThat(rates.supported).isLessThan(0.05 + MARGIN);
    }

    /** Of several jobs one is at the edge, and all others are between. */
    @ParameterizedTest
    @CsvSource({"4, 3, 1, 1, 1.2", "6, 1, 1, 1, 1.2", "6, 1, 4, 1, 1.2", "6, 1, 1, 0.98, 1.02", "6, 1, 4, 0.9, 1.1"})
    void a_setup_that_is_not_outside_is_called_so_no_more_often_than_stated(
            int visits, int runs, int jobs, double baseline, double other) {
        Rates rates = rates(visits, runs, jobs, baseline, other);
        assertThat(rates.contradicted).isLessThan(0.05 + MARGIN);
    }

    @ParameterizedTest
    @CsvSource({"4, 3, 1, 0.9, 1.1", "6, 1, 1, 0.95, 1.05", "6, 1, 4, 0.9, 1.1"})
    void a_setup_that_is_between_is_mostly_found(int visits, int runs, int jobs, double baseline, double other) {
        assertThat(rates(visits, runs, jobs, baseline, other).supported).isGreaterThan(0.7);
    }

    private record Rates(double supported, double contradicted) {}

    private Rates rates(int visits, int runs, int jobs, double baseline, double other) {
        int supported = 0;
        int contradicted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Verdict verdict = verdict(visits, runs, jobs, baseline, other);
            supported += verdict == Verdict.SUPPORTED ? 1 : 0;
            contradicted += verdict == Verdict.CONTRADICTED ? 1 : 0;
        }
        Rates rates = new Rates(supported / (double) ROUNDS, contradicted / (double) ROUNDS);
        if (MANY) {
            System.out.printf(
                    "| %dx%d | %d | %s | %s | %.1f | %.1f |%n",
                    visits, runs, jobs, baseline, other, 100 * rates.supported, 100 * rates.contradicted);
        }
        return rates;
    }

    /** Judges one experiment. The given durations are those of the first job; all other jobs are far between. */
    private Verdict verdict(int visits, int runs, int jobs, double baseline, double other) {
        List<List<Double>> effects = IntStream.range(0, 3)
                .mapToObj(setup -> IntStream.range(0, visits)
                        .mapToObj(visit -> BETWEEN * random.nextGaussian())
                        .toList())
                .toList();
        List<Observed> observed = new ArrayList<>();
        for (int job = 0; job < jobs; job++) {
            List<Sample> contender = visits(effects.get(0), runs, 1);
            List<Sample> one = visits(effects.get(1), runs, job == 0 ? baseline : 0.8);
            List<Sample> two = visits(effects.get(2), runs, job == 0 ? other : 1.2);
            observed.add(new Observed(
                    new SetupPair("a", "c"), "job" + job, new TreeMap<>(), VisitedPair.ofVisits(one, contender)));
            observed.add(new Observed(
                    new SetupPair("b", "c"), "job" + job, new TreeMap<>(), VisitedPair.ofVisits(two, contender)));
        }
        Hypothesis hypothesis = new Hypothesis(
                "between",
                IntStream.range(0, jobs).mapToObj(job -> "job" + job).toList(),
                new TreeMap<>(),
                "a",
                "c",
                Prediction.between("b"));
        return Judgement.of(hypothesis, observed, 0.95).verdict();
    }

    private List<Sample> visits(List<Double> effects, int runs, double median) {
        return effects.stream()
                .map(effect -> Sample.of(IntStream.range(0, runs)
                        .mapToDouble(run -> median * Math.exp(effect + WITHIN * random.nextGaussian()))
                        .toArray()))
                .toList();
    }
}
