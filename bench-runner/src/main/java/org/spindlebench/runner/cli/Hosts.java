package org.spindlebench.runner.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.NodeShape;

/** Which of a cluster's hosts is the one that the client runs on. */
final class Hosts {
    private Hosts() {}

    /** Whether every NodeManager and every DataNode runs on this host; not when nobody says where DataNodes run. */
    static boolean areThis(ClusterShape shape) {
        return shape.dataNodes() > 0
                && shape.nodes().stream().map(NodeShape::host).allMatch(Hosts::isThis)
                && shape.dataNodeHosts().stream().allMatch(Hosts::isThis);
    }

    static boolean isThis(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException unknown) {
            return false;
        }
    }
}
