package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.stats.Vectors.assertClose;
import static org.spindlebench.analysis.stats.Vectors.pair;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.stats.MannWhitney.HodgesLehmann;
import org.spindlebench.analysis.stats.MannWhitney.Method;
import org.spindlebench.analysis.stats.MannWhitney.Splits;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;

/** Checks the Mann–Whitney test, the permutation test and the Hodges–Lehmann ratio. */
class RobustChecksTest {
    @ParameterizedTest
    @CsvSource({
        "0,  .00793650793650794", "1,  .0158730158730159", "2,  .0317460317460317", "3,  .0555555555555556",
        "4,  .0952380952380952", "5,  .150793650793651", "6,  .222222222222222", "7,  .30952380952381",
        "8,  .420634920634921", "9,  .547619047619048", "10, .69047619047619", "11, .841269841269841",
        "12, 1"
    })
    void each_u_of_five_against_five_has_its_exact_p(int u, double p) {
        MannWhitney test = MannWhitney.of(withU(u));
        assertThat(test.u()).isEqualTo(u);
        assertClose(test.p().orElseThrow(), p, 1e-13);
        MannWhitney swapped = MannWhitney.of(withU(u).swapped());
        assertThat(swapped.u()).isEqualTo(25 - u);
        assertClose(swapped.p().orElseThrow(), p, 1e-13);
    }

    @Test
    void the_published_vectors_are_met() {
        SamplePair a = pair(Vectors.A, Vectors.FASTER_A);
        SamplePair b = pair(Vectors.B, Vectors.CLOSE_B);
        SamplePair ties = pair(Sample.of(100, 101, 101, 102, 103), Sample.of(101, 104, 105, 106, 107));
        assertClose(MannWhitney.of(a).p().orElseThrow(), 0.00793650793650794, 1e-13);
        assertClose(MannWhitney.of(b).p().orElseThrow(), 0.30952380952381, 1e-13);
        assertClose(MannWhitney.of(ties).p().orElseThrow(), 0.0555555555555556, 1e-13);
        assertClose(Permutation.of(b).p().orElseThrow(), 0.214285714285714, 1e-13);
        assertClose(HodgesLehmann.ratio(a), 1.63982371794872, 1e-13);
    }

    @Test
    void a_second_implementation_agrees_without_ties() {
        Random random = new Random(11);
        for (int round = 0; round < 60; round++) {
            double[] x = random.doubles(1 + random.nextInt(9), 1, 2).toArray();
            double[] y = random.doubles(1 + random.nextInt(9), 1.2, 2.2).toArray();
            MannWhitneyUTest.Result other =
                    MannWhitneyUTest.withDefaults().with(PValueMethod.EXACT).test(x, y);
            MannWhitney test = MannWhitney.of(pair(Sample.of(x), Sample.of(y)));
            assertThat(test.u()).isEqualTo(other.getStatistic());
            assertClose(test.p().orElseThrow(), other.getPValue(), 1e-12);
        }
    }

    @Test
    void equal_values_say_nothing() {
        SamplePair equal = pair(Sample.of(3, 3, 3), Sample.of(3, 3));
        assertThat(MannWhitney.of(equal).u()).isEqualTo(3);
        assertThat(MannWhitney.of(equal).p()).hasValue(1);
        assertThat(Permutation.of(equal).p()).hasValue(1);
        assertThat(HodgesLehmann.ratio(equal)).isEqualTo(1);
    }

    @Test
    void one_value_against_one_says_nothing() {
        assertThat(MannWhitney.of(pair(Sample.of(3), Sample.of(2))).p()).hasValue(1);
        assertThat(Permutation.of(pair(Sample.of(3), Sample.of(2))).p()).hasValue(1);
    }

    @Test
    void one_value_against_many_is_as_rare_as_its_rank() {
        double[] many = DoubleStream.iterate(1, value -> value + 1).limit(999).toArray();
        SamplePair least = pair(Sample.of(0.5), Sample.of(many));
        assertThat(MannWhitney.of(least).p()).hasValue(2 / 1000.0);
        assertThat(MannWhitney.of(least.swapped()).p()).hasValue(2 / 1000.0);
    }

