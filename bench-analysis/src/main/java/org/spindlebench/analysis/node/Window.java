package org.spindlebench.analysis.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;

/**
 * Computes the load of a node in a window from successive readings. It keeps two readings and two numbers for each
 * counter, for a window of any length. Not thread-safe.
 */
public final class Window {
    private static final double MICROS = 1000.0;
    private static final int KIB = 1024;
    private static final String PROCESSES = "processes.";
    private static final String STOPPED = PROCESSES + "stopped_";

    /** The ticks of a second in {@code /proc}, on every architecture of today. */
    private static final double TICKS_PER_SECOND = 100;

    private static final double MILLIS_PER_SECOND = 1000;
    private static final List<String> TICKS =
            List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal");

    private final String node;
    private final SortedSet<String> devices = new TreeSet<>();
    private final SortedSet<String> networks = new TreeSet<>();
    private final SortedSet<String> dataNodes = new TreeSet<>();
    private Reading last;
    /** The growth over all readings so far; null before the second reading. */
    private Increase increase;

    private int readings;
    private Long dirtyMost;
    private final Set<String> applications;
    private final Map<String, Long> lastCounts = new TreeMap<>();
    private double jobTicks;
    /** The milliseconds for which quotas stopped the job's containers; null if unknown. */
    private Double stopped;

    /** Makes an empty window. */
    public Window(String node) {
        this(node, Set.of());
    }

    /**
     * Makes an empty window.
     *
     * @param applications the job's applications in YARN
     */
    public Window(String node, Set<String> applications) {
        this.node = node;
        this.applications = Set.copyOf(applications);
    }

    /** Adds the next reading, in chronological order. The first reading is the window's start, the last one its end. */
    public void add(Reading reading) {
        if (last == null || !reading.countsTheSameAs(last)) {
            devices.addAll(reading.members("disk"));
            networks.addAll(reading.members("net"));
            dataNodes.addAll(reading.members("datanode"));
        }
        Long dirty = dirty(reading);
        if (dirty != null && (dirtyMost == null || dirty > dirtyMost)) {
            dirtyMost = dirty;
        }
        for (String application : applications) {
            jobTicks += grown(PROCESSES + application, reading).orElse(0);
            grown(STOPPED + application, reading)
                    .ifPresent(millis -> stopped = millis + (stopped == null ? 0 : stopped));
        }
        if (last != null) {
            Increase step = Increase.between(last, reading);
            increase = increase == null ? step : increase.plus(step);
        }
        last = reading;
        readings++;
    }

    /** Returns the number of readings so far. */
    public int readings() {
        return readings;
    }

    /**
     * Computes the load over all readings so far.
     *
     * @throws IllegalArgumentException if there were fewer than two readings
     */
    public NodeLoad load() {
        if (readings < 2) {
            throw new IllegalArgumentException("a window needs a reading at its start and one at its end: " + node);
        }
        return new NodeLoad(
                node,
                Instant.ofEpochMilli(increase.first().millis()),
                Instant.ofEpochMilli(last.millis()),
                readings,
                cpu(),
                memory(),
                networks(),
                pressure(),
                devices(),
                clockStep(),
                dataNodes(),
                processes());
    }

    private double millis() {
        return millis(increase);
    }

    /** Returns a span's length by the kernel's monotonic clock, or by the wall clock without it. */
    private static double millis(Increase span) {
        return span.of("clock.monotonicMillis")
                .orElse((double) span.last().millis() - span.first().millis());
    }

    private Long clockStep() {
        long step = Math.round(last.millis() - increase.first().millis() - millis());
        return Math.abs(step) < NodeLoad.LEAST_STEP ? null : (Long) step;
    }

    private NodeLoad.CpuTime cpu() {
        Map<String, Double> ticks = new TreeMap<>();
        // Old kernels report fewer kinds of ticks. The kind user includes the time of guests.
        for (String kind : TICKS) {
            OptionalDouble grown = increase.forward("cpu." + kind);
            if (grown.isEmpty()) {
                return null;
            }
            ticks.put(kind, grown.getAsDouble());
        }
        double all = ticks.values().stream().mapToDouble(Double::doubleValue).sum();
        OptionalLong threads = last.value("cpu.threads");
        if (all == 0) {
            return null;
        }
        double user = ticks.get("user") + ticks.get("nice");
        double system = ticks.get("system") + ticks.get("irq") + ticks.get("softirq");
        return new NodeLoad.CpuTime(
                threads.isPresent() ? threads.getAsLong() : null,
                (user + system + ticks.get("steal")) / all,
                user / all,
                system / all,
                ticks.get("iowait") / all,
                ticks.get("steal") / all);
    }

