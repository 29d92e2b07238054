package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.proof.OtherLoad;
import org.spindlebench.analysis.proof.ProofLimits;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.proof.WriteProof;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Warning;

/** What of a run's proofs its readers must know. */
final class ProofDoubts {
    private ProofDoubts() {}

    /**
     * In the order in which a run does things.
     *
     * @param hasInput whether the job reads what could be in the page cache
     */
    static List<Warning> of(Proofs proofs, boolean hasInput) {
        List<Warning> doubts = new ArrayList<>();
        if (hasInput) {
            cache(proofs.cache(), doubts);
        }
        writes(proofs.writes(), doubts);
        if (proofs.memory().warning() != null) {
            doubts.add(new Warning(
                    "fits-in-memory",
                    String.format(
                            Locale.ROOT,
                            "%s: %.2f of it; take more --bytes-per-node to measure devices",
                            proofs.memory().warning(),
                            proofs.memory().ratio())));
        }
        others(proofs.others(), doubts);
        return doubts;
    }

    /**
     * A run that was cooled, and whose input came from memory all the same, is no run of what was asked for. Without figures to judge by
     * nothing is checked.
     */
    static void check(CacheProof cache, Consumer<Check> checks) {
        if (!cache.cooled() || cache.verdict() == CacheProof.Verdict.NOT_PROVABLE) {
            return;
        }
        String remedy = cache.disprovesCooling()
                ? ": the input came from memory although the caches were cooled; let --cold empty the page cache of every"
                        + " host with a DataNode, and let nothing read the input before the run"
                : "";
        checks.accept(new Check(
                "cooled: share of the input from the devices",
                "more than " + ProofLimits.NONE,
                String.format(Locale.ROOT, "%.2f (%s)%s", cache.ratio(), cache.by(), remedy),
                !cache.disprovesCooling()));
    }

    private static void cache(CacheProof cache, List<Warning> doubts) {
        if (!cache.cooled() || cache.verdict() == CacheProof.Verdict.COLD || cache.disprovesCooling()) {
            return;
        }
        String why = Objects.requireNonNullElse(
                cache.reason(),
                String.format(
                        Locale.ROOT,
                        "%s read %.2f of the bytes that the job asked for",
                        cache.by(),
                        Objects.requireNonNullElse(cache.ratio(), 0.0)));
        doubts.add(
                cache.contradicts(true)
                        ? new Warning(
                                "partly-warm", "the caches were cooled, and part of the input came from memory: " + why)
                        : new Warning(
                                "cold-unproved", "whether the input came from the devices is not proved: " + why));
    }

    private static void writes(WriteProof writes, List<Warning> doubts) {
        boolean wrote = writes.bytesAsked() != null && writes.bytesAsked() > 0;
        if (wrote && Boolean.TRUE.equals(writes.mayEndInPageCache()) && !isNothing(writes.dirtyAtEnd())) {
            String left = writes.dirtyAtEnd() == null
                    ? "how much is not known"
                    : String.format(
                            Locale.ROOT,
                            "%.0f MiB were dirty at its end, %.0f %% of what it wrote",
                            writes.dirtyAtEnd() / (double) (1 << 20),
                            100 * Objects.requireNonNullElse(writes.notYetShare(), 0.0));
            doubts.add(new Warning(
                    "may-end-in-page-cache",
                    "what the job wrote was not forced to the medium (sync " + writes.sync()
                            + "), and its time may end before that is there: " + left));
        }
        if (writes.verdict() == WriteProof.Verdict.NOT_REACHED) {
            doubts.add(new Warning(
                    "writes-not-reached",
                    String.format(
                            Locale.ROOT,
                            "of the bytes that the job wrote with their replicas, HDFS's devices got %.2f, after all was"
                                    + " flushed, too",
                            writes.ratio())));
        }
    }

    /** Less than a MiB is what a kernel has dirty anyway: by the job's end all was written, although nothing forced it. */
    private static boolean isNothing(Long dirty) {
        return dirty != null && dirty < 1 << 20;
    }

    private static void others(OtherLoad others, List<Warning> doubts) {
        if (Boolean.TRUE.equals(others.others())) {
            doubts.add(new Warning(
                    "other-load",
                    String.format(
                            Locale.ROOT,
                            "others used the nodes during the job: %s of the processors' time and %s of the devices' bytes"
                                    + " are explained by no task; see who else works there",
                            percent(others.cpuShare()),
                            percent(others.deviceShare()))));
        }
    }

    private static String percent(Double share) {
        return share == null ? "an unknown part" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
