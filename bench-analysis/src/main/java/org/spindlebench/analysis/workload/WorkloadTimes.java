package org.spindlebench.analysis.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.TextTable;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;
import org.spindlebench.analysis.workload.WorkloadTimes.ClassTimes;
import org.spindlebench.analysis.workload.WorkloadTimes.JobResponse;

/**
 * The times of a workload and of its jobs in one visit: the document {@code workload.json}. All times are the
 * ResourceManager's.
 *
 * @param schema version of this document, {@link #SCHEMA}
 * @param setup the setup that the workload ran on; null in older documents
 * @param visit the number of the visit, from 1; null if the campaign has one setup
 * @param makespan seconds from the first acceptance of a job to the last end of a job; null if a job has no valid end
 * @param invalid why there is no makespan, with one line for each job; empty if there is a makespan
 * @param mostAtOnce the largest number of jobs that were between acceptance and end at one instant
 * @param jobs the times of the jobs, in the order of submission
 * @param classes the times of the classes, in the order of their names
 */
public record WorkloadTimes(
        int schema,
        String campaign,
        String workload,
        String setup,
        Integer visit,
        Double makespan,
        List<String> invalid,
        int mostAtOnce,
        List<JobResponse> jobs,
        List<ClassTimes> classes) {
    /** The schema that this version writes and reads. */
    public static final int SCHEMA = 1;

    public WorkloadTimes {
        Objects.requireNonNull(campaign, "campaign");
        Objects.requireNonNull(workload, "workload");
        invalid = invalid == null ? List.of() : List.copyOf(invalid);
        jobs = List.copyOf(jobs);
        classes = List.copyOf(classes);
    }

    /**
     * The times of one job.
     *
     * @param run the name of the job's record; null if it has none
     * @param submit when the job should be submitted, in seconds from the workload's start
     * @param late the client's delay in submitting it, in seconds; null if the client never submitted it
     * @param response seconds from acceptance to end, including waiting; null if the job has no valid end
     * @param alone the duration of a job of these sizes that runs alone, in seconds: the median of such runs; null if
     *     there are none
     * @param aloneRuns n, the number of these runs
     * @param slowDown {@code response / alone}; null if either is null
     * @param failure why the job has no valid end; null if it has one
     */
    public record JobResponse(
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
        private static JobResponse of(JobOutcome outcome) {
            Double alone = outcome.alone().isEmpty()
                    ? null
                    : Double.valueOf(Sample.of(outcome.alone()).median());
            Double response = outcome.response().orElse(null);
            return new JobResponse(
                    outcome.job().name(),
                    outcome.job().jobClass(),
                    outcome.run(),
                    outcome.job().submit(),
                    outcome.late(),
                    response,
                    alone,
                    outcome.alone().size(),
                    alone == null || response == null ? null : Double.valueOf(response / alone),
                    outcome.valid() ? null : Objects.requireNonNullElse(outcome.failure(), "its times are unknown"));
        }
    }

    /**
     * The times of a class of jobs.
     *
     * @param jobs the number of its jobs, including jobs without a valid end
     * @param response the response times in seconds, of jobs that have one
     * @param slowDown the slow-downs, of jobs that have one
     */
    public record ClassTimes(String name, int jobs, Distribution response, Distribution slowDown) {
        private static ClassTimes of(String name, List<JobResponse> jobs) {
            return new ClassTimes(
                    name, jobs.size(), known(jobs, JobResponse::response), known(jobs, JobResponse::slowDown));
        }

        private static Distribution known(List<JobResponse> jobs, Function<JobResponse, Double> value) {
            return Distribution.of(
                    jobs.stream().map(value).filter(Objects::nonNull).toList());
        }
    }

    /**
     * Computes the numbers of a workload that has ended.
     *
     * @param outcomes the outcome of every job, at least one; every job must be in a class
     */
    public static WorkloadTimes of(
            String campaign, String workload, String setup, Integer visit, List<JobOutcome> outcomes) {
        List<JobResponse> jobs = outcomes.stream()
                .sorted(Comparator.comparingDouble(outcome -> outcome.job().submit()))
                .map(JobResponse::of)
                .toList();
        Map<String, List<JobResponse>> classes = new TreeMap<>();
        jobs.forEach(job -> classes.computeIfAbsent(job.jobClass(), any -> new ArrayList<>())
                .add(job));
        return new WorkloadTimes(
                SCHEMA,
                campaign,
                workload,
                setup,
                visit,
                makespan(outcomes).orElse(null),
                jobs.stream()
                        .filter(job -> job.failure() != null)
                        .map(job -> job.name() + ": " + job.failure())
                        .toList(),
                mostAtOnce(outcomes),
                jobs,
                classes.entrySet().stream()
                        .map(each -> ClassTimes.of(each.getKey(), each.getValue()))
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

    /** Returns the largest number of jobs at one instant; a job that begins when another ends does not overlap it. */
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

    /**
     * The distribution of a value over the jobs of a class. Percentiles are computed as {@link Sample#quantile} does
     * (R's type 7). The p-th percentile needs n = 100 / (100 − p) values, because with fewer it would be the greatest
     * value alone. Percentiles with too few values are null.
     *
     * @param p50 the median; from 2 values
     * @param p90 the 90th percentile; from 10 values
     * @param p95 the 95th percentile; from 20 values
     * @param p99 the 99th percentile; from 100 values
     */
    public record Distribution(int n, Double min, Double p50, Double p90, Double p95, Double p99, Double max) {
        static Distribution of(List<Double> values) {
            if (values.isEmpty()) {
                return new Distribution(0, null, null, null, null, null, null);
            }
            Sample cell = Sample.of(values);
            return new Distribution(
                    cell.n(),
                    cell.min(),
                    percentile(cell, 50),
                    percentile(cell, 90),
                    percentile(cell, 95),
                    percentile(cell, 99),
                    cell.max());
        }

        private static Double percentile(Sample cell, int percent) {
            return cell.n() < 100 / (100 - percent) ? null : Double.valueOf(cell.quantile(percent / 100.0));
        }
    }

    /**
     * The end of a job of a workload.
     *
     * @param job the job, in its class
     * @param run the name of the job's record; null if it has none
     * @param failure why the job has no valid end; null if it has one
     * @param late seconds from its time of submission until the client began to submit it; null if the client never
     *     submitted it
     * @param started when the ResourceManager accepted the job; null if it accepted none
     * @param finished when the ResourceManager saw the job's end; null if it saw none
     * @param alone the durations, in seconds, of valid runs in which a job of the same sizes ran alone
     */
    public record JobOutcome(
            WorkloadJob job,
            String run,
            String failure,
            Double late,
            Instant started,
            Instant finished,
            List<Double> alone) {
        private static final double MILLIS = 1000.0;

        public JobOutcome {
            Objects.requireNonNull(job, "job");
            alone = List.copyOf(alone);
        }

        boolean valid() {
            return failure == null && started != null && finished != null;
        }

        /** Returns the seconds from acceptance to end, including the queue; empty without a valid end. */
        Optional<Double> response() {
            return valid() ? Optional.of(seconds(started, finished)) : Optional.empty();
        }

        static double seconds(Instant from, Instant to) {
            return Duration.between(from, to).toMillis() / MILLIS;
        }
    }

    /** Writes a workload's numbers with aligned columns, for a terminal. */
    public static final class WorkloadText {
        private static final String ABSENT = "-";

        private WorkloadText() {}

        /** Returns the makespan, a table of jobs, a table of classes, and an explanation of the columns. */
        public static String render(WorkloadTimes figures) {
            List<String> lines = new ArrayList<>();
            lines.add("Workload " + figures.workload() + ": " + figures.jobs().size() + " job(s), at most "
                    + figures.mostAtOnce() + " at once.");
            lines.add(
                    figures.makespan() == null
                            ? "No makespan: not every job has a valid end."
                            : "Makespan " + seconds(figures.makespan()) + " s.");
            figures.invalid().forEach(reason -> lines.add("* " + reason));
            lines.add("");
            lines.addAll(jobs(figures));
            lines.add("");
            lines.addAll(classes(figures));
            lines.add("");
            lines.add(
                    "submit: when the job should be submitted. late: the client's delay. response: from acceptance by YARN to the end,");
            lines.add(
                    "including waiting. alone: the median of n runs of these sizes alone. slow-down: response / alone. p50, p90: percentiles");
            lines.add("(R-7); a dash if there are fewer than 2 or 10 jobs. All percentiles are in workload.json.");
            // Names and reasons come from outside, so their control characters must not reach a terminal.
            return HumanText.visible(String.join("\n", lines)) + "\n";
        }

        private static List<String> jobs(WorkloadTimes figures) {
            return new TextTable<JobResponse>()
                    .left("job", JobResponse::name)
                    .left("class", JobResponse::jobClass)
                    .right("submit s", job -> seconds(job.submit()))
                    .right("late s", job -> seconds(job.late()))
                    .right("response s", job -> seconds(job.response()))
                    .right("alone s", job -> seconds(job.alone()))
                    .right("n", job -> String.valueOf(job.aloneRuns()))
                    .right("slow-down", job -> ratio(job.slowDown()))
                    .lines(figures.jobs());
        }

        private static List<String> classes(WorkloadTimes figures) {
            return new TextTable<ClassTimes>()
                    .left("class", ClassTimes::name)
                    .right("jobs", each -> String.valueOf(each.jobs()))
                    .right("n", each -> String.valueOf(each.response().n()))
                    .right("response p50", each -> seconds(each.response().p50()))
                    .right("p90", each -> seconds(each.response().p90()))
                    .right("max", each -> seconds(each.response().max()))
                    .right("n", each -> String.valueOf(each.slowDown().n()))
                    .right("slow-down p50", each -> ratio(each.slowDown().p50()))
                    .right("p90", each -> ratio(each.slowDown().p90()))
                    .right("max", each -> ratio(each.slowDown().max()))
                    .lines(figures.classes());
        }

        private static String seconds(Double seconds) {
            return seconds == null ? ABSENT : String.format(Locale.ROOT, "%.1f", seconds);
        }

        private static String ratio(Double ratio) {
            return ratio == null ? ABSENT : String.format(Locale.ROOT, "%.2f", ratio);
        }
    }
}
