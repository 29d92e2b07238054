package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.layout.NodeLayout;

/**
 * What to change on nodes before measuring, by what was found there. It follows SanDisk's paper on TestDFSIO (swappiness 20,
 * {@code noatime}, 16384 open files) and Cloudera's documentation (swappiness 1 to 10, {@code noatime}, no transparent huge pages); the rest is
 * what makes nodes differ from each other, or from one run to the next.
 */
public final class NodeAdvice {
    private NodeAdvice() {}

    /** Collects advice; the same to several nodes is one. */
    static final class Notes {
        private final Map<Note, List<String>> nodes = new LinkedHashMap<>();

        private record Note(String found, String recommended, String command) {}

        void add(String node, String found, String recommended, String command) {
            List<String> named =
                    nodes.computeIfAbsent(new Note(found, recommended, command), note -> new ArrayList<>());
            if (!named.contains(node)) {
                named.add(node);
            }
        }

        private List<Advice> advice(int all) {
            return nodes.entrySet().stream()
                    .map(entry -> new Advice(
                            entry.getValue(),
                            entry.getValue().size() == all,
                            entry.getKey().found(),
                            entry.getKey().recommended(),
                            entry.getKey().command()))
                    .toList();
        }
    }

    /** Advice for nodes, before the first job; none where nothing is to be said. What was not found out gives none. */
    public static List<Advice> of(List<NodeLayout> layouts) {
        Notes notes = new Notes();
        layouts.forEach(layout -> SystemAdvice.of(layout, notes));
        layouts.forEach(layout -> StorageAdvice.of(layout, notes));
        LikeDevices.of(layouts, notes);
        return notes.advice(layouts.size());
    }
}
