package org.spindlebench.runner.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.spindlebench.runner.conf.JobSettings;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;
import org.spindlebench.runner.conf.StorageSetup.StorageDevice;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.run.InputUse;
import org.spindlebench.runner.run.SizedRun;
import org.spindlebench.runner.run.Sizing;

/**
 * Finds setups whose stated capacities are too small for a plan. Only the minimum that the plan needs counts: inputs
 * and outputs with their replicas, and one copy of uncompressed map output. Decoys of {@code --cold evict}, whose size
 * depends on the nodes' memory, and the copies that reduces merge are not included.
 */
public final class StatedSpace {
    private static final double GB = 1e9;

    private final Sizing sizing;
    private final int nodes;
    private final StorageSetup setup;

    /** @param nodes the number of nodes over which the plan's bytes are spread */
    public StatedSpace(Sizing sizing, int nodes, StorageSetup setup) {
        this.sizing = sizing;
        this.nodes = nodes;
        this.setup = setup;
    }

    /** Returns why a plan's visits to the setup do not fit; empty if they do, or if a device states no capacity. */
    public List<String> problems(Plan plan) {
        long hdfs = 0;
        long local = 0;
        long both = 0;
        for (Visit visit : plan.visits()) {
            if (visit.setup().equals(setup.name())) {
                List<SizedRun> runs = visit.runs().stream().map(sizing::size).toList();
                List<Long> during = new InputUse(runs).bytesDuring();
                for (int i = 0; i < runs.size(); i++) {
                    long stored = (during.get(i) + nodes - 1) / nodes;
                    long output = mapOutput(runs.get(i));
                    hdfs = Math.max(hdfs, stored);
                    local = Math.max(local, output);
                    both = Math.max(both, stored + output);
                }
            }
        }
        List<StorageDevice> data = setup.usedBy(StorageRole.HDFS);
        List<StorageDevice> shuffle = setup.usedBy(StorageRole.SHUFFLE);
        List<String> problems = new ArrayList<>();
        check("HDFS", hdfs, data, problems);
        check("map output", local, shuffle, problems);
        if (problems.isEmpty() && !Collections.disjoint(data, shuffle)) {
            check("HDFS and map output", both, union(data, shuffle), problems);
        }
        return problems;
    }

    /** Returns the map output on each node; 0 if it is compressed, because its size is then unknown. */
    private long mapOutput(SizedRun run) {
        boolean compressed = Boolean.parseBoolean(run.configuration().get(JobSettings.COMPRESS));
        return compressed ? 0 : run.job().mapOutput(run.bytes()) / nodes;
    }

    private static Set<StorageDevice> union(List<StorageDevice> some, List<StorageDevice> others) {
        Set<StorageDevice> all = new HashSet<>(some);
        all.addAll(others);
        return all;
    }

    private void check(String what, long bytes, Iterable<StorageDevice> devices, List<String> problems) {
        long room = 0;
        for (StorageDevice device : devices) {
            if (device.nominal().capacity() == null) {
                return;
            }
            room += device.count() * device.nominal().capacity();
        }
        if (bytes > room) {
            problems.add(String.format(
                    Locale.ROOT,
                    "setup %s states %.1f GB per node for %s, but the plan takes at least %.1f GB at its peak; lower"
                            + " --bytes-per-node or the replication, or name a setup with more room",
                    setup.name(),
                    room / GB,
                    what,
                    bytes / GB));
        }
    }
}
