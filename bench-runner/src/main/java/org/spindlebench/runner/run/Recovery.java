package org.spindlebench.runner.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.JobSubmitter;
import org.spindlebench.runner.cluster.Outage;
import org.spindlebench.runner.collect.daemon.HealthyAgain;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.process.Interruption;

/**
 * The actions between runs if something failed. Spindle ends the applications that a failed run left, and waits for
 * daemons that are away. It keeps the record of a run that met an outage beside the other records.
 */
final class Recovery {
    static final Duration KILL_LIMIT = Duration.ofSeconds(60);
    /**
     * The number of attempts at a run that may be lost to outages. Without a limit, Spindle would never give up on a
     * cluster that fails at each attempt.
     */
    private static final int MOST_OUTAGES = 5;

    /** The longest time that an abandoned submission takes on a ResourceManager that answers. */
    private static final Duration SUBMITTING = Duration.ofSeconds(1);

    private static final Duration AFTER_OUTAGE = Duration.ofSeconds(3);

    private final JobSubmitter submitter;
    private final CampaignSettings settings;
    private final CampaignDirectory directory;
    private final Interruption interruption;
    private final Progress progress;
    private final Duration pause;
    /** The number of attempts that this client has lost to outages, by run. */
    private final Map<String, Integer> outages = new HashMap<>();

    private boolean gaveUp;
    /** True if applications of a failed run may still be running, or may still be submitted. */
    private boolean stray;
    /** The time in which YARN may still receive the submission of the failed run. */
    private Duration late = Duration.ZERO;

    Recovery(
            ClusterAccess cluster,
            CampaignSettings settings,
            CampaignDirectory directory,
            Interruption interruption,
            Progress progress) {
        this.submitter = cluster.submitter();
        this.settings = settings;
        this.directory = directory;
        this.interruption = interruption;
        this.progress = progress;
        this.pause = shorter(AFTER_OUTAGE);
    }

    /** Returns whether the cluster did not work again within the time limit, so that the campaign must be resumed. */
    boolean gaveUp() {
        return gaveUp;
    }

    /**
     * Records that a run failed, so that applications may be left.
     *
     * @param submitted whether YARN has accepted the run's application
     */
    void failed(boolean submitted) {
        stray = true;
        late = submitted ? late : longer(shorter(SUBMITTING));
    }

    /** A user who chose a short wait for the cluster does not wait long for its applications. */
    private Duration shorter(Duration wait) {
        Duration most = settings.limits().waitForCluster().dividedBy(10);
        return wait.compareTo(most) > 0 ? most : wait;
    }

    private Duration longer(Duration other) {
        return late.compareTo(other) > 0 ? late : other;
    }

    /**
     * Waits until a run may begin: all daemons of the visit's start work, and no application is left.
     *
     * @return false if the campaign ends here
     */
    boolean await(RunExecution execution) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + settings.limits().waitForCluster().toNanos();
        while (isWhole(execution) && !interruption.ending()) {
            if (strayEnded()) {
                return true;
            }
            if (System.nanoTime() > deadline) {
                gaveUp = true;
                progress.note("Spindle stops: the applications of a failed run did not end within "
                        + settings.limits().waitForCluster().toSeconds() + " s (--wait-for-cluster). Find out why with"
                        + " `yarn application -list`, then resume the campaign.");
                return false;
            }
            Thread.sleep(pause.toMillis());
        }
        return false;
    }

    private boolean isWhole(RunExecution execution) throws InterruptedException {
        List<String> missing = execution.missing();
        if (missing.isEmpty()) {
            return true;
        }
        Duration limit = settings.limits().waitForCluster();
        progress.note("The cluster is not whole: " + FewNames.of(missing) + ". Spindle waits until it is.");
        List<String> still =
                new HealthyAgain(waited -> execution.missing(), progress::note, interruption::ending).await(limit);
        if (!still.isEmpty() && !interruption.ending()) {
            gaveUp = true;
            progress.note("Spindle stops: after " + limit.toSeconds()
                    + " s (--wait-for-cluster) the cluster is still not whole: " + FewNames.of(still)
                    + ". Repair it, then resume the campaign.");
        }
        return still.isEmpty();
    }

    /**
     * Keeps the records of runs during which daemons were away, beside the other records. The runs are then made again.
     *
     * @param made the runs that ran together: one, or all of a workload
     * @return false if they met no outage, or have as many such records as are permitted
     */
    boolean isOutage(Map<RunSpec, RunExecution.Ended> made) throws IOException {
        Optional<String> outage =
                made.values().stream().flatMap(run -> run.outage().stream()).findFirst();
        if (outage.isEmpty() || interruption.requested()) {
            return false;
        }
        stray = true;
        late = longer(pause);
        Map<RunSpec, String> names = new LinkedHashMap<>();
        made.keySet().stream()
                .filter(spec -> outages.merge(spec.id(), 1, Integer::sum) <= MOST_OUTAGES)
                .forEach(spec -> names.put(spec, directory.outageName(spec)));
        if (names.size() < made.size()) {
            return false;
        }
        for (Map.Entry<RunSpec, RunExecution.Ended> run : made.entrySet()) {
            String name = names.get(run.getKey());
            directory.write(
                    run.getKey(),
                    run.getValue().runRecord().setAside(name),
                    null,
                    run.getValue().evidence());
        }
        String first = made.keySet().iterator().next().id();
        progress.note(first + ": " + outage.get() + ". Spindle keeps this record as "
                + names.values().iterator().next() + " and repeats the "
                + (made.size() == 1 ? "run" : "whole workload") + " when the cluster works again");
        return true;
    }

    /**
     * Ends the applications that a failed run left running, so that they do not compete with the next run.
     *
     * @return false if YARN is away again
     */
    boolean strayEnded() throws IOException, InterruptedException {
        if (!stray) {
            return true;
        }
        String tag = CampaignSettings.campaignTag(settings.plan());
        List<String> killed = new ArrayList<>();
        try {
            killed.addAll(submitter.killTagged(tag, KILL_LIMIT));
            if (!late.isZero()) {
                // A ResourceManager that was stopped only now accepts the submissions that wait in its socket.
                Thread.sleep(late.toMillis());
                killed.addAll(submitter.killTagged(tag, KILL_LIMIT));
            }
        } catch (IOException e) {
            if (Outage.of(e).isEmpty()) {
                throw e;
            }
            progress.note("can't end the applications of a failed run yet: " + FailureMessage.of(e));
            return false;
        }
        if (!killed.isEmpty()) {
            progress.note("ended applications that the failed run left running: " + String.join(", ", killed));
        }
        stray = false;
        late = Duration.ZERO;
        return true;
    }
}
