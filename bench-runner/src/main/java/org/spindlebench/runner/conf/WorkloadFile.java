package org.spindlebench.runner.conf;

import java.util.List;
import java.util.Objects;
import org.spindlebench.analysis.workload.SizeClasses;
import org.spindlebench.analysis.workload.WorkloadJob;

/**
 * A workload as its file says it.
 *
 * @param source the file's name, which a trace's path is relative to
 * @param name part of the campaign's name
 * @param description one sentence
 * @param jobs the jobs; empty where they are a trace's
 * @param trace where the jobs are taken from; null where they are listed
 * @param classes how jobs are put into classes; null where the file names the class of each
 * @param tasks how many tasks jobs have
 * @param repeats runs of each different job alone
 * @param data what prepared and written data look like
 */
public record WorkloadFile(
        String source,
        String name,
        String description,
        List<WorkloadJob> jobs,
        Trace trace,
        SizeClasses classes,
        TaskSizes tasks,
        int repeats,
        String data) {
    public WorkloadFile {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(name, "name");
        jobs = List.copyOf(jobs);
    }

    /**
     * A part of a trace of SWIM.
     *
     * @param file the trace
     * @param sizes factor of all sizes
     * @param time factor of all times
     * @param from seconds in the trace at which the part begins
     * @param to seconds at which it ends; null for the trace's end
     * @param most jobs, drawn by the seed; null for all
     * @param seed of the drawing
     */
    public record Trace(String file, double sizes, double time, double from, Double to, Integer most, long seed) {}

    /**
     * How much a task does, as it is in a cluster whose inputs decide.
     *
     * @param bytesPerMap bytes of input of one map at most
     * @param bytesPerReduce bytes of one reduce at most: of shuffle or of output, whichever are more
     */
    public record TaskSizes(long bytesPerMap, long bytesPerReduce) {}
}
