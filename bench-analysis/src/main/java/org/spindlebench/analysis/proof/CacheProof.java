package org.spindlebench.analysis.proof;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Describes whether a job's input came from the devices. It divides the bytes that the devices or the DataNodes'
 * processes read during the job by the bytes that the job asked HDFS for. See {@code docs/proofs.md}; limits are in
 * {@link ProofLimits}.
 *
 * @param ratio bytesRead / bytesAsked, which is an upper limit if the system shares the devices; null without a verdict
 *     on reads
 * @param bytesAsked bytes that the job asked HDFS for
 * @param bytesRead bytes read according to {@code by}
 * @param by the source of {@code bytesRead}, {@code devices} or {@code datanodes}; null if nothing is judged
 * @param reason for people, the reason why the verdict does not prove more; null if there is none
 * @param cachedBefore page cache of all nodes before cooling, in bytes; null if a node does not report it
 * @param cachedAfter page cache of all nodes after cooling, in bytes; a cooling that reads other files leaves the cache
 *     full
 * @param cooled whether the cooling ran and succeeded
 * @param below one sentence about caches that Spindle cannot observe here
 */
public record CacheProof(
        CacheVerdict verdict,
        Double ratio,
        Long bytesAsked,
        Long bytesRead,
        String by,
        String reason,
        Long cachedBefore,
        Long cachedAfter,
        String method,
        boolean cooled,
        String below) {
    private static final String BELOW =
            "Caches below the node's kernel (of a hypervisor, a controller, a disk) cannot be seen: what came from them counts as read"
                    + " from the device.";

    /** The possible verdicts. */
    public enum CacheVerdict {
        /** 0.95 to 1.15 of the input came from the devices. */
        @JsonProperty("cold")
        COLD("cold"),
        /** The input came from memory: the devices read at most 0.05 of its bytes. */
        @JsonProperty("warm")
        WARM("warm"),
        /** Part of the input came from memory. */
        @JsonProperty("partly")
        PARTLY("partly"),
        /** More than 1.15 of the input was read. Others read, too, which hides the bytes that the job read. */
        @JsonProperty("more")
        MORE("more"),
        /** The system reads from the same devices, so its reads may hide that the job's input came from memory. */
        @JsonProperty("unattributable")
        UNATTRIBUTABLE("unattributable"),
        /** There are no numbers, or there is nothing to judge. */
        @JsonProperty("not-provable")
        NOT_PROVABLE("not-provable");

        private final String word;

        CacheVerdict(String word) {
            this.word = word;
        }

        /** Returns the verdict's name in documents. */
        public String word() {
            return word;
        }
    }

    /** Returns the verdict on a run. */
    public static CacheProof of(CacheObservation seen) {
        String nothing = nothingToJudge(seen);
        if (nothing != null) {
            return none(seen, nothing);
        }
        RoleIo devices = seen.devices();
        boolean known = devices != null && devices.known();
        if (known && devices.freeOfSystem()) {
            return judged(seen, "devices", devices.io().bytesRead());
        }
        if (seen.dataNodeBytes() != null && seen.dataNodesAlone()) {
            return judged(seen, "datanodes", seen.dataNodeBytes());
        }
        if (known) {
            return atMost(seen, devices);
        }
        String others = seen.dataNodeBytes() == null ? "" : "; the DataNodes did not read for this job alone";
        return none(seen, RoleIo.whyNone(devices) + others);
    }

    private static String nothingToJudge(CacheObservation seen) {
        if (!RoleIo.HDFS.equals(seen.role())) {
            return "the job has no input in HDFS";
        }
        if (seen.bytesAsked() == null) {
            return "the number of bytes that the job read from HDFS is unknown";
        }
        return ProofLimits.isTooLittle(seen.bytesAsked()) ? ProofLimits.tooLittle(seen.bytesAsked()) : null;
    }

    private static CacheProof judged(CacheObservation seen, String by, long bytes) {
        double ratio = bytes / (double) seen.bytesAsked();
        String compressed = compressed(seen, ratio);
        if (compressed != null) {
            return made(seen, CacheVerdict.NOT_PROVABLE, by, bytes, compressed);
        }
        CacheVerdict verdict = verdict(ratio);
        String reason =
                verdict == CacheVerdict.MORE ? "more was read than the job asked for, so others read, too" : null;
        return made(seen, verdict, by, bytes, reason);
    }

    private static CacheVerdict verdict(double ratio) {
        if (ratio <= ProofLimits.NONE) {
            return CacheVerdict.WARM;
        }
        if (ratio < ProofLimits.ALL) {
            return CacheVerdict.PARTLY;
        }
        return ratio <= ProofLimits.MORE ? CacheVerdict.COLD : CacheVerdict.MORE;
    }

    /** Judges bytes that include reads by others, and are therefore an upper limit of the job's reads. */
    private static CacheProof atMost(CacheObservation seen, RoleIo devices) {
        CacheProof all = judged(seen, "devices", devices.io().bytesRead());
        if (all.verdict == CacheVerdict.WARM || all.verdict == CacheVerdict.NOT_PROVABLE) {
            return all;
        }
        String shared = "the system is on the same devices (" + Reasons.few(devices.system()) + ")";
        return all.verdict == CacheVerdict.PARTLY
                ? made(seen, CacheVerdict.PARTLY, "devices", all.bytesRead, shared + ": the job read at most this much")
                : made(seen, CacheVerdict.UNATTRIBUTABLE, "devices", all.bytesRead, shared);
    }

    private static String compressed(CacheObservation seen, double ratio) {
        RoleIo devices = seen.devices();
        return ratio >= ProofLimits.ALL
                        || devices == null
                        || devices.compressing().isEmpty()
                ? null
                : "file systems compress (" + Reasons.few(devices.compressing())
                        + "): fewer bytes reach the devices than the job reads";
    }

    private static CacheProof none(CacheObservation seen, String reason) {
        return made(seen, CacheVerdict.NOT_PROVABLE, null, null, reason);
    }

    private static CacheProof made(CacheObservation seen, CacheVerdict verdict, String by, Long bytes, String reason) {
        return new CacheProof(
                verdict,
                ProofLimits.share(bytes, seen.bytesAsked()),
                seen.bytesAsked(),
                bytes,
                by,
                reason,
                CacheObservation.total(seen.cachedBefore()),
                CacheObservation.total(seen.cachedAfter()),
                seen.method(),
                seen.cooled(),
                BELOW);
    }

    /** Checks whether a claim is disproved: WARM and PARTLY contradict cold, and COLD contradicts warm. */
    public boolean contradicts(boolean claimedCold) {
        return claimedCold
                ? verdict == CacheVerdict.WARM || verdict == CacheVerdict.PARTLY
                : verdict == CacheVerdict.COLD;
    }

    /** Checks whether the run was cooled and its input came from memory. Such a run is invalid. */
    public boolean disprovesCooling() {
        return cooled && verdict == CacheVerdict.WARM;
    }

    /**
     * The data for judging a claim that a run was cold or warm.
     *
     * @param role the role of the devices that the job reads: {@code hdfs}; another role, or null, for a job without
     *     input
     * @param bytesAsked bytes that the job read from HDFS, such as HDFS_BYTES_READ; null if unknown
     * @param devices the role's devices in the job's window; null without samples
     * @param dataNodeBytes bytes that all DataNodes' processes fetched from devices in this window ({@code read_bytes}
     *     of {@code /proc/PID/io}); null if a process's bytes could not be read
     * @param dataNodesAlone whether the DataNodes read for this job alone, and the job read through them alone (no
     *     short-circuit reads)
     * @param cachedBefore page cache before cooling, in bytes, by node; null if unknown
     * @param cachedAfter page cache after cooling, in bytes, by node; null if unknown
     * @param method the method of cooling, as in a run's record
     * @param cooled whether the cooling ran and succeeded
     */
    public record CacheObservation(
            String role,
            Long bytesAsked,
            RoleIo devices,
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

        /** Returns the sum over all nodes; null if a node's value is unknown. */
        static Long total(Map<String, Long> bytes) {
            if (bytes == null || bytes.isEmpty() || bytes.values().stream().anyMatch(Objects::isNull)) {
                return null;
            }
            return bytes.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
