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
import org.spindlebench.analysis.node.NodeLoad.DeviceIo;

/**
 * Computes a window's metrics from all its readings at once. {@link Window}, which keeps no readings, must compute the
 * same.
 */
final class WholeWindow {
    private static final double MICROS = 1000.0;
    private static final double MILLIS = 1000.0;
    private static final int KIB = 1024;
    private static final int SECTOR = 512;
    private static final List<String> TICKS =
            List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal");

    private WholeWindow() {}

    /**
     * Computes a window's metrics.
     *
     * @param readings from the window's begin to its end, in order of time; at least two
     */
    static NodeLoad of(String node, List<Reading> readings) {
        if (readings.size() < 2) {
            throw new IllegalArgumentException("a window needs a reading at its start and one at its end: " + node);
        }
        Reading first = readings.get(0);
        Reading last = readings.get(readings.size() - 1);
        return new NodeLoad(
                node,
                Instant.ofEpochMilli(first.millis()),
                Instant.ofEpochMilli(last.millis()),
                readings.size(),
                cpu(readings),
                memory(readings),
                networks(readings),
                pressure(readings),
                devices(readings),
                null,
                null,
                null);
    }

    private static NodeLoad.CpuTime cpu(List<Reading> readings) {
        ListedIncrease increase = new ListedIncrease(readings);
        Map<String, Double> ticks = new TreeMap<>();
        // Old kernels have fewer kinds of ticks; the time of guests is part of user.
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
        return new NodeLoad.CpuTime(
                threads.isPresent() ? threads.getAsLong() : null,
                (user + system + ticks.get("steal")) / all,
                user / all,
                system / all,
                ticks.get("iowait") / all,
                ticks.get("steal") / all);
    }

    private static NodeLoad.Memory memory(List<Reading> readings) {
        Reading first = readings.get(0);
        Reading last = readings.get(readings.size() - 1);
        ListedIncrease increase = new ListedIncrease(readings);
        Long most = readings.stream()
                .map(WholeWindow::dirty)
                .filter(bytes -> bytes != null)
                .max(Long::compare)
                .orElse(null);
        return new NodeLoad.Memory(
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

    /** Returns the members of all readings. */
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

    private static List<NodeLoad.InterfaceTraffic> networks(List<Reading> readings) {
        ListedIncrease increase = new ListedIncrease(readings);
        List<NodeLoad.InterfaceTraffic> networks = new ArrayList<>();
        for (String name : members("net", readings)) {
            // 32-bit kernels and many drivers count in 32 bits.
            Long received = whole(increase.wrapping("net." + name + ".received"));
            Long sent = whole(increase.wrapping("net." + name + ".sent"));
            if (received == null || sent == null || received + sent > 0) {
                networks.add(new NodeLoad.InterfaceTraffic(name, received, sent));
            }
        }
        return networks;
    }

    private static SortedMap<String, Double> pressure(List<Reading> readings) {
        Reading last = readings.get(readings.size() - 1);
        ListedIncrease increase = new ListedIncrease(readings);
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

    /** Returns the devices that did something, appeared or disappeared. */
    private static List<DeviceIo> devices(List<Reading> readings) {
        return members("disk", readings).stream()
                .map(name -> device(name, readings))
                .filter(device -> !idle(device))
                .toList();
    }

    private static boolean idle(DeviceIo device) {
        return device.io().reads() != null
                && device.io().reads() + device.io().writes() == 0
                && (device.io().busy() == null || device.io().busy() == 0)
                && (device.io().queue() == null || device.io().queue() == 0);
    }

    private static DeviceIo device(String device, List<Reading> readings) {
        ListedIncrease increase = new ListedIncrease(readings);
        String prefix = "disk." + device + ".";
        OptionalDouble reads = increase.of(prefix + "reads");
        OptionalDouble writes = increase.of(prefix + "writes");
        OptionalDouble sectorsRead = increase.of(prefix + "sectorsRead");
        OptionalDouble sectorsWritten = increase.of(prefix + "sectorsWritten");
        if (reads.isEmpty() || writes.isEmpty() || sectorsRead.isEmpty() || sectorsWritten.isEmpty()) {
            return unknown(device);
        }
        double bytesRead = sectorsRead.getAsDouble() * SECTOR;
        double bytesWritten = sectorsWritten.getAsDouble() * SECTOR;
        double requests = reads.getAsDouble() + writes.getAsDouble();
        double millis =
                readings.get(readings.size() - 1).millis() - readings.get(0).millis();
        OptionalDouble busy = increase.wrapping(prefix + "busyMillis");
        return new DeviceIo(
                device,
                new Io(
                        (long) reads.getAsDouble(),
                        whole(increase.of(prefix + "readsMerged")),
                        (long) bytesRead,
                        (long) writes.getAsDouble(),
                        whole(increase.of(prefix + "writesMerged")),
                        (long) bytesWritten,
                        ratio(OptionalDouble.of(bytesRead), reads.getAsDouble()),
                        ratio(OptionalDouble.of(bytesWritten), writes.getAsDouble()),
                        ratio(increase.wrapping(prefix + "readMillis"), reads.getAsDouble() * MILLIS),
                        ratio(increase.wrapping(prefix + "writeMillis"), writes.getAsDouble() * MILLIS),
                        ratio(busy, requests * MILLIS),
                        ratio(increase.wrapping(prefix + "queueMillis"), millis),
                        atMostOne(ratio(busy, millis))));
    }

    private static DeviceIo unknown(String device) {
        return new DeviceIo(device, Io.UNKNOWN);
    }

    private static Double ratio(OptionalDouble value, double over) {
        return value.isPresent() && over > 0 ? (Double) (value.getAsDouble() / over) : null;
    }

    // The kernel counts in ticks, but the window is known to a millisecond; a share may therefore exceed 1.
    private static Double atMostOne(Double share) {
        return share == null ? null : (Double) Math.min(1, share);
    }
}
