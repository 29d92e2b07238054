package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.spindlebench.analysis.stats.Vectors.assertClose;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.stats.Paired.Matched;

/**
 * Checks the ratio over many settings. Rates are counted over 2,000 simulated campaigns, or over 20,000: {@code mvn test
 * -Psimulation -pl bench-analysis -Dtest=MatchedOverManyTest}. Seeds are fixed.
 */
class MatchedOverManyTest {
    private static final boolean MANY = Boolean.getBoolean("spindle.simulation");
    private static final int ROUNDS = MANY ? 20_000 : 2_000;
    /** Three standard errors of a share near 0.95. */
    private static final double MARGIN = 3 * Math.sqrt(0.95 * 0.05 / ROUNDS);

    private final Random random = new Random(20_261_126);

    @Test
    void five_settings_give_the_interval_and_p_of_the_t_test() {
        Matched matched = over(DoubleStream.of(1.2, 1.5, 0.9, 1.1, 1.3)
                .mapToObj(ratio -> pair(List.of(100 * ratio), List.of(100.0)))
                .toList());

        double[] logs = DoubleStream.of(1.2, 1.5, 0.9, 1.1, 1.3).map(Math::log).toArray();
        double mean = DoubleStream.of(logs).average().orElseThrow();
        double squares =
                DoubleStream.of(logs).map(log -> (log - mean) * (log - mean)).sum();
        double half = 2.7764451051977987 * Math.sqrt(squares / 4 / 5);
        assertThat(matched.basis()).isEqualTo(Matched.PairedBasis.CLUSTERS);
        assertClose(matched.ratio(), Math.exp(mean), 1e-12);
        assertClose(matched.interval().orElseThrow().low(), Math.exp(mean - half), 1e-12);
        assertClose(matched.interval().orElseThrow().high(), Math.exp(mean + half), 1e-12);
        assertThat(matched.p().orElseThrow()).isBetween(0.05, 0.2);
    }

    @Test
    void four_settings_give_the_interval_of_exactly_these() {
        List<VisitedPair> four = Stream.of(1.0, 2.0, 3.0, 4.0)
                .map(size -> pair(List.of(120.0 * size, 121.0 * size), List.of(100.0 * size, 101.0 * size)))
                .toList();
        Matched matched = over(four);

        assertThat(matched.basis()).isEqualTo(Matched.PairedBasis.THESE_CONFIGURATIONS);
        assertThat(matched.interval()).isEqualTo(Contrast.between(four).interval(0.95));
        assertThat(matched.p()).isEqualTo(Contrast.between(four).p());
        assertClose(matched.ratio(), Math.sqrt(120.0 * 121 / 100 / 101), 1e-12);
    }

    @Test
    void four_settings_of_single_runs_give_no_interval() {
        Matched matched = over(Collections.nCopies(4, pair(List.of(120.0), List.of(100.0))));

        assertThat(matched.interval()).isEmpty();
        assertThat(matched.basis()).isEqualTo(Matched.PairedBasis.NONE);
    }

    @Test
    void runs_that_pairs_share_count_once() {
        VisitedSample shared =
                pair(List.of(120.0, 124.0, 119.0), List.of(100.0, 101.0)).baseline();
        List<VisitedPair> pairs = Stream.of(100.0, 110.0, 90.0)
                .map(other -> new VisitedPair(shared, VisitedSample.ofRuns(Sample.of(other, other, other))))
                .toList();

        Contrast together = Contrast.between(pairs);
        Contrast alone = Contrast.between(pairs.subList(0, 1));
        assertClose(
                together.interval(0.95).orElseThrow().high() / together.ratio(),
                alone.interval(0.95).orElseThrow().high() / alone.ratio(),
                0.05);
    }

    @Test
    void settings_with_the_same_ratio_give_no_interval() {
        assertThat(over(Collections.nCopies(6, pair(List.of(120.0), List.of(100.0))))
                        .interval())
                .isEmpty();
    }

