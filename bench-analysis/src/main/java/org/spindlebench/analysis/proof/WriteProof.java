package org.spindlebench.analysis.proof;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.spindlebench.analysis.node.NodeFigures;
import org.spindlebench.analysis.proof.Proofs.ProofLimits;
import org.spindlebench.analysis.proof.Proofs.Reasons;

/**
 * Whether what a job wrote to HDFS came to the devices: by its end, and by the time when nothing was dirty any more. What a device
 * confirms and has not stored cannot be seen. See {@code docs/method.md}.
 *
 * @param verdict what is proved
 * @param ratio bytesFlushed / bytesAsked
 * @param bytesAsked bytes that the job wrote, times replicas
 * @param bytesWritten to HDFS's devices during the job
 * @param bytesFlushed to them from the job's begin until nothing was dirty any more
 * @param toEnd seconds from the job's begin to its end
 * @param toFlush seconds from the job's begin until all was written
 * @param dirtyAtEnd bytes by which dirty pages, those being written included, grew during the job on all nodes, whoever made them
 * @param notYetShare dirtyAtEnd / bytesAsked, at most 1: what no device had seen when the job's time ended, or less
 * @param sync what was forced to disk
 * @param mayEndInPageCache whether that leaves data to the kernel: {@code none} and {@code close}, which forces the last block only; null
 *     where sync is not known
 * @param reason what keeps the verdict from being more, for people; null where nothing does
 */
public record WriteProof(
        Verdict verdict,
        Double ratio,
        Long bytesAsked,
        Long bytesWritten,
        Long bytesFlushed,
        Double toEnd,
        Double toFlush,
        Long dirtyAtEnd,
        Double notYetShare,
        String sync,
        Boolean mayEndInPageCache,
        String reason) {
    /** What is proved. */
    public enum Verdict {
        /** At least 0.95 of it came to the devices. */
        @JsonProperty("reached")
        REACHED("reached"),
        /** Less did. */
        @JsonProperty("not-reached")
        NOT_REACHED("not-reached"),
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

    private record Judged(Verdict verdict, String reason) {}

    /** The verdict on a run. */
    public static WriteProof of(WriteObservation seen) {
        Long written = written(seen.job());
        Long flushed = written(seen.flushed());
        Long dirty = seen.dirtied();
        Double notYet = ProofLimits.share(dirty, seen.bytesAsked());
        Judged judged = judged(seen, written, flushed);
        return new WriteProof(
                judged.verdict,
                ProofLimits.share(flushed, seen.bytesAsked()),
                seen.bytesAsked(),
                written,
                flushed,
                seen.toEnd(),
                seen.toFlush(),
                dirty,
                notYet == null ? null : (Double) Math.min(1, notYet),
                seen.sync(),
                mayEndInPageCache(seen.sync()),
                judged.reason);
    }

    private static Long written(RoleFigures devices) {
        return devices == null ? null : devices.io().bytesWritten();
    }

    private static Boolean mayEndInPageCache(String sync) {
        if (sync == null) {
            return null;
        }
        return switch (sync) {
            case "none", "close", "last-block" -> Boolean.TRUE;
            case "block" -> Boolean.FALSE;
            default -> null;
        };
    }

    private static Judged judged(WriteObservation seen, Long written, Long flushed) {
        Long asked = seen.bytesAsked();
        if (asked == null) {
            return notProvable("it is not known how much the job wrote to HDFS");
        }
        if (ProofLimits.isTooLittle(asked)) {
            return notProvable(ProofLimits.tooLittle(asked));
        }
        if (written == null && flushed == null) {
            return notProvable(RoleFigures.whyNone(seen.job() == null ? seen.flushed() : seen.job()));
        }
        // What was written until the job's end was written until later, too.
        RoleFigures devices = flushed == null ? seen.job() : seen.flushed();
        double ratio = devices.io().bytesWritten() / (double) asked;
        if (ratio >= ProofLimits.ALL) {
            return reached(devices, ratio);
        }
        if (flushed == null) {
            return notProvable("it is not known how much was written until nothing was dirty any more");
        }
        return devices.compressing().isEmpty()
                ? new Judged(Verdict.NOT_REACHED, null)
                : notProvable("file systems compress (" + Reasons.few(devices.compressing())
                        + "): fewer bytes pass the devices than the job writes");
    }

    private static Judged reached(RoleFigures devices, double ratio) {
        if (!devices.freeOfSystem()) {
            return notProvable(
                    "the system is on the same devices (" + Reasons.few(devices.system()) + "), and writes there, too");
        }
        return new Judged(
                Verdict.REACHED,
                ratio > ProofLimits.MORE ? "more was written than the job asked for: somebody else writes" : null);
    }

    private static Judged notProvable(String reason) {
        return new Judged(Verdict.NOT_PROVABLE, reason);
    }

    /**
     * What is known of what a job wrote to HDFS.
     *
     * @param bytesAsked bytes that it wrote, times replicas: as many as the devices are to get; null where it is not known
     * @param sync what was forced to disk: {@code block}, {@code close} (the last block of each file) or {@code none}; null where it is not known
     * @param job HDFS's devices in the job's window; null where nothing was watched
     * @param flushed the same from the job's begin until what it left dirty was written; null where nobody waited for that
     * @param nodes in the job's window
     * @param toEnd seconds from the job's begin to its end
     * @param toFlush seconds from the job's begin until all was written; null where nobody waited for that
     */
    public record WriteObservation(
            Long bytesAsked,
            String sync,
            RoleFigures job,
            RoleFigures flushed,
            List<NodeFigures> nodes,
            Double toEnd,
            Double toFlush) {
        public WriteObservation {
            nodes = nodes == null ? List.of() : List.copyOf(nodes);
        }

        /**
         * By how much the dirty pages of all nodes grew, in bytes; a node where they became fewer counts as none. Null where a node is missing or
         * does not say.
         */
        Long dirtied() {
            if (nodes.isEmpty() || (job != null && nodes.size() < job.nodes())) {
                return null;
            }
            long sum = 0;
            for (NodeFigures node : nodes) {
                NodeFigures.Memory memory = node.memory();
                if (memory == null || memory.dirtyBefore() == null || memory.dirtyAfter() == null) {
                    return null;
                }
                sum += Math.max(0, memory.dirtyAfter() - memory.dirtyBefore());
            }
            return sum;
        }
    }
}
