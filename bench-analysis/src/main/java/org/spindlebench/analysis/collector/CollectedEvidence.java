package org.spindlebench.analysis.collector;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.spindlebench.analysis.collector.CollectedInterval.CpuShares;
import org.spindlebench.analysis.collector.CollectedInterval.NetworkRates;
import org.spindlebench.analysis.collector.Collector.ReadingLog;
import org.spindlebench.analysis.collector.Collector.TimeWindow;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.IoSum;
import org.spindlebench.analysis.node.IoSum.Part;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.node.NodeFigures.DeviceFigures;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Warning;

/**
 * The activity of nodes and devices in given time windows, as read from a collector's files.
 *
 * <p>The files hold means over intervals. A window's value is a sum over the intervals: rate * the time that the
 * interval shares with the window. So an interval at a window's edge counts in proportion.
 */
public final class CollectedEvidence {
    private final Collector collector;
    private final Map<TimeWindow, Map<String, NodeWindow>> sums = new HashMap<>();
    private final SortedMap<String, Spans> cpus = new TreeMap<>();
    private final SortedMap<String, Spans> devices = new TreeMap<>();
    private final SortedMap<String, Spans> networks = new TreeMap<>();
    private final WindowIndex windows;
    private String file = "";
    private long again;

    private CollectedEvidence(Collector collector, Collection<TimeWindow> windows) {
        this.collector = collector;
        this.windows = new WindowIndex(windows);
    }

    /**
     * Reads files, in any order.
     *
     * @param zone the time zone of files whose times name none. If it is empty, the zone in a file's header is used, or
     *     this machine's zone if there is none
     * @param log receives notes and unreadable lines while the files are read
     * @throws InvalidDocumentException if a file was not written by that collector, or two files cover the same node at
     *     the same time
     * @throws IOException if a file cannot be read
     */
    public static CollectedEvidence read(
            Collector collector,
            List<Path> files,
            Optional<ZoneId> zone,
            Collection<TimeWindow> windows,
            ReadingLog log)
            throws IOException {
        CollectedEvidence evidence = new CollectedEvidence(collector, windows);
        for (Path one : files) {
            evidence.file = one.toString();
            evidence.again = 0;
            collector.read(one, zone, log, evidence::add);
            if (evidence.again > 0) {
                log.note(
                        evidence.file,
                        "its times go backwards; intervals that it had already covered are skipped: " + evidence.again);
            }
        }
        evidence.cpus.values().forEach(Spans::refuseOverlap);
        evidence.devices.values().forEach(Spans::refuseOverlap);
        evidence.networks.values().forEach(Spans::refuseOverlap);
        return evidence;
    }

    /** Returns the time in which each node was observed, from its first interval to its last. There may be gaps. */
    public SortedMap<String, TimeWindow> nodes() {
        SortedMap<String, TimeWindow> nodes = new TreeMap<>();
        List.of(cpus, devices, networks)
                .forEach(kind -> kind.forEach((node, spans) -> nodes.merge(
                        node,
                        TimeWindow.ofMillis(spans.from(), spans.to()),
                        (a, b) -> TimeWindow.ofMillis(
                                Math.min(a.fromMillis(), b.fromMillis()), Math.max(a.toMillis(), b.toMillis())))));
        return nodes;
    }

    /**
     * Returns the evidence of one of the given windows; empty if no file covers any part of the window. Nodes that the
     * files cover only in part, or not at all, are listed as missing. The known part still enters the metrics.
     */
    public Optional<NodeMetrics> of(TimeWindow window) {
        Map<String, NodeWindow> known = sums.getOrDefault(window, Map.of());
        if (known.isEmpty()) {
            return Optional.empty();
        }
        List<NodeFigures> figures = known.entrySet().stream()
                .map(node -> node.getValue().figures(node.getKey()))
                .toList();
        List<String> missing = nodes().keySet().stream()
                .filter(node -> !covers(node, known.get(node), window))
                .toList();
        return Optional.of(new NodeMetrics(collector.word(), figures, missing, null));
    }

    private boolean covers(String node, NodeWindow known, TimeWindow window) {
        return known != null
                && (!cpus.containsKey(node) || known.cpuMillis() == window.millis())
                && (!devices.containsKey(node) || known.deviceMillis() == window.millis())
                && (!networks.containsKey(node) || known.networkMillis() == window.millis());
    }

