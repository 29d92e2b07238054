package org.spindlebench.analysis.proof;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.spindlebench.analysis.proof.RoleAttribution.ShuffleBounds;

/**
 * Describes whether intermediate data ever left memory. If it stayed there, devices cannot make the shuffle faster. The
 * paper (section 4.1) explains in this way why compressed map output hides the advantage of an SSD. See {@code
 * docs/proofs.md}.
 *
 * <p>If HDFS uses the same devices, only limits are known: the shuffle moved the bytes beyond HDFS's bytes. Data
 * that never reached a device cannot be read from one, so few written bytes prove that it stayed in memory.
 *
 * @param by the judged bytes: {@code devices}, or {@code bytes beyond HDFS's}; null if none were judged
 * @param writtenShare bytesFlushed / fileWritten
 * @param writtenInJobShare bytesWritten / fileWritten
 * @param readShare bytesRead / toRead
 * @param materialized bytes of map output in the form that the reduces fetch
 * @param fileWritten bytes that tasks wrote to local files
 * @param fileRead bytes that tasks read from local files
 * @param toRead fileRead + materialized, because NodeManagers also read each map output once
 * @param bytesWritten bytes written to the shuffle's devices during the job
 * @param bytesFlushed bytes written to the shuffle's devices from the job's start until no pages were dirty any more
 * @param bytesRead bytes read from the shuffle's devices during the job
 * @param atLeast the least shares of intermediate data that devices moved in the job; null unless only limits are known
 * @param atMost the greatest shares that they may have moved; null if {@code atLeast} is null
 * @param reason for people, the reason why the verdict does not prove more; null if there is none
 */
