package org.spindlebench.runner.cluster;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.runner.cluster.JobSubmitter.JobCall;

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

    @Override
    public ToolCall over(Map<String, String> defaults) {
        Map<String, String> merged = new TreeMap<>(defaults);
        merged.putAll(configuration);
        return new ToolCall(tool, arguments, merged);
    }
}
