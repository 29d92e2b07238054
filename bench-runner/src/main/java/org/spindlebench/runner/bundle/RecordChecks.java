package org.spindlebench.runner.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.RunRecord.Wave;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.task.TaskFigures.Waves;
import org.spindlebench.runner.collect.CounterFigures;

/**
 * Compares the numbers of one record that follow from other numbers of it. A number that somebody changed in one place
 * no longer does.
 */
final class RecordChecks {
    private static final double MILLIS = 1000.0;
    private static final String SUCCEEDED = "SUCCEEDED";
    private static final String JOB_COUNTERS = "org.apache.hadoop.mapreduce.JobCounter";

    /** Durations of two clocks may differ by this many seconds. */
    private static final double CLOCKS_DIFFER = 1;

    private static final double ROUNDING = 1e-9;

    private final String entry;
    private final RunRecord run;
    private final Consumer<String> found;

    /**
     * @param entry the record's place in the bundle
     * @param found receives a sentence for each number that does not agree with others
     */
    RecordChecks(String entry, RunRecord run, Consumer<String> found) {
        this.entry = entry;
        this.run = run;
        this.found = found;
    }

    void check() {
        identity();
        if (run.program() != null) {
            new ProgramChecks(run, this::say).check();
        }
        verdict();
        if (run.times() != null && run.source() == null) {
            times(run.times());
        }
        if (isCounted() && run.sizes() != null) {
            sizes(run.sizes(), new CounterFigures(run.counters()));
        }
        tasks("map", "MAPS", run.wave() == null ? null : run.wave().maps());
        tasks("reduce", "REDUCES", run.wave() == null ? null : run.wave().reduces());
        if (run.wave() != null) {
            wave(run.wave());
        }
        if (run.throughput() != null) {
            throughput(run.throughput());
        }
        if (run.evidence() != null && run.evidence().proofs() != null) {
            proofs(JsonDocument.tree(run).at("/evidence/proofs"));
        }
    }

    /** Returns whether there are counters of all tasks. MapReduce counts only those of its own jobs. */
    private boolean isCounted() {
        ProgramRun program = run.program();
        boolean onlyMapReduce = program == null
                || program.count(ProgramRun.MAPREDUCE) == program.applications().size();
        return onlyMapReduce && !run.counters().isEmpty();
    }

    private void say(String problem) {
        found.accept(entry + ": " + problem);
    }

    private void identity() {
        Identity id = run.identity();
        if (!entry.matches(".*/" + Pattern.quote(id.run()) + "\\.json(\\.gz)?")) {
            say("identity.run is " + id.run() + ", which is not the name of the file");
        }
        if (id.jobId() == null || id.applicationId() == null) {
            return;
        }
        // A program may have several jobs, which ProgramChecks knows.
        if (run.program() != null) {
            return;
        }
        String number = id.jobId().replaceFirst("^job_", "");
        if (!id.applicationId().equals("application_" + number)) {
            say("identity.jobId is " + id.jobId() + ", but identity.applicationId is " + id.applicationId());
        }
        run.tasks().stream()
                .map(TaskTimes::attempt)
                .filter(attempt -> attempt == null || !attempt.startsWith("attempt_" + number + "_"))
                .findFirst()
                .ifPresent(attempt -> say("tasks: " + attempt + " is no attempt of " + id.jobId()));
        String directory = run.configuration().getOrDefault("mapreduce.job.dir", "");
        if (directory.contains("job_") && !directory.contains(id.jobId())) {
            say("configuration: mapreduce.job.dir is " + directory + ", which is not that of " + id.jobId());
        }
    }

    private void verdict() {
        List<Check> failed =
                run.proof().stream().filter(check -> !check.passed()).toList();
        if (run.status() == Status.OK && !(failed.isEmpty() && run.reasons().isEmpty())) {
            say("status is ok, but a check of its proof has not passed, or reasons are given");
        }
        if (run.status() == Status.INVALID && failed.isEmpty() && run.source() == null) {
            say("status is invalid, but every check of its proof has passed");
        }
        run.proof().stream()
                .filter(check -> !check.passed() && Objects.equals(check.expected(), check.actual()))
                .forEach(check -> say(
                        "proof: " + check.name() + " has not passed, although both values are " + check.expected()));
    }

    private void times(Times times) {
        derived("times.elapsed", times.elapsed(), seconds(times.yarnStarted(), times.yarnFinished()), "YARN's times");
        derived(
                "times.clientElapsed",
                times.clientElapsed(),
                seconds(times.clientSubmitted(), times.clientFinished()),
                "the client's times");
        inOrder("times.jobSubmitted", times.jobSubmitted(), "times.jobLaunched", times.jobLaunched());
        inOrder("times.jobLaunched", times.jobLaunched(), "times.jobFinished", times.jobFinished());
        if (run.status() == Status.OK) {
            atMost("times.elapsed", times.elapsed(), "times.clientElapsed", times.clientElapsed());
            atMost(
                    "the time from times.jobLaunched to times.jobFinished",
                    seconds(times.jobLaunched(), times.jobFinished()),
                    "times.elapsed",
                    times.elapsed());
            Double step = run.steps() == null ? null : run.steps().run();
            atMost("times.clientElapsed", times.clientElapsed(), "steps.run", step);
        }
    }

