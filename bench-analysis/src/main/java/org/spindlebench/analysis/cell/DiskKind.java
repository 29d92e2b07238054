package org.spindlebench.analysis.cell;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.node.DeviceRoles;
import org.spindlebench.analysis.node.Io;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Device;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.stats.Sample;

/**
 * The disks of one kind in a setup, and how fast each was in valid runs: the bytes that it moved a busy second. Disks
 * are of one kind if medium, model, size and roles are equal. {@code docs/devices.md} has the rules.
 *
 * @param kind the kind in words, such as {@code HDD of 2 TB, hdfs+shuffle}
 * @param platters whether the disks are known to have platters; for others, busy time is not a measure of speed
 * @param disks at least {@value #FEWEST}, in the order of their first runs
 */
public record DiskKind(String setup, String kind, boolean platters, List<KnownDisk> disks) {
    /** The share of a run in which the median disk of a kind must be busy. */
    private static final double LEAST_BUSY = 0.2;

    /** The least number of seconds in which this disk must be busy. */
    private static final double LEAST_SECONDS = 5;

    /** The least bytes of a disk that counts in a run, as a share of the median disk's. */
    private static final double LEAST_BYTES = 0.25;

    /** The least size of its requests / the median's: smaller requests explain fewer bytes a busy second. */
    private static final double LEAST_SIZE = 0.9;

    /** The greatest difference between its share of reads and the median's. */
    private static final double MOST_APART = 0.1;

    /** The fewest disks that are compared. */
    public static final int FEWEST = 3;

    public DiskKind {
        disks = List.copyOf(disks);
    }

    /**
     * A disk, or the partition or volume on which the directories are.
     *
     * @param device the kernel's name in the latest run
     * @param place where its file systems are mounted, which identifies the disk on its node; empty if unknown
     * @param speeds its speeds in the runs in which it counts, in chronological order
     */
    public record KnownDisk(String node, String device, String place, List<DiskSpeed> speeds) {
        public KnownDisk {
            speeds = speeds.stream()
                    .sorted(Comparator.comparing(DiskSpeed::started))
                    .toList();
        }
    }

    /**
     * The speed of a disk in one run.
     *
     * @param unit the visit, or the run if its campaign has no visits; units are independent
     * @param logRatio ln(speed / median speed of the kind's disks that count in this run)
     */
    public record DiskSpeed(String unit, Instant started, double logRatio) {}

    /** What a disk did in one run. The window is this number of seconds long. */
    private record DiskLoad(String node, String device, String place, Io io, double seconds) {
        private String key() {
            return node + "/" + (place.isEmpty() ? device : place);
        }

        private double bytes() {
            return io.bytesRead() + (double) io.bytesWritten();
        }

        private double busySeconds() {
            return io.busy() * seconds;
        }

        private double size() {
            return bytes() / io.requests();
        }

        private double reads() {
            return io.bytesRead() / bytes();
        }

        private double logSpeed() {
            return Math.log(bytes() / busySeconds());
        }
    }

    private record KindName(String setup, String kind, boolean platters) {}

    /** Collects the kinds of all setups, run by run. */
    static final class Builder {
        private final Map<KindName, Map<String, DiskLoad>> latest = new LinkedHashMap<>();
        private final Map<KindName, Map<String, List<DiskSpeed>>> speeds = new LinkedHashMap<>();

        /** Adds a valid run; a run without samples changes nothing. */
        void add(RunRecord run) {
            if (run.evidence() == null) {
                return;
            }
            Map<KindName, List<DiskLoad>> loads = new LinkedHashMap<>();
            Map<String, NodeLayout> layouts = new LinkedHashMap<>();
            run.evidence().layout().forEach(layout -> layouts.put(layout.node(), layout));
            for (NodeLoad node : run.evidence().nodes()) {
                NodeLayout layout = layouts.get(node.node());
                List<String> devices = layout == null
                        ? List.of()
                        : DeviceRoles.of(layout).used(DeviceRoles.BOTH).devices();
                for (String device : devices) {
                    KindName name =
                            new KindName(run.subject().setup(), kind(layout, device), layout.isRotational(device));
                    loads.computeIfAbsent(name, none -> new ArrayList<>()).add(load(layout, node, device));
                }
            }
            loads.forEach((name, all) -> add(name, run, all));
        }

