package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.proof.CacheProof.CacheObservation;
import org.spindlebench.analysis.proof.OtherLoad;
import org.spindlebench.analysis.proof.OtherLoad.LoadObservation;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.Proofs.CpuFigures;
import org.spindlebench.analysis.proof.Proofs.MemoryRatio;
import org.spindlebench.analysis.proof.Proofs.ProofLimits;
import org.spindlebench.analysis.proof.RoleFigures;
import org.spindlebench.analysis.proof.ShuffleProof;
import org.spindlebench.analysis.proof.ShuffleProof.ShuffleObservation;
import org.spindlebench.analysis.proof.WriteProof;
import org.spindlebench.analysis.proof.WriteProof.WriteObservation;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.collect.CounterFigures;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.nodes.NodeEvidence.NodeWindows;
import org.spindlebench.runner.nodes.Watch;

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

    /** What of a run's proofs its readers must know. */
    static final class ProofDoubts {
        private ProofDoubts() {}

        /**
         * In the order in which a run does things.
         *
         * @param hasInput whether the job reads what could be in the page cache
         */
        static List<Warning> of(Proofs proofs, boolean hasInput) {
            List<Warning> doubts = new ArrayList<>();
            if (hasInput) {
                cache(proofs.cache(), doubts);
            }
            writes(proofs.writes(), doubts);
            if (proofs.memory().warning() != null) {
                doubts.add(new Warning(
                        "fits-in-memory",
                        String.format(
                                Locale.ROOT,
                                "%s: %.2f of it; take more --bytes-per-node to measure devices",
                                proofs.memory().warning(),
                                proofs.memory().ratio())));
            }
            others(proofs.others(), doubts);
            return doubts;
        }

        /**
         * A run that was cooled, and whose input came from memory all the same, is no run of what was asked for. Without figures to judge by
         * nothing is checked.
         */
        static void check(CacheProof cache, Consumer<Check> checks) {
            if (!cache.cooled() || cache.verdict() == CacheProof.Verdict.NOT_PROVABLE) {
                return;
            }
            String remedy = cache.disprovesCooling()
                    ? ": the input came from memory although the caches were cooled; let --cold empty the page cache of every"
                            + " host with a DataNode, and let nothing read the input before the run"
                    : "";
            checks.accept(new Check(
                    "cooled: share of the input from the devices",
                    "more than " + ProofLimits.NONE,
                    String.format(Locale.ROOT, "%.2f (%s)%s", cache.ratio(), cache.by(), remedy),
                    !cache.disprovesCooling()));
        }

        private static void cache(CacheProof cache, List<Warning> doubts) {
            if (!cache.cooled() || cache.verdict() == CacheProof.Verdict.COLD || cache.disprovesCooling()) {
                return;
            }
            String why = Objects.requireNonNullElse(
                    cache.reason(),
                    String.format(
                            Locale.ROOT,
                            "%s read %.2f of the bytes that the job asked for",
                            cache.by(),
                            Objects.requireNonNullElse(cache.ratio(), 0.0)));
            doubts.add(
                    cache.contradicts(true)
                            ? new Warning(
                                    "partly-warm",
                                    "the caches were cooled, and part of the input came from memory: " + why)
                            : new Warning(
                                    "cold-unproved", "whether the input came from the devices is not proved: " + why));
        }

        private static void writes(WriteProof writes, List<Warning> doubts) {
            boolean wrote = writes.bytesAsked() != null && writes.bytesAsked() > 0;
            if (wrote && Boolean.TRUE.equals(writes.mayEndInPageCache()) && !isNothing(writes.dirtyAtEnd())) {
                String left = writes.dirtyAtEnd() == null
                        ? "how much is not known"
                        : String.format(
                                Locale.ROOT,
                                "%.0f MiB were dirty at its end, %.0f %% of what it wrote",
                                writes.dirtyAtEnd() / (double) (1 << 20),
                                100 * Objects.requireNonNullElse(writes.notYetShare(), 0.0));
                doubts.add(new Warning(
                        "may-end-in-page-cache",
                        "what the job wrote was not forced to the medium (sync " + writes.sync()
                                + "), and its time may end before that is there: " + left));
            }
            if (writes.verdict() == WriteProof.Verdict.NOT_REACHED) {
                doubts.add(new Warning(
                        "writes-not-reached",
                        String.format(
                                Locale.ROOT,
                                "of the bytes that the job wrote with their replicas, HDFS's devices got %.2f, after all was"
                                        + " flushed, too",
                                writes.ratio())));
            }
        }

        /** Less than a MiB is what a kernel has dirty anyway: by the job's end all was written, although nothing forced it. */
        private static boolean isNothing(Long dirty) {
            return dirty != null && dirty < 1 << 20;
        }

        private static void others(OtherLoad others, List<Warning> doubts) {
            if (Boolean.TRUE.equals(others.others())) {
                doubts.add(new Warning(
                        "other-load",
                        String.format(
                                Locale.ROOT,
                                "others used the nodes during the job: %s of the processors' time and %s of the devices' bytes"
                                        + " are explained by no task; see who else works there",
                                percent(others.cpuShare()),
                                percent(others.deviceShare()))));
            }
        }

        private static String percent(Double share) {
            return share == null ? "an unknown part" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
        }
    }
}
