package org.spindlebench.analysis.series;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.Io.IoCounter;
import org.spindlebench.analysis.node.Io.Sum;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.node.SampleFile;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.Proofs.CpuLoad;
import org.spindlebench.analysis.proof.Reasons;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.proof.RoleIo.Origin;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.series.NodeSteps.NodeSum;
import org.spindlebench.analysis.series.RunSeries.ClusterSeries;
import org.spindlebench.analysis.series.RunSeries.IoStep;
import org.spindlebench.analysis.series.RunSeries.NodeSeries;
import org.spindlebench.analysis.series.RunSeries.NodeStep;
import org.spindlebench.analysis.series.RunSeries.RoleSeries;

/**
 * Adds up a run's samples, node after node. It keeps the sums of one node at a time. An instance is used for one run.
 */
final class RunSteps implements SampleFile.SampleConsumer {
    private static final double MILLIS = 1000.0;
    private static final List<String> ROLES = List.of(RoleIo.HDFS, RoleIo.SHUFFLE);

    private final String file;
    private final NodeMetrics evidence;
    private final Double toFlush;
    private final StepGrid grid;
    private final Consumer<NodeSeries> nodes;
    private final Map<String, RoleSteps> roles = new TreeMap<>();
    private final ClusterSteps cluster;
    private final Map<String, NodeLoad> expected = new TreeMap<>();
    private NodeSteps node;
    private Seen seen;

    /** Counts a node's samples in the record's window, and whether its first and last are there. */
    private static final class Seen {
        private final NodeLoad figures;
        private int readings;
        private boolean begun;
        private boolean ended;

        Seen(NodeLoad figures) {
            this.figures = figures;
        }

        void add(long millis) {
            long from = figures.from().toEpochMilli();
            long to = figures.to().toEpochMilli();
            begun |= millis == from;
            ended |= millis == to;
            readings += millis >= from && millis <= to ? 1 : 0;
        }

        boolean isWhole() {
            return begun && ended && readings >= figures.readings();
        }
    }

    /** {@code nodes} receives the series of each node; null if these are not requested. */
    RunSteps(RunRecord run, String file, Duration step, Consumer<NodeSeries> nodes) {
        if (!RunSeries.hasSamples(run)) {
            throw new IllegalArgumentException(run.identity().run() + " has no samples");
        }
        this.file = file;
        this.evidence = run.evidence();
        this.nodes = nodes;
        long begin = run.times().yarnStarted().toEpochMilli();
        long jobEnd = run.times().yarnFinished().toEpochMilli();
        Long flushed = flushed(begin, jobEnd, evidence.proofs());
        this.toFlush = flushed == null ? null : (Double) ((flushed - begin) / MILLIS);
        this.grid = StepGrid.of(begin, jobEnd, flushed == null ? jobEnd : flushed, step.toMillis());
        this.cluster = new ClusterSteps(grid, evidence);
        evidence.nodes().forEach(figures -> expected.put(figures.node(), figures));
        for (RoleIo figures : during(evidence)) {
            if (figures.ofDevices() && ROLES.contains(figures.role())) {
                roles.put(figures.role(), new RoleSteps(grid, figures, evidence.layout()));
            }
        }
    }

    private static List<RoleIo> during(NodeMetrics evidence) {
        return evidence.proofs() == null ? List.of() : evidence.proofs().roles();
    }

    /** Returns the time at which the dirty data was written; null if Spindle did not wait, or not long enough. */
    private static Long flushed(long begin, long jobEnd, Proofs proofs) {
        boolean known = proofs != null
                && !proofs.flushed().isEmpty()
                && proofs.writes() != null
                && proofs.writes().toFlush() != null;
        // The end of writing is by the client's clock, and the job's end by YARN's clock, so the order of the two is
        // not certain.
        return known
                ? (Long) Math.max(jobEnd, begin + Math.round(proofs.writes().toFlush() * MILLIS))
                : null;
    }

    @Override
    public void take(String name, Reading reading) {
        if (node == null || !node.node().equals(name)) {
            end();
            begin(name);
        }
        node.add(reading);
        if (seen != null) {
            seen.add(reading.millis());
        }
    }

