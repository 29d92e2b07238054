package org.spindlebench.analysis.node;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.node.IoSum.IoFigures;
import org.spindlebench.analysis.node.IoSum.Part;

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
 * @param clockStep milliseconds by which the node's clock was set forward during the window, or back where it is negative; null where that is not
 *     known, and where it was less than {@value #LEAST_STEP}. Shares of the window are of its length without the step
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
        List<DeviceFigures> devices,
        Long clockStep) {
    /** Milliseconds by which a clock that nobody sets may run away from the kernel's count of time. */
    public static final long LEAST_STEP = 100;

    /**
     * The processors.
     *
     * @param threads hardware threads
     * @param busy share of their time in which they ran something: all but idle and waiting for I/O
     * @param user share in programs, nice ones and virtual machines' included
     * @param system share in the kernel, interrupts included
     * @param iowait share in which they were idle and a request for a device was open
     * @param steal share in which the host ran others in place of this virtual machine; part of {@code busy}. Null where nobody says
     */
    public record Cpu(Long threads, Double busy, Double user, Double system, Double iowait, Double steal) {
        /** Of which nobody says what was stolen. */
        public Cpu(Long threads, Double busy, Double user, Double system, Double iowait) {
            this(threads, busy, user, system, iowait, null);
        }
    }

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

    /** By a collector that does not count time. */
    public NodeFigures(
            String node,
            Instant from,
            Instant to,
            int readings,
            Cpu cpu,
            Memory memory,
            List<Network> networks,
            SortedMap<String, Double> pressure,
            List<DeviceFigures> devices) {
        this(node, from, to, readings, cpu, memory, networks, pressure, devices, null);
    }

    public NodeFigures {
        networks = networks == null ? List.of() : List.copyOf(networks);
        devices = devices == null ? List.of() : List.copyOf(devices);
        pressure = Collections.unmodifiableSortedMap(new TreeMap<>(pressure == null ? Map.of() : pressure));
    }

    /**
     * The figures of a window of which all readings are there. See {@link Window} for those that come one after another.
     *
     * @param readings from its begin to its end, in the order of time; two or more
     */
    public static NodeFigures of(String node, List<Reading> readings) {
        Window window = new Window(node);
        readings.forEach(window::add);
        return window.figures();
    }

    /**
     * What a block device did in a window, by {@code /proc/diskstats}. Nothing is known where the device came or went during the window or began
     * to count again.
     *
     * @param device the kernel's name, such as {@code sda}
     * @param discards requests that told the device which blocks are free; null where the kernel does not say (before 4.18)
     * @param flushes requests to put the device's cache onto the medium; null where the kernel does not say (before 5.5)
     */
    public record DeviceFigures(
            String device, @JsonUnwrapped IoFigures io, Long discards, Long flushes) {
        /** Bytes of a sector of {@code /proc/diskstats}, whatever the device's own sectors are. */
        public static final int SECTOR = 512;

        private static final double MILLIS = 1000.0;

        /** After so many requests since it was made a device whose times are counted has some. */
        private static final long MANY = 1000;

        /** By a collector that says nothing of discards and flushes. */
        public DeviceFigures(String device, IoFigures io) {
            this(device, io, null, null);
        }

        public DeviceFigures {
            io = io == null ? IoFigures.UNKNOWN : io;
        }

        /**
         * The figures of a window.
         *
         * @param increase of the node's counters in it
         * @param millis its length
         */
        static DeviceFigures of(String device, Increase increase, double millis) {
            String prefix = "disk." + device + ".";
            OptionalDouble reads = increase.of(prefix + "reads");
            OptionalDouble writes = increase.of(prefix + "writes");
            OptionalDouble sectorsRead = increase.of(prefix + "sectorsRead");
            OptionalDouble sectorsWritten = increase.of(prefix + "sectorsWritten");
            if (reads.isEmpty() || writes.isEmpty() || sectorsRead.isEmpty() || sectorsWritten.isEmpty()) {
                return new DeviceFigures(device, IoFigures.UNKNOWN);
            }
            boolean timed = isTimed(prefix, increase);
            OptionalDouble busy = timed(timed, increase, prefix + "busyMillis");
            IoSum sum = new IoSum()
                    .put(Part.READS, reads)
                    .put(Part.READS_MERGED, increase.of(prefix + "readsMerged"))
                    .put(Part.BYTES_READ, sectorsRead.getAsDouble() * SECTOR)
                    .put(Part.WRITES, writes)
                    .put(Part.WRITES_MERGED, increase.of(prefix + "writesMerged"))
                    .put(Part.BYTES_WRITTEN, sectorsWritten.getAsDouble() * SECTOR)
                    .put(Part.DISCARDS, increase.of(prefix + "discards"))
                    .put(Part.FLUSHES, increase.of(prefix + "flushes"))
                    .put(Part.READ_TIME, timed(timed, increase, prefix + "readMillis"))
                    .put(Part.WRITE_TIME, timed(timed, increase, prefix + "writeMillis"))
                    .put(Part.SERVICE_TIME, busy)
                    .put(Part.QUEUE, timed(timed, increase, prefix + "queueMillis"))
                    .put(Part.BUSY, busy)
                    .put(Part.OVER, millis);
            return new DeviceFigures(device, sum.figures(MILLIS), sum.whole(Part.DISCARDS), sum.whole(Part.FLUSHES));
        }

        /** Kernels before about 5.10 count requests of an md RAID and of some other stacked devices, and no time: 0 then means not known. */
        private static boolean isTimed(String prefix, Increase increase) {
            boolean untouched =
                    increase.isUntouched(prefix + "busyMillis") && increase.isUntouched(prefix + "queueMillis");
            return !untouched || increase.total(prefix + "reads") + increase.total(prefix + "writes") < MANY;
        }

        private static OptionalDouble timed(boolean timed, Increase increase, String counter) {
            return timed ? increase.wrapping(counter) : OptionalDouble.empty();
        }
    }
}
