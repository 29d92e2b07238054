package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The relative variance of a mean duration, from which the interval of the ratio of two means follows. For one job it
 * is s² / (n x̄²), as {@link SpeedUp} needs it; for several, the variance of the mean of logarithms, as in
 * {@link SuiteRatio}.
 *
 * @param linear whether it belongs to one job, and ratios are of arithmetic means
 * @param parts the parts of the variance: one, or one for each job with independent runs
 */
public record RelativeVariance(boolean linear, List<Part> parts) {
    /** Caches quantiles, because hundreds of setups are compared with one another. */
    private static final Map<Quantile, Double> QUANTILES = new ConcurrentHashMap<>();

    private static final double STEPS = 16;
    private static final double FINE_UP_TO = 64;
    private static final double MOST_DF = 1000;
    /** A margin far above the rounding of a quantile. */
    private static final double MARGIN = 1e-9;

    private static final int NODES = 32;
    private static final double NEGLIGIBLE = 1e-13;

    private record Quantile(double confidence, double df) {}

    /**
     * The variance of one job.
     *
     * @param variance relative; 0 if runs never vary
     * @param df degrees of freedom of that estimate, above 0
     */
    public record Part(double variance, double df) {}

    /** The position of a value relative to an interval that is not computed. */
    public enum Place {
        INSIDE,
        OUTSIDE,
        /** Undecided, because the value is too near one of the bounds. */
        OPEN
    }

    public RelativeVariance {
        parts = List.copyOf(parts);
    }

    /**
     * Computes the relative variance.
     *
     * @param jobs one for each job, all durations above 0
     * @return empty if a job was run or visited once, or too few visits have all jobs
     */
    public static Optional<RelativeVariance> of(List<VisitedSample> jobs) {
        if (jobs.size() > 1) {
            double[] references =
                    jobs.stream().mapToDouble(job -> job.observations().mean()).toArray();
            return LogMean.of(jobs, references)
                    .variance()
                    .map(variance -> new RelativeVariance(
                            false,
                            variance.parts().stream()
                                    .map(part -> new Part(part.variance(), part.df()))
                                    .toList()));
        }
        Sample cell = jobs.get(0).observations();
        if (cell.n() == 1) {
            return Optional.empty();
        }
        double cv = cell.cv().orElseThrow();
        return Optional.of(new RelativeVariance(true, List.of(new Part(cv * cv / cell.n(), cell.n() - 1.0))));
    }

    /** Returns the zero variance of values that are known exactly. */
    public static RelativeVariance exact(int jobs) {
        return new RelativeVariance(jobs == 1, List.of(new Part(0, 1)));
    }

    /**
     * Returns Student's quantile t(1 − α/2; df) for all df of at least 1, with α = 1 − confidence. It is a Chebyshev
     * series of ln t in 2 / df − 1, with the highest coefficient first. It is accurate to ten digits up to the
     * confidence of each pair of 200 means at 95 % together.
     *
     * @param confidence between 0 and 1, exclusive
     */
    public static List<Double> quantiles(double confidence) {
        double[] logs = new double[NODES];
        for (int node = 0; node < NODES; node++) {
            logs[node] = Math.log(StudentT.quantile(confidence, 2 / (1 + Math.cos(Math.PI * (node + 0.5) / NODES))));
        }
        List<Double> coefficients = new ArrayList<>();
        for (int degree = NODES - 1; degree >= 0; degree--) {
            double sum = 0;
            for (int node = 0; node < NODES; node++) {
                sum += logs[node] * Math.cos(Math.PI * degree * (node + 0.5) / NODES);
            }
            double coefficient = sum * (degree == 0 ? 1 : 2) / NODES;
            if (!coefficients.isEmpty() || Math.abs(coefficient) > NEGLIGIBLE) {
                coefficients.add(coefficient);
            }
        }
        return coefficients;
    }

    double variance() {
        return parts.stream().mapToDouble(Part::variance).sum();
    }

    /**
     * Places a value relative to the interval of the ratio of this mean to another. It looks up Student's quantile for
     * slightly more and slightly fewer degrees of freedom. That is a hundred times as fast as computing the quantile,
     * and nearly always settles the place.
     *
     * @param other the other mean's relative variance, of the same jobs
     * @param value as a multiple of the ratio itself, above 0
     */
    public Place place(RelativeVariance other, double value, double confidence) {
        double own = variance();
        double others = other.variance();
        double total = own + others;
        if (!(total > 0)) {
            return Place.OPEN;
        }
        double df = 1 / (inverse(total) + other.inverse(total));
        boolean one = linear;
        double distance = one
                ? (1 - value) * (1 - value) / (own + value * value * others)
                : Math.log(value) * Math.log(value) / total;
        double least = quantile(confidence, df, 1) * (1 - MARGIN);
        double most = quantile(confidence, df, 0) * (1 + MARGIN);
        if (distance <= least * least || (one && least * least * others >= 1)) {
            return Place.INSIDE;
        }
        return distance > most * most && !(one && most * most * others >= 1) ? Place.OUTSIDE : Place.OPEN;
    }

    private double inverse(double total) {
        double sum = 0;
        for (Part part : parts) {
            sum += part.variance / total * (part.variance / total) / part.df;
        }
        return sum;
    }

    /** Returns the quantile for degrees of freedom that are rounded down to a step, plus a number of steps. */
    private static double quantile(double confidence, double df, int above) {
        double steps = df < FINE_UP_TO ? STEPS : 1;
        // Only rounding leads to fewer than one degree of freedom.
        double step = Math.max(1, Math.min(MOST_DF, Math.floor(df * steps) / steps)) + above / steps;
        return QUANTILES.computeIfAbsent(
                new Quantile(confidence, df > MOST_DF && above > 0 ? 1e9 : step),
                key -> StudentT.quantile(key.confidence, key.df));
    }
}
