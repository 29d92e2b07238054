package org.spindlebench.runner.run;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.jobs.BenchmarkJob;
import org.spindlebench.runner.jobs.BenchmarkJob.WaveOf;
import org.spindlebench.runner.jobs.Content;
import org.spindlebench.runner.jobs.Content.ContentKind;
import org.spindlebench.runner.jobs.JobRequest;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.Slots;

/**
 * A planned run, sized for the open cluster.
 *
 * @param configuration the run's Hadoop settings, including those computed from the cluster's shape
 * @param slots the number of its wave's containers that run at once
 * @param maps the number of maps of a job that makes its own data
 * @param reduces the number of reduces of a job that has any
 * @param bytes the total bytes over all hosts
 * @param replication the replicas of inputs and of usual outputs: the requested number, otherwise the usual one or as
 *     many as the cluster can store
 * @param blockSize bytes of an HDFS block
 * @param input the content that the job reads
 * @param written the content that the job leaves for jobs that read it; empty unless they are to read what was written
 */
public record SizedRun(
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
        Optional<Content> input,
        Optional<Content> written) {
    private static final Pattern CODING = Pattern.compile(".*?-([1-9][0-9]?)-([1-9][0-9]?)-[0-9]+k");

    /** Returns this run, which leaves its output for jobs that read it. */
    SizedRun writing(long seed) {
        Optional<Content> content = job.written()
                .map(kind -> new Content(
                        kind,
                        bytes,
                        kind == ContentKind.TERA_SORTED ? reduces : maps,
                        outputReplication(),
                        blockSize,
                        seed,
                        job.inputVariant(configuration)));
        return new SizedRun(
                spec, job, configuration, slots, maps, reduces, nodes, bytes, replication, blockSize, input, content);
    }

    public long bytesPerNode() {
        return spec.size().scope() == Size.Scope.PER_NODE ? spec.size().bytes() : bytes / nodes;
    }

    /** Returns the largest number of hosts that the tasks of one wave can occupy. */
    public int busyNodes() {
        return Math.min(nodes, slots.chosen());
    }

    public int outputReplication() {
        return replicationAsked() && job.outputReplication() > 0
                ? replication
                : Math.min(job.outputReplication(), replication);
    }

    /** Returns the bytes of the run's output as HDFS stores it, with replicas or parity. */
    public long storedOutput() {
        long once = job.outputBytes(bytes, configuration);
        return erasureCoded() ? coded(once) : once * outputReplication();
    }

    /** TestDFSIO's input has the run's erasure coding policy. */
    public long stored(Content content) {
        boolean coded = erasureCoded() && content.kind() == ContentKind.DFSIO;
        return coded ? coded(content.bytes()) : content.bytes() * content.replication();
    }

    /**
     * Adds parity, as of {@code RS-6-3-1024k}; three times the bytes, as of replicas, if the name has another form.
     */
    private long coded(long once) {
        Matcher policy = CODING.matcher(configuration.get(JobKeys.ERASURE_CODING));
        if (!policy.matches()) {
            return 3 * once;
        }
        int data = Integer.parseInt(policy.group(1));
        int parity = Integer.parseInt(policy.group(2));
        return (long) Math.ceil((double) once * (data + parity) / data);
    }

    boolean replicationAsked() {
        return configuration.containsKey(JobKeys.REPLICATION);
    }

    boolean erasureCoded() {
        return configuration.containsKey(JobKeys.ERASURE_CODING);
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
