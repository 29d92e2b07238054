package org.spindlebench.runner.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.base.SplitHosts;
import org.spindlebench.runner.cluster.ClusterShape;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.Slots;
import org.spindlebench.runner.cluster.Storage.Inherited;
import org.spindlebench.runner.cluster.TaskRequests;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobCatalog;
import org.spindlebench.runner.jobs.MeasuredJob;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.run.Calibration.CalibratedSlots;
import org.spindlebench.runner.run.Calibration.SleepWave;

/**
 * Turns "bytes per node" and "one wave" into numbers of tasks and bytes for one cluster. The cluster's shape is read
 * once, while Spindle runs nothing on it, so that every repeat has the same size.
 */
public final class Sizing {
    /** The cipher of the encryption zone of a run's files. No suite can set it. */
    static final String ENCRYPTION = "spindle.encryption";

    private static final int USUAL_REPLICATION = 3;
    private static final int LEAST_TEXT_SPLITS = 4;

    private final ClusterShape shape;
    private final Integer givenSlots;
    private final long seed;
    private final RequestsOf requests;
    private final List<CalibratedSlots> calibrated;
    private final Optional<ProbeContainers> probe;
    private final boolean local;
    private final Inherited inherited;

    public interface RequestsOf {
        TaskRequests of(Map<String, String> configuration);
    }

    public Sizing(ClusterShape shape, Integer givenSlots, long seed, RequestsOf requests) {
        this(shape, givenSlots, seed, once(requests), List.of(), Optional.empty(), false, Inherited.NOTHING);
    }

    /** Reads the requests of each choice of settings once, because thousands of runs may share it. */
    private static RequestsOf once(RequestsOf requests) {
        Map<Map<String, String>, TaskRequests> known = new ConcurrentHashMap<>();
        return settings -> known.computeIfAbsent(new HashMap<>(settings), requests::of);
    }

    private Sizing(
            ClusterShape shape,
            Integer givenSlots,
            long seed,
            RequestsOf requests,
            List<CalibratedSlots> calibrated,
            Optional<ProbeContainers> probe,
            boolean local,
            Inherited inherited) {
        this.shape = shape;
        this.givenSlots = givenSlots;
        this.seed = seed;
        this.requests = requests;
        this.calibrated = calibrated;
        this.probe = probe;
        this.local = local;
        this.inherited = inherited;
    }

    /** Returns this sizing with the slots that the queue granted in calibrations, which replace the computed slots. */
    public Sizing with(List<CalibratedSlots> slots) {
        return new Sizing(shape, givenSlots, seed, requests, List.copyOf(slots), probe, local, inherited);
    }

    /** Returns this sizing for nodes that also run a probe's containers. */
    public Sizing withProbe(Optional<ProbeContainers> watching) {
        return new Sizing(shape, givenSlots, seed, requests, calibrated, watching, local, inherited);
    }

    /** Returns this sizing with a single replica of all data, which HDFS writes on the writer's own host. */
    public Sizing withSingleReplica() {
        return new Sizing(shape, givenSlots, seed, requests, calibrated, probe, true, inherited);
    }

    /**
     * Returns this sizing for a directory of Spindle's whose files inherit properties from the directories above it.
     */
    public Sizing below(Inherited files) {
        return new Sizing(shape, givenSlots, seed, requests, calibrated, probe, local, files);
    }

    public Inherited inherited() {
        return inherited;
    }

    public Optional<ProbeContainers> probe() {
        return probe;
    }

    public ClusterShape shape() {
        return shape;
    }

    /**
     * Returns the number of replicas: three, but at most one per DataNode. If the number of DataNodes is unknown,
     * returns at most the configured number.
     */
    int replication() {
        if (local) {
            return 1;
        }
        int most = shape.dataNodes() == 0 ? shape.usualReplication() : shape.dataNodes();
        return Math.min(USUAL_REPLICATION, most);
    }

    public TaskRequests requests(RunSpec spec) {
        return requests.of(configuration(spec));
    }

    /** Returns a run's container requests without those computed from containers per node. */
    public TaskRequests requestsWithout(RunSpec spec) {
        return requests.of(spec.configuration());
    }

