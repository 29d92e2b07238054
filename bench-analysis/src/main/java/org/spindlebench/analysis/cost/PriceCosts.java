package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.CostValue.UnrankedCost;

/** Computes the costs of a setup that follow from prices alone. */
final class PriceCosts {
    /** The setting of runs whose files are erasure-coded. */
    static final String CODING = "erasure_coding";

    private static final double BYTES_PER_TB = 1e12;
    private static final double BYTES_PER_MB = 1e6;

    private final SetupCost cost;
    private final UnrankedCost.CostSubject about;
    private final List<UnrankedCost> drafts = new ArrayList<>();

    private PriceCosts(SetupCost cost, UnrankedCost.CostSubject about) {
        this.cost = cost;
        this.about = about;
    }

    static List<UnrankedCost> of(SetupCost cost, StorageTerms storage) {
        PriceCosts figures = new PriceCosts(cost, UnrankedCost.CostSubject.setup(cost.setup()));
        figures.prices();
        figures.capacity();
        figures.usable(storage);
        return figures.drafts;
    }

    /** Computes the capacity for files with an erasure-coding policy, and its price; both name the policy. */
    static List<UnrankedCost> coded(SetupCost cost, StorageTerms storage) {
        SortedMap<String, String> settings =
                new TreeMap<>(Map.of(CODING, storage.coding().name()));
        PriceCosts figures = new PriceCosts(cost, new UnrankedCost.CostSubject(cost.setup(), null, settings));
        figures.usable(storage);
        return figures.drafts;
    }

    private void prices() {
        SetupCost.Prices prices = cost.prices();
        add(CostMeasure.DEVICE_PRICE, prices.device());
        add(CostMeasure.NODE_PRICE, prices.node());
        add(CostMeasure.CLUSTER_PRICE, prices.cluster());
        add(CostMeasure.TOTAL_COST, prices.total());
        add(CostMeasure.HOURLY_RATE, prices.hourly());
        add(CostMeasure.POWER, cost.watts());
        add(
                CostMeasure.DEVICE_PRICE_PER_BANDWIDTH,
                over(prices.device(), cost.devices().bandwidth(), BYTES_PER_MB));
    }

    private void capacity() {
        add(
                CostMeasure.DEVICE_PRICE_PER_TB,
                over(cost.prices().device(), cost.devices().capacity(), BYTES_PER_TB));
        add(CostMeasure.RAW_CAPACITY, ofAllWorkers(cost.devices().capacity()));
    }

    private void usable(StorageTerms storage) {
        Double ofHdfs = ofAllWorkers(cost.devices().capacityOfHdfs());
        if (ofHdfs != null) {
            add(CostMeasure.USABLE_CAPACITY, storage.usable(ofHdfs));
            add(
                    CostMeasure.CLUSTER_PRICE_PER_USABLE_TB,
                    over(cost.prices().cluster(), storage.usable(ofHdfs), BYTES_PER_TB));
        }
    }

    private Double ofAllWorkers(Double capacity) {
        return capacity == null || cost.workers() == null ? null : (Double) (cost.workers() * capacity);
    }

    private static Double over(Double price, Double amount, double unit) {
        return price == null || amount == null ? null : Double.valueOf(price / (amount / unit));
    }

    private void add(CostMeasure measure, Double value) {
        if (value != null) {
            drafts.add(UnrankedCost.ofPrices(about, measure, value));
        }
    }
}
