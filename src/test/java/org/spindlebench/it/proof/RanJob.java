package org.spindlebench.it.proof;

import java.util.Map;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobResult;

/** A job that succeeded, as YARN and the tool say; whether it is valid is for its proof to say. */
record RanJob(JobRequest request, JobHistory history) {

    JobResult done() {
        return new JobResult(request, history.counters());
    }

    /** The same job, were its output the files of another directory. */
    JobResult doneWith(String outputPath) {
        JobRequest moved = new JobRequest(
                request.bytes(),
                request.maps(),
                request.reduces(),
                request.replication(),
                request.seed(),
                request.inputPath(),
                request.input(),
                outputPath,
                request.configuration());
        return new JobResult(moved, history.counters());
    }

    /** A counter of MapReduce's own; 0 where the job has none. */
    long task(String name) {
        return history.counters()
                .getOrDefault("org.apache.hadoop.mapreduce.TaskCounter", Map.of())
                .getOrDefault(name, 0L);
    }
}