    /**
     * Returns a run's Hadoop settings, as if the suite named all of them. They include the container requests for its
     * containers per node, and the properties that its files inherit from the directories above them.
     */
    public Map<String, String> configuration(RunSpec spec) {
        Map<String, String> configuration = new TreeMap<>(spec.configuration());
        if (inherited.encryption() != null) {
            configuration.put(ENCRYPTION, inherited.encryption());
        }
        if (inherited.erasureCoding() != null && spec.benchmark().follows(RunSetting.ERASURE_CODING)) {
            configuration.putIfAbsent(JobKeys.ERASURE_CODING, inherited.erasureCoding());
        }
        Integer perNode = containersPerNode(spec);
        if (perNode == null) {
            return configuration;
        }
        String mib = String.valueOf(request(perNode) >> 20);
        configuration.put(ContainerKeys.MAP.memory(), mib);
        configuration.put(ContainerKeys.REDUCE.memory(), mib);
        return configuration;
    }

    private static Integer containersPerNode(RunSpec spec) {
        String asked = spec.configuration().get(JobKeys.CONTAINERS_PER_NODE);
        return asked == null ? null : Integer.valueOf(asked);
    }

    /** Returns a node's memory minus the memory of a probe's container; every node is assumed to run one. */
    public long forTasks(NodeShape node) {
        long watching = probe.map(containers ->
                        containers.normalised(shape.minimumMemory()).node().memory())
                .orElse(0L);
        return node.memory() - watching;
    }

    /** Returns the largest request, in bytes, that fits this many times on the smallest node. */
    private long request(int perNode) {
        long node = shape.nodes().stream().mapToLong(this::forTasks).min().orElse(0);
        long unit = Math.max(1 << 20, shape.minimumMemory());
        return Math.max(unit, node / perNode / unit * unit);
    }

    /** Returns the slots of jobs in the plan's order, with one entry for each number of containers per node. */
    public List<SlotsOf> slots(List<RunSpec> runs) {
        Map<String, SlotsOf> byName = new LinkedHashMap<>();
        for (RunSpec run : runs) {
            Slots slots = size(run).slots();
            SlotsOf of = new SlotsOf(
                    run.job(),
                    containersPerNode(run),
                    slots.byMemory(),
                    slots.byDominant(),
                    slots.chosen(),
                    slots.rule());
            byName.merge(of.name(), of, (one, other) -> other.chosen() < one.chosen() ? other : one);
        }
        return List.copyOf(byName.values());
    }

    /** Returns the waves of a plan, one for each different container request. */
    public List<SleepWave> waves(List<RunSpec> runs) {
        Map<List<Slots.ContainerSize>, SleepWave> waves = new LinkedHashMap<>();
        for (RunSpec run : runs) {
            MeasuredJob job = run.benchmark();
            TaskRequests needs = requests(run);
            Slots.ContainerSize am = normalised(needs.am());
            for (Slots.ContainerSize request :
                    job.wave() == WaveOf.NONE ? List.<Slots.ContainerSize>of() : wave(job, needs)) {
                Slots.ContainerSize task = normalised(request);
                String kind = task.equals(normalised(needs.map())) ? "map" : "reduce";
                int expected = slots(request, needs).chosen();
                waves.putIfAbsent(List.of(task, am), new SleepWave(kind, task, am, configuration(run), expected));
            }
        }
        return List.copyOf(waves.values());
    }

    /** Returns the bytes of a run's wave and its ApplicationMaster; 0 for a job without a wave. */
    public long memory(RunSpec spec) {
        MeasuredJob job = spec.benchmark();
        TaskRequests needs = requests(spec);
        long task = wave(job, needs).stream()
                .mapToLong(request -> normalised(request).memory())
                .max()
                .orElseThrow();
        return job.wave() == WaveOf.NONE
                ? 0
                : size(spec).slots().chosen() * task + normalised(needs.am()).memory();
    }

