package org.spindlebench.runner.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * The daemons that do a cluster's work, each by its host: a host with several has them several times.
 *
 * @param dataNodes live DataNodes; empty where users may not ask
 * @param nodeManagers NodeManagers that the ResourceManager takes for usable
 * @param answering those of them whose web service answers; it does not everywhere
 */
public record Workers(List<String> dataNodes, List<String> nodeManagers, List<String> answering) {
    public Workers {
        dataNodes = dataNodes.stream().sorted().toList();
        nodeManagers = nodeManagers.stream().sorted().toList();
        answering = answering.stream().sorted().toList();
    }

    /** What keeps this cluster from being as whole as it was; empty when nothing does. */
    public List<String> missingSince(Workers before) {
        List<String> missing = new ArrayList<>();
        without(before.dataNodes, dataNodes).forEach(host -> missing.add("the DataNode on " + host));
        List<String> gone = without(before.nodeManagers, nodeManagers);
        gone.forEach(host -> missing.add("the NodeManager on " + host));
        without(without(before.answering, answering), gone)
                .forEach(host -> missing.add("an answer of the NodeManager on " + host));
        // One that came back on another port counts twice until YARN gives the first one up.
        without(nodeManagers, before.nodeManagers).stream()
                .filter(before.nodeManagers::contains)
                .forEach(host -> missing.add("the end of the earlier NodeManager on " + host));
        return missing;
    }

    /** One list without what the other has, as often as it has it. */
    private static List<String> without(List<String> all, List<String> others) {
        List<String> left = new ArrayList<>(all);
        others.forEach(left::remove);
        return left;
    }
}
