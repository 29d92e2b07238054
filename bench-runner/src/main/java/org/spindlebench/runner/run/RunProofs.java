package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.DataNodeIo;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.proof.CacheProof.CacheObservation;
import org.spindlebench.analysis.proof.OtherLoad;
import org.spindlebench.analysis.proof.OtherLoad.LoadObservation;
import org.spindlebench.analysis.proof.ProofLimits;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.Proofs.CpuLoad;
import org.spindlebench.analysis.proof.Proofs.MemoryRatio;
import org.spindlebench.analysis.proof.RoleAttribution;
import org.spindlebench.analysis.proof.RoleAttribution.HdfsMoved;
import org.spindlebench.analysis.proof.RoleAttribution.JobBytes;
import org.spindlebench.analysis.proof.RoleIo;
import org.spindlebench.analysis.proof.ShuffleProof;
import org.spindlebench.analysis.proof.ShuffleProof.ShuffleObservation;
import org.spindlebench.analysis.proof.WriteProof;
import org.spindlebench.analysis.proof.WriteProof.WriteObservation;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.collect.CounterSizes;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.nodes.NodeEvidence;
import org.spindlebench.runner.nodes.NodeEvidence.NodeWindows;
import org.spindlebench.runner.nodes.NodeObservation;

/** Checks the nodes' metrics during a job against the job's counters. */
final class RunProofs {
    private static final double MILLIS = 1000.0;
    private static final String MATERIALIZED = "MAP_OUTPUT_MATERIALIZED_BYTES";
    private static final String SILENT_DAEMONS =
            "daemons that do not report their directories (/conf; ask your administrator)";
    private static final String SHORT_CIRCUIT = "dfs.client.read.shortcircuit";

    private final SizedRun run;
    private final NodeEvidence evidence;
    private final List<NodeLayout> layouts;
    private final EndedJob job;
    private final JobHistory history;
    private final CounterSizes counters;
    private final List<StoredFile> output;
    private final Instant flushed;
    private final boolean dataNodesInClient;
    private final RoleAttribution attribution;

    /** Prepares the proofs of a job that succeeded. */
    RunProofs(
            SizedRun run,
            NodeEvidence evidence,
            EndedJob job,
            JobHistory history,
            List<StoredFile> output,
            NodeObservation watch) {
        this.run = run;
        this.evidence = evidence;
        this.layouts = layouts(evidence, watch.directoriesKnown());
        this.job = job;
        this.history = history;
        this.counters = new CounterSizes(history.completeCounters());
        this.output = output;
        this.flushed = watch.flushed();
        this.dataNodesInClient = watch.dataNodesInClient();
        this.attribution = attribution();
    }

    /**
     * Finds the proofs.
     *
     * @param pageCache the bytes to which the page cache of each node is limited; null for all memory
     */
    Proofs find(Cache cache, Long pageCache) {
        List<NodeLoad> during = figures(NodeWindows::job);
        List<NodeLoad> later = flushed == null ? List.of() : figures(NodeWindows::flushed);
        Roles roles = new Roles(during);
        Roles after = flushed == null ? null : new Roles(later);
        ShuffleObservation intermediate = new ShuffleObservation(
                counters.task(MATERIALIZED),
                counters.fileWritten(),
                counters.fileRead(),
                roles.shuffle,
                after == null ? null : after.shuffle,
                attribution.bounds(roles.both, after == null ? null : after.both, ofHdfs(during)));
        // A total over only some of the nodes would mislead.
        List<NodeLoad> whole = evidence.section().missing().isEmpty() ? during : List.of();
        return new Proofs(
                roles.all(cache.cooled(), isWrittenBy(roles, after)),
                after == null ? List.of() : after.all(cache.cooled(), true),
                CpuLoad.of(whole),
                CacheProof.of(cache(cache, attribution.of(RoleIo.HDFS, figures(NodeWindows::submitted)))),
                WriteProof.of(new WriteObservation(
                        written(),
                        run.job().sync(run.configuration()).orElse(null),
                        roles.hdfs,
                        after == null ? null : after.hdfs,
                        during,
                        seconds(job.yarnFinished()),
                        seconds(flushed))),
                ShuffleProof.of(intermediate),
                MemoryRatio.of(Math.max(run.bytes(), run.storedOutput()), whole).limitedTo(pageCache),
                OtherLoad.of(new LoadObservation(
                        during, roles.hdfs, counters.hdfsRead(), written(), roles.shuffle, intermediate)),
                NodeContainers.rule(
                        run.slots().chosen(), run.nodes(), evidence.section().layout()));
    }

