package org.spindlebench.analysis.proof;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.spindlebench.analysis.proof.Proofs.ProofLimits;
import org.spindlebench.analysis.proof.Proofs.Reasons;

/**
 * Whether intermediate data ever left memory. Where it does not, devices cannot make its shuffle faster: the paper (section 4.1) explains so why
 * compressed map output hides the advantage of an SSD. See {@code docs/method.md}.
 *
 * @param verdict what is proved
 * @param writtenShare bytesFlushed / fileWritten
 * @param writtenInJobShare bytesWritten / fileWritten
 * @param readShare bytesRead / toRead
 * @param materialized bytes of map output as the reduces fetch it
 * @param fileWritten bytes that tasks wrote to local files
 * @param fileRead bytes that tasks read from them
 * @param toRead fileRead + materialized: NodeManagers read each map output once, too
 * @param bytesWritten to the shuffle's devices during the job
 * @param bytesFlushed to them from the job's begin until nothing was dirty any more
 * @param bytesRead from them during the job
 * @param reason what keeps the verdict from being more, for people; null where nothing does
 */
public record ShuffleProof(
        Verdict verdict,
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
        String reason) {
    /** What is proved. */
    public enum Verdict {
        /** During the job, devices wrote at most 0.05 of it and read at most 0.05 of it. */
        @JsonProperty("stayed in memory")
        STAYED("stayed in memory"),
        /** Between the two. */
        @JsonProperty("partly")
        PARTLY("partly"),
        /** During the job, devices wrote at least 0.95 of it or read at least 0.95 of it. */
        @JsonProperty("reached the devices")
        REACHED("reached the devices"),
        /** There are no figures, or nothing to judge. */
        @JsonProperty("not provable")
        NOT_PROVABLE("not provable");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        /** The word that documents use. */
        public String word() {
            return word;
        }
    }

    private record Judged(Verdict verdict, String reason) {}

    /** The verdict on a run. */
    public static ShuffleProof of(ShuffleObservation seen) {
        Long written = seen.job() == null ? null : seen.job().io().bytesWritten();
        Long flushed = seen.flushed() == null ? null : seen.flushed().io().bytesWritten();
        Long read = seen.job() == null ? null : seen.job().io().bytesRead();
        Double writtenInJob = ProofLimits.share(written, seen.fileWritten());
        Double readShare = ProofLimits.share(read, seen.toRead());
        Judged judged = judged(seen, writtenInJob, readShare);
        return new ShuffleProof(
                judged.verdict,
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
                judged.reason);
    }

    private static Judged judged(ShuffleObservation seen, Double written, Double read) {
        if (seen.fileWritten() == null || seen.toRead() == null) {
            return notProvable("it is not known how much intermediate data the job wrote and read");
        }
        long least = Math.min(seen.fileWritten(), seen.toRead());
        if (ProofLimits.isTooLittle(least)) {
            return notProvable(ProofLimits.tooLittle(least));
        }
        if (written == null || read == null) {
            return notProvable(RoleFigures.whyNone(seen.job()));
        }
        Verdict verdict = verdict(written, read);
        RoleFigures devices = seen.job();
        if (verdict != Verdict.REACHED && !devices.compressing().isEmpty()) {
            return notProvable("file systems compress (" + Reasons.few(devices.compressing())
                    + "): fewer bytes pass the devices than the job moves");
        }
        if (verdict != Verdict.STAYED && !devices.freeOfSystem()) {
            return notProvable("the system is on the same devices (" + Reasons.few(devices.system())
                    + "), and reads and writes there, too");
        }
        return new Judged(verdict, null);
    }

    private static Verdict verdict(double written, double read) {
        if (written <= ProofLimits.NONE && read <= ProofLimits.NONE) {
            return Verdict.STAYED;
        }
        return written >= ProofLimits.ALL || read >= ProofLimits.ALL ? Verdict.REACHED : Verdict.PARTLY;
    }

    private static Judged notProvable(String reason) {
        return new Judged(Verdict.NOT_PROVABLE, reason);
    }

    /**
     * What is known of a job's intermediate data. Bytes; null where it is not known.
     *
     * @param materialized map output as it was written for the reduces, compressed where it is (MAP_OUTPUT_MATERIALIZED_BYTES); 0 of a job
     *     without reduces
     * @param fileWritten that tasks wrote to local files: spills, merges, what reduces fetched to disk (FILE_BYTES_WRITTEN)
     * @param fileRead that tasks read from local files: merges (FILE_BYTES_READ)
     * @param job the shuffle's devices in the job's window; null where nothing was watched
     * @param flushed the same from the job's begin until what it left dirty was written; null where nobody waited for that
     */
    public record ShuffleObservation(
            Long materialized, Long fileWritten, Long fileRead, RoleFigures job, RoleFigures flushed) {
        /**
         * Bytes that were to be read: by tasks, and each map output once by the NodeManagers, which serve it to the reduces and are in no
         * counter.
         */
        Long toRead() {
            return materialized == null || fileRead == null ? null : (Long) (materialized + fileRead);
        }
    }
}
