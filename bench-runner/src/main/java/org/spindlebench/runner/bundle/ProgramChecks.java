package org.spindlebench.runner.bundle;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.ProgramRun.Stage;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.collect.CounterFigures;
import org.spindlebench.runner.collect.EndedHistories.StageTimes;

/** Compares what a record says of a user's program with the record's ids, times, tasks and counters. */
final class ProgramChecks {
    private static final String TASKS = "the list of tasks gives ";

    private final RunRecord run;
    private final ProgramRun program;
    private final Consumer<String> say;

    /** @param say receives a sentence for each number that does not agree with others */
    ProgramChecks(RunRecord run, Consumer<String> say) {
        this.run = run;
        this.program = run.program();
        this.say = say;
    }

    void check() {
        if (run.status() == Status.OK) {
            equal("program.exitCode", program.exitCode(), "status ok means ", 0);
        }
        identity();
        if (run.times() != null) {
            times(run.times());
        }
        for (Application application : program.applications()) {
            if (ProgramRun.MAPREDUCE.equals(application.type())) {
                stages(application);
            }
        }
        counters();
    }

    private void identity() {
        Set<String> ids = new HashSet<>();
        for (Application application : program.applications()) {
            if (!ids.add(application.id())) {
                say.accept("program.applications has " + application.id() + " twice");
            }
        }
        equal("identity.applicationId", run.identity().applicationId(), "program.applications begins with ", first(""));
        String job = first(ProgramRun.MAPREDUCE);
        equal("identity.jobId", run.identity().jobId(), "program.applications gives ", jobId(job));
        run.tasks().stream()
                .map(TaskTimes::attempt)
                .filter(attempt -> program.applications().stream().noneMatch(one -> isOf(one, attempt)))
                .findFirst()
                .ifPresent(attempt -> say.accept("tasks: " + attempt + " is of none of program.applications"));
    }

    /** Returns the id of the first application of a type, of the first one at all without a type; null if none is. */
    private String first(String type) {
        return program.applications().stream()
                .filter(application -> type.isEmpty() || type.equals(application.type()))
                .map(Application::id)
                .findFirst()
                .orElse(null);
    }

    private static String jobId(String application) {
        return application == null ? null : application.replaceFirst("^application_", "job_");
    }

    private static boolean isOf(Application application, String attempt) {
        String number = application.id().replaceFirst("^application_", "");
        return attempt != null
                && (attempt.startsWith("attempt_" + number + "_") || attempt.startsWith(application.id() + "_"));
    }

    private void times(Times times) {
        equal(
                "times.yarnStarted",
                times.yarnStarted(),
                "program.applications gives ",
                instants(Application::started).min(Comparator.naturalOrder()).orElse(null));
        equal(
                "times.yarnFinished",
                times.yarnFinished(),
                "program.applications gives ",
                instants(Application::finished).max(Comparator.naturalOrder()).orElse(null));
    }

    private Stream<Instant> instants(Function<Application, Instant> time) {
        return program.applications().stream().map(time).filter(Objects::nonNull);
    }

    private void stages(Application application) {
        List<TaskTimes> tasks = run.tasks().stream()
                .filter(task -> isOf(application, task.attempt()))
                .toList();
        int known = 0;
        for (Stage stage : application.stages()) {
            List<TaskTimes> own = tasks.stream()
                    .filter(task -> stage.name().equals(task.kind()))
                    .toList();
            known += own.size();
            String what = "program.applications: " + application.id() + ": stage " + stage.name() + ": ";
            StageTimes times = StageTimes.of(own);
            equal(what + "tasks", stage.tasks(), TASKS, times.tasks());
            equal(what + "peak", stage.peak(), TASKS, times.peak());
            equal(what + "waves", stage.waves(), TASKS, times.waves());
            equal(what + "elapsed", stage.elapsed(), TASKS, times.elapsed());
            equal(what + "taskSeconds", stage.taskSeconds(), TASKS, times.seconds());
        }
        if (known != tasks.size()) {
            say.accept("program.applications: " + application.id() + ": its stages have " + known
                    + " task attempts, but the list of tasks has " + tasks.size());
        }
    }

    /** Counters are sums over applications, of which only those of one kind are comparable with stages. */
    private void counters() {
        CounterFigures counted = new CounterFigures(run.counters());
        List<Stage> stages = stages(ProgramRun.MAPREDUCE);
        sum("BYTES_READ of files", counted.input(), stages, Stage::read);
        sum("BYTES_WRITTEN to files", counted.output(), stages, Stage::written);
        sum("REDUCE_SHUFFLE_BYTES", counted.task("REDUCE_SHUFFLE_BYTES"), stages, Stage::shuffleRead);
        sum(
                "MAP_OUTPUT_MATERIALIZED_BYTES",
                counted.task("MAP_OUTPUT_MATERIALIZED_BYTES"),
                stages,
                Stage::shuffleWritten);
    }

    private List<Stage> stages(String type) {
        List<Stage> stages = new ArrayList<>();
        program.applications().stream()
                .filter(application -> type.equals(application.type()))
                .forEach(application -> stages.addAll(application.stages()));
        return stages;
    }

    private void sum(String counter, Long counted, List<Stage> stages, Function<Stage, Long> part) {
        List<Long> parts = stages.stream().map(part).filter(Objects::nonNull).toList();
        if (counted != null && !parts.isEmpty()) {
            long sum = parts.stream().mapToLong(Long::longValue).sum();
            equal("counters: " + counter, counted, "program.applications gives ", sum);
        }
    }

    private void equal(String what, Object recorded, String from, Object derived) {
        if (recorded != null && derived != null && !recorded.equals(derived)) {
            say.accept(what + " is " + recorded + ", but " + from + derived);
        }
    }
}
