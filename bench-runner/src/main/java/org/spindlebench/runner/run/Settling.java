package org.spindlebench.runner.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.probe.Probe.Flushed;

/**
 * Waits until earlier jobs no longer use the disks: HDFS has no deletions pending, and the nodes have few dirty pages.
 * Deletions come first, because a deleted file takes its dirty pages with it.
 */
final class Settling {
    /** Makes the nodes write their dirty pages. */
    interface Flusher {
        Flushed flush(Duration limit) throws InterruptedException;
    }

    private static final Duration POLL = Duration.ofMillis(200);
    private static final double MIB = 1 << 20;

    private final Storage storage;
    private final Flusher flusher;
    private final Duration limit;
    private final Consumer<String> progress;
    private final List<Warning> warnings = new ArrayList<>();
    private Long pendingDeletions;
    private Long dirty;

    /** The limit holds for each of the two waits. */
    Settling(Storage storage, Flusher flusher, Duration limit, Consumer<String> progress) {
        this.storage = storage;
        this.flusher = flusher;
        this.limit = limit;
        this.progress = progress;
    }

    /** Waits for deletions and then for dirty pages, each up to the limit. */
    void await() throws InterruptedException {
        awaitDeletions();
        if (pendingDeletions != null && pendingDeletions > 0) {
            warnings.add(new Warning(
                    "deletions-pending",
                    "HDFS still had " + pendingDeletions + " replicas to delete after " + limit.toSeconds()
                            + " s, which competed with this run; check why DataNodes delete so slowly, or who else deletes"
                            + " (dfs.namenode.redundancy.interval.seconds, dfs.block.invalidate.limit)"));
        }
        Flushed flushed = flusher.flush(limit);
        // A total over only some of the nodes would mislead.
        dirty = flushed.silent().isEmpty() ? flushed.left() : null;
        if (flushed.most() != null && flushed.most() > DirtyPages.FEW) {
            warnings.add(new Warning(
                    "dirty-pages",
                    String.format(
                            Locale.ROOT,
                            "%.0f MiB of a node's page cache were still to be written after %d s, and were written"
                                    + " during this run; check who else writes there",
                            flushed.most() / MIB,
                            limit.toSeconds())));
        }
    }

    /** Deleted files reach the NameNode's count a moment later, so a count of 0 must be seen twice. */
    private void awaitDeletions() throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        int quiet = 0;
        for (OptionalLong now = storage.pendingDeletions(); now.isPresent(); now = storage.pendingDeletions()) {
            pendingDeletions = now.getAsLong();
            quiet = pendingDeletions == 0 ? quiet + 1 : 0;
            if (quiet > 1 || System.nanoTime() > deadline) {
                return;
            }
            if (pendingDeletions > 0) {
                progress.accept("settle: HDFS has " + pendingDeletions + " replicas to delete");
            }
            Thread.sleep(POLL.toMillis());
        }
        pendingDeletions = null;
    }

    /** Returns the dirty bytes that are left; null if they cannot be read. */
    Long dirty() {
        return dirty;
    }

    /** Adds to a cooling's result the deletions that were pending before it. */
    Cache with(Cache cooled) {
        return cooled.withPendingDeletions(pendingDeletions);
    }

    /** Returns warnings about exceeded limits. */
    List<Warning> warnings() {
        return warnings;
    }
}
