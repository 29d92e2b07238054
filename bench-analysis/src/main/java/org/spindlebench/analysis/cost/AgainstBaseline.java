package org.spindlebench.analysis.cost;

import java.util.Map;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;

/** Combines a setup's prices with the baseline's. */
record AgainstBaseline(SetupCost own, SetupCost baseline, Assumptions terms) {
    /** The measures of price over performance, each with the price that it is based on. */
    static final Map<CostMeasure, CostMeasure> PER_PERFORMANCE = Map.of(
            CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE, CostMeasure.CLUSTER_PRICE,
            CostMeasure.NODE_PRICE_PER_PERFORMANCE, CostMeasure.NODE_PRICE,
            CostMeasure.DEVICE_PRICE_PER_PERFORMANCE, CostMeasure.DEVICE_PRICE);

    private static final double ROUNDING = 1e-9;

    private Formula base(CostMeasure price) {
        return baseline.formulas().get(price);
    }

    private Formula own(CostMeasure price) {
        return own.formulas().get(price);
    }

    /** Returns this setup's price / the baseline's price. */
    Formula relative(CostMeasure price) {
        return own(price).over(base(price));
    }

    /** Returns the price at which the setup would be as economical as the baseline, for a given speed-up. */
    double breakEven(CostMeasure measure, double speedUp) {
        return breakEven(measure, Formula.constant(speedUp)).value();
    }

    boolean hasBreakEven(CostMeasure measure) {
        return breakEven(measure, Formula.constant(1)).isKnown();
    }

    private Formula breakEven(CostMeasure measure, Formula speedUp) {
        Formula rest = own(CostMeasure.NODE_PRICE).minus(own(CostMeasure.DEVICE_PRICE));
        return switch (measure) {
            case BREAK_EVEN_DEVICE_PRICE ->
                speedUp.times(base(CostMeasure.DEVICE_PRICE)).needing(own(CostMeasure.DEVICE_PRICE));
            case BREAK_EVEN_DEVICE_PRICE_BY_NODE ->
                speedUp.times(base(CostMeasure.NODE_PRICE)).minus(rest);
            case BREAK_EVEN_DEVICE_PRICE_BY_CLUSTER -> devices(speedUp.times(base(CostMeasure.CLUSTER_PRICE)), rest);
            case BREAK_EVEN_CLUSTER_PRICE -> cluster(speedUp);
            case BREAK_EVEN_DEVICE_PRICE_BY_JOB -> devices(cluster(speedUp), rest);
            default -> throw new IllegalArgumentException(measure + " is not a price");
        };
    }

    /** Returns the price of the cluster at which its total cost is a given multiple of the baseline's total cost. */
    private Formula cluster(Formula speedUp) {
        Formula upkeep = terms.upkeep();
        Formula forTime =
                own(CostMeasure.TOTAL_COST).minus(own(CostMeasure.CLUSTER_PRICE).times(upkeep));
        return speedUp.times(base(CostMeasure.TOTAL_COST)).minus(forTime).over(upkeep);
    }

    /** Returns the money that is left for one worker's devices; unknown if the list prices only the whole cluster. */
    private Formula devices(Formula cluster, Formula rest) {
        Formula workers = own.workers() == null ? Formula.missing("workers") : Formula.constant(own.workers());
        Formula others = own(CostMeasure.CLUSTER_PRICE).minus(workers.times(own(CostMeasure.DEVICE_PRICE)));
        return cluster.minus(others).over(workers).needing(rest);
    }

    /**
     * Returns the number of the baseline's devices per worker that would cost as much as the devices of one worker
     * here.
     */
    Formula equalDevices() {
        return own(CostMeasure.DEVICE_PRICE)
                .over(base(CostMeasure.DEVICE_PRICE)
                        .over(Formula.constant(baseline.devices().count())));
    }

    /** Returns the baseline's workers at this cluster's price, with unchanged masters and switches. */
    Formula equalWorkers() {
        Formula workers =
                baseline.workers() == null ? Formula.missing("workers") : Formula.constant(baseline.workers());
        return own(CostMeasure.CLUSTER_PRICE)
                .minus(base(CostMeasure.CLUSTER_PRICE))
                .over(base(CostMeasure.NODE_PRICE))
                .plus(workers);
    }

    /** Rounds down with a tolerance: prices are decimal, and rounding must not reduce 14000 / 0.1 by 1. */
    static long whole(double count) {
        return Math.max(0, (long) Math.floor(count * (1 + ROUNDING)));
    }
}
