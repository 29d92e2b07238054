package org.spindlebench.analysis.cell;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.Io.Sum;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.proof.RoleIo.Origin;
import org.spindlebench.analysis.proof.ShuffleProof;
import org.spindlebench.analysis.record.NodeMetrics;

/**
 * The mean activity of nodes and their devices over a cell's valid runs with evidence. These are the metrics of Figure
 * 3 and of the CPU column of Table 3 in the paper, and of the tables in its authors' article.
 *
 * @param cpuBusy the busy share of all hardware threads, as a mean over the runs; null if no run states it
 * @param hdfs the I/O of HDFS; null if no run could attribute I/O to HDFS
 * @param shuffle the I/O of the shuffle; null if no run could attribute I/O to the shuffle
 * @param all the I/O of all devices of either role, each counted once; null if no run states it
 * @param network the bytes of physical interfaces; null if no run states them
 * @param intermediate the number of runs with each verdict on whether intermediate data left memory, by the verdict's
 *     word; empty if no run has intermediate data
 * @param reason the reason why a role has no I/O, from the first run that states one; null if none does
 * @param shuffleReads the share of the bytes of intermediate data that were read from a device, at most 1, as a mean over
 *     the runs that prove it; null if none does
 * @param directories the largest number of data directories of each role on all nodes together
 * @param limits what limited the runs; null if no record says it
 * @param threads the number of hardware threads of each node; null if nodes differ, or if one does not state it
 * @param leastOfMemory the data of a run / the memory of its nodes, the least of all runs; null if a run does not state it
 */
