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
import org.spindlebench.runner.campaign.CampaignRequest.CampaignFile;
import org.spindlebench.runner.campaign.ChosenSetup;
import org.spindlebench.runner.campaign.Command;
import org.spindlebench.runner.cluster.FailureMessage;
import org.spindlebench.runner.conf.ConfFinder;
import org.spindlebench.runner.conf.ConfFinder.ConfKind;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problem.Location;
import org.spindlebench.runner.conf.WorkloadReader;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;
import org.spindlebench.runner.options.CampaignArguments;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.WorkloadPlanner;

/** A workload, on one setup or on several. */
final class WorkloadSource implements CampaignSource {
    /** The largest number of tasks that a job may have, since the names of output files have five digits. */
    private static final long MOST_TASKS = 100_000;

    private static final int MOST_JOBS = 10_000;

    private final Given given;
    private final CampaignArguments options;
    private final Optional<ConfFinder.Text> text;

    WorkloadSource(Given given) {
        this.given = given;
        this.options = given.options();
        this.text =
                new ConfFinder(ConfKind.WORKLOAD, given.context().directory()).find(options.workload, given.problems());
    }

    private boolean hasVisits() {
        return options.setups.size() > 1;
    }

    @Override
    public List<ChosenSetup> setups() {
        if (!hasVisits()) {
            return List.of(ChosenSetup.read(options.setups, given.context(), given.problems()));
        }
        Experiment experiment = new Experiment(
                ExperimentFiles.COMMAND_LINE,
                "",
                "",
                "",
                List.of(),
                options.workload,
                options.setups,
                Experiment.VisitShape.DEFAULT);
        return new ExperimentFiles(experiment, given.context(), given.problems()).setups(List.of());
    }

    @Override
    public Optional<Plan> plan(List<ChosenSetup> setups) {
        refuseWhatDoesNotFit();
        Optional<WorkloadFile> file =
                text.flatMap(found -> WorkloadReader.read(found.source(), found.content(), given.problems()));
        Optional<Workload> workload = file.flatMap(this::workload);
        if (workload.isEmpty()) {
            return Optional.empty();
        }
        refuseTooMuch(file.get(), workload.get());
        return given.problems().isEmpty()
                ? Optional.of(plan(
                        file.get(),
                        workload.get(),
                        setups.stream().map(ChosenSetup::name).toList()))
                : Optional.empty();
    }

    private Plan plan(WorkloadFile file, Workload workload, List<String> setups) {
        Experiment.VisitShape shape = Experiment.VisitShape.DEFAULT;
        return WorkloadPlanner.plan(
                file,
                workload,
                options.visits == null ? shape : shape.withVisits(options.visits),
                setups,
                given.planOptions(file.name(), setups.get(0)));
    }

    @Override
    public CampaignFile source() {
        return new CampaignFile(
                ConfKind.WORKLOAD, text.map(ConfFinder.Text::content).orElse(""), Optional.empty(), Optional.empty());
    }

    private void refuseWhatDoesNotFit() {
        given.refuseIf(
                given.command() == Command.CALIBRATE, "--calibrate", "works only with a suite", "use it with --suite");
        given.refuseIf(options.suite != null, "--suite", "a workload has its own jobs", "leave one of the two out");
        given.refuseIf(
                options.experiment != null, "--experiment", "an experiment runs a suite", "leave one of the two out");
        given.refuseIf(
                options.measuring.contended != null,
                "--contended",
                "Spindle cannot separate the load of jobs that run at once from the load of others",
                "leave it out");
        given.refuseIf(
                options.visits != null && !hasVisits(),
                "--visits",
                "a single setup is visited once",
                "give several --setup options");
        given.refuseIf(!options.jobs.isEmpty(), "--jobs", "a workload always runs all of its jobs", "leave it out");
        given.refuseIf(
                options.bytesPerNode != null,
                "--bytes-per-node",
                "a workload's jobs have sizes of their own",
                "scale a trace by `sizes` in the workload's file");
    }

    /** Returns the workload's jobs, grouped into classes; empty, with a problem, if a trace cannot be read. */
    private Optional<Workload> workload(WorkloadFile file) {
        Optional<Workload> jobs = file.trace() == null
                ? Optional.of(new Workload(file.jobs()))
                : trace(file).flatMap(all -> part(file, all));
        return jobs.map(known -> known.jobs().get(0).jobClass() == null ? known.inClasses() : known);
    }

    private Optional<Workload> trace(WorkloadFile file) {
        Path path = beside(file);
        try (InputStream in = Files.newInputStream(path)) {
            return Optional.of(SwimTrace.read(in, file.trace().file()));
        } catch (IOException e) {
            given.problems()
                    .add(ofTrace(file, "the trace cannot be read: " + FailureMessage.of(e))
                            .withRemedy("name a file in the directory of the workload's file, or an absolute path"));
        } catch (InvalidDocumentException e) {
            given.problems().add(ofTrace(file, e.getMessage()).withRemedy("correct the trace"));
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
            given.problems()
                    .add(ofTrace(file, "no job is submitted from " + trace.from() + " s to " + trace.to() + " s")
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
        Path beside = given.context()
                .directory()
                .resolve(file.source())
                .resolveSibling(file.trace().file());
        return Files.isRegularFile(beside)
                ? beside
                : given.context().path(file.trace().file());
    }

    private void refuseTooMuch(WorkloadFile file, Workload workload) {
        if (workload.jobs().size() > MOST_JOBS) {
            given.problems()
                    .add(Problem.at(new Location(file.source(), 1, 1), "swim", "more than " + MOST_JOBS + " jobs")
                            .withValue(String.valueOf(workload.jobs().size()))
                            .withRemedy("choose a part by `from`, `to` or `most`"));
        }
        long tasks = WorkloadPlanner.mostTasks(file, workload);
        if (tasks > MOST_TASKS) {
            given.problems()
                    .add(Problem.at(
                                    new Location(file.source(), 1, 1),
                                    "bytes_per_map, bytes_per_reduce",
                                    "too many tasks for a job")
                            .withValue(tasks + " tasks")
                            .withAllowed("at most " + MOST_TASKS)
                            .withRemedy("raise them, or scale the sizes down"));
        }
    }
}
