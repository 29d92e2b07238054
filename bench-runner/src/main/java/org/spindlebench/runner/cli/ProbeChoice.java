package org.spindlebench.runner.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
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
        return switch (text) {
            case "local" -> LOCAL;
            case "off" -> OFF;
            default -> throw Words.unknown("probe", text, List.of("local", "off"));
        };
    }

    /** The word that {@link #parse} takes. */
    String word() {
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
                Map<Boolean, List<String>> hosts = shape.nodes().stream()
                        .map(NodeShape::host)
                        .distinct()
                        .collect(Collectors.partitioningBy(Hosts::isThis));
                yield LocalProbe.begin(name(hosts.get(true)), hosts.get(false), INTERVAL);
            }
        };
    }

    /** As YARN calls it, where it has one name there. */
    private static String name(List<String> hosts) {
        if (hosts.size() == 1) {
            return hosts.get(0);
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
