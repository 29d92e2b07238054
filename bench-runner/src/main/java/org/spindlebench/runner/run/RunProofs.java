package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.proof.CacheObservation;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.proof.CpuFigures;
import org.spindlebench.analysis.proof.LoadObservation;
import org.spindlebench.analysis.proof.MemoryRatio;
import org.spindlebench.analysis.proof.OtherLoad;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.RoleFigures;
import org.spindlebench.analysis.proof.ShuffleObservation;
import org.spindlebench.analysis.proof.ShuffleProof;
import org.spindlebench.analysis.proof.WriteObservation;
import org.spindlebench.analysis.proof.WriteProof;
import org.spindlebench.analysis.record.Cache;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.StoredFile;
import org.spindlebench.runner.collect.CounterFigures;
import org.spindlebench.runner.collect.JobHistory;

/** Holds what nodes did during a job against what its counters say that it did. */
final class RunProofs {
    private static final double MILLIS = 1000.0;
    private static final String MATERIALIZED = "MAP_OUTPUT_MATERIALIZED_BYTES";
    private static final String SILENT_DAEMONS =
            "daemons that do not say where their directories are (/conf; ask your administrator)";
    private static final String SHORT_CIRCUIT = "dfs.client.read.shortcircuit";

    private final SizedRun run;
    private final NodeEvidence evidence;
    private final List<NodeLayout> layouts;
    private final EndedJob job;
    private final JobHistory history;
    private final CounterFigures counters;
    private final List<StoredFile> output;
    private final Instant flushed;
    private final boolean dataNodesInClient;

    /**
     * Of a job that succeeded.
     *
     * @param output files that it wrote to HDFS
     * @param watch over the run
     */
    RunProofs(
            SizedRun run,
            NodeEvidence evidence,
            EndedJob job,
            JobHistory history,
            List<StoredFile> output,
            Watch watch) {
        this.run = run;
        this.evidence = evidence;
        this.layouts = layouts(evidence, watch.directoriesKnown());
        this.job = job;
        this.history = history;
        this.counters = new CounterFigures(history.counters());
        this.output = output;
        this.flushed = watch.flushed();
        this.dataNodesInClient = watch.dataNodesInClient();
    }

    Proofs find(Cache cache) {
        List<NodeFigures> during = figures(NodeWindows::job);
        List<NodeFigures> later = flushed == null ? List.of() : figures(NodeWindows::flushed);
        RoleFigures hdfs = role(RoleFigures.HDFS, during);
        RoleFigures shuffle = role(RoleFigures.SHUFFLE, during);
        RoleFigures hdfsFlushed = flushed == null ? null : role(RoleFigures.HDFS, later);
        RoleFigures shuffleFlushed = flushed == null ? null : role(RoleFigures.SHUFFLE, later);
        ShuffleObservation intermediate = new ShuffleObservation(
                counters.task(MATERIALIZED), counters.fileWritten(), counters.fileRead(), shuffle, shuffleFlushed);
        // Of some nodes it would be no figure of all.
        List<NodeFigures> whole = evidence.section().missing().isEmpty() ? during : List.of();
        return new Proofs(
                List.of(hdfs, shuffle),
                Stream.of(hdfsFlushed, shuffleFlushed).filter(Objects::nonNull).toList(),
                CpuFigures.of(whole),
                CacheProof.of(cache(cache, role(RoleFigures.HDFS, figures(NodeWindows::submitted)))),
                WriteProof.of(new WriteObservation(
                        written(),
                        run.job().sync(run.configuration()).orElse(null),
                        hdfs,
                        hdfsFlushed,
                        during,
                        seconds(job.yarnFinished()),
                        seconds(flushed))),
                ShuffleProof.of(intermediate),
                MemoryRatio.of(run.bytes() * Math.max(1, run.outputReplication()), whole),
                OtherLoad.of(new LoadObservation(
                        during, counters.taskCpu(), hdfs, counters.hdfsRead(), written(), shuffle, intermediate)),
                NodeContainers.rule(
                        run.slots().chosen(), run.nodes(), evidence.section().layout()));
    }

