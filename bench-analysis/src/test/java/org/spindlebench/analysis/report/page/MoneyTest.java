package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.report.page.CostSentences.Money;
import org.spindlebench.analysis.stats.Interval;

class MoneyTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.33333, 0.3333",
        "0.00012346, 0.0001235",
        "1.5, 1.5",
        "999.96, 1000",
        "1234.5, 1235",
        "37561, 37561",
        "1e9, 1000000000"
    })
    void amounts_have_four_digits_or_all_before_the_point(double value, String written) {
        assertThat(Money.written(value)).isEqualTo(written);
    }

    @Test
    void of_an_interval_that_does_not_exist_that_is_said() {
        assertThat(Money.written((Interval) null)).isEqualTo(" (no interval)");
        assertThat(Money.written(new Interval(0.95, 0.5, 2))).isEqualTo(" [0.5, 2]");
    }
}
