package org.spindlebench.analysis.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.JobDurations;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.stats.Sample;

final class Costs implements Example {
    @Override
    public void run(Path directory, PrintStream out) {
        // example
        Machines workers = new Machines(10, 10_000.0, null, null); // how many, price of one, watts, rack units
        DeviceKind hdd =
                new DeviceKind(400.0, 2e12, 120e6, null, null, null); // price, bytes, bytes/s, watts, endurance
        DeviceKind ssd = new DeviceKind(14_000.0, 1.3e12, 1.3e9, null, null, null);
        PriceList prices = new PriceList(
                new PriceList.PriceSource("mine", "USD", "2026-03", "quoted by a dealer"),
                new Assumptions(3, 0.6, 0, 0, StorageTerms.DEFAULT), // years, utilisation, discount, support
                new Catalogue(
                        Machines.NONE,
                        workers,
                        Machines.NONE,
                        new TreeMap<>(),
                        new TreeMap<>(Map.of("hdd", hdd, "ssd", ssd))),
                RunningCosts.NONE,
                new TreeMap<>(Map.of(
                        "hdd", new PricedSetup(null, new TreeMap<>(Map.of("hdd", 11)), null, null),
                        "ssd", new PricedSetup(null, new TreeMap<>(Map.of("ssd", 1)), null, null))));
        List<JobDurations> measured = List.of(
                JobDurations.of("hdd", "terasort", new TreeMap<>(), Sample.of(412.1, 405.7, 418.9)),
                JobDurations.of("ssd", "terasort", new TreeMap<>(), Sample.of(251.4, 247.9, 255.0)));
        CostFindings findings = CostFindings.of(prices, measured, CostOptions.DEFAULT.against("hdd"));
        Set<CostMeasure> shown = Set.of(CostMeasure.NODE_PRICE, CostMeasure.COST_PER_JOB);
        for (CostValue figure : findings.figures()) {
            if (shown.contains(figure.measure())) {
                out.printf(
                        Locale.ROOT,
                        "%s %s: %.4f %s, rank %d%n",
                        figure.setup(),
                        figure.measure().code(),
                        figure.value(),
                        figure.unit(),
                        figure.rank());
            }
        }
        findings.warnings().forEach(warning -> out.println(warning.code()));
        // end
    }
}
