package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Warning;

/** Whether a run's traffic between nodes went over the interface that its setup declares: a name in a file moves no byte. */
final class NetworkPath {
    /** Of the bytes of all interfaces that must have passed the declared one; the rest is administration. */
    static final double LEAST_SHARE = 0.9;

    /** Bytes of a node, sent and received, below which nothing follows from where they went. */
    static final long LEAST_BYTES = 10_000_000;

    private static final String NAME = "network of the setup";

    private NetworkPath() {}

    /**
     * Checks a run. Where too little moved on any node, as on a cluster of one host, there is a warning in place of a check.
     *
     * @param declared the interface; null where nothing is declared, and nothing is checked
     * @param evidence null where nobody watched
     */
    static void check(String declared, NodeEvidence evidence, Consumer<Check> checks, Consumer<Warning> doubts) {
        if (declared == null) {
            return;
        }
        List<String> over = new ArrayList<>();
        List<String> elsewhere = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        if (evidence != null) {
            unknown.addAll(evidence.section().missing());
            for (NodeFigures figures : evidence.section().nodes()) {
                Traffic traffic = evidence.section().missing().contains(figures.node())
                        ? null
                        : Traffic.of(
                                declared,
                                figures,
                                layout(figures.node(), evidence.section().layout()));
                if (traffic == null || traffic.bytes() <= LEAST_BYTES) {
                    unknown.add(figures.node());
                } else if (traffic.share() < LEAST_SHARE) {
                    elsewhere.add(figures.node() + ": " + traffic.text());
                } else {
                    over.add(figures.node());
                }
            }
        }
        if (over.size() + elsewhere.size() > 0) {
            checks.accept(new Check(
                    NAME,
                    declared,
                    elsewhere.isEmpty() ? declared : String.join("; ", elsewhere),
                    elsewhere.isEmpty()));
        }
        List<String> unverified = unknown.stream().distinct().toList();
        if ((over.isEmpty() && elsewhere.isEmpty()) || !unverified.isEmpty()) {
            doubts.accept(new Warning("network-unverified", unverified(declared, unverified)));
        }
    }

    private static String unverified(String declared, List<String> nodes) {
        return "that nodes spoke with each other over " + declared
                + (nodes.isEmpty()
                        ? " is not verified: nobody watched them"
                        : " is not verified of " + FewNames.of(nodes) + ": not known, or " + LEAST_BYTES / 1_000_000
                                + " MB or less there beside the loopback interface");
    }

    private static NodeLayout layout(String node, List<NodeLayout> layouts) {
        return layouts.stream()
                .filter(layout -> layout.node().equals(node))
                .findFirst()
                .orElse(null);
    }
}
