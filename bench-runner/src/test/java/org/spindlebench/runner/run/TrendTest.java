package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.check.Estimator.Trend;
import org.spindlebench.runner.check.Estimator.Trend.TrendPoint;

class TrendTest {
    private static double at(long bytes, TrendPoint... points) {
        return new Trend(List.of(points)).at(bytes);
    }

    @Test
    void aSizeThatWasMeasuredTakesItsMean() {
        assertThat(at(100, new TrendPoint(100, 4), new TrendPoint(100, 6), new TrendPoint(900, 1)))
                .isEqualTo(5);
    }

    @Test
    void oneSizeAloneIsScaledByBytes() {
        assertThat(at(400, new TrendPoint(100, 4))).isEqualTo(16);
        assertThat(at(50, new TrendPoint(100, 4))).isEqualTo(2);
    }

    @Test
    void twoSizesMakeALineSoThatAFixedPartIsNotScaled() {
        // 10 s, plus 1 s for each 100 bytes.
        assertThat(at(1600, new TrendPoint(100, 11), new TrendPoint(200, 12))).isCloseTo(26, within(1e-9));
        assertThat(at(150, new TrendPoint(100, 11), new TrendPoint(200, 12))).isCloseTo(11.5, within(1e-9));
    }

    @Test
    void ofManySizesTheTwoNearestCount() {
        assertThat(at(300, new TrendPoint(1, 1000), new TrendPoint(100, 11), new TrendPoint(200, 12)))
                .isCloseTo(13, within(1e-9));
    }

    @Test
    void aLineThatFallsOrEndsBelowZeroIsNotFollowed() {
        assertThat(at(400, new TrendPoint(100, 12), new TrendPoint(200, 10))).isEqualTo(20);
        assertThat(at(10, new TrendPoint(100, 1), new TrendPoint(200, 10))).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void nothingMeasuredIsNoTrend() {
        assertThatThrownBy(() -> new Trend(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
