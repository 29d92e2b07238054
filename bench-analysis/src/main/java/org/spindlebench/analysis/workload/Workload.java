package org.spindlebench.analysis.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Jobs with their arrivals.
 *
 * @param jobs in the order of their submission; those of the same time in the order of the file
 */
public record Workload(List<WorkloadJob> jobs) {
    /** @throws IllegalArgumentException if there is no job, or two have one name */
    public Workload {
        List<WorkloadJob> sorted = new ArrayList<>(jobs);
        sorted.sort(Comparator.comparingDouble(WorkloadJob::submit));
        jobs = List.copyOf(sorted);
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
     * Those that are submitted in a window, whose begin becomes the start.
     *
     * @param from seconds, inclusive
     * @param to seconds, exclusive
     * @throws IllegalArgumentException if none is
     */
    public Workload window(double from, double to) {
        return new Workload(jobs.stream()
                .filter(job -> job.submit() >= from && job.submit() < to)
                .map(job -> job.at(job.submit() - from))
                .toList());
    }

    /**
     * The same with all sizes and all times multiplied.
     *
     * @param sizes factor of bytes, above 0; rounded to the nearest byte, and what was above 0 stays at least 1
     * @param time factor of the times of submission, 0 or more
     */
    public Workload scaled(double sizes, double time) {
        return new Workload(jobs.stream()
                .map(job -> job.sized(sizes).at(job.submit() * time))
                .toList());
    }

    /** So many of the jobs, drawn without replacement by a generator of the seed; all of them where there are no more. */
    public Workload sample(int most, long seed) {
        List<WorkloadJob> drawn = new ArrayList<>(jobs);
        Collections.shuffle(drawn, new Random(seed));
        return new Workload(drawn.subList(0, Math.min(most, drawn.size())));
    }

    /** The same with the first job submitted at the start. */
    public Workload fromFirst() {
        double first = jobs.get(0).submit();
        return new Workload(
                jobs.stream().map(job -> job.at(job.submit() - first)).toList());
    }

    /** Each job in a class by its bytes. */
    public Workload in(SizeClasses classes) {
        List<String> names =
                classes.of(jobs.stream().map(WorkloadJob::totalBytes).toList());
        List<WorkloadJob> named = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            named.add(jobs.get(i).in(names.get(i)));
        }
        return new Workload(named);
    }
}
