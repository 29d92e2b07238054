package org.spindlebench.analysis.cost;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.spindlebench.analysis.record.ErasureCoding;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The choices for pricing measured durations.
 *
 * @param confidence the confidence of all intervals, between 0 and 1, exclusive
 * @param baseline the setup that others are compared with; null for no comparison
 * @param settingsOfJobs names of settings that follow from the job; jobs are combined even if these settings differ
 * @param ranking the confidence of a ranking, above 0; greater than that of intervals if there are several looks at the
 *     runs, and 1 if all measured costs are tied
 */
public record CostOptions(
        double confidence, String baseline, CountedRuns runs, Set<String> settingsOfJobs, double ranking) {
    /** Costs by arithmetic means, at 95 % confidence, without a baseline. */
    public static final CostOptions DEFAULT = new CostOptions(0.95, null, CountedRuns.MEANS, Set.of());

    public CostOptions {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be between 0 and 1, exclusive: " + confidence);
        }
        if (!(ranking > 0 && ranking <= 1)) {
            throw new IllegalArgumentException("the confidence of a ranking must be above 0, up to 1: " + ranking);
        }
        Objects.requireNonNull(runs, "runs");
        settingsOfJobs = Set.copyOf(settingsOfJobs);
    }

    /** Makes options with one confidence for intervals and rankings. */
    public CostOptions(double confidence, String baseline, CountedRuns runs, Set<String> settingsOfJobs) {
        this(confidence, baseline, runs, settingsOfJobs, confidence);
    }

    /** Copies these options with a baseline. */
    public CostOptions against(String setup) {
        return new CostOptions(confidence, setup, runs, settingsOfJobs, ranking);
    }

    public CostOptions with(CountedRuns choice) {
        return new CostOptions(confidence, baseline, choice, settingsOfJobs, ranking);
    }

    /** The kind of mean behind a cost. */
    public enum Averaging {
        /** No mean: the cost follows from prices alone. */
        NONE,
        /** The arithmetic mean of a job's runs. */
        MEAN_OF_RUNS,
        /** The fastest of a job's runs. It does not estimate the duration of the next run. */
        BEST_OF_RUNS,
        /** The geometric mean of the jobs' speed-ups. Each speed-up is a ratio of arithmetic means of runs. */
        GEOMETRIC_MEAN_OF_SPEED_UPS,
        /** The geometric mean of the speed-ups between the jobs' fastest runs. */
        GEOMETRIC_MEAN_OF_BEST_RUNS;

        /** Returns a stable word for programs. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The runs of a job that count. */
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

        VisitedSample of(VisitedSample all) {
            return this == MEANS
                    ? all
                    : VisitedSample.ofRuns(Sample.of(all.runs().min()));
        }
    }

    /**
     * The assumptions that turn prices into costs. If a list does not state one, {@link #DEFAULT} applies.
     *
     * @param years the number of years for which the cluster is used, above 0; 3 by default, as in the papers
     * @param utilisation the share of that time in which jobs run, above 0 and at most 1. If it is not stated, it is
     *     null, and there is no cost per job. SanDisk's numbers silently assume 1
     * @param discount the share that is subtracted from every price of the list, except from a setup's stated total; at
     *     least 0 and below 1
     * @param supportPerYear the yearly price of support and maintenance, as a share of the price paid; at least 0
     */
    public record Assumptions(
            double years, Double utilisation, double discount, double supportPerYear, StorageTerms storage) {
        /** The defaults: three years, no discount, no support, and no stated utilisation. */
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

        /** Returns the share of a list price that is paid after the discount. */
        Formula paid() {
            return Formula.constant(1).minus(Formula.input("discount", discount));
        }

        /** Returns the factor by which support over all years increases the price of the cluster. */
        Formula upkeep() {
            return Formula.constant(1).plus(lifetime().times(Formula.input("support", supportPerYear)));
        }

        Formula lifetime() {
            return Formula.input("years", years);
        }

        /** Returns the hours in the cluster's lifetime, busy or not. */
        Formula hours() {
            return lifetime().times(Formula.constant(HOURS_PER_YEAR));
        }

        /** Returns the seconds in which the cluster is busy; unknown if no utilisation is stated. */
        Formula busySeconds() {
            return Formula.input("utilisation", utilisation).times(hours().times(Formula.constant(3600)));
        }
    }

    /**
     * How the capacity and endurance of devices are used.
     *
     * @param replication the number of copies of every block in HDFS, at least 1; 3 by default, as in HDFS
     * @param coding the erasure-coding policy of all files in place of replication; null if they are replicated
     * @param reserve the share of the raw capacity that does not hold HDFS data, but map output, logs or free space; at
     *     least 0 and below 1; 0 by default
     * @param writeAmplification the bytes that a device writes to its flash for each byte that it receives, at least 1;
     *     1 by default
     */
    public record StorageTerms(int replication, ErasureCoding coding, double reserve, double writeAmplification) {
        public static final StorageTerms DEFAULT = new StorageTerms(3, 0, 1);

        /** Creates the terms of replicated files. */
        public StorageTerms(int replication, double reserve, double writeAmplification) {
            this(replication, null, reserve, writeAmplification);
        }

        public StorageTerms {
            Ranges.atLeast(1, "replication", replication);
            Ranges.shareBelowOne("reserve", reserve);
            if (!(writeAmplification >= 1) || Double.isInfinite(writeAmplification)) {
                throw new IllegalArgumentException(
                        "write amplification must be a number of at least 1: " + writeAmplification);
            }
        }

        /** Returns these terms with a setup's own erasure-coding policy; null keeps the policy of these terms. */
        StorageTerms with(ErasureCoding own) {
            return own == null ? this : new StorageTerms(replication, own, reserve, writeAmplification);
        }

        /**
         * Returns the usable share of raw bytes: raw × (1 − reserve) / replication, or over data + parity units for
         * each unit of data.
         */
        public double usable(double rawBytes) {
            return rawBytes * (1 - reserve) / (coding == null ? replication : coding.overhead());
        }
    }
}