    @Test
    void pairs_that_share_runs_count_once_together() {
        VisitedPair shared = pair(List.of(200.0), List.of(100.0));
        VisitedPair alone = pair(List.of(110.0), List.of(100.0));
        List<VisitedPair> pairs = List.of(shared, shared, shared, alone, alone, alone, alone);

        Matched matched = Matched.overMany(pairs, List.of(0, 0, 0, 1, 2, 3, 4), List.of(), List.of(), null, 0.95);

        assertThat(matched.configurations()).isEqualTo(7);
        assertThat(matched.clusters()).isEqualTo(5);
        assertClose(matched.ratio(), Math.exp((Math.log(2) + 4 * Math.log(1.1)) / 5), 1e-12);
    }

    @Test
    void settings_of_the_same_visits_are_compared_by_visits() {
        List<Sample> hdd = List.of(Sample.of(100), Sample.of(110), Sample.of(105));
        List<Sample> ssd = List.of(Sample.of(50), Sample.of(54), Sample.of(51));
        List<VisitedPair> pairs = Collections.nCopies(6, VisitedPair.ofVisits(hdd, ssd));

        Matched matched = Matched.overMany(pairs, Collections.nCopies(6, 0), List.of(), List.of(), null, 0.95);

        Contrast visits = Contrast.between(pairs);
        assertThat(matched.clusters()).isEqualTo(1);
        assertThat(matched.basis()).isEqualTo(Matched.PairedBasis.THESE_CONFIGURATIONS);
        assertThat(matched.interval()).isEqualTo(visits.interval(0.95));
        assertThat(matched.p()).isEqualTo(visits.p());
    }

    @Test
    void each_pair_needs_a_cluster() {
        List<VisitedPair> one = List.of(pair(List.of(1.0), List.of(1.0)));
        assertThatThrownBy(() -> Matched.overMany(one, List.of(), List.of(), List.of(), null, 0.95))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 configurations need as many clusters, not 0");
    }

