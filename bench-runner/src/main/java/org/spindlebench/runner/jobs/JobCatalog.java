package org.spindlebench.runner.jobs;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.spindlebench.runner.jobs.Dfsio.DfsioReadJob;
import org.spindlebench.runner.jobs.Dfsio.DfsioWriteJob;
import org.spindlebench.runner.jobs.Tera.TeraGenJob;
import org.spindlebench.runner.jobs.Tera.TeraReadJob;
import org.spindlebench.runner.jobs.Tera.TeraValidateJob;
import org.spindlebench.runner.jobs.TestDfsio.TestDfsioReadJob;
import org.spindlebench.runner.jobs.TestDfsio.TestDfsioWriteJob;

/** Every job: those of the paper's Table 3 in its order, then those of the other papers, and a control. A plan needs no more than their names. */
public final class JobCatalog {
    private static final Set<String> NAMES = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(
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
            "scaled",
            "sleep")));

    private JobCatalog() {}

    public static List<BenchmarkJob> all() {
        return Jobs.ALL;
    }

    /** In the catalog's order. */
    public static Set<String> names() {
        return NAMES;
    }

    /** What each job does, by its name, in the catalog's order. */
    public static Map<String, Supplier<String>> summaries() {
        Map<String, Supplier<String>> summaries = new LinkedHashMap<>();
        NAMES.forEach(name -> summaries.put(name, () -> named(name).summary()));
        return summaries;
    }

    /** Returns the job with a name. */
    public static BenchmarkJob named(String name) {
        return Jobs.ALL.stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no job '" + name + "'; the jobs are " + names()));
    }

    /** Made when the first job is asked for: that loads the classes of all. */
    private static final class Jobs {
        private static final List<BenchmarkJob> ALL = List.of(
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
    }
}
