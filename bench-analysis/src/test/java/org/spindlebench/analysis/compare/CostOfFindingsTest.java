package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;

/** Checks the costs that findings compute from measured cells. */
class CostOfFindingsTest {
    private static final double DAYS_OF_A_YEAR = 365;

    @Test
    void wear_is_of_what_runs_wrote_to_hdfs_and_to_local_directories() {
        Measured runs = new Measured();
        for (double seconds : new double[] {99, 100, 101}) {
            runs.next("terasort", "ssd", seconds).wroteLocally(36_000_000L);
        }
        // 64 MB of replicated output and 36 MB of spills and merges: 100 MB in 100 s, on one worker with one device of
        // 1 TBW.
        // of 1 TBW.
        CostValue wear = figure(runs.findings(priced()), CostMeasure.DEVICE_WEAR);
        double bytesInAYear = DAYS_OF_A_YEAR * 86_400 / 100 * 100e6;
        assertThat(wear.value()).isCloseTo(bytesInAYear / 1e12, within(1e-9));
    }

    @Test
    void cost_is_of_means_unless_the_best_runs_are_asked_for() {
        Measured runs = new Measured().runs("terasort", "ssd", 90, 100, 110);
        assertThat(figure(runs.findings(priced()), CostMeasure.TIME).value()).isEqualTo(100);
        CostValue best = figure(runs.findings(priced().withCostOf(CostOptions.CountedRuns.BEST)), CostMeasure.TIME);
        assertThat(best.value()).isEqualTo(90);
        assertThat(best.interval()).isNull();
        assertThat(best.averaging().code()).isEqualTo("best_of_runs");
    }

    @Test
    void a_job_beside_others_does_not_cost_what_the_whole_cluster_costs() {
        Measured runs = new Measured().runs("terasort", "ssd", 90, 100, 110).with("concurrent", "true");
        runs.runs("terasort", "ssd", 500, 510);
        assertThat(figure(runs.findings(priced()), CostMeasure.TIME).value()).isEqualTo(100);
    }

    @Test
    void without_prices_there_is_no_cost() {
        assertThat(new Measured().runs("terasort", "ssd", 90).findings().cost()).isNull();
    }

    private static CostValue figure(Findings findings, CostMeasure measure) {
        List<CostValue> figures = findings.cost().figures().stream()
                .filter(figure -> figure.measure() == measure)
                .toList();
        assertThat(figures).hasSize(1);
        return figures.get(0);
    }

    private static ComparisonOptions priced() {
        DeviceKind ssd = new DeviceKind(1000.0, 1e12, 1e9, null, 1e12, null);
        PriceList prices = new PriceList(
                new PriceList.PriceSource("mine", "USD", "2026", "a test"),
                new Assumptions(1, 1.0, 0, 0, StorageTerms.DEFAULT),
                new Catalogue(
                        Machines.NONE,
                        new Machines(1, 10_000.0, null, null),
                        Machines.NONE,
                        new TreeMap<>(),
                        new TreeMap<>(Map.of("ssd", ssd))),
                RunningCosts.NONE,
                new TreeMap<>(Map.of("ssd", new PricedSetup(null, new TreeMap<>(Map.of("ssd", 1)), null, null))));
        return ComparisonOptions.standard().withPrices(prices);
    }
}
