package org.spindlebench.analysis.cost;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.NetworkKind;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedSample;

/** Builds price lists and durations for tests. Only what a test names has a price. */
final class Lists {
    private Assumptions terms = Assumptions.DEFAULT;
    private RunningCosts running = RunningCosts.NONE;
    private Machines masters = Machines.NONE;
    private Machines node = new Machines(0, null, null, null);
    private Machines switches = Machines.NONE;
    private final SortedMap<String, NetworkKind> networks = new TreeMap<>();
    private final SortedMap<String, DeviceKind> devices = new TreeMap<>();
    private final SortedMap<String, PricedSetup> setups = new TreeMap<>();

    Lists terms(Assumptions value) {
        terms = value;
        return this;
    }

    Lists running(RunningCosts value) {
        running = value;
        return this;
    }

    Lists masters(int count, Double price, Double watts, Double rackUnits) {
        masters = new Machines(count, price, watts, rackUnits);
        return this;
    }

    Lists nodes(int workers, Double price, Double watts, Double rackUnits) {
        node = new Machines(workers, price, watts, rackUnits);
        return this;
    }

    Lists switches(int count, Double price, Double watts, Double rackUnits) {
        switches = new Machines(count, price, watts, rackUnits);
        return this;
    }

    Lists network(String name, NetworkKind value) {
        networks.put(name, value);
        return this;
    }

    Lists device(String kind, DeviceKind value) {
        devices.put(kind, value);
        return this;
    }

    Lists device(String kind, double price) {
        return device(kind, new DeviceKind(price, null, null, null, null, null));
    }

    Lists setup(String name, Map<String, Integer> perWorker) {
        return setup(name, perWorker, null);
    }

    Lists setup(String name, Map<String, Integer> perWorker, String network) {
        return setup(name, new PricedSetup(null, new TreeMap<>(perWorker), network, null));
    }

    Lists setup(String name, PricedSetup setup) {
        setups.put(name, setup);
        return this;
    }

    Lists total(String name, double price) {
        return setup(
                name,
                new PricedSetup(null, new TreeMap<>(), null, new PricedSetup.StatedTotals(price, null, null, null)));
    }

    PriceList list() {
        return new PriceList(
                new PriceList.PriceSource("test", "USD", "2014", "a test"),
                terms,
                new Catalogue(masters, node, switches, networks, devices),
                running,
                setups);
    }

    static Assumptions atUtilisation(Double utilisation) {
        return new Assumptions(3, utilisation, 0, 0, null);
    }

    static Sample cell(double... seconds) {
        return Sample.of(Arrays.stream(seconds).boxed().toList());
    }

    static VisitedSample sample(double... seconds) {
        return VisitedSample.ofRuns(cell(seconds));
    }

    static JobDurations job(String setup, String job, double... seconds) {
        return JobDurations.of(setup, job, new TreeMap<>(), cell(seconds));
    }

    static JobDurations job(String setup, JobDurations.RunWork work, double... seconds) {
        return new JobDurations(setup, "terasort", new TreeMap<>(), sample(seconds), work);
    }

    static CostValue figure(CostFindings findings, String setup, String job, CostMeasure measure) {
        List<CostValue> all = findings.figures().stream()
                .filter(figure -> figure.setup().equals(setup) && figure.measure() == measure)
                .filter(figure -> job == null ? figure.job() == null : job.equals(figure.job()))
                .toList();
        if (all.size() != 1) {
            throw new AssertionError(measure + " of " + setup + ": " + all);
        }
        return all.get(0);
    }

    static double value(CostFindings findings, String setup, String job, CostMeasure measure) {
        return figure(findings, setup, job, measure).value();
    }

    static boolean has(CostFindings findings, String setup, CostMeasure measure) {
        return findings.figures().stream()
                .anyMatch(figure -> figure.setup().equals(setup) && figure.measure() == measure);
    }

    static List<String> codes(CostFindings findings) {
        return findings.warnings().stream().map(warning -> warning.code()).toList();
    }
}
