package org.spindlebench.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.PriceRange;

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
        return PriceDraws.of(ranged, priced, 0.95).orElseThrow();
    }

    private static SortedMap<String, PriceRange> range(double from, double to) {
        return new TreeMap<>(Map.of("setups.ssd.price", new PriceRange(from, to)));
    }

    @Test
    void a_price_far_from_the_break_even_price_decides_every_draw() {
        assertThat(draws(1000, new TreeMap<>()).least()).containsExactly(Map.entry("ssd", 100));
        assertThat(draws(4000, new TreeMap<>()).least()).containsExactly(Map.entry("hdd", 100));
    }

    @Test
    void a_range_around_the_break_even_price_divides_the_draws_as_it_divides_the_range() {
        // At 2000 both cost the same: three quarters of the range are below.
        PriceDraws draws = draws(1600, range(800, 2400));
        assertThat(draws.least().values().stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(PriceDraws.DRAWS);
        assertThat(draws.least().get("ssd")).isBetween(62, 88);
        assertThat(draws.ranges()).containsOnlyKeys("setups.ssd.price");
    }

    @Test
    void at_the_break_even_price_the_durations_decide() {
        assertThat(draws(2000, new TreeMap<>()).least().get("ssd")).isBetween(20, 80);
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
}
