package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.analysis.stats.RobustChecksTest.distinct;
import static org.spindlebench.analysis.stats.Vectors.assertClose;
import static org.spindlebench.analysis.stats.Vectors.pair;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.stats.MannWhitney.Method;
import org.spindlebench.analysis.stats.MannWhitney.Splits;

/** Checks rank tests with too many splits to enumerate, and the least p that an exact test has. */
class ManyRanksTest {
    // R: wilcox.test(x, y, exact = TRUE)$p.value, without ties
    @Test
    void beyond_a_million_splits_the_p_of_ranks_is_exact_still() {
        assertRanks(distinct(11, 12), 0, 2 / 1_352_078.0);
        double[] x = IntStream.range(0, 30).mapToDouble(i -> 100 + 3 * i).toArray();
        double[] y = IntStream.range(0, 40).mapToDouble(i -> 107.7 + 2.5 * i).toArray();
        assertRanks(pair(Sample.of(x), Sample.of(y)), 448, 0.0720304449743576);
        double[] many = IntStream.range(0, 100).mapToDouble(i -> 100 + i).toArray();
        double[] more = IntStream.range(0, 100).mapToDouble(i -> 120.5 + i).toArray();
        assertRanks(pair(Sample.of(many), Sample.of(more)), 3160, 5.206861771962481e-06);
        double[] few = {3.5, 17.5, 22.5};
        double[] others = IntStream.range(0, 200).mapToDouble(i -> 1 + i).toArray();
        assertRanks(pair(Sample.of(few), Sample.of(others)), 42, 0.003802865397928661);
        assertRanks(pair(Sample.of(few), Sample.of(others)).swapped(), 600 - 42, 0.003802865397928661);
    }

    // Python's integers and fractions counted the splits of whole numbers by their sum of midranks.
    @Test
    void beyond_a_million_splits_ties_are_exact_too() {
        assertRanks(pair(Sample.of(tied(25, 7, 0)), Sample.of(tied(30, 7, 1))), 238, 0.017084647013651075);
        assertRanks(pair(Sample.of(tied(60, 11, 0)), Sample.of(tied(90, 13, 1))), 1514.5, 2.922894068538519e-06);
        assertRanks(pair(Sample.of(tied(100, 3, 0)), Sample.of(tied(100, 4, 0))), 5800, 0.03135106182207295);
    }

    @Test
    void the_sums_of_ranks_are_those_of_all_splits() {
        Random random = new Random(5);
        for (int round = 0; round < 400; round++) {
            int values = 1 + random.nextInt(12);
            double[] x = random.ints(1 + random.nextInt(8), 1, 1 + values)
                    .asDoubleStream()
                    .toArray();
            double[] y = random.ints(1 + random.nextInt(8), 1, 1 + values)
                    .asDoubleStream()
                    .toArray();
            double[] first = midranks(x, x, y);
            double[] second = midranks(y, x, y);
            MannWhitney test = MannWhitney.of(pair(Sample.of(x), Sample.of(y)));
            assertThat(test.method()).isEqualTo(Method.EXACT);
            assertThat(test.p()).isEqualTo(Splits.p(first, second, 0));
        }
    }

    @Test
    void without_ties_the_tails_are_exact() {
        for (int n = 1; n <= 100; n++) {
            SamplePair apart = distinct(n, n);
            MannWhitney test = MannWhitney.of(apart);
            assertThat(test.u()).isZero();
            assertClose(test.p().orElseThrow(), test.leastP(), 1e-12);
        }
    }

    /** Counts the values below each value twice, and the value itself and its equals once. */
    private static double[] midranks(double[] of, double[] x, double[] y) {
        return Arrays.stream(of)
                .map(value -> Arrays.stream(Splits.joined(x, y))
                        .map(other -> 1 + Math.signum(value - other))
                        .sum())
                .toArray();
    }

    private static double[] tied(int n, int modulus, int shift) {
        return IntStream.range(0, n)
                .mapToDouble(i -> 10 + shift + i * i % modulus)
                .toArray();
    }

    private static void assertRanks(SamplePair pair, double u, double p) {
        MannWhitney test = MannWhitney.of(pair);
        assertThat(test.u()).isEqualTo(u);
        assertThat(test.method()).isEqualTo(Method.EXACT);
        assertClose(test.p().orElseThrow(), p, 1e-12);
    }

