package org.spindlebench.runner.jobs;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Every job, in the order of the papers' Table 3 and then of others. */
public final class JobCatalog {
    private static final List<BenchmarkJob> JOBS = List.of(
            new TeraGenJob(),
            new TeraSortJob(),
            new TeraValidateJob(),
            new TeraReadJob(),
            new WordCountJob(),
            new ShuffleJob(),
            new HdfsWriteJob(),
            new SortJob());

    private JobCatalog() {}

    public static List<BenchmarkJob> all() {
        return JOBS;
    }

    public static Set<String> names() {
        return JOBS.stream().map(BenchmarkJob::name).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The job of a name. */
    public static BenchmarkJob named(String name) {
        return JOBS.stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no job '" + name + "'; there are " + names()));
    }
}
