package org.spindlebench.analysis.stats;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/**
 * The repeats of one measurement: one job on one setup with one choice of settings.
 *
 * <p>With n values x₁ … xₙ. One run of a job is one value; tasks inside it are not repeats. All values are kept and none is
 * ever dropped for its size.
 *
 * @param values the raw values in the order of measurement; at least one, all finite
 */
public record Cell(List<Double> values) {
    /** @throws IllegalArgumentException if there is no value, or one that is not finite */
    public Cell {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a cell needs at least one value");
        }
        if (!values.stream().allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("a cell's values must be finite: " + values);
        }
    }

    /** As the constructor. */
    public static Cell of(Collection<Double> values) {
        return new Cell(List.copyOf(values));
    }

    /** The number of values, n. */
    public int n() {
        return values.size();
    }

    /** The arithmetic mean x̄ = Σxᵢ / n, in two passes: the mean of the residuals corrects the first sum's rounding. */
    public double mean() {
        return StatUtils.mean(array());
    }

    /**
     * The sample standard deviation s = √(Σ(xᵢ − x̄)² / (n − 1)), by the corrected two-pass algorithm (Chan, Golub and LeVeque,
     * The American Statistician 37(3), 1983).
     *
     * @return absent for n = 1
     */
    public OptionalDouble sd() {
        if (n() == 1) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(new StandardDeviation(true).evaluate(array()));
    }

    /**
     * The coefficient of variation s / |x̄|, a fraction.
     *
     * @return absent for n = 1 and for a mean of 0
     */
    public OptionalDouble cv() {
        double mean = mean();
        return n() == 1 || mean == 0 ? OptionalDouble.empty() : OptionalDouble.of(sd().getAsDouble() / Math.abs(mean));
    }

    /** The median: the middle value, or the mean of the two middle values. */
    public double median() {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2;
    }

    /** The least value. */
    public double min() {
        return StatUtils.min(array());
    }

    /** The greatest value. */
    public double max() {
        return StatUtils.max(array());
    }

    /**
     * Student's interval of the mean, x̄ ± t(1 − α/2; n − 1) · s / √n with α = 1 − confidence (Student, Biometrika 6(1), 1908).
     *
     * @param confidence between 0 and 1, exclusive, such as 0.95
     * @return absent for n = 1; of no width where all values are equal
     */
    public Optional<Interval> meanInterval(double confidence) {
        if (n() == 1) {
            return Optional.empty();
        }
        // Without a generator: this one only looks up quantiles.
        double t = new TDistribution(null, n() - 1.0).inverseCumulativeProbability((1 + confidence) / 2);
        double half = t * sd().getAsDouble() / Math.sqrt(n());
        return Optional.of(new Interval(confidence, mean() - half, mean() + half));
    }

    private double[] array() {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
