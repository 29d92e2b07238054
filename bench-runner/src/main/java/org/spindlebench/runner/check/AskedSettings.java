package org.spindlebench.runner.check;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.MeasuredJob;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Sizing;

/**
 * Before the first job, finds settings that a job or the cluster cannot follow. Otherwise the records would name
 * settings that were not applied.
 */
public final class AskedSettings {
    /** The settings that only some jobs follow. All others are Hadoop's own, which every job follows. */
    private static final Set<RunSetting> OF_SOME_JOBS = EnumSet.of(
            RunSetting.SYNC,
            RunSetting.DATA,
            RunSetting.FILES,
            RunSetting.PLACEMENT,
            RunSetting.STORAGE_POLICY,
            RunSetting.ERASURE_CODING,
            RunSetting.OUTPUT_COMPRESSION,
            RunSetting.INPUT_BYTES,
            RunSetting.SHUFFLE_BYTES,
            RunSetting.SHUFFLE_DATA,
            RunSetting.OUTPUT_BYTES);

    /** The storage policies that HDFS follows for erasure-coded files. */
    static final List<String> OF_CODED_FILES = List.of("HOT", "COLD", "ALL_SSD");

    private final Sizing sizing;
    private final ClusterShape shape;

    public AskedSettings(Sizing sizing) {
        this.sizing = sizing;
        this.shape = sizing.shape();
    }

    public void problems(RunSpec run, Set<String> problems) {
        ofSomeJobs(run, problems);
        replication(run, problems);
        erasureCoding(sizing.configuration(run), problems);
        containersPerNode(run, problems);
    }

    private void ofSomeJobs(RunSpec run, Set<String> problems) {
        MeasuredJob job = sizing.size(run).job();
        for (RunSetting setting : OF_SOME_JOBS) {
            setting.in(run.configuration()).ifPresent(value -> job.insteadOf(setting, value)
                    .ifPresent(allowed -> problems.add(setting.label() + ": " + run.job() + " has no '"
                            + value + "'; use " + allowed
                            + ", or leave it out of the entries with this job")));
            if (setting.in(run.configuration()).isPresent() && !job.follows(setting)) {
                problems.add(setting.label() + " (" + setting.key() + "): " + run.job()
                        + " ignores it; leave it out, or set it in an entry with jobs that follow it");
            }
        }
    }

    private void replication(RunSpec run, Set<String> problems) {
        String asked = run.configuration().get(JobKeys.REPLICATION);
        if (asked != null && shape.dataNodes() > 0 && Integer.parseInt(asked) > shape.dataNodes()) {
            problems.add("replication: " + asked + " replicas are requested, but there are only " + shape.dataNodes()
                    + " DataNodes; request fewer");
        }
    }

    /** Erasure-coded files have no replicas, and their streams cannot be forced to disk before they are closed. */
    private static void erasureCoding(Map<String, String> configuration, Set<String> problems) {
        if (!configuration.containsKey(JobKeys.ERASURE_CODING)) {
            return;
        }
        if (configuration.containsKey(JobKeys.REPLICATION)) {
            problems.add("replication: erasure-coded files have no replicas; leave out replication or erasure_coding");
        }
        if ("close".equals(configuration.get(JobKeys.SYNC))) {
            problems.add("sync: HDFS can't force an erasure-coded file before it is closed; use block or none");
        }
        String policy = configuration.getOrDefault(JobKeys.STORAGE_POLICY, "HOT");
        if (!OF_CODED_FILES.contains(policy.toUpperCase(Locale.ROOT))) {
            problems.add("storage_policy: HDFS ignores " + policy + " for erasure-coded files; use "
                    + String.join(" or ", OF_CODED_FILES) + ", or leave out storage_policy or erasure_coding");
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