    // R: wilcox.test(x, y, exact = FALSE)$p.value
    @Test
    void for_hundreds_of_runs_on_each_side_p_is_approximate_and_says_so() {
        double[] x = IntStream.range(0, 150).mapToDouble(i -> 100 + i).toArray();
        double[] y = IntStream.range(0, 120).mapToDouble(i -> 110.5 + i).toArray();
        assertNormal(pair(Sample.of(x), Sample.of(y)), 9540, 0.3974540568526393);
        assertNormal(pair(Sample.of(tied(150, 11, 0)), Sample.of(tied(120, 13, 1))), 5280.5, 4.123289581326988e-09);
        assertNormal(pair(Sample.of(Collections.nCopies(150, 3.0)), Sample.of(Collections.nCopies(120, 3.0))), 9000, 1);
        assertNormal(distinct(5000, 5000).swapped(), 25_000_000, Double.MIN_VALUE);
        assertThat(MannWhitney.of(distinct(10, 1001)).method()).isEqualTo(Method.NORMAL);
        assertThat(MannWhitney.of(distinct(9, 1200)).method()).isEqualTo(Method.NONE);
        assertThat(MannWhitney.of(distinct(9, 1200)).p()).isEmpty();
        assertThat(MannWhitney.of(distinct(1200, 9)).u()).isZero();
    }

    private static void assertNormal(SamplePair pair, double u, double p) {
        MannWhitney test = MannWhitney.of(pair);
        assertThat(test.u()).isEqualTo(u);
        assertThat(test.method()).isEqualTo(Method.NORMAL);
        assertClose(test.p().orElseThrow(), p, 1e-12);
    }

    @Test
    void the_least_p_is_that_of_the_split_that_is_furthest_apart() {
        Random random = new Random(6);
        for (int round = 0; round < 300; round++) {
            int values = 1 + random.nextInt(9);
            double[] all = random.ints(2 + random.nextInt(7), 1, 1 + values)
                    .asDoubleStream()
                    .toArray();
            int n1 = 1 + random.nextInt(all.length - 1);
            double ofRanks = 1;
            double ofLogs = 1;
            for (int split = 0; split < 1 << all.length; split++) {
                int chosen = split;
                if (Integer.bitCount(split) == n1) {
                    double[] x = IntStream.range(0, all.length)
                            .filter(i -> (chosen >> i & 1) == 1)
                            .mapToDouble(i -> all[i])
                            .toArray();
                    double[] y = IntStream.range(0, all.length)
                            .filter(i -> (chosen >> i & 1) == 0)
                            .mapToDouble(i -> all[i])
                            .toArray();
                    SamplePair pair = pair(Sample.of(x), Sample.of(y));
                    ofRanks = Math.min(ofRanks, MannWhitney.of(pair).p().orElseThrow());
                    ofLogs = Math.min(ofLogs, Permutation.of(pair).p().orElseThrow());
                }
            }
            SamplePair pair =
                    pair(Sample.of(Arrays.copyOf(all, n1)), Sample.of(Arrays.copyOfRange(all, n1, all.length)));
            assertThat(MannWhitney.of(pair).leastP()).isEqualTo(ofRanks);
            assertThat(Permutation.of(pair).leastP()).hasValue(ofLogs);
        }
    }

    @Test
    void few_runs_or_many_ties_can_never_be_rejected() {
        SamplePair three = distinct(3, 3);
        assertThat(MannWhitney.of(three).leastP()).isEqualTo(0.1);
        assertThat(MannWhitney.of(three).couldReject(0.05)).isFalse();
        assertThat(MannWhitney.of(three).couldReject(0.1)).isFalse();
        assertThat(MannWhitney.of(three).couldReject(0.11)).isTrue();
        assertThat(Permutation.of(three).couldReject(0.1)).isFalse();
        assertThat(Permutation.of(three).couldReject(0.11)).isTrue();
        assertThat(MannWhitney.of(distinct(5, 5)).couldReject(0.05)).isTrue();
        assertThat(MannWhitney.of(distinct(5, 5)).couldReject(0.05 / 7)).isFalse();
        SamplePair tied = pair(Sample.of(5, 5, 5, 5, 5), Sample.of(5, 5, 5, 5, 6));
        assertThat(MannWhitney.of(tied).couldReject(0.05)).isFalse();
        assertThat(Permutation.of(tied).couldReject(0.05)).isFalse();
        assertThat(Permutation.of(pair(Sample.of(0, 1, 2, 3, 4), Sample.of(5, 6, 7, 8, 9)))
                        .couldReject(0.05))
                .isFalse();
        assertThat(Permutation.of(distinct(12, 12)).couldReject(0.05)).isFalse();
        assertThat(MannWhitney.of(distinct(12, 12)).leastP()).isEqualTo(2 / 2_704_156.0);
        assertThat(MannWhitney.of(distinct(5000, 5000)).leastP()).isEqualTo(Double.MIN_VALUE);
        SamplePair half = pair(Sample.of(tied(3000, 2, 0)), Sample.of(tied(3000, 2, 0)));
        assertThat(MannWhitney.of(half).leastP()).isEqualTo(Double.MIN_VALUE);
        // Only one value is greater. The result is equally extreme whichever cell holds it.
        double[] rest = new double[1000];
        Arrays.fill(rest, 4);
        double[] odd = rest.clone();
        odd[0] = 5;
        assertClose(MannWhitney.of(pair(Sample.of(rest), Sample.of(odd))).leastP(), 1, 1e-9);
    }
}