    private void add(CollectedInterval interval) {
        String node = interval.node();
        boolean cpu = interval.cpu() != null && add(cpus, interval);
        boolean device = interval.devices() != null && add(devices, interval);
        boolean network = interval.network() != null && add(networks, interval);
        boolean some = interval.cpu() != null || interval.devices() != null || interval.network() != null;
        boolean added = cpu || device || network;
        again += some && !added ? 1 : 0;
        windows.overlapping(interval.from(), interval.to(), window -> {
            if (!added) {
                return;
            }
            NodeWindow sum = sums.computeIfAbsent(window, wanted -> new TreeMap<>())
                    .computeIfAbsent(node, name -> new NodeWindow());
            long begin = Math.max(interval.from(), window.fromMillis());
            long end = Math.min(interval.to(), window.toMillis());
            if (cpu) {
                sum.addCpu(interval, begin, end);
            }
            if (device) {
                sum.addDevices(interval, begin, end);
            }
            if (network) {
                sum.addNetwork(interval, begin, end);
            }
        });
    }

    private boolean add(SortedMap<String, Spans> kind, CollectedInterval interval) {
        return kind.computeIfAbsent(interval.node(), Spans::new).add(file, interval.from(), interval.to());
    }

    /** The sums for one node over one window: each interval's rates * the time that it shares with the window. */
    static final class NodeWindow {
        private static final double MILLIS = 1000;

        private final Map<String, IoSum> devices = new TreeMap<>();
        private CpuShares cpu = CpuShares.ZERO;
        private Long threads;
        private long cpuMillis;
        private NetworkRates network = NetworkRates.ZERO;
        private long deviceMillis;
        private long networkMillis;
        private int cpuReports;
        private int deviceReports;
        private int networkReports;
        private long from = Long.MAX_VALUE;
        private long to = Long.MIN_VALUE;

        /** Adds an interval's processor activity from {@code begin} to {@code end}, its part in the window. */
        void addCpu(CollectedInterval interval, long begin, long end) {
            cpu = cpu.plus(interval.cpu(), (end - begin) / MILLIS);
            threads = interval.threads() == null ? threads : interval.threads();
            cpuMillis += end - begin;
            cpuReports++;
            extend(begin, end);
        }

        void addDevices(CollectedInterval interval, long begin, long end) {
            double seconds = (end - begin) / MILLIS;
            interval.devices().forEach((device, rates) -> devices.computeIfAbsent(device, named -> new IoSum())
                    .add(rates, seconds));
            deviceMillis += end - begin;
            deviceReports++;
            extend(begin, end);
        }

        void addNetwork(CollectedInterval interval, long begin, long end) {
            network = network.plus(interval.network(), (end - begin) / MILLIS);
            networkMillis += end - begin;
            networkReports++;
            extend(begin, end);
        }

        /** Returns the milliseconds of the window for which network metrics are known. */
        long networkMillis() {
            return networkMillis;
        }

        /** Returns the milliseconds of the window for which processor metrics are known. */
        long cpuMillis() {
            return cpuMillis;
        }

        /** Returns the milliseconds of the window for which device metrics are known. */
        long deviceMillis() {
            return deviceMillis;
        }

        NodeFigures figures(String node) {
            List<DeviceFigures> active = devices.entrySet().stream()
                    .filter(device -> !device.getValue().isIdle())
                    .map(device -> new DeviceFigures(
                            device.getKey(),
                            device.getValue()
                                    .put(Part.OVER, deviceMillis / MILLIS)
                                    .figures()))
                    .toList();
            return new NodeFigures(
                    node,
                    Instant.ofEpochMilli(from),
                    Instant.ofEpochMilli(to),
                    Math.max(Math.max(cpuReports, deviceReports), networkReports),
                    cpuMillis == 0 ? null : cpu.figures(threads, cpuMillis / MILLIS),
                    null,
                    networkMillis == 0 ? null : List.of(network.figures()),
                    null,
                    active);
        }

        private void extend(long begin, long end) {
            from = Math.min(from, begin);
            to = Math.max(to, end);
        }
    }

    /** The times for which the files have one node's metrics of one kind. */
    static final class Spans {
        private final String node;
        private final List<Span> all = new ArrayList<>();

        Spans(String node) {
            this.node = node;
        }

        /** Adds an interval. Returns false if the same file already covers that time, because its clock went back. */
        boolean add(String file, long from, long to) {
            Span last = all.isEmpty() ? null : all.get(all.size() - 1);
            boolean same = last != null && last.file.equals(file);
            if (same && from < last.to) {
                return false;
            }
            if (same && from == last.to) {
                all.set(all.size() - 1, new Span(file, last.from, to));
            } else {
                all.add(new Span(file, from, to));
            }
            return true;
        }

        boolean isEmpty() {
            return all.isEmpty();
        }

        long from() {
            return all.stream().mapToLong(Span::from).min().orElseThrow();
        }

        long to() {
            return all.stream().mapToLong(Span::to).max().orElseThrow();
        }

