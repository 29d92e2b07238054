package org.spindlebench.analysis.record;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.spindlebench.analysis.proof.CacheProof;

/**
 * All that is known of one run. Absent values are {@code null} and not written.
 *
 * @param schema version of this document, {@link #SCHEMA}
 * @param identity which run this is and what YARN called it
 * @param source where it was imported from; null for a run of Spindle's own
 * @param position where it stood in the plan; null for a run that was imported
 * @param subject what was measured: job, setup and the settings that make runs comparable
 * @param status how it ended
 * @param reasons why it is not {@link Status#OK}; empty when it is
 * @param failure causes and logs of a job that failed; null where it did not, or nothing was found
 * @param warnings doubts that travel with the figures
 * @param times instants and durations
 * @param steps what each step of the client took
 * @param cost what the run is said to have cost, in the currency of its source; null for a run of Spindle's own
 * @param sizes bytes and records, asked for and done
 * @param throughput what the streams moved, for jobs that only write or read; else null
 * @param wave slots, tasks and the concurrency that was observed
 * @param cache what was done to the caches before the run
 * @param evidence what nodes and devices did during the job; null where nobody watched
 * @param proof the checks of validity, with what each expected and found
 * @param counters every counter of the job: group, name, value
 * @param tasks every task attempt
 * @param configuration the finished job's settings that differ from Hadoop's defaults
 * @param software versions and checksums of what ran
 */
public record RunRecord(
        int schema,
        Identity identity,
        Source source,
        Position position,
        Subject subject,
        Status status,
        List<String> reasons,
        Failure failure,
        List<Warning> warnings,
        Times times,
        Steps steps,
        Double cost,
        Sizes sizes,
        Throughput throughput,
        Wave wave,
        Cache cache,
        Evidence evidence,
        List<Check> proof,
        Map<String, Map<String, Long>> counters,
        List<TaskTimes> tasks,
        Map<String, String> configuration,
        Software software) {

    /** The schema this library writes, and the only one it reads. */
    public static final int SCHEMA = 1;

    public RunRecord {
        Objects.requireNonNull(identity, "identity");
        if (source == null) {
            Objects.requireNonNull(position, "position");
        }
        subject = Objects.requireNonNull(subject, "subject").treated(cache);
        Objects.requireNonNull(status, "status");
        reasons = reasons == null ? List.of() : List.copyOf(reasons);
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
        proof = proof == null ? List.of() : List.copyOf(proof);
        counters = copy(counters);
        tasks = tasks == null ? List.of() : List.copyOf(tasks);
        configuration = configuration == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(configuration));
        if (status != Status.OK && reasons.isEmpty()) {
            throw new IllegalArgumentException("a run that is not ok needs a reason: " + identity.run());
        }
    }

    /**
     * A valid run that another tool measured, and of which no more is known.
     *
     * @param seconds its duration, above 0
     */
    public static RunRecord measured(Identity identity, Source source, Subject subject, double seconds) {
        Objects.requireNonNull(source, "source");
        if (!(seconds > 0 && seconds <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("a duration is finite and above 0, not " + seconds);
        }
        Times times = new Times(null, null, null, null, null, null, null, seconds, null, null);
        return new RunRecord(
                SCHEMA, identity, source, null, subject, Status.OK, null, null, null, times, null, null, null, null,
                null, null, null, null, null, null, null, null);
    }

    /** The value of a counter, or null when the job has none of that name in that group. */
    public Long counter(String group, String name) {
        return counters.getOrDefault(group, Map.of()).get(name);
    }

    /** What is proved of the input's way from the devices; null where nobody watched. */
    public CacheProof cacheProof() {
        return evidence == null || evidence.proofs() == null
                ? null
                : evidence.proofs().cache();
    }

    /** Whether its campaign makes it once more: the user interrupted it, or it is a try that was set aside. */
    public boolean toBeRepeated() {
        return status == Status.INTERRUPTED || identity.tryOf() != null;
    }

    /** The same run as a try that is set aside under a name of its own, which leaves the run's own free for the next one. */
    public RunRecord setAside(String name) {
        return renamed(name, identity.run(), status, reasons);
    }

    /** The same run as one that the user ended, under a name that leaves the run's own, and its files, free for the next try. */
    public RunRecord interrupted(String name, String reason) {
        return renamed(name, identity.tryOf(), Status.INTERRUPTED, List.of(reason));
    }

    private RunRecord renamed(String name, String tryOf, Status how, List<String> why) {
        Identity id = new Identity(
                identity.campaign(), name, identity.suite(), identity.applicationId(), identity.jobId(), tryOf);
        Throughput bare = throughput == null ? null : throughput.withoutSamples();
        Evidence seen = evidence == null ? null : evidence.withoutSamples();
        return with(id, subject, how, why, bare, seen);
    }

    /** The same run as one of another campaign and setup, to tell it from one that is called the same. */
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
     * The same run without some of its settings: runs that differ in these alone become repeats of one another. A doubt says so.
     *
     * @param settings their names; those that the run does not have change nothing
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
                        + ", which was ignored as asked"));
        return with(identity, new Subject(subject.job(), subject.setup(), kept), status, reasons, throughput, evidence)
                .warned(doubts);
    }

    /** The same run with other evidence, and other doubts, for a directory in which there are no files of samples. */
    public RunRecord watched(Evidence seen, List<Warning> doubts) {
        Throughput bare = throughput == null ? null : throughput.withoutSamples();
        return with(identity, subject, status, reasons, bare, seen).warned(doubts);
    }

    /**
     * The same run of a campaign that is one visit to its setup, where it names none: so that several campaigns of a setup are what is counted.
     */
    public RunRecord inOneVisit() {
        if (position != null && position.visit() != null) {
            return this;
        }
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
                status,
                reasons,
                failure,
                doubts,
                times,
                steps,
                cost,
                sizes,
                throughput,
                wave,
                cache,
                evidence,
                proof,
                counters,
                tasks,
                configuration,
                software);
    }

    private RunRecord with(Identity id, Subject what, Status how, List<String> why, Throughput moved, Evidence seen) {
        return new RunRecord(
                schema,
                id,
                source,
                position,
                what,
                how,
                why,
                failure,
                warnings,
                times,
                steps,
                cost,
                sizes,
                moved,
                wave,
                cache,
                seen,
                proof,
                counters,
                tasks,
                configuration,
                software);
    }

    private static Map<String, Map<String, Long>> copy(Map<String, Map<String, Long>> counters) {
        if (counters == null) {
            return Map.of();
        }
        Map<String, Map<String, Long>> groups = new TreeMap<>();
        counters.forEach((group, values) -> groups.put(group, Collections.unmodifiableMap(new TreeMap<>(values))));
        return Collections.unmodifiableMap(groups);
    }
}