    private void begin(String name) {
        NodeLoad figures = expected.get(name);
        if (figures == null && !evidence.missing().contains(name)) {
            throw strange("it holds node " + name + ", which the record does not name");
        }
        if (figures != null && (figures.from() == null || figures.to() == null)) {
            throw strange("the record does not say when node " + name + " was watched");
        }
        seen = figures == null ? null : new Seen(figures);
        Set<String> devices = new HashSet<>();
        roles.values().forEach(role -> devices.addAll(role.devices(name)));
        node = begun(name, devices);
    }

    private NodeSteps begun(String name, Collection<String> devices) {
        return new NodeSteps(name, grid, cluster.interfaces(name), devices, nodes != null);
    }

    private void end() {
        if (node == null) {
            return;
        }
        if (seen != null) {
            NodeLoad figures = expected.remove(node.node());
            if (!seen.isWhole()) {
                throw strange("for node " + node.node() + " it has " + seen.readings + " samples from " + figures.from()
                        + " to " + figures.to() + ", but the record has " + figures.readings());
            }
            roles.values().forEach(role -> role.add(node));
            cluster.add(node);
        }
        if (nodes != null) {
            nodes.accept(node.series());
        }
    }

    private InvalidDocumentException strange(String problem) {
        return new InvalidDocumentException(file + ": not the samples of this record, or incomplete: " + problem);
    }

    /** Returns the series after all samples have been read. */
    RunSeries series() {
        end();
        if (!expected.isEmpty()) {
            throw strange("node " + expected.keySet().iterator().next() + " is not in it");
        }
        List<RoleSeries> made = new ArrayList<>();
        for (String role : ROLES) {
            made.add(series(role));
        }
        return new RunSeries(
                Instant.ofEpochMilli(grid.begin()),
                (grid.jobEnd() - grid.begin()) / MILLIS,
                toFlush,
                made,
                cluster.series());
    }

    private RoleSeries series(String role) {
        if (roles.containsKey(role)) {
            boolean flushed = toFlush != null
                    && evidence.proofs().flushed().stream()
                            .anyMatch(figures -> figures.role().equals(role) && figures.ofDevices());
            return roles.get(role).series(flushed);
        }
        return RoleSeries.none(
                role,
                during(evidence).stream()
                        .filter(figures -> figures.role().equals(role))
                        .map(figures -> figures.known()
                                ? "only its part of the bytes of shared devices is known, "
                                        + figures.origin().word()
                                : figures.reason())
                        .findFirst()
                        .orElse("the record has no numbers of " + role + ": nothing was proved about this run"));
    }

    /** Adds up nodes, one after another. Not thread-safe. */
    static final class ClusterSteps {
        private final StepGrid grid;
        private final NodeMetrics evidence;
        private final CpuLoad cpu;
        private final Map<String, Long> threads = new TreeMap<>();
        private final Map<String, List<String>> interfaces = new TreeMap<>();
        private final NodeSum[] sums;

        ClusterSteps(StepGrid grid, NodeMetrics evidence) {
            this.grid = grid;
            this.evidence = evidence;
            this.cpu = CpuLoad.of(evidence.nodes());
            this.sums = new NodeSum[grid.steps()];
            Arrays.fill(sums, NodeSum.ZERO);
            for (NodeLoad node : evidence.nodes()) {
                Long known = node.cpu() == null ? null : node.cpu().threads();
                threads.put(node.node(), known == null ? 0 : known);
            }
            for (NodeLayout layout : evidence.layout()) {
                interfaces.put(
                        layout.node(),
                        layout.networks().stream()
                                .filter(network -> Boolean.TRUE.equals(network.physical()))
                                .map(NodeLayout.NetworkAdapter::name)
                                .toList());
            }
        }

        /** Returns the interfaces of a node that have hardware of their own. */
        List<String> interfaces(String node) {
            return interfaces.getOrDefault(node, List.of());
        }

        /** Adds a node after all its samples have been read. */
        void add(NodeSteps node) {
            double share = cpu.threads() == null ? 1 : threads.get(node.node()) / (double) cpu.threads();
            for (int step = 0; step < sums.length; step++) {
                sums[step] = sums[step].plus(node.at(step), share);
            }
        }

