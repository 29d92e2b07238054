package org.spindlebench.runner.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.NodeShape;
import org.spindlebench.runner.conf.NotUnderstoodException;
import org.spindlebench.runner.conf.Words;
import org.spindlebench.runner.probe.LocalProbe;
import org.spindlebench.runner.probe.Probe;

/** How nodes are watched during runs. */
public enum ProbeChoice {
    /** This host by its client. */
    LOCAL,
    /** Not at all. */
    OFF;

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** Reads what {@code --probe} was given. */
    static ProbeChoice parse(String text) throws NotUnderstoodException {
        return Stream.of(values())
                .filter(choice -> choice.word().equals(text))
                .findFirst()
                .orElseThrow(() -> Words.unknown(
                        "probe",
                        text,
                        Stream.of(values()).map(ProbeChoice::word).toList()));
    }

    /** The word that {@link #parse} takes. */
    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where every node is on this host, all of them are watched; elsewhere none is, unless somebody asks for it. */
    static ProbeChoice standard(boolean allNodesHere) {
        return allNodesHere ? LOCAL : OFF;
    }

    /** Begins to watch. */
    Probe begin(ClusterShape shape) {
        return switch (this) {
            case OFF -> Probe.OFF;
            case LOCAL -> {
                List<String> others = new ArrayList<>(hosts(shape)
                        .filter(host -> !Hosts.isThis(host))
                        .distinct()
                        .toList());
                if (shape.dataNodes() == 0) {
                    others.add("DataNodes, whose hosts are not known");
                }
                yield LocalProbe.begin(name(shape), others, INTERVAL);
            }
        };
    }

    /** Of NodeManagers and DataNodes. */
    private static Stream<String> hosts(ClusterShape shape) {
        return Stream.concat(shape.nodes().stream().map(NodeShape::host), shape.dataNodeHosts().stream());
    }

    /** As YARN calls it, where it has one name there. */
    private static String name(ClusterShape shape) {
        List<String> managers = shape.nodes().stream()
                .map(NodeShape::host)
                .filter(Hosts::isThis)
                .distinct()
                .toList();
        if (managers.size() == 1) {
            return managers.get(0);
        }
        return hosts(shape).anyMatch(Hosts::isThis) ? thisHost() : thisHost() + " (no node of the cluster)";
    }

    private static String thisHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
