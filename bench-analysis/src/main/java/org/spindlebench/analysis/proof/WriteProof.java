package org.spindlebench.analysis.proof;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.spindlebench.analysis.node.NodeLoad;

/**
 * Describes whether a job's output in HDFS reached the devices by the job's end, and by the time when no pages were
 * dirty any more. Data that a device has confirmed but not yet stored cannot be detected. See {@code docs/proofs.md}.
 *
 * @param ratio bytesFlushed / bytesAsked
 * @param bytesAsked bytes that the job wrote, times replicas
 * @param bytesWritten bytes written to HDFS's devices during the job
 * @param bytesFlushed bytes written to HDFS's devices from the job's start until no pages were dirty any more
 * @param toEnd seconds from the job's start to its end
 * @param toFlush seconds from the job's start until all output was written
 * @param dirtyAtEnd the growth in bytes, on all nodes during the job, of dirty pages and pages being written; includes
 *     pages that others made dirty
 * @param notYetShare dirtyAtEnd / bytesAsked, at most 1: an upper limit of the share of the output that no device had
 *     received at the job's end
 * @param sync the part of the output that was forced to disk: {@code block}, {@code close} or {@code none}
 * @param mayEndInPageCache whether {@code sync} leaves data in the page cache: {@code none} does, and so does
 *     {@code close}, which forces the last block only; null if sync is unknown
 * @param reason for people, the reason why the verdict does not prove more; null if there is none
 */
public record WriteProof(
        WriteVerdict verdict,
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
    /** The possible verdicts. */
    public enum WriteVerdict {
        /** At least 0.95 of the output reached the devices. */
        @JsonProperty("reached")
        REACHED("reached"),
        /** Less than 0.95 of the output reached the devices. */
        @JsonProperty("not-reached")
        NOT_REACHED("not-reached"),
        /** There are no numbers, or there is nothing to judge. */
        @JsonProperty("not-provable")
        NOT_PROVABLE("not-provable");

        private final String word;

        WriteVerdict(String word) {
            this.word = word;
        }

        /** Returns the verdict's name in documents. */
        public String word() {
            return word;
        }
    }

    private record Judged(WriteVerdict verdict, String reason) {}

    /** Returns the verdict on a run. */
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

    private static Long written(RoleIo devices) {
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
            return notProvable("the number of bytes that the job wrote to HDFS is unknown");
        }
        if (ProofLimits.isTooLittle(asked)) {
            return notProvable(ProofLimits.tooLittle(asked));
        }
        if (written == null && flushed == null) {
            return notProvable(RoleIo.whyNone(seen.job() == null ? seen.flushed() : seen.job()));
        }
        // The bytes written until the flush include those written by the job's end.
        RoleIo devices = flushed == null ? seen.job() : seen.flushed();
        double ratio = devices.io().bytesWritten() / (double) asked;
        if (ratio >= ProofLimits.ALL) {
            return reached(devices, ratio);
        }
        if (flushed == null) {
            return notProvable("the number of bytes written until no page was dirty any more is unknown");
        }
        return devices.compressing().isEmpty()
                ? new Judged(WriteVerdict.NOT_REACHED, null)
                : notProvable("file systems compress (" + Reasons.few(devices.compressing())
                        + "): fewer bytes reach the devices than the job writes");
    }

    private static Judged reached(RoleIo devices, double ratio) {
        if (!devices.freeOfSystem()) {
            return notProvable(
                    "the system is on the same devices (" + Reasons.few(devices.system()) + "), and writes there, too");
        }
        return new Judged(
                WriteVerdict.REACHED,
                ratio > ProofLimits.MORE ? "more was written than the job asked for, so others write, too" : null);
    }

    private static Judged notProvable(String reason) {
        return new Judged(WriteVerdict.NOT_PROVABLE, reason);
    }

    /**
     * The numbers for judging a job's output in HDFS.
     *
     * @param bytesAsked bytes that the devices should receive: bytes that the job wrote, times replicas; null if
     *     unknown
     * @param sync the part of the output that was forced to disk: {@code block}, {@code close} (the last block of each
     *     file) or {@code none}; null if unknown
     * @param job the I/O of HDFS's devices in the job's window; null without samples
     * @param flushed the I/O of HDFS's devices from the job's start until its dirty data was written; null if Spindle
     *     did not wait for that
     * @param nodes the load of each node in the job's window
     * @param toEnd seconds from the job's start to its end
     * @param toFlush seconds from the job's start until all output was written; null if Spindle did not wait for that
     */
    public record WriteObservation(
            Long bytesAsked,
            String sync,
            RoleIo job,
            RoleIo flushed,
            List<NodeLoad> nodes,
            Double toEnd,
            Double toFlush) {
        public WriteObservation {
            nodes = nodes == null ? List.of() : List.copyOf(nodes);
        }

        /** Returns the growth in bytes of all nodes' dirty pages, at least 0; null if a node does not report them. */
        Long dirtied() {
            if (nodes.isEmpty() || (job != null && nodes.size() < job.nodes())) {
                return null;
            }
            long sum = 0;
            for (NodeLoad node : nodes) {
                NodeLoad.Memory memory = node.memory();
                if (memory == null || memory.dirtyBefore() == null || memory.dirtyAfter() == null) {
                    return null;
                }
                sum += Math.max(0, memory.dirtyAfter() - memory.dirtyBefore());
            }
            return sum;
        }
    }
}
