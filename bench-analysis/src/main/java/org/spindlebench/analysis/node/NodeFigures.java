package org.spindlebench.analysis.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a node did in a window. Absent where its kernel does not say.
 *
 * @param node its host name
 * @param from the first reading, by the node's clock
 * @param to the last reading
 * @param readings their number
 * @param cpu of all hardware threads together
 * @param memory page cache and pages still to be written
 * @param networks interfaces that moved something, and those that came or went
 * @param pressure share of the window in which tasks were held up, by the kernel's pressure stall information: {@code io.some} where some
 *     task was, {@code io.full} where all were
 * @param devices block devices and partitions that did something, and those that came or went
 */
public record NodeFigures(
        String node,
        Instant from,
        Instant to,
        int readings,
        Cpu cpu,
        Memory memory,
        List<Network> networks,
        SortedMap<String, Double> pressure,
        List<DeviceFigures> devices) {
    /**
     * The processors.
     *
     * @param threads hardware threads
     * @param busy share of their time in which they ran something: all but idle and waiting for I/O
     * @param user share in programs, nice ones and virtual machines' included
     * @param system share in the kernel, interrupts included
     * @param iowait share in which they were idle and a request for a device was open
     */
    public record Cpu(Long threads, Double busy, Double user, Double system, Double iowait) {}

    /**
     * Bytes.
     *
     * @param total of the node
     * @param cachedBefore page cache at the window's begin
     * @param cachedAfter page cache at its end
     * @param dirtyBefore dirty pages and pages being written at the begin
     * @param dirtyAfter the same at the end: what no device has seen yet
     * @param dirtyMost the most of it at any reading
     * @param swappedIn pages read from swap
     * @param swappedOut pages written to swap
     */
    public record Memory(
            Long total,
            Long cachedBefore,
            Long cachedAfter,
            Long dirtyBefore,
            Long dirtyAfter,
            Long dirtyMost,
            Long swappedIn,
            Long swappedOut) {}

    /**
     * An interface. Bytes that pass several of them, such as a bond and its parts, are counted at each.
     *
     * @param name such as {@code eth0}
     * @param received bytes; null where the interface came, went or was made anew
     * @param sent the same
     */
    public record Network(String name, Long received, Long sent) {}

    private static final double MICROS = 1000.0;
    private static final int KIB = 1024;
    private static final List<String> TICKS =
            List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal");

    public NodeFigures {
        networks = networks == null ? List.of() : List.copyOf(networks);
        devices = devices == null ? List.of() : List.copyOf(devices);
        pressure = new TreeMap<>(pressure == null ? Map.of() : pressure);
    }

    /**
     * The figures of a window.
     *
     * @param readings from its begin to its end, in the order of time; two or more
     */
    public static NodeFigures of(String node, List<Reading> readings) {
        if (readings.size() < 2) {
            throw new IllegalArgumentException("a window has a reading at its begin and one at its end: " + node);
        }
        Reading first = readings.get(0);
        Reading last = readings.get(readings.size() - 1);
        return new NodeFigures(
                node,
                Instant.ofEpochMilli(first.millis()),
                Instant.ofEpochMilli(last.millis()),
                readings.size(),
                cpu(readings),
                memory(readings),
                networks(readings),
                pressure(readings),
                devices(readings));
    }

    private static Cpu cpu(List<Reading> readings) {
        Increase increase = new Increase(readings);
        Map<String, Double> ticks = new TreeMap<>();
        // Old kernels have fewer kinds; guests' time is in user.
        for (String kind : TICKS) {
            OptionalDouble grown = increase.between("cpu." + kind);
            if (grown.isEmpty()) {
                return null;
            }
            ticks.put(kind, grown.getAsDouble());
        }
        double all = ticks.values().stream().mapToDouble(Double::doubleValue).sum();
        OptionalLong threads = readings.get(readings.size() - 1).value("cpu.threads");
        if (all == 0) {
            return null;
        }
        double user = ticks.get("user") + ticks.get("nice");
        double system = ticks.get("system") + ticks.get("irq") + ticks.get("softirq");
        return new Cpu(
                threads.isPresent() ? threads.getAsLong() : null,
                (user + system + ticks.get("steal")) / all,
                user / all,
                system / all,
                ticks.get("iowait") / all);
    }

    private static Memory memory(List<Reading> readings) {
        Reading first = readings.get(0);
        Reading last = readings.get(readings.size() - 1);
        Increase increase = new Increase(readings);
        Long most = readings.stream()
                .map(NodeFigures::dirty)
                .filter(bytes -> bytes != null)
                .max(Long::compare)
                .orElse(null);
        return new Memory(
                bytes(last, "MemTotal"),
                bytes(first, "Cached"),
                bytes(last, "Cached"),
                dirty(first),
                dirty(last),
                most,
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

    /** Those of all readings. */
    private static SortedSet<String> members(String group, List<Reading> readings) {
        SortedSet<String> members = new TreeSet<>();
        Reading before = null;
        for (Reading reading : readings) {
            if (before == null || !reading.countsTheSameAs(before)) {
                members.addAll(reading.members(group));
            }
            before = reading;
        }
        return members;
    }

    private static List<Network> networks(List<Reading> readings) {
        Increase increase = new Increase(readings);
        List<Network> networks = new ArrayList<>();
        for (String name : members("net", readings)) {
            // In 32 bits on 32-bit kernels, and in many drivers.
            Long received = whole(increase.wrapping("net." + name + ".received"));
            Long sent = whole(increase.wrapping("net." + name + ".sent"));
            if (received == null || sent == null || received + sent > 0) {
                networks.add(new Network(name, received, sent));
            }
        }
        return networks;
    }

    private static SortedMap<String, Double> pressure(List<Reading> readings) {
        Reading last = readings.get(readings.size() - 1);
        Increase increase = new Increase(readings);
        double micros = (last.millis() - readings.get(0).millis()) * MICROS;
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

    /** Those that did something, and those that came or went. */
    private static List<DeviceFigures> devices(List<Reading> readings) {
        return members("disk", readings).stream()
                .map(name -> DeviceFigures.of(name, readings))
                .filter(device -> !device.isIdle())
                .toList();
    }
}
