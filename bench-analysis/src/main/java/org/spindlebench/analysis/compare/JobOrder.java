package org.spindlebench.analysis.compare;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.record.Subject;

/** The order of jobs in a table: that of a suite. Other jobs follow, by name. */
final class JobOrder {
    private static final List<String> JOBS = List.of(
            "teragen",
            "terasort",
            "teravalidate",
            "teraread",
            "wordcount",
            "shuffle",
            "hdfs-write",
            "sort",
            "testdfsio-write",
            "testdfsio-read",
            "dfsio-write",
            "dfsio-read",
            "scaled");

    /** By the job's name. */
    static final Comparator<String> OF_JOBS =
            Comparator.comparingInt(JobOrder::rank).thenComparing(Comparator.naturalOrder());

    /** By the job, then by its settings. */
    static final Comparator<Subject> OF_SUBJECTS =
            Comparator.comparing(Subject::job, OF_JOBS).thenComparing(JobOrder::settings, ValueOrder.OF_SETTINGS);

    private JobOrder() {}

    private static SortedMap<String, String> settings(Subject subject) {
        return subject.settings() instanceof SortedMap<String, String> sorted
                ? sorted
                : new TreeMap<>(subject.settings());
    }

    private static int rank(String job) {
        int rank = JOBS.indexOf(job);
        return rank < 0 ? JOBS.size() : rank;
    }
}
