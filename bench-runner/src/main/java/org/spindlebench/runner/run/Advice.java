package org.spindlebench.runner.run;

import java.util.List;
import org.spindlebench.analysis.document.FewNames;

/**
 * Something about nodes that is better changed before measuring. It keeps nothing from running.
 *
 * @param nodes those that it is about
 * @param all whether these are all that were looked at
 * @param found what was found there
 * @param recommended what is better, and who says so
 * @param command for a shell of the node, which changes it, as root where it must; null where no command does
 */
public record Advice(List<String> nodes, boolean all, String found, String recommended, String command) {
    public Advice {
        nodes = List.copyOf(nodes);
    }

    /** The nodes in words: all, or a few of them by name and the number of the others. */
    public String who() {
        return all && nodes.size() > 1 ? "all " + nodes.size() + " nodes" : FewNames.of(nodes);
    }

    /** All of it on one line. */
    public String text() {
        return who() + ": " + found + "; " + recommended + (command == null ? "" : ": " + command);
    }
}