    public SizedRun size(RunSpec spec) {
        MeasuredJob job = spec.benchmark();
        TaskRequests needs = requests(spec);
        Slots slots = wave(job, needs).stream()
                .map(request -> slots(request, needs))
                .min(Comparator.comparingInt(Slots::chosen).thenComparingInt(Slots::byMemory))
                .orElseThrow();
        Map<String, String> configuration = configuration(spec);
        int tasks = Math.max(1, slots.chosen());
        int maps = number(configuration, JobKeys.FILES, tasks);
        long bytes = job.wholeBytes(spec.size().total(shape.hosts()), maps);
        int replication = number(configuration, JobKeys.REPLICATION, replication());
        int reduces = number(configuration, RunSetting.REDUCES.key(), tasks);
        boolean reuses = JobKeys.WRITTEN.equals(configuration.get(JobKeys.INPUTS));
        long inputBytes = job.inputBytes(bytes, configuration);
        SizedRun sized = new SizedRun(
                spec,
                job,
                configuration,
                slots,
                maps,
                reduces,
                new HostSet(shape.nodes().stream().map(NodeShape::host).toList()),
                bytes,
                replication,
                needs.blockSize(),
                job.input()
                        .map(kind -> new InputData(
                                kind,
                                inputBytes,
                                kind == ContentKind.TEXT
                                        ? textSplits(bytes, tasks, largestSplit(configuration, needs.blockSize()))
                                        : job.inputFiles(maps, inputBytes),
                                reuses ? replicationAsWritten(kind, configuration, replication) : replication,
                                needs.blockSize(),
                                seed,
                                inputVariant(job, configuration))),
                RunSetting.PLACEMENT.in(configuration).isPresent() ? splitHosts(normalised(needs.map())) : "",
                Optional.empty());
        return reuses && !compressesOutput(configuration) ? sized.writing(seed) : sized;
    }

    /** Returns each host with the number of maps that fit there, beside a probe's containers. */
    private String splitHosts(Slots.ContainerSize map) {
        List<Slots.Free> free = free();
        Map<String, Integer> room = new TreeMap<>();
        for (int node = 0; node < free.size(); node++) {
            room.merge(shape.nodes().get(node).host(), Slots.fit(free.get(node), map, shape.dominant()), Integer::sum);
        }
        return SplitHosts.text(room);
    }

    /** Returns the replicas that the job which writes a content gives it. */
    private static int replicationAsWritten(ContentKind kind, Map<String, String> configuration, int replication) {
        boolean sorted = kind == ContentKind.TERA_SORTED && !configuration.containsKey(JobKeys.REPLICATION);
        return sorted ? Math.min(JobCatalog.named("terasort").outputReplication(), replication) : replication;
    }

    private static boolean compressesOutput(Map<String, String> configuration) {
        return Boolean.parseBoolean(configuration.get("mapreduce.output.fileoutputformat.compress"));
    }

    /** Inputs with different erasure-coding policies are different inputs. */
    static String inputVariant(MeasuredJob job, Map<String, String> configuration) {
        return Stream.of(
                        job.inputVariant(configuration),
                        RunSetting.ERASURE_CODING.in(configuration).orElse(""))
                .filter(variant -> !variant.isEmpty())
                .collect(Collectors.joining("-"));
    }

    private static int number(Map<String, String> configuration, String key, int otherwise) {
        String value = configuration.get(key);
        return value == null ? otherwise : Integer.parseInt(value);
    }

    /** A wave of maps and reduces has two requests, because fewer of either kind may fit. */
    private static List<Slots.ContainerSize> wave(MeasuredJob job, TaskRequests needs) {
        return switch (job.wave()) {
            case MAPS -> List.of(needs.map());
            case BOTH -> List.of(needs.map(), needs.reduce());
            case REDUCES, NONE -> List.of(needs.reduce());
        };
    }

    private Slots.ContainerSize normalised(Slots.ContainerSize request) {
        return request.normalised(shape.minimumMemory());
    }

    private Slots slots(Slots.ContainerSize wave, TaskRequests needs) {
        Slots.ContainerSize task = normalised(wave);
        Slots.ContainerSize am = normalised(needs.am());
        List<Slots.ContainerSize> masters = new ArrayList<>(List.of(am));
        probe.ifPresent(watching ->
                masters.add(watching.normalised(shape.minimumMemory()).master()));
        Slots slots = Slots.of(free(), task, masters, user(), shape.dominant());
        Slots alone = withProbe(Optional.empty()).uncalibrated(task, am);
        if (givenSlots != null) {
            return slots.given(givenSlots);
        }
        return calibrated.stream()
                .filter(seen -> seen.task().equals(task) && seen.am().equals(am))
                .findFirst()
                // The calibration ran without a probe, so the slots that a probe takes are subtracted.
                .map(seen -> slots.calibrated(Math.max(1, seen.atOnce() - (alone.chosen() - slots.chosen()))))
                .orElse(slots);
    }

