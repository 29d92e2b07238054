package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import org.spindlebench.runner.campaign.SoleUse.StopRequest;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.cluster.Outage;
import org.spindlebench.runner.cluster.Workers;
import org.spindlebench.runner.cluster.session.ClusterConnection;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.process.Lease;
import org.spindlebench.runner.process.Lease.LostException;
import org.spindlebench.runner.process.Leased;
import org.spindlebench.runner.run.Workspace;

/**
 * The lease of a campaign on a running cluster, from the start of its client to the end. A client that has lost the
 * lease ends at once, because its further actions would affect the client that has taken over: both clients use the
 * same directories and tags.
 */
final class CampaignLease implements SoleUse, Leased {
    /** A DataNode counts as lost if it has sent no heartbeat for this long. */
    private static final Duration HEARD_BEFORE = Duration.ofMinutes(1);

    private final ClusterConnection session;
    private final Workspace workspace;
    private final PrintStream err;
    private volatile Lease lease;
    private volatile boolean changing;

    private CampaignLease(ClusterConnection session, Workspace workspace, PrintStream err) throws IOException {
        this.session = session;
        this.workspace = workspace;
        this.err = err;
        workspace.open();
        this.lease = workspace.lease(this::lost);
    }

    /**
     * Takes the lease of a campaign.
     *
     * @param visit the first visit, whose options name the cluster
     * @throws Lease.HeldException if another client holds it
     */
    static CampaignLease take(VisitRequest visit) throws IOException, ClusterUnreachableException {
        ClusterConnection session = ClusterConnection.running(visit.generic().hadoopArguments());
        try {
            Workspace workspace = new Workspace(
                    session.cluster().storage(),
                    ResolvedVisit.baseDirectory(visit, session),
                    visit.plan().leased(),
                    visit.plan().owner());
            return new CampaignLease(session, workspace, visit.err());
        } catch (IOException | RuntimeException e) {
            closeQuietly(session, visit.err());
            throw e;
        }
    }

    private void lost(String why) {
        if (changing) {
            // The user's command may format HDFS. Afterwards, changed() takes a new lease.
            return;
        }
        err.println(
                "error: " + why
                        + ". This client ends at once, and leaves everything as it is. Resume the campaign if no other client runs it.");
        err.flush();
        Runtime.getRuntime().halt(ExitCode.RUN_FAILED.code());
    }

    @Override
    public void require() throws IOException {
        lease.require();
    }

    @Override
    public Workers workers() throws IOException, InterruptedException {
        return session.cluster().workers(HEARD_BEFORE);
    }

    @Override
    public Optional<StopRequest> attend(String point) {
        try {
            return workspace.attend(point).map(StopRequest::of);
        } catch (IOException | RuntimeException away) {
            return Optional.empty();
        }
    }

    @Override
    public void changing() {
        changing = true;
    }

    @Override
    public void changed() throws IOException {
        try {
            workspace.open();
            lease.confirm();
        } catch (LostException formatted) {
            lease.abandon();
            lease = workspace.lease(this::lost);
        } catch (IOException e) {
            if (Outage.of(e).isPresent()) {
                // Whether the lease still exists is unknown until HDFS answers again.
                return;
            }
            throw e;
        }
        changing = false;
    }

    @Override
    public void close() {
        lease.close();
        try {
            workspace.remove();
        } catch (IOException e) {
            err.println("warning: the directory of the campaign's lease in HDFS was not removed (`clean` does that): "
                    + FailureMessage.of(e));
        }
        closeQuietly(session, err);
    }

    private static void closeQuietly(ClusterConnection session, PrintStream err) {
        try {
            session.close();
        } catch (IOException e) {
            err.println("warning: a connection to the cluster was not closed: " + FailureMessage.of(e));
        }
    }
}
