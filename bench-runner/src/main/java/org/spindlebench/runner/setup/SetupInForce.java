package org.spindlebench.runner.setup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.runner.conf.StorageSetup;

/**
 * A setup as its file declares it, held against what the daemons report and what is mounted on their nodes: a label is no layout.
 *
 * @param wrong what is not as declared, each with the nodes; a run there would not be one of the setup
 * @param doubts what could not be seen, or looks as if it were not as declared
 */
public record SetupInForce(List<String> wrong, List<String> doubts) {
    public SetupInForce {
        wrong = List.copyOf(wrong);
        doubts = List.copyOf(doubts);
    }

    /**
     * Looks at nodes.
     *
     * @param layouts of the nodes that are to have the setup
     * @param ownDaemons whether Spindle started the daemons: they have directories of their own below those that are declared
     */
    public static SetupInForce of(StorageSetup setup, List<NodeLayout> layouts, boolean ownDaemons) {
        Sayings wrong = new Sayings();
        Sayings doubts = new Sayings();
        for (NodeLayout layout : layouts) {
            NodeAgainstSetup node = new NodeAgainstSetup(
                    setup,
                    layout,
                    ownDaemons,
                    text -> wrong.add(layout.node(), text),
                    text -> doubts.add(layout.node(), text));
            node.check();
        }
        return new SetupInForce(wrong.texts(layouts.size()), doubts.texts(layouts.size()));
    }

    /** What is said of nodes; the same of several is one line. */
    private static final class Sayings {
        private final Map<String, List<String>> nodes = new LinkedHashMap<>();

        void add(String node, String text) {
            nodes.computeIfAbsent(text, any -> new ArrayList<>()).add(node);
        }

        List<String> texts(int all) {
            return nodes.entrySet().stream()
                    .map(said -> who(said.getValue(), all) + ": " + said.getKey())
                    .toList();
        }

        private static String who(List<String> of, int all) {
            return of.size() == all && all > 1 ? "all " + all + " nodes" : FewNames.of(of);
        }
    }
}