    private void atMost(String what, Double less, String other, Double more) {
        if (less != null && more != null && less > more + CLOCKS_DIFFER) {
            say(what + " is " + less + " s, which is longer than " + other + " (" + more + " s)");
        }
    }

    private void inOrder(String one, Instant first, String other, Instant second) {
        if (first != null && second != null && first.isAfter(second)) {
            say(one + " is " + first + ", which is after " + other + " (" + second + ")");
        }
    }

    private static Double seconds(Instant from, Instant to) {
        return from == null || to == null
                ? null
                : (Double) (Duration.between(from, to).toMillis() / MILLIS);
    }

    private void sizes(Sizes sizes, CounterFigures counters) {
        equal("sizes.mapOutput", sizes.mapOutput(), counters.task("MAP_OUTPUT_BYTES"), "the counters");
        equal("sizes.shuffle", sizes.shuffle(), counters.task("REDUCE_SHUFFLE_BYTES"), "the counters");
        equal("sizes.spilledRecords", sizes.spilledRecords(), counters.task("SPILLED_RECORDS"), "the counters");
        derived("sizes.taskCpu", sizes.taskCpu(), counters.taskCpu(), "the counters");
        derived("sizes.meanShuffleSegment", sizes.meanShuffleSegment(), counters.meanShuffleSegment(), "the counters");
        Long moved =
                run.throughput() == null ? counters.input() : run.throughput().bytes();
        if (run.source() == null && sizes.input() != null && sizes.input() != 0) {
            equal("sizes.input", sizes.input(), moved, run.throughput() == null ? "the counters" : "throughput.bytes");
        }
        String asked = run.subject().settings().get("bytes_per_node");
        if (sizes.bytesPerNode() != null
                && asked != null
                && !asked.equals(sizes.bytesPerNode().toString())) {
            say("sizes.bytesPerNode is " + sizes.bytesPerNode() + ", but subject.settings.bytes_per_node is " + asked);
        }
    }

    private void tasks(String kind, String counted, Integer recorded) {
        List<TaskTimes> attempts =
                run.tasks().stream().filter(task -> kind.equals(task.kind())).toList();
        List<TaskTimes> succeeded =
                attempts.stream().filter(task -> SUCCEEDED.equals(task.state())).toList();
        equal("wave." + kind + "s", recorded, succeeded.size(), "the list of tasks");
        succeeded.forEach(this::inJob);
        boolean known = succeeded.stream().allMatch(task -> task.started() != null && task.finished() != null);
        if (run.status() != Status.OK || !known || succeeded.size() < attempts.size()) {
            return;
        }
        Long millis = run.counter(JOB_COUNTERS, "MILLIS_" + counted);
        long lasted = succeeded.stream()
                .mapToLong(task ->
                        Duration.between(task.started(), task.finished()).toMillis())
                .sum();
        equal("counters: MILLIS_" + counted, millis, lasted, "the list of tasks");
        equal(
                "counters: TOTAL_LAUNCHED_" + counted,
                run.counter(JOB_COUNTERS, "TOTAL_LAUNCHED_" + counted),
                (long) attempts.size(),
                "the list of tasks");
        boolean severalJobs = run.program() != null && run.program().count(ProgramRun.MAPREDUCE) > 1;
        for (String weight : severalJobs ? List.<String>of() : List.of("MB_", "VCORES_")) {
            Long weighted = run.counter(JOB_COUNTERS, weight + "MILLIS_" + counted);
            if (millis != null && millis > 0 && weighted != null && weighted % millis != 0) {
                say("counters: " + weight + "MILLIS_" + counted + " is " + weighted
                        + ", which is no multiple of MILLIS_" + counted + " (" + millis + ")");
            }
        }
    }

    private void inJob(TaskTimes task) {
        Times times = run.times();
        if (times != null && run.status() == Status.OK) {
            inOrder("times.jobLaunched", times.jobLaunched(), "the start of " + task.attempt(), task.started());
            inOrder("the end of " + task.attempt(), task.finished(), "times.jobFinished", times.jobFinished());
        }
        inOrder("the start of " + task.attempt(), task.started(), "its end", task.finished());
        inOrder("shuffleFinished of " + task.attempt(), task.shuffleFinished(), "sortFinished", task.sortFinished());
    }

