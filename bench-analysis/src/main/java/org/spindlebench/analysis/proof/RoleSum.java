package org.spindlebench.analysis.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.layout.Counted;
import org.spindlebench.analysis.layout.DeviceRoles;
import org.spindlebench.analysis.layout.Directory;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.analysis.node.DeviceFigures;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.proof.RoleFigures.Busiest;

/** Adds up a role's devices. For one sum. */
final class RoleSum {
    private final String role;
    private final Reasons reasons = new Reasons();
    private final SortedMap<String, List<String>> counted = new TreeMap<>();
    private final List<DeviceFigures> devices = new ArrayList<>();
    private final List<String> system = new ArrayList<>();
    private final List<String> compressing = new ArrayList<>();
    private Busiest busiest;

    RoleSum(String role) {
        this.role = role;
    }

    RoleFigures of(List<NodeLayout> layouts, List<NodeFigures> figures) {
        Map<String, NodeLayout> layoutOf = new TreeMap<>();
        layouts.forEach(layout -> layoutOf.put(layout.node(), layout));
        Map<String, NodeFigures> figuresOf = new TreeMap<>();
        figures.forEach(node -> figuresOf.put(node.node(), node));
        SortedSet<String> nodes = new TreeSet<>(layoutOf.keySet());
        nodes.addAll(figuresOf.keySet());
        for (String node : nodes) {
            add(node, layoutOf.get(node), figuresOf.get(node));
        }
        String reason = nodes.isEmpty() ? "no node was watched" : reasons.text(nodes.size());
        return reason == null ? figures(nodes.size()) : none(nodes.size(), reason);
    }

    private void add(String node, NodeLayout layout, NodeFigures figures) {
        if (layout == null) {
            reasons.add(node, "it is not known what its directories lie on");
            return;
        }
        addCompressing(node, layout);
        Counted own = DeviceRoles.of(layout).counted(role);
        if (own.devices().isEmpty()) {
            reasons.add(node, own.reason());
        } else if (figures == null) {
            reasons.add(node, "no samples reach over the whole window");
        } else {
            add(node, own, layout, figures);
        }
    }

    private void add(String node, Counted own, NodeLayout layout, NodeFigures figures) {
        try {
            for (DeviceFigures device : new NodeRole(own, layout, figures).devices()) {
                devices.add(device);
                Double busy = device.busy();
                if (busy != null && (busiest == null || busy > busiest.busy())) {
                    busiest = new Busiest(node, device.device(), busy);
                }
            }
            counted.put(node, own.devices());
            own.system().forEach(device -> system.add(node + ": " + device));
            own.systemUnknown().forEach(part -> system.add(node + ": " + part + ", of which the device is not known"));
        } catch (NodeRole.UnknownFiguresException unknown) {
            reasons.add(node, unknown.getMessage());
        }
    }

    // btrfs names compress or compress-force, f2fs compress_algorithm; without them neither compresses all files.
    private void addCompressing(String node, NodeLayout layout) {
        for (Directory directory : layout.directories()) {
            String options = directory.mountOptions() + "," + directory.superOptions();
            if (directory.role().equals(role) && options.contains("compress")) {
                compressing.add(node + ": " + directory.path());
            }
        }
    }

    private RoleFigures figures(int nodes) {
        DeviceSums sums = new DeviceSums(devices);
        Long reads = sums.sum(DeviceFigures::reads);
        Long bytesRead = sums.sum(DeviceFigures::bytesRead);
        Long writes = sums.sum(DeviceFigures::writes);
        Long bytesWritten = sums.sum(DeviceFigures::bytesWritten);
        Double busy = sums.mean(DeviceFigures::busy);
        return new RoleFigures(
                role,
                nodes,
                counted,
                reads,
                sums.sum(DeviceFigures::readsMerged),
                bytesRead,
                writes,
                sums.sum(DeviceFigures::writesMerged),
                bytesWritten,
                ProofLimits.share(bytesRead, reads),
                ProofLimits.share(bytesWritten, writes),
                sums.weighted(DeviceFigures::readWait, DeviceFigures::reads),
                sums.weighted(DeviceFigures::writeWait, DeviceFigures::writes),
                sums.weighted(DeviceFigures::service, DeviceSums::requests),
                sums.mean(DeviceFigures::queue),
                busy,
                busy == null ? null : busiest,
                system,
                compressing,
                null);
    }

    private RoleFigures none(int nodes, String reason) {
        return new RoleFigures(
                role,
                nodes,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                compressing,
                reason);
    }
}
