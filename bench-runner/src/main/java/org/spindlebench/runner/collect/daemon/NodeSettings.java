package org.spindlebench.runner.collect.daemon;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings that one daemon has in force, by its own word.
 *
 * @param node {@code host:port} of its web service
 * @param settings those of interest that it has; a key that is not there is not set
 */
public record NodeSettings(String node, Map<String, String> settings) {
    public NodeSettings {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    }
}
