package org.spindlebench.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.stats.VisitedSample.VisitSample;

/**
 * What the best of several settings is estimated by. The shares are counted over 2,000 simulated campaigns, or over
 * 20,000: {@code mvn test -Psimulation -pl bench-analysis -Dtest=CrossFitTest}. Seeds are fixed.
 */
class CrossFitTest {
    private static final boolean MANY = Boolean.getBoolean("spindle.simulation");
    private static final int ROUNDS = MANY ? 20_000 : 2_000;
    /** Three standard errors of a share near 0.95. */
    private static final double MARGIN = 3 * Math.sqrt(0.95 * 0.05 / ROUNDS);

    private static final double OF_RUNS = 0.04;

    private final Random random = new Random(20_260_105);

    @Test
    void each_half_measures_what_the_other_half_chose() {
        // Visits 1 and 3 choose the first setting, which takes 12 s in visits 2 and 4; these choose the second.
        CrossFit fit = CrossFit.of(List.of(List.of(visits(9, 12, 9, 12)), List.of(visits(11, 10, 11, 10))));

        assertThat(fit.best()).isZero();
        assertThat(fit.chosen()).containsExactly(0, 1);
        assertThat(fit.searched()).isEqualTo(2);
        assertThat(fit.isHeldOut()).isTrue();
        assertThat(fit.estimates().get(0).observations().mean()).isEqualTo((12 + 11) / 2.0, within(1e-12));
    }

    @Test
    void the_standard_error_is_pooled_over_the_halves_and_allows_for_their_correlation() {
        CrossFit fit = CrossFit.of(List.of(List.of(visits(10, 12, 11, 14)), List.of(visits(20, 20, 20, 20))));

        // Both halves choose the first setting: s² = (0.5 + 2) / 2 with 2 degrees of freedom, n = 2 and 2.
        Sample estimate = fit.estimates().get(0).observations();
        assertThat(estimate.n()).isEqualTo(3);
        assertThat(estimate.mean()).isEqualTo((10.5 + 13) / 2, within(1e-12));
        assertThat(estimate.sd().orElseThrow() / Math.sqrt(3))
                .isEqualTo(Math.sqrt(1.25 / 4 * (0.5 + 0.5) * 1.36), within(1e-12));
    }

    @Test
    void a_setting_that_serves_several_setups_has_the_shortest_geometric_mean() {
        CrossFit fit = CrossFit.of(List.of(
                List.of(visits(10, 10, 10, 10), visits(40, 40, 40, 40)),
                List.of(visits(15, 15, 15, 15), visits(20, 20, 20, 20))));

        assertThat(fit.best()).isEqualTo(1);
        assertThat(fit.estimates().get(0).observations().mean()).isEqualTo(15);
        assertThat(fit.estimates().get(1).observations().mean()).isEqualTo(20);
    }

    @Test
    void too_few_visits_give_a_mean_that_was_not_held_out_and_no_interval() {
        CrossFit fit = CrossFit.of(List.of(List.of(visits(10, 12, 11)), List.of(visits(13, 13, 13))));

        assertThat(fit.isHeldOut()).isFalse();
        assertThat(fit.estimates().get(0).observations().mean()).isEqualTo(11);
        assertThat(fit.estimates().get(0).observations().meanInterval(0.95)).isEmpty();
    }

    @Test
    void slower_settings_with_too_few_visits_take_no_part_if_others_have_enough() {
        CrossFit fit = CrossFit.of(
                List.of(List.of(visits(20, 20, 20, 20)), List.of(visits(21, 21, 21, 21)), List.of(visits(30, 30, 30))));

        assertThat(fit.searched()).isEqualTo(2);
        assertThat(fit.leftOut()).isEqualTo(1);
        assertThat(fit.best()).isZero();
        assertThat(fit.isHeldOut()).isTrue();
    }

    @Test
    void nothing_is_held_out_if_the_fastest_setting_has_too_few_visits() {
        CrossFit fit = CrossFit.of(
                List.of(List.of(visits(20, 20, 20, 20)), List.of(visits(21, 21, 21, 21)), List.of(visits(10, 10, 10))));

        assertThat(fit.best()).isEqualTo(2);
        assertThat(fit.isHeldOut()).isFalse();
        assertThat(fit.estimates().get(0).observations().mean()).isEqualTo(10);
        assertThat(fit.estimates().get(0).observations().meanInterval(0.95)).isEmpty();
    }

    @Test
    void nothing_is_held_out_if_only_one_setting_has_enough_visits() {
        CrossFit fit = CrossFit.of(List.of(List.of(visits(20, 20, 20, 20)), List.of(visits(30))));

        assertThat(fit.best()).isZero();
        assertThat(fit.searched()).isEqualTo(2);
        assertThat(fit.isHeldOut()).isFalse();
    }

    @Test
    void visits_of_each_setting_are_divided_even_if_settings_were_visited_in_turn() {
        VisitedSample odd = VisitedSample.ofVisits(List.of(visit(1, 9), visit(3, 9), visit(5, 9), visit(7, 9)));
        VisitedSample even = VisitedSample.ofVisits(List.of(visit(2, 8), visit(4, 8), visit(6, 8), visit(8, 8)));

        CrossFit fit = CrossFit.of(List.of(List.of(odd), List.of(even)));

        assertThat(fit.searched()).isEqualTo(2);
        assertThat(fit.isHeldOut()).isTrue();
    }

