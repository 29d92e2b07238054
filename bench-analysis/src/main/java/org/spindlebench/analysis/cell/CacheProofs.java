package org.spindlebench.analysis.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.record.RunRecord;

/**
 * What the proofs found of valid runs that were cooled and read an input. A run that was not cooled, or has no input, is not counted: it claims nothing.
 *
 * @param cold runs whose input is proved to have come from the devices
 * @param partly runs with a proof that memory served a part of their input
 * @param unproved runs without proof of either
 */
public record CacheProofs(int cold, int partly, int unproved) {
    /** Of no run. */
    public static final CacheProofs NONE = new CacheProofs(0, 0, 0);

    /** Of a valid run. */
    static CacheProofs of(RunRecord run) {
        boolean cooled = run.cache() != null && run.cache().cooled();
        Long input = run.sizes() == null ? null : run.sizes().input();
        if (!cooled || (input != null && input == 0)) {
            return NONE;
        }
        CacheProof proof = run.cacheProof();
        CacheProof.Verdict verdict = proof == null ? CacheProof.Verdict.NOT_PROVABLE : proof.verdict();
        return switch (verdict) {
            case COLD -> new CacheProofs(1, 0, 0);
            case PARTLY -> new CacheProofs(0, 1, 0);
            default -> new CacheProofs(0, 0, 1);
        };
    }

    /** Of these runs and others. */
    public CacheProofs plus(CacheProofs other) {
        return new CacheProofs(cold + other.cold, partly + other.partly, unproved + other.unproved);
    }

    /** Cooled runs with an input. */
    public int runs() {
        return cold + partly + unproved;
    }

    /** Whether every cooled run with an input is proved to have been cold. */
    public boolean complete() {
        return cold == runs();
    }

    /** For people, where not {@link #complete}: {@code proved cold 2 of 3 runs with input, partly 1}. */
    public String text() {
        List<String> others = new ArrayList<>();
        if (partly > 0) {
            others.add("partly " + partly);
        }
        if (unproved > 0) {
            others.add("not provable " + unproved);
        }
        return "proved cold " + cold + " of " + runs() + (runs() == 1 ? " run" : " runs") + " with input"
                + (others.isEmpty() ? "" : ", " + String.join(", ", others));
    }

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
}
