package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.PriceRange;
import org.spindlebench.analysis.stats.Sample;

class PriceDrawsTest {
    /** Returns draws for a setup that is twice as fast as the baseline, whose cluster costs 1000. */
    private static PriceDraws draws(double price, SortedMap<String, PriceRange> ranges) {
        PriceList list = new Lists().total("hdd", 1000).total("ssd", price).list();
        PriceList ranged =
                new PriceList(list.about(), list.terms(), list.parts(), list.running(), list.setups(), ranges);
        List<JobDurations> jobs = List.of(
                Lists.job("hdd", "terasort", 20, 20.1, 19.9, 20, 20.1),
                Lists.job("ssd", "terasort", 10, 10.1, 9.9, 10, 10.1));
        PricedSetups priced =
                PricedSetups.of(ranged, jobs, new CostOptions(0.95, "hdd", CostOptions.CountedRuns.MEANS, Set.of()));
        return PriceDraws.of(ranged, priced).orElseThrow();
    }

    private static SortedMap<String, PriceRange> range(double from, double to) {
        return new TreeMap<>(Map.of("setups.ssd.price", new PriceRange(from, to)));
    }

    @Test
    void a_price_far_from_the_break_even_price_decides_every_draw() {
        assertThat(draws(1000, new TreeMap<>()).least()).containsExactly(Map.entry("ssd", PriceDraws.DRAWS));
        assertThat(draws(4000, new TreeMap<>()).least()).containsExactly(Map.entry("hdd", PriceDraws.DRAWS));
    }

    @Test
    void a_range_around_the_break_even_price_divides_the_draws_as_it_divides_the_range() {
        // At 2000 both cost the same: three quarters of the range are below.
        PriceDraws draws = draws(1600, range(800, 2400));
        assertThat(draws.least().values().stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(PriceDraws.DRAWS);
        assertThat(draws.least().get("ssd")).isBetween(7300, 7700);
        assertThat(draws.ranges()).containsOnlyKeys("setups.ssd.price");
    }

    @Test
    void at_the_break_even_price_the_durations_decide() {
        // The ssd is 1.998 times as fast.
        assertThat(draws(2000, new TreeMap<>()).least().get("ssd")).isBetween(3800, 4300);
    }

    @Test
    void the_same_list_gives_the_same_draws() {
        assertThat(draws(1600, range(800, 2400)).least())
                .isEqualTo(draws(1600, range(800, 2400)).least());
    }

    @Test
    void without_terms_of_use_prices_are_compared_by_performance() {
        assertThat(draws(1000, new TreeMap<>()).measure()).isEqualTo(CostMeasure.HOURLY_COST);
    }

    /** Returns how often each of several setups of equal prices costs least. */
    private static Map<String, Integer> least(Map<String, double[]> seconds) {
        Lists lists = new Lists();
        List<JobDurations> jobs = new ArrayList<>();
        seconds.forEach((setup, values) -> {
            lists.total(setup, 1000);
            jobs.add(Lists.job(setup, "terasort", values));
        });
        CostOptions options = new CostOptions(0.95, "base", CostOptions.CountedRuns.MEANS, Set.of());
        PriceList list = lists.list();
        return PriceDraws.of(list, PricedSetups.of(list, jobs, options))
                .orElseThrow()
                .least();
    }

    @Test
    void a_baseline_that_varies_much_does_not_hide_which_contender_costs_less() {
        Map<String, Integer> least = least(new TreeMap<>(Map.of(
                "base", new double[] {100, 118, 88, 109, 95},
                "a", new double[] {70.0, 70.2, 69.9, 70.1, 69.8},
                "b", new double[] {72.0, 72.2, 71.9, 72.1, 71.8})));

        assertThat(least).containsExactly(Map.entry("a", PriceDraws.DRAWS));
    }

    @Test
    void shares_are_those_of_means_that_are_drawn_once_for_each_setup() {
        Map<String, double[]> seconds = new TreeMap<>();
        seconds.put("base", new double[] {100, 104, 96, 103, 97});
        for (int contender = 1; contender <= 6; contender++) {
            double mean = 99.6 + 0.2 * contender;
            seconds.put("c" + contender, new double[] {mean - 0.5, mean, mean + 0.5, mean - 0.3, mean + 0.3});
        }
        Map<String, Integer> least = least(seconds);

        Random random = new Random(7);
        Map<String, Integer> expected = new TreeMap<>();
        for (int draw = 0; draw < PriceDraws.DRAWS; draw++) {
            Map<String, Double> means = new TreeMap<>();
            seconds.forEach((setup, values) -> {
                Sample sample = Sample.of(values);
                means.put(
                        setup,
                        sample.mean() + random.nextGaussian() * sample.sd().orElseThrow() / Math.sqrt(sample.n()));
            });
            expected.merge(
                    means.entrySet().stream()
                            .min(Map.Entry.comparingByValue())
                            .orElseThrow()
                            .getKey(),
                    1,
                    Integer::sum);
        }
        expected.forEach((setup, count) -> assertThat(least.getOrDefault(setup, 0))
                .as(setup)
                .isCloseTo(count, within(PriceDraws.DRAWS * 2 / 100)));
    }
}
