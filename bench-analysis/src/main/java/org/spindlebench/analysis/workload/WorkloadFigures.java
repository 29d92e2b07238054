package org.spindlebench.analysis.workload;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.spindlebench.analysis.stats.Cell;

/**
 * What a workload took: the document {@code workload.json}. All times are the ResourceManager's.
 *
 * @param schema version of this document, {@link #SCHEMA}
 * @param campaign the campaign
 * @param workload the workload's name
 * @param makespan seconds from the first acceptance of a job to the last end of one; null where a job has no valid end
 * @param invalid why there is no makespan, a line for each job; empty where there is one
 * @param mostAtOnce the most jobs that were between acceptance and end at once
 * @param jobs in the order of submission
 * @param classes by name
 */
public record WorkloadFigures(
        int schema,
        String campaign,
        String workload,
        Double makespan,
        List<String> invalid,
        int mostAtOnce,
        List<JobFigures> jobs,
        List<ClassFigures> classes) {
    /** The schema this version writes and reads. */
    public static final int SCHEMA = 1;

    public WorkloadFigures {
        Objects.requireNonNull(campaign, "campaign");
        Objects.requireNonNull(workload, "workload");
        invalid = invalid == null ? List.of() : List.copyOf(invalid);
        jobs = List.copyOf(jobs);
        classes = List.copyOf(classes);
    }

    /**
     * What one job took.
     *
     * @param name the job
     * @param jobClass its class
     * @param run the name of its record; null where it has none
     * @param submit seconds from the start at which it was to be submitted
     * @param late seconds by which the client was later; null where it never submitted it
     * @param response seconds from acceptance to end, waiting included; null where it has no valid end
     * @param alone seconds that a job of these sizes takes alone, the median of its runs; null where there is none
     * @param aloneRuns runs alone, n
     * @param slowDown {@code response / alone}; null where one of the two is
     * @param failure why it has no valid end; null where it has one
     */
    public record JobFigures(
            String name,
            String jobClass,
            String run,
            double submit,
            Double late,
            Double response,
            Double alone,
            int aloneRuns,
            Double slowDown,
            String failure) {
        private static JobFigures of(JobOutcome outcome) {
            Double alone = outcome.alone().isEmpty()
                    ? null
                    : Double.valueOf(Cell.of(outcome.alone()).median());
            Double response = outcome.response().orElse(null);
            return new JobFigures(
                    outcome.job().name(),
                    outcome.job().jobClass(),
                    outcome.run(),
                    outcome.job().submit(),
                    outcome.late(),
                    response,
                    alone,
                    outcome.alone().size(),
                    alone == null || response == null ? null : Double.valueOf(response / alone),
                    outcome.valid() ? null : Objects.requireNonNullElse(outcome.failure(), "it has no times"));
        }
    }

    /**
     * What the jobs of a class took.
     *
     * @param name the class
     * @param jobs of it, those without a valid end among them
     * @param response seconds, of the jobs that have one
     * @param slowDown of the jobs that have one
     */
    public record ClassFigures(String name, int jobs, Distribution response, Distribution slowDown) {
        private static ClassFigures of(String name, List<JobFigures> jobs) {
            return new ClassFigures(
                    name,
                    jobs.size(),
                    Distribution.of(jobs.stream()
                            .map(JobFigures::response)
                            .filter(Objects::nonNull)
                            .toList()),
                    Distribution.of(jobs.stream()
                            .map(JobFigures::slowDown)
                            .filter(Objects::nonNull)
                            .toList()));
        }
    }

    /**
     * The figures of a workload that has ended.
     *
     * @param outcomes of every job, at least one, each in a class
     */
    public static WorkloadFigures of(String campaign, String workload, List<JobOutcome> outcomes) {
        List<JobFigures> jobs = outcomes.stream()
                .sorted(Comparator.comparingDouble(outcome -> outcome.job().submit()))
                .map(JobFigures::of)
                .toList();
        Map<String, List<JobFigures>> classes = new TreeMap<>();
        jobs.forEach(job -> classes.computeIfAbsent(job.jobClass(), any -> new ArrayList<>())
                .add(job));
        return new WorkloadFigures(
                SCHEMA,
                campaign,
                workload,
                makespan(outcomes).orElse(null),
                jobs.stream()
                        .filter(job -> job.failure() != null)
                        .map(job -> job.name() + ": " + job.failure())
                        .toList(),
                mostAtOnce(outcomes),
                jobs,
                classes.entrySet().stream()
                        .map(each -> ClassFigures.of(each.getKey(), each.getValue()))
                        .toList());
    }

    private static Optional<Double> makespan(List<JobOutcome> outcomes) {
        if (!outcomes.stream().allMatch(JobOutcome::valid)) {
            return Optional.empty();
        }
        Optional<Instant> first = outcomes.stream().map(JobOutcome::started).min(Comparator.naturalOrder());
        Optional<Instant> last = outcomes.stream().map(JobOutcome::finished).max(Comparator.naturalOrder());
        return first.map(from -> JobOutcome.seconds(from, last.orElseThrow()));
    }

    /** One that begins at the instant in which another ends does not run beside it. */
    private static int mostAtOnce(List<JobOutcome> outcomes) {
        TreeMap<Instant, Integer> changes = new TreeMap<>();
        for (JobOutcome outcome : outcomes) {
            if (outcome.started() != null && outcome.finished() != null) {
                changes.merge(outcome.started(), 1, Integer::sum);
                changes.merge(outcome.finished(), -1, Integer::sum);
            }
        }
        int now = 0;
        int most = 0;
        for (int change : changes.values()) {
            now += change;
            most = Math.max(most, now);
        }
        return most;
    }
}
