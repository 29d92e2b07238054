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
 * @param supporting the two-sided p of what supports the claim: below 1 − confidence where the interval is all on the claimed side; null
 *     where there is no interval
 * @param contradicting the same of what contradicts it
 */
public record Evidence(
        String job,
        SortedMap<String, String> settings,
        SpeedUp speedUp,
        SpeedUp to,
        Interaction interaction,
        Stand stand,
        String lacks,
        Double supporting,
        Double contradicting) {
    public Evidence {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }
}
