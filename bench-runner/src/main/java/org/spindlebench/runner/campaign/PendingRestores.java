package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.FileFailure;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.process.CommandOutcome;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.setup.ClusterHealth;
import org.spindlebench.runner.setup.PendingRestore;
import org.spindlebench.runner.setup.Restoration;

/** The restores that are still pending because an earlier client was killed or its commands failed. */
public final class PendingRestores {
    private final Path out;
    private final Disruption disruption;
    private final String resumed;

    /**
     * Looks for pending restores in all campaigns below a directory.
     *
     * @param resumed the campaign that is resumed; null for a new one
     */
    public PendingRestores(Path out, Disruption disruption, String resumed) {
        this.out = out;
        this.disruption = disruption;
        this.resumed = resumed;
    }

    /** Returns the pending restores that concern a request. */
    public static PendingRestores of(CampaignRequest request) {
        return new PendingRestores(
                request.options().out,
                request.disruption(),
                request.options().isResumed() ? request.plan().campaign() : null);
    }

    /** Reports each pending restore that the user did not ask to run: new runs would measure a changed cluster. */
    public void refuse(Command command, Problems problems) {
        if (command == Command.PLAN) {
            return;
        }
        try {
            List<Path> pending = PendingRestore.campaigns(out);
            for (Path campaign : pending) {
                if (!isWanted(campaign)) {
                    problems.add(problem(campaign));
                }
            }
            if (pending.isEmpty() && disruption.restoring() && !disruption.allowed()) {
                problems.add(Problem.ofOption(Disruption.RESTORE, "needs " + Disruption.ALLOW)
                        .withRemedy("add it, or leave " + Disruption.RESTORE + " out"));
            }
        } catch (IOException e) {
            problems.add(Problem.at(
                    Location.COMMAND_LINE,
                    "--out",
                    "pending restores of earlier campaigns cannot be read: " + FileFailure.of(e)));
        }
    }

    private boolean isWanted(Path campaign) {
        boolean goesOn = String.valueOf(campaign.getFileName()).equals(resumed);
        return disruption.allowed() && (goesOn || disruption.restoring());
    }

    private Problem problem(Path campaign) {
        Problem problem = Problem.at(
                        Location.COMMAND_LINE,
                        "--out",
                        "the campaign " + campaign.getFileName() + " changed the cluster and did not change it back")
                .withValue(PendingRestore.file(campaign).toString());
        try {
            PendingRestore due = PendingRestore.of(campaign).orElseThrow();
            String add = disruption.restoring() ? Disruption.ALLOW : Disruption.RESTORE + " " + Disruption.ALLOW;
            return problem.withRemedy("if its client no longer runs (it began at " + due.since() + ", setup "
                    + due.setup() + "), add " + add
                    + ", which runs the command of that file: "
                    + CommandOutcome.shown(due.restore())
                    + "; or run it yourself and remove the file");
        } catch (IOException | RuntimeException unreadable) {
            return problem.withRemedy("the file cannot be read (" + unreadable.getMessage()
                    + "): change the cluster back yourself, and remove the file");
        }
    }

    /** Runs the pending restores that the user requested. */
    public void settle(ClusterHealth health, PrintStream err) throws IOException, InterruptedException {
        List<Path> wanted = new ArrayList<>();
        for (Path campaign : PendingRestore.campaigns(out)) {
            if (isWanted(campaign)) {
                wanted.add(campaign);
            }
        }
        for (Path campaign : wanted) {
            CampaignLock lock = CampaignLock.take(campaign);
            try {
                for (Optional<PendingRestore> due = PendingRestore.of(campaign);
                        due.isPresent();
                        due = PendingRestore.of(campaign)) {
                    restore(campaign, due.get(), health, err);
                }
            } finally {
                lock.close();
            }
        }
    }

    private static void restore(Path campaign, PendingRestore due, ClusterHealth health, PrintStream err)
            throws IOException, InterruptedException {
        UntilSignal signal = new UntilSignal(Duration.ofSeconds(due.limit() + due.healthyLimit()));
        try {
            new Restoration(campaign, health, err::println).run(due);
        } finally {
            signal.close();
        }
    }
}
