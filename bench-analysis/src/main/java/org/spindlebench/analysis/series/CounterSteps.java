package org.spindlebench.analysis.series;

import java.util.OptionalDouble;

/** What was counted of one thing in each slot of a grid. NaN inside: of a slot in which that is not known. For one thread. */
final class CounterSteps {
    private final int slots;

    /** Null while nothing was counted: most devices of a node do nothing. */
    private double[] sums;

    CounterSteps(StepGrid grid) {
        this.slots = grid.slots();
    }

    /** Takes up what it grew by between two samples; empty where that is not known. */
    void add(Spread pair, OptionalDouble increase) {
        add(pair, increase.orElse(Double.NaN));
    }

    void add(Spread pair, double increase) {
        if (increase != 0) {
            pair.share(increase, sums());
        }
    }

    /** Takes up a value at two samples, for its mean; NaN where it is not known. */
    void integrate(Spread pair, double before, double after) {
        pair.integrate(before, after, sums());
    }

    /** Adds to one slot. */
    void add(int slot, double value) {
        if (value != 0) {
            sums()[slot] += value;
        }
    }

    double at(int slot) {
        return sums == null ? 0 : sums[slot];
    }

    /** Whether anything was counted, or might have been. */
    boolean isActive() {
        if (sums != null) {
            for (double sum : sums) {
                if (sum != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private double[] sums() {
        if (sums == null) {
            sums = new double[slots];
        }
        return sums;
    }

    /** A value for a record: null where it is not known. */
    static Double known(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }
}
