package org.spindlebench.analysis.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.document.DigestJournal;
import org.spindlebench.analysis.limit.LimitShares;
import org.spindlebench.analysis.proof.CacheProof;

/**
 * Everything that is known about one run. Unknown values are {@code null} and omitted from the document.
 *
 * @param schema version of this document, {@link #SCHEMA}
 * @param source where the run was imported from; null for Spindle's own runs
 * @param position the run's place in the plan; null for an imported run
 * @param hardware the parts of the setup, by factor: {@code disk} and {@code network}; null if unknown. Runs with
 *     different hardware are different setups, so the hardware distinguishes no cells, but reports can pool by it
 * @param reasons why the status is not {@link Status#OK}; empty if the run is ok
 * @param failure causes and logs of a job that failed; null if the job did not fail, or if neither was found
 * @param warnings reasons to distrust the numbers
 * @param cost the run's cost according to its source, in its currency; null for Spindle's own runs
 * @param sizes bytes and records, requested and processed
 * @param throughput the throughput of the streams of a job that only writes or reads; null for other jobs
 * @param program the call of a program of the user, and the applications that it submitted; null for other jobs
 * @param wave the slots, the tasks and the observed concurrency
 * @param evidence the load of nodes and devices during the job; null without samples
 * @param proof the checks of validity, with expected and actual values
 * @param counters every counter of the job, by group and name
 * @param tasks every task attempt
 * @param configuration the finished job's settings that differ from Hadoop's defaults. Of a value longer than {@link
 *     #LONGEST_VALUE}, such as the class path of an embedded cluster, the record has only the beginning and a digest
 * @param metrics numbers of the job without a field of their own; their names include their unit; null if there are
 *     none
 */
