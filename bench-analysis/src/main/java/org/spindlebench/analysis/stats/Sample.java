package org.spindlebench.analysis.stats;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.RandomAccess;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.moment.Mean;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;

/**
 * The repeats of one measurement: one job on one setup with one choice of settings.
 *
 * <p>The values are x₁ … xₙ. One run of a job is one value; its tasks are not repeats. No value is ever dropped for its
 * size.
 *
 * <p>Every result is finite for all allowed values. Before summing, a power of two scales the values to near 1, which
 * neither overflows nor rounds.
 *
 * @param values the raw values in the order of measurement; at least one, all finite and at most {@link #LARGEST} in
 *     size
 */
public record Sample(List<Double> values) {
    /** The greatest size of a value, 10²⁹⁰. Beyond it, the bounds of an interval could exceed the range of a double. */
    public static final double LARGEST = 1e290;

    /** The largest number of ticks that a clock may have in a second. */
    private static final double MOST_TICKS = 1000;

    /**
     * Copies the values.
     *
     * @throws IllegalArgumentException if there is no value, or if a value is not finite or larger than
     *     {@link #LARGEST}
     */
    public Sample {
        Values numbers = Values.of(values);
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("a cell needs at least one value");
        }
        for (int i = 0; i < numbers.size(); i++) {
            double value = numbers.at(i);
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("a cell's values must be finite, but value " + (i + 1) + " of "
                        + numbers.size() + " is " + value);
            }
            if (Math.abs(value) > LARGEST) {
                throw new IllegalArgumentException("a cell's values must be at most " + LARGEST + " in size, but value "
                        + (i + 1) + " of " + numbers.size() + " is " + value);
            }
        }
        values = numbers;
    }

    public static Sample of(Collection<Double> values) {
        return new Sample(Values.of(values));
    }

    /** Divides each value by the value at the same place of another sample. */
    Sample over(Sample other) {
        if (other.n() != n()) {
            throw new IllegalArgumentException(n() + " values need as many divisors, not " + other.n());
        }
        return of(IntStream.range(0, n())
                .mapToDouble(i -> values.get(i) / other.values.get(i))
                .toArray());
    }

    /** Returns all values multiplied by a factor. */
    Sample times(double factor) {
        return of(values.stream().mapToDouble(value -> factor * value).toArray());
    }

    public static Sample of(double... values) {
        return new Sample(Values.of(values));
    }

    /**
     * Joins the values of several cells, in their order.
     *
     * @param cells at least one
     */
    public static Sample pooled(Collection<Sample> cells) {
        return new Sample(Values.joined(cells.stream().map(Sample::numbers).toList()));
    }

    /** Returns n, the number of values. */
    public int n() {
        return values.size();
    }

    /**
     * Returns the arithmetic mean x̄ = Σxᵢ / n. It is computed in two passes: the mean of the residuals corrects the
     * rounding of the first sum. The mean is never below the least value or above the greatest, so the mean of equal
     * values is exactly that value.
     */
    public double mean() {
        return numbers().mean();
    }

    /**
     * Returns the sample standard deviation s = √(Σ(xᵢ − x̄)² / (n − 1)), by the corrected two-pass algorithm (Chan,
     * Golub and LeVeque, The American Statistician 37(3), 1983). The result is exactly 0 if all values are equal.
     *
     * @return empty for n = 1
     */
    public OptionalDouble sd() {
        return n() == 1 ? OptionalDouble.empty() : OptionalDouble.of(new Scaled(numbers()).unscaled(Scaled::sd));
    }

    /**
     * Returns the coefficient of variation s / |x̄|, a fraction.
     *
     * @return empty for n = 1, and for a mean so near 0 that the fraction exceeds the range of a double
     */
    public OptionalDouble cv() {
        if (n() == 1) {
            return OptionalDouble.empty();
        }
        Scaled scaled = new Scaled(numbers());
        double cv = scaled.sd() / Math.abs(scaled.mean());
        return Double.isFinite(cv) ? OptionalDouble.of(cv) : OptionalDouble.empty();
    }

    /** Returns the median: the middle value, or the mean of the two middle values. */
    public double median() {
        return median(sorted());
    }

    static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2;
    }

    /**
     * Returns a quantile, interpolated linearly between the sorted values at rank 1 + (n − 1) · share (R's type 7;
     * Hyndman and Fan, The American Statistician 50(4), 1996).
     *
     * @param share the share of values below the quantile, from 0 (the least value) to 1 (the greatest); 0.25 and 0.75
     *     give the quartiles
     */
    public double quantile(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("a quantile's share must be between 0 and 1: " + share);
        }
        return quantile(sorted(), share);
    }

    static double quantile(double[] sorted, double share) {
        double rank = share * (sorted.length - 1);
        int below = (int) rank;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
    }

    public double min() {
        return numbers().least();
    }

    public double max() {
        return numbers().greatest();
    }

    /**
     * Returns Student's interval of the mean, x̄ ± t(1 − α/2; n − 1) · s / √n with α = 1 − confidence (Student,
     * Biometrika 6(1), 1908).
     *
     * @param confidence between 0 and 1, exclusive, such as 0.95
     * @return empty for n = 1; an interval of width 0 if all values are equal
     */
    public Optional<Interval> meanInterval(double confidence) {
        Interval.requireConfidence(confidence);
        if (n() == 1) {
            return Optional.empty();
        }
        double half = StudentT.quantile(confidence, n() - 1.0) * sd().getAsDouble() / Math.sqrt(n());
        return Optional.of(new Interval(confidence, mean() - half, mean() + half));
    }

    /**
     * Guesses the unit of the clock that measured these values, if they are in seconds. It is the greatest of 1, 0.1,
     * 0.01 and 0.001 that divides all of them.
     *
     * <p>Jobs' clocks tick in thousandths of a second or in whole seconds, and tables have a few digits. Greater units
     * are not considered: five runs of 60 s and one of 120 s were more likely rounded to seconds than to minutes.
     *
     * @return 0 if no unit is found, such as for unrounded values
     */
    public double unit() {
        for (double ticks = 1; ticks <= MOST_TICKS; ticks *= 10) {
            if (isWhole(ticks)) {
                return 1 / ticks;
            }
        }
        return 0;
    }

    /** Checks whether each value is a whole number of ticks, except for the rounding of doubles. */
    private boolean isWhole(double ticksOfOne) {
        for (int i = 0; i < n(); i++) {
            double value = numbers().at(i);
            if (Math.rint(value * ticksOfOne) / ticksOfOne != value) {
                return false;
            }
        }
        return true;
    }

    /** Returns a copy of the values. */
    double[] array() {
        return numbers().copy();
    }

    /** Returns a copy of the values in ascending order. */
    double[] sorted() {
        return numbers().sorted();
    }

    /** Returns the least value above 0; infinite if there is none. */
    double leastAboveZero() {
        double least = Double.POSITIVE_INFINITY;
        for (double number : numbers().numbers) {
            least = number > 0 ? Math.min(least, number) : least;
        }
        return least;
    }

    private Values numbers() {
        return (Values) values;
    }

    /** The values, scaled by a power of two so that the greatest size is 1 or just above. */
    private static final class Scaled {
        private final double[] values;
        private final double least;
        private final double greatest;
        private final int exponent;

        Scaled(Values raw) {
            double lowest = raw.least();
            double highest = raw.greatest();
            exponent = Math.getExponent(Math.max(Math.abs(lowest), Math.abs(highest)));
            double factor = Math.scalb(1.0, -exponent);
            least = lowest * factor;
            greatest = highest * factor;
            values = raw.copy();
            for (int i = 0; i < values.length; i++) {
                values[i] *= factor;
            }
        }

        double mean() {
            return Math.max(least, Math.min(greatest, new Mean().evaluate(values)));
        }

        double sd() {
            return least == greatest ? 0 : new StandardDeviation(true).evaluate(values);
        }

        double unscaled(ToDoubleFunction<Scaled> figure) {
            return Math.scalb(figure.applyAsDouble(this), exponent);
        }
    }

    /** An unmodifiable list that stores its numbers unboxed, because a cell may have thousands. */
    static final class Values extends AbstractList<Double> implements RandomAccess {
        private final double[] numbers;
        /** NaN until its first use. */
        private volatile double mean = Double.NaN;

        private Values(double[] numbers) {
            this.numbers = numbers;
        }

        /** Copies numbers, unless they are already of this class. */
        static Values of(Collection<Double> numbers) {
            Objects.requireNonNull(numbers, "a cell needs values, not null");
            if (numbers instanceof Values values) {
                return values;
            }
            double[] copy = new double[numbers.size()];
            int next = 0;
            for (double number : numbers) {
                copy[next++] = number;
            }
            return new Values(copy);
        }

        static Values of(double... numbers) {
            return new Values(Objects.requireNonNull(numbers, "a cell needs values, not null")
                    .clone());
        }

        static Values joined(Collection<Values> lists) {
            double[] all = new double[lists.stream().mapToInt(Values::size).sum()];
            int next = 0;
            for (Values list : lists) {
                System.arraycopy(list.numbers, 0, all, next, list.numbers.length);
                next += list.numbers.length;
            }
            return new Values(all);
        }

        double at(int index) {
            return numbers[index];
        }

        double[] copy() {
            return numbers.clone();
        }

        double mean() {
            double known = mean;
            if (Double.isNaN(known)) {
                known = numbers.length == 1 ? numbers[0] : new Scaled(this).unscaled(Scaled::mean);
                mean = known;
            }
            return known;
        }

        double[] sorted() {
            double[] sorted = copy();
            Arrays.sort(sorted);
            return sorted;
        }

        double least() {
            double least = numbers[0];
            for (double number : numbers) {
                least = Math.min(least, number);
            }
            return least;
        }

        double greatest() {
            double greatest = numbers[0];
            for (double number : numbers) {
                greatest = Math.max(greatest, number);
            }
            return greatest;
        }

        @Override
        public Double get(int index) {
            return numbers[index];
        }

        @Override
        public int size() {
            return numbers.length;
        }
    }
}
