package org.spindlebench.runner.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.analysis.record.ErasureCoding;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.Slots.ContainerSize;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.SetupWay.StoragePolicy;
import org.spindlebench.runner.conf.StorageType;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.MeasuredJob;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.CampaignSettings;
import org.spindlebench.runner.run.ClusterAccess;
import org.spindlebench.runner.run.Cooling;
import org.spindlebench.runner.run.InputUse;
import org.spindlebench.runner.run.Inputs;
import org.spindlebench.runner.run.SizedRun;
import org.spindlebench.runner.run.Sizing;
import org.spindlebench.runner.run.Sizing.ContainerKeys;
import org.spindlebench.runner.run.Workspace;

/**
 * Finds all problems that would keep a plan from running here, before the first job. Each message names the key and the
 * remedy.
 */
public final class Preflight {
    private static final double MIB = 1 << 20;
    private static final double GB = 1e9;
    private static final long SMALLEST_HEAP = 1 << 20;

    private final ClusterAccess cluster;
    private final Sizing sizing;
    private final Cooling cooling;
    private final Workspace workspace;
    private final String base;
    private final HostSet hosts;
    private final List<String> notes = new ArrayList<>();
    private final StoragePolicy policy;
    private final ClusterShape shape;

    public Preflight(ClusterAccess cluster, Sizing sizing, CampaignSettings settings) {
        this.cluster = cluster;
        this.sizing = sizing;
        this.cooling = settings.cooling();
        this.workspace = new Workspace(cluster.storage(), settings);
        this.base = settings.baseDirectory();
        this.hosts = settings.hosts();
        this.policy = settings.storagePolicy();
        this.shape = sizing.shape();
    }

    /** Returns the problems, each once, in the order of their discovery; empty if the plan can run. */
    public List<String> problems(List<RunSpec> runs) {
        Set<String> problems = new LinkedHashSet<>();
        queue(problems);
        history(problems);
        AskedSettings asked = new AskedSettings(sizing);
        JobLimits limits = new JobLimits(sizing);
        for (RunSpec run : runs) {
            containers(run, problems);
            asked.problems(run, problems);
            limits.problems(run, problems);
        }
        erasureCoding(runs, problems);
        programs(runs, problems);
        problems.addAll(cooling.problems());
        space(runs, problems);
        return new ArrayList<>(problems);
    }

    /** Returns the notices for the user; they are not problems. Call it after {@link #problems}. */
    public List<String> notes() {
        return notes;
    }

    private void queue(Set<String> problems) {
        if (!shape.queue().running()) {
            problems.add("queue " + shape.queue().name() + " is stopped; name another with --queue");
        }
        if (shape.nodes().isEmpty()) {
            problems.add("no NodeManager is running for queue " + shape.queue().name()
                    + " (a NodeManager with a node label counts for that label only); start one, or name another queue"
                    + " with --queue");
        }
    }

    private void history(Set<String> problems) {
        try {
            cluster.histories().probe();
        } catch (IOException e) {
            problems.add(
                    "mapreduce.jobhistory.address: " + e.getMessage()
                            + "; the JobHistoryServer provides counters and task times: start it, or set the key to its address");
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
        // Schedulers admit a queue's first ApplicationMaster even if it exceeds the queue's share; later ones wait.
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
            problems.add("no container of " + run.job() + " fits into the free memory next to an ApplicationMaster;"
                    + " free memory, or lower mapreduce.map.memory.mb and mapreduce.reduce.memory.mb");
        }
    }

    /**
     * The probe's ApplicationMaster starts first. If a job's ApplicationMaster does not fit either, every job would
     * wait forever.
     */
    private void besideProbe(long am, Set<String> problems) {
        sizing.probe().ifPresent(probe -> {
            long watching = probe.normalised(shape.minimumMemory()).master().memory();
            if (am + watching > shape.queue().amMemory()) {
                problems.add(String.format(
                        Locale.ROOT,
                        "--probe yarn: its ApplicationMaster of %.0f MiB and a job's of %.0f MiB exceed the %.0f MiB"
                                + " that queue %s grants to ApplicationMasters, so no job would start; raise"
                                + " yarn.scheduler.capacity.maximum-am-resource-percent, or use --probe off to run"
                                + " without device metrics",
                        watching / MIB,
                        am / MIB,
                        shape.queue().amMemory() / MIB,
                        shape.queue().name()));
            }
        });
    }

