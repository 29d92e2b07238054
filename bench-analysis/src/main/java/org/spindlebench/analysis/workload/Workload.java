package org.spindlebench.analysis.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * Jobs with their times of submission.
 *
 * @param jobs the jobs in the order of their submission; jobs with equal times keep the order of the file
 */
public record Workload(List<WorkloadJob> jobs) {
    private static final int CLASSES = 3;

    /** @throws IllegalArgumentException if there is no job, or if two jobs have the same name */
    public Workload {
        jobs = jobs.stream()
                .sorted(Comparator.comparingDouble(WorkloadJob::submit))
                .toList();
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a workload has at least one job");
        }
        Set<String> names = new HashSet<>();
        for (WorkloadJob job : jobs) {
            if (!names.add(job.name())) {
                throw new IllegalArgumentException("two jobs are called " + job.name());
            }
        }
    }

    /**
     * Selects the jobs that are submitted in a window, whose start becomes time 0.
     *
     * @param from seconds, inclusive
     * @param to seconds, exclusive
     * @throws IllegalArgumentException if there is no job in the window
     */
    public Workload window(double from, double to) {
        return new Workload(jobs.stream()
                .filter(job -> job.submit() >= from && job.submit() < to)
                .map(job -> job.at(job.submit() - from))
                .toList());
    }

    /**
     * Multiplies all sizes and all times.
     *
     * @param sizes the factor of all sizes, above 0; results are rounded to whole bytes, but a size above 0 stays at
     *     least 1
     * @param time the factor of the times of submission, 0 or more
     */
    public Workload scaled(double sizes, double time) {
        return new Workload(jobs.stream()
                .map(job -> job.sized(sizes).at(job.submit() * time))
                .toList());
    }

    /**
     * Draws jobs at random without replacement.
     *
     * @param most the number of jobs to draw; if there are fewer jobs, all are drawn
     * @param seed the seed of the random generator
     */
    public Workload sample(int most, long seed) {
        List<WorkloadJob> drawn = new ArrayList<>(jobs);
        Collections.shuffle(drawn, new Random(seed));
        return new Workload(drawn.subList(0, Math.min(most, drawn.size())));
    }

    /** Moves all times so that the first job is submitted at time 0. */
    public Workload fromFirst() {
        double first = jobs.get(0).submit();
        return new Workload(
                jobs.stream().map(job -> job.at(job.submit() - first)).toList());
    }

    /**
     * Puts each job into one of three classes of about equal size, by the bytes that the job moves: {@code q1} has the
     * smallest jobs. Jobs with equal bytes are all in the class of the first of them.
     */
    public Workload inClasses() {
        List<Long> sorted = jobs.stream().map(WorkloadJob::totalBytes).sorted().toList();
        Map<Long, Integer> first = new HashMap<>();
        for (int i = 0; i < sorted.size(); i++) {
            first.putIfAbsent(sorted.get(i), i);
        }
        return new Workload(jobs.stream()
                .map(job -> job.in("q" + (first.get(job.totalBytes()) * CLASSES / sorted.size() + 1)))
                .toList());
    }

    /**
     * A record's settings that name the job and the workload of a run, if other jobs ran at the same time. The record
     * of a job that ran alone has none of these settings.
     */
    public static final class RunSettings {
        /** The value is {@code true}. */
        public static final String CONCURRENT = "concurrent";

        public static final String WORKLOAD = "workload";

        /** The number of jobs of the workload. */
        public static final String JOBS = "workload_jobs";

        public static final String JOB = "workload_job";
        public static final String CLASS = "workload_class";

        /** The time of submission in seconds from the workload's start. */
        public static final String ARRIVAL = "workload_arrival";

        /** The settings that only concurrent runs have. */
        public static final Set<String> OF_CONCURRENT = Set.of(CONCURRENT, WORKLOAD, JOBS, JOB, CLASS, ARRIVAL);

        /** The settings in which the jobs of a workload differ. */
        public static final Set<String> OF_JOBS = Set.of(
                JOB,
                CLASS,
                ARRIVAL,
                "bytes_per_node",
                "total_bytes",
                "input_bytes",
                "shuffle_bytes",
                "output_bytes",
                "files",
                "reduces");

        private RunSettings() {}
    }

    /**
     * One job of a workload.
     *
     * @param name unique in its workload; up to 64 letters, digits, {@code .}, {@code _} and {@code -}
     * @param jobClass the class that summarises its numbers; null if not yet known
     * @param submit when the job is submitted, in seconds from the workload's start
     * @param inputBytes bytes that its maps read
     * @param shuffleBytes bytes that its reduces fetch from its maps; 0 for a job without reduces
     * @param outputBytes bytes that it writes, not counting replicas
     */
    public record WorkloadJob(
            String name, String jobClass, double submit, long inputBytes, long shuffleBytes, long outputBytes) {
        public WorkloadJob {
            Objects.requireNonNull(name, "name");
            if (!(submit >= 0 && submit <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("a job must be submitted at 0 s or later, not " + submit);
            }
            if (inputBytes < 0 || shuffleBytes < 0 || outputBytes < 0) {
                throw new IllegalArgumentException("bytes of " + name + " are negative");
            }
        }

        /** Returns all bytes that the job moves, at most {@link Long#MAX_VALUE}. */
        public long totalBytes() {
            long two = inputBytes + shuffleBytes;
            long all = two < 0 ? -1 : two + outputBytes;
            return all < 0 ? Long.MAX_VALUE : all;
        }

        /** Returns the three sizes. Spindle assumes that jobs of equal sizes take equally long alone. */
        public JobSizes sizes() {
            return new JobSizes(inputBytes, shuffleBytes, outputBytes);
        }

        WorkloadJob in(String otherClass) {
            return new WorkloadJob(name, otherClass, submit, inputBytes, shuffleBytes, outputBytes);
        }

        WorkloadJob at(double otherSubmit) {
            return new WorkloadJob(name, jobClass, otherSubmit, inputBytes, shuffleBytes, outputBytes);
        }

        /** Returns a copy with every size multiplied and rounded to the nearest byte; sizes above 0 stay at least 1. */
        WorkloadJob sized(double factor) {
            return new WorkloadJob(
                    name,
                    jobClass,
                    submit,
                    times(inputBytes, factor),
                    times(shuffleBytes, factor),
                    times(outputBytes, factor));
        }

        private static long times(long bytes, double factor) {
            return bytes == 0 ? 0 : Math.max(1, Math.round(bytes * factor));
        }

        /**
         * The bytes that a job moves.
         *
         * @param inputBytes bytes that maps read
         * @param shuffleBytes bytes that reduces fetch from maps
         * @param outputBytes bytes written, not counting replicas
         */
        public record JobSizes(long inputBytes, long shuffleBytes, long outputBytes) {}
    }
}
