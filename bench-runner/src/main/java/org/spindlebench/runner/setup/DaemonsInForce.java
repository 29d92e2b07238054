package org.spindlebench.runner.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.runner.collect.daemon.NodeDaemons;
import org.spindlebench.runner.collect.daemon.NodeDaemons.NodeSettings;
import org.spindlebench.runner.conf.HadoopKeys.Daemon;
import org.spindlebench.runner.conf.HadoopKeys.HadoopValue;
import org.spindlebench.runner.conf.StorageSetup;

/**
 * Checks the settings and the number of nodes that a setup demands against what daemons report. A client's own
 * configuration does not show them.
 *
 * @param nodes the NodeManagers and DataNodes of the setup's nodes, with the demanded settings that they have
 * @param resourceManager the demanded settings that the ResourceManager has; a key is missing if it did not answer
 * @param hosts the number of hosts with a usable NodeManager
 */
public record DaemonsInForce(NodeDaemons nodes, Map<String, String> resourceManager, int hosts) {
    private static final String NOT_SET = "not set";

    public SetupInForce of(StorageSetup setup) {
        List<String> wrong = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        Integer count = setup.demands().count();
        if (count != null && count != hosts) {
            wrong.add("the cluster has " + hosts + " nodes with a usable NodeManager, and " + setup.name()
                    + " declares " + count);
        }
        setup.demands().daemons().forEach((key, value) -> {
            Daemon daemon = Daemon.of(key).orElseThrow();
            SortedMap<String, List<String>> found = found(daemon, key);
            if (found.isEmpty()) {
                warnings.add("it is unknown whether " + key + " is " + value + ", because " + daemon.label()
                        + " did not answer");
            }
            found.forEach((actual, where) -> {
                String who = daemon == Daemon.RESOURCE_MANAGER ? daemon.label() : FewNames.of(where);
                if (HadoopValue.isUnclear(actual)) {
                    warnings.add("it is unknown whether " + key + " is " + value + ": " + who + " reports " + actual);
                } else if (!HadoopValue.same(value, actual)) {
                    wrong.add(key + " is " + actual + " for " + who + ", and " + setup.name() + " declares " + value
                            + ": set it there and restart the daemon");
                }
            });
        });
        return new SetupInForce(wrong, warnings);
    }

    /** Returns the daemons by the value that they report. */
    private SortedMap<String, List<String>> found(Daemon daemon, String key) {
        SortedMap<String, List<String>> found = new TreeMap<>();
        if (daemon == Daemon.RESOURCE_MANAGER) {
            if (resourceManager.containsKey(key)) {
                found.put(resourceManager.get(key), List.of(daemon.label()));
            }
            return found;
        }
        List<NodeSettings> reporting = daemon == Daemon.NODE_MANAGER ? nodes.nodeManagers() : nodes.dataNodes();
        for (NodeSettings one : reporting) {
            found.computeIfAbsent(one.settings().getOrDefault(key, NOT_SET), any -> new ArrayList<>())
                    .add(one.node());
        }
        return found;
    }
}
