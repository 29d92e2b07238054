package org.spindlebench.analysis.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.spindlebench.analysis.device.DeviceProbeResult.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult.ProbedDirectory;

/**
 * The measurements of a probe on one node. Unknown values are omitted.
 *
 * @param node its host name
 * @param fileBytes the size of each directory's file
 * @param seed seeds data and random orders
 * @param tool the program that made the requests
 * @param directories those to measure, in order
 * @param measurements in order: each directory alone, then one directory of each device at once
 * @param problems failures outside measurements, each with its directory
 */
public record DeviceProbeResult(
        String node,
        Long fileBytes,
        Long seed,
        String tool,
        List<ProbedDirectory> directories,
        List<DeviceMeasurement> measurements,
        List<String> problems) {
    public DeviceProbeResult {
        directories = List.copyOf(directories);
        measurements = List.copyOf(measurements);
        problems = List.copyOf(problems);
    }

    /** Returns the directory of a path; null if there is none. */
    public ProbedDirectory directory(String path) {
        return directories.stream()
                .filter(directory -> directory.path().equals(path))
                .findFirst()
                .orElse(null);
    }

    /** Returns the same operation in the same directory with others at once; null if there is none with a bandwidth. */
    public DeviceMeasurement atOnce(DeviceMeasurement alone) {
        return measurements.stream()
                .filter(other -> other.others() > 0
                        && other.isLike(alone)
                        && other.directory().equals(alone.directory())
                        && other.bandwidth() != null)
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the limits that devices share, for every operation that was measured both alone and at once on at least
     * two devices.
     */
    public List<SharedLimit> sharedLimits() {
        Map<List<Object>, List<DeviceMeasurement>> byOperation = new LinkedHashMap<>();
        for (DeviceMeasurement one : measurements) {
            if (one.others() == 0 && atOnce(one) != null && one.bandwidth() != null) {
                byOperation
                        .computeIfAbsent(List.of(one.operation(), one.block()), key -> new ArrayList<>())
                        .add(one);
            }
        }
        return byOperation.values().stream()
                .filter(alone -> alone.size() == expected(alone.get(0)))
                .map(alone ->
                        SharedLimit.of(alone, alone.stream().map(this::atOnce).toList()))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The number of directories that took part. */
    private int expected(DeviceMeasurement alone) {
        return atOnce(alone).others() + 1;
    }

    /**
     * A directory to measure, and the devices below it. Unknown values are omitted.
     *
     * @param path as it was given
     * @param realPath with links followed
     * @param mountPoint of its file system
     * @param fileSystem its type
     * @param devices those of the file system, by their names in {@code /proc/diskstats}
     * @param disks the physical disks below these
     * @param noDevice why it is not on a block device of this node, such as {@code tmpfs: in memory}; null if it is on
     *     one
     * @param unknown why the device is unknown; null if it is known
     * @param access {@code direct}: requests bypassed the page cache; {@code buffered}: writes ended with fsync, and
     *     the file's pages were verifiably dropped before reads; {@code memory}: there is no device; null if nothing
     *     was measured
     * @param accessReason why it is not {@code direct}; null if that needs no reason
     * @param error why nothing was measured; null if something was
     */
    public record ProbedDirectory(
            String path,
            String realPath,
            String mountPoint,
            String fileSystem,
            List<String> devices,
            List<String> disks,
            String noDevice,
            String unknown,
            String access,
            String accessReason,
            String error) {
        public ProbedDirectory {
            devices = devices == null ? List.of() : List.copyOf(devices);
            disks = disks == null ? List.of() : List.copyOf(disks);
        }
    }

    /**
     * One operation on several devices: each alone, and all at once.
     *
     * @param operation as {@link DeviceMeasurement#operation()}
     * @param block bytes of a request
     * @param directories one on each device
     * @param alone the sum of their bandwidths when they run one after another, bytes per second
     * @param atOnce the sum of their bandwidths when they run at the same time
     * @param ratio atOnce / alone: 1 if they do not hinder each other; less if they share a controller, a bus, a link,
     *     or the processors
     */
    public record SharedLimit(
            String operation, long block, List<String> directories, double alone, double atOnce, double ratio) {
        public SharedLimit {
            directories = List.copyOf(directories);
        }

        static SharedLimit of(List<DeviceMeasurement> alone, List<DeviceMeasurement> atOnce) {
            double one = sum(alone);
            double all = sum(atOnce);
            DeviceMeasurement any = alone.get(0);
            List<String> directories =
                    alone.stream().map(DeviceMeasurement::directory).toList();
            return new SharedLimit(any.operation(), any.block(), directories, one, all, all / one);
        }

        private static double sum(List<DeviceMeasurement> measurements) {
            return measurements.stream()
                    .mapToDouble(DeviceMeasurement::bandwidth)
                    .sum();
        }
    }

    /**
     * One operation on the file in one directory. Unknown values are omitted.
     *
     * @param directory as it was given
     * @param operation {@code write}, {@code read}, {@code randread} or {@code randwrite}
     * @param block bytes of a request
     * @param threads the number that made requests, one request each at a time
     * @param others the number of directories that did the same at the same time; 0 if it was alone
     * @param bytes moved
     * @param seconds the duration; includes the final fsync of writes
     * @param requests made
     * @param deviceBytes bytes that the devices moved meanwhile in that direction, by the kernel's counters
     * @param deviceRequests the devices' requests, after merging
     * @param tool {@code own}, or a name such as {@code fio-3.33}
     * @param access as {@link DeviceProbeResult.ProbedDirectory#access()}
     * @param error why nothing was measured; null if something was
     */
    public record DeviceMeasurement(
            String directory,
            String operation,
            long block,
            Long threads,
            int others,
            Long bytes,
            Double seconds,
            Long requests,
            Long deviceBytes,
            Long deviceRequests,
            String tool,
            String access,
            String error) {

        /** Returns bytes / seconds; null if the measurement failed. */
        public Double bandwidth() {
            return bytes == null || seconds == null || !(seconds > 0) ? null : (Double) (bytes / seconds);
        }

        /** Returns the size of the devices' requests, deviceBytes / deviceRequests; null if unknown. */
        public Double bytesPerIo() {
            return deviceBytes == null || deviceRequests == null || deviceRequests == 0
                    ? null
                    : (Double) ((double) deviceBytes / deviceRequests);
        }

        /**
         * Returns the bytes that the devices moved over the bytes requested; null if unknown. It is 1 if the page cache
         * was bypassed, and below 1 if the cache or compression took part. It is above 1 if others used the devices or
         * each byte is written more than once.
         */
        public Double moved() {
            return deviceBytes == null || bytes == null || bytes == 0 ? null : (Double) ((double) deviceBytes / bytes);
        }

        /** Checks whether it is the same operation with the same block size. */
        boolean isLike(DeviceMeasurement other) {
            return operation.equals(other.operation) && block == other.block;
        }
    }

    /** Reasons to distrust the numbers of a probe. */
    public static final class ProbeWarnings {
        /** The least share of the requested bytes that a device moves if the page cache was bypassed. */
        public static final double PASSED_BY = 0.95;

        /**
         * Above this ratio others used the device, or each byte is written more than once. Proofs of runs use the same
         * limit.
         */
        public static final double OTHERS = 1.15;

        private ProbeWarnings() {}

        /** Returns warnings as sentences, each with its directory; empty if there are none. */
        public static List<String> of(DeviceProbeResult probe) {
            List<String> doubts = new ArrayList<>();
            for (ProbedDirectory directory : probe.directories()) {
                add(directory, doubts);
            }
            for (DeviceMeasurement measured : probe.measurements()) {
                add(measured, doubts);
            }
            doubts.addAll(probe.problems());
            return doubts;
        }

        private static void add(ProbedDirectory directory, List<String> to) {
            String at = directory.path() + ": ";
            if (directory.error() != null) {
                to.add(at + "not measured: " + directory.error());
            } else if ("memory".equals(directory.access())) {
                to.add(at + "not on a device: " + directory.noDevice());
            } else if ("buffered".equals(directory.access())) {
                to.add(at + "through the page cache (written with fsync, read cold): " + directory.accessReason());
            }
            if (directory.error() == null && directory.unknown() != null) {
                to.add(at + "its device is unknown, so the measurement cannot be checked: " + directory.unknown());
            }
        }

        private static void add(DeviceMeasurement measured, List<String> to) {
            String at = measured.directory() + ", " + measured.operation() + " of " + measured.block() + " bytes"
                    + (measured.others() > 0 ? ", at once with " + measured.others() + " more" : "") + ": ";
            if (measured.error() != null) {
                to.add(at + measured.error());
                return;
            }
            Double moved = measured.moved();
            if (moved != null && moved < PASSED_BY) {
                to.add(at
                        + String.format(
                                Locale.ROOT,
                                "the device moved %.2f of the bytes asked for: a cache or compression took part",
                                moved));
            } else if (moved != null && moved > OTHERS) {
                to.add(at
                        + String.format(
                                Locale.ROOT,
                                "the device moved %.2f times the bytes asked for: others used it, or bytes are written more than once",
                                moved));
            }
        }
    }
}