        private void add(KindName name, RunRecord run, List<DiskLoad> loads) {
            Map<String, DiskLoad> disks = latest.computeIfAbsent(name, none -> new LinkedHashMap<>());
            loads.forEach(load -> disks.put(load.key(), load));
            List<DiskLoad> like = name.platters() ? comparable(loads) : List.of();
            if (like.size() < FEWEST) {
                return;
            }
            double median = median(like, DiskLoad::logSpeed);
            Integer visit = run.namesVisit() ? run.position().visit() : null;
            String unit = run.identity().campaign() + "/"
                    + (visit == null ? run.identity().run() : "visit " + visit);
            Instant start = run.times() == null ? null : run.times().yarnStarted();
            like.forEach(load -> speeds.computeIfAbsent(name, none -> new LinkedHashMap<>())
                    .computeIfAbsent(load.key(), none -> new ArrayList<>())
                    .add(new DiskSpeed(unit, start == null ? Instant.MAX : start, load.logSpeed() - median)));
        }

        /** Returns the disks whose work was like that of their kind; none if the kind was not busy enough. */
        private static List<DiskLoad> comparable(List<DiskLoad> loads) {
            List<DiskLoad> known = loads.stream()
                    .filter(load -> load.io().known() && load.io().busy() != null)
                    .toList();
            if (known.size() < FEWEST
                    || median(known, load -> load.io().busy()) < LEAST_BUSY
                    || median(known, DiskLoad::busySeconds) < LEAST_SECONDS) {
                return List.of();
            }
            double bytes = median(known, DiskLoad::bytes);
            List<DiskLoad> many = known.stream()
                    .filter(load -> load.busySeconds() > 0 && load.bytes() > 0 && load.bytes() >= LEAST_BYTES * bytes)
                    .toList();
            double size = median(many, DiskLoad::size);
            double reads = median(many, DiskLoad::reads);
            return many.stream()
                    .filter(load -> load.size() >= LEAST_SIZE * size && Math.abs(load.reads() - reads) <= MOST_APART)
                    .toList();
        }

        private static double median(List<DiskLoad> loads, ToDoubleFunction<DiskLoad> number) {
            return Sample.of(loads.stream().mapToDouble(number).toArray()).median();
        }

        /** Returns the kinds with enough disks to compare. */
        List<DiskKind> build() {
            List<DiskKind> kinds = new ArrayList<>();
            latest.forEach((name, loads) -> {
                if (loads.size() >= FEWEST) {
                    Map<String, List<DiskSpeed>> known = speeds.getOrDefault(name, Map.of());
                    List<KnownDisk> disks = loads.values().stream()
                            .map(load -> new KnownDisk(
                                    load.node(),
                                    load.device(),
                                    load.place(),
                                    known.getOrDefault(load.key(), List.of())))
                            .toList();
                    kinds.add(new DiskKind(name.setup(), name.kind(), name.platters(), disks));
                }
            });
            return kinds;
        }

        private static DiskLoad load(NodeLayout layout, NodeLoad node, String device) {
            String place = layout.directories().stream()
                    .filter(directory -> directory.devices().equals(List.of(device)) && directory.mountPoint() != null)
                    .map(Directory::mountPoint)
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "));
            Io io = node.devices().stream()
                    .filter(one -> one.device().equals(device))
                    .findFirst()
                    .map(DeviceIo::io)
                    .orElse(Io.IDLE);
            boolean timed = node.from() != null && node.to() != null;
            long step = node.clockStep() == null ? 0 : node.clockStep();
            long millis = timed ? Duration.between(node.from(), node.to()).toMillis() - step : 0;
            return new DiskLoad(node.node(), device, place, io, millis / 1000.0);
        }

        private static String kind(NodeLayout layout, String name) {
            Device device = layout.device(name);
            return (layout.isRotational(name) ? "HDD" : "disk without known platters")
                    + model(layout, name).map(text -> " " + text).orElse("")
                    + (device == null || device.size() == null ? "" : " of " + rounded(device.size()))
                    + (device != null && device.on().size() > 1
                            ? " on " + device.on().size() + " devices"
                            : "")
                    + ", " + DeviceRoles.of(layout).role(name).text();
        }

        /** Returns a size with two digits, because partitions of equal disks differ a little. */
        private static String rounded(long bytes) {
            return HumanText.bytes(
                    BigDecimal.valueOf(bytes).round(new MathContext(2)).longValue());
        }

        private static Optional<String> model(NodeLayout layout, String name) {
            Device device = layout.device(name);
            if (device == null || device.hardware() == null || device.hardware().model() == null) {
                return device == null
                        ? Optional.empty()
                        : device.on().stream()
                                .flatMap(on -> model(layout, on).stream())
                                .findFirst();
            }
            return Optional.of(device.hardware().model().strip());
        }
    }
}
