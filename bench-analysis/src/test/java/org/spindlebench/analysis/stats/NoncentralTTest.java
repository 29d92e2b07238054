package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.spindlebench.analysis.stats.Vectors.assertClose;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoncentralTTest {
    /**
     * mpmath 1.4 computed the values at 30 digits: the integral over s of (Φ(δ − ts) + Φ(−δ − ts)) times the density of
     * s = √(χ²/df).
     */
    @ParameterizedTest
    @CsvSource({
        "2.306, 8,       3.2,   0.79977904767698104",
        "12.7,  1,       15,    0.76098719868168461",
        "6366,  1,       8000,  0.791129045510696",
        "1.96,  100000,  2.8,   0.79954588702207582",
        "1.96,  100000,  0,     0.049998563194301638",
        "3,     4,       40,    1",
        "50,    10,      60,    0.84358429762208994",
        "2,     2,       0.001, 0.18350355515502611",
        "700,   1,       1500,  0.96787525316065361",
        "8,     3,       1e-8,  0.0040765775877854688",
        "2,     1000000, 5,     0.99865009088999616",
        "30,    5,       0,     7.718648620496052e-7",
        "100,   50,      100.5, 0.54613198068379309",
        "4.5,   8.5,     1,     0.0087298920248834599"
    })
    void both_tails_are_those_of_the_integral(double t, double df, double delta, double probability) {
        assertClose(NoncentralT.bothTails(t, df, delta), probability, 1e-11);
    }

    @Test
    void without_a_difference_it_is_students() {
        for (double t : new double[] {0.1, 1, 2.5, 40}) {
            assertClose(NoncentralT.bothTails(t, 6, 0), StudentT.twoSided(t, 6), 1e-13);
        }
    }

    @Test
    void everything_lies_beyond_zero() {
        assertThat(NoncentralT.bothTails(0, 6, 2)).isCloseTo(1, within(1e-14));
    }

    @Test
    void more_difference_means_more_power() {
        double before = 0;
        for (double delta = 0; delta < 60; delta += 0.5) {
            double power = NoncentralT.bothTails(20, 3, delta);
            assertThat(power).isGreaterThan(before).isLessThanOrEqualTo(1);
            before = power;
        }
    }

    @Test
    void a_noncentrality_of_too_many_terms_is_no_result() {
        assertThatThrownBy(() -> NoncentralT.bothTails(2, 8, 1e17))
                .isInstanceOf(NotConvergedException.class)
                .hasMessageContaining("noncentrality 1.0E17");
        assertThat(NoncentralT.bothTails(2, 8, 3, 48)).isEqualTo(NoncentralT.bothTails(2, 8, 3));
        assertThatThrownBy(() -> NoncentralT.bothTails(2, 8, 3, 47)).isInstanceOf(NotConvergedException.class);
    }
}