    @Test
    void splits_are_counted_up_to_a_million() {
        // choose(22, 11) = 705432, choose(23, 11) = 1352078, choose(1414, 2) = 998991, choose(1415, 2) = 1000405
        assertThat(Splits.number(22, 11)).isEqualTo(705_432);
        assertThat(Splits.number(1414, 2)).isEqualTo(998_991);
        assertThat(Splits.number(1_000_000, 1)).isEqualTo(MannWhitney.MOST_SPLITS);
        assertThat(Splits.number(23, 11)).isGreaterThan(MannWhitney.MOST_SPLITS);
        assertThat(Splits.number(100_000, 50_000)).isGreaterThan(MannWhitney.MOST_SPLITS);
        assertThat(MannWhitney.of(distinct(11, 11)).p()).hasValue(2 / 705_432.0);
        assertThat(Permutation.of(distinct(11, 11)).p()).isPresent();
        assertThat(Permutation.of(distinct(12, 11)).p()).isEmpty();
        assertThat(MannWhitney.of(distinct(1_000_000 - 1, 1)).p()).hasValue(2 / 1e6);
        assertThat(MannWhitney.of(distinct(1, 1_000_000)).p()).isEmpty();
        assertThat(MannWhitney.of(distinct(1, 1_000_000)).method()).isEqualTo(Method.NONE);
    }

    /**
     * Sums of logarithms of whole numbers are compared exactly, as products. Small numbers make many products equal.
     */
    @Test
    void products_that_are_equal_count_as_equal() {
        Random random = new Random(8);
        for (int round = 0; round < 200; round++) {
            long[] numbers = random.longs(8, 1, 13).toArray();
            long all = Arrays.stream(numbers).reduce(1, (a, b) -> a * b);
            long observed = numbers[0] * numbers[1] * numbers[2] * numbers[3];
            long least = Math.min(observed, all / observed);
            int far = 0;
            for (int split = 0; split < 256; split++) {
                int chosen = split;
                long product = IntStream.range(0, 8)
                        .filter(i -> (chosen >> i & 1) == 1)
                        .mapToLong(i -> numbers[i])
                        .reduce(1, (a, b) -> a * b);
                far += Integer.bitCount(split) == 4 && (product <= least || all / product <= least) ? 1 : 0;
            }
            // Tenths are not exact in a double.
            double[] tenths =
                    Arrays.stream(numbers).mapToDouble(number -> number / 10.0).toArray();
            SamplePair pair = pair(Sample.of(Arrays.copyOf(tenths, 4)), Sample.of(Arrays.copyOfRange(tenths, 4, 8)));
            assertThat(Permutation.of(pair).p()).hasValue(far / 70.0);
        }
    }

    @Test
    void a_difference_of_some_digits_is_one() {
        SamplePair pair = pair(Sample.of(400, 400.000001), Sample.of(400.000002, 400.000003, 400.000004));
        assertThat(Permutation.of(pair).p()).hasValue(0.2);
    }

    @Test
    void zero_has_a_rank_and_no_logarithm() {
        SamplePair pair = pair(Sample.of(0.0, 1), Sample.of(-0.0, 2));
        assertThat(MannWhitney.of(pair).u()).isEqualTo(1.5);
        assertThat(Permutation.of(pair).p()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HodgesLehmann.ratio(pair))
                .withMessageContaining("above 0");
    }

