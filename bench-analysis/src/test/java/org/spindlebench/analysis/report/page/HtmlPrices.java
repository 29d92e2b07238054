package org.spindlebench.analysis.report.page;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;

/** Price lists of the setups hdd, ssd and hybrid. */
final class HtmlPrices {
    private HtmlPrices() {}

    /** Returns a list in which everything is bought, and used for three years. */
    static PriceList bought(Double utilisation) {
        return list(
                new Assumptions(3, utilisation, 0, 0, null),
                new Machines(10, 10_000.0, null, null),
                RunningCosts.NONE,
                device(250.0, null),
                device(900.0, null));
    }

    static PriceList hourly() {
        return list(
                Assumptions.DEFAULT,
                new Machines(0, null, null, null),
                new RunningCosts(3.5, null, null, 1),
                device(null, 0.2),
                device(null, 0.7));
    }

    static PriceList devicesAlone() {
        return list(
                Assumptions.DEFAULT,
                new Machines(0, null, null, null),
                RunningCosts.NONE,
                device(400.0, null),
                device(14_000.0, null));
    }

    private static DeviceKind device(Double price, Double hourly) {
        return new DeviceKind(price, null, null, null, null, hourly);
    }

    private static PriceList list(
            Assumptions terms, Machines node, RunningCosts running, DeviceKind hdd, DeviceKind ssd) {
        SortedMap<String, PricedSetup> setups = new TreeMap<>();
        setups.put("hdd", setup(Map.of("hdd", 6)));
        setups.put("ssd", setup(Map.of("ssd", 1)));
        setups.put("hybrid", setup(Map.of("hdd", 2, "ssd", 1)));
        return new PriceList(
                new PriceList.PriceSource("mine", "USD", "2026", "a test"),
                terms,
                new Catalogue(
                        Machines.NONE,
                        node,
                        Machines.NONE,
                        new TreeMap<>(),
                        new TreeMap<>(Map.of("hdd", hdd, "ssd", ssd))),
                running,
                setups);
    }

    private static PricedSetup setup(Map<String, Integer> devices) {
        return new PricedSetup(null, new TreeMap<>(devices), null, null);
    }
}
