package org.spindlebench.analysis.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs.CacheState;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The runs of one job on one setup with one choice of settings.
 *
 * @param quantity the meaning of the runs' values; nearly always their durations
 * @param runs the valid runs, in the order of the records
 * @param sizes mean sizes of the valid runs
 * @param relative the ratios of these sizes to TeraSort's
 * @param devices the mean activity of nodes and devices during the valid runs; null if no run was sampled
 * @param tasks means over the tasks of the valid runs; null if no record has task attempts
 * @param measures what the valid runs measured apart from their durations
 * @param programs means over the calls of a program of the user; null for other jobs
 * @param conditions properties that do not distinguish cells; the valid runs may differ in them
 * @param warnings the warnings of all runs, each listed once, in the order of their first appearance
 */
public record CellSummary(
        Subject subject,
        Quantity quantity,
        RunCounts counts,
        List<MeasuredRun> runs,
        MeanSizes sizes,
        Relative relative,
        DeviceMeans devices,
        TaskMeans tasks,
        CellMeasures measures,
        ProgramMeans programs,
        CacheState cache,
        CacheProofs cacheProofs,
        Conditions conditions,
        List<ExcludedRun> excluded,
        List<WarningCount> warnings) {
    public CellSummary {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(counts, "counts");
        Objects.requireNonNull(conditions, "conditions");
        runs = MeasuredRuns.of(runs);
        excluded = List.copyOf(excluded);
        warnings = List.copyOf(warnings);
    }

    /** Returns the durations of the valid runs in seconds, by YARN's clock; null if there is no valid run. */
    public Sample elapsed() {
        return isMeasured() ? MeasuredRuns.of(runs).durations() : null;
    }

    /**
     * Returns the observations in seconds; null if there is no valid run. They are visits if every run belongs to a
     * visit, because runs within a visit are dependent; otherwise they are runs.
     */
    public VisitedSample sample() {
        return isMeasured() ? MeasuredRuns.of(runs).sample() : null;
    }

    /** Returns the observations of {@link #sample}; null if there is no valid run. */
    public Sample observations() {
        return isMeasured() ? sample().observations() : null;
    }

    /** Returns the costs that the records of the valid runs state; null unless every record states one. */
    public Sample cost() {
        boolean known = isMeasured() && runs.stream().allMatch(run -> run.cost() != null);
        return known ? Sample.of(runs.stream().map(MeasuredRun::cost).toList()) : null;
    }

    /**
     * Returns an unmodifiable map of the settings, including the state of the caches, that make two cells comparable.
     */
    public SortedMap<String, String> comparable() {
        if (cache == CacheState.UNKNOWN || subject.settings().containsKey("cache")) {
            return subject.sortedSettings();
        }
        SortedMap<String, String> comparable = new TreeMap<>(subject.settings());
        comparable.put("cache", cache.word());
        return comparable;
    }

    /** Checks whether there is a valid run. */
    public boolean isMeasured() {
        return !runs.isEmpty();
    }

    /** Checks whether the record of a run says how busy devices or processors were, or how much they were used. */
    public boolean isLimitKnown() {
        return devices != null && (devices.cpuBusy() != null || devices.limits() != null || devices.all() != null);
    }

    /**
     * Returns the bytes per second of one node: bytes requested per node / mean duration; null if either is unknown.
     */
    public Double throughputPerNode() {
        return !isMeasured() || sizes.bytesPerNode() == null
                ? null
                : sizes.bytesPerNode() / elapsed().mean();
    }

    /** Copies this cell, but with another setup's name and other settings. */
    public CellSummary as(Subject other) {
        return with(other, relative);
    }

    /**
     * Returns a cell of values that are not durations of runs, such as makespans, measured under the same conditions.
     *
     * @param values one value in place of each run's duration
     * @param without the runs, or visits, without a value
     */
    public CellSummary ofValues(Quantity what, Subject of, List<MeasuredRun> values, List<ExcludedRun> without) {
        return new CellSummary(
                of,
                what,
                new RunCounts(values.size(), 0, without.size(), 0, 0),
                values,
                MeanSizes.UNKNOWN,
                Relative.UNKNOWN,
                null,
                null,
                CellMeasures.NONE,
                null,
                cache,
                CacheProofs.NONE,
                conditions,
                without,
                List.of());
    }

    /** Copies this cell and adds the ratios of its sizes to TeraSort's. */
    public CellSummary relativeTo(MeanSizes terasort) {
        return with(subject, Relative.of(sizes, terasort));
    }

    private CellSummary with(Subject other, Relative ratios) {
        return new CellSummary(
                other,
                quantity,
                counts,
                runs,
                sizes,
                ratios,
                devices,
                tasks,
                measures,
                programs,
                cache,
                cacheProofs,
                conditions,
                excluded,
                warnings);
    }

    /** The meaning of a cell's values. The smaller value is the better one. */
    public enum Quantity {
        /** The seconds of a run, by YARN's clock or as its source states them. */
        DURATION("duration", "s"),
        /** The seconds from the start of a workload's first job to the end of its last. */
        MAKESPAN("makespan", "s"),
        /** The geometric mean of the slow-downs of all jobs of a workload. */
        SLOW_DOWN("slow-down", "1"),
        /** The same for a class, or for one job; Spindle claims nothing about these. */
        PART_SLOW_DOWN("slow-down", "1");

        private final String word;
        private final String unit;

        Quantity(String word, String unit) {
            this.word = word;
            this.unit = unit;
        }

        /** Returns the word for programs, which never changes. */
        public String word() {
            return word;
        }

        /** Returns {@code s}, or {@code 1} for a ratio. */
        public String unit() {
            return unit;
        }

        public boolean isSeconds() {
            return unit.equals("s");
        }
    }

    /**
     * The properties of a valid run that its cell keeps.
     *
     * @param started start of the run, in milliseconds since 1970 in UTC; null if unknown
     * @param isLocal whether the start is by a clock in an unknown time zone, so that it orders only the runs of its
     *     campaign
     * @param block the randomised complete block of the run, from 1; null for a run without a plan
     * @param visit the number of its visit, from 1. A campaign of Spindle that changed no setup is one visit. Null if
     *     visits are unknown, as in most imports
     * @param seconds its duration by YARN's clock, or as its source states it; in a cell of another {@link Quantity} the
     *     value of a visit
     * @param cost its cost, in the currency of the file it was imported from; null for Spindle's own runs
     */
    public record MeasuredRun(
            String campaign,
            String run,
            Long started,
            boolean isLocal,
            Integer block,
            Integer visit,
            double seconds,
            Double cost) {
        /** Returns what the starts of two runs must have in common to be compared: UTC, or a campaign. */
        public String clock() {
            return isLocal ? campaign : "";
        }
    }

    /**
     * How the runs of a cell ended. If an interrupted or set-aside run has been repeated, only the repeat counts.
     *
     * @param ok valid runs with a duration, which enter the statistics
     * @param untimed valid runs without a duration
     * @param failed runs that failed
     * @param interrupted runs that were interrupted and not repeated
     */
    public record RunCounts(int ok, int untimed, int invalid, int failed, int interrupted) {
        public int total() {
            return ok + untimed + invalid + failed + interrupted;
        }
    }

    /**
     * A warning, with the number of the cell's runs that have it.
     *
     * @param runs at least 1
     */
    public record WarningCount(Warning warning, int runs) {}

    /**
     * Mean bytes and CPU seconds of a cell's valid runs, for the whole cluster. Each value is the mean over the runs
     * that recorded it, or null if no run did.
     *
     * @param bytes bytes requested in total
     * @param bytesPerNode bytes requested per node
     * @param input bytes read from HDFS as the job's input
     * @param shuffle bytes that the reducers fetched
     * @param outputReplicated bytes of the job's output * its replication
     * @param localWritten bytes that the tasks wrote to their local dirs: spills, merges and fetched output
     * @param peakContainers the greatest number of task attempts of one kind that ran at once in any run; this is not a
     *     mean
     * @param taskCpu CPU seconds of all tasks
     * @param meanShuffleSegment mean bytes of one shuffle fetch
     * @param reduceSkew bytes that the largest reduce fetched / mean bytes that a reduce of the same run fetched
     */
    public record MeanSizes(
            Double bytes,
            Double bytesPerNode,
            Double input,
            Double shuffle,
            Double outputReplicated,
            Double localWritten,
            Double peakContainers,
            Double taskCpu,
            Double meanShuffleSegment,
            Double reduceSkew) {
        static final MeanSizes UNKNOWN = new MeanSizes(null, null, null, null, null, null, null, null, null, null);
    }

    /**
     * The ratios of a cell's sizes to TeraSort's, as in the paper's Table 3. A ratio is null if either value is
     * unknown, or TeraSort's is 0.
     *
     * @param input the job's input / TeraSort's input
     * @param shuffle the job's shuffle / TeraSort's shuffle
     * @param outputReplicated the job's replicated output / TeraSort's replicated output
     * @param taskCpu the job's CPU seconds of all tasks / TeraSort's. The CPU column of Table 3 is another metric: the
     *     busy share of the machines' hardware threads
     */
    public record Relative(Double input, Double shuffle, Double outputReplicated, Double taskCpu) {
        public static final Relative UNKNOWN = new Relative(null, null, null, null);

        static Relative of(MeanSizes job, MeanSizes terasort) {
            return new Relative(
                    ratio(job.input(), terasort.input()),
                    ratio(job.shuffle(), terasort.shuffle()),
                    ratio(job.outputReplicated(), terasort.outputReplicated()),
                    ratio(job.taskCpu(), terasort.taskCpu()));
        }

        private static Double ratio(Double value, Double base) {
            return value == null || base == null || base <= 0 ? null : value / base;
        }
    }

    /**
     * A run left out of the statistics.
     *
     * @param started start of the run, in milliseconds since 1970 in UTC; null if unknown
     * @param seconds duration of the run in seconds; null if it has none
     * @param status the run's status; {@link Status#OK} only for a valid run without a duration
     * @param reasons why it was left out
     * @param cache the state of its caches
     * @param repeated whether the campaign later repeated the run, because it was interrupted or set aside
     */
    public record ExcludedRun(
            String campaign,
            String run,
            Long started,
            Double seconds,
            Status status,
            List<String> reasons,
            CacheState cache,
            boolean repeated) {
        public ExcludedRun {
            reasons = List.copyOf(reasons);
        }

        ExcludedRun repeatedLater() {
            return new ExcludedRun(campaign, run, started, seconds, status, reasons, cache, true);
        }
    }

    /**
     * Counts the cache proofs of valid runs by their result. Only runs that were cooled and read an input count,
     * because other runs do not claim to be cold.
     *
     * @param cold runs whose input is proved to have come from the devices
     * @param partly runs that are proved to have read part of their input from memory
     * @param unproved runs that are proved neither cold nor partly cold
     */
    public record CacheProofs(int cold, int partly, int unproved) {
        public static final CacheProofs NONE = new CacheProofs(0, 0, 0);

        static CacheProofs of(RunRecord run) {
            boolean cooled = run.cache() != null && run.cache().cooled();
            Long input = run.sizes() == null ? null : run.sizes().input();
            if (!cooled || (input != null && input == 0)) {
                return NONE;
            }
            CacheProof proof = run.cacheProof();
            CacheProof.CacheVerdict verdict = proof == null ? CacheProof.CacheVerdict.NOT_PROVABLE : proof.verdict();
            return switch (verdict) {
                case COLD -> new CacheProofs(1, 0, 0);
                case PARTLY -> new CacheProofs(0, 1, 0);
                default -> new CacheProofs(0, 0, 1);
            };
        }

        public CacheProofs plus(CacheProofs other) {
            return new CacheProofs(cold + other.cold, partly + other.partly, unproved + other.unproved);
        }

        /** Returns the number of cooled runs with an input. */
        public int runs() {
            return cold + partly + unproved;
        }

        /** Checks whether every cooled run with an input is proved to have been cold. */
        public boolean complete() {
            return cold == runs();
        }

        /** Describes incomplete proofs, such as {@code 2 of 3 runs with input proved cold, partly 1}. */
        public String text() {
            List<String> others = new ArrayList<>();
            if (partly > 0) {
                others.add("partly " + partly);
            }
            if (unproved > 0) {
                others.add("not provable " + unproved);
            }
            return cold + " of " + runs() + (runs() == 1 ? " run" : " runs") + " with input proved cold"
                    + (others.isEmpty() ? "" : ", " + String.join(", ", others));
        }

        /** The treatment of the caches before runs. {@link CacheProofs} gives the verdicts of the proofs. */
        public enum CacheState {
            /** Every run was cooled. */
            COLD,
            /** No run was cooled. */
            WARM,
            /** Some runs were cooled; the others were not cooled, or their records do not state it. */
            MIXED,
            /** No record says whether its run was cooled. */
            UNKNOWN;

            /** Returns the word for this state in documents. */
            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }

            static CacheState of(RunRecord run) {
                if (run.cache() == null) {
                    return UNKNOWN;
                }
                return run.cache().cooled() ? COLD : WARM;
            }

            /** Combines the states of several runs or cells. */
            public static CacheState of(Set<CacheState> states) {
                if (states.isEmpty()) {
                    return UNKNOWN;
                }
                return states.size() == 1 ? states.iterator().next() : MIXED;
            }
        }
    }
}
