package org.spindlebench.analysis.collector;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.record.Evidence;

/**
 * What nodes and devices did in given windows, by the files of a collector.
 *
 * <p>The files' figures are means over intervals. A window's figure is the sum of rate * time that the interval shares with the
 * window: what happened in an interval at its edge is taken in proportion.
 */
public final class CollectedEvidence {
    private final Collector collector;
    private final Map<Window, Map<String, NodeWindow>> sums = new HashMap<>();
    private final SortedMap<String, Spans> cpus = new TreeMap<>();
    private final SortedMap<String, Spans> devices = new TreeMap<>();
    private final WindowIndex windows;
    private String file = "";
    private long again;

    private CollectedEvidence(Collector collector, Collection<Window> windows) {
        this.collector = collector;
        this.windows = new WindowIndex(windows);
    }

    /**
     * Reads files, in any order.
     *
     * @param zone of the times of files that name none; empty for what their header says, or else this machine's
     * @param windows those that are wanted
     * @param log told of what cannot be read, while it is being read
     * @throws InvalidDocumentException if a file is not of that collector, or a node is in two of them for the same time
     * @throws IOException if one could not be read
     */
    public static CollectedEvidence read(
            Collector collector, List<Path> files, Optional<ZoneId> zone, Collection<Window> windows, ReadingLog log)
            throws IOException {
        CollectedEvidence evidence = new CollectedEvidence(collector, windows);
        for (Path one : files) {
            evidence.file = one.toString();
            evidence.again = 0;
            collector.read(one, zone, log, evidence::add);
            if (evidence.again > 0) {
                log.note(
                        evidence.file,
                        "its times go back; intervals of a time that it had already are left out: " + evidence.again);
            }
        }
        evidence.cpus.values().forEach(Spans::refuseOverlap);
        evidence.devices.values().forEach(Spans::refuseOverlap);
        return evidence;
    }

    /** For each node the time from the first interval to the end of the last. There may be gaps in it. */
    public SortedMap<String, Window> nodes() {
        SortedMap<String, Window> nodes = new TreeMap<>();
        List.of(cpus, devices)
                .forEach(kind -> kind.forEach((node, spans) -> nodes.merge(
                        node,
                        Window.ofMillis(spans.from(), spans.to()),
                        (a, b) -> Window.ofMillis(
                                Math.min(a.fromMillis(), b.fromMillis()), Math.max(a.toMillis(), b.toMillis())))));
        return nodes;
    }

    /**
     * The evidence of a window that was asked for. Nodes that the files know only in a part of it, or not at all, are missing; what
     * is known of the part is among the figures. Empty where no file has anything of it.
     */
    public Optional<Evidence> of(Window window) {
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
        return Optional.of(new Evidence(collector.word(), figures, missing, null));
    }

    private boolean covers(String node, NodeWindow known, Window window) {
        return known != null
                && (!cpus.containsKey(node) || known.cpuMillis() == window.millis())
                && (!devices.containsKey(node) || known.deviceMillis() == window.millis());
    }

    private void add(Interval interval) {
        String node = interval.node();
        boolean cpu = interval.cpu() != null && add(cpus, interval);
        boolean device = interval.devices() != null && add(devices, interval);
        boolean some = interval.cpu() != null || interval.devices() != null;
        again += some && !cpu && !device ? 1 : 0;
        windows.overlapping(interval.from(), interval.to(), window -> {
            if (!cpu && !device) {
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
        });
    }

    private boolean add(SortedMap<String, Spans> kind, Interval interval) {
        return kind.computeIfAbsent(interval.node(), Spans::new).add(file, interval.from(), interval.to());
    }
}
