package org.spindlebench.analysis.record;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.spindlebench.analysis.record.RunRecord.Cache;

/**
 * What was measured. Runs with equal subjects are repeats of one another.
 *
 * @param job the job's name, as {@code spindle list jobs} prints it
 * @param setup the storage setup's name
 * @param settings all that makes runs comparable; always {@code compression}, {@code bytes_per_node},
 *     {@code replication}, {@code cache} and {@code data} where they are known
 */
public record Subject(String job, String setup, Map<String, String> settings) {
    /** Settings that make a difference, whoever measured: a column of theirs is never one that names runs. */
    public static final Set<String> WELL_KNOWN = Set.of(
            "compression",
            "bytes_per_node",
            "replication",
            "cache",
            "data",
            "sync",
            "block_size",
            "nodes",
            "io_sort_mb");

    public Subject {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(setup, "setup");
        // A sorted map is copied in one go, by those who need another like it.
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings == null ? Map.of() : settings));
    }

    /**
     * The same with the treatment of the caches in place of what a proof found of it. Older records call a run that was cooled
     * {@code cold-unproved} or {@code warm} where the proof did not say cold; only what was done makes runs comparable.
     */
    Subject treated(Cache cache) {
        String label = settings.get("cache");
        boolean found = "cold-unproved".equals(label) || ("warm".equals(label) && cache != null && cache.cooled());
        if (!found) {
            return this;
        }
        Map<String, String> treated = new TreeMap<>(settings);
        treated.put("cache", "cold");
        return new Subject(job, setup, treated);
    }
}
