package org.spindlebench.analysis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.RunRecord.Wave;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Warning;

/** Builds a complete record for tests; each test changes only what it is about. */
public final class RunBuilder {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private final String job;
    private final int index;
    private int repeat = 1;
    private int block = 1;
    private Integer visit;
    private ImportSource source;
    private String setup = "default";
    private Instant started = START;
    private final Map<String, String> configuration = new TreeMap<>(Map.of("mapreduce.task.io.sort.mb", "256"));
    private String run;
    private String campaign = "nightly";
    private final Map<String, String> settings =
            new TreeMap<>(Map.of("compression", "none", "bytes_per_node", "64000000"));
    private Status status = Status.OK;
    private List<String> reasons = List.of();
    private final List<Warning> warnings = new ArrayList<>();
    private final List<Check> proof = new ArrayList<>(List.of(Check.equal("bytes", 64_000_000L, 64_000_000L)));
    private Double elapsed = 12.5;
    private final Map<String, Map<String, Long>> counters =
            new TreeMap<>(Map.of("org.apache.hadoop.mapreduce.TaskCounter", Map.of("MAP_INPUT_RECORDS", 640_000L)));
    private Sizes sizes = sizes(64e6, 66.56e6, 64e6, 20.0);
    private Throughput throughput;
    private ProgramRun program;
    private List<TaskTimes> tasks = tasks();
    private NodeMetrics evidence;
    private Double rampMaps;
    private Double rampReduces;
    private Map<String, String> hardware = Map.of();
    private Cache cache = new Cache("local", true, "sync, drop_caches=3", 4096L);

    /** Makes the record an imported one. Nothing is known about its visit unless a test names one. */
    public RunBuilder imported() {
        source = new ImportSource("csv", "runs.csv", (long) index);
        return this;
    }

    public RunBuilder(int index, String job) {
        this.index = index;
        this.job = job;
        this.run = String.format(Locale.ROOT, "%03d-%s", index, job);
    }

    public static Sizes sizes(double input, double shuffle, double outputReplicated, double cpu) {
        Double segment = shuffle == 0 ? null : (Double) (shuffle / 8);
        long output = (long) outputReplicated;
        return new Sizes(
                1,
                64_000_000L,
                64_000_000L,
                1.0,
                (long) input,
                0L,
                (long) shuffle,
                output,
                output,
                null,
                segment,
                cpu,
                1000L,
                null);
    }

    /** Sets what the largest reduce fetched, divided by the mean of all reduces. */
    public RunBuilder reduceSkew(double skew) {
        sizes = new Sizes(
                sizes.nodes(),
                sizes.bytesPerNode(),
                sizes.bytes(),
                sizes.dataRatio(),
                sizes.input(),
                sizes.mapOutput(),
                sizes.shuffle(),
                sizes.output(),
                sizes.outputReplicated(),
                sizes.stored(),
                sizes.meanShuffleSegment(),
                sizes.taskCpu(),
                sizes.spilledRecords(),
                skew);
        return this;
    }

    /** Makes the record that of a user's program. */
    public RunBuilder program(ProgramRun called) {
        program = called;
        return this;
    }

    public RunBuilder repeat(int number) {
        repeat = number;
        return this;
    }

    public RunBuilder run(String name) {
        run = name;
        return this;
    }

    public RunBuilder campaign(String name) {
        campaign = name;
        return this;
    }

    public RunBuilder setup(String name) {
        setup = name;
        return this;
    }

    public RunBuilder block(int number) {
        block = number;
        return this;
    }

    public RunBuilder visit(Integer number) {
        visit = number;
        return this;
    }

    /** Starts the run this many seconds after the first one. */
    public RunBuilder after(long seconds) {
        started = START.plusSeconds(seconds);
        return this;
    }

    /** Leaves out when the run started. */
    public RunBuilder timeless() {
        started = null;
        return this;
    }

    public RunBuilder configured(String key, String value) {
        configuration.put(key, value);
        return this;
    }

    public RunBuilder wroteLocally(long bytes) {
        counters.put("org.apache.hadoop.mapreduce.FileSystemCounter", Map.of("FILE_BYTES_WRITTEN", bytes));
        return this;
    }

    public RunBuilder setting(String key, String value) {
        settings.put(key, value);
        return this;
    }

    public RunBuilder ended(Status how, String reason) {
        status = how;
        reasons = List.of(reason);
        return this;
    }

    public RunBuilder elapsed(Double seconds) {
        elapsed = seconds;
        return this;
    }

    public RunBuilder sized(Sizes done) {
        sizes = done;
        return this;
    }

    public RunBuilder moved(Throughput figures) {
        throughput = figures;
        return this;
    }

    public RunBuilder warm() {
        cache = new Cache("off", false, null, null);
        return this;
    }

    public RunBuilder noCache() {
        cache = null;
        return this;
    }

    public RunBuilder warning(String code, String message) {
        warnings.add(new Warning(code, message));
        return this;
    }

    public RunBuilder check(Check check) {
        proof.add(check);
        return this;
    }

    public RunBuilder evidence(NodeMetrics value) {
        evidence = value;
        return this;
    }

    public RunBuilder tasks(List<TaskTimes> attempts) {
        tasks = attempts;
        return this;
    }

    /** Says what the setup is made of. */
    public RunBuilder hardware(String disk, String network) {
        hardware = Map.of("disk", disk, "network", network);
        return this;
    }

    /** Says in how many seconds the wave of maps and that of reduces started. */
    public RunBuilder ramps(Double maps, Double reduces) {
        rampMaps = maps;
        rampReduces = reduces;
        return this;
    }

    public RunBuilder counted(String group, Map<String, Long> values) {
        counters.put(group, values);
        return this;
    }

    public RunRecord build() {
        return new RunRecord(
                RunRecord.SCHEMA,
                new Identity(campaign, run, "quick", "application_1772359200000_0001", "job_1772359200000_0001"),
                source,
                new Position(index, 21, block, repeat, 42, visit),
                new Subject(job, setup, settings),
                hardware,
                status,
                reasons,
                null,
                warnings,
                times(),
                new Steps(0.1, 0.2, 0.3, 14.04, 0.6, 0.2, 0.1, null, 0.05, 0.4),
                null,
                sizes,
                throughput,
                program,
                new Wave(4, 4, 2, "memory", 4, 2, 4, 2, rampMaps, rampReduces, true),
                cache,
                evidence,
                proof,
                counters,
                tasks,
                configuration,
                null,
                software());
    }

    private Times times() {
        if (started == null) {
            return new Times(null, null, null, null, null, null, null, elapsed, null, null);
        }
        Instant end = START.plusMillis(12_500);
        return new Times(
                START, end.plusMillis(740), started.plusMillis(310), end, START, START, end, elapsed, 13.24, 0.8);
    }

    private static List<TaskTimes> tasks() {
        String attempt = "attempt_1772359200000_0001_";
        Instant end = START.plusSeconds(11);
        return List.of(
                new TaskTimes(
                        attempt + "m_000000_0", "map", "node1", "SUCCEEDED", START.plusSeconds(4), end, null, null),
                new TaskTimes(
                        attempt + "r_000000_0", "reduce", "node1", "SUCCEEDED", START.plusSeconds(6), end, end, end));
    }

    private static Software software() {
        return new Software("0.1.0", "9f86d081", "bench-runner.jar", "3.3.6", "3.5.0", "17.0.15", "Linux 6.1 amd64");
    }
}
