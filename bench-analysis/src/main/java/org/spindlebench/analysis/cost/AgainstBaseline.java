package org.spindlebench.analysis.cost;

import java.util.LinkedHashMap;
import java.util.Map;
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;

/** The formulas in which prices of a setup meet those of the baseline, which they call by {@link #BASELINE} and the measure. */
record AgainstBaseline(SetupCost own, SetupCost baseline, Assumptions terms) {
    /** What stands before the name of a price of the baseline. */
    static final String BASELINE = "baseline.";
    /** What the speed-up against the baseline is called. */
    static final String SPEED_UP = "speed_up";

    /** Prices over performance, the most telling first, and the prices that they are of. */
    static final Map<CostMeasure, CostMeasure> PER_PERFORMANCE = new LinkedHashMap<>();

    static {
        PER_PERFORMANCE.put(CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE, CostMeasure.CLUSTER_PRICE);
        PER_PERFORMANCE.put(CostMeasure.NODE_PRICE_PER_PERFORMANCE, CostMeasure.NODE_PRICE);
        PER_PERFORMANCE.put(CostMeasure.DEVICE_PRICE_PER_PERFORMANCE, CostMeasure.DEVICE_PRICE);
    }

    private static final double ROUNDING = 1e-9;

    private Formula base(CostMeasure price) {
        return baseline.formulas().get(price).named(BASELINE + price.code());
    }

    private Formula own(CostMeasure price) {
        return own.called(price);
    }

    /** How many times the baseline's price this one is. */
    Formula relative(CostMeasure price) {
        return own(price).over(base(price));
    }

    /** The price at which the setup would be as good as the baseline, at a speed-up. */
    double breakEven(CostMeasure measure, double speedUp) {
        return breakEven(measure, Formula.input(SPEED_UP, speedUp)).value();
    }

    boolean hasBreakEven(CostMeasure measure) {
        return breakEven(measure, Formula.constant(1)).isKnown();
    }

    /** The same as a formula of the speed-up. */
    Formula breakEven(CostMeasure measure) {
        return breakEven(measure, Formula.input(SPEED_UP, 1.0));
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
            default -> throw new IllegalArgumentException(measure + " is no price");
        };
    }

    /** The price of the cluster at which its total is a given multiple of the baseline's. */
    private Formula cluster(Formula speedUp) {
        Formula upkeep = terms.upkeep().named("upkeep");
        Formula forTime =
                own(CostMeasure.TOTAL_COST).minus(own(CostMeasure.CLUSTER_PRICE).times(upkeep));
        return speedUp.times(base(CostMeasure.TOTAL_COST)).minus(forTime).over(upkeep);
    }

    /** What a price of the cluster leaves for the devices of one worker; not known where the price is stated as a whole. */
    private Formula devices(Formula cluster, Formula rest) {
        Formula workers = own.workers() == null ? Formula.missing("workers") : Formula.constant(own.workers());
        Formula others = own(CostMeasure.CLUSTER_PRICE).minus(workers.times(own(CostMeasure.DEVICE_PRICE)));
        return cluster.minus(others).over(workers).needing(rest);
    }

    /** How many of the baseline's devices per worker the devices of one worker cost. */
    Formula equalDevices() {
        return own(CostMeasure.DEVICE_PRICE)
                .over(base(CostMeasure.DEVICE_PRICE)
                        .over(Formula.constant(baseline.devices().count())));
    }

    /** How many of the baseline's workers the cluster costs, masters and switches as they are. */
    Formula equalWorkers() {
        Formula workers =
                baseline.workers() == null ? Formula.missing("workers") : Formula.constant(baseline.workers());
        return own(CostMeasure.CLUSTER_PRICE)
                .minus(base(CostMeasure.CLUSTER_PRICE))
                .over(base(CostMeasure.NODE_PRICE))
                .plus(workers);
    }

    /** Prices are decimal: 14000 / 0.1 must not fall below its whole number by a rounding. */
    static long whole(double count) {
        return Math.max(0, (long) Math.floor(count * (1 + ROUNDING)));
    }
}
