package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.spindlebench.analysis.workload.Workload;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;
import org.spindlebench.runner.plan.Planner.SeededOrder;

/**
 * Turns a workload into runs: first each different job alone, as often as the workload asks for, then all jobs at once.
 * All jobs read from one pool of data, which is as large as the largest input. Each job starts at an offset that
 * follows from the seed.
 */
public final class WorkloadPlanner {
    /** The catalog's job that executes every job of a workload. */
    public static final String JOB = "scaled";

    /** The size of the smallest useful pool in bytes. */
    private static final long LEAST_POOL = 1 << 20;

    private final WorkloadFile file;
    private final Workload workload;
    private final PlanOptions options;
    private final int repeats;
    private final long pool;
    private final Map<WorkloadJob.JobSizes, WorkloadJob> different = new LinkedHashMap<>();
    private final Map<WorkloadJob, Long> offsets = new LinkedHashMap<>();
    private final Map<WorkloadJob.JobSizes, List<String>> alone = new LinkedHashMap<>();
    private final List<RunSpec> runs = new ArrayList<>();
    private final int digits;

    private WorkloadPlanner(WorkloadFile file, Workload workload, PlanOptions options) {
        this.file = file;
        this.workload = workload;
        this.options = options;
        this.repeats = options.repeats().orElse(file.repeats());
        this.pool = workload.jobs().stream().mapToLong(WorkloadJob::inputBytes).reduce(LEAST_POOL, Math::max);
        Random random = new Random(options.seed());
        for (WorkloadJob job : workload.jobs()) {
            different.putIfAbsent(job.sizes(), job);
            offsets.put(job, Math.floorMod(random.nextLong(), pool));
        }
        int total = different.size() * repeats + workload.jobs().size();
        this.digits = Math.max(3, Integer.toString(total).length());
    }

    public static PlannedWorkload plan(WorkloadFile file, Workload workload, PlanOptions options) {
        return new WorkloadPlanner(file, workload, options).plan();
    }

    /** Returns the largest number of tasks of any job of a workload. */
    public static long mostTasks(WorkloadFile file, Workload workload) {
        return workload.jobs().stream()
                .mapToLong(job -> Math.max(maps(file, job), reduces(file, job)))
                .max()
                .orElse(0);
    }

    private PlannedWorkload plan() {
        for (int block = 1; block <= repeats; block++) {
            for (WorkloadJob job : SeededOrder.order(List.copyOf(different.values()), options.seed(), block)) {
                RunSpec run = run(job, "alone-" + job.name(), block, Map.of());
                alone.computeIfAbsent(job.sizes(), any -> new ArrayList<>()).add(run.id());
                runs.add(run);
            }
        }
        List<PlannedWorkload.Arrival> arrivals = new ArrayList<>();
        for (WorkloadJob job : workload.jobs()) {
            RunSpec run = run(job, job.name(), repeats + 1, together(job));
            runs.add(run);
            arrivals.add(new PlannedWorkload.Arrival(job, run, alone.get(job.sizes())));
        }
        return new PlannedWorkload(
                file.name(),
                Plan.ofOneSetup(options.campaign(), file.name(), options.setup(), options.seed(), runs),
                arrivals);
    }

    /** Returns settings that make a concurrent run a separate cell, since its duration depends on the other jobs. */
    private Map<String, String> together(WorkloadJob job) {
        return Map.of(RunSpec.CONCURRENT, "true", "workload", file.name(), "workload_job", job.name());
    }

    private RunSpec run(WorkloadJob job, String what, int block, Map<String, String> more) {
        int index = runs.size() + 1;
        Size size =
                Size.inTotal(Math.max(1, Math.max(job.inputBytes(), Math.max(job.shuffleBytes(), job.outputBytes()))));
        Map<String, String> configuration = configuration(job);
        Map<String, String> settings = new TreeMap<>(RunSetting.named(configuration));
        settings.put("compression", Compression.NONE.label());
        settings.put(size.setting(), Long.toString(size.bytes()));
        settings.putAll(more);
        return new RunSpec(
                String.format(Locale.ROOT, "%0" + digits + "d-%s-%s", index, JOB, what),
                index,
                block,
                more.isEmpty() ? block : 1,
                JOB,
                size,
                settings,
                configuration);
    }

    private Map<String, String> configuration(WorkloadJob job) {
        Map<String, String> configuration = new LinkedHashMap<>(Planner.DEFAULTS);
        if (file.data() != null) {
            configuration.put(JobKeys.DATA, file.data());
        }
        configuration.put(JobKeys.FILES, String.valueOf(maps(file, job)));
        if (job.shuffleBytes() > 0) {
            configuration.put(RunSetting.REDUCES.key(), String.valueOf(reduces(file, job)));
        }
        configuration.putAll(options.definitions());
        configuration.put(JobKeys.INPUT_POOL, String.valueOf(pool));
        configuration.put(JobKeys.INPUT_OFFSET, String.valueOf(offsets.get(job)));
        configuration.put(JobKeys.INPUT_BYTES, String.valueOf(job.inputBytes()));
        configuration.put(JobKeys.SHUFFLE_BYTES, String.valueOf(job.shuffleBytes()));
        configuration.put(JobKeys.OUTPUT_BYTES, String.valueOf(job.outputBytes()));
        configuration.putAll(Compression.NONE.configuration());
        return configuration;
    }

    private static long maps(WorkloadFile file, WorkloadJob job) {
        return tasks(job.inputBytes(), file.tasks().bytesPerMap());
    }

    private static long reduces(WorkloadFile file, WorkloadJob job) {
        return tasks(
                Math.max(job.shuffleBytes(), job.outputBytes()), file.tasks().bytesPerReduce());
    }

    private static long tasks(long bytes, long each) {
        return Math.max(1, bytes / each + (bytes % each == 0 ? 0 : 1));
    }

    /**
     * A planned workload: runs of its jobs alone, then all of its jobs at once.
     *
     * @param plan all runs: first the runs alone, in randomised complete blocks, then one concurrent run of each job
     * @param arrivals the jobs, in the order of their submission
     */
    public record PlannedWorkload(String name, Plan plan, List<Arrival> arrivals) {
        public PlannedWorkload {
            arrivals = List.copyOf(arrivals);
        }

        /**
         * One job of the workload.
         *
         * @param job the job's time of submission, class and sizes
         * @param run the job's run together with the other jobs
         * @param alone the ids of the runs alone that have the same sizes
         */
        public record Arrival(WorkloadJob job, RunSpec run, List<String> alone) {
            public Arrival {
                alone = List.copyOf(alone);
            }
        }
    }
}
