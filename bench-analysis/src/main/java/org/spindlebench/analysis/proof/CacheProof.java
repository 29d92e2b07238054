package org.spindlebench.analysis.proof;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.spindlebench.analysis.proof.Proofs.ProofLimits;
import org.spindlebench.analysis.proof.Proofs.Reasons;

/**
 * Whether a job's input came from the devices: the bytes that they, or the DataNodes' processes, read during the job, over the bytes that
 * the job asked HDFS for. See {@code docs/method.md}; limits are {@link ProofLimits}.
 *
 * @param verdict what is proved
 * @param ratio bytesRead / bytesAsked; where the devices are shared with the system the greatest that it can be; null where nothing is judged
 * @param bytesAsked of HDFS by the job
 * @param bytesRead by what {@code by} names
 * @param by {@code devices} or {@code datanodes}; null where nothing is judged
 * @param reason what keeps the verdict from being more, for people; null where nothing does
 * @param cachedBefore page cache of all nodes before cooling, bytes; null where one does not say
 * @param cachedAfter the same after it: a cooling that reads decoys leaves it full
 * @param method of cooling
 * @param cooled whether it ran and succeeded
 * @param below what nothing here can show, in a sentence
 */
public record CacheProof(
        Verdict verdict,
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

    /** What is proved. */
    public enum Verdict {
        /** The input came from the devices: 0.95 to 1.15 of it. */
        @JsonProperty("cold")
        COLD("cold"),
        /** It came from memory: at most 0.05 did not. */
        @JsonProperty("warm")
        WARM("warm"),
        /** Some of it came from memory. */
        @JsonProperty("partly")
        PARTLY("partly"),
        /** More than 1.15 of it was read: somebody else reads, too, and hides what the job did. */
        @JsonProperty("more")
        MORE("more"),
        /** The system reads from the same devices, and may have read what the job did not. */
        @JsonProperty("unattributable")
        UNATTRIBUTABLE("unattributable"),
        /** There are no figures, or nothing to judge. */
        @JsonProperty("not-provable")
        NOT_PROVABLE("not-provable");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        /** The word that documents use. */
        public String word() {
            return word;
        }
    }

    /** The verdict on a run. */
    public static CacheProof of(CacheObservation seen) {
        String nothing = nothingToJudge(seen);
        if (nothing != null) {
            return none(seen, nothing);
        }
        RoleFigures devices = seen.devices();
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
        return none(seen, RoleFigures.whyNone(devices) + others);
    }

    private static String nothingToJudge(CacheObservation seen) {
        if (!RoleFigures.HDFS.equals(seen.role())) {
            return "the job has no input in HDFS";
        }
        if (seen.bytesAsked() == null) {
            return "it is not known how much the job read from HDFS";
        }
        return ProofLimits.isTooLittle(seen.bytesAsked()) ? ProofLimits.tooLittle(seen.bytesAsked()) : null;
    }

    private static CacheProof judged(CacheObservation seen, String by, long bytes) {
        double ratio = bytes / (double) seen.bytesAsked();
        String compressed = compressed(seen, ratio);
        if (compressed != null) {
            return made(seen, Verdict.NOT_PROVABLE, by, bytes, compressed);
        }
        Verdict verdict = verdict(ratio);
        String reason = verdict == Verdict.MORE ? "more was read than the job asked for: somebody else reads" : null;
        return made(seen, verdict, by, bytes, reason);
    }

    private static Verdict verdict(double ratio) {
        if (ratio <= ProofLimits.NONE) {
            return Verdict.WARM;
        }
        if (ratio < ProofLimits.ALL) {
            return Verdict.PARTLY;
        }
        return ratio <= ProofLimits.MORE ? Verdict.COLD : Verdict.MORE;
    }

    /** What others read is in the figure: the job itself read no more than that. */
    private static CacheProof atMost(CacheObservation seen, RoleFigures devices) {
        CacheProof all = judged(seen, "devices", devices.io().bytesRead());
        if (all.verdict == Verdict.WARM || all.verdict == Verdict.NOT_PROVABLE) {
            return all;
        }
        String shared = "the system is on the same devices (" + Reasons.few(devices.system()) + ")";
        return all.verdict == Verdict.PARTLY
                ? made(seen, Verdict.PARTLY, "devices", all.bytesRead, shared + ": the job read this much at most")
                : made(seen, Verdict.UNATTRIBUTABLE, "devices", all.bytesRead, shared);
    }

    private static String compressed(CacheObservation seen, double ratio) {
        RoleFigures devices = seen.devices();
        return ratio >= ProofLimits.ALL
                        || devices == null
                        || devices.compressing().isEmpty()
                ? null
                : "file systems compress (" + Reasons.few(devices.compressing())
                        + "): fewer bytes pass the devices than the job reads";
    }

    private static CacheProof none(CacheObservation seen, String reason) {
        return made(seen, Verdict.NOT_PROVABLE, null, null, reason);
    }

    private static CacheProof made(CacheObservation seen, Verdict verdict, String by, Long bytes, String reason) {
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

    /**
     * Whether a claim is disproved: of cold by {@link Verdict#WARM} and {@link Verdict#PARTLY}, of warm by {@link Verdict#COLD}. What is
     * not provable contradicts nothing.
     */
    public boolean contradicts(boolean claimedCold) {
        return claimedCold ? verdict == Verdict.WARM || verdict == Verdict.PARTLY : verdict == Verdict.COLD;
    }

    /** Whether the run was cooled and its input came from memory all the same: then it is no valid run. */
    public boolean disprovesCooling() {
        return cooled && verdict == Verdict.WARM;
    }

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
}
