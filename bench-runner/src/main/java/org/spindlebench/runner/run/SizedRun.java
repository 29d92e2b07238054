package org.spindlebench.runner.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.record.ErasureCoding;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SplitHosts;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.JobCall;
import org.spindlebench.runner.cluster.ProgramCall;
import org.spindlebench.runner.cluster.Slots;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.jobs.MeasuredJob;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.program.Placeholders.Placeholder;

/**
 * A planned run, sized for the open cluster.
 *
 * @param configuration the run's Hadoop settings, including those computed from the cluster's shape
 * @param slots the number of containers of the run's wave that run at once
 * @param maps the number of maps of a job that makes its own data
 * @param reduces the number of reduces of a job that has any
 * @param hosts the hosts of the NodeManagers that were counted
 * @param bytes the total bytes over all hosts
 * @param replication the replicas of inputs and of usual outputs: the requested number, otherwise the usual number, or
 *     as many as the cluster can store
 * @param blockSize bytes of an HDFS block
 * @param input the content that the job reads
 * @param splitHosts the hosts of a job that makes its own data, as in {@link SplitHosts#KEY}; empty if its maps ask for
 *     any host
 * @param written the content that the job leaves for later jobs; empty unless they must read written data
 */
public record SizedRun(
        RunSpec spec,
        MeasuredJob job,
        Map<String, String> configuration,
        Slots slots,
        int maps,
        int reduces,
        HostSet hosts,
        long bytes,
        int replication,
        long blockSize,
        Optional<InputData> input,
        String splitHosts,
        Optional<InputData> written) {
    /** Returns the number of hosts. */
    public int nodes() {
        return hosts.names().size();
    }

    /** Returns this run, which leaves its output for jobs that read it. */
    SizedRun writing(long seed) {
        Optional<InputData> content = job.written()
                .map(kind -> new InputData(
                        kind,
                        bytes,
                        kind == ContentKind.TERA_SORTED ? reduces : maps,
                        outputReplication(),
                        blockSize,
                        seed,
                        Sizing.inputVariant(job, configuration)));
        return new SizedRun(
                spec,
                job,
                configuration,
                slots,
                maps,
                reduces,
                hosts,
                bytes,
                replication,
                blockSize,
                input,
                splitHosts,
                content);
    }

    public long bytesPerNode() {
        return spec.size().scope() == Size.Scope.PER_NODE ? spec.size().bytes() : bytes / nodes();
    }

    /** Returns the largest number of hosts that the tasks of one wave can occupy. */
    public int busyNodes() {
        return Math.min(nodes(), slots.chosen());
    }

    public int outputReplication() {
        return replicationAsked() && job.outputReplication() > 0
                ? replication
                : Math.min(job.outputReplication(), replication);
    }

    /** Returns the bytes of the run's output as HDFS stores it, with replicas or parity. */
    public long storedOutput() {
        long once = job.outputBytes(bytes, configuration);
        return erasureCoding().map(policy -> coded(once, policy)).orElse(once * outputReplication());
    }

    /** Returns the bytes of an input as HDFS stores it. An input has the run's erasure-coding policy. */
    public long stored(InputData content) {
        return erasureCoding()
                .map(policy -> coded(content.bytes(), policy))
                .orElse(content.bytes() * content.replication());
    }

    private static long coded(long once, ErasureCoding policy) {
        return (long) Math.ceil(once * policy.overhead());
    }

    /**
     * Returns the call of the run's job.
     *
     * @param more values of placeholders that depend on the run's input; empty for a job of the catalog
     * @param log the file for the output of a user's program
     */
    JobCall call(JobRequest request, Map<Placeholder, String> more, Path log) {
        JobCall call = job.call(request)
                .over(request.configuration())
                .over(splitHosts.isEmpty() ? Map.of() : Map.of(SplitHosts.KEY, splitHosts));
        return call instanceof ProgramCall program
                ? program.with(placeholders()).with(more).to(log)
                : call;
    }

    /** Returns the values of placeholders that depend on the cluster. */
    Map<Placeholder, String> placeholders() {
        return Map.of(
                Placeholder.NODES,
                String.valueOf(nodes()),
                Placeholder.BYTES_PER_NODE,
                String.valueOf(bytesPerNode()),
                Placeholder.BLOCK_SIZE,
                String.valueOf(blockSize));
    }

    boolean replicationAsked() {
        return configuration.containsKey(JobKeys.REPLICATION);
    }

    /** Returns the policy of the run's input and output; empty if they are replicated. */
    public Optional<ErasureCoding> erasureCoding() {
        return RunSetting.ERASURE_CODING.in(configuration).flatMap(ErasureCoding::of);
    }

    /** Checks whether the run was sized for one wave. A run with more requested files or reduces than slots was not. */
    boolean oneWavePlanned() {
        boolean tooMany = (job.wave() == WaveOf.MAPS && maps > slots.chosen())
                || (job.wave() != WaveOf.MAPS && reduces > slots.chosen());
        return job.wave() != WaveOf.NONE && !tooMany;
    }

    /** Returns the job's request. The prepared input is null for a job that makes its own data. */
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
