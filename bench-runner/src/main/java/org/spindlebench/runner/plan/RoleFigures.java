package org.spindlebench.runner.plan;

import java.util.List;
import org.spindlebench.runner.conf.NominalFigures;
import org.spindlebench.runner.conf.StorageDevice;
import org.spindlebench.runner.conf.StorageRole;
import org.spindlebench.runner.conf.StorageSetup;

/**
 * What the devices of one node have together for HDFS or for the shuffle.
 *
 * @param devices names of those that the role writes to
 * @param directories of the role on them
 * @param nominal bandwidth, added up; null where that of a device is not stated
 * @param measured bandwidth, added up; null where it was not measured
 */
public record RoleFigures(List<String> devices, int directories, Bandwidth nominal, Bandwidth measured) {
    public RoleFigures {
        devices = List.copyOf(devices);
    }

    /**
     * Of sequential reading and writing.
     *
     * @param read bytes per second
     * @param write bytes per second
     */
    public record Bandwidth(long read, long write) {}

    static RoleFigures of(StorageSetup setup, StorageRole role) {
        List<StorageDevice> devices = setup.usedBy(role);
        Long read = StatedSum.of(devices, NominalFigures::readBandwidth);
        Long write = StatedSum.of(devices, NominalFigures::writeBandwidth);
        return new RoleFigures(
                devices.stream().map(StorageDevice::name).toList(),
                devices.stream()
                        .mapToInt(device -> device.count() * setup.directoriesPerInstance(device, role))
                        .sum(),
                read == null || write == null ? null : new Bandwidth(read, write),
                null);
    }

    /** The same with what was measured. */
    RoleFigures with(Bandwidth found) {
        return new RoleFigures(devices, directories, nominal, found);
    }
}