    private NodeLoad.Memory memory() {
        return new NodeLoad.Memory(
                bytes(last, "MemTotal"),
                bytes(increase.first(), "Cached"),
                bytes(last, "Cached"),
                dirty(increase.first()),
                dirty(last),
                dirtyMost,
                whole(increase.of("vm.pswpin")),
                whole(increase.of("vm.pswpout")));
    }

    private static Long bytes(Reading reading, String field) {
        OptionalLong kib = reading.value("memory." + field);
        return kib.isPresent() ? (Long) (kib.getAsLong() * KIB) : null;
    }

    private static Long dirty(Reading reading) {
        Long dirty = bytes(reading, "Dirty");
        Long writeback = bytes(reading, "Writeback");
        return dirty == null || writeback == null ? null : (Long) (dirty + writeback);
    }

    private static Long whole(OptionalDouble value) {
        return value.isPresent() ? (Long) (long) value.getAsDouble() : null;
    }

    private List<NodeLoad.InterfaceTraffic> networks() {
        List<NodeLoad.InterfaceTraffic> moved = new ArrayList<>();
        for (String name : networks) {
            // Network counters have 32 bits on 32-bit kernels and in many drivers.
            Long received = whole(increase.wrapping("net." + name + ".received"));
            Long sent = whole(increase.wrapping("net." + name + ".sent"));
            if (received == null || sent == null || received + sent > 0) {
                moved.add(new NodeLoad.InterfaceTraffic(name, received, sent));
            }
        }
        return moved;
    }

    private SortedMap<String, Double> pressure() {
        double micros = millis() * MICROS;
        SortedMap<String, Double> shares = new TreeMap<>();
        for (String resource : last.members("pressure")) {
            for (String held : List.of("some", "full")) {
                OptionalDouble stalled = increase.of("pressure." + resource + "." + held);
                if (stalled.isPresent() && micros > 0) {
                    shares.put(resource + "." + held, Math.min(1, stalled.getAsDouble() / micros));
                }
            }
        }
        return shares;
    }

    private NodeLoad.DataNodeIo dataNodes() {
        double read = 0;
        double written = 0;
        for (String process : dataNodes) {
            OptionalDouble ofRead = increase.of("datanode." + process + ".read");
            OptionalDouble ofWritten = increase.of("datanode." + process + ".written");
            // A process that began or ended is missing from a reading.
            if (ofRead.isEmpty() || ofWritten.isEmpty()) {
                return null;
            }
            read += ofRead.getAsDouble();
            written += ofWritten.getAsDouble();
        }
        return dataNodes.isEmpty()
                ? null
                : new NodeLoad.DataNodeIo(dataNodes.size(), Math.round(read), Math.round(written));
    }

    /** Returns the growth of an application's counter since the last reading; empty if the reading has none. */
    private OptionalLong grown(String counter, Reading reading) {
        OptionalLong value = reading.value(counter);
        if (value.isPresent()) {
            // An application that had no process has no counter. After a long time without one, it begins again at 0.
            Long before = lastCounts.put(counter, value.getAsLong());
            long from = before == null ? (last == null ? value.getAsLong() : 0) : before;
            return OptionalLong.of(value.getAsLong() < from ? value.getAsLong() : value.getAsLong() - from);
        }
        return value;
    }

    private NodeLoad.Processes processes() {
        OptionalDouble millis = increase.of(PROCESSES + "millis");
        OptionalDouble hadoop = increase.of(PROCESSES + "hadoop");
        OptionalDouble others = increase.of(PROCESSES + "others");
        OptionalDouble containers = increase.of(PROCESSES + "applications");
        boolean known = millis.orElse(0) > 0 && hadoop.isPresent() && others.isPresent() && containers.isPresent();
        if (!known) {
            return null;
        }
        return new NodeLoad.Processes(
                millis.getAsDouble() / MILLIS_PER_SECOND,
                hadoop.getAsDouble() / TICKS_PER_SECOND,
                jobTicks / TICKS_PER_SECOND,
                stopped == null ? null : stopped / MILLIS_PER_SECOND,
                (others.getAsDouble() + Math.max(0, containers.getAsDouble() - jobTicks)) / TICKS_PER_SECOND);
    }

    /** Returns the devices that did something, appeared or disappeared. */
    private List<DeviceIo> devices() {
        double millis = millis();
        return devices.stream()
                .map(name -> DeviceIo.of(name, increase, millis))
                .filter(device -> !device.io().idle())
                .toList();
    }
}
