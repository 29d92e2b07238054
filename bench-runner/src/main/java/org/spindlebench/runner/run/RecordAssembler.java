package org.spindlebench.runner.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Failure;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Cache;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.RunRecord.Software;
import org.spindlebench.analysis.record.RunRecord.Steps;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.RunRecord.Wave;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.task.TaskStatistics.Waves;
import org.spindlebench.jobs.tera.TeraSample;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.EndedJob.ProgramEnd;
import org.spindlebench.runner.cluster.ProgramCall;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.collect.Collectors.ReduceSkew;
import org.spindlebench.runner.collect.CounterSizes;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.failure.Explanation;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.nodes.RunStreams;
import org.spindlebench.runner.plan.Plan;

/** Assembles a record from the results of a run's steps. */
public final class RecordAssembler {
    static final String TASK = CounterSizes.TASK;
    private static final double MILLIS = 1000.0;
    /** The largest skew that chance alone causes if the sample of keys is large enough. */
    private static final double UNEVEN = 1.25;

    private final CampaignSettings settings;
    private final int total;
    private final Software software;

    /** Creates an assembler. A run that ended before its cooling is recorded with the planned cooling. */
    public RecordAssembler(CampaignSettings settings, Software software) {
        this.settings = settings;
        this.total = settings.plan().total();
        this.software = software;
    }

    /**
     * The results of a run's steps; null or empty for steps that the run did not reach.
     *
     * @param evidence the nodes' metrics during the job; null without a probe
     * @param streams the throughput of the maps' streams; null for a job without streams
     * @param stored bytes of all the campaign's files in HDFS after the job's end, with replicas
     * @param dataRatio the compressibility of the run's data
     */
    public record RecordContent(
            SizedRun run,
            Cache cache,
            NodeMetrics evidence,
            EndedJob job,
            JobHistory history,
            List<Check> proof,
            List<StoredFile> output,
            RunStreams streams,
            Long stored,
            Double dataRatio,
            Steps steps) {}

    public RunRecord assemble(String name, RecordContent parts, Outcome outcome) {
        SizedRun run = parts.run();
        EndedJob job = parts.job();
        JobHistory history = parts.history();
        Plan plan = settings.plan();
        return new RunRecord(
                RunRecord.SCHEMA,
                new Identity(
                        plan.campaign(),
                        name,
                        plan.suite(),
                        job == null ? null : job.applicationId(),
                        job == null ? null : job.jobId()),
                null,
                new Position(
                        run.spec().index(),
                        total,
                        run.spec().block(),
                        run.spec().repeat(),
                        plan.seed(),
                        settings.visit().number()),
                subject(run, parts),
                settings.hardware(),
                outcome.status(),
                outcome.reasons(),
                failure(outcome),
                warnings(parts, outcome),
                job == null ? null : times(job, history),
                parts.steps(),
                null,
                sizes(parts),
                parts.streams() == null ? null : parts.streams().section(job, history, CampaignDirectory.samples(name)),
                ProgramSection.of(job, history),
                wave(run, history),
                parts.cache(),
                parts.evidence(),
                parts.proof(),
                history == null || history.counters() == null ? Map.of() : history.counters(),
                history == null ? List.of() : history.tasks(),
                history == null ? Map.of() : history.configuration(),
                metrics(history),
                software);
    }

    private static Failure failure(Outcome outcome) {
        if (outcome.culprit() != null) {
            return Explanation.of(outcome.culprit()).failure();
        }
        return outcome.status() == Status.FAILED ? Explanation.failureIn(outcome.reasons()) : null;
    }

    private Subject subject(SizedRun run, RecordContent parts) {
        Map<String, String> cell = new TreeMap<>(run.spec().settings());
        cell.put("bytes_per_node", String.valueOf(run.bytesPerNode()));
        replication(run).ifPresent(replication -> cell.put("replication", replication));
        cell.put("cache", isCooled(parts) ? "cold" : "warm");
        Optional.ofNullable(run.job().data(run.configuration())).ifPresent(data -> cell.put("data", data));
        run.erasureCoding().ifPresent(coding -> cell.put("erasure_coding", coding.name()));
        Optional.ofNullable(run.configuration().get(Sizing.ENCRYPTION))
                .ifPresent(cipher -> cell.put("encryption", cipher));
        run.job().sync(run.configuration()).ifPresent(sync -> cell.put("sync", sync));
        return new Subject(run.spec().job(), settings.visit().setup(), cell);
    }

