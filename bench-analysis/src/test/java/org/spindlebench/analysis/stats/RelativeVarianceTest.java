package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks that a relative variance places a value as the interval itself does. */
class RelativeVarianceTest {
    private static final double CONFIDENCE = 0.95;

    private final Random random = new Random(20140501);

    private Sample cell(int n, double mean, double cv) {
        return Sample.of(IntStream.range(0, n)
                .mapToObj(run -> mean * Math.exp(cv * random.nextGaussian()))
                .toList());
    }

    private static RelativeVariance.Place place(Optional<Interval> interval, double value) {
        return interval.map(bounds ->
                        bounds.contains(value) ? RelativeVariance.Place.INSIDE : RelativeVariance.Place.OUTSIDE)
                .orElse(RelativeVariance.Place.INSIDE);
    }

    @Test
    void of_one_job_it_agrees_with_fiellers_interval() {
        Map<RelativeVariance.Place, Integer> places = new EnumMap<>(RelativeVariance.Place.class);
        for (int trial = 0; trial < 20_000; trial++) {
            double cv = Math.pow(10, -3 + 3.5 * random.nextDouble());
            SamplePair pair = new SamplePair(
                    cell(2 + random.nextInt(6), 100, cv), cell(2 + random.nextInt(200), 90, cv * random.nextDouble()));
            SpeedUp speedUp = SpeedUp.of(pair, CONFIDENCE);
            double value = speedUp.ratio() * Math.exp(cv * 3 * random.nextGaussian());
            RelativeVariance.Place told = RelativeVariance.of(List.of(VisitedSample.ofRuns(pair.baseline())))
                    .orElseThrow()
                    .place(
                            RelativeVariance.of(List.of(VisitedSample.ofRuns(pair.contender())))
                                    .orElseThrow(),
                            value / speedUp.ratio(),
                            CONFIDENCE);
            places.merge(told, 1, Integer::sum);
            if (told != RelativeVariance.Place.OPEN) {
                assertThat(told).isEqualTo(place(speedUp.interval(), value));
            }
        }
        assertThat(places.get(RelativeVariance.Place.INSIDE)).isGreaterThan(2_000);
        assertThat(places.get(RelativeVariance.Place.OUTSIDE)).isGreaterThan(2_000);
        assertThat(places.getOrDefault(RelativeVariance.Place.OPEN, 0)).isLessThan(400);
    }

    @Test
    void of_several_jobs_it_agrees_with_the_geometric_means_interval() {
        Map<RelativeVariance.Place, Integer> places = new EnumMap<>(RelativeVariance.Place.class);
        for (int trial = 0; trial < 3_000; trial++) {
            double cv = Math.pow(10, -3 + 2.5 * random.nextDouble());
            List<SamplePair> jobs = IntStream.range(0, 2 + random.nextInt(4))
                    .mapToObj(job -> new SamplePair(cell(3, 100 + job, cv), cell(4, 80, cv)))
                    .toList();
            SuiteRatio suite = SuiteRatio.of(jobs, CONFIDENCE);
            double value = suite.geometricMean() * Math.exp(cv * random.nextGaussian());
            RelativeVariance.Place told = RelativeVariance.of(jobs.stream()
                            .map(job -> VisitedSample.ofRuns(job.baseline()))
                            .toList())
                    .orElseThrow()
                    .place(
                            RelativeVariance.of(jobs.stream()
                                            .map(job -> VisitedSample.ofRuns(job.contender()))
                                            .toList())
                                    .orElseThrow(),
                            value / suite.geometricMean(),
                            CONFIDENCE);
            places.merge(told, 1, Integer::sum);
            if (told != RelativeVariance.Place.OPEN) {
                assertThat(told).isEqualTo(place(suite.interval(), value));
            }
        }
        assertThat(places.get(RelativeVariance.Place.INSIDE)).isGreaterThan(500);
        assertThat(places.get(RelativeVariance.Place.OUTSIDE)).isGreaterThan(500);
    }

    @Test
    void single_runs_have_none_and_runs_that_never_vary_decide_nothing() {
        assertThat(RelativeVariance.of(List.of(VisitedSample.ofRuns(Sample.of(5)))))
                .isEmpty();
        RelativeVariance constant = RelativeVariance.of(List.of(VisitedSample.ofRuns(Sample.of(5, 5))))
                .orElseThrow();
        assertThat(constant.place(constant, 2, CONFIDENCE)).isEqualTo(RelativeVariance.Place.OPEN);
    }
}