    private void wave(Wave wave) {
        for (String kind : List.of("map", "reduce")) {
            List<TaskTimes> attempts = run.tasks().stream()
                    .filter(task -> kind.equals(task.kind()))
                    .toList();
            equal(
                    kind.equals("map") ? "wave.peakMaps" : "wave.peakReduces",
                    kind.equals("map") ? wave.peakMaps() : wave.peakReduces(),
                    Waves.mostAtOnce(attempts),
                    "the list of tasks");
        }
    }

    private void throughput(Throughput moved) {
        Double elapsed = run.times() == null ? null : run.times().elapsed();
        ratio("throughput.overExecution", moved.overExecution(), moved.bytes(), elapsed);
        ratio("throughput.overStreams", moved.overStreams(), moved.bytes(), moved.streamSeconds());
        if (moved.peakStreams() != null && moved.streams() != null && moved.peakStreams() > moved.streams()) {
            say("throughput.peakStreams is " + moved.peakStreams() + ", more than throughput.streams");
        }
        if (moved.steady() != null && moved.steady().slots() != null && moved.streamSeconds() != null) {
            Throughput.Steady steady = moved.steady();
            Double covered = steady.slotSeconds() == null ? null : (Double) (steady.slots() * steady.slotSeconds());
            ratio("throughput.steady.share", steady.share(), covered, moved.streamSeconds());
        }
        if (moved.perStream() != null) {
            perStream(moved.perStream());
        }
    }

    private void perStream(Throughput.PerStream rates) {
        boolean known = rates.p5() != null && rates.p50() != null && rates.p95() != null;
        if (known && (rates.p5() > rates.p50() || rates.p50() > rates.p95())) {
            say("throughput.perStream: p5, p50 and p95 are not in order");
        }
        if (rates.slowest() != null && rates.slowest().host() != null) {
            run.tasks().stream()
                    .filter(task ->
                            Objects.equals(task.attempt(), rates.slowest().attempt()))
                    .filter(task -> task.host() != null
                            && !task.host().equals(rates.slowest().host()))
                    .forEach(task -> say("throughput.perStream.slowest.host is "
                            + rates.slowest().host() + ", but the list of tasks has " + task.host()));
        }
    }

    /** Checks shares and sums of the proofs, and what they have of the counters. */
    private void proofs(JsonNode proofs) {
        for (String list : List.of("roles", "flushed")) {
            for (JsonNode role : proofs.path(list)) {
                share(role, "evidence.proofs." + list, "bytesPerRead", "bytesRead", "reads");
                share(role, "evidence.proofs." + list, "bytesPerWrite", "bytesWritten", "writes");
            }
        }
        share(proofs.path("cache"), "evidence.proofs.cache", "ratio", "bytesRead", "bytesAsked");
        share(proofs.path("writes"), "evidence.proofs.writes", "ratio", "bytesFlushed", "bytesAsked");
        share(proofs.path("memory"), "evidence.proofs.memory", "ratio", "dataPerNode", "memoryPerNode");
        JsonNode shuffle = proofs.path("shuffle");
        share(shuffle, "evidence.proofs.shuffle", "writtenShare", "bytesFlushed", "fileWritten");
        share(shuffle, "evidence.proofs.shuffle", "writtenInJobShare", "bytesWritten", "fileWritten");
        share(shuffle, "evidence.proofs.shuffle", "readShare", "bytesRead", "toRead");
        if (isCounted()) {
            CounterFigures counters = new CounterFigures(run.counters());
            counted(shuffle, "materialized", counters.task("MAP_OUTPUT_MATERIALIZED_BYTES"));
            counted(shuffle, "fileWritten", counters.fileWritten());
            counted(shuffle, "fileRead", counters.fileRead());
        }
    }

    private void counted(JsonNode shuffle, String name, Long counter) {
        if (shuffle.has(name)) {
            equal("evidence.proofs.shuffle." + name, shuffle.get(name).asLong(), counter, "the counters");
        }
    }

    private void share(JsonNode part, String place, String share, String of, String by) {
        if (part.has(share) && part.has(of) && part.path(by).asDouble() > 0) {
            ratio(
                    place + "." + share,
                    part.get(share).asDouble(),
                    part.get(of).asDouble(),
                    part.get(by).asDouble());
        }
    }

    private void ratio(String what, Double recorded, Number above, Double below) {
        if (above != null && below != null && below > 0) {
            derived(what, recorded, above.doubleValue() / below, "the numbers that it is made of");
        }
    }

    private void derived(String what, Double recorded, Double derived, String from) {
        if (recorded != null && derived != null && !isClose(recorded, derived)) {
            say(what + " is " + recorded + ", but " + from + " give " + derived);
        }
    }

    private static boolean isClose(double one, double other) {
        return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other));
    }

    private void equal(String what, Object recorded, Object derived, String from) {
        if (recorded != null && derived != null && !recorded.equals(derived)) {
            String verb = from.startsWith("the list") || from.startsWith("throughput") ? " gives " : " give ";
            say(what + " is " + recorded + ", but " + from + verb + derived);
        }
    }
}
