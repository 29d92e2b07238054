package org.spindlebench.runner.collect;

import java.util.Collection;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * The sizes of a job in base units, computed from its counters. A counter that MapReduce omitted is 0.
 *
 * @param counters the values by group and name; null if unknown, which makes every metric null
 */
public record CounterSizes(Map<String, Map<String, Long>> counters) {
    public static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";
    private static final String JOB = "org.apache.hadoop.mapreduce.JobCounter";
    private static final String INPUT = "org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter";
    private static final String OUTPUT = "org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter";
    static final String FILE_SYSTEM = "org.apache.hadoop.mapreduce.FileSystemCounter";
    static final String HDFS_READ = "HDFS_BYTES_READ";
    private static final double MILLIS = 1000.0;

    /** Returns one of MapReduce's own counters for tasks. */
    public Long task(String name) {
        return of(TASK, name);
    }

    /** Returns the bytes that the input format read. */
    public Long input() {
        return of(INPUT, "BYTES_READ");
    }

    /** Returns the bytes that the output format wrote. */
    public Long output() {
        return of(OUTPUT, "BYTES_WRITTEN");
    }

    public Long hdfsRead() {
        return of(FILE_SYSTEM, HDFS_READ);
    }

    public Long hdfsWritten() {
        return of(FILE_SYSTEM, "HDFS_BYTES_WRITTEN");
    }

    /** Returns the number of task attempts that were launched. */
    public Long tasksLaunched() {
        Long maps = of(JOB, "TOTAL_LAUNCHED_MAPS");
        return maps == null ? null : (Long) (maps + of(JOB, "TOTAL_LAUNCHED_REDUCES"));
    }

    /** Returns the bytes that tasks read from local files. */
    public Long fileRead() {
        return of(FILE_SYSTEM, "FILE_BYTES_READ");
    }

    /** Returns the bytes that tasks wrote to local files. */
    public Long fileWritten() {
        return of(FILE_SYSTEM, "FILE_BYTES_WRITTEN");
    }

    /** Returns the mean bytes of a fetch in the shuffle; null if there was no fetch. */
    public Double meanShuffleSegment() {
        Long shuffle = task("REDUCE_SHUFFLE_BYTES");
        Long segments = task("SHUFFLED_MAPS");
        return shuffle == null || segments == null || segments == 0 ? null : (double) shuffle / segments;
    }

    /** Returns the largest size divided by the mean; null for fewer than two sizes, or if all are 0. */
    static Double largestOverMean(Collection<Long> sizes) {
        LongSummaryStatistics all = sizes.stream().mapToLong(Long::longValue).summaryStatistics();
        return all.getCount() < 2 || all.getSum() <= 0 ? null : (Double) (all.getMax() / all.getAverage());
    }

    /** Returns the CPU seconds of all tasks. */
    public Double taskCpu() {
        Long millis = task("CPU_MILLISECONDS");
        return millis == null ? null : millis / MILLIS;
    }

    private Long of(String group, String name) {
        return counters == null ? null : counters.getOrDefault(group, Map.of()).getOrDefault(name, 0L);
    }
}
