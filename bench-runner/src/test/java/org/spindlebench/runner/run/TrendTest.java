package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.runner.check.Estimator.Trend;
import org.spindlebench.runner.check.Estimator.Trend.Point;

class TrendTest {
    private static double at(long bytes, Point... points) {
        return new Trend(List.of(points)).at(bytes);
    }

    @Test
    void aSizeThatWasMeasuredTakesItsMean() {
        assertThat(at(100, new Point(100, 4), new Point(100, 6), new Point(900, 1)))
                .isEqualTo(5);
    }

    @Test
    void oneSizeAloneIsScaledByBytes() {
        assertThat(at(400, new Point(100, 4))).isEqualTo(16);
        assertThat(at(50, new Point(100, 4))).isEqualTo(2);
    }

    @Test
    void twoSizesMakeALineSoThatAFixedPartIsNotScaled() {
        // 10 s, plus 1 s for each 100 bytes.
        assertThat(at(1600, new Point(100, 11), new Point(200, 12))).isCloseTo(26, within(1e-9));
        assertThat(at(150, new Point(100, 11), new Point(200, 12))).isCloseTo(11.5, within(1e-9));
    }

    @Test
    void ofManySizesTheTwoNearestCount() {
        assertThat(at(300, new Point(1, 1000), new Point(100, 11), new Point(200, 12)))
                .isCloseTo(13, within(1e-9));
    }

    @Test
    void aLineThatFallsOrEndsBelowZeroIsNotFollowed() {
        assertThat(at(400, new Point(100, 12), new Point(200, 10))).isEqualTo(20);
        assertThat(at(10, new Point(100, 1), new Point(200, 10))).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void nothingMeasuredIsNoTrend() {
        assertThatThrownBy(() -> new Trend(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