public record ShuffleProof(
        ShuffleVerdict verdict,
        String by,
        Double writtenShare,
        Double writtenInJobShare,
        Double readShare,
        Long materialized,
        Long fileWritten,
        Long fileRead,
        Long toRead,
        Long bytesWritten,
        Long bytesFlushed,
        Long bytesRead,
        ShuffleLimits atLeast,
        ShuffleLimits atMost,
        String reason) {
    private static final String BEYOND = "bytes beyond HDFS's";

    /**
     * Shares of the intermediate data.
     *
     * @param written bytes written to devices / fileWritten, at most 1
     * @param read bytes read from devices / toRead, at most 1
     */
    public record ShuffleLimits(double written, double read) {
        private static ShuffleLimits of(long written, long read, ShuffleObservation seen) {
            return new ShuffleLimits(
                    Math.min(1, written / (double) seen.fileWritten()), Math.min(1, read / (double) seen.toRead()));
        }

        private double larger() {
            return Math.max(written, read);
        }
    }

    /**
     * Returns the share of {@link #toRead} that was read from devices, at most 1. If only limits are known, returns the
     * greatest possible share; null if nothing is known.
     */
    public Double mostRead() {
        return atMost != null ? (Double) atMost.read() : readShare == null ? null : (Double) Math.min(1, readShare);
    }

    /** The possible verdicts. */
    public enum ShuffleVerdict {
        /** During the job, devices wrote and read at most 0.05 of the intermediate data. */
        @JsonProperty("stayed in memory")
        STAYED("stayed in memory"),
        /** The share of the data is between the limits of the other two verdicts. */
        @JsonProperty("partly")
        PARTLY("partly"),
        /** During the job, devices wrote or read at least 0.95 of the intermediate data. */
        @JsonProperty("reached the devices")
        REACHED("reached the devices"),
        /** There are no numbers, or there is nothing to judge. */
        @JsonProperty("not provable")
        NOT_PROVABLE("not provable");

        private final String word;

        ShuffleVerdict(String word) {
            this.word = word;
        }

        /** Returns the verdict's name in documents. */
        public String word() {
            return word;
        }
    }

    private record Judged(
            ShuffleVerdict verdict, String by, ShuffleLimits atLeast, ShuffleLimits atMost, String reason) {}

    /** Returns the verdict on a run. */
    public static ShuffleProof of(ShuffleObservation seen) {
        boolean own = seen.job() != null && seen.job().ofDevices();
        boolean later = own && seen.flushed() != null && seen.flushed().ofDevices();
        Long written = own ? seen.job().io().bytesWritten() : null;
        Long flushed = later ? seen.flushed().io().bytesWritten() : null;
        Long read = own ? seen.job().io().bytesRead() : null;
        Double writtenInJob = ProofLimits.share(written, seen.fileWritten());
        Double readShare = ProofLimits.share(read, seen.toRead());
        Judged judged = judged(seen, writtenInJob, readShare);
        return new ShuffleProof(
                judged.verdict,
                judged.by,
                ProofLimits.share(flushed, seen.fileWritten()),
                writtenInJob,
                readShare,
                seen.materialized(),
                seen.fileWritten(),
                seen.fileRead(),
                seen.toRead(),
                written,
                flushed,
                read,
                judged.atLeast,
                judged.atMost,
                judged.reason);
    }

    private static Judged judged(ShuffleObservation seen, Double written, Double read) {
        if (seen.fileWritten() == null || seen.toRead() == null) {
            return notProvable("the size of the job's intermediate data is unknown");
        }
        long least = Math.min(seen.fileWritten(), seen.toRead());
        if (ProofLimits.isTooLittle(least)) {
            return notProvable(ProofLimits.tooLittle(least));
        }
        if (written == null || read == null) {
            return seen.bounds() == null ? notProvable(RoleIo.whyNone(seen.job())) : judgedByBounds(seen);
        }
        ShuffleVerdict verdict = verdict(written, read);
        RoleIo devices = seen.job();
        if (verdict != ShuffleVerdict.REACHED && !devices.compressing().isEmpty()) {
            return notProvable(compress(devices.compressing()));
        }
        if (verdict != ShuffleVerdict.STAYED && !devices.freeOfSystem()) {
            return notProvable("the system is on the same devices (" + Reasons.few(devices.system())
                    + "), and reads and writes there, too");
        }
        return new Judged(verdict, "devices", null, null, null);
    }

    private static String compress(List<String> directories) {
        return "file systems compress (" + Reasons.few(directories)
                + "): fewer bytes reach the devices than the job moves";
    }

    private static Judged judgedByBounds(ShuffleObservation seen) {
        ShuffleBounds bounds = seen.bounds();
        ShuffleLimits least = ShuffleLimits.of(bounds.leastWritten(), bounds.leastRead(), seen);
        ShuffleLimits most = ShuffleLimits.of(bounds.mostWritten(), bounds.mostRead(), seen);
        if (least.larger() >= ProofLimits.ALL) {
            return new Judged(ShuffleVerdict.REACHED, BEYOND, least, most, null);
        }
        if (!bounds.compressing().isEmpty()) {
            return notProvable(compress(bounds.compressing()));
        }
        if (most.written() <= ProofLimits.NONE) {
            return new Judged(ShuffleVerdict.STAYED, BEYOND, least, most, null);
        }
        boolean left = least.larger() > ProofLimits.NONE;
        return new Judged(
                left ? ShuffleVerdict.PARTLY : ShuffleVerdict.NOT_PROVABLE,
                left ? BEYOND : null,
                least,
                most,
                left
                        ? "HDFS is on the same devices: at least this much left memory, and perhaps all data did"
                        : "HDFS is on the same devices, and may have moved all of their bytes");
    }

    private static ShuffleVerdict verdict(double written, double read) {
        if (written <= ProofLimits.NONE && read <= ProofLimits.NONE) {
            return ShuffleVerdict.STAYED;
        }
        return written >= ProofLimits.ALL || read >= ProofLimits.ALL ? ShuffleVerdict.REACHED : ShuffleVerdict.PARTLY;
    }

    private static Judged notProvable(String reason) {
        return new Judged(ShuffleVerdict.NOT_PROVABLE, null, null, null, reason);
    }

    /**
     * The numbers for judging whether a job's intermediate data left memory. Values are bytes, and null if unknown.
     *
     * @param materialized map output as written for the reduces, after any compression (MAP_OUTPUT_MATERIALIZED_BYTES);
     *     0 for a job without reduces
     * @param fileWritten bytes that tasks wrote to local files: spills, merges, fetched map output (FILE_BYTES_WRITTEN)
     * @param fileRead bytes that tasks read from local files: merges (FILE_BYTES_READ)
     * @param job the I/O of the shuffle's devices in the job's window; null without samples
     * @param flushed the I/O of the shuffle's devices from the job's start until its dirty data was written; null if
     *     Spindle did not wait for that
     * @param bounds the known limits of the shuffle on devices that it shares with HDFS; null if none are known
     */
    public record ShuffleObservation(
            Long materialized, Long fileWritten, Long fileRead, RoleIo job, RoleIo flushed, ShuffleBounds bounds) {
        /** The numbers of a shuffle with devices of its own. */
        public ShuffleObservation(Long materialized, Long fileWritten, Long fileRead, RoleIo job, RoleIo flushed) {
            this(materialized, fileWritten, fileRead, job, flushed, null);
        }

        /**
         * Returns the bytes that tasks read, plus each map output once, as NodeManagers serve it without a counter.
         */
        Long toRead() {
            return materialized == null || fileRead == null ? null : (Long) (materialized + fileRead);
        }
    }
}