    /** The I/O of the roles in one window. */
    private final class Roles {
        private final List<NodeLoad> figures;
        private final RoleIo hdfs;
        private final RoleIo shuffle;
        private final RoleIo both;

        Roles(List<NodeLoad> figures) {
            this.figures = figures;
            this.hdfs = attribution.of(RoleIo.HDFS, figures);
            this.shuffle = attribution.of(RoleIo.SHUFFLE, figures);
            this.both = attribution.together(figures);
        }

        /** Returns each role, with its part of the bytes of shared devices, and both roles together. */
        List<RoleIo> all(boolean cooled, boolean written) {
            HdfsMoved moved = attribution.moved(ofHdfs(figures), cooled, written);
            return List.of(attribution.shareOut(hdfs, both, moved), attribution.shareOut(shuffle, both, moved), both);
        }
    }

    /** Checks whether almost nothing was written to devices after the job's end. */
    private static boolean isWrittenBy(Roles during, Roles after) {
        if (after == null || !during.both.known() || !after.both.known()) {
            return false;
        }
        long all = after.both.io().bytesWritten();
        return all - during.both.io().bytesWritten() <= ProofLimits.NONE * all;
    }

    /** Adds up the I/O of the DataNodes; null if it is hidden, is not all of HDFS's I/O, or includes other I/O. */
    private DataNodeIo ofHdfs(List<NodeLoad> figures) {
        return dataNodesAlone() ? dataNodes(figures) : null;
    }

    /** Adds up the I/O of the DataNodes; null if it is hidden on a node with HDFS. */
    private DataNodeIo dataNodes(List<NodeLoad> figures) {
        if (!evidence.section().missing().isEmpty()) {
            return null;
        }
        Set<String> without = new HashSet<>();
        layouts.stream()
                .filter(layout -> layout.kernel() != null)
                .filter(layout -> NodeContainers.directories(layout, RoleIo.HDFS) == 0)
                .forEach(layout -> without.add(layout.node()));
        List<DataNodeIo> found = figures.stream()
                .filter(node -> !without.contains(node.node()))
                .map(NodeLoad::dataNodes)
                .toList();
        if (found.isEmpty() || found.contains(null)) {
            return null;
        }
        return new DataNodeIo(
                found.stream().mapToInt(DataNodeIo::processes).sum(),
                found.stream().mapToLong(DataNodeIo::bytesRead).sum(),
                found.stream().mapToLong(DataNodeIo::bytesWritten).sum());
    }

    private RoleAttribution attribution() {
        Long toHdfs = written();
        Long counted = counters.hdfsWritten();
        Long materialized = counters.task(MATERIALIZED);
        Long read = counters.fileRead();
        return new RoleAttribution(
                new JobBytes(
                        counters.hdfsRead(),
                        toHdfs == null || counted == null ? null : (Long) Math.max(toHdfs, counted),
                        materialized == null || read == null ? null : (Long) (materialized + read),
                        counters.fileWritten(),
                        counters.tasksLaunched()),
                layouts);
    }

