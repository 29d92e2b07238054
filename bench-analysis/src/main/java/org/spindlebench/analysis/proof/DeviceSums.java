package org.spindlebench.analysis.proof;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.spindlebench.analysis.node.DeviceFigures;

/** Sums and means over devices. What one of them lacks, all of them lack. */
record DeviceSums(List<DeviceFigures> devices) {
    Long sum(Function<DeviceFigures, Long> figure) {
        long sum = 0;
        for (DeviceFigures device : devices) {
            Long value = figure.apply(device);
            if (value == null) {
                return null;
            }
            sum += value;
        }
        return sum;
    }

    /** Σ value · weight / Σ weight, over devices with a weight; null where there are none. */
    Double weighted(Function<DeviceFigures, Double> figure, ToDoubleFunction<DeviceFigures> weight) {
        double sum = 0;
        double weights = 0;
        for (DeviceFigures device : devices) {
            double own = weight.applyAsDouble(device);
            if (own > 0) {
                Double value = figure.apply(device);
                if (value == null) {
                    return null;
                }
                sum += value * own;
                weights += own;
            }
        }
        return weights == 0 ? null : (Double) (sum / weights);
    }

    /** Each device counts alike. */
    Double mean(Function<DeviceFigures, Double> figure) {
        return weighted(figure, device -> 1);
    }

    static double requests(DeviceFigures device) {
        return device.reads() + (double) device.writes();
    }

    /** One that did nothing. */
    static DeviceFigures idle(String device) {
        return new DeviceFigures(device, 0L, 0L, 0L, 0L, 0L, 0L, null, null, null, null, null, 0.0, 0.0);
    }

    /**
     * Paths to a disk, as the disk. Their requests are different ones, but where several had work at once is not known: then the disk's
     * busy time and what follows from it are absent.
     */
    DeviceFigures asOne(String name) {
        List<DeviceFigures> active =
                devices.stream().filter(path -> requests(path) > 0).toList();
        DeviceFigures only = active.size() == 1 ? active.get(0) : null;
        Long reads = sum(DeviceFigures::reads);
        Long writes = sum(DeviceFigures::writes);
        Long bytesRead = sum(DeviceFigures::bytesRead);
        Long bytesWritten = sum(DeviceFigures::bytesWritten);
        boolean queued = active.stream().map(DeviceFigures::queue).noneMatch(Objects::isNull);
        return new DeviceFigures(
                name,
                reads,
                sum(DeviceFigures::readsMerged),
                bytesRead,
                writes,
                sum(DeviceFigures::writesMerged),
                bytesWritten,
                ProofLimits.share(bytesRead, reads),
                ProofLimits.share(bytesWritten, writes),
                weighted(DeviceFigures::readWait, DeviceFigures::reads),
                weighted(DeviceFigures::writeWait, DeviceFigures::writes),
                only == null ? null : only.service(),
                queued
                        ? (Double) active.stream()
                                .mapToDouble(DeviceFigures::queue)
                                .sum()
                        : null,
                only == null ? null : only.busy());
    }
}
