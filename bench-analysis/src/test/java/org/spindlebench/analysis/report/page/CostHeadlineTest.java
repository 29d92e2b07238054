package org.spindlebench.analysis.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Measured;
import org.spindlebench.analysis.cost.PriceList;

class CostHeadlineTest {
    private static String headline(PriceList prices, double... ssd) {
        Findings findings = new Measured()
                .runs("terasort", "hdd", 100, 100.4, 99.6, 100.2, 99.8)
                .runs("terasort", "ssd", ssd)
                .findings(ComparisonOptions.standard().against("hdd").withPrices(prices));
        return CostSection.headline(findings).orElseThrow();
    }

    /** Returns terasort without compression, and with snappy in these durations on ssd. */
    private static Findings withTwoCodecs(double... snappy) {
        return new Measured()
                .with("compression", "none")
                .runs("terasort", "hdd", 100, 100.4, 99.6, 100.2, 99.8)
                .runs("terasort", "ssd", 80, 80.4, 79.6, 80.2, 79.8)
                .with("compression", "snappy")
                .runs("terasort", "hdd", 50, 50.4, 49.6, 50.2, 49.8)
                .runs("terasort", "ssd", snappy)
                .findings(ComparisonOptions.standard().against("hdd").withPrices(HtmlPrices.devicesAlone()));
    }

    /** The devices of a worker cost 2400 on hdd, and 14000 on ssd. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "80   | ssd is 25 % faster and its devices cost 4.7 times as much",
                "40   | ssd is 2.5 times as fast and its devices cost 2.3 times as much",
                "125  | ssd is 20 % slower and its devices cost 7.3 times as much",
                "100.1| ssd is as fast within 5 % (what limited it is not known) and its devices cost 5.8 times as much"
            })
    void a_faster_setup_that_costs_too_much_is_not_bought(double mean, String says) {
        assertThat(headline(HtmlPrices.devicesAlone(), mean, mean + 0.4, mean - 0.4, mean + 0.2, mean - 0.2))
                .startsWith("Stay with hdd: " + says + " for the same work. It pays below ")
                .endsWith(" USD for the devices of a worker.");
    }

    @Test
    void a_small_gain_is_not_rounded_up() {
        assertThat(headline(HtmlPrices.devicesAlone(), 99.2, 99.25, 99.3, 99.15, 99.2))
                .startsWith("Stay with hdd: ssd is faster by less than 5 % and its devices cost ");
    }

    @Test
    void time_and_money_are_of_the_same_settings() {
        Findings findings = withTwoCodecs(25, 25.4, 24.6, 25.2, 24.8);

        String says = CostSection.headline(findings).orElseThrow();
        // Devices cost 14000 / 2400 = 5.83 times as much, divided by the speed-up of the same settings.
        assertThat(says.contains("ssd is 25 % faster")).isEqualTo(says.contains("cost 4.7 times"));
        assertThat(says.contains("ssd is 2.0 times as fast")).isEqualTo(says.contains("cost 2.9 times"));
        assertThat(says).containsAnyOf("cost 4.7 times", "cost 2.9 times");
        assertThat(says)
                .containsPattern("Stay with hdd \\((none|snappy|compression=none|compression=snappy)\\): ")
                .endsWith(" hdd costs least with 1 of 1 other choice of settings.");
    }

    @Test
    void other_settings_may_have_another_setup_of_least_cost() {
        Findings findings = withTwoCodecs(5, 5.4, 4.6, 5.2, 4.8);
        assertThat(CostSection.headline(findings).orElseThrow())
                .endsWith(" costs least with 0 of 1 other choice of settings.");
    }

    /** All jobs together have no cost of a run, but prices and speed-ups give its ratio. */
    @Test
    void several_jobs_with_a_whole_price_list_are_bought_together() {
        Findings findings = new Measured()
                .runs("terasort", "hdd", 100, 100.4, 99.6, 100.2, 99.8)
                .runs("terasort", "ssd", 80, 80.4, 79.6, 80.2, 79.8)
                .runs("sort", "hdd", 100, 100.4, 99.6, 100.2, 99.8)
                .runs("sort", "ssd", 80, 80.4, 79.6, 80.2, 79.8)
                .findings(ComparisonOptions.standard().against("hdd").withPrices(HtmlPrices.bought(0.5)));
        assertThat(CostSection.headline(findings).orElseThrow())
                .startsWith("Buy ssd: ssd is 25 % faster and costs 24 % less for the same work.");
    }

    @Test
    void an_undecided_time_stays_undecided_although_money_decides() {
        assertThat(headline(HtmlPrices.devicesAlone(), 80, 130, 95, 120, 75))
                .startsWith("Stay with hdd: whether ssd is faster is undecided, and its devices cost ");
    }

    @Test
    void a_setup_that_is_faster_and_cheaper_is_bought() {
        assertThat(headline(HtmlPrices.bought(0.5), 80, 80.4, 79.6, 80.2, 79.8))
                .startsWith("Buy ssd: ssd is 25 % faster and costs 24 % less for the same work.");
    }

    @Test
    void if_no_setup_costs_least_in_nearly_all_draws_none_is_recommended() {
        assertThat(headline(HtmlPrices.bought(0.5), 90, 130, 95, 120, 95)).startsWith("No setup surely costs least: ");
    }

    @Test
    void without_prices_there_is_none() {
        assertThat(CostSection.headline(new Measured()
                        .runs("terasort", "hdd", 1, 2)
                        .runs("terasort", "ssd", 1, 2)
                        .findings()))
                .isEmpty();
    }
}
