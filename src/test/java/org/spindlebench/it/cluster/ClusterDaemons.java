package org.spindlebench.it.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All daemons of one cluster, configured and not yet started.
 *
 * @param format creates the NameNode's directory, then ends
 * @param pair what a second NameNode on standby needs; null without one
 * @param administration programs that give orders to the running ResourceManager, one after the other; each ends
 */
record ClusterDaemons(
        Daemon format,
        Daemon nameNode,
        Pair pair,
        List<Daemon> dataNodes,
        Daemon resourceManager,
        List<Daemon> administration,
        List<Daemon> nodeManagers,
        Daemon historyServer) {

    private static final long STOP_MILLISECONDS = 10_000;

    /**
     * The second NameNode, and programs that end.
     *
     * @param activate makes the first NameNode the active one
     * @param copy copies its directory to the second one
     */
    record Pair(Daemon activate, Daemon copy, Daemon standby) {}

    /** @param security null for a cluster without Kerberos */
    static ClusterDaemons of(ClusterLayout layout, ClusterOptions options, Masters masters, ClusterSecurity security)
            throws IOException {
        DaemonSettings settings =
                new DaemonSettings(layout, options, new SiteSettings(layout, masters, options, security));
        settings.writeClient();
        settings.writeWebDescriptors();
        settings.writeNameNode("namenode", SiteSettings.ACTIVE);
        settings.writeNameNode("standby", SiteSettings.STANDBY);
        settings.writeResourceManager();
        settings.writeAdministrator();
        settings.writeHistoryServer();
        List<String> flags = new ArrayList<>(options.daemonJvmFlags());
        if (security != null) {
            flags.addAll(security.daemonFlags());
        }
        Maker maker = new Maker(layout, options, flags);
        List<Daemon> dataNodes = new ArrayList<>();
        List<Daemon> nodeManagers = new ArrayList<>();
        FreePorts ports = new FreePorts();
        for (int i = 0; i < options.workers(); i++) {
            Worker worker = Worker.of(i, ports);
            settings.writeDataNode("datanode-" + i, worker, i);
            settings.writeNodeManager(
                    "nodemanager-" + i, worker, options.nodeManagerSettings().getOrDefault(i, Map.of()));
            dataNodes.add(maker.make(Role.DATANODE, "datanode-" + i));
            nodeManagers.add(maker.make(Role.NODEMANAGER, "nodemanager-" + i));
        }
        return new ClusterDaemons(
                maker.make(Role.NAMENODE, "namenode", "-format", "-nonInteractive"),
                maker.make(Role.NAMENODE, "namenode"),
                options.standby() ? maker.pair() : null,
                List.copyOf(dataNodes),
                maker.make(Role.RESOURCEMANAGER, "resourcemanager"),
                maker.administration(),
                List.copyOf(nodeManagers),
                maker.make(Role.HISTORYSERVER, "historyserver"));
    }

    /** Returns the daemons that keep running, in the order of their dependencies. */
    List<Daemon> all() {
        List<Daemon> all = new ArrayList<>(List.of(nameNode));
        if (pair != null) {
            all.add(pair.standby());
        }
        all.addAll(dataNodes);
        all.add(resourceManager);
        all.addAll(nodeManagers);
        all.add(historyServer);
        return all;
    }

    /** Stops the daemons in reverse order, those of one kind together. */
    void stop() throws InterruptedException {
        for (List<Daemon> equals : List.of(
                List.of(historyServer),
                nodeManagers,
                List.of(resourceManager),
                dataNodes,
                pair == null ? List.<Daemon>of() : List.of(pair.standby(), pair.copy(), pair.activate()),
                List.of(nameNode, format))) {
            equals.forEach(Daemon::askToEnd);
            for (Daemon daemon : equals) {
                daemon.stop(STOP_MILLISECONDS);
            }
        }
    }

    private record Maker(ClusterLayout layout, ClusterOptions options, List<String> flags) {
        List<Daemon> administration() {
            return new NodeLabels(options.nodeLabels())
                    .orders().stream()
                            .map(order -> make(Role.RMADMIN, "rmadmin", order.toArray(new String[0])))
                            .toList();
        }

        Pair pair() {
            return new Pair(
                    make(
                            Role.HAADMIN,
                            "namenode",
                            "-ns",
                            SiteSettings.PAIR,
                            "-transitionToActive",
                            // The other one, which is asked without it, does not run yet.
                            "--forceactive",
                            SiteSettings.ACTIVE),
                    make(Role.NAMENODE, "standby", "-bootstrapStandby", "-nonInteractive"),
                    make(Role.NAMENODE, "standby"));
        }

        Daemon make(Role role, String name, String... arguments) {
            ProcessBuilder builder = new JavaCommand(layout).daemon(role, name, flags, List.of(arguments));
            return new Daemon(name, builder, layout.log(name));
        }
    }
}