    /**
     * All settings are equally fast, which misleads the search most, or each is slower than the one before. A visit
     * shifts all its runs, or not.
     */
    @ParameterizedTest
    @CsvSource({
        "4, 2, 0, 0", "4, 3, 0, 0", "4, 10, 0, 0.04", "4, 52, 0, 0",
        "6, 3, 0, 0", "6, 5, 0.02, 0.04", "6, 10, 0, 0", "6, 52, 0, 0.04",
        "12, 3, 0, 0", "12, 10, 0.01, 0"
    })
    void the_interval_covers_what_it_says(int visits, int settings, double step, double ofVisit) {
        int covered = 0;
        for (int round = 0; round < ROUNDS; round++) {
            CrossFit fit = CrossFit.of(campaign(visits, settings, step, ofVisit));
            double truth = fit.chosen().stream()
                    .mapToDouble(chosen -> mean(chosen, step, ofVisit))
                    .average()
                    .orElseThrow();
            if (interval(fit.estimates().get(0)).contains(truth)) {
                covered++;
            }
        }
        double share = covered / (double) ROUNDS;
        print("held out", visits, settings, step, ofVisit, share);
        assertThat(share).isBetween(0.945 - MARGIN, 0.975 + MARGIN);
    }

    /** The ordinary interval of the setting with the shortest mean covers that setting's true mean too rarely. */
    @ParameterizedTest
    @CsvSource({"4, 10, 0, 0, 0.85", "4, 52, 0, 0, 0.66", "6, 52, 0, 0.04, 0.76", "12, 10, 0, 0, 0.81"})
    void the_interval_of_the_fastest_mean_covers_less_than_it_says(
            int visits, int settings, double step, double ofVisit, double most) {
        int covered = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<List<VisitedSample>> campaign = campaign(visits, settings, step, ofVisit);
            int best = CrossFit.of(campaign).best();
            if (interval(campaign.get(best).get(0)).contains(mean(best, step, ofVisit))) {
                covered++;
            }
        }
        double share = covered / (double) ROUNDS;
        print("fastest mean", visits, settings, step, ofVisit, share);
        assertThat(share).isLessThan(most + MARGIN);
    }

    /** Two setups that are equally fast with any of their settings, where one has many more of them. */
    @ParameterizedTest
    @CsvSource({"4, 2, 52, 0.08", "6, 2, 52, 0.09", "8, 2, 52, 0.09", "8, 10, 10, 0"})
    void setups_are_told_apart_by_chance_no_more_often_than_stated(
            int visits, int settings, int others, double ofFastestMeans) {
        int told = 0;
        int naive = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<List<VisitedSample>> one = campaign(visits, settings, 0, 0.02);
            List<List<VisitedSample>> other = campaign(visits, others, 0, 0.02);
            CrossFit first = CrossFit.of(one);
            CrossFit second = CrossFit.of(other);
            told += tells(first.estimates().get(0), second.estimates().get(0)) ? 1 : 0;
            naive +=
                    tells(one.get(first.best()).get(0), other.get(second.best()).get(0)) ? 1 : 0;
        }
        print("told apart, held out", visits, settings, 0, 0.02, told / (double) ROUNDS);
        print("told apart, fastest means", visits, settings, 0, 0.02, naive / (double) ROUNDS);
        assertThat(told / (double) ROUNDS).isLessThan(0.05 + MARGIN);
        assertThat(naive / (double) ROUNDS).isGreaterThan(ofFastestMeans - MARGIN);
    }

    private static boolean tells(VisitedSample one, VisitedSample other) {
        return new VisitedPair(one, other)
                .speedUp(0.95)
                .interval()
                .filter(bounds -> !bounds.contains(1))
                .isPresent();
    }

    private static Interval interval(VisitedSample sample) {
        return sample.observations().meanInterval(0.95).orElseThrow();
    }

    private static double mean(int setting, double step, double ofVisit) {
        return (1 + setting * step) * Math.exp((OF_RUNS * OF_RUNS + ofVisit * ofVisit) / 2);
    }

    private List<List<VisitedSample>> campaign(int visits, int settings, double step, double ofVisit) {
        double[] shifts = IntStream.range(0, visits)
                .mapToDouble(visit -> ofVisit * random.nextGaussian())
                .toArray();
        List<List<VisitedSample>> campaign = new ArrayList<>();
        for (int setting = 0; setting < settings; setting++) {
            double median = 1 + setting * step;
            campaign.add(List.of(visits(IntStream.range(0, visits)
                    .mapToDouble(visit -> median * Math.exp(shifts[visit] + OF_RUNS * random.nextGaussian()))
                    .toArray())));
        }
        return campaign;
    }

    private static VisitedSample visits(double... seconds) {
        return VisitedSample.ofVisits(IntStream.range(0, seconds.length)
                .mapToObj(i -> visit(i + 1, seconds[i]))
                .toList());
    }

    private static VisitSample visit(int number, double seconds) {
        return new VisitSample("visit " + number, Sample.of(seconds));
    }

    private static void print(String what, int visits, int settings, double step, double ofVisit, double share) {
        if (MANY) {
            System.out.printf(
                    "| %s | %d | %d | %s | %s | %.1f |%n", what, visits, settings, step, ofVisit, 100 * share);
        }
    }
}