    @Test
    void the_median_of_all_differences_is_found_without_making_them() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            int digits = round % 3 == 0 ? 1 : 1000;
            double[] x = durations(random, 1 + random.nextInt(30), digits);
            double[] y = durations(random, 1 + random.nextInt(30), digits);
            assertHodgesLehmann(x, y);
        }
    }

    /** A straggler raises the mean, so that the others' logarithms are 2 and more below the mean's. */
    @Test
    void the_hodges_lehmann_ratio_of_stragglers_is_found() {
        assertHodgesLehmann(new double[] {1, 1000, 1100, 1200}, new double[] {100, 1.1, 1.2, 1.3});
        assertHodgesLehmann(new double[] {60, 60.5, 61, 60.2, 2040}, new double[] {58, 60, 61, 59, 60});
        assertHodgesLehmann(new double[] {60, 60.5, 1260}, new double[] {58, 60, 61});
        assertHodgesLehmann(new double[] {58, 60, 61}, new double[] {60, 60.5, 1260});
        assertHodgesLehmann(new double[] {1e-9, 1e12, 1e12}, new double[] {1e-9, 1e-9, 1e12});
    }

    @Test
    void the_hodges_lehmann_ratio_of_any_spread_and_size_is_found() {
        Random random = new Random(12);
        for (int round = 0; round < 3000; round++) {
            double sd = Math.pow(10, random.nextDouble(-1, 1));
            double size = Math.pow(10, random.nextDouble(-9, 12));
            DoubleSupplier duration = () -> size * Math.exp(sd * random.nextGaussian());
            double[] x = DoubleStream.generate(duration)
                    .limit(1 + random.nextInt(12))
                    .toArray();
            double[] y = DoubleStream.generate(duration)
                    .limit(1 + random.nextInt(12))
                    .toArray();
            assertHodgesLehmann(x, y);
        }
    }

    @Test
    void a_hodges_lehmann_ratio_that_takes_too_many_steps_is_no_result() {
        SamplePair pair = pair(Sample.of(1, 2, 4), Sample.of(1, 3));
        assertThat(HodgesLehmann.ratio(pair, 64)).isEqualTo(HodgesLehmann.ratio(pair));
        assertThatThrownBy(() -> HodgesLehmann.ratio(pair, 20))
                .isInstanceOfSatisfying(NotConvergedException.class, error -> assertThat(error.statistic())
                        .isEqualTo("Hodges–Lehmann ratio"))
                .hasMessage("the Hodges–Lehmann ratio of 3 and 2 values has no result after 20 steps");
    }

    private static void assertHodgesLehmann(double[] x, double[] y) {
        double[] all = Arrays.stream(x)
                .flatMap(a -> Arrays.stream(y).map(b -> Math.log(a) - Math.log(b)))
                .toArray();
        double ratio = HodgesLehmann.ratio(pair(Sample.of(x), Sample.of(y)));
        assertThat(Math.log(ratio)).isCloseTo(Sample.of(all).median(), within(1e-13));
    }

    @Test
    void the_hodges_lehmann_ratio_of_the_widest_pair_is_finite() {
        assertThat(HodgesLehmann.ratio(pair(Sample.of(1e50), Sample.of(1.1e-50))))
                .isFinite();
        assertThat(HodgesLehmann.ratio(pair(Sample.of(1.1e-50), Sample.of(1e50))))
                .isPositive();
        assertThat(HodgesLehmann.ratio(pair(Sample.of(Double.MIN_VALUE), Sample.of(Double.MIN_VALUE))))
                .isEqualTo(1);
    }

    @Test
    void fifty_thousand_against_fifty_thousand_come_to_an_end() {
        Random random = new Random(1);
        Sample x = Sample.of(durations(random, 50_000, 1_000_000));
        Sample y = Sample.of(x.values().stream().map(value -> value / 2).toList());
        SamplePair pair = pair(x, y);
        assertThat(HodgesLehmann.ratio(pair)).isCloseTo(2, within(1e-3));
        assertThat(MannWhitney.of(pair).u()).isGreaterThan(1.25e9);
        assertThat(MannWhitney.of(pair).method()).isEqualTo(Method.NORMAL);
        assertThat(Permutation.of(pair).p()).isEmpty();
        assertThat(SpeedUp.of(pair, 0.95).interval().orElseThrow().contains(2)).isTrue();
        assertThat(LogWelch.of(pair, 0.95).orElseThrow().p()).isPositive();
        assertThat(Power.detectableRatio(pair, 0.8, 0.95).orElseThrow()).isGreaterThan(1);
        assertThat(Paired.of(pair, 0.95).correlation().orElseThrow()).isCloseTo(1, within(1e-12));
        assertThat(Outliers.of(x).flagged()).isEmpty();
    }

    private static double[] durations(Random random, int n, int digits) {
        return DoubleStream.generate(() -> 1 + Math.rint(random.nextDouble() * 5 * digits) / digits)
                .limit(n)
                .toArray();
    }

    /** Returns a pair in which all baseline values are below all of the contender's. */
    static SamplePair distinct(int n1, int n2) {
        return pair(
                Sample.of(DoubleStream.iterate(1, value -> value + 1).limit(n1).toArray()),
                Sample.of(DoubleStream.iterate(n1 + 1, value -> value + 1)
                        .limit(n2)
                        .toArray()));
    }

    /** Returns five of the ranks 1 to 10 against the other five, with this U of the baseline. */
    private static SamplePair withU(int u) {
        double[] ranks = {1, 2, 3, 4, 5};
        for (int i = 4, left = u; i >= 0 && left > 0; i--) {
            double step = Math.min(5, left);
            ranks[i] += step;
            left -= (int) step;
        }
        double[] others = DoubleStream.iterate(1, rank -> rank + 1)
                .limit(10)
                .filter(rank -> Arrays.stream(ranks).noneMatch(taken -> taken == rank))
                .toArray();
        assertThat(others).hasSize(5);
        return pair(Sample.of(ranks), Sample.of(others));
    }

    @Test
    void equal_cells_of_any_size_have_ratio_one() {
        for (int n = 1; n < 9; n++) {
            Sample cell = Sample.of(Collections.nCopies(n, 0.3));
            assertThat(HodgesLehmann.ratio(pair(cell, cell))).isEqualTo(1);
        }
    }
}
