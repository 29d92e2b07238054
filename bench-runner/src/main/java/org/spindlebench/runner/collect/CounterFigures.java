package org.spindlebench.runner.collect;

import java.util.Collection;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * What a job's counters say of its sizes, in base units. A counter that MapReduce left out counted nothing.
 *
 * @param counters group, name, value; null where nothing is known, and then every figure is null
 */
public record CounterFigures(Map<String, Map<String, Long>> counters) {
    public static final String TASK = "org.apache.hadoop.mapreduce.TaskCounter";
    private static final String INPUT = "org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter";
    private static final String OUTPUT = "org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter";
    private static final String FILE_SYSTEM = "org.apache.hadoop.mapreduce.FileSystemCounter";
    private static final double MILLIS = 1000.0;

    /** One of MapReduce's own counters of tasks. */
    public Long task(String name) {
        return of(TASK, name);
    }

    /** Bytes that the input format read. */
    public Long input() {
        return of(INPUT, "BYTES_READ");
    }

    /** Bytes that the output format wrote. */
    public Long output() {
        return of(OUTPUT, "BYTES_WRITTEN");
    }

    /** Bytes that tasks read from HDFS. */
    public Long hdfsRead() {
        return of(FILE_SYSTEM, "HDFS_BYTES_READ");
    }

    /** Bytes that tasks read from local files. */
    public Long fileRead() {
        return of(FILE_SYSTEM, "FILE_BYTES_READ");
    }

    /** Bytes that tasks wrote to local files. */
    public Long fileWritten() {
        return of(FILE_SYSTEM, "FILE_BYTES_WRITTEN");
    }

    /** Mean bytes of one fetch of the shuffle; null without one. */
    public Double meanShuffleSegment() {
        Long shuffle = task("REDUCE_SHUFFLE_BYTES");
        Long segments = task("SHUFFLED_MAPS");
        return shuffle == null || segments == null || segments == 0 ? null : (double) shuffle / segments;
    }

    /** The largest of some sizes over their mean; null where there are fewer than two, and where all are 0. */
    static Double largestOverMean(Collection<Long> sizes) {
        LongSummaryStatistics all = sizes.stream().mapToLong(Long::longValue).summaryStatistics();
        return all.getCount() < 2 || all.getSum() <= 0 ? null : (Double) (all.getMax() / all.getAverage());
    }

    /** CPU seconds of all tasks. */
    public Double taskCpu() {
        Long millis = task("CPU_MILLISECONDS");
        return millis == null ? null : millis / MILLIS;
    }

    private Long of(String group, String name) {
        return counters == null ? null : counters.getOrDefault(group, Map.of()).getOrDefault(name, 0L);
    }
}
