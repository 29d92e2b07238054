package org.spindlebench.analysis.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
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

    /** How jobs are put into classes by all the bytes that they move. */
    public sealed interface SizeClasses {
        /** The class of each, in the order given. */
        List<String> of(List<Long> totalBytes);

        /**
         * Classes of about equally many jobs: with n jobs in ascending order of bytes, job i of 0 to n − 1 is in class floor(i · count / n) + 1, and jobs of
         * equal bytes are in the class of the first of them. Named {@code q1} for the smallest, {@code q2} and so on.
         *
         * @param count of classes, at least 1
         */
        record Quantiles(int count) implements SizeClasses {
            public Quantiles {
                if (count < 1) {
                    throw new IllegalArgumentException("there is at least one class, not " + count);
                }
            }

            @Override
            public List<String> of(List<Long> totalBytes) {
                List<Long> sorted = new ArrayList<>(totalBytes);
                Collections.sort(sorted);
                List<String> classes = new ArrayList<>();
                for (Long bytes : totalBytes) {
                    long first = first(sorted, bytes);
                    classes.add("q" + (first * count / sorted.size() + 1));
                }
                return classes;
            }

            private static int first(List<Long> sorted, Long bytes) {
                int from = 0;
                int to = sorted.size();
                while (from < to) {
                    int middle = (from + to) >>> 1;
                    if (sorted.get(middle) < bytes) {
                        from = middle + 1;
                    } else {
                        to = middle;
                    }
                }
                return from;
            }
        }

        /**
         * Classes between bounds: {@code below-B} under the first bound B, {@code from-B} at each bound B and above it, up to the next.
         *
         * @param bounds bytes, ascending, at least one
         */
        record Thresholds(List<Long> bounds) implements SizeClasses {
            public Thresholds {
                bounds = List.copyOf(bounds);
                if (bounds.isEmpty()) {
                    throw new IllegalArgumentException("there is at least one bound");
                }
                for (int i = 1; i < bounds.size(); i++) {
                    if (bounds.get(i) <= bounds.get(i - 1)) {
                        throw new IllegalArgumentException("bounds ascend: " + bounds);
                    }
                }
            }

            @Override
            public List<String> of(List<Long> totalBytes) {
                return totalBytes.stream().map(this::of).toList();
            }

            private String of(long bytes) {
                String found = "below-" + bounds.get(0);
                for (long bound : bounds) {
                    if (bytes >= bound) {
                        found = "from-" + bound;
                    }
                }
                return found;
            }
        }
    }

    /**
     * One job of a workload.
     *
     * @param name unique in its workload; up to 64 letters, digits, {@code .}, {@code _} and {@code -}
     * @param jobClass the class by which figures are summed up; null where none is known yet
     * @param submit seconds from the workload's start
     * @param inputBytes bytes that its maps read
     * @param shuffleBytes bytes from maps to reduces; 0 for a job of maps alone
     * @param outputBytes bytes that it writes, once
     */
    public record WorkloadJob(
            String name, String jobClass, double submit, long inputBytes, long shuffleBytes, long outputBytes) {
        public WorkloadJob {
            Objects.requireNonNull(name, "name");
            if (!(submit >= 0 && submit <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("a job is submitted 0 s after the start or later, not " + submit);
            }
            if (inputBytes < 0 || shuffleBytes < 0 || outputBytes < 0) {
                throw new IllegalArgumentException("bytes of " + name + " are negative");
            }
        }

        /** All bytes that it moves; {@link Long#MAX_VALUE} where they are more. */
        public long totalBytes() {
            long two = inputBytes + shuffleBytes;
            long all = two < 0 ? -1 : two + outputBytes;
            return all < 0 ? Long.MAX_VALUE : all;
        }

        /** Its three sizes: jobs of equal sizes take equally long alone. */
        public Sizes sizes() {
            return new Sizes(inputBytes, shuffleBytes, outputBytes);
        }

        /** The same in a class. */
        WorkloadJob in(String otherClass) {
            return new WorkloadJob(name, otherClass, submit, inputBytes, shuffleBytes, outputBytes);
        }

        /** The same at another time. */
        WorkloadJob at(double otherSubmit) {
            return new WorkloadJob(name, jobClass, otherSubmit, inputBytes, shuffleBytes, outputBytes);
        }

        /** The same with every size times a factor, rounded to the nearest byte; what was above 0 stays at least 1. */
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
         * What a job moves.
         *
         * @param inputBytes read by maps
         * @param shuffleBytes from maps to reduces
         * @param outputBytes written, once
         */
        public record Sizes(long inputBytes, long shuffleBytes, long outputBytes) {}
    }
}
