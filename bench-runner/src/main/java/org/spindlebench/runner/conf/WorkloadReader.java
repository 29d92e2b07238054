package org.spindlebench.runner.conf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;
import org.spindlebench.runner.conf.FileSafeName.DataName;
import org.spindlebench.runner.conf.StrictMap.Keys;
import org.spindlebench.runner.conf.WholeNumber.Decimal;

/**
 * Reads a workload's file. It refuses everything that it does not understand and reports all problems at once.
 * {@code docs/workloads.md} describes the keys.
 */
public final class WorkloadReader {
    static final Keys KEYS = Keys.of(
            "name: NAME", "description", "jobs", "swim", "bytes_per_map", "bytes_per_reduce", "repeats", "data");
    static final Keys JOB_KEYS = Keys.of("name: JOB", "class", "arrival: 0", "input: 64MB", "shuffle", "output");
    static final Keys SWIM_KEYS = Keys.of("file: TRACE.tsv", "sizes", "time", "from", "to", "most", "seed");

    private static final WorkloadFile.TaskSizes USUAL = new WorkloadFile.TaskSizes(128L << 20, 1L << 30);
    private static final int USUAL_REPEATS = 3;
    private static final int MOST_JOBS = 10_000;

    /** A week in seconds. No job of a workload arrives later. */
    private static final int LONGEST = 604_800;

    private final StrictMap map;
    private final Problems problems;

    private WorkloadReader(StrictMap map, Problems problems) {
        this.map = map;
        this.problems = problems;
    }

    /** Reads a workload but not its trace. If any part cannot be parsed, adds problems and returns empty. */
    public static Optional<WorkloadFile> read(String source, String text, Problems problems) {
        return StrictMap.read(
                source, text, "a workload", KEYS, problems, (map, own) -> new WorkloadReader(map, own).file(source));
    }

    private WorkloadFile file(String source) {
        List<WorkloadJob> jobs = jobs();
        Optional<WorkloadFile.Trace> trace = map.map("swim", SWIM_KEYS).map(this::trace);
        if (map.isPresentOrMisspelled("jobs") == map.isPresentOrMisspelled("swim")) {
            problems.add(Problem.at(map.location(), "jobs, swim", "a workload has either jobs or a trace")
                    .withRemedy("list `jobs:`, or name a trace under `swim:`"));
        }
        return new WorkloadFile(
                source,
                map.value("name", FileSafeName::parse, ""),
                map.text("description"),
                jobs,
                trace.orElse(null),
                new WorkloadFile.TaskSizes(
                        map.value("bytes_per_map", ByteSize::parse, USUAL.bytesPerMap()),
                        map.value("bytes_per_reduce", ByteSize::parse, USUAL.bytesPerReduce())),
                map.value("repeats", WholeNumber.between(1, SuiteReader.MOST_REPEATS), USUAL_REPEATS),
                map.value("data", DataName::checked).orElse(null));
    }

    private List<WorkloadJob> jobs() {
        List<WorkloadJob> jobs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (StrictMap found : map.maps("jobs", "a job of a workload", JOB_KEYS)) {
            WorkloadJob job = job(found);
            if (!job.name().isEmpty() && !names.add(job.name())) {
                problems.add(found.problem("name", "another job has that name")
                        .withValue(job.name())
                        .withRemedy("give each job a name of its own"));
            }
            jobs.add(job);
        }
        long named = jobs.stream().filter(job -> job.jobClass() != null).count();
        if (named > 0 && named < jobs.size()) {
            problems.add(Problem.at(map.locationOf("jobs"), "class", "some jobs have a class, but others have none")
                    .withRemedy("give all of them a class, or none"));
        }
        if (jobs.size() > MOST_JOBS) {
            problems.add(map.problem("jobs", "more than " + MOST_JOBS + " jobs"));
        }
        return jobs;
    }

    private static WorkloadJob job(StrictMap found) {
        return new WorkloadJob(
                found.value("name", FileSafeName::parse, ""),
                found.value("class", FileSafeName::parse).orElse(null),
                found.value("arrival", Decimal.between(0, LONGEST), 0.0),
                found.value("input", ByteSize::parseOrNothing, 0L),
                found.value("shuffle", ByteSize::parseOrNothing, 0L),
                found.value("output", ByteSize::parseOrNothing, 0L));
    }

    private WorkloadFile.Trace trace(StrictMap found) {
        double from = found.value("from", Decimal.atLeast(0), 0.0);
        Optional<Double> to = found.value("to", Decimal.positive());
        if (to.isPresent() && to.get() <= from) {
            problems.add(found.problem("to", "the part of the trace ends before it begins")
                    .withValue(String.valueOf(to.get()))
                    .withAllowed("more than `from`, in seconds"));
        }
        return new WorkloadFile.Trace(
                found.text("file"),
                found.value("sizes", Decimal.positive(), 1.0),
                found.value("time", Decimal.positive(), 1.0),
                from,
                to.orElse(null),
                found.value("most", WholeNumber.between(1, MOST_JOBS)).orElse(null),
                found.value("seed", WholeNumber::parse, 1L));
    }

    /**
     * The content of a workload's file.
     *
     * @param source the file's name; the trace's path is relative to its directory
     * @param name the workload's name, which is part of the campaign's name
     * @param jobs the jobs; empty if they come from a trace
     * @param trace the source of the jobs; null if the file lists them
     * @param tasks the rule for each job's number of tasks
     * @param repeats the number of runs that each different job has on its own, without the other jobs
     * @param data the kind of data in prepared input and in output
     */
    public record WorkloadFile(
            String source,
            String name,
            String description,
            List<WorkloadJob> jobs,
            Trace trace,
            TaskSizes tasks,
            int repeats,
            String data) {
        public WorkloadFile {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(name, "name");
            jobs = List.copyOf(jobs);
        }

        /**
         * A part of a SWIM trace.
         *
         * @param sizes the factor for all sizes
         * @param time the factor for all times
         * @param from the start of the part, in seconds of the trace
         * @param to the end of the part, in seconds of the trace; null for the trace's end
         * @param most the largest number of jobs, which are drawn at random; null for all jobs
         * @param seed the seed for drawing jobs
         */
        public record Trace(String file, double sizes, double time, double from, Double to, Integer most, long seed) {}

        /**
         * The largest amount of data for each task. As on a real cluster, the data then determines the number of tasks.
         *
         * @param bytesPerMap the largest number of input bytes of a map
         * @param bytesPerReduce the largest number of bytes of a reduce, for the larger of shuffle and output
         */
        public record TaskSizes(long bytesPerMap, long bytesPerReduce) {}
    }
}
