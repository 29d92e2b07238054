package org.spindlebench.analysis.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.hypothesis.Hypothesis.Bottleneck;
import org.spindlebench.analysis.hypothesis.Hypothesis.ClaimedMeasure;
import org.spindlebench.analysis.hypothesis.Hypothesis.MeasureName;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.SetupPair;
import org.spindlebench.analysis.hypothesis.Hypothesis.Under;
import org.spindlebench.analysis.hypothesis.Judgement.Observed;
import org.spindlebench.analysis.stats.Contrast;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedPair;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * How often claims about the largest gain, an order, and a setup's own values are judged wrongly at their edges, over
 * simulated experiments of six visits with a CV of 2 %; 2,000 unless {@code -Dspindle.simulation.rounds} says otherwise.
 */
class HypothesisKindsTest {
    private static final int ROUNDS = Integer.getInteger("spindle.simulation.rounds", 2_000);
    private static final double MOST = 0.05 + 3 * Math.sqrt(0.95 * 0.05 / ROUNDS);
    private static final int VISITS = 6;

    private final Random random = new Random(20_261_128);

    private VisitedSample visits(double median) {
        return VisitedSample.ofVisits(IntStream.range(0, VISITS)
                .mapToObj(visit -> new VisitedSample.VisitSample(
                        median + " " + visit, Sample.of(median * Math.exp(0.02 * random.nextGaussian()))))
                .toList());
    }

    private static double rate(Verdict counted, Supplier<Verdict> experiment) {
        return IntStream.range(0, ROUNDS)
                        .filter(round -> experiment.get() == counted)
                        .count()
                / (double) ROUNDS;
    }

    /** Judges "up to 1.7 times within 10 %" of jobs with these true gains. */
    private Verdict upTo(double... gains) {
        List<Observed> observed = new ArrayList<>();
        List<String> jobs = new ArrayList<>();
        for (double gain : gains) {
            jobs.add("job" + jobs.size());
            observed.add(new Observed(
                    new SetupPair("hdd", "ssd"),
                    jobs.get(jobs.size() - 1),
                    new TreeMap<>(),
                    new VisitedPair(visits(gain), visits(1))));
        }
        Hypothesis claim = new Hypothesis(
                "up to", jobs, new TreeMap<>(), "hdd", "ssd", Prediction.ofTimes(Expectation.UP_TO, 1.7, 0.1));
        return Judgement.of(claim, observed, 0.95).verdict();
    }

    @Test
    void the_largest_gain_is_rarely_judged_wrongly_at_either_edge() {
        double high = 1.7 * 1.1;
        double low = 1.7 / 1.1;
        // At the edge, both verdicts count as wrong.
        assertThat(rate(Verdict.SUPPORTED, () -> upTo(high, 1.7, 1.2))).isLessThan(MOST);
        assertThat(rate(Verdict.CONTRADICTED, () -> upTo(high, high, 1.2))).isLessThan(MOST);
        assertThat(rate(Verdict.SUPPORTED, () -> upTo(low, low, low))).isLessThan(MOST);
        assertThat(rate(Verdict.CONTRADICTED, () -> upTo(low, 1.2, 1.1))).isLessThan(MOST);
    }

    @Test
    void the_largest_gain_is_found_in_its_range_and_beyond_it() {
        assertThat(rate(Verdict.SUPPORTED, () -> upTo(1.7, 1.3, 1.1))).isGreaterThan(0.9);
        assertThat(rate(Verdict.CONTRADICTED, () -> upTo(2, 1.7, 1.1))).isGreaterThan(0.9);
        assertThat(rate(Verdict.CONTRADICTED, () -> upTo(1.3, 1.2, 1.1))).isGreaterThan(0.9);
    }

    /** Judges that setups with these true durations are in order. */
    private Verdict inOrder(double... durations) {
        List<String> order =
                IntStream.range(0, durations.length).mapToObj(i -> "s" + i).toList();
        List<VisitedSample> samples = IntStream.range(0, durations.length)
                .mapToObj(i -> visits(durations[i]))
                .toList();
        Hypothesis claim = new Hypothesis(
                "in order",
                List.of("sort"),
                new TreeMap<>(),
                order.get(order.size() - 1),
                order.get(0),
                Prediction.inOrder(order));
        List<Observed> observed = IntStream.range(1, durations.length)
                .mapToObj(i -> new Observed(
                        new SetupPair(order.get(i), order.get(i - 1)),
                        "sort",
                        new TreeMap<>(),
                        new VisitedPair(samples.get(i), samples.get(i - 1))))
                .toList();
        return Judgement.of(claim, observed, 0.95).verdict();
    }

    @Test
    void an_order_with_equal_setups_is_rarely_supported_or_contradicted() {
        assertThat(rate(Verdict.SUPPORTED, () -> inOrder(1, 1.2, 1.2, 1.4))).isLessThan(MOST);
        assertThat(rate(Verdict.CONTRADICTED, () -> inOrder(1, 1, 1, 1))).isLessThan(MOST);
        assertThat(rate(Verdict.SUPPORTED, () -> inOrder(1, 1.1, 1.2, 1.3))).isGreaterThan(0.9);
        assertThat(rate(Verdict.CONTRADICTED, () -> inOrder(1, 1.2, 1.1, 1.3))).isGreaterThan(0.9);
    }

    @Test
    void an_order_that_was_not_measured_whole_is_not_supported() {
        Hypothesis claim = new Hypothesis(
                "in order", List.of("sort"), new TreeMap<>(), "c", "a", Prediction.inOrder(List.of("a", "b", "c")));
        List<Observed> observed = List.of(
                new Observed(new SetupPair("b", "a"), "sort", new TreeMap<>(), new VisitedPair(visits(2), visits(1))));

        Judgement judgement = Judgement.of(claim, observed, 0.95);

        assertThat(judgement.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judgement.evidence()).hasSize(2);
    }

    /** Judges that a setup's own value is 0.9 within 10 %. */
    private Verdict own(double value) {
        Hypothesis claim = new Hypothesis(
                "busy",
                new ClaimedMeasure(MeasureName.CPU_BUSY, null),
                List.of("sort"),
                new TreeMap<>(),
                new TreeMap<>(),
                "",
                "ssd",
                Prediction.ofTimes(Expectation.ALIKE, 0.9, 0.1),
                Under.EACH,
                Bottleneck.STORAGE);
        Observed one =
                new Observed(new SetupPair("", "ssd"), "sort", new TreeMap<>(), Contrast.ofValues(visits(value)));
        return Judgement.of(claim, List.of(one), 0.95).verdict();
    }

    @ParameterizedTest
    @CsvSource({"0.99", "0.8181818"})
    void an_own_value_at_the_edge_is_rarely_judged(double edge) {
        assertThat(rate(Verdict.SUPPORTED, () -> own(edge))).isLessThan(MOST);
        assertThat(rate(Verdict.CONTRADICTED, () -> own(edge))).isLessThan(MOST);
    }

    @Test
    void an_own_value_is_found() {
        assertThat(rate(Verdict.SUPPORTED, () -> own(0.9))).isGreaterThan(0.9);
        assertThat(rate(Verdict.CONTRADICTED, () -> own(0.7))).isGreaterThan(0.9);
    }
}
