package org.spindlebench.it.proof;

import java.util.Map;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;

/** A job that succeeded according to YARN and the tool. Its proof decides whether it is valid. */
record RanJob(JobRequest request, JobHistory history) {

    JobCompletion done() {
        return new JobCompletion(request, history.counters());
    }

    /** Returns the same job as if its output were another directory's files. */
    JobCompletion doneWith(String outputPath) {
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
        return new JobCompletion(moved, history.counters());
    }

    /** Returns one of MapReduce's own counters, or 0 if the job does not have it. */
    long task(String name) {
        return history.counters()
                .getOrDefault("org.apache.hadoop.mapreduce.TaskCounter", Map.of())
                .getOrDefault(name, 0L);
    }
}
