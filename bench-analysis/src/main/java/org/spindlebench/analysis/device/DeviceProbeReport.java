package org.spindlebench.analysis.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbedDirectory;

/**
 * The measurements of a probe on one node. Unknown values are omitted.
 *
 * @param fileBytes the size of each directory's file
 * @param seed the seed of the data and the random orders
 * @param tool the program that made the requests
 * @param leftOut the measurements that were left out because the node lacks a program, and the remedy; null if none
 *     were left out
 * @param directories the directories to measure, in order
 * @param measurements the measurements in order: each directory alone, then one directory of every device, all at the
 *     same time
 * @param problems failures outside the measurements, each with its directory
 */
public record DeviceProbeReport(
        String node,
        Long fileBytes,
        Long seed,
        String tool,
        String leftOut,
        List<ProbedDirectory> directories,
        List<DeviceMeasurement> measurements,
        List<String> problems) {
    public DeviceProbeReport {
        directories = List.copyOf(directories);
        measurements = List.copyOf(measurements);
        problems = List.copyOf(problems);
    }

    /** Returns the directory with this path; null if there is none. */
    public ProbedDirectory directory(String path) {
        return directories.stream()
                .filter(directory -> directory.path().equals(path))
                .findFirst()
                .orElse(null);
    }

    /** Returns the same operation's result while other directories were busy; null if missing or without bandwidth. */
    public DeviceMeasurement atOnce(DeviceMeasurement alone) {
        return measurements.stream()
                .filter(other -> other.others() > 0
                        && other.isLike(alone)
                        && other.directory().equals(alone.directory())
                        && other.bandwidth() != null)
                .findFirst()
                .orElse(null);
    }

    /** Returns a limit for every operation that two devices did both alone and at the same time. */
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

    /** Returns the number of directories that were measured at the same time. */
    private int expected(DeviceMeasurement alone) {
        return atOnce(alone).others() + 1;
    }

    /**
     * A directory to measure, and the devices below it. Unknown values are omitted.
     *
     * @param path its path, as it was given
     * @param realPath its path after following links
     * @param mountPoint the mount point of its file system
     * @param fileSystem the type of its file system
     * @param devices the names of the file system's devices in {@code /proc/diskstats}
     * @param disks the physical disks below these devices
     * @param noDevice why the directory is not on a block device of this node, such as {@code tmpfs: in memory}; null
     *     if the directory is on a block device
     * @param unknown why the device is unknown; null if it is known
     * @param access {@code direct} if requests bypassed the page cache. {@code buffered} if writes ended with fsync,
     *     and the file's pages were verifiably dropped before reads. {@code memory} if there is no device. Null if
     *     nothing was measured
     * @param accessReason why the access is not {@code direct}; null if that needs no explanation
     * @param error why there is no measurement; null if there is one
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
     * One operation that several devices did, each alone and all at the same time.
     *
     * @param operation one of the values of {@link DeviceMeasurement#operation()}
     * @param block the size of a request in bytes
     * @param directories one directory on each device
     * @param alone the sum of the devices' bandwidths when they run one after another, in bytes per second
     * @param atOnce the sum of the devices' bandwidths when they run at the same time, in bytes per second
     * @param ratio {@code atOnce / alone}. It is 1 if the devices do not slow each other down, and less if they share a
     *     controller, a bus, a link, or the processors
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
     * @param directory its path, as it was given
     * @param operation {@code write}, {@code read}, {@code randread} or {@code randwrite}
     * @param block the size of a request in bytes
     * @param threads the number of threads that made requests; each made one at a time
     * @param others the number of other directories with the same operation at the same time; 0 if this one was alone
     * @param seconds the duration, including the final fsync of writes
     * @param deviceBytes bytes that the devices moved in that direction during the measurement, by the kernel's
     *     counters
     * @param deviceRequests the number of the devices' requests, after the kernel merged them
     * @param sliceSeconds the duration of each slice of equal bytes of a sequential write, the last with the fsync; null
     *     if slices were not timed
     * @param tool the program that made the requests: {@code own}, or a name such as {@code fio-3.33}
     * @param access one of the values of {@link DeviceProbeReport.ProbedDirectory#access()}
     * @param error why there is no measurement; null if there is one
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
            List<Double> sliceSeconds,
            String tool,
            String access,
            String error) {
        /** The share of slices, at the end, that show the bandwidth that a device sustains. */
        private static final int LAST = 4;

        /** Below this share of the first slice's bandwidth, a device has become slower. */
        private static final double SLOWER = 0.75;

        public DeviceMeasurement {
            sliceSeconds = sliceSeconds == null || sliceSeconds.isEmpty() ? null : List.copyOf(sliceSeconds);
        }

        /** Returns the bandwidth of the first slice in bytes per second; null if slices were not timed. */
        public Double firstBandwidth() {
            return sliceSeconds == null ? null : bandwidth(0, 1);
        }

        /** Returns the bandwidth of the last quarter of the slices in bytes per second; null if they were not timed. */
        public Double sustainedBandwidth() {
            return sliceSeconds == null
                    ? null
                    : bandwidth(sliceSeconds.size() - Math.max(1, sliceSeconds.size() / LAST), sliceSeconds.size());
        }

        /**
         * Returns the bytes that were written before the device became permanently slower. All later slices are below
         * the average of the first and the sustained bandwidth. Null if the device sustains three quarters of the first
         * bandwidth, or if slices were not timed.
         */
        public Long bytesBeforeSlower() {
            Double first = firstBandwidth();
            if (first == null || sustainedBandwidth() >= SLOWER * first) {
                return null;
            }
            double limit = (first + sustainedBandwidth()) / 2;
            int slice = sliceSeconds.size();
            while (slice > 1 && bandwidth(slice - 1, slice) < limit) {
                slice--;
            }
            return bytes * slice / sliceSeconds.size();
        }

        private Double bandwidth(int from, int to) {
            double time = sliceSeconds.subList(from, to).stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            return bytes == null || !(time > 0)
                    ? null
                    : (Double) (bytes * (double) (to - from) / sliceSeconds.size() / time);
        }

        /** Returns bytes / seconds; null if the measurement failed. */
        public Double bandwidth() {
            return bytes == null || seconds == null || !(seconds > 0) ? null : (Double) (bytes / seconds);
        }

        /** Returns the number of requests / seconds, known as IOPS; null if unknown. */
        public Double requestsPerSecond() {
            return requests == null || seconds == null || !(seconds > 0) ? null : (Double) (requests / seconds);
        }

        /** Returns the mean size of the devices' requests, deviceBytes / deviceRequests; null if unknown. */
        public Double bytesPerIo() {
            return deviceBytes == null || deviceRequests == null || deviceRequests == 0
                    ? null
                    : (Double) ((double) deviceBytes / deviceRequests);
        }

        /**
         * Returns the bytes that the devices moved / the bytes requested; null if unknown. The ratio is 1 if the page
         * cache was bypassed, and below 1 if the cache or compression reduced the bytes. The ratio is above 1 if
         * other programs used the devices, or if the devices wrote each byte more than once.
         */
        public Double moved() {
            return deviceBytes == null || bytes == null || bytes == 0 ? null : (Double) ((double) deviceBytes / bytes);
        }

        /** Checks whether another measurement has the same operation and block size. */
        boolean isLike(DeviceMeasurement other) {
            return operation.equals(other.operation) && block == other.block;
        }
    }

    /** Reasons to distrust the numbers of a probe. */
    public static final class ProbeWarnings {
        /** The smallest share of the requested bytes that devices move if the page cache was bypassed. */
        public static final double PASSED_BY = 0.95;

        /**
         * Above this share, other programs used the devices, or bytes are written more than once. Runs' proofs also
         * use this limit.
         */
        public static final double OTHERS = 1.15;

        private ProbeWarnings() {}

        /** Returns the warnings about a probe as sentences, each with its directory; empty if there are none. */
        public static List<String> of(DeviceProbeReport probe) {
            List<String> doubts = new ArrayList<>();
            if (probe.leftOut() != null) {
                doubts.add(probe.node() + ": " + probe.leftOut());
            }
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
                                "the device moved %.2f of the bytes asked for: a cache held the other bytes, or"
                                        + " compression removed them",
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
