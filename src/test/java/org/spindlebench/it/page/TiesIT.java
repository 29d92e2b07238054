package org.spindlebench.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.RelativeVariance;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedSample;
import org.spindlebench.it.BesideClusters;

/**
 * Compares how the HTML report finds out which setups are tied when prices change with the library's own statistics.
 */
@BesideClusters
class TiesIT {
    private static final int TRIALS = 2000;

    @RegisterExtension
    private static final BrowserTab BROWSER = new BrowserTab();

    private final Random random = new Random(20140501);

    @TempDir
    private Path directory;

    private Tab tab;

    @BeforeEach
    void open() throws Exception {
        tab = BROWSER.tab();
        ReportedPage.open(ReportedPage.write(MadeRuns.csv(directory, List.of("a", "b"), 2), directory, "a"), tab);
    }

    @Test
    void quantilesAreThoseOfTheLibrarysIntervals() throws Exception {
        for (double confidence : new double[] {0.8, 0.95, 0.999}) {
            for (int df : new int[] {1, 2, 3, 5, 10, 29, 63, 64, 200, 1000}) {
                Sample cell = cell(df + 1, 100, 0.1);
                Interval interval = cell.meanInterval(confidence).orElseThrow();
                double t = (interval.high() - interval.low()) / 2 / (cell.sd().orElseThrow() / Math.sqrt(cell.n()));
                assertThat(tab.evaluate("quantile(" + RelativeVariance.quantiles(confidence) + ", " + df + ")")
                                .asDouble())
                        .as("confidence %s, %d degrees of freedom", confidence, df)
                        .isCloseTo(t, within(t * 1e-9));
            }
        }
    }

    @Test
    void aRatioMayBeWhatTheLibrarysIntervalHolds() throws Exception {
        List<Boolean> held = new ArrayList<>();
        List<String> asked = new ArrayList<>();
        for (int trial = 0; trial < TRIALS; trial++) {
            double cv = Math.pow(10, -3 + 3.3 * random.nextDouble());
            SamplePair pair = new SamplePair(
                    cell(2 + random.nextInt(6), 100, cv), cell(2 + random.nextInt(40), 90, cv * random.nextDouble()));
            SpeedUp speedUp = SpeedUp.of(pair, 0.95);
            double off = Math.exp(cv * 3 * random.nextGaussian());
            held.add(speedUp.interval()
                    .map(interval -> interval.contains(speedUp.ratio() * off))
                    .orElse(true));
            asked.add("mayBe(" + off + ", " + parts(pair.baseline()) + ", " + parts(pair.contender())
                    + ", quantiles, true)");
        }
        List<Boolean> told = new ArrayList<>();
        for (JsonNode one : tab.evaluate(
                "((quantiles) => [" + String.join(",", asked) + "])(" + RelativeVariance.quantiles(0.95) + ")")) {
            told.add(one.asBoolean());
        }
        assertThat(told).isEqualTo(held).contains(true, false);
    }

    private Sample cell(int runs, double mean, double cv) {
        return Sample.of(DoubleStream.generate(() -> mean * Math.exp(cv * random.nextGaussian()))
                .limit(runs)
                .toArray());
    }

    private static String parts(Sample cell) {
        return RelativeVariance.of(List.of(VisitedSample.ofRuns(cell))).orElseThrow().parts().stream()
                .map(part -> String.format(Locale.ROOT, "[%s, %s]", part.variance(), part.df()))
                .collect(Collectors.joining(",", "[", "]"));
    }
}
