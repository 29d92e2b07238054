package org.spindlebench.runner.run;

import java.util.EnumSet;
import java.util.Set;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.NodeShape;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.BenchmarkJob;
import org.spindlebench.runner.plan.RunSpec;

/** Settings that a job or a cluster can't follow: found before the first job, or the label would say what did not happen. */
final class AskedSettings {
    /** What only some jobs heed; all others are Hadoop's own, which every job does. */
    private static final Set<RunSetting> OF_SOME_JOBS = EnumSet.of(
            RunSetting.SYNC,
            RunSetting.DATA,
            RunSetting.FILES,
            RunSetting.STORAGE_POLICY,
            RunSetting.ERASURE_CODING,
            RunSetting.OUTPUT_COMPRESSION,
            RunSetting.INPUT_BYTES,
            RunSetting.SHUFFLE_BYTES,
            RunSetting.OUTPUT_BYTES);

    private final Sizing sizing;
    private final ClusterShape shape;

    AskedSettings(Sizing sizing) {
        this.sizing = sizing;
        this.shape = sizing.shape();
    }

    void problems(RunSpec run, Set<String> problems) {
        ofSomeJobs(run, problems);
        replication(run, problems);
        erasureCoding(run, problems);
        containersPerNode(run, problems);
    }

    private void ofSomeJobs(RunSpec run, Set<String> problems) {
        BenchmarkJob job = sizing.size(run).job();
        Set<RunSetting> heeded = job.ownSettings();
        for (RunSetting setting : OF_SOME_JOBS) {
            Set<String> understood = job.ownValues(setting);
            setting.in(run.configuration())
                    .filter(value -> !understood.isEmpty() && !understood.contains(value))
                    .ifPresent(value -> problems.add(setting.label() + ": " + run.job() + " has no '" + value
                            + "'; ask for one of " + String.join(", ", understood)
                            + ", or leave it out of the entries with this job"));
            if (setting.in(run.configuration()).isPresent() && !heeded.contains(setting)) {
                problems.add(setting.label() + " (" + setting.key() + "): " + run.job()
                        + " does not heed it; leave it out, or ask for it in an entry of jobs that do");
            }
        }
    }

    private void replication(RunSpec run, Set<String> problems) {
        String asked = run.configuration().get(JobKeys.REPLICATION);
        if (asked != null && shape.dataNodes() > 0 && Integer.parseInt(asked) > shape.dataNodes()) {
            problems.add("replication: " + asked + " replicas are asked for, and there are " + shape.dataNodes()
                    + " DataNodes; ask for fewer");
        }
    }

    /** What is coded has no replicas, and its stream can't be forced before it is closed. */
    private static void erasureCoding(RunSpec run, Set<String> problems) {
        if (!run.configuration().containsKey(JobKeys.ERASURE_CODING)) {
            return;
        }
        if (run.configuration().containsKey(JobKeys.REPLICATION)) {
            problems.add("replication: erasure-coded files have no replicas; leave out replication or erasure_coding");
        }
        if ("close".equals(run.configuration().get(JobKeys.SYNC))) {
            problems.add("sync: HDFS can't force an erasure-coded file before it is closed; use block or none");
        }
    }

    /** Only the request is to change with the number of containers, and the number must come out exactly. */
    private void containersPerNode(RunSpec run, Set<String> problems) {
        String asked = run.configuration().get(JobKeys.CONTAINERS_PER_NODE);
        if (asked == null) {
            return;
        }
        TaskRequests needs = sizing.requests(run);
        TaskRequests without = sizing.requestsWithout(run);
        if (needs.mapHeap() != without.mapHeap() || needs.reduceHeap() != without.reduceHeap()) {
            problems.add(
                    "containers_per_node: Hadoop would take the heap from the request, and more than the request would"
                            + " change; set mapreduce.map.java.opts and mapreduce.reduce.java.opts with an -Xmx that fits the"
                            + " smallest");
        }
        long request = needs.map().normalised(shape.minimumMemory()).memory();
        for (NodeShape node : shape.nodes()) {
            if (sizing.forTasks(node) / request != Integer.parseInt(asked)) {
                problems.add("containers_per_node: " + asked + " containers of " + (request >> 20)
                        + " MiB do not divide "
                        + node.host() + " (" + (sizing.forTasks(node) >> 20) + " MiB, requests are multiples of "
                        + (shape.minimumMemory() >> 20) + " MiB): " + sizing.forTasks(node) / request
                        + " would fit; ask for another number");
            }
        }
    }
}
