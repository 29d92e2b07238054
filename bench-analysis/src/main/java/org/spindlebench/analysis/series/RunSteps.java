package org.spindlebench.analysis.series;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.Reading;
import org.spindlebench.analysis.node.SampleFile;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleFigures;
import org.spindlebench.analysis.record.Evidence;
import org.spindlebench.analysis.record.RunRecord;

/** Takes up a run's samples, node after node. It keeps one node's at a time, as sums. For one run. */
final class RunSteps implements SampleFile.Sink {
    private static final double MILLIS = 1000.0;

    private final String file;
    private final Evidence evidence;
    private final Double toFlush;
    private final StepGrid grid;
    private final Consumer<NodeSeries> nodes;
    private final Map<String, RoleSteps> roles = new TreeMap<>();
    private final ClusterSteps cluster;
    private final Map<String, NodeFigures> expected = new TreeMap<>();
    private NodeSteps node;
    private Seen seen;

    /** Of one node's samples: how many lie in the window of the record's figures, and whether they are those at its ends. */
    private static final class Seen {
        private final NodeFigures figures;
        private int readings;
        private boolean begun;
        private boolean ended;

        Seen(NodeFigures figures) {
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

    /** @param nodes takes the series of each node; null where they are not asked for */
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
        for (RoleFigures figures : during(evidence)) {
            if (figures.known()) {
                roles.put(figures.role(), new RoleSteps(grid, figures, evidence.layout()));
            }
        }
    }

    private static List<RoleFigures> during(Evidence evidence) {
        return evidence.proofs() == null ? List.of() : evidence.proofs().roles();
    }

    /** Null where nobody waited for it, or not all was written in time. */
    private static Long flushed(long begin, long jobEnd, Proofs proofs) {
        boolean known = proofs != null
                && !proofs.flushed().isEmpty()
                && proofs.writes() != null
                && proofs.writes().toFlush() != null;
        // The client's clock has it; YARN's the job's end.
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
        NodeFigures figures = expected.get(name);
        if (figures == null && !evidence.missing().contains(name)) {
            throw strange("it holds node " + name + ", which the record does not name");
        }
        if (figures != null && (figures.from() == null || figures.to() == null)) {
            throw strange("the record does not say from when to when node " + name + " was watched");
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
            NodeFigures figures = expected.remove(node.node());
            if (!seen.isWhole()) {
                throw strange("of node " + node.node() + " it has " + seen.readings + " samples from " + figures.from()
                        + " to " + figures.to() + ", and the record " + figures.readings());
            }
            roles.values().forEach(role -> role.add(node));
            cluster.add(node);
        }
        if (nodes != null) {
            nodes.accept(node.series());
        }
    }

    private InvalidDocumentException strange(String problem) {
        return new InvalidDocumentException(file + ": not the samples of this record, or not all of them: " + problem);
    }

    /** When all have been read. */
    RunSeries series() {
        end();
        if (!expected.isEmpty()) {
            throw strange("node " + expected.keySet().iterator().next() + " is not in it");
        }
        List<RoleSeries> made = new ArrayList<>();
        for (String role : List.of(RoleFigures.HDFS, RoleFigures.SHUFFLE)) {
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
                            .anyMatch(figures -> figures.role().equals(role) && figures.known());
            return roles.get(role).series(flushed);
        }
        return RoleSeries.none(
                role,
                during(evidence).stream()
                        .filter(figures -> figures.role().equals(role))
                        .map(RoleFigures::reason)
                        .findFirst()
                        .orElse("the record has no figures of " + role + ": nothing was proved of this run"));
    }
}
