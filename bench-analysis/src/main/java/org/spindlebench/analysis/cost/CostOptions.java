package org.spindlebench.analysis.cost;

import java.util.Objects;
import java.util.Set;
import org.spindlebench.analysis.cost.CostFigure.Averaging;
import org.spindlebench.analysis.cost.PriceList.Ranges;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The choices for pricing measured durations.
 *
 * @param confidence of all intervals, between 0 and 1, exclusive
 * @param baseline the setup that others are compared with; null for no comparison
 * @param runs which of a job's runs count
 * @param settingsOfJobs names of settings that follow from the job, so that jobs are combined even if they differ in
 *     them
 */
public record CostOptions(double confidence, String baseline, CountedRuns runs, Set<String> settingsOfJobs) {
    /** Arithmetic means, at 95 % confidence, without a baseline. */
    public static final CostOptions DEFAULT = new CostOptions(0.95, null, CountedRuns.MEANS, Set.of());

    public CostOptions {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be between 0 and 1, exclusive: " + confidence);
        }
        Objects.requireNonNull(runs, "runs");
        settingsOfJobs = Set.copyOf(settingsOfJobs);
    }

    /** Copies these options with a baseline. */
    public CostOptions against(String setup) {
        return new CostOptions(confidence, setup, runs, settingsOfJobs);
    }

    /** Copies these options with another choice of runs. */
    public CostOptions with(CountedRuns choice) {
        return new CostOptions(confidence, baseline, choice, settingsOfJobs);
    }

    /** The choice of a job's runs. */
    public enum CountedRuns {
        /** All runs, by their arithmetic mean. */
        MEANS(Averaging.MEAN_OF_RUNS, Averaging.GEOMETRIC_MEAN_OF_SPEED_UPS),
        /** The fastest run alone, as in ALOJA's Table 2; it has no interval. */
        BEST(Averaging.BEST_OF_RUNS, Averaging.GEOMETRIC_MEAN_OF_BEST_RUNS);

        private final Averaging ofJob;
        private final Averaging overJobs;

        CountedRuns(Averaging ofJob, Averaging overJobs) {
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
        VisitedSample of(VisitedSample all) {
            return this == MEANS
                    ? all
                    : VisitedSample.ofRuns(Sample.of(all.runs().min()));
        }
    }

    /**
     * The assumptions that turn prices into costs. If a list does not state one, {@link #DEFAULT} applies.
     *
     * @param years how long the cluster is used, above 0; 3 by default, as in the papers
     * @param utilisation the share of that time in which jobs run, above 0 and at most 1. If it is not stated it is
     *     null, and there is no cost per job; SanDisk's numbers silently assume 1
     * @param discount the share subtracted from every price of the list, from 0 to below 1; not from a setup's stated
     *     total
     * @param supportPerYear support and maintenance per year, as a share of the price paid; at least 0
     * @param storage how device capacity and endurance are used up
     */
    public record Assumptions(
            double years, Double utilisation, double discount, double supportPerYear, StorageTerms storage) {
        /** Three years, no discount, no support, utilisation not stated. */
        public static final Assumptions DEFAULT = new Assumptions(3, null, 0, 0, StorageTerms.DEFAULT);

        /** Hours in a year of 365 days, as SanDisk counts (1,095 days are three years). */
        public static final double HOURS_PER_YEAR = 365 * 24;

        public Assumptions {
            Ranges.positive("years", years);
            Ranges.shareAboveZero("utilisation", utilisation);
            Ranges.shareBelowOne("discount", discount);
            Ranges.notNegative("support per year", supportPerYear);
            if (storage == null) {
                storage = StorageTerms.DEFAULT;
            }
        }

        /** The share of a list price that is paid after the discount. */
        Formula paid() {
            return Formula.constant(1).minus(Formula.input("discount", discount));
        }

        /** The factor by which support over all years increases the price of the cluster. */
        Formula upkeep() {
            return Formula.constant(1).plus(lifetime().times(Formula.input("support", supportPerYear)));
        }

        Formula lifetime() {
            return Formula.input("years", years);
        }

        /** The hours of the cluster's use, busy or not. */
        Formula hours() {
            return lifetime().times(Formula.constant(HOURS_PER_YEAR));
        }

        /** The seconds in which the cluster is busy; unknown if no utilisation is stated. */
        Formula busySeconds() {
            return Formula.input("utilisation", utilisation).times(hours().times(Formula.constant(3600)));
        }
    }

    /**
     * How capacity and endurance of devices are used up.
     *
     * @param replication copies of every block in HDFS, at least 1; 3 by default, as in HDFS
     * @param reserve share of the raw capacity that holds no HDFS data (map output, logs, free space), from 0 to below
     *     1; 0 by default
     * @param writeAmplification bytes that a device's flash takes for each byte written to the device, at least 1; 1 by
     *     default
     */
    public record StorageTerms(int replication, double reserve, double writeAmplification) {
        public static final StorageTerms DEFAULT = new StorageTerms(3, 0, 1);

        public StorageTerms {
            Ranges.atLeast(1, "replication", replication);
            Ranges.shareBelowOne("reserve", reserve);
            if (!(writeAmplification >= 1) || Double.isInfinite(writeAmplification)) {
                throw new IllegalArgumentException(
                        "write amplification must be a number of at least 1: " + writeAmplification);
            }
        }

        /** Returns the bytes for data among raw bytes: raw × (1 − reserve) / replication. */
        public double usable(double rawBytes) {
            return rawBytes * (1 - reserve) / replication;
        }
    }
}
