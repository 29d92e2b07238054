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
 * What a probe measured on one node. Absent where it is not known.
 *
 * @param node its host name
 * @param fileBytes bytes of each directory's file
 * @param seed of data and random orders
 * @param tool what made the requests
 * @param directories that were to be measured, in their order
 * @param measurements in their order: each directory alone, then one directory of each device at once
 * @param problems what went wrong besides measuring, each with its directory
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

    /** The directory of a path; null where there is none. */
    public ProbedDirectory directory(String path) {
        return directories.stream()
                .filter(directory -> directory.path().equals(path))
                .findFirst()
                .orElse(null);
    }

    /** The same operation in the same directory with others at once; null where there is none with figures. */
    public DeviceMeasurement atOnce(DeviceMeasurement alone) {
        return measurements.stream()
                .filter(other -> other.others() > 0
                        && other.isLike(alone)
                        && other.directory().equals(alone.directory())
                        && other.bandwidth() != null)
                .findFirst()
                .orElse(null);
    }

    /** What the devices share, for every operation that was measured at once on at least two with figures for each. */
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

    /** How many took part. */
    private int expected(DeviceMeasurement alone) {
        return atOnce(alone).others() + 1;
    }

    /**
     * A directory that was to be measured, and what it lies on. Absent where it is not known.
     *
     * @param path as it was given
     * @param realPath with links followed
     * @param mountPoint of its file system
     * @param fileSystem its type
     * @param devices those that the file system lies on, by the names of {@code /proc/diskstats}
     * @param disks the physical disks at the bottom
     * @param noDevice why it lies on no block device of this node, such as {@code tmpfs: in memory}; null where it does
     * @param unknown why the device is not known; null where it is
     * @param access {@code direct}: requests passed the page cache by; {@code buffered}: writes ended with fsync, and before reads the file's pages
     *     were dropped and seen to be gone; {@code memory}: there is no device; null where nothing was measured
     * @param accessReason why it is not {@code direct}; null where that needs no reason
     * @param error why nothing was measured; null where something was
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
     * @param alone sum of their bandwidths one after another, bytes per second
     * @param atOnce sum of their bandwidths all at the same time
     * @param ratio atOnce / alone: 1 where they do not hinder each other; less where they share a controller, a bus, a link, or the processors
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
     * One operation on the file in one directory. Absent where it is not known.
     *
     * @param directory as it was given
     * @param operation {@code write}, {@code read}, {@code randread} or {@code randwrite}
     * @param block bytes of a request
     * @param threads that made requests at once, each one at a time
     * @param others directories in which the same was done at the same time; 0 where it was alone
     * @param bytes moved
     * @param seconds that took; of writes with the fsync at the end
     * @param requests made
     * @param deviceBytes bytes that the devices moved meanwhile in that direction, by the kernel's counters
     * @param deviceRequests their requests, after merging
     * @param tool {@code own}, or such as {@code fio-3.33}
     * @param access as {@link DeviceProbeResult.ProbedDirectory#access()}
     * @param error why there are no figures; null where there are
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

        /** Bytes per second, bytes / seconds; null where it failed. */
        public Double bandwidth() {
            return bytes == null || seconds == null || !(seconds > 0) ? null : (Double) (bytes / seconds);
        }

        /** The I/O size that the devices saw, deviceBytes / deviceRequests; null where it is not known. */
        public Double bytesPerIo() {
            return deviceBytes == null || deviceRequests == null || deviceRequests == 0
                    ? null
                    : (Double) ((double) deviceBytes / deviceRequests);
        }

        /**
         * What the devices moved over what was asked for: 1 where the page cache was passed by, less where it, or compression, took part, more
         * where others used the devices or each byte is written more than once. Null where it is not known.
         */
        public Double moved() {
            return deviceBytes == null || bytes == null || bytes == 0 ? null : (Double) ((double) deviceBytes / bytes);
        }

        /** Whether it is the same operation in the same blocks. */
        boolean isLike(DeviceMeasurement other) {
            return operation.equals(other.operation) && block == other.block;
        }
    }

    /** What keeps the figures of a probe from being taken as they are. */
    public static final class ProbeWarnings {
        /** Of the bytes asked for, what a device must have moved at least to show that the page cache was passed by. */
        public static final double PASSED_BY = 0.95;

        /** Above it somebody else used the device, or each byte is written more than once; the same that proofs of runs take. */
        public static final double OTHERS = 1.15;

        private ProbeWarnings() {}

        /** Sentences, each with its directory; none where nothing is in doubt. */
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
                to.add(at + "no device was measured: " + directory.noDevice());
            } else if ("buffered".equals(directory.access())) {
                to.add(at + "through the page cache, written with fsync and read cold: " + directory.accessReason());
            }
            if (directory.error() == null && directory.unknown() != null) {
                to.add(at + "its device is not known, so nothing shows what it moved: " + directory.unknown());
            }
        }

        private static void add(DeviceMeasurement measured, List<String> to) {
            String at = measured.directory() + ", " + measured.operation() + " of " + measured.block() + " bytes"
                    + (measured.others() > 0 ? ", at once with " + measured.others() : "") + ": ";
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
