package org.spindlebench.jobs.device;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.jobs.device.Engine.Access;
import org.spindlebench.jobs.device.Engine.IoTotals;
import org.spindlebench.jobs.device.IoTask.BlockSizeStep;
import org.spindlebench.jobs.device.IoTask.Operation;
import org.spindlebench.jobs.probe.ProbeSample;
import org.spindlebench.jobs.probe.layout.Finding;

/** The result of one step in one directory, or the reason why it failed. Immutable. */
final class Measurement {
    /** The kind of the finding that contains a measurement. */
    static final String KIND = "measurement";

    private static final double NANO = 1e-9;

    private final String directory;
    private final IoTotals moved;
    private final SortedMap<String, String> attributes = new TreeMap<>();

    private Measurement(String directory, BlockSizeStep step, IoTotals moved) {
        this.directory = directory;
        this.moved = moved;
        attributes.put("operation", step.operation().text());
        attributes.put("block", String.valueOf(step.block()));
    }

    /** @param seen the counters of the devices; null if unknown */
    static Measurement of(String directory, IoTask work, IoTotals moved, DeviceCounters seen) {
        Measurement done = new Measurement(directory, new BlockSizeStep(work.operation(), work.block()), moved);
        done.put("threads", work.threads());
        done.put("bytes", moved.bytes());
        done.put("requests", moved.requests());
        done.attributes.put("seconds", seconds(moved.nanos()));
        if (!moved.sliceNanos().isEmpty()) {
            done.attributes.put(
                    "sliceSeconds",
                    moved.sliceNanos().stream().map(Measurement::seconds).collect(Collectors.joining(",")));
        }
        if (seen != null) {
            done.put("deviceBytes", seen.bytes());
            done.put("deviceRequests", seen.requests());
        }
        return done;
    }

    static Measurement failed(String directory, BlockSizeStep step, String error) {
        Measurement failed = new Measurement(directory, step, null);
        failed.attributes.put("error", error);
        return failed;
    }

    private static String seconds(long nanos) {
        return String.valueOf(nanos * NANO);
    }

    private void put(String key, long value) {
        attributes.put(key, String.valueOf(value));
    }

    boolean failed() {
        return moved == null;
    }

    /** Returns the totals; null if the measurement failed. */
    IoTotals moved() {
        return moved;
    }

    /** @param others the number of other directories with the same step at the same time */
    Finding finding(String tool, Access access, int others) {
        SortedMap<String, String> said = new TreeMap<>(attributes);
        said.put("tool", tool);
        said.put("access", access.text());
        said.put("others", String.valueOf(others));
        return new Finding(KIND, directory, said);
    }

    /**
     * The kernel's counters for a directory's devices, as differences between two samples. They cover only the
     * direction of an operation. Immutable.
     */
    static final class DeviceCounters {
        /** The bytes of a sector in {@code /proc/diskstats}. Devices may have sectors of another size. */
        private static final long SECTOR = 512;

        private final long bytes;
        private final long requests;

        private DeviceCounters(long bytes, long requests) {
            this.bytes = bytes;
            this.requests = requests;
        }

        /** Returns the differences; null if a device is unknown, was reset, or is missing from a sample. */
        static DeviceCounters between(
                ProbeSample before, ProbeSample after, TargetDirectory place, Operation operation) {
            DeviceCounters own = between(before, after, place.devices(), operation);
            boolean silent = own != null && own.requests == 0 && !place.paths().isEmpty();
            return silent ? between(before, after, place.paths(), operation) : own;
        }

        private static DeviceCounters between(
                ProbeSample before, ProbeSample after, List<String> devices, Operation operation) {
            Long sectors = increase(before, after, devices, operation.writes() ? "sectorsWritten" : "sectorsRead");
            Long requests = increase(before, after, devices, operation.writes() ? "writes" : "reads");
            return sectors == null || requests == null ? null : new DeviceCounters(sectors * SECTOR, requests);
        }

        private static Long increase(ProbeSample before, ProbeSample after, List<String> devices, String counter) {
            long sum = 0;
            for (String device : devices) {
                int from = before.names().indexOf("disk." + device + "." + counter);
                int to = after.names().indexOf("disk." + device + "." + counter);
                if (from < 0 || to < 0 || after.value(to) < before.value(from)) {
                    return null;
                }
                sum += after.value(to) - before.value(from);
            }
            return devices.isEmpty() ? null : Long.valueOf(sum);
        }

        long bytes() {
            return bytes;
        }

        /** Returns the number of requests after the kernel has merged some. */
        long requests() {
            return requests;
        }
    }
}
