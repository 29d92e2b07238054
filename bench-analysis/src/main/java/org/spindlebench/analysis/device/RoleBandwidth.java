package org.spindlebench.analysis.device;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        String role, String operation, long block, List<String> devices, Double alone, Double atOnce, String reason) {
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
            String device = known == null || known.devices().isEmpty() ? directory : String.join("+", known.devices());
            byDevice.computeIfAbsent(device, key -> new ArrayList<>()).add(measured);
        }
        if (byDevice.isEmpty()) {
            return new RoleBandwidth(role, operation, block, List.of(), null, null, "it has no directory");
        }
        double alone =
                byDevice.values().stream().mapToDouble(RoleBandwidth::mean).sum();
        return new RoleBandwidth(
                role, operation, block, List.copyOf(byDevice.keySet()), alone, atOnce(byDevice.values(), probe), null);
    }

    private static DeviceMeasurement alone(DeviceProbeResult probe, String directory, String operation, long block) {
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
