package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.cost.CostFindings;
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
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;

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

    @Test
    void a_ranking_has_the_share_of_its_look() {
        Measured runs = new Measured()
                .runs("terasort", "hdd", 100, 101, 102, 103, 104)
                .runs("terasort", "ssd", 97, 98, 99, 100, 101);
        for (int look = 1; look <= 5; look++) {
            Study study = new Study("", List.of(), List.of(), Set.of(), List.of(), Looks.undeclared(look, List.of()));
            CostFindings cost = runs.findings(priced("hdd", "ssd").with(study)).cost();
            List<CostValue> times = cost.figures().stream()
                    .filter(figure -> figure.measure() == CostMeasure.TIME
                            && figure.setup().equals("ssd"))
                    .toList();
            assertThat(times).isNotEmpty();
            assertThat(times)
                    .as("p is from 1 to 5 %%, at look %d", look)
                    .allMatch(
                            figure -> figure.tiedWith().equals(study.looks().share() == 1 ? List.of() : List.of("hdd")))
                    .allMatch(figure ->
                            figure.interval() == null || figure.interval().confidence() == 0.95);
        }
    }

    private static CostValue figure(Findings findings, CostMeasure measure) {
        List<CostValue> figures = findings.cost().figures().stream()
                .filter(figure -> figure.measure() == measure)
                .toList();
        assertThat(figures).hasSize(1);
        return figures.get(0);
    }

    private static ComparisonOptions priced() {
        return priced("ssd");
    }

    private static ComparisonOptions priced(String... setups) {
        TreeMap<String, PricedSetup> all = new TreeMap<>();
        for (String setup : setups) {
            all.put(setup, new PricedSetup(null, new TreeMap<>(Map.of("ssd", 1)), null, null));
        }
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
                all);
        return ComparisonOptions.standard().withPrices(prices);
    }
}
