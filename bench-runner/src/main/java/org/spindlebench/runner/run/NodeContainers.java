package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLayout.Directory;
import org.spindlebench.analysis.proof.Proofs.ContainerRule;
import org.spindlebench.analysis.proof.RoleIo;

/** Applies the paper's rule for the number of containers that share a node's cores and local dirs. */
public final class NodeContainers {
    private NodeContainers() {}

    /**
     * Returns the rule's values for the first node. If nodes differ, the warning {@code unlike-nodes} says so.
     *
     * @param slots the slots of all nodes together
     */
    static ContainerRule rule(int slots, int nodes, List<NodeLayout> layouts) {
        NodeLayout first = layouts.isEmpty() ? null : layouts.get(0);
        NodeLayout.CpuModel cpu = first == null ? null : first.cpu();
        long local = first == null ? 0 : directories(first, RoleIo.SHUFFLE);
        return ContainerRule.of(
                slots / (double) Math.max(1, nodes),
                cpu == null ? null : cpu.cores(),
                cpu == null ? null : cpu.threads(),
                local == 0 ? null : (Long) local);
    }

    /** Counts the directories of a role, except for directories that are known to be missing. */
    static long directories(NodeLayout layout, String role) {
        return layout.directories().stream()
                .filter(directory -> directory.role().equals(role) && !Boolean.FALSE.equals(directory.exists()))
                .map(Directory::path)
                .distinct()
                .count();
    }

    /**
     * Returns one line for each number of slots. The line names the jobs that have this number, and the rule's
     * findings.
     */
    public static List<String> describe(List<Sizing.SlotsOf> slots, int nodes, List<NodeLayout> layouts) {
        Map<Integer, List<String>> jobs = new LinkedHashMap<>();
        slots.forEach(of ->
                jobs.computeIfAbsent(of.chosen(), any -> new ArrayList<>()).add(of.name()));
        return jobs.entrySet().stream()
                .map(of -> "Containers (" + String.join(", ", of.getValue()) + "): "
                        + String.join("; ", rule(of.getKey(), nodes, layouts).findings()))
                .toList();
    }
}
