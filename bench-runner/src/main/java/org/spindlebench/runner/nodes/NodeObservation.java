package org.spindlebench.runner.nodes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.probe.DirtyPages;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.nodes.NodeEvidence.RunSpan;
import org.spindlebench.runner.probe.Probe;
import org.spindlebench.runner.probe.Probe.Flushed;

/** Makes the probe watch the nodes during one run, from the cooling until the run's output has reached the devices. */
public final class NodeObservation {
    /** The time limit for flushing, which is enough for a node with much memory and a slow disk. */
    private static final Duration FLUSH_LIMIT = Duration.ofMinutes(10);

    private final Probe probe;
    private final DirtyPages here;
    private final boolean directoriesKnown;
    private Instant coolingBegan;
    private Instant coolingEnded;
    private Instant flushed;

    /**
     * Prepares the probe for one run.
     *
     * @param here reads this host's dirty pages without a probe; null if that is impossible
     * @param directoriesKnown whether every daemon has reported its directories
     */
    public NodeObservation(Probe probe, DirtyPages here, boolean directoriesKnown) {
        this.probe = probe;
        this.here = here;
        this.directoriesKnown = directoriesKnown;
    }

    /** Makes nodes write their dirty pages before the run. */
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

    /** Makes nodes write the dirty pages that the job left. Does nothing without a probe. */
    public void flushAfterJob() throws InterruptedException {
        Optional<Flushed> seen = probe.flush(FLUSH_LIMIT);
        boolean all = seen.isPresent()
                && seen.get().most() != null
                && seen.get().most() <= DirtyPages.FEW
                && seen.get().silent().isEmpty();
        flushed = all ? Instant.now() : null;
    }

    /**
     * Returns the time at which the dirty pages had been written; null if Spindle did not wait, or waited in vain.
     */
    public Instant flushed() {
        return flushed;
    }

    /** Takes over the observations of an earlier client. */
    public void flushed(Instant earlier) {
        flushed = earlier;
    }

    /** Returns whether every daemon has reported its directories. */
    public boolean directoriesKnown() {
        return directoriesKnown;
    }

    /** Returns whether DataNodes run in this process. */
    public boolean dataNodesInClient() {
        return probe.watchesThisProcess();
    }

    /**
     * Returns the evidence for a job that has ended.
     *
     * @return null without a probe, or if YARN has no times for the job
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
        return NodeEvidence.of(probe, span, RunSpan.clocksAgree(job), directory, name, job.applications());
    }

    /**
     * Checks that the nodes were watched from the job's start to its end, if the user asked for that.
     *
     * @param evidence the evidence for the job; null if there is none
     */
    public void check(NodeEvidence evidence, Consumer<Check> checks) {
        Set<String> missing = new TreeSet<>(probe.promised());
        if (missing.isEmpty()) {
            return;
        }
        if (evidence != null) {
            missing.retainAll(evidence.section().missing());
        }
        checks.accept(new Check(
                "watched: nodes without complete samples",
                "none, as --probe " + probe.method() + " asks",
                missing.isEmpty() ? "none" : FewNames.of(missing),
                missing.isEmpty()));
    }

    /**
     * Returns the time at which the client submitted the job, or the time at which YARN accepted it if that is earlier.
     */
    private static Instant submitted(EndedJob job) {
        boolean before = job.clientSubmitted() != null && job.clientSubmitted().isBefore(job.yarnStarted());
        return before ? job.clientSubmitted() : job.yarnStarted();
    }
}
