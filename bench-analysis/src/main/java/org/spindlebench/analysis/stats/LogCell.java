package org.spindlebench.analysis.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * The logarithms of a cell's values, kept as a reference and the logarithms relative to it: ln xᵢ = ln reference + deviationᵢ.
 *
 * <p>Near the reference a relative logarithm has all its digits, where the difference of two logarithms has lost those they share.
 *
 * @param reference the cell's mean
 */
record LogCell(double reference, Cell deviations) {
    /** @return absent where a value is not above 0 */
    static Optional<LogCell> of(Cell cell) {
        if (!(cell.min() > 0)) {
            return Optional.empty();
        }
        double mean = cell.mean();
        return Optional.of(new LogCell(mean, Cell.of(relative(cell.array(), mean))));
    }

    /** ln(value / reference) of each. */
    static double[] relative(double[] values, double reference) {
        return Arrays.stream(values).map(value -> logOfRatio(value, reference)).toArray();
    }

    int n() {
        return deviations.n();
    }

    /** Of two numbers within a factor of two the difference is exact. */
    private static double logOfRatio(double value, double reference) {
        double ratio = value / reference;
        return ratio > 0.5 && ratio < 2 ? Math.log1p((value - reference) / reference) : Math.log(ratio);
    }
}
