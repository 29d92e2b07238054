package org.spindlebench.runner.jobs;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.spindlebench.runner.jobs.Dfsio.DfsioReadJob;
import org.spindlebench.runner.jobs.Dfsio.DfsioWriteJob;
import org.spindlebench.runner.jobs.Tera.TeraGenJob;
import org.spindlebench.runner.jobs.Tera.TeraReadJob;
import org.spindlebench.runner.jobs.Tera.TeraValidateJob;
import org.spindlebench.runner.jobs.TestDfsio.TestDfsioReadJob;
import org.spindlebench.runner.jobs.TestDfsio.TestDfsioWriteJob;
import org.spindlebench.runner.program.Program;

/**
 * The catalog of all jobs: the jobs of the paper's Table 3 in its order, then the jobs of the other papers, and a
 * control.
 */
public final class JobCatalog {
    /** The makers by name. A supplier of {@link MeasuredJob}s would load all classes, and a plan needs only names. */
    static final Map<String, Supplier<Object>> MAKERS = new LinkedHashMap<>();

    static {
        MAKERS.put("teragen", () -> new TeraGenJob());
        MAKERS.put("terasort", () -> new TeraSortJob());
        MAKERS.put("teravalidate", () -> new TeraValidateJob());
        MAKERS.put("teraread", () -> new TeraReadJob());
        MAKERS.put("wordcount", () -> new WordCountJob());
        MAKERS.put("shuffle", () -> new ShuffleJob());
        MAKERS.put("hdfs-write", () -> new HdfsWriteJob());
        MAKERS.put("sort", () -> new SortJob());
        MAKERS.put("testdfsio-write", () -> new TestDfsioWriteJob());
        MAKERS.put("testdfsio-read", () -> new TestDfsioReadJob());
        MAKERS.put("dfsio-write", () -> new DfsioWriteJob());
        MAKERS.put("dfsio-read", () -> new DfsioReadJob());
        MAKERS.put("scaled", () -> new ScaledJob());
        MAKERS.put("sleep", () -> new SleepControlJob());
    }

    private static final Map<String, MeasuredJob> MADE = new ConcurrentHashMap<>();

    private JobCatalog() {}

    public static List<MeasuredJob> all() {
        return MAKERS.keySet().stream().map(JobCatalog::named).toList();
    }

    /** Returns the names in the catalog's order. */
    public static Set<String> names() {
        return Collections.unmodifiableSet(MAKERS.keySet());
    }

    /** Returns descriptions of the jobs, by the job's name, in the catalog's order. */
    public static Map<String, Supplier<String>> summaries() {
        Map<String, Supplier<String>> summaries = new LinkedHashMap<>();
        MAKERS.keySet().forEach(name -> summaries.put(name, () -> named(name).summary()));
        return summaries;
    }

    /**
     * Returns a job of the catalog, or a program of the user under its own name.
     *
     * @param program the program; null for a job of the catalog
     */
    public static MeasuredJob of(String name, Program program) {
        return program == null ? named(name) : SuiteProgram.of(name, program);
    }

    public static MeasuredJob named(String name) {
        if (!MAKERS.containsKey(name)) {
            throw new IllegalArgumentException("no job '" + name + "'; the jobs are " + names());
        }
        return MADE.computeIfAbsent(
                name, known -> (MeasuredJob) MAKERS.get(known).get());
    }
}
