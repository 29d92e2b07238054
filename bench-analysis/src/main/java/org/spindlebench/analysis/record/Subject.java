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
 * @param settings everything that makes runs comparable; they include {@code compression}, {@code bytes_per_node},
 *     {@code replication}, {@code cache} and {@code data} if known
 */
public record Subject(String job, String setup, Map<String, String> settings) {
    /** Settings that matter in any tool's results; such columns never count as names of runs. */
    public static final Set<String> WELL_KNOWN = Set.of(
            "compression",
            "bytes_per_node",
            "replication",
            "cache",
            "data",
            "sync",
            "block_size",
            "nodes",
            Rebuild.SETTING,
            "io_sort_mb");

    public Subject {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(setup, "setup");
        // Sorted, because a sorted map can be copied quickly into another one.
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings == null ? Map.of() : settings));
    }

    /**
     * Returns a copy whose {@code cache} setting says how the caches were treated, instead of what a proof found. Only
     * the treatment makes runs comparable. Older records call a cooled run {@code cold-unproved} or {@code warm} if the
     * proof did not say cold.
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
