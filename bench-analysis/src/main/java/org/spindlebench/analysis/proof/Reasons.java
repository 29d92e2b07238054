package org.spindlebench.analysis.proof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Collects the reasons why nodes have no numbers. The text is one line with the first few reasons, each once. */
public final class Reasons {
    private static final int SHOWN = 3;

    private final Map<String, List<String>> nodes = new LinkedHashMap<>();

    /** Adds the reason why a node has no numbers. */
    public void add(String node, String reason) {
        nodes.computeIfAbsent(reason, unused -> new ArrayList<>()).add(node);
    }

    /**
     * Writes the reasons, such as
     * {@code not separable: sdb serves HDFS and shuffle at once (worker-1 and 2 more, 3 of 4 nodes)}.
     *
     * @param all the number of nodes, including those without a reason
     * @return null if there is no reason
     */
    public String text(int all) {
        if (nodes.isEmpty()) {
            return null;
        }
        String shown = nodes.entrySet().stream()
                .limit(SHOWN)
                .map(reason -> reason.getKey() + " (" + named(reason.getValue(), all) + ")")
                .collect(Collectors.joining("; "));
        int more = nodes.size() - SHOWN;
        return more > 0 ? shown + "; and " + more + (more == 1 ? " more reason" : " more reasons") : shown;
    }

    /** Writes the first few items of a list, and the number of the others. */
    static String few(List<String> all) {
        String shown = all.stream().limit(SHOWN).collect(Collectors.joining("; "));
        return all.size() > SHOWN ? shown + "; and " + (all.size() - SHOWN) + " more" : shown;
    }

    private static String named(List<String> of, int all) {
        if (all == 1) {
            return of.get(0);
        }
        String others = of.size() == 1 ? "" : " and " + (of.size() - 1) + " more";
        return of.get(0) + others + ", " + of.size() + " of " + all + " nodes";
    }
}
