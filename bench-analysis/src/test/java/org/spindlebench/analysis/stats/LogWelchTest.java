package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.assertClose;
import static org.spindlebench.analysis.stats.Vectors.pair;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;

class LogWelchTest {
    static List<Vectors.Row> pairs() {
        return PairVectorsTest.pairs();
    }

    @Test
    void the_published_vectors_are_met() {
        LogWelch a = LogWelch.of(pair(Vectors.A, Vectors.FASTER_A), 0.95).orElseThrow();
        assertClose(a.t(), 33.4781297510106, 1e-13);
        assertClose(a.df(), 7.94184996577585, 1e-13);
        assertClose(a.p(), 7.78910665544393e-10, 1e-12);
        assertClose(a.ratio(), 1.64075320859156, 1e-13);
        assertClose(a.interval().low(), 1.58566699483252, 1e-13);
        assertClose(a.interval().high(), 1.69775312236213, 1e-13);
        assertClose(
                LogWelch.of(pair(Vectors.B, Vectors.CLOSE_B), 0.95)
                        .orElseThrow()
                        .p(),
                0.208834921179746,
                1e-13);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void a_second_implementation_agrees(Vectors.Row row) {
        LogWelch welch = LogWelch.of(row.pair(), 0.95).orElseThrow();
        TTest.Result other = TTest.withDefaults()
                .with(DataDispersion.HETEROSCEDASTIC)
                .test(logs(row.cell("x")), logs(row.cell("y")));
        assertClose(welch.t(), other.getStatistic(), 1e-10);
        double m = Math.min(row.cell("x").n(), row.cell("y").n());
        double most = Math.max(row.cell("x").n(), row.cell("y").n());
        double df = m == most
                ? other.getDegreesOfFreedom()
                : Math.min(other.getDegreesOfFreedom(), (m - 1) * (1 + m / (2 * most)));
        assertClose(welch.df(), df, 1e-10);
        assertClose(welch.p(), 2 * TDistribution.of(df).survivalProbability(Math.abs(welch.t())), 1e-9);
    }

    @Test
    void what_has_no_test_is_absent() {
        assertThat(LogWelch.of(pair(Sample.of(5), Sample.of(4, 5)), 0.95)).isEmpty();
        assertThat(LogWelch.of(pair(Sample.of(4, 5), Sample.of(5)), 0.95)).isEmpty();
        assertThat(LogWelch.of(pair(Sample.of(5 / 7.0, 5 / 7.0), Sample.of(4, 4)), 0.95))
                .isEmpty();
        assertThat(LogWelch.of(pair(Sample.of(0, 5), Sample.of(4, 5)), 0.95)).isEmpty();
        assertThat(LogWelch.of(pair(Sample.of(4, 5), Sample.of(0, 5)), 0.95)).isEmpty();
        assertThat(LogWelch.of(pair(Sample.of(5, 5), Sample.of(4, 5)), 0.95)).isPresent();
    }

    @Test
    void bounds_beyond_a_double_are_absent() {
        SamplePair wide = pair(Sample.of(1e-50, 1e49), Sample.of(1e-50, 1e49));
        assertThat(LogWelch.of(wide, 0.99)).isEmpty();
        assertThat(LogWelch.of(wide, 0.5)).isPresent();
    }

    @Test
    void the_smallest_variation_is_seen() {
        // The logarithms of neighbouring doubles near 400 are equal, unless they are taken relative to their mean.
        double above = Math.nextUp(400.0);
        LogWelch welch = LogWelch.of(pair(Sample.of(400, above, above), Sample.of(200, 200, 200)), 0.95)
                .orElseThrow();
        assertThat(welch.p()).isBetween(Double.MIN_VALUE, 1e-25);
        assertClose(welch.ratio(), 2, 1e-14);
    }

    @Test
    void certainty_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> LogWelch.of(pair(Sample.of(5), Sample.of(4)), 1));
    }

    private static double[] logs(Sample cell) {
        return cell.values().stream().mapToDouble(Math::log).toArray();
    }
}
