package org.spindlebench.analysis.device;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.analysis.device.DeviceProbeResult.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeResult.ProbedDirectory;

/**
 * What the devices of a setup were measured to do, role by role.
 *
 * @param setup its name, as the records of its runs have it
 * @param measured when
 * @param figures of each role and operation
 * @param doubts what keeps the figures from being taken as they are, in sentences
 */
public record SetupBandwidth(String setup, Instant measured, List<Figure> figures, List<String> doubts) {
    /**
     * The devices of one role of a node in one operation. Bytes per second, means over the hosts.
     *
     * @param role such as {@code hdfs} or {@code shuffle}
     * @param operation as {@link DeviceProbeResult.DeviceMeasurement#operation()}
     * @param hosts that were measured
     * @param alone each device by itself, added up; null where a host has no figure
     * @param least of the hosts
     * @param most of the hosts
     * @param atOnce while all devices were busy; null where it was not measured so on every host
     * @param reason why there are no figures; null where there are
     */
    public record Figure(
            String role,
            String operation,
            int hosts,
            Double alone,
            Double least,
            Double most,
            Double atOnce,
            String reason) {
        /**
         * Of all hosts.
         *
         * @param hosts one of each, all of this role and operation
         */
        public static Figure of(String role, String operation, Collection<RoleBandwidth> hosts) {
            String reason = hosts.isEmpty()
                    ? "no host was measured"
                    : hosts.stream()
                            .map(RoleBandwidth::reason)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(null);
            if (reason != null) {
                return new Figure(role, operation, hosts.size(), null, null, null, null, reason);
            }
            var alone = hosts.stream().mapToDouble(RoleBandwidth::alone).summaryStatistics();
            boolean together = hosts.stream().allMatch(host -> host.atOnce() != null);
            Double atOnce = together
                    ? (Double) hosts.stream()
                            .mapToDouble(RoleBandwidth::atOnce)
                            .average()
                            .orElseThrow()
                    : null;
            return new Figure(
                    role, operation, hosts.size(), alone.getAverage(), alone.getMin(), alone.getMax(), atOnce, null);
        }
    }

    public SetupBandwidth {
        Objects.requireNonNull(setup, "setup");
        figures = List.copyOf(figures);
        doubts = List.copyOf(doubts);
    }

    /** The same of a setup of another name. */
    public SetupBandwidth named(String name) {
        return new SetupBandwidth(name, measured, figures, doubts);
    }

    /** Bytes per second, each device of a node by itself, added up; empty where that was not measured. */
    public Optional<Double> alone(String role, String operation) {
        return figures.stream()
                .filter(one -> one.role().equals(role) && one.operation().equals(operation))
                .findFirst()
                .map(Figure::alone);
    }

    /**
     * What the devices of one role of a setup can do together on one node, in one operation.
     *
     * @param role such as {@code hdfs} or {@code shuffle}
     * @param operation as {@link DeviceMeasurement#operation()}
     * @param block bytes of a request
     * @param devices names, or paths of directories whose devices are not known; each once, however many directories a device is split into
     * @param alone sum over the devices of the bandwidth of each by itself, bytes per second; of a device that was measured in several
     *     directories their mean
     * @param atOnce sum of their bandwidths while all devices that were probed were busy; null where one of them was not measured so
     * @param reason why there are no figures; null where there are
     */
    public record RoleBandwidth(
            String role,
            String operation,
            long block,
            List<String> devices,
            Double alone,
            Double atOnce,
            String reason) {
        public RoleBandwidth {
            devices = List.copyOf(devices);
        }

        /**
         * Of the directories of a role.
         *
         * @param directories paths as they were given to the probe
         * @return without figures, and with the reason, where one of the directories has none
         */
        public static RoleBandwidth of(
                String role, Collection<String> directories, DeviceProbeResult probe, String operation, long block) {
            Map<String, List<DeviceMeasurement>> byDevice = new LinkedHashMap<>();
            for (String directory : directories) {
                DeviceMeasurement measured = alone(probe, directory, operation, block);
                ProbedDirectory known = probe.directory(directory);
                if (measured == null || measured.bandwidth() == null) {
                    String why = reason(known, measured);
                    return new RoleBandwidth(role, operation, block, List.of(), null, null, directory + ": " + why);
                }
                String device =
                        known == null || known.devices().isEmpty() ? directory : String.join("+", known.devices());
                byDevice.computeIfAbsent(device, key -> new ArrayList<>()).add(measured);
            }
            if (byDevice.isEmpty()) {
                return new RoleBandwidth(role, operation, block, List.of(), null, null, "it has no directory");
            }
            double alone =
                    byDevice.values().stream().mapToDouble(RoleBandwidth::mean).sum();
            return new RoleBandwidth(
                    role,
                    operation,
                    block,
                    List.copyOf(byDevice.keySet()),
                    alone,
                    atOnce(byDevice.values(), probe),
                    null);
        }

        private static DeviceMeasurement alone(
                DeviceProbeResult probe, String directory, String operation, long block) {
            return probe.measurements().stream()
                    .filter(one -> one.others() == 0
                            && one.directory().equals(directory)
                            && one.operation().equals(operation)
                            && one.block() == block)
                    .findFirst()
                    .orElse(null);
        }

        private static String reason(ProbedDirectory directory, DeviceMeasurement measured) {
            if (measured != null && measured.error() != null) {
                return measured.error();
            }
            return directory != null && directory.error() != null ? directory.error() : "it was not measured";
        }

        private static double mean(List<DeviceMeasurement> ofDevice) {
            return ofDevice.stream()
                    .mapToDouble(DeviceMeasurement::bandwidth)
                    .average()
                    .orElseThrow();
        }

        private static Double atOnce(Collection<List<DeviceMeasurement>> devices, DeviceProbeResult probe) {
            double sum = 0;
            for (List<DeviceMeasurement> ofDevice : devices) {
                DeviceMeasurement atOnce = ofDevice.stream()
                        .map(probe::atOnce)
                        .filter(one -> one != null)
                        .findFirst()
                        .orElse(null);
                if (atOnce == null) {
                    return null;
                }
                sum += atOnce.bandwidth();
            }
            return sum;
        }
    }
}
