package org.spindlebench.analysis.cost;

import java.util.AbstractList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.cost.CostOptions.Averaging;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * One cost of one setup.
 *
 * @param job the job; null if the cost does not belong to one job
 * @param settings the settings of the runs. For a cost over several jobs they are the settings that the jobs share.
 *     Empty if the cost follows from prices alone
 * @param unit the unit of the value and the interval
 * @param value the value, which is finite
 * @param interval its confidence interval; null if the value is exact, or there is no interval
 */
public record CostValue(
        String setup,
        String job,
        SortedMap<String, String> settings,
        CostMeasure measure,
        String unit,
        double value,
        Interval interval,
        Averaging averaging,
        Standing standing) {
    public CostValue {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(measure, "measure");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(averaging, "averaging");
        Objects.requireNonNull(standing, "standing");
        settings = Subject.sorted(settings);
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(measure.code() + " of " + setup + " is not finite: " + value);
        }
    }

    /** Returns the setup's rank by this cost, 1 for the best; null if no value is better than another. */
    public Integer rank() {
        return standing.rank();
    }

    public List<String> tiedWith() {
        return standing.tiedWith();
    }

    /**
     * The position of a cost among the costs of the same measure, job and settings.
     *
     * @param rank 1 plus the number of setups with a better value; null if no value is better than another
     * @param tiedWith the setups that this setup is tied with. Two setups are tied if their values are equal, or the
     *     interval of the ratio contains 1 or does not exist. The interval is corrected for all pairs of setups. For
     *     prices alone and for the fastest runs, only equal values are ties
     */
    public record Standing(Integer rank, List<String> tiedWith) {
        public static final Standing NONE = new Standing(null, List.of());

        public Standing {
            // A copy would create the list of names, which this immutable view avoids.
            tiedWith = tiedWith instanceof Ties ? tiedWith : List.copyOf(tiedWith);
        }
    }

    /**
     * A cost before it is ranked.
     *
     * @param interval its confidence interval; null if there is none
     * @param timed the cost as a function of durations, for ties. It may differ from the value by a factor that is
     *     common to all costs of the same measure, job and settings
     */
    record UnrankedCost(
            CostSubject about,
            CostMeasure measure,
            double value,
            Interval interval,
            Averaging averaging,
            TimeCost timed) {
        /** The setup, job and settings of a cost; the job is null if the cost does not belong to one job. */
        record CostSubject(String setup, String job, SortedMap<String, String> settings) {
            static CostSubject setup(String setup) {
                return new CostSubject(setup, null, new TreeMap<>());
            }
        }

        /** The properties that all costs of one ranking share. */
        record RankedTogether(CostMeasure measure, String job, SortedMap<String, String> settings) {}

        /** Creates a cost that follows from prices alone. */
        static UnrankedCost ofPrices(CostSubject about, CostMeasure measure, double value) {
            return new UnrankedCost(about, measure, value, null, Averaging.NONE, TimeCost.constant(value));
        }

        RankedTogether contest() {
            return new RankedTogether(measure, about.job, about.settings);
        }

        CostValue ranked(String currency, Integer rank, List<String> tiedWith) {
            return new CostValue(
                    about.setup,
                    about.job,
                    about.settings,
                    measure,
                    measure.unit(currency),
                    value,
                    interval,
                    averaging,
                    new CostValue.Standing(rank, tiedWith));
        }
    }

    /**
     * The kinds of costs. {@code docs/cost.md} has their formulas, and lists the costs that each leaves out. A TB is
     * 10¹² bytes and an MB is 10⁶ bytes, as vendors of devices count. A cost states its unit unless that is a base
     * unit.
     */
    public enum CostMeasure {
        DEVICE_PRICE("{currency}", Better.LOWER, "price of the devices of one worker"),
        NODE_PRICE("{currency}", Better.LOWER, "price of one worker with devices and network card"),
        CLUSTER_PRICE("{currency}", Better.LOWER, "price of the cluster: masters, workers and switches"),
        TOTAL_COST("{currency}", Better.LOWER, "cluster with support, rack space and energy over the years"),
        HOURLY_RATE("{currency}/h", Better.LOWER, "price of the cluster for an hour"),
        RAW_CAPACITY("bytes", Better.HIGHER, "capacity of all devices of the cluster"),
        USABLE_CAPACITY("bytes", Better.HIGHER, "capacity for data, after reserve and replicas or parity"),
        DEVICE_PRICE_PER_TB("{currency}/TB", Better.LOWER, "device price over raw capacity"),
        CLUSTER_PRICE_PER_USABLE_TB("{currency}/TB", Better.LOWER, "cluster price over usable capacity"),
        DEVICE_PRICE_PER_BANDWIDTH("{currency}/(MB/s)", Better.LOWER, "device price over sequential bandwidth"),
        POWER("W", Better.LOWER, "power that the cluster draws, without the building's share"),

        TIME("s", Better.LOWER, "duration of the job"),
        HOURLY_COST("{currency}", Better.LOWER, "cost of the job by the hour, if the cluster is busy all the time"),
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
                "{currency}",
                Better.NEITHER,
                "device price at which device price per performance equals the baseline's"),
        BREAK_EVEN_DEVICE_PRICE_BY_NODE(
                "{currency}", Better.NEITHER, "device price at which node price per performance equals the baseline's"),
        BREAK_EVEN_DEVICE_PRICE_BY_CLUSTER(
                "{currency}",
                Better.NEITHER,
                "device price at which cluster price per performance equals the baseline's"),
        BREAK_EVEN_DEVICE_PRICE_BY_JOB(
                "{currency}", Better.NEITHER, "device price at which the cost per job equals the baseline's"),
        BREAK_EVEN_CLUSTER_PRICE(
                "{currency}", Better.NEITHER, "cluster price at which the cost per job equals the baseline's"),
        BREAK_EVEN_UTILISATION(
                "1",
                Better.NEITHER,
                "utilisation at which the cost per job equals that of the baseline at its own utilisation"),

        EQUAL_COST_DEVICES(
                "devices", Better.NEITHER, "devices of the baseline that the price of one worker's devices buys"),
        EQUAL_COST_WORKERS("workers", Better.NEITHER, "workers of the baseline that the price of this cluster buys");

        /** Whether a greater or a smaller value is better. */
        public enum Better {
            LOWER,
            HIGHER,
            /** Neither value is better; such costs have no rank. */
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

        /** Returns a stable word for programs, such as {@code cost_per_job}. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the unit for prices in a currency; {@code 1} for ratios and counts. */
        public String unit(String currency) {
            return unit.replace("{currency}", currency);
        }

        public Better better() {
            return better;
        }

        /** Returns a title for people. */
        public String title() {
            return title;
        }
    }

    /** The names of tied setups as one bit each; lists for thousands of tied setups would take gigabytes. */
    static final class Ties extends AbstractList<String> {
        private final List<String> names;
        private final BitSet tied;
        private final int size;

        Ties(List<String> names, BitSet tied) {
            this.names = names;
            this.tied = tied;
            this.size = tied.cardinality();
        }

        @Override
        public String get(int index) {
            Objects.checkIndex(index, size);
            return stream().skip(index).findFirst().orElseThrow();
        }

        @Override
        public Iterator<String> iterator() {
            return tied.stream().mapToObj(names::get).iterator();
        }

        @Override
        public Stream<String> stream() {
            return tied.stream().mapToObj(names::get);
        }

        @Override
        public int size() {
            return size;
        }
    }

    /**
     * A cost in the form that every cost of a job has: a factor times a power of the durations.
     *
     * @param seconds the durations of each job; empty if the cost does not depend on durations. With several jobs,
     *     their geometric mean counts
     * @param factor the factor, at least 0
     * @param power 1 for costs proportional to the duration, 2 for cost × time, -1 for rates
     */
    record TimeCost(List<VisitedSample> seconds, double factor, int power) {
        /** Values are equal if they differ by no more than the rounding errors of a few operations. */
        private static final double ROUNDING = 1e-12;

        TimeCost {
            seconds = List.copyOf(seconds);
        }

        static TimeCost constant(double value) {
            return new TimeCost(List.of(), value, 1);
        }

        double value() {
            return seconds.isEmpty() ? factor : factor * Math.pow(VisitedSample.mean(seconds), power);
        }

        /**
         * Returns the interval of one job's cost: Student's interval of the mean duration, raised to the power and
         * scaled.
         *
         * @return null unless there is exactly one job; also null for a single run, and for a rate if the interval of
         *     the duration includes 0
         */
        Interval interval(double confidence) {
            Interval mean = seconds.size() == 1
                    ? seconds.get(0).observations().meanInterval(confidence).orElse(null)
                    : null;
            if (mean == null || (power < 0 && mean.low() <= 0)) {
                return null;
            }
            // With few runs, the interval may reach below 0. A square of such a bound makes no sense.
            double low = factor * Math.pow(power == 2 ? Math.max(0, mean.low()) : mean.low(), power);
            double high = factor * Math.pow(mean.high(), power);
            return new Interval(confidence, Math.min(low, high), Math.max(low, high));
        }

        static boolean areEqual(double a, double b) {
            return Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b));
        }

        /**
         * Checks whether two costs are tied: they are equal, or the interval of their ratio contains 1. The interval
         * contains 1 if the interval of the durations' ratio contains (the other factor / this factor)^(1 / power). If
         * the ratio has no interval, because of single runs or great spread, the costs are tied, too.
         *
         * @param other a cost of the same jobs with the same power
         */
        boolean isTiedWith(TimeCost other, double confidence) {
            if (areEqual(value(), other.value())) {
                return true;
            }
            if (seconds.isEmpty() || factor == 0 || other.factor == 0) {
                return false;
            }
            double one = Math.pow(other.factor / factor, 1.0 / power);
            return DurationRatio.of(seconds, other.seconds, confidence).mayBe(one);
        }
    }
}
