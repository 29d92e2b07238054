package org.spindlebench.runner.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.layout.NodeLayout;

/** What the NameNode counts of hosts' DataNodes, by the names that layouts give the hosts. */
final class HostCapacities {
    private HostCapacities() {}

    /**
     * Bytes by layout; without layouts on whose hosts no DataNode is known.
     *
     * @param counted bytes by the NameNode's names of the hosts
     */
    static SortedMap<String, Long> of(Map<String, Long> counted, List<NodeLayout> layouts) {
        SortedMap<String, Long> byLayout = new TreeMap<>();
        counted.forEach((host, bytes) -> layouts.stream()
                .map(NodeLayout::node)
                .filter(node -> areOne(host, node))
                .findFirst()
                .ifPresent(node -> byLayout.merge(node, bytes, Long::sum)));
        return byLayout;
    }

    /** The one of some names that means a host; the host's own where none does. */
    static String named(String host, Collection<String> names) {
        return names.stream()
                .filter(name -> name.equals(host))
                .findFirst()
                .or(() -> names.stream()
                        .filter(name -> address(name).equals(address(host)))
                        .findFirst())
                .orElse(host);
    }

    private static boolean areOne(String host, String node) {
        return host.equals(node)
                || (Hosts.isThis(host) && Hosts.isThis(node))
                || address(host).equals(address(node));
    }

    private static String address(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            return host;
        }
    }
}