    /**
     * How often the interval covers the mean of the true ratios' logarithms, from which each setting's differs at
     * random in either direction. Cells have one to {@code most} runs, the baseline's more. The variation of runs grows
     * up to {@code uneven} times from the first cluster to the last.
     */
    @ParameterizedTest
    @CsvSource({
        "5, 1, 1, 0.2, 0, 1", "5, 1, 6, 0.2, 0.3, 1", "6, 1, 6, 0.2, 0, 10", "10, 1, 6, 0.3, 0.3, 1",
        "40, 1, 6, 0.3, 0, 10", "40, 1, 1, 0.05, 0.5, 1", "5, 8, 3, 0.2, 0, 1", "10, 8, 3, 0.2, 0.2, 5",
        "40, 8, 1, 0.3, 0, 1"
    })
    void the_interval_covers_what_it_says(
            int clusters, int mostPairs, int most, double ofRuns, double ofSettings, double uneven) {
        int covered = 0;
        int naive = 0;
        boolean shares = mostPairs > 1 && clusters >= 10;
        for (int round = 0; round < ROUNDS; round++) {
            Campaign campaign = campaign(clusters, mostPairs, most, ofRuns, ofSettings, uneven);
            if (covers(campaign.pairs, campaign.clusters)) {
                covered++;
            }
            if ((MANY || shares)
                    && covers(
                            campaign.pairs,
                            IntStream.range(0, campaign.pairs.size()).boxed().toList())) {
                naive++;
            }
        }
        double share = covered / (double) ROUNDS;
        double ofNaive = naive / (double) ROUNDS;
        if (MANY) {
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %d | %d | %.2f | %.1f | %.0f | %.1f | %.1f |%n",
                    clusters,
                    mostPairs,
                    most,
                    ofRuns,
                    ofSettings,
                    uneven,
                    100 * share,
                    100 * ofNaive);
        }
        assertThat(share).isGreaterThan(0.945 - MARGIN);
        if (shares) {
            assertThat(ofNaive)
                    .as("pairs that share runs, taken as independent")
                    .isLessThan(0.93);
        }
    }

    /**
     * How often intervals miss if a fifth of all settings gain 1.5x, and the others nothing. The interval over clusters
     * is of single runs, and its truth is the mean over all settings that could have been drawn. The other interval is of
     * three runs, and its truth is the mean over exactly the drawn settings.
     */
    @ParameterizedTest
    @CsvSource({"5, 0.28, 0.38", "8, 0.13, 0.21", "12, 0.04, 0.11", "20, 0.03, 0.11"})
    void a_gain_in_a_fifth_of_the_settings_is_missed_more_often_than_stated(int settings, double least, double most) {
        double gain = Math.log(1.5);
        int missed = 0;
        int missedThese = 0;
        for (int round = 0; round < ROUNDS; round++) {
            double[] logs = IntStream.range(0, settings)
                    .mapToDouble(setting -> random.nextInt(5) == 0 ? gain : 0)
                    .toArray();
            Matched single = over(gaining(logs, 1));
            assertThat(single.basis()).isEqualTo(Matched.PairedBasis.CLUSTERS);
            missed += misses(single.interval(), gain / 5);
            List<VisitedPair> repeated = gaining(logs, 3);
            double ofThese = DoubleStream.of(logs).average().orElseThrow();
            missedThese += misses(Contrast.between(repeated).interval(0.95), ofThese);
            assertThat(over(repeated).basis())
                    .isEqualTo(
                            settings < Matched.MANY_CLUSTERS
                                    ? Matched.PairedBasis.THESE_CONFIGURATIONS
                                    : Matched.PairedBasis.CLUSTERS);
        }
        double share = missed / (double) ROUNDS;
        double ofThese = missedThese / (double) ROUNDS;
        if (MANY) {
            System.out.printf(Locale.ROOT, "| %d | %.1f | %.1f |%n", settings, 100 * share, 100 * ofThese);
        }
        assertThat(share).isBetween(least, most);
        assertThat(ofThese).isLessThan(0.055 + MARGIN);
    }

    /** Makes a pair for each gain, with that many runs of each side, which vary by 3 %. */
    private List<VisitedPair> gaining(double[] gains, int runs) {
        return DoubleStream.of(gains)
                .mapToObj(log -> new VisitedPair(runs(100 * Math.exp(log), runs), runs(100, runs)))
                .toList();
    }

    private VisitedSample runs(double typical, int runs) {
        return VisitedSample.ofRuns(Sample.of(IntStream.range(0, runs)
                .mapToObj(run -> typical * Math.exp(0.03 * random.nextGaussian()))
                .toList()));
    }

    private static int misses(Optional<Interval> interval, double log) {
        return interval.orElseThrow().contains(Math.exp(log)) ? 0 : 1;
    }

    private record Campaign(List<VisitedPair> pairs, List<Integer> clusters) {}

    private static boolean covers(List<VisitedPair> pairs, List<Integer> clusters) {
        return Matched.overMany(pairs, clusters, List.of(), List.of(), null, 0.95)
                .interval()
                .orElseThrow()
                .contains(1);
    }

    /** Makes clusters of pairs that share the baseline's cell; both setups are equally fast on average. */
    private Campaign campaign(int count, int mostPairs, int most, double ofRuns, double ofSettings, double uneven) {
        List<VisitedPair> pairs = new ArrayList<>();
        List<Integer> clusters = new ArrayList<>();
        for (int cluster = 0; cluster < count; cluster++) {
            double sd = ofRuns * Math.pow(uneven, cluster / (count - 1.0)) / Math.sqrt(uneven);
            double typical = 100 * Math.exp(random.nextGaussian());
            double differs = ofSettings * random.nextGaussian();
            VisitedSample baseline = cell(typical, sd, most + 4);
            int size = 1 + random.nextInt(mostPairs);
            for (int pair = 0; pair < size; pair++) {
                // A cell with a single run leaves no interval for exactly these settings.
                pairs.add(new VisitedPair(baseline, cell(typical * Math.exp(differs), sd, pairs.isEmpty() ? 1 : most)));
                clusters.add(cluster);
            }
        }
        return new Campaign(pairs, clusters);
    }

    private VisitedSample cell(double typical, double sd, int most) {
        return VisitedSample.ofRuns(Sample.of(IntStream.range(0, 1 + random.nextInt(most))
                .mapToObj(run -> typical * Math.exp(sd * random.nextGaussian()))
                .toList()));
    }

    private static Matched over(List<VisitedPair> pairs) {
        return Matched.overMany(
                pairs, IntStream.range(0, pairs.size()).boxed().toList(), List.of(), List.of(), null, 0.95);
    }

    private static VisitedPair pair(List<Double> baseline, List<Double> contender) {
        return VisitedPair.ofRuns(new SamplePair(Sample.of(baseline), Sample.of(contender)));
    }
}
