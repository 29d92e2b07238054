package org.spindlebench.analysis.cell;

import java.util.Locale;
import java.util.Set;
import org.spindlebench.analysis.record.RunRecord;

/** What was done to the caches before runs. What the proofs found of it is in {@link CacheProofs}. */
public enum CacheState {
    /** Cooled before every run. */
    COLD,
    /** Cooled before no run. */
    WARM,
    /** Some runs were cooled, and others were not or do not say. */
    MIXED,
    /** Not recorded. */
    UNKNOWN;

    /** The word that documents use. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static CacheState of(RunRecord run) {
        if (run.cache() == null) {
            return UNKNOWN;
        }
        return run.cache().cooled() ? COLD : WARM;
    }

    /** The state of several runs or cells together. */
    public static CacheState of(Set<CacheState> states) {
        if (states.isEmpty()) {
            return UNKNOWN;
        }
        return states.size() == 1 ? states.iterator().next() : MIXED;
    }
}
