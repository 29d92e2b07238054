package org.spindlebench.analysis.cost;

import java.util.Objects;
import java.util.Set;
import org.spindlebench.analysis.stats.Cell;
import org.spindlebench.analysis.stats.Sample;

/**
 * How to look at measured durations.
 *
 * @param confidence of all intervals, between 0 and 1, exclusive
 * @param baseline the setup that others are compared with; null for no comparison
 * @param runs which of a job's runs count
 * @param settingsOfJobs names of settings that are a job's own, so that jobs which differ in them are still taken together
 */
public record CostOptions(double confidence, String baseline, Runs runs, Set<String> settingsOfJobs) {
    /** Means, at 95 % confidence, without a baseline. */
    public static final CostOptions DEFAULT = new CostOptions(0.95, null, Runs.MEANS, Set.of());

    public CostOptions {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must lie between 0 and 1, exclusive: " + confidence);
        }
        Objects.requireNonNull(runs, "runs");
        settingsOfJobs = Set.copyOf(settingsOfJobs);
    }

    /** The same with a baseline. */
    public CostOptions against(String setup) {
        return new CostOptions(confidence, setup, runs, settingsOfJobs);
    }

    /** The same with other runs. */
    public CostOptions with(Runs choice) {
        return new CostOptions(confidence, baseline, choice, settingsOfJobs);
    }

    /** Which of a job's runs count. */
    public enum Runs {
        /** All, by their arithmetic mean. */
        MEANS(Averaging.MEAN_OF_RUNS, Averaging.GEOMETRIC_MEAN_OF_SPEED_UPS),
        /** The fastest alone, as ALOJA's Table 2 shows; it has no interval. */
        BEST(Averaging.BEST_OF_RUNS, Averaging.GEOMETRIC_MEAN_OF_BEST_RUNS);

        private final Averaging ofJob;
        private final Averaging overJobs;

        Runs(Averaging ofJob, Averaging overJobs) {
            this.ofJob = ofJob;
            this.overJobs = overJobs;
        }

        Averaging ofJob() {
            return ofJob;
        }

        Averaging overJobs() {
            return overJobs;
        }

        /** The runs that count. */
        Sample of(Sample all) {
            return this == MEANS ? all : Sample.ofRuns(Cell.of(all.runs().min()));
        }
    }
}
