package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.stats.Vectors.assertClose;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarianceComponentsTest {
    private static final List<double[]> UNBALANCED = List.of(
            new double[] {4.1, 4.4, 4.2}, new double[] {5.0, 5.3}, new double[] {3.9}, new double[] {4.6, 4.7, 4.5, 4.9
            });
    private static final List<double[]> SECOND = List.of(new double[] {9.9, 10.4}, new double[] {10.6, 10.1, 10.2});

    // R: a <- anova(aov(y ~ visit))$"Mean Sq"; n0 <- (N - sum(n^2)/N)/(K - 1); c(a[2], (a[1] - a[2])/n0)
    @Test
    void the_components_of_an_unbalanced_cell_are_those_of_r() {
        VarianceComponents components =
                VarianceComponents.of(List.of(UNBALANCED)).orElseThrow();
        assertClose(components.within(), 0.0298611111111111, 1e-12);
        assertClose(components.between(), 0.202178571428571, 1e-12);
        assertThat(components.visitDf()).isEqualTo(3);
        assertThat(components.runDf()).isEqualTo(6);
        assertClose(components.shareBetween(), 0.202178571428571 / (0.202178571428571 + 0.0298611111111111), 1e-12);
    }

    // R: the same sums of squares over both cells, as in the formula of the class
    @Test
    void several_cells_are_pooled_without_their_means() {
        VarianceComponents components =
                VarianceComponents.of(List.of(UNBALANCED, SECOND)).orElseThrow();
        assertClose(components.within(), 0.0493518518518516, 1e-11);
        assertClose(components.between(), 0.141960204885737, 1e-11);
        List<double[]> shifted = SECOND.stream()
                .map(visit -> DoubleStream.of(visit).map(y -> y - 1000).toArray())
                .toList();
        assertThat(VarianceComponents.of(List.of(shifted, UNBALANCED))
                        .orElseThrow()
                        .between())
                .isCloseTo(components.between(), within(1e-10));
    }

    /**
     * According to Kalibera and Jones, this is the variance of the visits' means minus the part that the runs of a
     * visit explain.
     */
    @Test
    void of_a_balanced_cell_between_is_the_corrected_variance_of_means() {
        Random random = new Random(4);
        List<double[]> visits = new ArrayList<>();
        List<Double> means = new ArrayList<>();
        double within = 0;
        for (int visit = 0; visit < 6; visit++) {
            double mean = 3 * random.nextGaussian();
            double[] runs = DoubleStream.generate(() -> mean + random.nextGaussian())
                    .limit(4)
                    .toArray();
            visits.add(runs);
            means.add(Sample.of(runs).mean());
            within += Math.pow(Sample.of(runs).sd().orElseThrow(), 2) / 6;
        }
        VarianceComponents components = VarianceComponents.of(List.of(visits)).orElseThrow();
        assertClose(components.within(), within, 1e-12);
        assertClose(components.between(), Math.pow(Sample.of(means).sd().orElseThrow(), 2) - within / 4, 1e-12);
    }

    @Test
    void visits_that_are_more_alike_than_their_runs_have_no_variance() {
        VarianceComponents components = VarianceComponents.of(
                        List.of(List.of(new double[] {1, 3}, new double[] {3, 1})))
                .orElseThrow();
        assertThat(components.between()).isZero();
        assertThat(components.within()).isEqualTo(2);
        assertThat(components.shareBetween()).isZero();
        assertThat(components.runsPerVisit(10, 1)).isEmpty();
    }

    @Test
    void without_variation_no_share_is_between_visits() {
        VarianceComponents components = VarianceComponents.of(
                        List.of(List.of(new double[] {3, 3}, new double[] {3, 3})))
                .orElseThrow();
        assertThat(components).isEqualTo(new VarianceComponents(0, 0, 1, 2, 1));
        assertThat(components.shareBetween()).isZero();
    }

    @Test
    void one_visit_a_cell_or_one_run_a_visit_tell_nothing() {
        assertThat(VarianceComponents.of(List.of())).isEmpty();
        assertThat(VarianceComponents.of(List.of(List.of()))).isEmpty();
        assertThat(VarianceComponents.of(List.of(List.of(new double[] {1, 2, 3}))))
                .isEmpty();
        assertThat(VarianceComponents.of(List.of(List.of(new double[] {1}, new double[] {2}))))
                .isEmpty();
        assertThat(VarianceComponents.of(List.of(
                        List.of(new double[] {1}, new double[] {2}, new double[0]), List.of(new double[] {1, 2}))))
                .get()
                .satisfies(components -> {
                    assertThat(components.between()).isZero();
                    assertThat(components.within()).isEqualTo(0.5);
                    assertThat(components.visitDf()).isEqualTo(1);
                    assertThat(components.runDf()).isEqualTo(1);
                    assertThat(components.mostShareBetween()).isGreaterThan(0.9);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "4, 1, 90, 10,  2", // sqrt(9 / 4) = 1.5
        "1, 4, 90, 10,  6",
        "1, 4, 91, 10,  7",
        "4, 1, 0,  10,  1",
        "4, 0, 90, 10,  1",
        "1e-30, 1e30, 90, 10, 2147483647"
    })
    void runs_in_a_visit_weigh_costs_against_variances(
            double between, double within, double visit, double run, int runs) {
        assertThat(new VarianceComponents(between, within, 5, 5, 1).runsPerVisit(visit, run))
                .hasValue(runs);
    }

    /** The true share is below the bound in 95 % of simulated campaigns. */
    @Test
    void the_bound_of_the_share_covers_as_often_as_stated() {
        Random random = new Random(7);
        int rounds = 4000;
        int covered = 0;
        for (int round = 0; round < rounds; round++) {
            List<double[]> visits = new ArrayList<>();
            for (int visit = 0; visit < 3; visit++) {
                double effect = random.nextGaussian();
                visits.add(new double[] {effect + random.nextGaussian(), effect + random.nextGaussian()});
            }
            double bound = VarianceComponents.of(List.of(visits)).orElseThrow().mostShareBetween();
            covered += bound >= 0.5 ? 1 : 0;
        }
        assertThat(covered / (double) rounds).isBetween(0.936, 0.964);
    }

    @Test
    void costs_are_numbers_in_range() {
        VarianceComponents components = new VarianceComponents(1, 1, 5, 5, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> components.runsPerVisit(-1, 1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> components.runsPerVisit(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> components.runsPerVisit(Double.NaN, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> components.runsPerVisit(1, Double.POSITIVE_INFINITY));
        assertThatIllegalArgumentException().isThrownBy(() -> components.runsPerVisit(Double.POSITIVE_INFINITY, 1));
    }
}
