package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.assertClose;
import static org.spindlebench.analysis.stats.Vectors.pair;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.stats.SpeedUp.IntervalBasis;

/** Checks the ratio of two speed-ups against R (vectors.R) and by simulation. */
class InteractionTest {
    private static final SamplePair PLAIN = pair(Vectors.A, Vectors.FASTER_A);
    private static final SamplePair COMPRESSED = pair(Vectors.B, Vectors.CLOSE_B);

    static List<Vectors.Row> interactions() {
        return Vectors.rows("interactions.csv");
    }

    @ParameterizedTest
    @MethodSource("interactions")
    void ratios_of_speed_ups_are_those_of_r(Vectors.Row row) {
        List<Vectors.Row> pairs = Vectors.rows("pairs.csv");
        Interaction interaction = Interaction.of(
                pairs.get((int) row.number("first")).pair(),
                pairs.get((int) row.number("second")).pair(),
                row.number("confidence"));
        assertClose(interaction.ratio(), row.number("ratio"), 1e-13);
        assertClose(interaction.df().orElseThrow(), row.number("df"), 1e-10);
        assertClose(interaction.interval().orElseThrow().low(), row.number("low"), 1e-10);
        assertClose(interaction.interval().orElseThrow().high(), row.number("high"), 1e-10);
    }

    @Test
    void the_other_way_round_is_the_reciprocal() {
        Interaction one = Interaction.of(PLAIN, COMPRESSED, 0.95);
        Interaction other = Interaction.of(COMPRESSED, PLAIN, 0.95);
        assertThat(one.isTie()).isFalse();
        assertClose(one.ratio(), 1 / other.ratio(), 1e-14);
        assertClose(
                one.interval().orElseThrow().low(),
                1 / other.interval().orElseThrow().high(),
                1e-13);
    }

    @Test
    void the_same_speed_up_twice_is_a_tie() {
        assertThat(Interaction.of(PLAIN, PLAIN, 0.95).ratio()).isEqualTo(1);
        assertThat(Interaction.of(PLAIN, PLAIN, 0.95).isTie()).isTrue();
    }

    @Test
    void one_cell_of_a_single_run_leaves_no_interval() {
        SamplePair single = pair(Vectors.B, Sample.of(50));
        for (Interaction interaction :
                List.of(Interaction.of(PLAIN, single, 0.95), Interaction.of(single, PLAIN, 0.95))) {
            assertThat(interaction.basis()).isEqualTo(IntervalBasis.SINGLE_RUN);
            assertThat(interaction.interval()).isEmpty();
            assertThat(interaction.df()).isEmpty();
            assertThat(interaction.isTie()).isTrue();
        }
    }

    @Test
    void one_visit_under_one_value_is_confounded_with_time() {
        VisitedPair single = VisitedPair.ofVisits(List.of(Sample.of(10)), List.of(Sample.of(5), Sample.of(6)));
        Interaction interaction = Interaction.of(visits(PLAIN), single, 0.95);
        assertThat(interaction.basis()).isEqualTo(IntervalBasis.CONFOUNDED_WITH_TIME);
        assertThat(interaction.isTie()).isTrue();
        assertThat(interaction.p()).isEmpty();
    }

    @Test
    void what_a_visit_does_to_both_values_cancels() {
        // Every visit makes all its runs longer by the same factor. Within visits the second value is 1.2 times as
        // fast, but only on the contender.
        double[] visits = {1, 1.3, 0.8, 1.1};
        double[] noise = {1, 1.001, 0.999, 1.0005};
        VisitedPair first = VisitedPair.ofVisits(scaled(visits, noise, 100), scaled(visits, noise, 50));
        VisitedPair second =
                VisitedPair.ofVisits(scaled(visits, new double[] {1, 1, 1, 1}, 60), scaled(visits, noise, 25));
        Interaction interaction = Interaction.of(first, second, 0.95);
        assertClose(interaction.ratio(), 60.0 / 25 / 2, 1e-3);
        assertThat(interaction.interval().orElseThrow().low()).isGreaterThan(1.19);
        assertThat(interaction.p().orElseThrow()).isLessThan(1e-6);
        // Without the visits, the effect is lost in the variance between them.
        assertThat(Interaction.of(first.observations(), second.observations(), 0.95)
                        .isTie())
                .isTrue();
    }

    private static List<Sample> scaled(double[] visits, double[] noise, double mean) {
        return IntStream.range(0, visits.length)
                .mapToObj(i -> Sample.of(mean * visits[i] * noise[i]))
                .toList();
    }

    private static VisitedPair visits(SamplePair pair) {
        return VisitedPair.ofVisits(singles(pair.baseline()), singles(pair.contender()));
    }

    private static List<Sample> singles(Sample cell) {
        return cell.values().stream().map(Sample::of).toList();
    }

    @Test
    void cells_that_do_not_vary_leave_no_interval() {
        SamplePair twice = pair(Sample.of(10 / 7.0, 10 / 7.0), Sample.of(5 / 7.0, 5 / 7.0));
        SamplePair equal = pair(Sample.of(8 / 7.0, 8 / 7.0), Sample.of(8 / 7.0, 8 / 7.0));
        Interaction interaction = Interaction.of(twice, equal, 0.95);
        assertThat(interaction.basis()).isEqualTo(IntervalBasis.NO_VARIATION);
        assertThat(interaction.ratio()).isEqualTo(0.5);
        assertThat(interaction.isTie()).isFalse();
        assertThat(Interaction.of(twice, twice, 0.95).isTie()).isTrue();
    }

    @Test
    void a_bound_that_no_double_holds_is_none() {
        SamplePair wild = pair(Sample.of(1, 1e-99), Sample.of(1, 1));
        assertThat(Interaction.of(wild, wild, 0.999999).basis()).isEqualTo(IntervalBasis.UNBOUNDED);
    }

    @Test
    void what_cannot_be_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Interaction.of(PLAIN, COMPRESSED, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Interaction(
                        0, OptionalDouble.empty(), Optional.empty(), IntervalBasis.SINGLE_RUN, OptionalDouble.empty()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Interaction(
                        1, OptionalDouble.empty(), Optional.empty(), IntervalBasis.INTERVAL, OptionalDouble.empty()));
    }

    /**
     * With 4,000 rounds the standard error of 95 % is 0.35 points. Welch's degrees of freedom are a little cautious.
     */
    @Test
    void the_interval_covers_what_it_says() {
        Random random = new Random(20_260_301);
        int rounds = 4000;
        long covered = IntStream.range(0, rounds)
                .filter(round -> {
                    SamplePair first = pair(runs(random, 150, 0.03), runs(random, 100, 0.08));
                    SamplePair second = pair(runs(random, 60, 0.05), runs(random, 50, 0.05));
                    return Interaction.of(first, second, 0.95)
                            .interval()
                            .orElseThrow()
                            .contains(1.2 / 1.5);
                })
                .count();
        assertThat(covered / (double) rounds).isBetween(0.94, 0.965);
    }

    private static Sample runs(Random random, double mean, double cv) {
        return Sample.of(IntStream.range(0, 5)
                .mapToDouble(i -> mean * (1 + cv * random.nextGaussian()))
                .toArray());
    }
}
