package org.spindlebench.analysis.cost;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.cost.Ranking.TimeCost;
import org.spindlebench.analysis.stats.Interval;

/**
 * One cost of one setup.
 *
 * @param setup its name
 * @param job the job; null for a figure that is not of one job
 * @param settings the settings of the runs; of a figure over several jobs those that the jobs share; empty for one of
 *     prices alone
 * @param measure what it measures
 * @param unit the unit of value and interval
 * @param value finite
 * @param interval its confidence interval; null where the value is exact or the interval does not exist
 * @param averaging the mean it follows from
 * @param standing its rank
 */
public record CostFigure(
        String setup,
        String job,
        SortedMap<String, String> settings,
        CostMeasure measure,
        String unit,
        double value,
        Interval interval,
        Averaging averaging,
        Standing standing) {
    public CostFigure {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(measure, "measure");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(averaging, "averaging");
        Objects.requireNonNull(standing, "standing");
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(measure.code() + " of " + setup + " is not finite: " + value);
        }
    }

    /** Its place among the setups, 1 for the best; null where no value is better than another. */
    public Integer rank() {
        return standing.rank();
    }

    /** The setups that it cannot be told apart from, by name. */
    public List<String> tiedWith() {
        return standing.tiedWith();
    }

    /**
     * The place of a figure among those of the same measure, job and settings.
     *
     * @param rank 1 plus the number of setups with a better value; null where no value is better than another
     * @param tiedWith setups for which the interval of the ratio of the two, corrected for all pairs of setups, contains 1 or does not exist,
     *     or whose value is equal; of prices alone and of the fastest runs only the last
     */
    public record Standing(Integer rank, List<String> tiedWith) {
        public static final Standing NONE = new Standing(null, List.of());

        public Standing {
            // A copy of what cannot change would take the names that it was made to do without.
            tiedWith = tiedWith instanceof Ranking.Ties ? tiedWith : List.copyOf(tiedWith);
        }
    }

    /** From which mean a figure follows. */
    public enum Averaging {
        /** From prices alone. */
        NONE,
        /** The arithmetic mean of a job's runs. */
        MEAN_OF_RUNS,
        /** The fastest of a job's runs, which is no estimate of what the next run takes. */
        BEST_OF_RUNS,
        /** The geometric mean over jobs of their speed-ups, each a ratio of arithmetic means of runs. */
        GEOMETRIC_MEAN_OF_SPEED_UPS,
        /** The geometric mean over jobs of the speed-ups of their fastest runs. */
        GEOMETRIC_MEAN_OF_BEST_RUNS;

        /** A stable word for programs. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A figure before its rank is known.
     *
     * @param about what it is a figure of
     * @param measure what it measures
     * @param value its value
     * @param interval null where there is none
     * @param averaging the mean it follows from
     * @param timed how it depends on durations, for ties; of the same value up to a factor that all of a measure, job and
     *     settings share
     */
    record UnrankedFigure(
            FigureSubject about,
            CostMeasure measure,
            double value,
            Interval interval,
            Averaging averaging,
            TimeCost timed) {
        /** Setup, job and settings; no job where it is not of one. */
        record FigureSubject(String setup, String job, SortedMap<String, String> settings) {
            static FigureSubject setup(String setup) {
                return new FigureSubject(setup, null, new TreeMap<>());
            }
        }

        /** What figures share that are ranked together. */
        record RankedTogether(CostMeasure measure, String job, SortedMap<String, String> settings) {}

        /** A figure of prices alone. */
        static UnrankedFigure ofPrices(String setup, CostMeasure measure, double value) {
            return new UnrankedFigure(
                    FigureSubject.setup(setup), measure, value, null, Averaging.NONE, TimeCost.constant(value));
        }

        RankedTogether contest() {
            return new RankedTogether(measure, about.job, about.settings);
        }

        CostFigure ranked(String currency, Integer rank, List<String> tiedWith) {
            return new CostFigure(
                    about.setup,
                    about.job,
                    about.settings,
                    measure,
                    measure.unit(currency),
                    value,
                    interval,
                    averaging,
                    new CostFigure.Standing(rank, tiedWith));
        }
    }

    /**
     * What a cost figure measures. Formulas and what each leaves out: {@code docs/cost.md}. TB are 10¹² bytes and MB 10⁶, as
     * devices are sold; a unit that is not a base unit stands in the figure's unit.
     */
    public enum CostMeasure {
        DEVICE_PRICE("{currency}", Better.LOWER, "price of the devices of one worker"),
        NODE_PRICE("{currency}", Better.LOWER, "price of one worker with devices and network card"),
        CLUSTER_PRICE("{currency}", Better.LOWER, "price of the cluster: masters, workers and switches"),
        TOTAL_COST("{currency}", Better.LOWER, "cluster with support, rack space and energy over the years"),
        HOURLY_RATE("{currency}/h", Better.LOWER, "price of the cluster for an hour"),
        RAW_CAPACITY("bytes", Better.HIGHER, "capacity of all devices of the cluster"),
        USABLE_CAPACITY("bytes", Better.HIGHER, "capacity for data, after reserve and replication"),
        DEVICE_PRICE_PER_TB("{currency}/TB", Better.LOWER, "device price over raw capacity"),
        CLUSTER_PRICE_PER_USABLE_TB("{currency}/TB", Better.LOWER, "cluster price over usable capacity"),
        DEVICE_PRICE_PER_BANDWIDTH("{currency}/(MB/s)", Better.LOWER, "device price over sequential bandwidth"),
        POWER("W", Better.LOWER, "power that the cluster draws, without the building's share"),

        TIME("s", Better.LOWER, "duration of the job"),
        HOURLY_COST("{currency}", Better.LOWER, "cost of the job by the hour, the cluster busy all the time"),
        COST_TIMES_TIME("{currency}*s", Better.LOWER, "cost of the job by the hour, times its duration"),
        JOBS_PER_DAY("1/d", Better.HIGHER, "jobs in a day at the stated utilisation"),
        JOBS_IN_LIFE("1", Better.HIGHER, "jobs in all the years at the stated utilisation"),
        COST_PER_JOB("{currency}", Better.LOWER, "total cost over the jobs in all the years"),
        ENERGY_PER_JOB("kWh", Better.LOWER, "energy during the job, with the building's share"),
        ENERGY_COST_PER_JOB("{currency}", Better.LOWER, "price of the energy during the job"),
        THROUGHPUT_PER_PRICE("bytes/s/{currency}", Better.HIGHER, "bytes per second over total cost"),
        DEVICE_WEAR("1", Better.LOWER, "share of the devices' write endurance used up in all the years"),
        DEVICE_LIFE("years", Better.HIGHER, "years until the devices' write endurance is used up"),

        DEVICE_PRICE_PER_PERFORMANCE("1", Better.LOWER, "device price over performance, baseline 1"),
        NODE_PRICE_PER_PERFORMANCE("1", Better.LOWER, "node price over performance, baseline 1"),
        CLUSTER_PRICE_PER_PERFORMANCE("1", Better.LOWER, "cluster price over performance, baseline 1"),
        BREAK_EVEN_DEVICE_PRICE(
                "{currency}", Better.NEITHER, "device price at which device price per performance is the baseline's"),
        BREAK_EVEN_DEVICE_PRICE_BY_NODE(
                "{currency}", Better.NEITHER, "device price at which node price per performance is the baseline's"),
        BREAK_EVEN_DEVICE_PRICE_BY_CLUSTER(
                "{currency}", Better.NEITHER, "device price at which cluster price per performance is the baseline's"),
        BREAK_EVEN_DEVICE_PRICE_BY_JOB(
                "{currency}", Better.NEITHER, "device price at which the cost per job is the baseline's"),
        BREAK_EVEN_CLUSTER_PRICE(
                "{currency}", Better.NEITHER, "cluster price at which the cost per job is the baseline's"),
        BREAK_EVEN_UTILISATION(
                "1", Better.NEITHER, "utilisation at which the cost per job is the baseline's at its own"),

        EQUAL_COST_DEVICES(
                "devices", Better.NEITHER, "devices of the baseline per worker for the price of this setup's"),
        EQUAL_COST_WORKERS("workers", Better.NEITHER, "workers of the baseline for the price of this cluster");

        /** Which of two values is to be preferred. */
        public enum Better {
            LOWER,
            HIGHER,
            /** Neither: such figures have no rank. */
            NEITHER
        }

        private final String unit;
        private final Better better;
        private final String title;

        CostMeasure(String unit, Better better, String title) {
            this.unit = unit;
            this.better = better;
            this.title = title;
        }

        /** A stable word for programs, such as {@code cost_per_job}. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Its unit with prices in a currency; {@code 1} for ratios and counts. */
        public String unit(String currency) {
            return unit.replace("{currency}", currency);
        }

        public Better better() {
            return better;
        }

        /** What it is, for people. */
        public String title() {
            return title;
        }
    }
}
