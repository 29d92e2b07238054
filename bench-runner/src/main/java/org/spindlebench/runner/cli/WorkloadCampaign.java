package org.spindlebench.runner.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.workload.SwimTrace;
import org.spindlebench.analysis.workload.Workload;
import org.spindlebench.runner.campaign.CampaignRequest;
import org.spindlebench.runner.campaign.CampaignRequest.Origin;
import org.spindlebench.runner.campaign.CampaignRequest.SetupRequest;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.campaign.PendingRestores;
import org.spindlebench.runner.cli.ExperimentCampaign.ExperimentFiles;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.WorkloadReader;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;
import org.spindlebench.runner.console.CliContext;
import org.spindlebench.runner.console.Console;
import org.spindlebench.runner.plan.PlanOptions;
import org.spindlebench.runner.plan.WorkloadPlanner;
import org.spindlebench.runner.plan.WorkloadPlanner.PlannedWorkload;

/** Builds the request for a workload, on one setup or on several. */
final class WorkloadCampaign extends CampaignBuilder {
    /** The largest number of tasks that a job may have, since the names of output files have five digits. */
    private static final long MOST_TASKS = 100_000;

    private static final int MOST_JOBS = 10_000;

    WorkloadCampaign(Command command, CampaignArguments arguments, CliContext context, Console console) {
        super(command, arguments, context, console);
    }

    @Override
    Optional<CampaignRequest> build() {
        refuseWhatDoesNotFit();
        List<SetupRequest> setups = requests(setups().stream().map(this::placed).toList());
        new PendingRestores(setups.get(0).options(), null).refuse(command, problems);
        Optional<ConfFinder.Text> text =
                new ConfFinder(ConfKind.WORKLOAD, context.directory()).find(arguments.workload, problems);
        Optional<WorkloadFile> file =
                text.flatMap(found -> WorkloadReader.read(found.source(), found.content(), problems));
        Optional<Workload> workload = file.flatMap(this::workload);
        if (workload.isPresent()) {
            refuseTooMuch(file.get(), workload.get());
        }
        if (!problems.isEmpty() || workload.isEmpty()) {
            return Optional.empty();
        }
        PlannedWorkload planned = plan(
                file.get(),
                workload.get(),
                setups.stream().map(each -> each.setup().name()).toList());
        return Optional.of(
                request(planned.plan(), setups, Origin.of(planned, text.get().content(), arguments.saved())));
    }

    private boolean hasVisits() {
        return arguments.setups.size() > 1;
    }

    private List<ChosenSetup> setups() {
        if (!hasVisits()) {
            return List.of(ChosenSetup.read(arguments.setups, context, problems));
        }
        Experiment experiment = new Experiment(
                "command line",
                "",
                "",
                "",
                List.of(),
                arguments.workload,
                arguments.setups,
                Experiment.VisitShape.DEFAULT);
        return new ExperimentFiles(experiment, context, problems).setups(List.of());
    }

    private PlannedWorkload plan(WorkloadFile file, Workload workload, List<String> setups) {
        PlanOptions options = planOptions(file.name(), setups.get(0));
        if (!hasVisits()) {
            return WorkloadPlanner.plan(file, workload, options);
        }
        Experiment.VisitShape shape =
                Experiment.VisitShape.DEFAULT.withRepeats(options.repeats().orElse(file.repeats()));
        return WorkloadPlanner.plan(
                file, workload, arguments.visits == null ? shape : shape.withVisits(arguments.visits), setups, options);
    }

    private void refuseWhatDoesNotFit() {
        refuseIf(command == Command.CALIBRATE, "--calibrate", "works only with a suite", "use it with --suite");
        refuseIf(
                arguments.resume != null,
                "--resume",
                "a saved campaign names its own workload",
                "leave --workload out to resume one, or --resume to start one");
        refuseIf(arguments.suite != null, "--suite", "a workload has its own jobs", "leave one of the two out");
        refuseIf(
                arguments.experiment != null, "--experiment", "an experiment runs a suite", "leave one of the two out");
        refuseIf(
                arguments.measuring.contended != null,
                "--contended",
                "Spindle cannot separate the load of jobs that run at once from the load of others",
                "leave it out");
        refuseIf(
                arguments.visits != null && !hasVisits(),
                "--visits",
                "a single setup is visited once",
                "give several --setup options");
        refuseIf(!arguments.jobs.isEmpty(), "--jobs", "a workload always runs all of its jobs", "leave it out");
        refuseIf(
                arguments.bytesPerNode != null,
                "--bytes-per-node",
                "a workload's jobs have sizes of their own",
                "scale a trace by `sizes` in the workload's file");
    }

    /** Returns the workload's jobs, grouped into classes; empty, with a problem, if a trace cannot be read. */
    private Optional<Workload> workload(WorkloadFile file) {
        Optional<Workload> jobs = file.trace() == null
                ? Optional.of(new Workload(file.jobs()))
                : trace(file).flatMap(all -> part(file, all));
        return jobs.map(known -> file.classes() == null ? known : known.in(file.classes()));
    }

    private Optional<Workload> trace(WorkloadFile file) {
        Path path = beside(file);
        try (InputStream in = Files.newInputStream(path)) {
            return Optional.of(SwimTrace.read(in, file.trace().file()));
        } catch (IOException e) {
            problems.add(ofTrace(file, "the trace cannot be read: " + FailureMessage.of(e))
                    .withRemedy("name a file in the directory of the workload's file, or an absolute path"));
        } catch (InvalidDocumentException e) {
            problems.add(ofTrace(file, e.getMessage()).withRemedy("correct the trace"));
        }
        return Optional.empty();
    }

    private Optional<Workload> part(WorkloadFile file, Workload all) {
        WorkloadFile.Trace trace = file.trace();
        try {
            double to = trace.to() == null ? Double.MAX_VALUE : trace.to();
            Workload window = all.window(trace.from(), to);
            Workload some = trace.most() == null ? window : window.sample(trace.most(), trace.seed());
            return Optional.of(some.scaled(trace.sizes(), trace.time()).fromFirst());
        } catch (IllegalArgumentException none) {
            problems.add(ofTrace(file, "no job is submitted from " + trace.from() + " s to " + trace.to() + " s")
                    .withRemedy("choose another part of the trace"));
            return Optional.empty();
        }
    }

    private static Problem ofTrace(WorkloadFile file, String reason) {
        return Problem.at(new Location(file.source(), 1, 1), "swim", reason)
                .withValue(file.trace().file());
    }

    /** Finds the trace, which may be in the same directory as the file that names it. */
    private Path beside(WorkloadFile file) {
        Path beside = context.directory()
                .resolve(file.source())
                .resolveSibling(file.trace().file());
        return Files.isRegularFile(beside) ? beside : context.path(file.trace().file());
    }

    private void refuseTooMuch(WorkloadFile file, Workload workload) {
        if (workload.jobs().size() > MOST_JOBS) {
            problems.add(Problem.at(new Location(file.source(), 1, 1), "swim", "more than " + MOST_JOBS + " jobs")
                    .withValue(String.valueOf(workload.jobs().size()))
                    .withRemedy("choose a part by `from`, `to` or `most`"));
        }
        long tasks = WorkloadPlanner.mostTasks(file, workload);
        if (tasks > MOST_TASKS) {
            problems.add(Problem.at(
                            new Location(file.source(), 1, 1),
                            "bytes_per_map, bytes_per_reduce",
                            "too many tasks for a job")
                    .withValue(tasks + " tasks")
                    .withAllowed("at most " + MOST_TASKS)
                    .withRemedy("raise them, or scale the sizes down"));
        }
    }
}
