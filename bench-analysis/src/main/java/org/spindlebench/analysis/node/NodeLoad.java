package org.spindlebench.analysis.node;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.node.Io.IoCounter;
import org.spindlebench.analysis.node.Io.Sum;

/**
 * The load of a node in a window. Values that its kernel does not report are omitted.
 *
 * @param from the time of the first reading, by the node's clock
 * @param to the time of the last reading
 * @param cpu the load of all hardware threads together
 * @param memory the page cache, and pages still to be written
 * @param networks the interfaces that moved bytes, appeared or disappeared
 * @param pressure the kernel's pressure stall information, by name: the share of the window in which some task ({@code
 *     io.some}) or all tasks ({@code io.full}) were held up
 * @param devices the block devices and partitions that did something, appeared or disappeared
 * @param clockStep milliseconds by which the node's clock was set forward during the window; negative if it was set
 *     back, null if unknown or less than {@value #LEAST_STEP}. Shares of the window use its length without this step
 * @param dataNodes the I/O of the node's DataNodes; null if the probe may not see it, or if a DataNode started or ended
 * @param processes the processors' time by the owners of processes; null if the probe may not see the processes, or did
 *     not look twice
 */
public record NodeLoad(
        String node,
        Instant from,
        Instant to,
        int readings,
        CpuTime cpu,
        Memory memory,
        List<InterfaceTraffic> networks,
        SortedMap<String, Double> pressure,
        List<DeviceIo> devices,
        Long clockStep,
        DataNodeIo dataNodes,
        Processes processes) {
    /**
     * The largest number of milliseconds by which a clock that no program sets may drift from the kernel's monotonic clock.
     */
    public static final long LEAST_STEP = 100;

    /**
     * The load of the processors.
     *
     * @param busy share of the processors' time in which they ran anything, without idle time and waiting for I/O
     * @param user share of the time spent in programs, including nice programs and virtual machines
     * @param system share of the time spent in the kernel, including interrupts
     * @param iowait share of the time in which they were idle while a device request was pending
     * @param steal share of the time in which the host ran other work instead of this virtual machine; included in
     *     {@code busy}; null if not reported
     */
    public record CpuTime(Long threads, Double busy, Double user, Double system, Double iowait, Double steal) {}

    /**
     * The node's memory, in bytes.
     *
     * @param cachedBefore page cache at the window's start
     * @param cachedAfter page cache at the window's end
     * @param dirtyBefore dirty pages and pages being written, at the window's start
     * @param dirtyAfter dirty pages and pages being written, at the window's end; no device has received these yet
     * @param dirtyMost the largest amount of dirty pages and pages being written at any reading
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
     * A network interface. Bytes that pass several interfaces, such as a bond and its parts, are counted at each.
     *
     * @param name such as {@code eth0}
     * @param received null if the interface appeared, disappeared or was created again
     * @param sent null if the interface appeared, disappeared or was created again
     */
    public record InterfaceTraffic(String name, Long received, Long sent) {}

    /**
     * The I/O of all DataNode processes of a node, by {@code /proc/PID/io}. A process that also serves the shuffle, as
     * an embedded cluster does, is included.
     *
     * @param processes their number
     * @param bytesRead bytes that they had fetched from devices
     * @param bytesWritten bytes that they changed in the page cache or wrote past it; devices get these later
     */
    public record DataNodeIo(int processes, long bytesRead, long bytesWritten) {}

    /**
     * The processors' time of processes by their owners, in thread-seconds. The time of interrupts and of kernel threads,
     * such as those that write pages, has no owner.
     *
     * @param seconds the time between the first and the last look at the processes; close to the window's length
     * @param hadoop Hadoop's daemons, Spindle and its probe
     * @param job the job's containers, including the start and the end of each JVM
     * @param stopped the seconds for which quotas of processors stopped the job's containers, added up over containers; null
     *     if unknown
     * @param others all other processes, including the containers of other applications
     */
    public record Processes(double seconds, double hadoop, double job, Double stopped, double others) {
        /** Returns the mean number of threads that others kept busy. */
        public double otherThreads() {
            return others / seconds;
        }
    }

    public NodeLoad {
        networks = networks == null ? List.of() : List.copyOf(networks);
        devices = devices == null ? List.of() : List.copyOf(devices);
        pressure = Collections.unmodifiableSortedMap(new TreeMap<>(pressure == null ? Map.of() : pressure));
    }

    /**
     * Computes the load in a window whose readings are all in memory. {@link Window} takes them one after another.
     *
     * @param readings two or more, from the window's start to its end, in chronological order
     */
    public static NodeLoad of(String node, List<Reading> readings) {
        Window window = new Window(node);
        readings.forEach(window::add);
        return window.load();
    }

    /**
     * The I/O of a block device in a window, by {@code /proc/diskstats}. All values are unknown if the device appeared
     * or disappeared during the window, or if its counters were reset.
     *
     * @param device the kernel's name, such as {@code sda}
     * @param discards requests that told the device which blocks are free; null if the kernel does not report them
     *     (before 4.18)
     * @param flushes requests to put the device's cache onto the medium; null if the kernel does not report them
     *     (before 5.5)
     */
    public record DeviceIo(String device, @JsonUnwrapped Io io, Long discards, Long flushes) {
        private static final double MILLIS = 1000.0;

        /** A device with this many requests has times above 0 if the kernel counts them. */
        private static final long MANY = 1000;

        /** Makes the I/O of a device whose discards and flushes are unknown. */
        public DeviceIo(String device, Io io) {
            this(device, io, null, null);
        }

        public DeviceIo {
            io = io == null ? Io.UNKNOWN : io;
        }

        /** Computes the I/O in a window of {@code millis} from the growth of the node's counters in this window. */
        static DeviceIo of(String device, Increase increase, double millis) {
            Sum sum = Sum.of(device, increase).put(IoCounter.OVER, millis);
            if (!isTimed("disk." + device + ".", increase.last())) {
                sum.forget(
                        IoCounter.READ_TIME,
                        IoCounter.WRITE_TIME,
                        IoCounter.SERVICE_TIME,
                        IoCounter.QUEUE,
                        IoCounter.BUSY);
            }
            return new DeviceIo(device, sum.io(MILLIS), sum.whole(IoCounter.DISCARDS), sum.whole(IoCounter.FLUSHES));
        }

        /**
         * Checks whether times are measured. Kernels before about 5.10 count no times for md RAID and some other
         * stacked devices; 0 then means unknown.
         */
        private static boolean isTimed(String prefix, Reading last) {
            boolean untouched = last.value(prefix + "busyMillis").orElse(1) == 0
                    && last.value(prefix + "queueMillis").orElse(1) == 0;
            long requests = last.value(prefix + "reads").orElse(0)
                    + last.value(prefix + "writes").orElse(0);
            return !untouched || requests < MANY;
        }
    }
}
