package org.spindlebench.runner.campaign;

import java.io.IOException;
import org.spindlebench.runner.campaign.OpenCluster.ClusterLook;
import org.spindlebench.runner.check.Consent;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.Progress;

/** Carries out a request on its cluster. */
public record CampaignAction(CampaignRequest request) implements ClusterAction {
    /** Runs the pending restores that the user requested, and then the command. */
    @Override
    public int run() throws IOException, InterruptedException, ClusterUnreachableException {
        PendingRestores.of(request).settle(ClusterLook.of(request), request.err());
        return switch (request.command()) {
            case RUN -> make(SizedCampaign.of(request));
            case CHECK, ADVISE -> check(request);
            case CALIBRATE -> {
                VisitRequest visit = request.firstVisits().get(0);
                yield OpenCluster.with(visit, session -> new CalibrateAction(visit, session).run());
            }
            case PLAN -> throw new IllegalStateException("a plan is printed without a cluster");
        };
    }

    private static int make(CampaignRequest request)
            throws IOException, InterruptedException, ClusterUnreachableException {
        Progress progress = CampaignConsole.progress(request);
        Interruption.outliveTerminal();
        int code = ExitCode.UNEXPECTED.code();
        try (ClusterVisits visits = new ClusterVisits(progress)) {
            code = new CampaignRunner(request, visits, progress, Consent.here(request.err())).run();
            return code;
        } finally {
            if (request.options().notify != null) {
                Attendance.tell(request.options().notify, request, code);
            }
        }
    }

    private static int check(CampaignRequest request)
            throws IOException, InterruptedException, ClusterUnreachableException {
        // The messages of a check are its result, and go to standard output.
        Progress said = new Progress(request.out(), false, 0, TimeLeft.ofNothing());
        // The probe of a check removes its directory in HDFS, which runs of another client may need.
        boolean resumed = request.options().isResumed();
        CampaignLock lock = resumed ? CampaignLock.take(request.directory().root()) : null;
        SoleUse hold = SoleUse.NONE;
        try (ClusterVisits visits = new ClusterVisits(said)) {
            if (resumed) {
                hold = visits.hold(new VisitRequest(request, request.plan().first(), true));
            }
            Consent consent = Consent.here(request.err());
            return CampaignConsole.report(new CampaignCheck(request, visits, said, consent).problems(), request);
        } finally {
            hold.close();
            if (lock != null) {
                lock.close();
            }
        }
    }
}