        ClusterSeries series() {
            int nodes = evidence.nodes().size();
            if (!evidence.missing().isEmpty()) {
                return new ClusterSeries(
                        nodes,
                        List.of(),
                        List.of("not watched from the job's start to its end: "
                                + String.join(", ", evidence.missing())));
            }
            List<String> reasons = new ArrayList<>();
            if (cpu.reason() != null) {
                reasons.add("CPU: " + cpu.reason());
            }
            Reasons noNetwork = new Reasons();
            evidence.nodes().stream()
                    .map(NodeLoad::node)
                    .filter(node -> interfaces(node).isEmpty())
                    .forEach(node -> noNetwork.add(node, "no physical interface is known"));
            String network = noNetwork.text(nodes);
            if (network != null) {
                reasons.add("networks: " + network);
            }
            return new ClusterSeries(nodes, grid.each(this::step), reasons);
        }

        private NodeStep step(int step) {
            NodeSum sum = sums[step];
            NodeSum known = cpu.reason() == null ? sum : sum.withoutShares();
            return known.step(grid, step);
        }
    }

    /**
     * Adds up the counters of the devices on which the record's numbers of one role are based, node after node. Not
     * thread-safe.
     */
    static final class RoleSteps {
        private final StepGrid grid;
        private final RoleIo figures;

        /**
         * By node and device, the paths to the device. Their counters may count requests that the disk's own counters
         * do not.
         */
        private final Map<String, SortedMap<String, List<String>>> paths = new TreeMap<>();

        private final Sum[] sums;

        /** {@code figures} are the record's numbers of the role, which must be known. */
        RoleSteps(StepGrid grid, RoleIo figures, List<NodeLayout> layouts) {
            this.grid = grid;
            this.figures = figures;
            this.sums = new Sum[grid.slots()];
            Arrays.setAll(sums, slot -> new Sum());
            for (NodeLayout layout : layouts) {
                paths.put(
                        layout.node(),
                        figures.origin() == Origin.MEASURED
                                ? DeviceRoles.of(layout).counted(figures.role()).paths()
                                : DeviceRoles.of(layout).used(figures.role()).paths());
            }
        }

        /** Returns the devices of a node whose steps are needed. */
        List<String> devices(String node) {
            return counted(node).stream()
                    .flatMap(device -> Stream.concat(Stream.of(device), paths(node, device).stream()))
                    .toList();
        }

        private List<String> counted(String node) {
            return figures.devices().getOrDefault(node, List.of());
        }

        private List<String> paths(String node, String device) {
            SortedMap<String, List<String>> ofNode = paths.get(node);
            return ofNode == null ? List.of() : ofNode.getOrDefault(device, List.of());
        }

        /** Adds a node after all its samples have been read. */
        void add(NodeSteps node) {
            for (String device : counted(node.node())) {
                List<String> active = paths(node.node(), device).stream()
                        .filter(path -> node.device(path).isRequested())
                        .toList();
                boolean elsewhere = !node.device(device).isRequested() && !active.isEmpty();
                for (int slot = 0; slot < sums.length; slot++) {
                    sums[slot].add(elsewhere ? asOne(node, active, slot) : node.io(device, slot));
                }
            }
        }

        private static Sum asOne(NodeSteps node, List<String> paths, int slot) {
            return Sum.asOne(paths.stream().map(path -> node.io(path, slot)).toList());
        }

        /** Returns the sum of two slots; null if unknown. */
        private Sum moved(int slot, int other) {
            Sum sum = new Sum().add(sums[slot]).add(sums[other]);
            return sum.get(IoCounter.READS).isEmpty() ? null : sum;
        }

        /** Returns the series; {@code flushed} says whether it is known when the job's dirty data was written. */
        RoleSeries series(boolean flushed) {
            return new RoleSeries(
                    figures.role(),
                    figures.devices(),
                    grid.each(step -> new IoStep(grid.at(step), grid.seconds(step), sums[step])),
                    moved(grid.beforeJob(), grid.afterJob()),
                    flushed ? moved(grid.beforeJob(), grid.afterFlush()) : null,
                    null);
        }
    }
}
