package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.AtomicFile;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.workload.WorkloadFigures;
import org.spindlebench.analysis.workload.WorkloadText;
import org.spindlebench.runner.campaign.RunRequest.WorkloadRequest;
import org.spindlebench.runner.check.EstimateCheck;
import org.spindlebench.runner.cluster.session.ClusterSession;
import org.spindlebench.runner.console.ExitCode;
import org.spindlebench.runner.console.UntilSignal;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.CampaignLock;
import org.spindlebench.runner.run.Progress;

/** The command {@code run} for one setup, on an open cluster: check, run, sum up. */
public final class CampaignAction {
    private final RunRequest request;
    private final CampaignDirectory directory;
    private final Progress progress;
    private final Optional<WorkloadRequest> workload;
    private final CampaignRun campaign;

    public CampaignAction(RunRequest request, ClusterSession session) {
        this(request, session, Optional.empty());
    }

    /** Of a workload. */
    public CampaignAction(WorkloadRequest workload, ClusterSession session) {
        this(workload.request(), session, Optional.of(workload));
    }

    private CampaignAction(RunRequest request, ClusterSession session, Optional<WorkloadRequest> workload) {
        this.request = request;
        this.workload = workload;
        this.directory = request.directory();
        this.progress = CampaignEnd.progress(request.plan(), directory, request.err());
        this.campaign = new CampaignRun(request, session, progress, workload.map(WorkloadRequest::workload));
    }

    public int run() throws IOException, InterruptedException {
        if (!request.options().resumed()) {
            List<String> problems = campaign.check();
            if (!problems.isEmpty()) {
                return CampaignEnd.report(problems, request);
            }
            directory.create(request.plan(), () -> {
                campaign.keepConditions();
                if (workload.isPresent()) {
                    AtomicFile.write(directory.workloadFile(), workload.get().text());
                }
            });
        }
        CampaignLock lock = CampaignLock.take(directory.root());
        try {
            List<String> problems = request.options().resumed() ? campaign.check() : List.of();
            return problems.isEmpty() ? start() : CampaignEnd.report(problems, request);
        } finally {
            lock.close();
        }
    }

    /** A signal lets the JVM end only when the table is printed, too. */
    private int start() throws IOException, InterruptedException {
        CampaignEnd end =
                new CampaignEnd(request.plan(), request.options(), request.generic(), outOfRuns(), request.err());
        end.noteBegin(progress);
        return UntilSignal.run(interruption -> {
            CampaignRun.Ended ended = campaign.run(interruption);
            if (!ended.problems().isEmpty()) {
                return CampaignEnd.report(ended.problems(), request);
            }
            if (!ended.interrupted() && ended.stopped().isEmpty()) {
                EstimateCheck.noteError(directory, progress);
            }
            int code = end.conclude(ended.interrupted());
            return workload.isPresent() ? concludeWorkload(code) : code;
        });
    }

    /** A table for each job of a workload would hide its own; the summary of its runs is in its files. */
    private PrintStream outOfRuns() {
        return workload.isPresent()
                ? new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8)
                : request.out();
    }

    /** Prints the figures, where it came to any. */
    private int concludeWorkload(int code) throws IOException {
        if (!Files.exists(directory.workload())) {
            request.err().println("The jobs of the workload were not submitted: no figures.");
            return ExitCode.RUN_FAILED.code();
        }
        WorkloadFigures figures =
                JsonDocument.read(directory.workload(), WorkloadFigures.class, WorkloadFigures.SCHEMA);
        request.out().print(request.options().json() ? JsonDocument.text(figures) : WorkloadText.render(figures));
        return figures.makespan() == null ? ExitCode.RUN_FAILED.code() : code;
    }
}
