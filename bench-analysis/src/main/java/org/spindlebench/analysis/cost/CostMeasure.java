package org.spindlebench.analysis.cost;

import java.util.Locale;

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
    BREAK_EVEN_CLUSTER_PRICE("{currency}", Better.NEITHER, "cluster price at which the cost per job is the baseline's"),
    BREAK_EVEN_UTILISATION("1", Better.NEITHER, "utilisation at which the cost per job is the baseline's at its own"),

    EQUAL_COST_DEVICES("devices", Better.NEITHER, "devices of the baseline per worker for the price of this setup's"),
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