    private Slots uncalibrated(Slots.ContainerSize task, Slots.ContainerSize am) {
        return Slots.of(free(), task, List.of(am), user(), shape.dominant());
    }

    /**
     * Subtracts the probe's container, which one NodeManager per host runs. The choice of the NodeManager does not
     * matter.
     */
    private List<Slots.Free> free() {
        Set<String> watched = new HashSet<>();
        return shape.nodes().stream()
                .map(node -> {
                    Slots.Free free = new Slots.Free(node.memoryFree(), node.vcoresFree());
                    return probe.isPresent() && watched.add(node.host())
                            ? Slots.without(
                                    free,
                                    probe.get()
                                            .normalised(shape.minimumMemory())
                                            .node())
                            : free;
                })
                .toList();
    }

    private Slots.Free user() {
        Slots.Free user =
                new Slots.Free(shape.queue().userMemory(), shape.queue().userVcores());
        if (probe.isEmpty()) {
            return user;
        }
        Slots.ContainerSize node = probe.get().normalised(shape.minimumMemory()).node();
        return Slots.without(
                user, new Slots.ContainerSize(node.memory() * shape.hosts(), node.vcores() * shape.hosts()));
    }

    /** WordCount's text has one file per split, and no split is larger than Hadoop would make it. */
    private static int textSplits(long bytes, int tasks, long largest) {
        long splits = (bytes + largest - 1) / largest;
        return (int) Math.max(Math.max(LEAST_TEXT_SPLITS, tasks), splits);
    }

    /** Returns the size of Hadoop's splits of a large file: a block, unless the settings demand more. */
    private static long largestSplit(Map<String, String> configuration, long blockSize) {
        String least =
                configuration.getOrDefault(FileInputFormat.SPLIT_MINSIZE, "").trim();
        return least.matches("[0-9]{1,18}") ? Math.max(blockSize, Long.parseLong(least)) : blockSize;
    }

    /** The settings that determine the size of one kind of container. */
    public enum ContainerKeys {
        MAP("mapreduce.map.memory.mb", "mapreduce.map.cpu.vcores", "mapreduce.map.java.opts"),
        REDUCE("mapreduce.reduce.memory.mb", "mapreduce.reduce.cpu.vcores", "mapreduce.reduce.java.opts"),
        AM(
                "yarn.app.mapreduce.am.resource.mb",
                "yarn.app.mapreduce.am.resource.cpu-vcores",
                "yarn.app.mapreduce.am.command-opts");

        private final String memory;
        private final String vcores;
        private final String heap;

        ContainerKeys(String memory, String vcores, String heap) {
            this.memory = memory;
            this.vcores = vcores;
            this.heap = heap;
        }

        public String memory() {
            return memory;
        }

        public String vcores() {
            return vcores;
        }

        public String heap() {
            return heap;
        }
    }

    /** The containers that a probe on YARN takes from the cluster: one on each host, and an ApplicationMaster. */
    public record ProbeContainers(Slots.ContainerSize node, Slots.ContainerSize master) {
        /** Returns containers that all have the same memory, in bytes. */
        public static ProbeContainers of(long memory) {
            return new ProbeContainers(new Slots.ContainerSize(memory, 1), new Slots.ContainerSize(memory, 1));
        }

        /** Returns the containers as the scheduler grants them. */
        public ProbeContainers normalised(long minimumMemory) {
            return new ProbeContainers(node.normalised(minimumMemory), master.normalised(minimumMemory));
        }
    }

    /**
     * The slots of one job: the smallest number if its runs differ in other settings.
     *
     * @param containersPerNode the number of containers per node that its runs request; null if they request none
     * @param byMemory the slots if only memory is counted
     * @param byDominant the slots if memory and vcores are counted
     * @param chosen the slots that apply
     * @param rule {@code memory}, {@code dominant}, {@code calibrated} or {@code given}
     */
    public record SlotsOf(
            String job, Integer containersPerNode, int byMemory, int byDominant, int chosen, String rule) {
        /** Returns the job's name, followed by the containers per node if its runs request a number. */
        public String name() {
            return containersPerNode == null ? job : job + ", " + containersPerNode + " per node";
        }
    }
}
