package org.spindlebench.runner.check;

import java.util.Set;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Sizing;

/**
 * Before the first job, finds settings that a job or the cluster cannot follow. Otherwise the records would name
 * settings that were not applied.
 */
public final class AskedSettings {
    private final Sizing sizing;
    private final ClusterShape shape;

    public AskedSettings(Sizing sizing) {
        this.sizing = sizing;
        this.shape = sizing.shape();
    }

    public void problems(RunSpec run, Set<String> problems) {
        run.benchmark()
                .refusals(sizing.configuration(run))
                .forEach(refusal -> problems.add(run.job() + ": " + refusal));
        replication(run, problems);
        containersPerNode(run, problems);
    }

    private void replication(RunSpec run, Set<String> problems) {
        String asked = run.configuration().get(JobKeys.REPLICATION);
        if (asked != null && shape.dataNodes() > 0 && Integer.parseInt(asked) > shape.dataNodes()) {
            problems.add("replication: " + asked + " replicas are requested, but there are only " + shape.dataNodes()
                    + " DataNodes; request fewer");
        }
    }

    /** Checks that the number of containers changes only the request, and that exactly that number fits. */
    private void containersPerNode(RunSpec run, Set<String> problems) {
        String asked = run.configuration().get(JobKeys.CONTAINERS_PER_NODE);
        if (asked == null) {
            return;
        }
        TaskRequests needs = sizing.requests(run);
        TaskRequests without = sizing.requestsWithout(run);
        if (needs.mapHeap() != without.mapHeap() || needs.reduceHeap() != without.reduceHeap()) {
            problems.add(
                    "containers_per_node: Hadoop would derive the heap from the container request, so the heap would"
                            + " change, too; set mapreduce.map.java.opts and mapreduce.reduce.java.opts"
                            + " with an -Xmx that fits the smallest container");
        }
        long request = needs.map().normalised(shape.minimumMemory()).memory();
        for (NodeShape node : shape.nodes()) {
            if (sizing.forTasks(node) / request != Integer.parseInt(asked)) {
                problems.add("containers_per_node: " + asked + " containers of " + (request >> 20)
                        + " MiB do not fill "
                        + node.host() + " exactly (" + (sizing.forTasks(node) >> 20)
                        + " MiB, requests are multiples of "
                        + (shape.minimumMemory() >> 20) + " MiB): " + sizing.forTasks(node) / request
                        + " would fit; choose another number");
            }
        }
    }
}
