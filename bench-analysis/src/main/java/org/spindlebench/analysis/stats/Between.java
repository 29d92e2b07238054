package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How much the mean durations of one setup differ from campaign to campaign, known from elsewhere: what a comparison of single campaigns
 * lacks.
 *
 * @param cv the standard deviation between campaigns of the mean of logarithms, above 0; 0.02 is about 2 %
 * @param df degrees of freedom of that estimate; {@link #STATED} where somebody states it
 * @param source where it is from, such as {@code stated} or {@code 6 earlier campaigns}
 */
public record Between(double cv, double df, String source) {
    /** As good as infinitely many: what is stated is taken as known. */
    public static final double STATED = 1e9;

    /** The fewest earlier campaigns that say how much campaigns differ. */
    public static final int LEAST_CAMPAIGNS = 4;

    /** @throws IllegalArgumentException if the deviation or its degrees of freedom are not above 0 and finite */
    public Between {
        Objects.requireNonNull(source, "source");
        if (!(cv > 0 && cv <= Double.MAX_VALUE && df > 0 && df <= STATED)) {
            throw new IllegalArgumentException(
                    "a deviation between campaigns and its degrees of freedom must be above 0: " + cv + ", " + df);
        }
    }

    /** One that the user states. */
    public static Between stated(double cv) {
        return new Between(cv, STATED, "stated");
    }

    /**
     * From earlier campaigns: the variance of their means of logarithms less what runs within a campaign explain, s²_means − mean(s²/n)
     * (the estimate of a one-way analysis of variance; Searle, Casella and McCulloch, Variance Components, 1992, section 3.6). Where the
     * runs explain all of it, a tenth of the variance of the means is kept, as no cluster repeats itself exactly.
     *
     * @param jobs the visits of one job, or of several whose mean is asked for; each campaign is a visit
     * @return absent where fewer than {@link #LEAST_CAMPAIGNS} visits have all jobs, and where all means are equal
     */
    public static Optional<Between> ofEarlier(List<VisitedSample> jobs) {
        double[] references =
                jobs.stream().mapToDouble(job -> job.observations().mean()).toArray();
        LogMean mean = LogMean.of(jobs, references);
        if (!mean.visited() || mean.units() < LEAST_CAMPAIGNS) {
            return Optional.empty();
        }
        double ofMeans = mean.variance().orElseThrow().total() * mean.units();
        double within = LogMean.within(jobs)
                .map(sum -> sum.total() / jobs.size() / jobs.size())
                .orElse(0.0);
        double variance = Math.max(ofMeans - within, ofMeans / 10);
        return variance > 0
                ? Optional.of(new Between(Math.sqrt(variance), mean.units() - 1.0, mean.units() + " earlier campaigns"))
                : Optional.empty();
    }
}
