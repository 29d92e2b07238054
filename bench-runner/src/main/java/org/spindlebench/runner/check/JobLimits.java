package org.spindlebench.runner.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.spindlebench.jobs.base.SyntheticConfig;
import org.spindlebench.jobs.tera.TeraSample;
import org.spindlebench.jobs.wordcount.TextGenerator;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.jobs.TeraSortJob;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Inputs;
import org.spindlebench.runner.run.SizedRun;
import org.spindlebench.runner.run.Sizing;
import org.spindlebench.runner.run.Sizing.ContainerKeys;

/**
 * Finds limits that a job with very many tasks would exceed. Hadoop would report this only after the job's input was
 * made. The limits are the ApplicationMaster's heap and its limit for data about splits, the generators' largest
 * numbers of maps and bytes, and the client's heap.
 */
public final class JobLimits {
    private static final double KB = 1e3;
    private static final double MB = 1e6;
    private static final double MIB = 1 << 20;

    /** The bytes for a split without its hosts' names: the number of hosts, the offset, and the length. */
    private static final int SPLIT_BYTES = 11;

    /** The largest number of hosts that MapReduce keeps for a split. */
    private static final int MOST_HOSTS = 10;

    /**
     * The heap that one task needs in the ApplicationMaster, with its attempt, its counters and the hosts' names. It is
     * a lower limit, so that any job that Spindle refuses would really fail.
     */
    private static final long HEAP_PER_TASK = 8 << 10;

    /** The heap that an idle ApplicationMaster needs. */
    private static final long BASE_HEAP = 128L << 20;

    /** The bytes of a segment below which requests and seeks cost more than its data. */
    private static final double LEAST_SEGMENT = 64e3;

    private final Sizing sizing;
    private final ClusterShape shape;
    private final long clientHeap;

    JobLimits(Sizing sizing) {
        this(sizing, Runtime.getRuntime().maxMemory());
    }

    /** @param clientHeap the maximum heap of this JVM, in bytes */
    JobLimits(Sizing sizing, long clientHeap) {
        this.sizing = sizing;
        this.shape = sizing.shape();
        this.clientHeap = clientHeap;
    }

    /**
     * A job that Spindle will submit to MapReduce.
     *
     * @param name the job's name for users
     * @param splits number of input splits, each read by one map
     * @param hosts number of hosts that each split names
     */
    record Submission(String name, long splits, int hosts, int reduces) {
        long tasks() {
            return splits + reduces;
        }
    }

    /** Returns the problems that prevent a plan on a cluster of this size, each once; empty if there are none. */
    public static List<String> problems(Sizing sizing, List<RunSpec> runs) {
        JobLimits limits = new JobLimits(sizing);
        Set<String> problems = new LinkedHashSet<>();
        runs.forEach(run -> limits.problems(run, problems));
        return List.copyOf(problems);
    }

    /** Returns warnings about jobs that can run, but whose shuffle does not measure storage; each once. */
    public static List<String> warnings(Sizing sizing, List<RunSpec> runs) {
        return runs.stream()
                .map(sizing::size)
                .flatMap(run -> smallSegments(run).stream())
                .distinct()
                .toList();
    }

    /** The bytes that a user's program shuffles are unknown, and a combiner makes segments small by design. */
    private static Optional<String> smallSegments(SizedRun run) {
        List<Submission> jobs = submissions(run);
        Submission job = jobs.get(jobs.size() - 1);
        double bytes = run.job().mapOutput(run.bytes());
        double segment = bytes / job.splits() / job.reduces();
        if (job.reduces() == 0 || run.spec().program() != null || bytes < run.bytes() || segment >= LEAST_SEGMENT) {
            return Optional.empty();
        }
        long reduces = Math.max(1, (long) (bytes / job.splits() / LEAST_SEGMENT));
        boolean byBlocks = job.splits() > run.maps();
        String remedy = byBlocks
                ? String.format(
                        Locale.ROOT, "Lower --slots or the setting `reduces` to %d, or raise `block_size`.", reduces)
                : String.format(
                        Locale.ROOT,
                        "Lower --slots to %d or the setting `reduces` to %d, or raise --bytes-per-node to %.0fMB.",
                        Math.max(1, (long) Math.sqrt(bytes / LEAST_SEGMENT)),
                        reduces,
                        Math.ceil(run.bytesPerNode() * LEAST_SEGMENT / segment / MB));
        return Optional.of(String.format(
                Locale.ROOT,
                "%s: %d maps and %d reduces leave %.1f kB for a segment, which is a map's output for one reduce. Below"
                        + " %.0f kB, a shuffle measures requests rather than storage. %s",
                run.spec().job(),
                job.splits(),
                job.reduces(),
                segment / KB,
                LEAST_SEGMENT / KB,
                remedy));
    }

    void problems(RunSpec spec, Set<String> problems) {
        SizedRun run = sizing.size(spec);
        TaskRequests needs = sizing.requests(spec);
        for (Submission job : submissions(run)) {
            splitMeta(job, !run.splitHosts().isEmpty(), needs.splitMeta(), problems);
            heap(job, needs.amHeap(), problems);
        }
        maps(run, problems);
        run.input().ifPresent(content -> text(run, content, problems));
        sample(run, problems);
    }

