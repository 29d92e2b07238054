package org.spindlebench.runner.run;

import java.util.Map;
import java.util.Optional;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.jobs.BenchmarkJob;
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.WaveOf;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.Slots;

/**
 * A planned run, sized for the cluster at hand.
 *
 * @param spec the plan's run
 * @param job its job
 * @param configuration its Hadoop settings, with what the cluster's shape made of them
 * @param slots containers of its wave's tasks that run at once
 * @param maps maps of a job that makes its own data
 * @param reduces reduces of a job that has any
 * @param nodes hosts
 * @param bytes bytes over all hosts
 * @param replication replicas of inputs and of usual outputs: those asked for, else what the cluster can hold
 * @param blockSize bytes of an HDFS block
 * @param input what it reads
 */
record SizedRun(
        RunSpec spec,
        BenchmarkJob job,
        Map<String, String> configuration,
        Slots slots,
        int maps,
        int reduces,
        int nodes,
        long bytes,
        int replication,
        long blockSize,
        Optional<Content> input) {

    /** Bytes asked for per node. */
    long bytesPerNode() {
        return spec.size().scope() == Size.Scope.PER_NODE ? spec.size().bytes() : bytes / nodes;
    }

    /** Hosts that tasks of one wave come to at most. */
    int busyNodes() {
        return Math.min(nodes, slots.chosen());
    }

    /** Replicas of this run's own output. */
    int outputReplication() {
        return replicationAsked() && job.outputReplication() > 0
                ? replication
                : Math.min(job.outputReplication(), replication);
    }

    /** Whether the user asked for a number of replicas, instead of the usual one. */
    boolean replicationAsked() {
        return configuration.containsKey(JobKeys.REPLICATION);
    }

    /** Whether what it writes is erasure-coded instead of replicated. */
    boolean erasureCoded() {
        return configuration.containsKey(JobKeys.ERASURE_CODING);
    }

    /** Whether it was sized to run in one wave; a job that was asked for more files or reduces than there are slots was not. */
    boolean oneWavePlanned() {
        boolean tooMany = (job.wave() == WaveOf.MAPS && maps > slots.chosen())
                || (job.wave() != WaveOf.MAPS && reduces > slots.chosen());
        return job.wave() != WaveOf.NONE && !tooMany;
    }

    /**
     * What is asked of it.
     *
     * @param seed of generated data
     * @param input null for a job that makes its own data
     * @param output directory that the job may write
     */
    JobRequest request(long seed, Inputs.Prepared input, String output) {
        return new JobRequest(
                bytes,
                maps,
                reduces,
                outputReplication(),
                seed,
                input == null ? null : input.path(),
                input == null ? null : input.manifest(),
                output,
                configuration());
    }
}
