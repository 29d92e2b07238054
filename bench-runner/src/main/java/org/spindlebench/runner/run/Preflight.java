package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.jobs.WaveOf;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.Slots.Request;

/** All that would keep a plan from running here, found before the first job, each with the key and the remedy. */
public final class Preflight {
    private static final double MIB = 1 << 20;
    private static final double GB = 1e9;
    private static final long SMALLEST_HEAP = 1 << 20;

    private final ClusterAccess cluster;
    private final Sizing sizing;
    private final Cooling cooling;
    private final Workspace workspace;
    private final ClusterShape shape;

    public Preflight(ClusterAccess cluster, Sizing sizing, CampaignSettings settings) {
        this.cluster = cluster;
        this.sizing = sizing;
        this.cooling = settings.cooling();
        this.workspace = new Workspace(cluster.storage(), settings);
        this.shape = sizing.shape();
    }

    /** Problems, without repetition, in the order of finding; empty when the plan can run. */
    public List<String> problems(Plan plan) {
        Set<String> problems = new LinkedHashSet<>();
        queue(problems);
        history(problems);
        AskedSettings asked = new AskedSettings(sizing);
        JobLimits limits = new JobLimits(sizing);
        for (RunSpec run : plan.runs()) {
            containers(run, problems);
            asked.problems(run, problems);
            limits.problems(run, problems);
        }
        problems.addAll(cooling.problems());
        space(plan, problems);
        return new ArrayList<>(problems);
    }

    private void queue(Set<String> problems) {
        if (!shape.queue().running()) {
            problems.add("queue " + shape.queue().name() + " is stopped; name another with --queue");
        }
        if (shape.nodes().isEmpty()) {
            problems.add("no NodeManager is running for queue " + shape.queue().name()
                    + " (one with a node label counts under"
                    + " that label alone); start one, or name another queue with --queue");
        }
    }

    private void history(Set<String> problems) {
        try {
            cluster.histories().probe();
        } catch (IOException e) {
            problems.add("mapreduce.jobhistory.address: " + e.getMessage()
                    + "; counters and task times come from it: start it, or set the key to where it runs");
        }
    }

    private void containers(RunSpec run, Set<String> problems) {
        TaskRequests needs = sizing.requests(run);
        fits(ContainerKeys.MAP, needs.map(), needs.mapHeap(), problems);
        fits(ContainerKeys.REDUCE, needs.reduce(), needs.reduceHeap(), problems);
        fits(ContainerKeys.AM, needs.am(), needs.amHeap(), problems);
        long am = needs.am().normalised(shape.minimumMemory()).memory();
        boolean others = shape.nodes().stream().anyMatch(node -> node.memoryUsed() > 0);
        besideProbe(am, problems);
        // Schedulers let the first ApplicationMaster of a queue in whatever its share; the next ones wait.
        if (others && am > shape.queue().amMemory()) {
            problems.add(String.format(
                    Locale.ROOT,
                    "yarn.app.mapreduce.am.resource.mb: an ApplicationMaster of %.0f MiB exceeds the %.0f MiB that queue"
                            + " %s grants to ApplicationMasters; lower it, or raise"
                            + " yarn.scheduler.capacity.maximum-am-resource-percent",
                    am / MIB,
                    shape.queue().amMemory() / MIB,
                    shape.queue().name()));
        }
        SizedRun sized = sizing.size(run);
        if (sized.slots().chosen() < 1 && sized.job().wave() != WaveOf.NONE) {
            problems.add("no container of " + run.job() + " fits beside an ApplicationMaster in what is free now;"
                    + " free memory, or lower mapreduce.map.memory.mb and mapreduce.reduce.memory.mb");
        }
    }

    /** The probe's ApplicationMaster is the first, so that every job's would wait for ever. */
    private void besideProbe(long am, Set<String> problems) {
        sizing.probe().ifPresent(probe -> {
            long watching = probe.normalised(shape.minimumMemory()).master().memory();
            if (am + watching > shape.queue().amMemory()) {
                problems.add(String.format(
                        Locale.ROOT,
                        "--probe yarn: its ApplicationMaster of %.0f MiB and a job's of %.0f MiB exceed the %.0f MiB that"
                                + " queue %s grants to ApplicationMasters, so that no job would start; raise"
                                + " yarn.scheduler.capacity.maximum-am-resource-percent, or run without device figures by"
                                + " --probe off",
                        watching / MIB,
                        am / MIB,
                        shape.queue().amMemory() / MIB,
                        shape.queue().name()));
            }
        });
    }

    private void fits(ContainerKeys keys, Request request, long heap, Set<String> problems) {
        if (request.memory() > shape.maximumMemory()) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s: %.0f MiB exceeds the largest container, %.0f MiB; lower it",
                    keys.memory(),
                    request.memory() / MIB,
                    shape.maximumMemory() / MIB));
        }
        if (request.vcores() > shape.maximumVcores()) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s: %d exceeds the most that a container may have, %d; lower it",
                    keys.vcores(),
                    request.vcores(),
                    shape.maximumVcores()));
        }
        if (heap >= request.memory()) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s: a heap of %.0f MiB leaves nothing of the container's %.0f MiB; 0.8 of it is usual",
                    keys.heap(),
                    heap / MIB,
                    request.memory() / MIB));
        }
        if (heap > 0 && heap < SMALLEST_HEAP) {
            problems.add(keys.heap() + ": -Xmx of " + heap + " bytes; was a unit forgotten (-Xmx819m)?");
        }
    }

    private void space(Plan plan, Set<String> problems) {
        try {
            long needed = peakBytes(plan);
            // What a resumed campaign has already is part of what it needs.
            long free = cluster.storage().remaining() + workspace.stored();
            if (needed > free) {
                problems.add(String.format(
                        Locale.ROOT,
                        "HDFS has %.1f GB left and the plan needs %.1f GB at its peak; %s",
                        free / GB,
                        needed / GB,
                        cooling.storedBytes() == 0
                                ? "lower --bytes-per-node"
                                : String.format(
                                        Locale.ROOT,
                                        "%.1f GB of that are decoys: lower --bytes-per-node, or use --cold command='...'",
                                        cooling.storedBytes() / GB)));
            }
            new TypeSpace(sizing, cluster.storage().remainingByType()).problems(plan, problems);
        } catch (IOException e) {
            problems.add("HDFS does not say how much space is left: " + FailureMessage.of(e));
        }
    }

    /** Bytes with replicas: all inputs and what the cooling keeps, which stay, and the largest output, or all those of jobs that run at once. */
    long peakBytes(Plan plan) {
        long largest = 0;
        long together = 0;
        Set<String> inputs = new LinkedHashSet<>();
        long kept = 0;
        for (RunSpec run : plan.runs()) {
            SizedRun sized = sizing.size(run);
            long output = sized.storedOutput();
            largest = Math.max(largest, output);
            together += run.besideOthers() ? output : 0;
            for (Content content : Inputs.kept(sized.input())) {
                if (inputs.add(content.id())) {
                    kept += sized.stored(content);
                }
            }
        }
        return kept + cooling.storedBytes() + Math.max(largest, together);
    }
}
