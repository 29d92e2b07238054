package org.spindlebench.runner.nodes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.nodes.NodeEvidence.RunSpan;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.Probe.Flushed;

/** Has the nodes watched during one run, from its cooling until what it wrote has reached the devices. */
public final class Watch {
    /** The dirty pages of a node with much memory, written by a slow disk. */
    private static final Duration FLUSH_LIMIT = Duration.ofMinutes(10);

    private final Probe probe;
    private final DirtyPages here;
    private final boolean directoriesKnown;
    private Instant coolingBegan;
    private Instant coolingEnded;
    private Instant flushed;

    /**
     * Of a run.
     *
     * @param here where dirty pages can be seen without a probe; null where they can't
     * @param directoriesKnown whether every daemon has said where its directories are
     */
    public Watch(Probe probe, DirtyPages here, boolean directoriesKnown) {
        this.probe = probe;
        this.here = here;
        this.directoriesKnown = directoriesKnown;
    }

    /** Has nodes write what is dirty, before the run. */
    public Flushed flush(Duration limit) throws InterruptedException {
        Optional<Flushed> seen = probe.flush(limit);
        if (seen.isPresent()) {
            return seen.get();
        }
        return here == null ? Flushed.UNKNOWN : Flushed.of(here.settle(limit));
    }

    public void coolingBegins() {
        coolingBegan = Instant.now();
    }

    public void coolingEnds() {
        coolingEnded = Instant.now();
    }

    /** Has nodes write what the job left dirty. Without a probe nobody would see what that was. */
    public void flushAfterJob() throws InterruptedException {
        Optional<Flushed> seen = probe.flush(FLUSH_LIMIT);
        boolean all = seen.isPresent()
                && seen.get().most() != null
                && seen.get().most() <= DirtyPages.FEW
                && seen.get().silent().isEmpty();
        flushed = all ? Instant.now() : null;
    }

    /** When what the job left dirty had been written; null where nobody waited, or it was not all written in time. */
    public Instant flushed() {
        return flushed;
    }

    /** Whether every daemon has said where its directories are. */
    public boolean directoriesKnown() {
        return directoriesKnown;
    }

    /** Whether DataNodes are in this process. */
    public boolean dataNodesInClient() {
        return probe.watchesThisProcess();
    }

    /**
     * What was seen of a job that has ended.
     *
     * @return null where nobody watches, or YARN has no times of the job
     */
    public NodeEvidence evidence(EndedJob job, Path directory, String name) throws IOException, InterruptedException {
        if (job.yarnStarted() == null || job.yarnFinished() == null) {
            return null;
        }
        RunSpan span = new RunSpan(
                coolingBegan == null ? job.yarnStarted() : coolingBegan,
                coolingEnded == null ? job.yarnStarted() : coolingEnded,
                submitted(job),
                job.yarnStarted(),
                job.yarnFinished(),
                flushed == null || flushed.isBefore(job.yarnFinished()) ? job.yarnFinished() : flushed);
        return NodeEvidence.of(probe, span, RunSpan.clocksAgree(job), directory, name);
    }

    /** Not after YARN accepted it. */
    private static Instant submitted(EndedJob job) {
        boolean before = job.clientSubmitted() != null && job.clientSubmitted().isBefore(job.yarnStarted());
        return before ? job.clientSubmitted() : job.yarnStarted();
    }
}
