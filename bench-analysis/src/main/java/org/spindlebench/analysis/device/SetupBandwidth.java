package org.spindlebench.analysis.device;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbedDirectory;

/**
 * The measured bandwidth of a setup's devices for each role.
 *
 * @param setup the setup's name, as in the records of its runs
 * @param doubts reasons to distrust these values, as sentences
 */
public record SetupBandwidth(String setup, Instant measured, List<OperationBandwidth> figures, List<String> doubts) {
    /**
     * The bandwidth of the devices that one role has on a node, for one operation. Values are bytes per second and,
     * unless stated otherwise, means over the hosts.
     *
     * @param role the role, such as {@code hdfs} or {@code shuffle}
     * @param operation one of the values of {@link DeviceProbeReport.DeviceMeasurement#operation()}
     * @param alone the sum over devices that were measured one at a time; null if it is missing for a host
     * @param least {@code alone} of the slowest host
     * @param most {@code alone} of the fastest host
     * @param atOnce the sum while all devices were busy; null unless every host was measured that way
     * @param reason why there is no bandwidth; null if there is one
     */
    public record OperationBandwidth(
            String role,
            String operation,
            int hosts,
            Double alone,
            Double least,
            Double most,
            Double atOnce,
            String reason) {
        /**
         * Returns the means over all hosts.
         *
         * @param hosts one element for each host, all for this role and operation
         */
        public static OperationBandwidth of(String role, String operation, Collection<RoleBandwidth> hosts) {
            String reason = hosts.isEmpty()
                    ? "no host was measured"
                    : hosts.stream()
                            .map(RoleBandwidth::reason)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(null);
            if (reason != null) {
                return new OperationBandwidth(role, operation, hosts.size(), null, null, null, null, reason);
            }
            var alone = hosts.stream().mapToDouble(RoleBandwidth::alone).summaryStatistics();
            boolean together = hosts.stream().allMatch(host -> host.atOnce() != null);
            Double atOnce = together
                    ? (Double) hosts.stream()
                            .mapToDouble(RoleBandwidth::atOnce)
                            .average()
                            .orElseThrow()
                    : null;
            return new OperationBandwidth(
                    role, operation, hosts.size(), alone.getAverage(), alone.getMin(), alone.getMax(), atOnce, null);
        }
    }

    public SetupBandwidth {
        Objects.requireNonNull(setup, "setup");
        figures = List.copyOf(figures);
        doubts = List.copyOf(doubts);
    }

    /** Returns this bandwidth under another setup's name. */
    public SetupBandwidth named(String name) {
        return new SetupBandwidth(name, measured, figures, doubts);
    }

    /** Returns the sum over a node's devices, measured one at a time, in bytes per second; empty if unknown. */
    public Optional<Double> alone(String role, String operation) {
        return figures.stream()
                .filter(one -> one.role().equals(role) && one.operation().equals(operation))
                .findFirst()
                .map(OperationBandwidth::alone);
    }

    /**
     * The total bandwidth of one role's devices on one node, in one operation.
     *
     * @param role the role, such as {@code hdfs} or {@code shuffle}
     * @param operation one of the values of {@link DeviceMeasurement#operation()}
     * @param block the size of a request in bytes
     * @param devices the devices' names, or the paths of directories whose devices are unknown. A device is listed
     *     once, even if it holds several directories
     * @param alone the sum of the bandwidths of the devices, measured one at a time, in bytes per second. A device with
     *     several measured directories counts with their mean
     * @param atOnce the sum of the bandwidths while all probed devices were busy; null if one of the role's devices was
     *     not measured that way
     * @param reason why there is no bandwidth; null if there is one
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
         * Returns the bandwidth of a role's directories.
         *
         * @param directories the role's directories, by their paths as given to the probe
         * @return a result without bandwidths, but with the reason, if one of the directories has no bandwidth
         */
        public static RoleBandwidth of(
                String role, Collection<String> directories, DeviceProbeReport probe, String operation, long block) {
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
                return new RoleBandwidth(role, operation, block, List.of(), null, null, "the role has no directory");
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
                DeviceProbeReport probe, String directory, String operation, long block) {
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

        private static Double atOnce(Collection<List<DeviceMeasurement>> devices, DeviceProbeReport probe) {
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
