package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The variation of one setup's mean durations between campaigns, known from elsewhere. A comparison of single campaigns
 * cannot measure it.
 *
 * @param cv the standard deviation, between campaigns, of the mean of logarithms; above 0; 0.02 is about 2 %
 * @param df the degrees of freedom of this estimate; {@link #STATED} if the user states the deviation
 * @param source the origin of the estimate, such as {@code stated} or {@code 6 earlier campaigns}
 */
public record CampaignDeviation(double cv, double df, String source) {
    /** Practically infinite degrees of freedom, because a stated deviation counts as known. */
    public static final double STATED = 1e9;

    /** The fewest earlier campaigns for an estimate of the variation between campaigns. */
    public static final int LEAST_CAMPAIGNS = 4;

    /** @throws IllegalArgumentException if the deviation or its degrees of freedom are not above 0 and finite */
    public CampaignDeviation {
        Objects.requireNonNull(source, "source");
        if (!(cv > 0 && cv <= Double.MAX_VALUE && df > 0 && df <= STATED)) {
            throw new IllegalArgumentException(
                    "a deviation between campaigns and its degrees of freedom must be above 0: " + cv + ", " + df);
        }
    }

    /** Makes the variation from a deviation that the user states. */
    public static CampaignDeviation stated(double cv) {
        return new CampaignDeviation(cv, STATED, "stated");
    }

    /**
     * Estimates the deviation from earlier campaigns. Its square is the variance of their means of logarithms, minus
     * the part that the runs within a campaign explain: s²_means − mean(s²/n). This is the estimate of a one-way
     * analysis of variance (Searle, Casella and McCulloch, Variance Components, 1992, section 3.6). If the runs explain
     * the whole variance, a tenth of the variance of the means is kept, because no cluster repeats itself exactly.
     *
     * @param jobs the visits of one job, or of several for the deviation of their mean; each campaign is a visit
     * @return empty if fewer than {@link #LEAST_CAMPAIGNS} visits have all jobs, or all means are equal
     */
    public static Optional<CampaignDeviation> ofEarlier(List<VisitedSample> jobs) {
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
                ? Optional.of(new CampaignDeviation(
                        Math.sqrt(variance), mean.units() - 1.0, mean.units() + " earlier campaigns"))
                : Optional.empty();
    }
}
