package org.spindlebench.runner.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.NodeShape;
import org.spindlebench.runner.run.Environment;

/** A campaign may only be resumed as it was started: else its repeats would not be repeats of one another. */
final class ResumedConditions {
    private ResumedConditions() {}

    /**
     * Refuses what differs, all at once.
     *
     * @throws IllegalArgumentException naming each difference
     */
    static void requireSame(Environment earlier, RunOptions options, ClusterShape now) {
        List<String> differences = new ArrayList<>();
        options.slots().ifPresent(slots -> compare("--slots", earlier.givenSlots(), slots, differences));
        options.queue().ifPresent(queue -> compare("--queue", earlier.queue(), queue, differences));
        if (earlier.embedded()) {
            compare(
                    "the embedded cluster's directories and daemons",
                    earlier.embeddedOptions(),
                    options.embedded().toString(),
                    differences);
        }
        compare("NodeManagers", nodes(earlier.shape()), nodes(now), differences);
        if (earlier.shape().dataNodes() > 0 && now.dataNodes() > 0) {
            compare("DataNodes", earlier.shape().dataNodes(), now.dataNodes(), differences);
        }
        if (!differences.isEmpty()) {
            throw new IllegalArgumentException(
                    "the campaign was started under other conditions; resume it under the same,"
                            + " or start a new one: " + String.join("; ", differences));
        }
    }

    private static void compare(String what, Object then, Object now, List<String> differences) {
        if (!Objects.equals(then, now)) {
            differences.add(what + ": then " + then + ", now " + now);
        }
    }

    private static List<String> nodes(ClusterShape shape) {
        return shape.nodes().stream().map(ResumedConditions::node).sorted().toList();
    }

    private static String node(NodeShape node) {
        return node.host() + " " + (node.memory() >> 20) + " MiB " + node.vcores() + " vcores";
    }
}
