package org.spindlebench.analysis.hypothesis;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * What one job under one choice of settings says of a hypothesis.
 *
 * @param job its name
 * @param settings all that the two setups share, without those that a smaller difference is claimed between
 * @param speedUp the contender's, under {@link Claim#from} where the claim is a smaller difference; null where it was not measured
 * @param to the contender's speed-up under {@link Claim#to}; null where it was not measured, and for other claims
 * @param interaction the second speed-up over the first; null unless both were measured
 * @param stand what follows
 * @param lacks what is missing for a decision; null where there is one
 */
public record Evidence(
        String job,
        SortedMap<String, String> settings,
        SpeedUp speedUp,
        SpeedUp to,
        Interaction interaction,
        Stand stand,
        String lacks) {
    public Evidence {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }
}
