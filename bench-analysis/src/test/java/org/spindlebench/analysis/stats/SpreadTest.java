package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a spread says of a value is what the interval itself says. */
class SpreadTest {
    private static final double CONFIDENCE = 0.95;

    private final Random random = new Random(20140501);

    private Cell cell(int n, double mean, double cv) {
        return Cell.of(IntStream.range(0, n)
                .mapToObj(run -> mean * Math.exp(cv * random.nextGaussian()))
                .toList());
    }

    private static Spread.Place place(Optional<Interval> interval, double value) {
        return interval.map(bounds -> bounds.contains(value) ? Spread.Place.INSIDE : Spread.Place.OUTSIDE)
                .orElse(Spread.Place.INSIDE);
    }

    @Test
    void of_one_job_it_agrees_with_fiellers_interval() {
        Map<Spread.Place, Integer> places = new EnumMap<>(Spread.Place.class);
        for (int trial = 0; trial < 20_000; trial++) {
            double cv = Math.pow(10, -3 + 3.5 * random.nextDouble());
            CellPair pair = new CellPair(
                    cell(2 + random.nextInt(6), 100, cv), cell(2 + random.nextInt(200), 90, cv * random.nextDouble()));
            SpeedUp speedUp = SpeedUp.of(pair, CONFIDENCE);
            double value = speedUp.ratio() * Math.exp(cv * 3 * random.nextGaussian());
            Spread.Place told = Spread.of(List.of(Sample.ofRuns(pair.baseline())))
                    .orElseThrow()
                    .place(
                            Spread.of(List.of(Sample.ofRuns(pair.contender()))).orElseThrow(),
                            value / speedUp.ratio(),
                            CONFIDENCE);
            places.merge(told, 1, Integer::sum);
            if (told != Spread.Place.OPEN) {
                assertThat(told).isEqualTo(place(speedUp.interval(), value));
            }
        }
        assertThat(places.get(Spread.Place.INSIDE)).isGreaterThan(2_000);
        assertThat(places.get(Spread.Place.OUTSIDE)).isGreaterThan(2_000);
        assertThat(places.getOrDefault(Spread.Place.OPEN, 0)).isLessThan(400);
    }

    @Test
    void of_several_jobs_it_agrees_with_the_geometric_means_interval() {
        Map<Spread.Place, Integer> places = new EnumMap<>(Spread.Place.class);
        for (int trial = 0; trial < 3_000; trial++) {
            double cv = Math.pow(10, -3 + 2.5 * random.nextDouble());
            List<CellPair> jobs = IntStream.range(0, 2 + random.nextInt(4))
                    .mapToObj(job -> new CellPair(cell(3, 100 + job, cv), cell(4, 80, cv)))
                    .toList();
            SuiteRatio suite = SuiteRatio.of(jobs, CONFIDENCE);
            double value = suite.geometricMean() * Math.exp(cv * random.nextGaussian());
            Spread.Place told = Spread.of(jobs.stream()
                            .map(job -> Sample.ofRuns(job.baseline()))
                            .toList())
                    .orElseThrow()
                    .place(
                            Spread.of(jobs.stream()
                                            .map(job -> Sample.ofRuns(job.contender()))
                                            .toList())
                                    .orElseThrow(),
                            value / suite.geometricMean(),
                            CONFIDENCE);
            places.merge(told, 1, Integer::sum);
            if (told != Spread.Place.OPEN) {
                assertThat(told).isEqualTo(place(suite.interval(), value));
            }
        }
        assertThat(places.get(Spread.Place.INSIDE)).isGreaterThan(500);
        assertThat(places.get(Spread.Place.OUTSIDE)).isGreaterThan(500);
    }

    @Test
    void single_runs_have_none_and_runs_that_never_vary_decide_nothing() {
        assertThat(Spread.of(List.of(Sample.ofRuns(Cell.of(5))))).isEmpty();
        Spread constant = Spread.of(List.of(Sample.ofRuns(Cell.of(5, 5)))).orElseThrow();
        assertThat(constant.place(constant, 2, CONFIDENCE)).isEqualTo(Spread.Place.OPEN);
    }
}
