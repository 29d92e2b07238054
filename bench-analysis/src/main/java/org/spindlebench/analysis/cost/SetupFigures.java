package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.List;

/** The figures of a setup that follow from prices alone. */
final class SetupFigures {
    private static final double BYTES_PER_TB = 1e12;
    private static final double BYTES_PER_MB = 1e6;

    private final SetupCost cost;
    private final List<Draft> drafts = new ArrayList<>();

    private SetupFigures(SetupCost cost) {
        this.cost = cost;
    }

    static List<Draft> of(SetupCost cost, StorageTerms storage) {
        SetupFigures figures = new SetupFigures(cost);
        figures.prices();
        figures.capacity(storage);
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

    private void capacity(StorageTerms storage) {
        Double capacity = cost.devices().capacity();
        add(CostMeasure.DEVICE_PRICE_PER_TB, over(cost.prices().device(), capacity, BYTES_PER_TB));
        if (capacity == null || cost.workers() == null) {
            return;
        }
        double raw = cost.workers() * capacity;
        add(CostMeasure.RAW_CAPACITY, raw);
        add(CostMeasure.USABLE_CAPACITY, storage.usable(raw));
        add(CostMeasure.CLUSTER_PRICE_PER_USABLE_TB, over(cost.prices().cluster(), storage.usable(raw), BYTES_PER_TB));
    }

    private static Double over(Double price, Double amount, double unit) {
        return price == null || amount == null ? null : Double.valueOf(price / (amount / unit));
    }

    private void add(CostMeasure measure, Double value) {
        if (value != null) {
            drafts.add(Draft.ofPrices(cost.setup(), measure, value));
        }
    }
}
