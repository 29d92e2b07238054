package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.spindlebench.analysis.stats.Vectors.assertClose;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks against values of mpmath 1.4 at 40 digits: the regularized incomplete beta function or, for many degrees of
 * freedom, the integral of the density.
 */
class StudentTTest {
    @ParameterizedTest
    @CsvSource({
        "33.478129751010599,  7.9418499657758499,  7.7891066554439431e-10",
        "0.001,               5,                   0.99924078677219765",
        "2.2999999999999998,  1,                   0.26109517417724553",
        "1000000,             1,                   6.3661977236736914e-7",
        "1e20,                3,                   2.2053155816871682e-60",
        "5,                   100000,              5.7427016786416729e-7",
        "1.96,                1000000000,          0.049995790573729595",
        "40,                  1000,                1.0478852155173361e-209",
        "0.5,                 2.5,                 0.65769791986971469",
        "10000,               50,                  3.3460198705662552e-159",
        "12,                  1000000,             3.5716851247650899e-33"
    })
    void tails_are_right_to_twelve_digits_however_small(double t, double df, double p) {
        assertClose(StudentT.twoSided(t, df), p, 1e-12);
        assertClose(StudentT.twoSided(-t, df), p, 1e-12);
    }

    @ParameterizedTest
    @CsvSource({
        "0.94999999999999996, 4.0, 2.7764451051977935",
        "0.94999999999999996, 8.0, 2.3060041352041661",
        "0.94999999999999996, 1.0, 12.706204736174693",
        "0.98999999999999999, 2.5, 7.1637281389487829",
        "0.5, 7.2999999999999998, 0.70957302045699116",
        "0.99990000000000001, 1.0, 6366.1976713166369",
        "0.99999899999999997, 3.0, 130.15458955711021",
        "0.99999999999909051, 5.0, 461.20750171315145",
        "0.050000000000000003, 10.0, 0.064298146144283012",
        "0.94999999999999996, 500.0, 1.9647198374673674"
    })
    void quantiles_are_right_to_thirteen_digits(double confidence, double df, double t) {
        assertClose(StudentT.quantile(confidence, df), t, 1e-13);
    }

    @Test
    void no_difference_has_p_one_and_none_is_zero() {
        assertThat(StudentT.twoSided(0, 4)).isEqualTo(1);
        assertThat(StudentT.twoSided(1e-200, 4)).isEqualTo(1);
        assertThat(StudentT.twoSided(1e5, 1e5)).isEqualTo(Double.MIN_VALUE);
        assertThat(StudentT.twoSided(1e200, 4)).isEqualTo(Double.MIN_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "30", "1e6"})
    void the_highest_and_the_lowest_confidence_have_quantiles(double df) {
        double highest = StudentT.quantile(Math.nextDown(1.0), df);
        assertClose(StudentT.twoSided(highest, df), 0x1p-53, 1e-9);
        assertThat(StudentT.quantile(1e-12, df)).isBetween(0.0, 1e-11);
        assertThat(StudentT.quantile(Double.MIN_VALUE, df)).isBetween(0.0, 1e-300);
    }

    @Test
    void certainty_has_no_quantile() {
        assertThatIllegalArgumentException().isThrownBy(() -> StudentT.quantile(1, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> StudentT.quantile(0, 4));
    }
}
