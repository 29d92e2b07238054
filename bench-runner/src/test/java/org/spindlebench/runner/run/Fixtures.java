package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.workload.Workload.RunSettings;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.ClusterShape.QueueShape;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.collect.Collectors;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.guest.GuestLimits;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.CampaignSettings.RunLimits;
import org.spindlebench.runner.run.CampaignSettings.Tolerance;

/** A small cluster, a plan for it, and what its jobs leave behind. */
public final class Fixtures {
    public static final long GIB = 1L << 30;
    public static final Instant START = Instant.parse("2026-03-04T05:06:07Z");
    public static final Software SOFTWARE = new Software("0", "sha", "source", "client", "cluster", "java", "os");
    public static final TaskRequests REQUESTS = requests(GIB, 128L << 20);

    private Fixtures() {}

    /** Returns two hosts of 4 GiB, with this number of DataNodes. */
    public static ClusterShape shape(int dataNodes) {
        return shape(dataNodes, new NodeShape("a", 4 * GIB, 0, 4, 0), new NodeShape("b", 4 * GIB, 0, 4, 0));
    }

    public static ClusterShape shape(int dataNodes, NodeShape... nodes) {
        return shape(
                dataNodes,
                new QueueShape("default", true, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, "rest"),
                nodes);
    }

    public static ClusterShape shape(int dataNodes, QueueShape queue, NodeShape... nodes) {
        return new ClusterShape(
                List.of(nodes), queue, GIB / 2, 4 * GIB, 4, false, Collections.nCopies(dataNodes, "a"), 3);
    }

    public static TaskRequests requests(long memory, long blockSize) {
        ContainerSize task = new ContainerSize(memory, 1);
        return new TaskRequests(
                task, task, new ContainerSize(GIB, 1), memory * 8 / 10, memory * 8 / 10, 0, blockSize, 10_000_000);
    }

    public static Sizing sizing(ClusterShape shape) {
        return new Sizing(shape, null, 7, configuration -> REQUESTS);
    }

    public static RunSpec spec(int index, String job, long bytesPerNode) {
        return new RunSpec(
                "00" + index + "-" + job,
                index,
                1,
                1,
                job,
                Size.perNode(bytesPerNode),
                Map.of("compression", "none"),
                Map.of("mapreduce.map.output.compress", "false"));
    }

    public static Plan plan(String... jobs) {
        List<RunSpec> runs = new ArrayList<>();
        for (String job : jobs) {
            runs.add(spec(runs.size() + 1, job, 500));
        }
        return Plan.ofOneSetup("campaign", "suite", "setup", 7, runs);
    }

    /** Returns a TeraGen that runs alone, and then three, the last of which arrives after this number of seconds. */
    public static Plan workload(double lastArrival) {
        List<RunSpec> runs = new ArrayList<>(plan("teragen").runs());
        for (int i = 0; i < 3; i++) {
            RunSpec spec = spec(i + 2, "teragen", 500);
            Map<String, String> settings = new TreeMap<>(spec.settings());
            settings.putAll(Map.of(
                    RunSettings.CONCURRENT,
                    "true",
                    RunSettings.WORKLOAD,
                    "w",
                    RunSettings.JOBS,
                    "3",
                    RunSettings.JOB,
                    "job" + i,
                    RunSettings.CLASS,
                    "x",
                    RunSettings.ARRIVAL,
                    String.valueOf(i * lastArrival / 2)));
            runs.add(new RunSpec(
                    spec.id(), spec.index(), 2, 1, spec.job(), spec.size(), settings, spec.configuration()));
        }
        return Plan.ofOneSetup("campaign", "w", "setup", 7, runs);
    }

    public static EndedJob ended(boolean succeeded, String diagnostics) {
        return new EndedJob(
                "application_1_0001",
                "job_1_0001",
                succeeded,
                diagnostics,
                START,
                START.plusSeconds(12),
                START.plusSeconds(1),
                START.plusSeconds(11));
    }

    /** Returns the MapReduce job of {@link #ended}. */
    public static Application application() {
        return new Application(
                "application_1_0001",
                "job",
                ProgramRun.MAPREDUCE,
                "SUCCEEDED",
                START.plusSeconds(1),
                START.plusSeconds(11),
                List.of(),
                null);
    }

    public static JobHistory history(Map<String, Map<String, Long>> counters, TaskTimes... tasks) {
        return new JobHistory(
                new JobHistory.JobTimes(START, START.plusSeconds(2), START.plusSeconds(10)),
                counters,
                List.of(tasks),
                Map.of(),
                Map.of(),
                Map.of("io.file.buffer.size", "131072"),
                Map.of());
    }

    /** Returns the job with a largest reduce of {@code skew} times the mean. */
    public static JobHistory uneven(JobHistory history, double skew) {
        // The larger of two reduces fetches this share of all bytes.
        long largest = Math.round(skew / 2 * 1_000_000);
        return new JobHistory(
                        history.times(),
                        history.counters(),
                        history.tasks(),
                        history.mapped(),
                        Map.of("one", largest, "other", 1_000_000 - largest),
                        history.configuration(),
                        history.inForce())
                .measured(Collectors.METRICS);
    }

    /** Returns the job with the settings that it ran with, or null if they are unknown. */
    public static JobHistory inForce(JobHistory history, Map<String, String> settings) {
        return new JobHistory(
                history.times(),
                history.counters(),
                history.tasks(),
                history.mapped(),
                history.fetched(),
                history.configuration(),
                settings);
    }

    public static TaskTimes task(String kind, int from, int to) {
        return new TaskTimes(
                kind + from + to, kind, "a", "SUCCEEDED", START.plusSeconds(from), START.plusSeconds(to), null, null);
    }

    public static CampaignSettings settings(Plan plan, Cooling cooling) {
        return settings(plan, plan.first(), cooling);
    }

    public static CampaignSettings settings(Plan plan, Visit visit, Cooling cooling) {
        return settings(plan, visit, cooling, null);
    }

    public static CampaignSettings settings(Plan plan, Visit visit, Cooling cooling, HostSet hosts) {
        return new CampaignSettings(
                plan,
                visit,
                "default",
                "/base",
                new RunLimits(Duration.ofMinutes(1), Duration.ofSeconds(1)),
                cooling,
                null,
                Tolerance.STANDARD,
                GuestLimits.NONE,
                null,
                null,
                Map.of(),
                Collections.emptySortedMap(),
                hosts,
                List.of(),
                null);
    }
}