    /** Returns the run's own job and the jobs that prepare its input. */
    static List<Submission> submissions(SizedRun run) {
        List<Submission> jobs = new ArrayList<>();
        for (InputData content : Inputs.kept(run.input())) {
            boolean sorts = content.kind() == ContentKind.TERA_SORTED;
            jobs.add(
                    sorts
                            ? new Submission(
                                    "the TeraSort that makes the input of "
                                            + run.spec().job(),
                                    blocks(content),
                                    content.replication(),
                                    content.files())
                            : new Submission(
                                    "the job that makes the input of "
                                            + run.spec().job(),
                                    content.files(),
                                    0,
                                    0));
        }
        boolean reducing = run.job().wave() == WaveOf.REDUCES || run.job().wave() == WaveOf.BOTH;
        int reduces = reducing ? run.reduces() : 0;
        jobs.add(run.input()
                .map(content -> new Submission(run.spec().job(), splits(content), content.replication(), reduces))
                .orElseGet(() -> new Submission(
                        run.spec().job(), run.maps(), run.splitHosts().isEmpty() ? 0 : 1, reduces)));
        return jobs;
    }

    /** Rows and records are split at blocks, and every other file is read whole by one map. */
    private static long splits(InputData content) {
        boolean byBlocks = content.kind() == ContentKind.TERA || content.kind() == ContentKind.RANDOM_TEXT;
        return byBlocks ? blocks(content) : content.files();
    }

    private static long blocks(InputData content) {
        long perFile = (content.bytes() + content.files() - 1) / content.files();
        return content.files() * Math.max(1, (perFile + content.blockSize() - 1) / content.blockSize());
    }

    /** @param placed whether the job's splits have no data, and name hosts */
    private void splitMeta(Submission job, boolean placed, long limit, Set<String> problems) {
        double bytes = job.splits() * (SPLIT_BYTES + Math.min(job.hosts(), MOST_HOSTS) * (1 + nameBytes()));
        if (limit > 0 && bytes > limit) {
            problems.add(String.format(
                    Locale.ROOT,
                    "mapreduce.job.split.metainfo.maxsize: %s has about %d splits, %.1f MB of meta data, and its"
                            + " ApplicationMaster refuses more than %.1f MB; %s, or set the key to -1",
                    job.name(),
                    job.splits(),
                    bytes / MB,
                    limit / MB,
                    placed ? "give --no-split-hosts" : "ask for a larger block_size"));
        }
    }

    /** Returns the average length of a host's name in bytes. */
    private double nameBytes() {
        Stream<String> hosts = shape.dataNodeHosts().isEmpty()
                ? shape.nodes().stream().map(NodeShape::host)
                : shape.dataNodeHosts().stream();
        OptionalDouble mean = hosts.mapToInt(String::length).average();
        return mean.orElse(0);
    }

    private static void heap(Submission job, long heap, Set<String> problems) {
        long needed = BASE_HEAP + job.tasks() * HEAP_PER_TASK;
        if (heap > 0 && needed > heap) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s: %s has about %d tasks; its ApplicationMaster needs about %.0f MiB for them, but its heap is"
                            + " %.0f MiB; raise -Xmx there and %s, or ask for a larger block_size",
                    ContainerKeys.AM.heap(),
                    job.name(),
                    job.tasks(),
                    needed / MIB,
                    heap / MIB,
                    ContainerKeys.AM.memory()));
        }
    }

    /** Checks the maps of all jobs that make data: the run's own job, or the job that makes its input. */
    private static void maps(SizedRun run, Set<String> problems) {
        int files = run.input().map(InputData::files).orElse(0);
        if (files > Math.max(run.maps(), SyntheticConfig.MAX_MAPS)) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s: its input would be %d files, one per block, but at most %d can be made; set a block_size of at"
                            + " least %d bytes in a separate entry",
                    run.spec().job(),
                    files,
                    SyntheticConfig.MAX_MAPS,
                    run.input().get().bytes() / SyntheticConfig.MAX_MAPS + 1));
        } else if (run.spec().program() == null || files > 0) {
            ToolCall.tooMany(Math.max(run.maps(), files))
                    .ifPresent(
                            refusal -> problems.add(run.spec().job() + " would need " + refusal + "; lower --slots"));
        }
    }

    private static void text(SizedRun run, InputData content, Set<String> problems) {
        if (content.kind() == ContentKind.TEXT && content.bytes() > TextGenerator.MAX_BYTES) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s: a text has at most %d bytes, because there are no more words of its kind, but %d are needed;"
                            + " ask for fewer bytes in a separate entry, or leave the job out",
                    run.spec().job(),
                    TextGenerator.MAX_BYTES,
                    content.bytes()));
        }
    }

    /** Checks the client's heap, because TeraSort samples its input in the client before it submits its job. */
    private void sample(SizedRun run, Set<String> problems) {
        boolean sorts = run.spec().job().equals("terasort")
                || run.input()
                        .filter(in -> in.kind() == ContentKind.TERA_SORTED)
                        .isPresent();
        long keys = TeraSortJob.sampledKeys(run.configuration(), run.reduces());
        if (sorts && TeraSample.heap(keys) > clientHeap) {
            problems.add(String.format(
                    Locale.ROOT,
                    "%s: TeraSort samples %d keys for %d reduces in this JVM, which takes about %.0f MiB, but the heap"
                            + " is %.0f MiB; raise -Xmx in HADOOP_CLIENT_OPTS, or lower the key and accept uneven"
                            + " reduces",
                    TeraSample.KEY,
                    keys,
                    run.reduces(),
                    TeraSample.heap(keys) / MIB,
                    clientHeap / MIB));
        }
    }
}
