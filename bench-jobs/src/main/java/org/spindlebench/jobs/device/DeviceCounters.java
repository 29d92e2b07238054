package org.spindlebench.jobs.device;

import java.util.List;
import org.spindlebench.jobs.probe.Sample;

/** What the kernel counted for a place's devices between two samples, in the direction of an operation. Immutable. */
final class DeviceCounters {
    /** Of {@code /proc/diskstats}, whatever the device's own sectors are. */
    private static final long SECTOR = 512;

    private final long bytes;
    private final long requests;

    private DeviceCounters(long bytes, long requests) {
        this.bytes = bytes;
        this.requests = requests;
    }

    /** Null where a device is not known, not in both samples, or was set back. */
    static DeviceCounters between(Sample before, Sample after, Place place, Operation operation) {
        DeviceCounters own = between(before, after, place.devices(), operation);
        boolean silent = own != null && own.requests == 0 && !place.paths().isEmpty();
        return silent ? between(before, after, place.paths(), operation) : own;
    }

    private static DeviceCounters between(Sample before, Sample after, List<String> devices, Operation operation) {
        Long sectors = increase(before, after, devices, operation.writes() ? "sectorsWritten" : "sectorsRead");
        Long requests = increase(before, after, devices, operation.writes() ? "writes" : "reads");
        return sectors == null || requests == null ? null : new DeviceCounters(sectors * SECTOR, requests);
    }

    private static Long increase(Sample before, Sample after, List<String> devices, String counter) {
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

    /** After merging. */
    long requests() {
        return requests;
    }
}
