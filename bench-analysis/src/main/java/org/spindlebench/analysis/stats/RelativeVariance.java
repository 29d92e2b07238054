package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The relative variance of a mean duration. The interval for the ratio of two means follows from their relative
 * variances. For one job it is s² / (n x̄²), which {@link SpeedUp} uses. For several jobs it is the variance of the
 * mean of logarithms, which {@link SuiteRatio} uses.
 *
 * @param linear whether the variance belongs to one job, so that ratios are of arithmetic means
 * @param parts the parts of the variance: a single part, or one for each job if runs are independent
 */
public record RelativeVariance(boolean linear, List<JobVariance> parts) {
    /** Caches quantiles, because hundreds of setups may be compared with each other. */
    private static final Map<Quantile, Double> QUANTILES = new ConcurrentHashMap<>();

    private static final double STEPS = 16;
    private static final double FINE_UP_TO = 64;
    private static final double MOST_DF = 1000;
    /** A margin far above the rounding of a quantile. */
    private static final double MARGIN = 1e-9;

    private record Quantile(double confidence, double df) {}

    /**
     * The variance of one job.
     *
     * @param variance the relative variance; 0 if runs never vary
     * @param df the degrees of freedom of this estimate, above 0
     */
    public record JobVariance(double variance, double df) {}

    /** The position of a value relative to an interval that is not computed. */
    public enum Place {
        INSIDE,
        OUTSIDE,
        /** Undecided, because the value is too near a bound. */
        OPEN
    }

    public RelativeVariance {
        parts = List.copyOf(parts);
    }

    /**
     * Computes the relative variance.
     *
     * @param jobs one for each job, all durations above 0
     * @return empty if a job was run or visited only once, or if too few visits have all jobs
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
                                    .map(part -> new JobVariance(part.variance(), part.df()))
                                    .toList()));
        }
        Sample cell = jobs.get(0).observations();
        if (cell.n() == 1) {
            return Optional.empty();
        }
        double cv = cell.cv().orElseThrow();
        return Optional.of(new RelativeVariance(true, List.of(new JobVariance(cv * cv / cell.n(), cell.n() - 1.0))));
    }

    /** Returns the variance of the mean's logarithm. */
    public double variance() {
        return parts.stream().mapToDouble(JobVariance::variance).sum();
    }

    /**
     * Finds the position of a value relative to the interval for the ratio of this mean to another one. It looks up
     * Student's quantile for slightly more and slightly fewer degrees of freedom. That is a hundred times as fast as
     * computing the quantile, and nearly always decides the position.
     *
     * @param other the other mean's relative variance, for the same jobs
     * @param value the value divided by the ratio, above 0
     */
    public Place place(RelativeVariance other, double value, double confidence) {
        double own = variance();
        double others = other.variance();
        double total = own + others;
        if (!(total > 0)) {
            return Place.OPEN;
        }
        double df = Math.min(1 / (inverse(total) + other.inverse(total)), mostDf(other));
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

    private double mostDf(RelativeVariance other) {
        double[] cells = new double[parts.size() + other.parts.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = 1 + (i < parts.size() ? parts.get(i) : other.parts.get(i - parts.size())).df;
        }
        return VarianceSum.mostDf(cells);
    }

    private double inverse(double total) {
        double sum = 0;
        for (JobVariance part : parts) {
            sum += part.variance / total * (part.variance / total) / part.df;
        }
        return sum;
    }

    /**
     * Returns a quantile from the cache.
     *
     * @param df the degrees of freedom, rounded down to a step
     * @param above the number of steps that are added to the rounded degrees of freedom
     */
    private static double quantile(double confidence, double df, int above) {
        double steps = df < FINE_UP_TO ? STEPS : 1;
        // Degrees of freedom below 1 are caused by rounding alone.
        double step = Math.max(1, Math.min(MOST_DF, Math.floor(df * steps) / steps)) + above / steps;
        return QUANTILES.computeIfAbsent(
                new Quantile(confidence, df > MOST_DF && above > 0 ? 1e9 : step),
                key -> StudentT.quantile(key.confidence, key.df));
    }
}
