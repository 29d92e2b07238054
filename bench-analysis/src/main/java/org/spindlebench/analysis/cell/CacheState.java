package org.spindlebench.analysis.cell;

import java.util.Locale;
import java.util.Set;
import org.spindlebench.analysis.record.Cache;

/** What is known of the caches when runs began. */
public enum CacheState {
    /** Cooled before every run. */
    COLD,
    /** Cooled before no run. */
    WARM,
    /** Runs of different or partly unknown states. */
    MIXED,
    /** Not recorded. */
    UNKNOWN;

    /** The word that documents use. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static CacheState of(Cache cache) {
        if (cache == null) {
            return UNKNOWN;
        }
        return cache.cooled() ? COLD : WARM;
    }

    /** The state of several runs or cells together. */
    public static CacheState of(Set<CacheState> states) {
        if (states.isEmpty()) {
            return UNKNOWN;
        }
        return states.size() == 1 ? states.iterator().next() : MIXED;
    }
}