    /** The cell depends on whether Spindle cooled the caches, not on a proof that they were cold. */
    private boolean isCooled(RecordContent parts) {
        return parts.cache() == null
                ? !(settings.cooling() instanceof Cooling.NoCooling)
                : parts.cache().cooled();
    }

    /**
     * Returns the replication of the output; empty if it is erasure-coded. For a job that only reads, returns the
     * input's replication.
     */
    private static Optional<String> replication(SizedRun run) {
        if (run.erasureCoding().isPresent()) {
            return Optional.empty();
        }
        boolean ofInput = run.job().outputReplication() == 0 && run.replicationAsked();
        return Optional.of(String.valueOf(ofInput ? run.replication() : run.outputReplication()));
    }

    private static Times times(EndedJob job, JobHistory history) {
        return new Times(
                job.clientSubmitted(),
                job.clientFinished(),
                job.yarnStarted(),
                job.yarnFinished(),
                history == null ? null : history.times().submitted(),
                history == null ? null : history.times().launched(),
                history == null ? null : history.times().finished(),
                seconds(job.yarnStarted(), job.yarnFinished()),
                seconds(job.clientSubmitted(), job.clientFinished()),
                job.amWait());
    }

    private static Double seconds(Instant from, Instant to) {
        return from == null || to == null ? null : Duration.between(from, to).toMillis() / MILLIS;
    }

    private static Sizes sizes(RecordContent parts) {
        SizedRun run = parts.run();
        JobHistory history = parts.history();
        CounterSizes counters = new CounterSizes(history == null ? null : history.completeCounters());
        List<StoredFile> files = parts.output();
        return new Sizes(
                run.nodes(),
                run.bytesPerNode(),
                run.bytes(),
                parts.dataRatio(),
                input(parts, counters),
                counters.task("MAP_OUTPUT_BYTES"),
                counters.task("REDUCE_SHUFFLE_BYTES"),
                files == null
                        ? null
                        : files.stream().mapToLong(StoredFile::length).sum(),
                files == null || run.erasureCoding().isPresent()
                        ? null
                        : files.stream()
                                .mapToLong(file -> file.length() * file.replication())
                                .sum(),
                parts.stored(),
                counters.meanShuffleSegment(),
                counters.taskCpu(),
                counters.task("SPILLED_RECORDS"),
                reduceSkew(parts.history()));
    }

    private static Double reduceSkew(JobHistory history) {
        return history == null ? null : history.metrics().get(ReduceSkew.NAME);
    }

    /** Returns the history's metrics that have no field of their own in the record. */
    private static Map<String, Double> metrics(JobHistory history) {
        Map<String, Double> others = new TreeMap<>(history == null ? Map.of() : history.metrics());
        others.remove(ReduceSkew.NAME);
        return others;
    }

    /** MapReduce counts the bytes that its input format read; for TestDFSIO, the input consists of names of files. */
    private static Long input(RecordContent parts, CounterSizes counters) {
        if (parts.run().input().isEmpty() && parts.run().spec().program() == null) {
            return 0L;
        }
        return parts.streams() == null
                ? counters.input()
                : (Long) parts.streams().streams().bytes();
    }

