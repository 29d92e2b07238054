package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.spindlebench.runner.campaign.CalibrateAction;
import org.spindlebench.runner.campaign.CampaignAction;
import org.spindlebench.runner.campaign.CampaignEnd;
import org.spindlebench.runner.campaign.CampaignPreparation;
import org.spindlebench.runner.campaign.ClusterChecks;
import org.spindlebench.runner.campaign.Disruption;
import org.spindlebench.runner.campaign.ExperimentAction;
import org.spindlebench.runner.campaign.ExperimentLooks;
import org.spindlebench.runner.campaign.ExperimentRequest;
import org.spindlebench.runner.campaign.OpenCluster;
import org.spindlebench.runner.campaign.OwedRestores;
import org.spindlebench.runner.campaign.ProbeStart;
import org.spindlebench.runner.campaign.RunOptions;
import org.spindlebench.runner.campaign.RunRequest;
import org.spindlebench.runner.campaign.RunRequest.CleanRequest;
import org.spindlebench.runner.campaign.RunRequest.WorkloadRequest;
import org.spindlebench.runner.campaign.SetupVerification;
import org.spindlebench.runner.campaign.SetupVisit.ChangedCampaignAction;
import org.spindlebench.runner.cluster.ClusterUnreachableException;
import org.spindlebench.runner.cluster.LogLevels;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.console.ClusterAction;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.Progress;
import org.spindlebench.runner.run.Workspace;

/** The commands that need a cluster, on a real one. */
final class ClusterActions implements CommandActions {
    @Override
    public int act(ClusterAction action, PrintStream err) {
        return ClusterAction.guarded(err, action);
    }

    @Override
    public int run(RunRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            settle(request);
            return request.setup().commands().isPresent()
                    ? new ChangedCampaignAction(request).run()
                    : OpenCluster.with(request, session -> new CampaignAction(request, session).run());
        });
    }

    private static void settle(RunRequest request) throws IOException, InterruptedException {
        OwedRestores.of(request).settle(OpenCluster.ClusterLook.of(request), request.err());
    }

    @Override
    public int runWorkload(WorkloadRequest workload) {
        RunRequest request = workload.request();
        return ClusterAction.guarded(request.err(), () -> {
            settle(request);
            return OpenCluster.with(request, session -> new CampaignAction(workload, session).run());
        });
    }

    @Override
    public int check(RunRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            settle(request);
            return alone(
                    request.options(),
                    request.directory(),
                    () -> CampaignEnd.report(
                            OpenCluster.with(request, session -> problems(request, session)), request));
        });
    }

    @Override
    public int runExperiment(ExperimentRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            settle(request);
            return new ExperimentAction(request).run();
        });
    }

    private static void settle(ExperimentRequest request) throws IOException, InterruptedException {
        OwedRestores.of(request)
                .settle(OpenCluster.ClusterLook.of(request.setups().get(0)), request.err());
    }

    @Override
    public int checkExperiment(ExperimentRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            settle(request);
            return alone(request.options(), request.directory(), () -> {
                // A check's words are its result, not its progress.
                Progress said = new Progress(request.out(), false, 0, 0);
                return CampaignEnd.report(
                        new ExperimentLooks(request, said).problems(),
                        request.setups().get(0));
            });
        });
    }

    /** A look at a campaign's nodes leaves nothing in its directory in HDFS: not while its runs are at work there. */
    private static int alone(RunOptions options, CampaignDirectory directory, ClusterAction look)
            throws IOException, InterruptedException, ClusterUnreachableException {
        if (!options.resumed()) {
            return look.run();
        }
        CampaignLock lock = CampaignLock.take(directory.root());
        try {
            return look.run();
        } finally {
            lock.close();
        }
    }

    private static List<String> problems(RunRequest request, ClusterSession session)
            throws IOException, InterruptedException {
        CampaignPreparation preparation = CampaignPreparation.of(request, session);
        request.out().println(preparation.describe());
        ClusterChecks checks = new ClusterChecks(request, session, preparation);
        List<String> problems = checks.problems();
        checks.describeEstimate().ifPresent(request.out()::println);
        return problems.isEmpty() ? ofNodes(request, session, preparation) : problems;
    }

    /** What the probe that would watch them finds wrong with nodes; of the rest it tells. */
    private static List<String> ofNodes(RunRequest request, ClusterSession session, CampaignPreparation preparation)
            throws IOException, InterruptedException {
        ProbeStart probe = new ProbeStart(
                preparation, session.cluster(), request.options().probeInterval(), request.out()::println);
        if (request.setup().commands().isPresent()) {
            UntilSignal.run(interruption -> probe.look());
            request.out()
                    .println("Setup " + request.setup().name()
                            + ": its commands were not run; `run " + Disruption.ALLOW
                            + "` sees whether they bring it about.");
            return List.of();
        }
        SetupVerification setup = UntilSignal.run(interruption -> probe.verify(request, probe.look()));
        setup.doubts().forEach(doubt -> request.out().println("warning: " + doubt.message()));
        return setup.problems();
    }

    @Override
    public int calibrate(RunRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            settle(request);
            return OpenCluster.with(request, session -> new CalibrateAction(request, session).run());
        });
    }

    @Override
    public int clean(CleanRequest request) {
        return ClusterAction.guarded(request.err(), () -> {
            LogLevels.quiet();
            try (ClusterSession session =
                    ClusterSession.running(request.generic().hadoopArguments())) {
                return clean(request, session);
            }
        });
    }

    private static int clean(CleanRequest request, ClusterSession session) throws IOException {
        Storage storage = session.cluster().storage();
        String base = CampaignPreparation.absolute(request.baseDir(), session.cluster());
        List<String> leftovers = Workspace.leftovers(storage, base);
        for (String directory : leftovers) {
            boolean dry = request.mode() == CleanRequest.Mode.DRY_RUN;
            if (!dry) {
                Workspace.remove(storage, directory);
            }
            request.out().println((dry ? "would remove " : "removed ") + directory);
        }
        if (leftovers.isEmpty()) {
            request.out().println("Nothing of Spindle's is under " + base + ".");
        }
        return ExitCode.ALL_VALID.code();
    }
}
