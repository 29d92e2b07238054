package org.spindlebench.analysis.proof;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of a run whose input was to come from the devices, or from memory.
 *
 * @param role that the job reads: {@code hdfs}; another one, or null, of a job without input
 * @param bytesAsked bytes that the job read from HDFS, such as HDFS_BYTES_READ; null where it is not known
 * @param devices of that role, in the job's window; null where nothing was watched
 * @param dataNodeBytes bytes that all DataNodes' processes had fetched from devices in it ({@code read_bytes} of {@code /proc/PID/io});
 *     null where one of them could not be read
 * @param dataNodesAlone whether they did so for this job only, and it read nothing but through them (no short-circuit reads)
 * @param cachedBefore page cache before cooling, in bytes, by node; null where it is not known
 * @param cachedAfter the same after it
 * @param method of cooling, as in a run's record
 * @param cooled whether it ran and succeeded
 */
public record CacheObservation(
        String role,
        Long bytesAsked,
        RoleFigures devices,
        Long dataNodeBytes,
        boolean dataNodesAlone,
        SortedMap<String, Long> cachedBefore,
        SortedMap<String, Long> cachedAfter,
        String method,
        boolean cooled) {
    public CacheObservation {
        cachedBefore = copy(cachedBefore);
        cachedAfter = copy(cachedAfter);
    }

    private static SortedMap<String, Long> copy(Map<String, Long> bytes) {
        return bytes == null ? null : Collections.unmodifiableSortedMap(new TreeMap<>(bytes));
    }

    /** Over all nodes; null where one of them is not known. */
    static Long total(Map<String, Long> bytes) {
        if (bytes == null || bytes.isEmpty() || bytes.values().stream().anyMatch(Objects::isNull)) {
            return null;
        }
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }
}
