package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.spindlebench.analysis.workload.Workload;
import org.spindlebench.analysis.workload.Workload.RunSettings;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.Planner.SeededOrder;
import org.spindlebench.runner.plan.Planner.VisitSequence;

/**
 * Turns a workload into visits: first each different job alone, as often as the workload states, and then all jobs at
 * once. All jobs read from one pool of data, which is as large as the largest input. Each job starts at an offset that
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
    private final long pool;
    private final Map<WorkloadJob.JobSizes, WorkloadJob> different = new LinkedHashMap<>();
    private final Map<WorkloadJob, Long> offsets = new LinkedHashMap<>();
    private final int digits;
    private int index;
    private int order;

    private WorkloadPlanner(WorkloadFile file, Workload workload, PlanOptions options, int visits, int repeats) {
        this.file = file;
        this.workload = workload;
        this.options = options;
        this.pool = workload.jobs().stream().mapToLong(WorkloadJob::inputBytes).reduce(LEAST_POOL, Math::max);
        Random random = new Random(options.seed());
        for (WorkloadJob job : workload.jobs()) {
            different.putIfAbsent(job.sizes(), job);
            offsets.put(job, Math.floorMod(random.nextLong(), pool));
        }
        int total = visits * (different.size() * repeats + workload.jobs().size());
        this.digits = Math.max(3, Integer.toString(total).length());
    }

    /**
     * Returns the plan of a workload on one setup, or on several. Each visit contains the runs alone, and then all jobs
     * at once.
     *
     * @param shape the order and number of visits to several setups
     * @param setups the setups' names, the baseline first
     * @param options the command line's options, whose setup is ignored
     */
    public static Plan plan(
            WorkloadFile file,
            Workload workload,
            Experiment.VisitShape shape,
            List<String> setups,
            PlanOptions options) {
        Experiment.VisitShape visited = shape.withRepeats(options.repeats().orElse(file.repeats()));
        boolean isOne = setups.size() == 1;
        WorkloadPlanner planner = new WorkloadPlanner(
                file, workload, options, isOne ? 1 : setups.size() * visited.visits(), visited.repeats());
        return isOne
                ? Plan.ofOneSetup(
                        options.campaign(), file.name(), setups.get(0), options.seed(), planner.runs(visited.repeats()))
                : new Plan(
                        Plan.SCHEMA,
                        options.campaign(),
                        file.name(),
                        file.name(),
                        setups,
                        visited,
                        List.of(),
                        options.seed(),
                        planner.visits(visited, setups),
                        null);
    }

    /** Returns the runs on one setup. The runs alone are in blocks of their own. */
    private List<RunSpec> runs(int repeats) {
        List<RunSpec> runs = new ArrayList<>();
        for (int block = 1; block <= repeats; block++) {
            addAlone(runs, block, block, "");
        }
        addTogether(runs, repeats + 1, 1, "");
        return runs;
    }

    private List<Visit> visits(Experiment.VisitShape shape, List<String> setups) {
        List<Visit> visits = new ArrayList<>();
        for (VisitSequence.SetupTurn turn : VisitSequence.of(shape.order(), setups, shape.visits(), options.seed())) {
            int before = (int) visits.stream()
                    .filter(visit -> visit.setup().equals(turn.setup()))
                    .count();
            List<RunSpec> runs = new ArrayList<>();
            for (int repeat = 1; repeat <= shape.repeats(); repeat++) {
                addAlone(runs, turn.block(), before * shape.repeats() + repeat, "-" + turn.setup());
            }
            addTogether(runs, turn.block(), before + 1, "-" + turn.setup());
            visits.add(new Visit(turn.setup(), visits.size() + 1, runs));
        }
        return visits;
    }

    /** Returns the largest number of tasks of any job of a workload. */
    public static long mostTasks(WorkloadFile file, Workload workload) {
        return workload.jobs().stream()
                .mapToLong(job -> Math.max(maps(file, job), reduces(file, job)))
                .max()
                .orElse(0);
    }

    /** Adds a run alone of each different job, in an order that follows from the seed. */
    private void addAlone(List<RunSpec> runs, int block, int repeat, String suffix) {
        order++;
        for (WorkloadJob job : SeededOrder.order(List.copyOf(different.values()), options.seed(), order)) {
            runs.add(run(job, "alone-" + job.name() + suffix, block, repeat, Map.of()));
        }
    }

    private void addTogether(List<RunSpec> runs, int block, int repeat, String suffix) {
        for (WorkloadJob job : workload.jobs()) {
            runs.add(run(job, job.name() + suffix, block, repeat, together(job)));
        }
    }

    /** Returns settings that make a concurrent run a separate cell, because its duration depends on the other jobs. */
    private Map<String, String> together(WorkloadJob job) {
        Map<String, String> settings = new TreeMap<>(Map.of(
                RunSettings.CONCURRENT,
                "true",
                RunSettings.WORKLOAD,
                file.name(),
                RunSettings.JOBS,
                String.valueOf(workload.jobs().size()),
                RunSettings.JOB,
                job.name(),
                RunSettings.ARRIVAL,
                String.valueOf(job.submit())));
        if (job.jobClass() != null) {
            settings.put(RunSettings.CLASS, job.jobClass());
        }
        return settings;
    }

    private RunSpec run(WorkloadJob job, String what, int block, int repeat, Map<String, String> more) {
        index++;
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
                repeat,
                JOB,
                size,
                settings,
                configuration);
    }

    private Map<String, String> configuration(WorkloadJob job) {
        Map<String, String> configuration = new LinkedHashMap<>(RunSpec.DEFAULTS);
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
}
