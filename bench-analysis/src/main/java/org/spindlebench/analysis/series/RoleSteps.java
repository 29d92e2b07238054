package org.spindlebench.analysis.series;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.layout.DeviceRoles;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.analysis.proof.RoleFigures;

/** Adds up the devices of one role, node after node: those that the record's figures of the role are made of. For one thread. */
final class RoleSteps {
    private final StepGrid grid;
    private final RoleFigures figures;

    /** By node and device: where its requests may be counted instead. */
    private final Map<String, SortedMap<String, List<String>>> paths = new TreeMap<>();

    private final IoSum[] sums;

    /** @param figures that are known */
    RoleSteps(StepGrid grid, RoleFigures figures, List<NodeLayout> layouts) {
        this.grid = grid;
        this.figures = figures;
        this.sums = new IoSum[grid.slots()];
        Arrays.fill(sums, IoSum.ZERO);
        for (NodeLayout layout : layouts) {
            paths.put(
                    layout.node(),
                    DeviceRoles.of(layout).counted(figures.role()).paths());
        }
    }

    /** The devices of a node of which it needs the steps. */
    List<String> devices(String node) {
        return counted(node).stream()
                .flatMap(device -> Stream.concat(Stream.of(device), paths(node, device).stream()))
                .toList();
    }

    private List<String> counted(String node) {
        return figures.devices().getOrDefault(node, List.of());
    }

    private List<String> paths(String node, String device) {
        SortedMap<String, List<String>> ofNode = paths.get(node);
        return ofNode == null ? List.of() : ofNode.getOrDefault(device, List.of());
    }

    /** Takes up a node of which all samples have been read. */
    void add(NodeSteps node) {
        for (String device : counted(node.node())) {
            List<String> active = paths(node.node(), device).stream()
                    .filter(path -> node.device(path).isRequested())
                    .toList();
            boolean elsewhere = !node.device(device).isRequested() && !active.isEmpty();
            for (int slot = 0; slot < sums.length; slot++) {
                IoSum own = elsewhere ? asOne(node, active, slot) : node.io(device, slot);
                sums[slot] = sums[slot].plus(own);
            }
        }
    }

    private static IoSum asOne(NodeSteps node, List<String> paths, int slot) {
        IoSum sum = IoSum.ZERO;
        for (String path : paths) {
            sum = sum.plus(node.io(path, slot));
        }
        return sum.asOne();
    }

    /** @param flushed whether it is known when what the job left dirty was written */
    RoleSeries series(boolean flushed) {
        return new RoleSeries(
                figures.role(),
                figures.devices(),
                grid.each(step -> sums[step].step(grid, step)),
                sums[grid.beforeJob()].plus(sums[grid.afterJob()]).moved(),
                flushed ? sums[grid.beforeJob()].plus(sums[grid.afterFlush()]).moved() : null,
                null);
    }
}
