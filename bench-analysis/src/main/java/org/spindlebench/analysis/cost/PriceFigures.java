package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.CostFigure.UnrankedFigure;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;

/** Computes the costs of a setup that follow from prices alone. */
final class PriceFigures {
    /** The setting of runs whose files are erasure-coded. */
    static final String CODING = "erasure_coding";

    private static final double BYTES_PER_TB = 1e12;
    private static final double BYTES_PER_MB = 1e6;

    private final SetupCost cost;
    private final UnrankedFigure.FigureSubject about;
    private final List<UnrankedFigure> drafts = new ArrayList<>();

    private PriceFigures(SetupCost cost, UnrankedFigure.FigureSubject about) {
        this.cost = cost;
        this.about = about;
    }

    static List<UnrankedFigure> of(SetupCost cost, StorageTerms storage) {
        PriceFigures figures = new PriceFigures(cost, UnrankedFigure.FigureSubject.setup(cost.setup()));
        figures.prices();
        figures.capacity();
        figures.usable(storage);
        return figures.drafts;
    }

    /** Computes the capacity for files with an erasure-coding policy, and its price; both name the policy. */
    static List<UnrankedFigure> coded(SetupCost cost, StorageTerms storage) {
        SortedMap<String, String> settings =
                new TreeMap<>(Map.of(CODING, storage.coding().name()));
        PriceFigures figures = new PriceFigures(cost, new UnrankedFigure.FigureSubject(cost.setup(), null, settings));
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
            drafts.add(UnrankedFigure.ofPrices(about, measure, value));
        }
    }
}
