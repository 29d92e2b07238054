package org.spindlebench.analysis.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.layout.Counted;
import org.spindlebench.analysis.layout.Device;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.analysis.node.DeviceFigures;
import org.spindlebench.analysis.node.NodeFigures;

/** The figures of the devices that a role has on one node. */
final class NodeRole {
    private final Counted counted;
    private final NodeLayout layout;
    private final Map<String, DeviceFigures> figures;

    /** @param counted with devices */
    NodeRole(Counted counted, NodeLayout layout, NodeFigures node) {
        this.counted = counted;
        this.layout = layout;
        this.figures = node.devices().stream()
                .collect(Collectors.toMap(DeviceFigures::device, Function.identity(), (first, again) -> again));
    }

    /**
     * One for each device.
     *
     * @throws UnknownFiguresException with the reason, where one device has no figures
     */
    List<DeviceFigures> devices() throws UnknownFiguresException {
        // Figures leave out devices that did nothing; but some device always does something.
        if (figures.isEmpty()) {
            throw new UnknownFiguresException("its samples name no device that did anything");
        }
        List<DeviceFigures> found = new ArrayList<>();
        for (String device : counted.devices()) {
            found.add(figures(device));
        }
        return found;
    }

    private DeviceFigures figures(String device) throws UnknownFiguresException {
        DeviceFigures own = figures.get(device);
        if (own != null && DeviceSums.requests(known(own)) > 0) {
            return own;
        }
        List<DeviceFigures> paths = new ArrayList<>();
        for (String path : counted.paths().getOrDefault(device, List.of())) {
            if (figures.containsKey(path)) {
                paths.add(known(figures.get(path)));
            }
        }
        if (!paths.isEmpty()) {
            return new DeviceSums(paths).asOne(device);
        }
        if (own != null) {
            return own;
        }
        requirePartitions(device);
        return DeviceSums.idle(device);
    }

    private static DeviceFigures known(DeviceFigures device) throws UnknownFiguresException {
        if (Stream.of(device.reads(), device.writes(), device.bytesRead(), device.bytesWritten())
                .anyMatch(Objects::isNull)) {
            throw new UnknownFiguresException(
                    device.device() + " has no figures: it came, went, began to count again, or was not counted");
        }
        return device;
    }

    /** Tools that leave out partitions say nothing of one that is not there. */
    private void requirePartitions(String name) throws UnknownFiguresException {
        Device device = layout.device(name);
        if (device == null || !"partition".equals(device.type())) {
            return;
        }
        for (String disk : device.on()) {
            boolean active = figures.containsKey(disk);
            boolean parted = figures.keySet().stream().anyMatch(other -> other.startsWith(disk) && !other.equals(disk));
            if (active && !parted) {
                throw new UnknownFiguresException(name + " is not in the samples, only " + disk + " as a whole");
            }
        }
    }

    /** Why a device has no figures, in words for people. */
    static final class UnknownFiguresException extends Exception {
        private static final long serialVersionUID = 1L;

        UnknownFiguresException(String reason) {
            super(reason);
        }
    }
}
