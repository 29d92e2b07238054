package org.spindlebench.runner.jobs;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.spindlebench.runner.jobs.Dfsio.DfsioReadJob;
import org.spindlebench.runner.jobs.Dfsio.DfsioWriteJob;
import org.spindlebench.runner.jobs.Tera.TeraGenJob;
import org.spindlebench.runner.jobs.Tera.TeraReadJob;
import org.spindlebench.runner.jobs.Tera.TeraValidateJob;
import org.spindlebench.runner.jobs.TestDfsio.TestDfsioReadJob;
import org.spindlebench.runner.jobs.TestDfsio.TestDfsioWriteJob;

/**
 * The catalog of all jobs: those of the paper's Table 3 in its order, then those of the other papers, and a control.
 */
public final class JobCatalog {
    private static final List<BenchmarkJob> JOBS = List.of(
            new TeraGenJob(),
            new TeraSortJob(),
            new TeraValidateJob(),
            new TeraReadJob(),
            new WordCountJob(),
            new ShuffleJob(),
            new HdfsWriteJob(),
            new SortJob(),
            new TestDfsioWriteJob(),
            new TestDfsioReadJob(),
            new DfsioWriteJob(),
            new DfsioReadJob(),
            new ScaledJob(),
            new SleepControlJob());

    private JobCatalog() {}

    public static List<BenchmarkJob> all() {
        return JOBS;
    }

    public static Set<String> names() {
        return JOBS.stream().map(BenchmarkJob::name).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the job with a name. */
    public static BenchmarkJob named(String name) {
        return JOBS.stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no job '" + name + "'; the jobs are " + names()));
    }
}