@JsonNaming(SnakeCaseStrategy.class)
public record DeviceMeans(
        int runs,
        Double cpuBusy,
        RoleMean hdfs,
        RoleMean shuffle,
        RoleMean all,
        NetworkTraffic network,
        SortedMap<String, Integer> intermediate,
        String reason,
        @JsonIgnore Double shuffleReads,
        @JsonIgnore SortedMap<String, Integer> directories,
        @JsonIgnore LimitMedians limits,
        @JsonIgnore Integer threads,
        @JsonIgnore Double leastOfMemory) {
    public DeviceMeans {
        intermediate = Collections.unmodifiableSortedMap(intermediate);
        directories = Collections.unmodifiableSortedMap(directories);
    }

    /**
     * The I/O of one role, or of all devices.
     *
     * @param runs the number of runs that could attribute I/O to the role
     * @param origin where the numbers come from; if runs differ, the least certain source
     * @param nodes the largest number of nodes of any run
     * @param io means over the runs, of all nodes together. Sizes and waits count every request of every run alike; null
     *     without requests, or if requests cannot be attributed to the role. The busy share is a mean over devices and
     *     runs
     */
    public record RoleMean(int runs, Origin origin, int nodes, Io io) {
        /** Returns bytes read in all runs / read requests in all runs; null if unknown. */
        public Double bytesPerRead() {
            return io.bytesPerRead();
        }

        /** Returns bytes written in all runs / write requests in all runs; null if unknown. */
        public Double bytesPerWrite() {
            return io.bytesPerWrite();
        }

        /** Returns the share of the time in which a device had work; null if unknown. */
        public Double busy() {
            return io.busy();
        }
    }

    /**
     * Bytes that passed the physical interfaces of all nodes together, as means over runs.
     *
     * @param runs the number of runs in which the interfaces of all nodes are known
     */
    public record NetworkTraffic(int runs, int nodes, double received, double sent) {}

    static final class Builder {
        private final Mean cpu = new Mean();
        private final Map<String, RoleSum> roles = new TreeMap<>();
        private final Mean shuffleReads = new Mean();
        private final SortedMap<String, Integer> directories = new TreeMap<>();
        private final SortedMap<String, Integer> intermediate = new TreeMap<>();
        private final NetworkSums network = new NetworkSums();
        private final LimitMedians.Builder limits = new LimitMedians.Builder();
        private final Set<Long> threads = new HashSet<>();
        private final DoubleSummaryStatistics ofMemory = new DoubleSummaryStatistics();
        private int runs;
        private String reason;

        void add(NodeMetrics evidence) {
            Proofs proofs = evidence.proofs();
            runs++;
            cpu.add(proofs.cpu() == null ? null : proofs.cpu().busy());
            proofs.roles().forEach(this::add);
            ShuffleProof shuffle = proofs.shuffle();
            if (shuffle != null && shuffle.materialized() != null && shuffle.materialized() > 0) {
                intermediate.merge(shuffle.verdict().word(), 1, Integer::sum);
                shuffleReads.add(shuffle.mostRead());
            }
            directories(evidence.layout()).forEach((role, count) -> directories.merge(role, count, Math::max));
            network.add(evidence);
            limits.add(evidence.limits());
            if (proofs.memory() != null && proofs.memory().ratio() != null) {
                ofMemory.accept(proofs.memory().ratio());
            }
            evidence.nodes()
                    .forEach(node ->
                            threads.add(node.cpu() == null ? null : node.cpu().threads()));
        }

        private static SortedMap<String, Integer> directories(List<NodeLayout> nodes) {
            SortedMap<String, Integer> counts = new TreeMap<>();
            nodes.stream()
                    .flatMap(node -> node.directories().stream())
                    .filter(directory -> !Boolean.FALSE.equals(directory.exists()))
                    .forEach(directory -> counts.merge(directory.role(), 1, Integer::sum));
            return counts;
        }

        private void add(RoleIo role) {
            if (role.known()) {
                roles.computeIfAbsent(role.role(), name -> new RoleSum()).add(role);
            } else if (reason == null) {
                reason = role.role() + ": " + role.reason();
            }
        }

        /** Returns the means; null if no run has evidence. */
        DeviceMeans build() {
            if (runs == 0) {
                return null;
            }
            return new DeviceMeans(
                    runs,
                    cpu.known(),
                    mean(RoleIo.HDFS),
                    mean(RoleIo.SHUFFLE),
                    mean(RoleIo.BOTH),
                    network.mean(),
                    intermediate,
                    reason,
                    shuffleReads.known(),
                    directories,
                    limits.build(),
                    threads.size() != 1 || threads.contains(null)
                            ? null
                            : (Integer) threads.iterator().next().intValue(),
                    ofMemory.getCount() < runs ? null : (Double) ofMemory.getMin());
        }

        private RoleMean mean(String role) {
            return roles.containsKey(role) ? roles.get(role).mean() : null;
        }
    }

    /** Adds up the I/O of one role over runs. */
    private static final class RoleSum {
        private final Mean busy = new Mean();
        private final Sum sum = new Sum();
        private Origin origin = Origin.MEASURED;
        private boolean reads = true;
        private boolean writes = true;
        private int runs;
        private int nodes;

        void add(RoleIo role) {
            Io io = role.io();
            runs++;
            nodes = Math.max(nodes, role.nodes());
            sum.add(Sum.of(io));
            busy.add(io.busy());
            origin = role.origin().compareTo(origin) > 0 ? role.origin() : origin;
            // In a job of one role, a direction without the role's data has requests, but those are not the role's.
            boolean whole = role.origin() == Origin.MEASURED;
            reads &= whole || io.bytesPerRead() != null;
            writes &= whole || io.bytesPerWrite() != null;
        }

        RoleMean mean() {
            Io mean = new Sum().add(sum, 1.0 / runs).io();
            Io whole = mean.with(
                    reads ? sum.bytesPerRead() : null,
                    writes ? sum.bytesPerWrite() : null,
                    reads ? mean.readWait() : null,
                    writes ? mean.writeWait() : null,
                    busy.known());
            return new RoleMean(runs, origin, nodes, whole);
        }
    }

    /** Adds up the bytes of physical interfaces, so that the traffic of a bond or a bridge counts once. */
    private static final class NetworkSums {
        private int runs;
        private int nodes;
        private double received;
        private double sent;

        /** Adds a run, unless the interfaces of a node are unknown. */
        void add(NodeMetrics evidence) {
            if (!evidence.missing().isEmpty() || evidence.nodes().isEmpty()) {
                return;
            }
            Map<String, List<String>> physical = new TreeMap<>();
            for (NodeLayout layout : evidence.layout()) {
                physical.put(
                        layout.node(),
                        layout.networks().stream()
                                .filter(network -> Boolean.TRUE.equals(network.physical()))
                                .map(NodeLayout.NetworkAdapter::name)
                                .toList());
            }
            long in = 0;
            long out = 0;
            for (NodeLoad node : evidence.nodes()) {
                List<String> names = physical.getOrDefault(node.node(), List.of());
                if (names.isEmpty()) {
                    return;
                }
                for (NodeLoad.InterfaceTraffic network : node.networks()) {
                    if (names.contains(network.name())) {
                        if (network.received() == null || network.sent() == null) {
                            return;
                        }
                        in += network.received();
                        out += network.sent();
                    }
                }
            }
            runs++;
            nodes = Math.max(nodes, evidence.nodes().size());
            received += in;
            sent += out;
        }

        NetworkTraffic mean() {
            return runs == 0 ? null : new NetworkTraffic(runs, nodes, received / runs, sent / runs);
        }
    }
}
