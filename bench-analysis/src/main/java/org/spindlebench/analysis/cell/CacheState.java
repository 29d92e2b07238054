package org.spindlebench.analysis.cell;

import java.util.Locale;
import java.util.Set;
import org.spindlebench.analysis.record.RunRecord;

/** What is known of the caches when runs began. */
public enum CacheState {
    /** Cooled before every run and, where that can be seen, proved. */
    COLD,
    /** Cooled before every run; that the input came from the devices is not proved. */
    COLD_UNPROVED,
    /** Cooled before no run, or proved to be warm all the same. */
    WARM,
    /** Runs of different or partly unknown states. */
    MIXED,
    /** Not recorded. */
    UNKNOWN;

    /** The word that documents use. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** By what was done before a run, and by what its own label says that came of it. */
    static CacheState of(RunRecord run) {
        if (run.cache() == null) {
            return UNKNOWN;
        }
        String label = run.subject().settings().getOrDefault("cache", COLD.word());
        if (!run.cache().cooled() || label.equals(WARM.word())) {
            return WARM;
        }
        return label.equals(COLD_UNPROVED.word()) ? COLD_UNPROVED : COLD;
    }

    /** The state of several runs or cells together. */
    public static CacheState of(Set<CacheState> states) {
        if (states.isEmpty()) {
            return UNKNOWN;
        }
        return states.size() == 1 ? states.iterator().next() : MIXED;
    }
}
