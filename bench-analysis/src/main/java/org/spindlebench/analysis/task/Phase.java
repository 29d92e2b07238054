package org.spindlebench.analysis.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What a task attempt does, one after the other: a map maps; a reduce shuffles, merges and reduces. */
public enum Phase {
    /** A map, from its launch to its end: reading, mapping, sorting, spilling. */
    @JsonProperty("map")
    MAP,
    /** A reduce, from its launch until it has fetched the last map's output; waiting for maps included. */
    @JsonProperty("shuffle")
    SHUFFLE,
    /** Merging what was fetched, as far as that is done before the first record is reduced. */
    @JsonProperty("merge")
    MERGE,
    /** From there to the end of the attempt: reading the last merge, reducing, writing the output. */
    @JsonProperty("reduce")
    REDUCE;

    /** The word that documents use. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