    private static Wave wave(SizedRun run, JobHistory history) {
        int slots = run.slots().chosen();
        if (history == null) {
            return new Wave(
                    slots,
                    run.slots().byMemory(),
                    run.slots().byDominant(),
                    run.slots().rule(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null);
        }
        int maps = history.succeeded("map");
        int reduces = history.succeeded("reduce");
        int peakMaps = Waves.mostAtOnce(history.tasks("map"));
        int peakReduces = Waves.mostAtOnce(history.tasks("reduce"));
        WaveOf wave = run.job().wave();
        boolean mapsFit = wave == WaveOf.REDUCES || (maps > 0 && peakMaps >= maps);
        boolean reducesFit = wave == WaveOf.MAPS || (reduces > 0 && peakReduces >= reduces);
        boolean observed = wave != WaveOf.NONE && mapsFit && reducesFit;
        Boolean oneWave = observed ? Boolean.TRUE : null;
        if (OneWave.stall(run, history).filter(stall -> !stall.late()).isPresent()) {
            oneWave = Boolean.FALSE;
        }
        return new Wave(
                slots,
                run.slots().byMemory(),
                run.slots().byDominant(),
                run.slots().rule(),
                maps,
                reduces,
                peakMaps,
                peakReduces,
                Waves.ramp(history.tasks("map"), slots),
                Waves.ramp(history.tasks("reduce"), slots),
                oneWave);
    }

    private static List<Warning> warnings(RecordContent parts, Outcome outcome) {
        List<Warning> warnings = new ArrayList<>(outcome.warnings());
        SizedRun run = parts.run();
        if (run.job().outputReplication() > run.outputReplication() && !run.replicationAsked()) {
            warnings.add(new Warning(
                    "replication-reduced",
                    run.spec().job() + " should write " + run.job().outputReplication() + " replicas; the cluster has "
                            + run.replication() + " DataNodes"));
        }
        Wave wave = wave(run, parts.history());
        if (parts.history() != null && run.oneWavePlanned() && wave.oneWave() == null) {
            warnings.add(new Warning(
                    "wave-not-observed",
                    "Spindle saw fewer tasks of " + run.spec().job()
                            + " run at once than the job has; short tasks can end"
                            + " before the last one starts, or the queue grants fewer than " + wave.slots()
                            + " containers (--slots sets another number)"));
        }
        Environment.fewSlots(run.spec().job(), run.slots().chosen(), run.nodes())
                .ifPresent(warnings::add);
        Double skew = reduceSkew(parts.history());
        if (skew != null && skew > UNEVEN) {
            warnings.add(new Warning(
                    "reduces-uneven",
                    String.format(
                            Locale.ROOT,
                            "the largest reduce of %s fetched %.2f times the mean: the job waits for it instead of for storage"
                                    + " (for terasort, raise %s)",
                            run.spec().job(),
                            skew,
                            TeraSample.KEY)));
        }
        if (parts.history() != null && parts.history().inForce() == null) {
            warnings.add(new Warning(
                    "settings-unverified",
                    "the JobHistoryServer's web service does not answer, so Spindle checked the requested settings only"
                            + " by their effects (mapreduce.jobhistory.webapp.address)"));
        }
        warnings.addAll(ProgramSection.warnings(parts.history()));
        if (parts.streams() != null) {
            warnings.addAll(ofStreams(run, parts.streams()));
        }
        Cache cache = parts.cache();
        if (cache != null && !cache.cooled() && !cache.method().equals("off")) {
            warnings.add(new Warning("cooling-failed", "the caches were not cooled: " + cache.detail()));
        }
        return warnings;
    }

    private static List<Warning> ofStreams(SizedRun run, RunStreams streams) {
        List<Warning> warnings = new ArrayList<>();
        if (streams.clocksDiffer()) {
            warnings.add(new Warning(
                    "clocks-differ",
                    "streams ran before or after their job, by their nodes' clocks: throughput that needs a common clock"
                            + " is omitted (synchronise the clocks)"));
        }
        streams.cpuBound()
                .ifPresent(share -> warnings.add(new Warning(
                        "streams-cpu-bound",
                        String.format(
                                Locale.ROOT,
                                "the busiest thread of each stream of %s needed a processor for %.0f %% of the stream's time, so that"
                                        + " the client set its rate, and not the storage (run more tasks at once if processors are"
                                        + " idle, or choose data that is made faster: random)",
                                run.spec().job(),
                                100 * share))));
        return warnings;
    }

    /** The part of a record about the call of a user's program. */
    private static final class ProgramSection {
        private ProgramSection() {}

        /** Returns null for other jobs, and for a program that did not start. */
        static ProgramRun of(EndedJob job, JobHistory history) {
            if (job == null || job.program() == null) {
                return null;
            }
            ProgramEnd end = job.program();
            ProgramCall call = end.call();
            return new ProgramRun(
                    call.call().kind().word(),
                    end.words(),
                    call.call().sha256(),
                    end.exitCode(),
                    call.log() == null ? null : call.log().getFileName().toString(),
                    history == null ? end.applications() : history.applications());
        }

        static List<Warning> warnings(JobHistory history) {
            return history == null
                    ? List.of()
                    : history.applications().stream()
                            .filter(application -> application.note() != null)
                            .map(application -> new Warning(
                                    "tasks-unknown",
                                    "Spindle does not know all tasks of the " + application.type() + " application "
                                            + application.name() + ": " + application.note()))
                            .distinct()
                            .toList();
        }
    }

    /**
     * The end of a run.
     *
     * @param reasons why the run is not ok; empty if it is
     * @param culprit the job that failed, either the measured one or an auxiliary one; null if no job failed
     */
    public record Outcome(Status status, List<String> reasons, EndedJob culprit, List<Warning> warnings) {}
}