        /** @throws InvalidDocumentException if two files cover the same time */
        void refuseOverlap() {
            List<Span> sorted =
                    all.stream().sorted(Comparator.comparingLong(Span::from)).toList();
            Span before = null;
            for (Span span : sorted) {
                if (before != null && span.from < before.to) {
                    throw new InvalidDocumentException(span.file + ": node " + node + " is also in " + before.file
                            + " for the same time, from "
                            + TimeWindow.ofMillis(span.from, Math.min(span.to, before.to))
                            + "; its activity would count twice");
                }
                before = before == null || span.to > before.to ? span : before;
            }
        }

        private record Span(String file, long from, long to) {}
    }

    /** Finds the windows that share time with an interval. Windows may overlap one another. */
    static final class WindowIndex {
        private final TimeWindow[] windows;
        /** For each window, the latest end among it and all windows before it. */
        private final long[] latest;

        WindowIndex(Collection<TimeWindow> windows) {
            this.windows = windows.stream()
                    .distinct()
                    .sorted(Comparator.comparing(TimeWindow::from).thenComparing(TimeWindow::to))
                    .toArray(TimeWindow[]::new);
            latest = Arrays.stream(this.windows).mapToLong(TimeWindow::toMillis).toArray();
            Arrays.parallelPrefix(latest, Math::max);
        }

        void overlapping(long from, long to, Consumer<TimeWindow> found) {
            for (int at = firstFrom(to) - 1; at >= 0 && latest[at] > from; at--) {
                if (windows[at].toMillis() > from) {
                    found.accept(windows[at]);
                }
            }
        }

        /** Returns the number of windows that begin before a time. */
        private int firstFrom(long time) {
            int low = 0;
            int high = windows.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (windows[middle].fromMillis() < time) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    /** Makes copies of records with added or removed evidence. */
    public static final class EvidenceCopies {
        private static final String INCOMPLETE = "evidence-incomplete";

        private EvidenceCopies() {}

        /** Copies a record without the references to its files of samples, which another directory does not have. */
        public static RunRecord without(RunRecord run) {
            NodeMetrics own = run.evidence();
            return run.watched(own == null ? null : own.withoutSamples(), run.warnings());
        }

        /**
         * Adds evidence of further nodes to a record. If the record lists such a node as missing, the copy no longer
         * does.
         *
         * @throws InvalidDocumentException if the record already has evidence of one of these nodes
         */
        public static RunRecord with(RunRecord run, NodeMetrics more) {
            NodeMetrics own = run.evidence();
            if (own == null) {
                return run.watched(more, warnings(run, more.missing()));
            }
            more.nodes().forEach(node -> refuseTwice(run, own, node.node()));
            List<NodeFigures> nodes =
                    Stream.concat(own.nodes().stream(), more.nodes().stream()).toList();
            List<String> missing = new ArrayList<>(own.missing());
            missing.removeIf(name -> more.nodes().stream().anyMatch(node -> isSame(name, node.node())));
            more.missing().stream()
                    .filter(name -> own.nodes().stream().noneMatch(node -> isSame(name, node.node())))
                    .filter(name -> missing.stream().noneMatch(other -> isSame(name, other)))
                    .forEach(missing::add);
            String probe = own.probe() + ", " + more.probe();
            boolean both =
                    own.probe() != null && !List.of(own.probe().split(", ")).contains(more.probe());
            NodeMetrics merged =
                    new NodeMetrics(both ? probe : own.probe(), nodes, missing, own.layout(), own.proofs(), null);
            return run.watched(merged, warnings(run, missing));
        }

        private static void refuseTwice(RunRecord run, NodeMetrics own, String node) {
            if (own.nodes().stream().anyMatch(other -> isSame(other.node(), node))) {
                throw new InvalidDocumentException("run " + run.identity().run() + " of campaign "
                        + run.identity().campaign() + " has evidence of node " + node + " already (" + own.probe()
                        + "); leave out the files of that node");
            }
        }

        /** Checks whether two names mean one host: they are equal, or one adds the domain to the other. */
        private static boolean isSame(String one, String other) {
            return one.equalsIgnoreCase(other) || isShort(one, other) || isShort(other, one);
        }

        private static boolean isShort(String name, String whole) {
            return whole.regionMatches(true, 0, name + ".", 0, name.length() + 1);
        }

        private static List<Warning> warnings(RunRecord run, List<String> missing) {
            List<Warning> warnings = new ArrayList<>(run.warnings());
            warnings.removeIf(warning -> warning.code().equals(INCOMPLETE));
            if (!missing.isEmpty()) {
                warnings.add(new Warning(
                        INCOMPLETE,
                        "not watched from the job's start to its end: " + String.join(", ", missing)
                                + ". The evidence of these nodes and their devices is missing or incomplete"));
            }
            return warnings;
        }
    }
}
