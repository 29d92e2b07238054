package org.spindlebench.runner.plan;

import java.util.List;
import java.util.function.Function;
import org.spindlebench.runner.conf.NominalFigures;
import org.spindlebench.runner.conf.StorageDevice;

/** Adds up a figure of the devices of a node. */
final class StatedSum {
    private StatedSum() {}

    /** The sum over all instances; null where a device does not state the figure, or the sum is larger than Java can count. */
    static Long of(List<StorageDevice> devices, Function<NominalFigures, Long> figure) {
        long sum = 0;
        for (StorageDevice device : devices) {
            Long one = figure.apply(device.nominal());
            if (one == null || one > (Long.MAX_VALUE - sum) / device.count()) {
                return null;
            }
            sum += device.count() * one;
        }
        return sum;
    }
}
