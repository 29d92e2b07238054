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
    private final CounterFigures counters;
    private final List<StoredFile> output;
    private final Instant flushed;
    private final boolean dataNodesInClient;

    /** Prepares the proofs of a job that succeeded. */
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

    /**
     * Finds the proofs.
     *
     * @param emulator CPU seconds of emulated disks during the job; null without such disks
     */
    Proofs find(Cache cache, Double emulator) {
        List<NodeFigures> during = figures(NodeWindows::job);
        List<NodeFigures> later = flushed == null ? List.of() : figures(NodeWindows::flushed);
        RoleFigures hdfs = role(RoleFigures.HDFS, during);
        RoleFigures shuffle = role(RoleFigures.SHUFFLE, during);
        RoleFigures hdfsFlushed = flushed == null ? null : role(RoleFigures.HDFS, later);
        RoleFigures shuffleFlushed = flushed == null ? null : role(RoleFigures.SHUFFLE, later);
        ShuffleObservation intermediate = new ShuffleObservation(
                counters.task(MATERIALIZED), counters.fileWritten(), counters.fileRead(), shuffle, shuffleFlushed);
        // A total over only some of the nodes would mislead.
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
                        during,
                        counters.taskCpu(),
                        hdfs,
                        counters.hdfsRead(),
                        written(),
                        shuffle,
                        intermediate,
                        emulator)),
                NodeContainers.rule(
                        run.slots().chosen(), run.nodes(), evidence.section().layout()));
    }

    /**
     * Returns the nodes' metrics in a window. Nodes that were not watched for the whole window are left out, because
     * their metrics would seem complete.
     */
    private List<NodeFigures> figures(Function<NodeWindows, NodeFigures> window) {
        return evidence.windows().stream()
                .filter(node -> !evidence.section().missing().contains(node.node()))
                .map(window)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Sums up the metrics of the nodes with a directory of the role, or of all nodes if none is known to have one. */
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
        // Nodes that were not reached may have a directory of this role.
        layouts.stream().filter(layout -> layout.kernel() == null).forEach(all::add);
        return RoleFigures.of(
                role,
                all,
                figures.stream().filter(node -> names.contains(node.node())).toList());
    }

    /** Adds an empty layout for each node that was not reached, and one for daemons whose directories are unknown. */
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

    /** False if an embedded process also serves the shuffle, or a short-circuit read bypasses the DataNode. */
    private boolean dataNodesAlone() {
        Long shuffled = counters.task(MATERIALIZED);
        boolean alone = !dataNodesInClient || (shuffled != null && shuffled == 0);
        return alone && !Boolean.parseBoolean(history.configuration().get(SHORT_CIRCUIT));
    }

    /** Returns the bytes that the job wrote, with replicas; null if the output files do not show them. */
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

        /** A cooled run is invalid if its input came from memory anyway. Nothing is checked without node metrics. */
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
                                "others used the nodes during the job: no task explains %s of the processors' time and %s of the"
                                        + " devices' bytes; check who else uses the nodes",
                                percent(others.cpuShare()),
                                percent(others.deviceShare()))));
            }
        }

        private static String percent(Double share) {
            return share == null ? "an unknown part" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
        }
    }
}