public record RunRecord(
        int schema,
        Identity identity,
        ImportSource source,
        Position position,
        Subject subject,
        Map<String, String> hardware,
        Status status,
        List<String> reasons,
        Failure failure,
        List<Warning> warnings,
        Times times,
        Steps steps,
        Double cost,
        Sizes sizes,
        Throughput throughput,
        ProgramRun program,
        Wave wave,
        Cache cache,
        NodeMetrics evidence,
        List<Check> proof,
        Map<String, Map<String, Long>> counters,
        List<TaskTimes> tasks,
        Map<String, String> configuration,
        Map<String, Double> metrics,
        Software software) {

    /** The schema that this library writes, and the only one that it accepts. */
    public static final int SCHEMA = 1;
    /** The number of characters of the longest value of a Hadoop setting that a record has whole. */
    public static final int LONGEST_VALUE = 1000;

    private static final int KEPT_OF_LONGER = 200;

    public RunRecord {
        Objects.requireNonNull(identity, "identity");
        if (source == null) {
            Objects.requireNonNull(position, "position");
        }
        subject = Objects.requireNonNull(subject, "subject").treated(cache);
        if (subject.job().isBlank() || subject.setup().isBlank()) {
            throw new IllegalArgumentException("job and setup must not be empty: " + identity.run());
        }
        Objects.requireNonNull(status, "status");
        hardware = hardware == null || hardware.isEmpty() ? null : Collections.unmodifiableMap(new TreeMap<>(hardware));
        if (status == Status.OK && "datanode-stopped".equals(subject.settings().get(Subject.DAMAGE))) {
            status = Status.INVALID;
            reasons = List.of("an earlier version of Spindle stopped a DataNode during this run, so Spindle omits it");
        }
        reasons = reasons == null ? List.of() : List.copyOf(reasons);
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
        proof = proof == null ? List.of() : List.copyOf(proof);
        counters = copy(counters);
        tasks = tasks == null ? List.of() : List.copyOf(tasks);
        configuration = configuration == null ? Map.of() : shortened(configuration);
        metrics = metrics == null || metrics.isEmpty() ? null : Collections.unmodifiableMap(new TreeMap<>(metrics));
        if (status != Status.OK && reasons.isEmpty()) {
            throw new IllegalArgumentException("a run that is not ok needs a reason: " + identity.run());
        }
    }

    /**
     * Makes the record of a valid run that another tool measured, if only its duration is known.
     *
     * @param seconds the duration, above 0
     */
    public static RunRecord measured(Identity identity, ImportSource source, Subject subject, double seconds) {
        Objects.requireNonNull(source, "source");
        if (!(seconds > 0 && seconds <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("a duration must be finite and above 0, not " + seconds);
        }
        Times times = new Times(null, null, null, null, null, null, null, seconds, null, null);
        return new RunRecord(
                SCHEMA, identity, source, null, subject, null, Status.OK, null, null, null, times, null, null, null,
                null, null, null, null, null, null, null, null, null, null, null);
    }

    /** Returns the value of a counter; null if the job has none with this name in this group. */
    public Long counter(String group, String name) {
        return counters.getOrDefault(group, Map.of()).get(name);
    }

    /** Returns the verdict on the input's source; null if no node was sampled. */
    public CacheProof cacheProof() {
        return evidence == null || evidence.proofs() == null
                ? null
                : evidence.proofs().cache();
    }

    /** Returns a copy that says what limited the run. The run must have evidence. */
    public RunRecord limited(LimitShares limits) {
        return with(identity, subject, status, reasons, throughput, evidence.limitedBy(limits));
    }

    /** Checks whether the campaign makes this run once more, because the run was interrupted or set aside. */
    public boolean toBeRepeated() {
        return status == Status.INTERRUPTED || identity.tryOf() != null;
    }

    /** Returns a copy that is set aside under another name. The run's own name is then free for a repeat. */
    public RunRecord setAside(String name) {
        return renamed(name, identity.run(), status, reasons);
    }

    /** Returns a copy marked as interrupted under another name, which frees the run's own name and files. */
    public RunRecord interrupted(String name, String reason) {
        return renamed(name, identity.tryOf(), Status.INTERRUPTED, List.of(reason));
    }

    private RunRecord renamed(String name, String tryOf, Status how, List<String> why) {
        Identity id = new Identity(
                identity.campaign(), name, identity.suite(), identity.applicationId(), identity.jobId(), tryOf);
        Throughput bare = throughput == null ? null : throughput.withoutSamples();
        NodeMetrics seen = evidence == null ? null : evidence.withoutSamples();
        return with(id, subject, how, why, bare, seen);
    }

    /** Returns a copy in another campaign and setup, to distinguish the run from one with the same names. */
    public RunRecord labelled(String setup, String campaign) {
        Identity id = new Identity(
                campaign,
                identity.run(),
                identity.suite(),
                identity.applicationId(),
                identity.jobId(),
                identity.tryOf());
        Subject renamed = new Subject(subject.job(), setup, subject.settings());
        return with(id, renamed, status, reasons, throughput, evidence);
    }

    /**
     * Returns a copy without these settings, so that runs that differ only in them become repeats of each other. A
     * warning in the copy says so.
     *
     * @param settings the settings' names; names that the run does not have change nothing
     */
    public RunRecord ignoring(Collection<String> settings) {
        Map<String, String> kept = new TreeMap<>(subject.settings());
        if (!kept.keySet().removeAll(settings)) {
            return this;
        }
        List<Warning> doubts = new ArrayList<>(warnings);
        doubts.add(new Warning(
                "setting-ignored",
                "runs count as repeats of one another although they may differ in " + String.join(", ", settings)
                        + ", ignored on request"));
        return with(identity, new Subject(subject.job(), subject.setup(), kept), status, reasons, throughput, evidence)
                .warned(doubts);
    }

    /** Returns a copy whose settings are rounded to this many significant digits, by their names. */
    public RunRecord rounding(Map<String, Integer> digits) {
        Subject rounded = subject.rounded(digits);
        return rounded.equals(subject) ? this : with(identity, rounded, status, reasons, throughput, evidence);
    }

    /** Checks whether the run names its visit. */
    public boolean namesVisit() {
        return position != null && position.visit() != null;
    }

    /** Returns a copy in visit 1 of its campaign, so that campaigns are counted as visits. */
    public RunRecord inOneVisit() {
        Position at = position == null ? new Position(0, 0, 1, 1, 0) : position;
        return with(new Position(at.index(), at.total(), at.block(), at.repeat(), at.seed(), 1), warnings);
    }

    private RunRecord warned(List<Warning> doubts) {
        return with(position, doubts);
    }

    private RunRecord with(Position place, List<Warning> doubts) {
        return new RunRecord(
                schema,
                identity,
                source,
                place,
                subject,
                hardware,
                status,
                reasons,
                failure,
                doubts,
                times,
                steps,
                cost,
                sizes,
                throughput,
                program,
                wave,
                cache,
                evidence,
                proof,
                counters,
                tasks,
                configuration,
                metrics,
                software);
    }

    private RunRecord with(
            Identity id, Subject what, Status how, List<String> why, Throughput moved, NodeMetrics seen) {
        return new RunRecord(
                schema,
                id,
                source,
                position,
                what,
                hardware,
                how,
                why,
                failure,
                warnings,
                times,
                steps,
                cost,
                sizes,
                moved,
                program,
                wave,
                cache,
                seen,
                proof,
                counters,
                tasks,
                configuration,
                metrics,
                software);
    }

    private static Map<String, String> shortened(Map<String, String> configuration) {
        Map<String, String> kept = new TreeMap<>(configuration);
        kept.replaceAll((name, value) -> value == null || value.length() <= LONGEST_VALUE
                ? value
                : value.substring(0, KEPT_OF_LONGER) + "... (" + value.length() + " characters, SHA-256 "
                        + DigestJournal.sha256(value) + ")");
        return Collections.unmodifiableMap(kept);
    }

    private static Map<String, Map<String, Long>> copy(Map<String, Map<String, Long>> counters) {
        if (counters == null) {
            return Map.of();
        }
        Map<String, Map<String, Long>> groups = new TreeMap<>();
        counters.forEach((group, values) -> groups.put(group, Collections.unmodifiableMap(new TreeMap<>(values))));
        return Collections.unmodifiableMap(groups);
    }

    /**
     * A run's place in the plan.
     *
     * @param index the run's number in the order of execution, from 1, including warm-ups
     * @param total the number of runs in the plan, without warm-ups; 0 if there is no plan
     * @param block the number of its randomised complete block, from 1
     * @param repeat the number of the repeat in its cell, from 1
     * @param seed the plan's seed, which determines order and data
     * @param visit the number of the visit to its setup, from 1. A visit has all runs between two changes of the setup
     *     that restart daemons; null if there was no such change
     */
    public record Position(int index, int total, int block, int repeat, long seed, Integer visit) {
        public Position {
            if (visit != null && visit < 1) {
                throw new IllegalArgumentException("visit is " + visit + ", and must be at least 1");
            }
        }

        /** Makes the place of a run whose campaign changed no setup. */
        public Position(int index, int total, int block, int repeat, long seed) {
            this(index, total, block, repeat, seed, null);
        }
    }

    /**
     * Where the record of another tool's run was read from.
     *
     * @param format the importer's name, such as {@code aloja}
     * @param file the file's name, without its directory
     * @param line the number of the run's line in the file, from 1; null if a whole file is one run
     * @param localStart the start by a clock in an unknown time zone, such as {@code 2014-07-25T06:34:40}; null if the zone
     *     or the start is unknown. It orders only the runs of one file
     */
    public record ImportSource(String format, String file, Long line, String localStart) {
        public ImportSource {
            Objects.requireNonNull(format, "format");
            Objects.requireNonNull(file, "file");
        }

        public ImportSource(String format, String file, Long line) {
            this(format, file, line, null);
        }

        /** Returns this source with a start by a clock in an unknown time zone. */
        public ImportSource startedAt(String local) {
            return new ImportSource(format, file, line, local);
        }
    }

    /**
     * Duration of each step of the run, in seconds by the client's clock; null for a step that was not reached.
     *
     * @param prepare finding the input, or making and proving it
     * @param settle waiting until dirty data of earlier jobs is written, and their ApplicationMasters are gone
     * @param cool emptying the caches
     * @param run submitting the job, and waiting until YARN knows its end
     * @param flush making nodes write the job's dirty data; null without samples
     * @param collect reading the job's history
     * @param verify proving the result
     * @param readBack reading the result back, if requested
     * @param clean removing the output
     * @param overhead the runner's own time between the previous run's end and this run's submission. It excludes
     *     preparing, settling, cooling, flushing, reading back and cleaning. Null for the first run of a client
     */
    public record Steps(
            Double prepare,
            Double settle,
            Double cool,
            Double run,
            Double flush,
            Double collect,
            Double verify,
            Double readBack,
            Double clean,
            Double overhead) {
        public static final Steps UNKNOWN = new Steps(null, null, null, null, null, null, null, null, null, null);

        /** Returns the seconds of all steps. Leaves out the overhead, which contains steps of the previous run. */
        public double total() {
            return Stream.of(prepare, settle, cool, run, flush, collect, verify, readBack, clean)
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .sum();
        }
    }

    /**
     * The times of the run's events, by the clocks of YARN, the job and the client.
     *
     * @param clientSubmitted when the client began to submit the job
     * @param clientFinished when the client saw the job's end
     * @param yarnStarted when the ResourceManager accepted the application
     * @param yarnFinished when the ResourceManager saw the application unregister
     * @param jobSubmitted when the job was submitted, by the ApplicationMaster's record
     * @param jobLaunched when the ApplicationMaster was ready to run tasks
     * @param jobFinished when the last task had ended and the output was committed
     * @param elapsed seconds: {@code yarnFinished - yarnStarted}, or the duration in the source of an imported run.
     *     Reports use this duration
     * @param clientElapsed seconds: {@code clientFinished - clientSubmitted}; includes TeraSort's sampling
     * @param amWait seconds waited before the job until the containers of earlier jobs' ApplicationMasters were gone
     */
    public record Times(
            Instant clientSubmitted,
            Instant clientFinished,
            Instant yarnStarted,
            Instant yarnFinished,
            Instant jobSubmitted,
            Instant jobLaunched,
            Instant jobFinished,
            Double elapsed,
            Double clientElapsed,
            Double amWait) {}

    /**
     * Whether the job's tasks ran in one wave.
     *
     * @param slots the number of tasks of this job's wave that the cluster was expected to run at once
     * @param slotsByMemory the number of slots if only memory is counted
     * @param slotsByDominant the number of slots if memory and vcores are counted
     * @param rule how {@code slots} was chosen: {@code memory}, {@code dominant}, {@code calibrated} or {@code given}
     * @param peakMaps the largest number of map attempts that ran at one instant
     * @param peakReduces the largest number of reduce attempts that ran at one instant
     * @param rampMaps seconds from the first start to the last start of the maps of one wave; null if unknown
     * @param rampReduces seconds from the first start to the last start of the reduces of one wave
     * @param oneWave whether the tasks of the job's wave fitted into the slots; false if tasks waited while others
     *     continued to run; null if the run cannot show it
     */
    public record Wave(
            Integer slots,
            Integer slotsByMemory,
            Integer slotsByDominant,
            String rule,
            Integer maps,
            Integer reduces,
            Integer peakMaps,
            Integer peakReduces,
            Double rampMaps,
            Double rampReduces,
            Boolean oneWave) {}

    /**
     * How the caches were treated before the run.
     *
     * @param method {@code off}, {@code local}, {@code yarn}, {@code evict} or {@code command}
     * @param cooled whether the method ran and succeeded; a run that was not cooled is warm
     * @param detail the command, the treatment, or why it did not succeed
     * @param dirtyBefore bytes that were dirty or being written when the run began, on all nodes if there was a probe,
     *     otherwise on the client's host; null if unknown
     * @param pendingDeletions replicas that HDFS still had to delete when the run began; null if unknown
     */
    public record Cache(String method, boolean cooled, String detail, Long dirtyBefore, Long pendingDeletions) {
        /** Makes the result of a cooling whose effect on HDFS is unknown. */
        public Cache(String method, boolean cooled, String detail, Long dirtyBefore) {
            this(method, cooled, detail, dirtyBefore, null);
        }

        /** Returns a copy with the number of replicas that HDFS still had to delete. */
        public Cache withPendingDeletions(Long replicas) {
            return new Cache(method, cooled, detail, dirtyBefore, replicas);
        }
    }

    /**
     * Which run this is.
     *
     * @param campaign the campaign's name, which is the name of its results directory
     * @param run the run's name in the campaign, which is the record's file name without its extension
     * @param suite the suite that planned the run
     * @param applicationId YARN's id; null if no application was submitted
     * @param jobId MapReduce's id; null if no job was submitted
     * @param tryOf for a record that the campaign set aside, the name of the run that the campaign makes once more;
     *     null in every other record
     */
    public record Identity(
            String campaign, String run, String suite, String applicationId, String jobId, String tryOf) {
        public Identity {
            Objects.requireNonNull(campaign, "campaign");
            Objects.requireNonNull(run, "run");
            Objects.requireNonNull(suite, "suite");
        }

        /** Identifies a run that was not set aside. */
        public Identity(String campaign, String run, String suite, String applicationId, String jobId) {
            this(campaign, run, suite, applicationId, jobId, null);
        }
    }

    /**
     * Versions and checksums of the software that ran.
     *
     * @param jarSha256 SHA-256 of the job jar
     * @param jobSource where the job's classes were loaded from
     * @param hadoopClient the client's Hadoop version and revision
     * @param hadoopCluster the ResourceManager's Hadoop version
     * @param java the client's JVM
     * @param os the client's operating system
     */
    public record Software(
            String spindle,
            String jarSha256,
            String jobSource,
            String hadoopClient,
            String hadoopCluster,
            String java,
            String os) {}
}
