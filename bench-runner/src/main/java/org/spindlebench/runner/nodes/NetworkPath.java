package org.spindlebench.runner.nodes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.node.NodeLayout;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Warning;

/**
 * Checks whether a run's traffic between nodes used the interface that its setup declares. The declaration itself
 * routes no traffic.
 */
public final class NetworkPath {
    /** The declared interface's least share of the bytes of all interfaces. The rest is administrative traffic. */
    static final double LEAST_SHARE = 0.9;

    /** If a node sent and received fewer bytes than this, Spindle draws no conclusion. */
    static final long LEAST_BYTES = 10_000_000;

    private static final String NAME = "network of the setup";

    private NetworkPath() {}

    /**
     * Checks a run. If every node moved too few bytes, as on a cluster of one host, a warning replaces the check.
     *
     * @param declared the interface; null if the setup declares none, and then nothing is checked
     * @param evidence the nodes' evidence; null without a probe
     */
    public static void check(
            String declared, NodeEvidence evidence, Consumer<Check> checks, Consumer<Warning> warnings) {
        if (declared == null) {
            return;
        }
        List<String> over = new ArrayList<>();
        List<String> elsewhere = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        if (evidence != null) {
            unknown.addAll(evidence.section().missing());
            for (NodeLoad figures : evidence.section().nodes()) {
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
            warnings.accept(new Warning("network-unverified", unverified(declared, unverified)));
        }
    }

    private static String unverified(String declared, List<String> nodes) {
        return "it is not verified that nodes communicated over " + declared
                + (nodes.isEmpty()
                        ? ": there was no probe"
                        : ". The traffic of " + FewNames.of(nodes) + " is unknown, or at most "
                                + LEAST_BYTES / 1_000_000
                                + " MB, not counting the loopback interface");
    }

    private static NodeLayout layout(String node, List<NodeLayout> layouts) {
        return layouts.stream()
                .filter(layout -> layout.node().equals(node))
                .findFirst()
                .orElse(null);
    }

    /**
     * The bytes that passed a node's declared interface, and the bytes that passed its other interfaces. If one
     * interface is built on another, only one of them counts, so that no byte counts twice.
     *
     * @param declared bytes sent and received by the declared interface
     * @param others bytes sent and received by the other interfaces, by name
     * @param perhapsBelow whether the declared interface is virtual, and may use another interface, as a tunnel does
     */
    record Traffic(long declared, SortedMap<String, Long> others, boolean perhapsBelow) {
        private static final String LOOPBACK = "lo";
        private static final double PERCENT = 100;

        /** Returns a node's traffic; null if it is unknown. */
        static Traffic of(String declared, NodeLoad figures, NodeLayout layout) {
            if (layout == null || layout.network(declared) == null) {
                return null;
            }
            Set<String> counted = new HashSet<>();
            layout.networks().stream()
                    .filter(network -> isCounted(network, declared, layout))
                    .forEach(network -> counted.add(network.name()));
            long bytes = 0;
            SortedMap<String, Long> others = new TreeMap<>();
            for (NodeLoad.InterfaceTraffic network : figures.networks()) {
                boolean own = network.name().equals(declared);
                if (!own && !counted.contains(network.name())) {
                    continue;
                }
                if (network.received() == null || network.sent() == null) {
                    return null;
                }
                long moved = network.received() + network.sent();
                if (own) {
                    bytes = moved;
                } else {
                    others.put(network.name(), moved);
                }
            }
            NodeLayout.NetworkAdapter self = layout.network(declared);
            return new Traffic(
                    bytes,
                    others,
                    Boolean.FALSE.equals(self.physical()) && self.slaves().isEmpty());
        }

        /** Checks whether an interface is a separate way out of the node, and not part of a counted interface. */
        private static boolean isCounted(NodeLayout.NetworkAdapter network, String declared, NodeLayout layout) {
            String name = network.name();
            if (name.equals(LOOPBACK) || name.equals(declared)) {
                return false;
            }
            if (below(declared, layout).contains(name) || below(name, layout).contains(declared)) {
                return false;
            }
            boolean isBond = isBond(network, layout);
            // If the declared interface is part of a bond, the bond's other parts are separate ways.
            boolean isPartOfBond = layout.networks().stream()
                    .filter(other -> isBond(other, layout))
                    .map(other -> below(other.name(), layout))
                    .anyMatch(parts -> parts.contains(name) && !parts.contains(declared));
            boolean besides = below(name, layout).stream()
                    .anyMatch(part -> below(declared, layout).contains(part));
            return besides || (!isPartOfBond && (isBond || hasHardware(network, layout)));
        }

        /** Checks whether all parts of an interface are hardware. A bridge to containers does not qualify. */
        private static boolean isBond(NodeLayout.NetworkAdapter network, NodeLayout layout) {
            return network.slaves().size() > 1
                    && network.slaves().stream()
                            .map(layout::network)
                            .allMatch(part -> part != null && Boolean.TRUE.equals(part.physical()));
        }

        /**
         * Checks whether an interface is hardware. In a container no interface is hardware, so an interface that is
         * built on no other counts.
         */
        private static boolean hasHardware(NodeLayout.NetworkAdapter network, NodeLayout layout) {
            boolean some = layout.networks().stream().anyMatch(other -> Boolean.TRUE.equals(other.physical()));
            return some
                    ? !Boolean.FALSE.equals(network.physical())
                    : network.slaves().isEmpty();
        }

        /** Returns all interfaces that an interface is built on. */
        private static Set<String> below(String name, NodeLayout layout) {
            Set<String> below = new HashSet<>();
            addBelow(name, layout, below);
            return below;
        }

        private static void addBelow(String name, NodeLayout layout, Set<String> to) {
            NodeLayout.NetworkAdapter network = layout.network(name);
            List<String> parts = network == null ? List.of() : network.slaves();
            parts.stream().filter(to::add).forEach(part -> addBelow(part, layout, to));
        }

        /** Returns all bytes that the node sent and received. */
        long bytes() {
            long elsewhere = others.values().stream().mapToLong(Long::longValue).sum();
            return perhapsBelow ? Math.max(declared, elsewhere) : declared + elsewhere;
        }

        /** Returns the declared interface's share of {@link #bytes()}; 0 if no byte moved. */
        double share() {
            return bytes() == 0 ? 0 : declared / (double) bytes();
        }

        /** Describes the declared interface's share, and names the other interface with the most traffic. */
        String text() {
            String most = others.entrySet().stream()
                    .max(Comparator.comparing(Map.Entry::getValue))
                    .map(other ->
                            "; " + other.getKey() + String.format(Locale.ROOT, " %.0f MB", other.getValue() / 1e6))
                    .orElse("");
            return String.format(Locale.ROOT, "%.0f %% of %.0f MB", PERCENT * share(), bytes() / 1e6) + most;
        }
    }
}
