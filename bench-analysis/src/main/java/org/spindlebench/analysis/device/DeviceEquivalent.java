package org.spindlebench.analysis.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.device.DeviceProbeReport.DeviceMeasurement;
import org.spindlebench.analysis.device.DeviceProbeReport.ProbedDirectory;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * The number of slower devices that together have the throughput of the fastest device, for one operation with one size
 * of requests. Because all requests have this size, the ratio of bandwidths is also the ratio of requests per second.
 *
 * @param operation one of the values of {@link DeviceMeasurement#operation()}
 * @param block the size of a request in bytes
 * @param faster the name of the fastest device
 * @param slower the name of the other device
 * @param ratio mean bandwidth of the faster device / mean bandwidth of the slower one; at least 1
 * @param low the lower bound of the ratio's interval of 95 % (Fieller); null if one of the two was measured only once
 * @param high the upper bound; null with {@code low}
 * @param devices the ratio to two decimals, rounded up
 */
public record DeviceEquivalent(
        String operation,
        long block,
        String faster,
        String slower,
        double ratio,
        Double low,
        Double high,
        long devices) {
    private static final double CONFIDENCE = 0.95;
    private static final double DECIMALS = 100;

    /** Compares the devices of a node. Several directories on a device are repeats of its measurement. */
    public static List<DeviceEquivalent> of(DeviceProbeReport probe) {
        Map<String, List<DeviceMeasurement>> byDevice = new LinkedHashMap<>();
        for (DeviceMeasurement one : probe.measurements()) {
            ProbedDirectory directory = probe.directory(one.directory());
            boolean unknown = directory == null || directory.devices().isEmpty();
            byDevice.computeIfAbsent(
                            unknown ? one.directory() : String.join("+", directory.devices()), key -> new ArrayList<>())
                    .add(one);
        }
        return of(byDevice);
    }

    /**
     * Compares devices.
     *
     * @param byDevice the measurements of each device, by its name. Measurements at the same time as other devices, and failed
     *     measurements, are ignored
     * @return for each operation and size, the fastest device compared with every other device, in the order of the
     *     measurements
     */
    public static List<DeviceEquivalent> of(Map<String, List<DeviceMeasurement>> byDevice) {
        Map<List<Object>, Map<String, List<Double>>> byOperation = new LinkedHashMap<>();
        byDevice.forEach((device, measurements) -> measurements.stream()
                .filter(one -> one.others() == 0 && one.bandwidth() != null && one.bandwidth() > 0)
                .forEach(one -> byOperation
                        .computeIfAbsent(List.of(one.operation(), one.block()), key -> new LinkedHashMap<>())
                        .computeIfAbsent(device, key -> new ArrayList<>())
                        .add(one.bandwidth())));
        List<DeviceEquivalent> found = new ArrayList<>();
        byOperation.forEach((operation, bandwidths) ->
                found.addAll(ofOperation((String) operation.get(0), (Long) operation.get(1), bandwidths)));
        return found;
    }

    private static List<DeviceEquivalent> ofOperation(
            String operation, long block, Map<String, List<Double>> bandwidths) {
        String fastest = bandwidths.keySet().stream()
                .max(Comparator.comparingDouble(
                        device -> Sample.of(bandwidths.get(device)).mean()))
                .orElseThrow();
        return bandwidths.keySet().stream()
                .filter(device -> !device.equals(fastest))
                .map(device -> of(operation, block, fastest, device, bandwidths))
                .toList();
    }

    private static DeviceEquivalent of(
            String operation, long block, String faster, String slower, Map<String, List<Double>> bandwidths) {
        SpeedUp ratio = SpeedUp.of(
                new SamplePair(Sample.of(bandwidths.get(faster)), Sample.of(bandwidths.get(slower))), CONFIDENCE);
        Optional<Interval> interval = ratio.interval();
        return new DeviceEquivalent(
                operation,
                block,
                faster,
                slower,
                ratio.ratio(),
                interval.map(Interval::low).orElse(null),
                interval.map(Interval::high).orElse(null),
                (long) Math.ceil(Math.round(ratio.ratio() * DECIMALS) / DECIMALS));
    }
}
