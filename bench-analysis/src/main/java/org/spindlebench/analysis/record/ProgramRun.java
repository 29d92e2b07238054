package org.spindlebench.analysis.record;

import java.time.Instant;
import java.util.List;

/**
 * The run of a program of the user: its call, and the applications that it submitted to YARN. Bytes and seconds are
 * sums over tasks.
 *
 * @param kind {@code jar}, {@code command} or {@code shell}
 * @param call the words of the call, with the values of placeholders
 * @param sha256 SHA-256 of the jar; null for a command
 * @param exitCode the program's exit code; null if it did not start or was killed
 * @param log the name of the file with its output, in the record's directory
 * @param applications the applications with the run's tag, in the order of their starts
 */
public record ProgramRun(
        String kind, List<String> call, String sha256, Integer exitCode, String log, List<Application> applications) {
    public static final String MAPREDUCE = "MAPREDUCE";
    public static final String SPARK = "SPARK";

    public ProgramRun {
        call = call == null ? List.of() : List.copyOf(call);
        applications = applications == null ? List.of() : List.copyOf(applications);
    }

    /** Returns the number of applications of a type, such as {@link #MAPREDUCE}. */
    public int count(String type) {
        return (int) applications.stream()
                .filter(application -> type.equals(application.type()))
                .count();
    }

    /**
     * An application on YARN.
     *
     * @param id YARN's id
     * @param type YARN's type, such as {@code MAPREDUCE}, {@code SPARK} or {@code TEZ}
     * @param state YARN's final status, such as {@code SUCCEEDED}
     * @param started when the ResourceManager accepted it
     * @param finished when it unregistered at the ResourceManager
     * @param stages its stages in the order of their numbers; empty if its tasks are unknown
     * @param note why its tasks are unknown or incomplete; null if all are known
     */
    public record Application(
            String id,
            String name,
            String type,
            String state,
            Instant started,
            Instant finished,
            List<Stage> stages,
            String note) {
        public Application {
            stages = stages == null ? List.of() : List.copyOf(stages);
        }

        /** Returns a copy with these stages, and the reason why other stages are unknown. */
        public Application with(List<Stage> found, String why) {
            return new Application(id, name, type, state, started, finished, found, why);
        }
    }

    /**
     * Tasks with the same function: the maps or the reduces of a MapReduce job. A value is null if the application does
     * not report it.
     *
     * @param name {@code map} or {@code reduce}
     * @param tasks the number of tasks that succeeded
     * @param peak the largest number of attempts at one instant
     * @param waves tasks / peak, rounded up; null if either is 0
     * @param elapsed seconds from the start of the first attempt to the end of the last one
     * @param taskSeconds seconds that all attempts ran
     * @param read bytes that the tasks read as their input
     * @param written bytes that the tasks wrote as their output
     * @param shuffleRead bytes that the tasks fetched in the shuffle
     * @param shuffleWritten bytes that the tasks wrote for the shuffle
     * @param spilled bytes that the tasks wrote to local disks because their memory was full
     */
    public record Stage(
            String name,
            Integer tasks,
            Integer peak,
            Integer waves,
            Double elapsed,
            Double taskSeconds,
            Long read,
            Long written,
            Long shuffleRead,
            Long shuffleWritten,
            Long spilled) {}
}
