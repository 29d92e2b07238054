package org.spindlebench.runner.cluster;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SyntheticConfig;

/**
 * A job that one of Spindle's tools submits.
 *
 * @param configuration Hadoop settings that override the cluster's
 */
public record ToolCall(ToolName tool, List<String> arguments, Map<String, String> configuration) implements JobCall {
    public ToolCall {
        Objects.requireNonNull(tool, "tool");
        arguments = List.copyOf(arguments);
        configuration = Collections.unmodifiableMap(new TreeMap<>(configuration));
    }

    /** Returns why no job can make data with this number of maps; empty if it can. */
    public static Optional<String> tooMany(long maps) {
        return maps <= SyntheticConfig.MAX_MAPS
                ? Optional.empty()
                : Optional.of("a job of " + maps + " maps, but a job that makes data has at most "
                        + SyntheticConfig.MAX_MAPS);
    }

    /** Returns why the job must not be submitted; empty if it may. */
    public Optional<String> refusal() {
        String maps = configuration.get(tool == ToolName.TERAGEN ? "mapreduce.job.maps" : JobKeys.MAPS);
        return maps == null ? Optional.empty() : tooMany(Long.parseLong(maps));
    }

    @Override
    public ToolCall over(Map<String, String> defaults) {
        Map<String, String> merged = new TreeMap<>(defaults);
        merged.putAll(configuration);
        return new ToolCall(tool, arguments, merged);
    }
}
