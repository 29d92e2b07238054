package org.spindlebench.analysis.report.page;

import java.util.Map;
import org.spindlebench.analysis.cost.CostMeasure;

/** The sentences on cost, with gaps. They go into the page as data, so that changed prices are told of in the same words. */
final class CostWords {
    static final String TOGETHER =
            "All {jobs} jobs together{settings}, the {measure} is least on {setup}{ties}. With {baseline} as 1: {list}.";
    static final String JOB =
            "{job}{settings}: {setup} costs least, {value} {currency} a run{interval}{ties}; {worst} costs most, {worst_value}"
                    + " {currency}{worst_interval}. This is the {measure}.";
    static final String ALONE =
            "{job}{settings}: a run on {setup} costs {value} {currency}{interval}. This is the {measure}.";
    static final String JOB_RELATIVE =
            "{job}{settings}: the {measure} is least on {setup}{ties}. With {baseline} as 1: {list}.";
    static final String COUNTS = " Of {contests} jobs and settings, {list}{tied}.";
    static final String COUNT = "{setup} costs least in {count}";
    static final String TIED = "; in {count} of them the least is not told from another";
    static final String TIES = " (not told from {list})";
    static final String ONE = "{setup} {value}{interval}";
    static final String MORE = ", and {count} more";
    static final String BREAK_EVEN_CLUSTER =
            "{setup} would do {job} for the same money as {baseline} if its cluster cost {value} {currency}{interval} instead of {price}.";
    static final String BREAK_EVEN_NODE =
            "{setup} would have the node price per performance of {baseline} for {job} if the devices of a worker cost {value}"
                    + " {currency}{interval} instead of {price}.";
    static final String BREAK_EVEN_DEVICE =
            "{setup} would have the device price per performance of {baseline} for {job} if the devices of a worker cost"
                    + " {value} {currency}{interval} instead of {price}.";
    static final String ALL_JOBS = "all jobs";
    static final String EQUAL_DEVICES =
            " The price of its devices buys {count} of {baseline}'s per worker; {baseline} was measured with {measured}.";
    static final String EQUAL_WORKERS =
            " The price of its cluster buys {baseline} with {count} workers; it was measured with {measured}.";
    static final String NOT_MEASURED = " How fast that would be, no run says.";
    static final String TERMS = "Prices: {name}, of {date}, in {currency} ({source}).{terms}";
    static final String SOME_TERMS = " Terms: {list}.";
    static final String TERM = "{name} {value}";

    static final Map<String, String> ALL = Map.ofEntries(
            Map.entry("together", TOGETHER),
            Map.entry("job", JOB),
            Map.entry("alone", ALONE),
            Map.entry("job_relative", JOB_RELATIVE),
            Map.entry("counts", COUNTS),
            Map.entry("count", COUNT),
            Map.entry("tied", TIED),
            Map.entry("ties", TIES),
            Map.entry("one", ONE),
            Map.entry("more", MORE),
            Map.entry("break_even_cluster", BREAK_EVEN_CLUSTER),
            Map.entry("break_even_node", BREAK_EVEN_NODE),
            Map.entry("break_even_device", BREAK_EVEN_DEVICE),
            Map.entry("all_jobs", ALL_JOBS),
            Map.entry("equal_devices", EQUAL_DEVICES),
            Map.entry("equal_workers", EQUAL_WORKERS),
            Map.entry("not_measured", NOT_MEASURED),
            Map.entry("terms", TERMS),
            Map.entry("some_terms", SOME_TERMS),
            Map.entry("term", TERM),
            title(CostMeasure.HOURLY_COST),
            title(CostMeasure.COST_PER_JOB),
            Map.entry(CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE.code(), "cluster price over performance"),
            Map.entry(CostMeasure.NODE_PRICE_PER_PERFORMANCE.code(), "node price over performance"),
            Map.entry(CostMeasure.DEVICE_PRICE_PER_PERFORMANCE.code(), "device price over performance"));

    private CostWords() {}

    private static Map.Entry<String, String> title(CostMeasure measure) {
        return Map.entry(measure.code(), measure.title());
    }

    static String of(CostMeasure measure) {
        return ALL.get(measure.code());
    }
}