    private void fits(ContainerKeys keys, ContainerSize request, long heap, Set<String> problems) {
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
                    "%s: %d exceeds the maximum of a container, %d; lower it",
                    keys.vcores(),
                    request.vcores(),
                    shape.maximumVcores()));
        }
        if (heap >= request.memory()) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s: a heap of %.0f MiB leaves nothing of the container's %.0f MiB for other memory; lower it,"
                            + " usually to 0.8 of the container",
                    keys.heap(),
                    heap / MIB,
                    request.memory() / MIB));
        }
        if (heap > 0 && heap < SMALLEST_HEAP) {
            problems.add(keys.heap() + ": -Xmx of " + heap + " bytes; was a unit forgotten (-Xmx819m)?");
        }
    }

    /** HDFS writes a block group without its parity if there are too few DataNodes for all units. */
    private void erasureCoding(List<RunSpec> runs, Set<String> problems) {
        Set<String> asked = new LinkedHashSet<>();
        runs.forEach(
                run -> RunSetting.ERASURE_CODING.in(sizing.configuration(run)).ifPresent(asked::add));
        if (asked.isEmpty()) {
            return;
        }
        if (policy != null && !MeasuredJob.OF_CODED_FILES.contains(policy.name())) {
            problems.add("erasure_coding: HDFS ignores the setup's storage policy " + policy.name()
                    + " for erasure-coded files; leave out erasure_coding, or name a setup with "
                    + String.join(" or ", MeasuredJob.OF_CODED_FILES));
        }
        try {
            List<String> enabled = cluster.storage().erasureCodings();
            for (String name : asked) {
                int needed =
                        ErasureCoding.of(name).map(ErasureCoding::dataNodes).orElse(0);
                if (!enabled.contains(name)) {
                    problems.add(
                            "erasure_coding: HDFS has not enabled " + name + "; enable it with `hdfs ec -enablePolicy"
                                    + " -policy " + name + "`"
                                    + (enabled.isEmpty() ? "" : ", or use " + String.join(" or ", enabled)));
                } else if (shape.dataNodes() > 0 && needed > shape.dataNodes()) {
                    problems.add("erasure_coding: " + name + " spreads each block group over " + needed
                            + " DataNodes, but there are only " + shape.dataNodes()
                            + "; use a policy with fewer units, or start more DataNodes");
                }
            }
        } catch (IOException e) {
            problems.add("cannot find out which erasure-coding policies HDFS has enabled: " + FailureMessage.of(e));
        }
    }

    /** Checks the paths that programs of the user read, and that Spindle does not make. */
    private void programs(List<RunSpec> runs, Set<String> problems) {
        for (RunSpec run : runs) {
            String path = run.program() == null || run.program().input() == null
                    ? null
                    : run.program().input().path();
            try {
                if (path != null && !cluster.storage().exists(path)) {
                    problems.add("input of " + run.job() + ": there is no " + path + " in HDFS; name a path with data");
                } else if (path != null) {
                    workspace.refuseOwn(path);
                }
            } catch (IOException e) {
                problems.add("input of " + run.job() + ": " + FailureMessage.of(e));
            }
        }
    }

    private void space(List<RunSpec> runs, Set<String> problems) {
        try {
            long needed = peakBytes(runs);
            // The files of a resumed campaign already take part of the space that it needs.
            long free = cluster.storage().remainingOn(hosts) + workspace.stored();
            if (needed > free) {
                problems.add(String.format(
                        Locale.ROOT,
                        "HDFS has %.1f GB left%s, but the plan needs %.1f GB at its peak; %s",
                        free / GB,
                        hosts == null ? "" : " on the setup's hosts",
                        needed / GB,
                        cooling.storedBytes() == 0
                                ? "lower --bytes-per-node"
                                : String.format(
                                        Locale.ROOT,
                                        "%.1f GB of that are for decoys: lower --bytes-per-node, or use --cold"
                                                + " command='...'",
                                        cooling.storedBytes() / GB)));
            }
            QuotaCheck quotas = new QuotaCheck(
                    cluster.storage().quotas(base),
                    base,
                    runs.stream().map(sizing::size).toList(),
                    policy);
            problems.addAll(quotas.problems(cooling.storedBytes(), workspace.stored()));
            notes.addAll(quotas.notes());
            new TypeSpace(sizing, cluster.storage().remainingByType()).problems(runs, problems);
        } catch (IOException e) {
            problems.add("cannot find out how much space HDFS has left: " + FailureMessage.of(e));
        }
    }

    /**
     * Returns the largest number of bytes, with replicas, that inputs, outputs and the cooling take in HDFS at one
     * time.
     */
    long peakBytes(List<RunSpec> runs) {
        return new InputUse(runs.stream().map(sizing::size).toList()).peakBytes() + cooling.storedBytes();
    }

    /**
     * Checks whether the storage types that a plan's policies name have enough space. Without enough space, HDFS
     * silently writes elsewhere, and only the proof after the run would show this.
     */
    static final class TypeSpace {
        private static final double GB = 1e9;

        private final Sizing sizing;
        private final Map<String, Long> remaining;

        /** The bytes that a policy puts on its own storage type. */
        private record Share(String type, long bytes) {}

        /** @param remaining the bytes that each storage type can still take; empty if unknown */
        TypeSpace(Sizing sizing, Map<String, Long> remaining) {
            this.sizing = sizing;
            this.remaining = remaining;
        }

        public void problems(List<RunSpec> runs, Set<String> problems) {
            if (remaining.isEmpty()) {
                return;
            }
            Map<String, Long> kept = new TreeMap<>();
            Map<String, Long> output = new HashMap<>();
            Map<String, StoragePolicy> policies = new HashMap<>();
            Set<String> inputs = new HashSet<>();
            for (RunSpec spec : runs) {
                SizedRun run = sizing.size(spec);
                String asked = run.configuration().get(JobKeys.STORAGE_POLICY);
                if (asked != null) {
                    StoragePolicy policy = StoragePolicy.of(asked);
                    for (InputData content : Inputs.kept(run.input())) {
                        if (content.kind() == ContentKind.DFSIO && inputs.add(content.id())) {
                            Share share = share(policy, content.replication(), run.stored(content));
                            kept.merge(share.type(), share.bytes(), Long::sum);
                            policies.put(share.type(), policy);
                        }
                    }
                    Share share = share(policy, run.outputReplication(), run.storedOutput());
                    output.merge(share.type(), share.bytes(), Math::max);
                    policies.put(share.type(), policy);
                }
            }
            output.forEach((type, most) -> kept.merge(type, most, Long::sum));
            kept.forEach((type, needed) -> {
                long left = remaining.getOrDefault(type, 0L);
                if (needed > left) {
                    problems.add(String.format(
                            Locale.ROOT,
                            "storage_policy: %s needs %.1f GB on storage of type %s at the plan's peak, but only %.1f"
                                    + " GB are left there: HDFS would silently write the rest elsewhere; lower"
                                    + " --bytes-per-node, or use another policy",
                            policies.get(type),
                            needed / GB,
                            type,
                            left / GB));
                }
            });
        }

        /**
         * Returns the type for which a policy is chosen, and the type's part of the stored bytes, which include all
         * replicas.
         */
        private static Share share(StoragePolicy policy, int replicas, long stored) {
            String type = policy.types().stream()
                    .filter(each -> each != StorageType.DISK)
                    .findFirst()
                    .orElse(StorageType.DISK)
                    .name();
            return new Share(type, policy.bytesOn(type, replicas, stored));
        }
    }
}