    /** Of nodes that were watched throughout: a part of a window would look like all of it. */
    private List<NodeFigures> figures(Function<NodeWindows, NodeFigures> window) {
        return evidence.windows().stream()
                .filter(node -> !evidence.section().missing().contains(node.node()))
                .map(window)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Nodes without a directory of the role take no part in it, unless nobody knows where anything is. */
    private RoleFigures role(String role, List<NodeFigures> figures) {
        List<NodeLayout> with = layouts.stream()
                .filter(layout -> NodeContainers.directories(layout, role) > 0)
                .toList();
        if (with.isEmpty()) {
            return RoleFigures.of(role, layouts, figures);
        }
        Set<String> names = new HashSet<>();
        with.forEach(layout -> names.add(layout.node()));
        List<NodeLayout> all = new ArrayList<>(with);
        // Of these it is not known what they are.
        layouts.stream().filter(layout -> layout.kernel() == null).forEach(all::add);
        return RoleFigures.of(
                role,
                all,
                figures.stream().filter(node -> names.contains(node.node())).toList());
    }

    /** With one of which nothing is known for each node that was not reached, and one for daemons that might be anywhere. */
    private static List<NodeLayout> layouts(NodeEvidence evidence, boolean directoriesKnown) {
        List<NodeLayout> all = new ArrayList<>(evidence.section().layout());
        Set<String> known = new HashSet<>();
        all.forEach(layout -> known.add(layout.node()));
        Stream.of(
                        evidence.section().missing().stream(),
                        evidence.windows().stream().map(NodeWindows::node),
                        directoriesKnown ? Stream.<String>empty() : Stream.of(SILENT_DAEMONS))
                .flatMap(nodes -> nodes)
                .distinct()
                .filter(node -> !known.contains(node))
                .map(node -> new NodeLayout(node, null, null, null, null, null, null, null, null, null, null, null))
                .forEach(all::add);
        return all;
    }

    private CacheObservation cache(Cache cache, RoleFigures hdfs) {
        SortedMap<String, Long> before = new TreeMap<>();
        SortedMap<String, Long> after = new TreeMap<>();
        Long read = 0L;
        for (NodeWindows node : evidence.windows()) {
            before.put(node.node(), node.cachedBefore());
            after.put(node.node(), node.cachedAfter());
            read = read == null || node.readByDataNodes() == null ? null : (Long) (read + node.readByDataNodes());
        }
        boolean complete = evidence.section().missing().isEmpty();
        return new CacheObservation(
                run.input().isPresent() ? RoleFigures.HDFS : null,
                counters.hdfsRead(),
                hdfs,
                complete ? read : null,
                dataNodesAlone(),
                complete ? known(before) : null,
                complete ? known(after) : null,
                cache.method(),
                cache.cooled());
    }

    private static SortedMap<String, Long> known(SortedMap<String, Long> bytes) {
        return bytes.containsValue(null) ? null : bytes;
    }

    /** An embedded cluster's process serves the shuffle, too; and a task that reads by itself passes a DataNode by. */
    private boolean dataNodesAlone() {
        Long shuffled = counters.task(MATERIALIZED);
        boolean alone = !dataNodesInClient || (shuffled != null && shuffled == 0);
        return alone && !Boolean.parseBoolean(history.configuration().get(SHORT_CIRCUIT));
    }

    /** Bytes with their replicas; null where they can't be told from the files. */
    private Long written() {
        if (output == null || run.erasureCoded()) {
            return null;
        }
        return output.stream()
                .mapToLong(file -> file.length() * file.replication())
                .sum();
    }

    private Double seconds(Instant end) {
        return end == null
                ? null
                : (Double) (Duration.between(job.yarnStarted(), end).toMillis() / MILLIS);
    }
}