    /**
     * Returns the nodes' metrics in a window. Nodes that were not watched for the whole window are left out, because
     * their metrics would seem complete.
     */
    private List<NodeLoad> figures(Function<NodeWindows, NodeLoad> window) {
        return evidence.windows().stream()
                .filter(node -> !evidence.section().missing().contains(node.node()))
                .map(window)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Adds an empty layout for each node that was not reached, and an empty layout for daemons whose directories are
     * unknown.
     */
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

    private CacheObservation cache(Cache cache, RoleIo hdfs) {
        SortedMap<String, Long> before = new TreeMap<>();
        SortedMap<String, Long> after = new TreeMap<>();
        for (NodeWindows node : evidence.windows()) {
            before.put(node.node(), node.cachedBefore());
            after.put(node.node(), node.cachedAfter());
        }
        DataNodeIo read = dataNodes(figures(NodeWindows::submitted));
        boolean complete = evidence.section().missing().isEmpty();
        return new CacheObservation(
                run.job().reads() ? RoleIo.HDFS : null,
                counters.hdfsRead(),
                hdfs,
                read == null ? null : (Long) read.bytesRead(),
                dataNodesAlone(),
                complete ? known(before) : null,
                complete ? known(after) : null,
                cache.method(),
                cache.cooled());
    }

    /**
     * Returns the nodes whose part of the input came from memory although the caches were cooled. The mean over all
     * nodes hides a single warm node. Nodes with few bytes are not judged.
     */
    List<String> warmNodes(Cache cache) {
        if (!cache.cooled() || !run.job().reads() || run.erasureCoding().isPresent()) {
            return List.of();
        }
        Map<String, Long> asked = NodeWarnings.leastReadOn(history);
        boolean alone = dataNodesAlone();
        return evidence.windows().stream()
                .filter(node -> !evidence.section().missing().contains(node.node()))
                .filter(node -> node.submitted() != null && asked.containsKey(node.node()))
                .filter(node -> isWarm(node.submitted(), asked.get(node.node()), alone))
                .map(NodeWindows::node)
                .toList();
    }

    private boolean isWarm(NodeLoad load, long asked, boolean alone) {
        List<NodeLayout> layout =
                layouts.stream().filter(each -> each.node().equals(load.node())).toList();
        RoleIo devices = new RoleAttribution(attribution.job(), layout).of(RoleIo.HDFS, List.of(load));
        Long read = load.dataNodes() == null ? null : (Long) load.dataNodes().bytesRead();
        CacheProof proof =
                CacheProof.of(new CacheObservation(RoleIo.HDFS, asked, devices, read, alone, null, null, null, true));
        return proof.verdict() != CacheProof.CacheVerdict.NOT_PROVABLE && proof.ratio() < ProofLimits.WARM_NODE;
    }

    private static SortedMap<String, Long> known(SortedMap<String, Long> bytes) {
        return bytes.containsValue(null) ? null : bytes;
    }

    /** False if an embedded process also serves the shuffle, or a short-circuit read may bypass the DataNode. */
    private boolean dataNodesAlone() {
        Long shuffled = counters.task(MATERIALIZED);
        boolean alone = !dataNodesInClient || (shuffled != null && shuffled == 0);
        boolean known = history.inForce() != null;
        return alone && known && !Boolean.parseBoolean(history.configuration().get(SHORT_CIRCUIT));
    }

    /** Returns the bytes that the job wrote, with replicas or parity; null if the output files do not show them. */
    private Long written() {
        if (output == null) {
            return null;
        }
        return output.stream()
                .mapToLong(file -> run.erasureCoding()
                        .map(policy -> policy.stored(file.length()))
                        .orElse(file.length() * file.replication()))
                .sum();
    }

    private Double seconds(Instant end) {
        return end == null
                ? null
                : (Double) (Duration.between(job.yarnStarted(), end).toMillis() / MILLIS);
    }

    /** Turns a run's proofs into warnings for its readers. */
    static final class ProofWarnings {
        private ProofWarnings() {}

        /**
         * Returns the warnings in the order of a run's steps. A job without input reads nothing from the page cache.
         */
        static List<Warning> of(Proofs proofs, boolean hasInput) {
            List<Warning> warnings = new ArrayList<>();
            if (hasInput) {
                cache(proofs.cache(), warnings);
            }
            writes(proofs.writes(), warnings);
            if (proofs.memory().warning() != null) {
                warnings.add(new Warning(
                        "fits-in-memory",
                        String.format(
                                Locale.ROOT,
                                "%s: %.2f of the memory; raise --bytes-per-node to measure devices",
                                proofs.memory().warning(),
                                proofs.memory().ratio())));
            }
            others(proofs.others(), warnings);
            return warnings;
        }

        /**
         * A cooled run is invalid if its input nevertheless came from memory. Nothing is checked without node metrics.
         */
        static void check(CacheProof cache, Consumer<Check> checks) {
            if (!cache.cooled() || cache.verdict() == CacheProof.CacheVerdict.NOT_PROVABLE) {
                return;
            }
            String remedy = cache.disprovesCooling()
                    ? ": the input came from memory although the caches were cooled; make --cold empty the page cache of"
                            + " every host with a DataNode, and make sure that nothing reads the input before the run"
                    : "";
            checks.accept(new Check(
                    "cooled: share of the input from the devices",
                    "more than " + ProofLimits.NONE,
                    String.format(Locale.ROOT, "%.2f (%s)%s", cache.ratio(), cache.by(), remedy),
                    !cache.disprovesCooling()));
        }

        private static void cache(CacheProof cache, List<Warning> warnings) {
            if (!cache.cooled() || cache.verdict() == CacheProof.CacheVerdict.COLD || cache.disprovesCooling()) {
                return;
            }
            String why = Objects.requireNonNullElse(
                    cache.reason(),
                    String.format(
                            Locale.ROOT,
                            "%s read %.2f of the bytes that the job asked for",
                            cache.by(),
                            Objects.requireNonNullElse(cache.ratio(), 0.0)));
            warnings.add(
                    cache.contradicts(true)
                            ? new Warning(
                                    "partly-warm",
                                    "the caches were cooled, but part of the input came from memory: " + why)
                            : new Warning(
                                    "cold-unproved", "it is not proved that the input came from the devices: " + why));
        }

        /** Warns of warm nodes that the mean over all nodes hides. */
        static List<Warning> of(CacheProof cache, List<String> warmNodes) {
            boolean said = cache.contradicts(true);
            return warmNodes.isEmpty() || said
                    ? List.of()
                    : List.of(new Warning(
                            "partly-warm",
                            "the caches were cooled, but most of what maps read on some nodes came from memory: "
                                    + FewNames.of(warmNodes)
                                    + "; make --cold empty the page cache of these hosts too"));
        }

        private static void writes(WriteProof writes, List<Warning> warnings) {
            boolean wrote = writes.bytesAsked() != null && writes.bytesAsked() > 0;
            if (wrote && Boolean.TRUE.equals(writes.mayEndInPageCache()) && !isNothing(writes.dirtyAtEnd())) {
                String left = writes.dirtyAtEnd() == null
                        ? "the amount is unknown"
                        : String.format(
                                Locale.ROOT,
                                "%.0f MiB were dirty at its end, %.0f %% of what it wrote",
                                writes.dirtyAtEnd() / (double) (1 << 20),
                                100 * Objects.requireNonNullElse(writes.notYetShare(), 0.0));
                warnings.add(new Warning(
                        "may-end-in-page-cache",
                        "the job's output was not forced to the medium (sync " + writes.sync()
                                + "), so the job's time may end before its data reached the medium: " + left));
            }
            if (writes.verdict() == WriteProof.WriteVerdict.NOT_REACHED) {
                warnings.add(new Warning(
                        "writes-not-reached",
                        String.format(
                                Locale.ROOT,
                                "HDFS's devices got only %.2f of the bytes that the job wrote with replicas, even after"
                                        + " everything was flushed",
                                writes.ratio())));
            }
        }

        /** Less than a MiB is dirty even on an idle kernel. Everything was then written without being forced. */
        private static boolean isNothing(Long dirty) {
            return dirty != null && dirty < 1 << 20;
        }

        private static void others(OtherLoad others, List<Warning> warnings) {
            if (Boolean.TRUE.equals(others.others())) {
                warnings.add(new Warning(
                        "other-load",
                        String.format(
                                Locale.ROOT,
                                "others used the nodes during the job: their processes had %s of the processors' time (%s"
                                        + " on the node with the most), and no task explains %s of the devices' bytes;"
                                        + " check who else uses the nodes",
                                percent(others.cpuShare()),
                                others.cpuThreads() == null
                                        ? "unknown"
                                        : String.format(Locale.ROOT, "%.2f threads", others.cpuThreads()),
                                percent(others.deviceShare()))));
            }
        }

        private static String percent(Double share) {
            return share == null ? "an unknown part" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
        }
    }
}
