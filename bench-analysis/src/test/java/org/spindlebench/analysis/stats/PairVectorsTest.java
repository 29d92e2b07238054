package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.analysis.stats.Vectors.assertClose;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spindlebench.analysis.stats.MannWhitney.HodgesLehmann;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;

/** Checks everything that compares two cells against R: 63 pairs with sizes from 2 to 8, with and without ties. */
class PairVectorsTest {
    static List<Vectors.Row> pairs() {
        return Vectors.rows("pairs.csv");
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void the_speed_up_and_fiellers_interval_are_those_of_r(Vectors.Row row) {
        SpeedUp speedUp = SpeedUp.of(row.pair(), row.number("confidence"));
        assertClose(speedUp.ratio(), row.number("r"), 1e-14);
        assertClose(speedUp.df().orElseThrow(), row.number("fieller_df"), 1e-10);
        assertThat(speedUp.interval().isPresent()).isEqualTo(row.has("fieller_low"));
        assertThat(speedUp.basis() == SpeedUp.IntervalBasis.INTERVAL).isEqualTo(row.has("fieller_low"));
        speedUp.interval().ifPresent(interval -> {
            assertClose(interval.low(), row.number("fieller_low"), 1e-10);
            assertClose(interval.high(), row.number("fieller_high"), 1e-10);
            assertThat(interval.confidence()).isEqualTo(row.number("confidence"));
        });
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void welchs_test_of_logarithms_is_that_of_r(Vectors.Row row) {
        LogWelch welch = LogWelch.of(row.pair(), row.number("confidence")).orElseThrow();
        assertClose(welch.t(), row.number("t"), 1e-10);
        assertClose(welch.df(), row.number("df"), 1e-10);
        assertClose(welch.p(), row.number("p"), 1e-9);
        assertClose(welch.ratio(), row.number("gm"), 1e-13);
        assertClose(welch.interval().low(), row.number("low"), 1e-10);
        assertClose(welch.interval().high(), row.number("high"), 1e-10);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void the_robust_checks_are_those_of_r(Vectors.Row row) {
        MannWhitney mannWhitney = MannWhitney.of(row.pair());
        assertThat(mannWhitney.u()).isEqualTo(row.number("u"));
        assertClose(mannWhitney.p().orElseThrow(), row.number("p_u"), 1e-14);
        assertClose(Permutation.of(row.pair()).p().orElseThrow(), row.number("p_permutation"), 1e-14);
        assertClose(HodgesLehmann.ratio(row.pair()), row.number("hl"), 1e-13);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void what_could_have_been_detected_is_what_r_says(Vectors.Row row) {
        double ratio =
                Power.detectableRatio(row.pair(), 0.8, row.number("confidence")).orElseThrow();
        assertClose(Math.log(ratio), Math.log(row.number("detectable")), 1e-6);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void paired_figures_are_those_of_r(Vectors.Row row) {
        if (!row.has("paired_p")) {
            return;
        }
        Paired paired = Paired.of(row.pair(), row.number("confidence"));
        assertThat(paired.blocks()).isEqualTo(row.cell("x").n());
        assertClose(paired.ratio(), row.number("gm"), 1e-13);
        assertClose(paired.interval().orElseThrow().low(), row.number("paired_low"), 1e-10);
        assertClose(paired.interval().orElseThrow().high(), row.number("paired_high"), 1e-10);
        assertClose(paired.p().orElseThrow(), row.number("paired_p"), 1e-9);
        assertThat(paired.correlation().orElseThrow())
                .isCloseTo(row.number("correlation"), org.assertj.core.api.Assertions.within(1e-10));
    }
}
