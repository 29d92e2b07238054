package org.spindlebench.runner.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.jobs.BenchmarkJob;
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.jobs.ContentKind;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.WaveOf;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.Slots;

/**
 * Turns "bytes per node" and "one wave" into numbers of tasks and bytes for one cluster. The shape is read once, when
 * nothing of ours runs, so that every repeat is sized alike.
 */
public final class Sizing {
    private static final int USUAL_REPLICATION = 3;
    private static final int LEAST_TEXT_SPLITS = 4;
    private static final long ROW = 100;

    private final ClusterShape shape;
    private final Integer givenSlots;
    private final long seed;
    private final RequestsOf requests;

    /** The container requests that settings lead to. */
    public interface RequestsOf {
        TaskRequests of(Map<String, String> configuration);
    }

    public Sizing(ClusterShape shape, Integer givenSlots, long seed, RequestsOf requests) {
        this.shape = shape;
        this.givenSlots = givenSlots;
        this.seed = seed;
        this.requests = requests;
    }

    ClusterShape shape() {
        return shape;
    }

    /** Replicas that this cluster can hold of the usual three; where nobody says, what its configuration asks for. */
    int replication() {
        int most = shape.dataNodes() == 0 ? shape.usualReplication() : shape.dataNodes();
        return Math.min(USUAL_REPLICATION, most);
    }

    TaskRequests requests(RunSpec spec) {
        return requests.of(spec.configuration());
    }

    /** The slots of every job of a plan, once each. */
    public List<Environment.SlotsOf> slots(Plan plan) {
        Map<String, Environment.SlotsOf> byJob = new LinkedHashMap<>();
        for (RunSpec run : plan.runs()) {
            Slots slots = size(run).slots();
            byJob.putIfAbsent(
                    run.job(),
                    new Environment.SlotsOf(
                            run.job(), slots.byMemory(), slots.byDominant(), slots.chosen(), slots.rule()));
        }
        return List.copyOf(byJob.values());
    }

    SizedRun size(RunSpec spec) {
        BenchmarkJob job = JobCatalog.named(spec.job());
        TaskRequests needs = requests(spec);
        Slots slots = slots(job.wave() == WaveOf.MAPS ? needs.map() : larger(job, needs), needs);
        long bytes = spec.bytesPerNode() * shape.hosts();
        long whole = job.data().equals("tera") ? bytes / ROW * ROW : bytes;
        int tasks = Math.max(1, slots.chosen());
        return new SizedRun(
                spec,
                job,
                slots,
                tasks,
                shape.hosts(),
                whole,
                replication(),
                job.input().map(kind -> content(kind, whole, tasks, needs.blockSize())));
    }

    /** A wave of both must fit the larger of the two. */
    private static Slots.Request larger(BenchmarkJob job, TaskRequests needs) {
        return job.wave() == WaveOf.BOTH
                        && needs.map().memory() > needs.reduce().memory()
                ? needs.map()
                : needs.reduce();
    }

    private Slots slots(Slots.Request task, TaskRequests needs) {
        long unit = shape.minimumMemory();
        List<Slots.Free> free = shape.nodes().stream()
                .map(node -> new Slots.Free(node.memoryFree(), node.vcoresFree()))
                .toList();
        Slots slots = Slots.of(
                free,
                task.normalised(unit),
                needs.am().normalised(unit),
                new Slots.Free(shape.queue().userMemory(), shape.queue().userVcores()),
                shape.dominant());
        return givenSlots == null ? slots : slots.given(givenSlots);
    }

    /** WordCount's text is one file a split, and no split larger than a block. */
    private Content content(ContentKind kind, long bytes, int tasks, long blockSize) {
        if (kind != ContentKind.TEXT) {
            return new Content(kind, bytes, tasks, replication(), blockSize, seed);
        }
        long blocks = (bytes + blockSize - 1) / blockSize;
        int splits = (int) Math.max(Math.max(LEAST_TEXT_SPLITS, tasks), blocks);
        return new Content(kind, bytes, splits, replication(), blockSize, seed);
    }
}
