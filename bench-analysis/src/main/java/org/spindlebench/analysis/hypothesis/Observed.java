package org.spindlebench.analysis.hypothesis;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.stats.SamplePair;

/**
 * One job on the baseline and the contender of a hypothesis, with equal settings.
 *
 * @param job its name
 * @param settings all that both sides share
 * @param pair durations, seconds; null where one of the two has no valid run under these settings
 */
public record Observed(String job, SortedMap<String, String> settings, SamplePair pair) {
    public Observed {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }
}
