package org.spindlebench.runner.cluster;

import java.util.List;
import java.util.stream.Stream;

/**
 * A node label of YARN under which all jobs run: their ApplicationMasters, maps and reduces.
 *
 * @param name of the label
 */
public record NodeLabel(String name) {
    /** MapReduce's, in every version from 3.3 on: of a job, which is what the others default to, and of each kind of container. */
    private static final List<String> KEYS = List.of(
            "mapreduce.job.node-label-expression",
            "mapreduce.job.am.node-label-expression",
            "mapreduce.map.node-label-expression",
            "mapreduce.reduce.node-label-expression");

    /** Hadoop's generic options that put every job of a client there. */
    public List<String> arguments() {
        return KEYS.stream().flatMap(key -> Stream.of("-D", key + "=" + name)).toList();
    }

    /** Whether a setting chooses nodes by label. */
    public static boolean isChosenBy(String key) {
        return KEYS.contains(key);
    }
}
