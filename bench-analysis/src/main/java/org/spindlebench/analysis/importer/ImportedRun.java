package org.spindlebench.analysis.importer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Instants.ClockTime;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.RunRecord.Position;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.analysis.record.Warning;

/** Builds the part of a record that the tables and logs of other tools can provide. Unknown values stay null. */
final class ImportedRun {
    private Identity identity;
    private final Subject subject;
    private ImportSource source;
    private Map<String, String> hardware = Map.of();
    private Position position;
    private Status status = Status.OK;
    private List<String> reasons = List.of();
    private List<Warning> warnings = List.of();
    private Times times;
    private Double cost;
    private Sizes sizes;
    private Throughput throughput;
    private Map<String, Map<String, Long>> counters = Map.of();

    /**
     * @param run the run's name, unique in its file
     * @param suite the suite or program that the run belongs to
     * @param line the number of the run's line in the file
     */
    ImportedRun(Importer importer, ImportFile file, String run, String suite, long line, Subject subject) {
        this.identity = new Identity(file.campaign(), run, suite, null, null);
        this.source = new ImportSource(importer.name(), file.name(), line);
        this.subject = subject;
    }

    /** Returns a run's name that is unique in its file. */
    static String lineName(long line) {
        String digits = String.valueOf(line);
        return "line-" + "0".repeat(Math.max(0, 6 - digits.length())) + digits;
    }

    /** @param id MapReduce's id of the job */
    ImportedRun job(String id) {
        identity = new Identity(
                identity.campaign(), identity.run(), identity.suite(), id.replaceFirst("^job_", "application_"), id);
        return this;
    }

    /** @param value the counters of the job, by group and name */
    ImportedRun counters(Map<String, Map<String, Long>> value) {
        counters = value;
        return this;
    }

    /** @param value the setup's parts by factor, such as {@code disk} */
    ImportedRun hardware(Map<String, String> value) {
        hardware = value;
        return this;
    }

    ImportedRun position(Position value) {
        position = value;
        return this;
    }

    ImportedRun status(Status value, String... why) {
        status = value;
        reasons = List.of(why);
        return this;
    }

    ImportedRun warnings(List<Warning> value) {
        warnings = value;
        return this;
    }

    /** @param elapsed the duration in seconds; null if unknown */
    ImportedRun started(Optional<ClockTime> start, Double elapsed) {
        times = times(start, Optional.empty(), elapsed);
        return local(start);
    }

    /** @param elapsed the duration in seconds; null if unknown */
    ImportedRun finished(Optional<ClockTime> end, Double elapsed) {
        times = times(Optional.empty(), end, elapsed);
        return local(end.map(time -> time.minus(elapsed == null ? 0 : elapsed)));
    }

    /** Sets the end by the client's clock. */
    ImportedRun finishedForClient(Optional<ClockTime> end, double elapsed) {
        finished(end, elapsed);
        times = new Times(
                null, end.map(ClockTime::instant).orElse(null), null, null, null, null, null, elapsed, null, null);
        return this;
    }

    private ImportedRun local(Optional<ClockTime> start) {
        start.filter(time -> time.instant() == null)
                .ifPresent(time -> source = source.startedAt(time.local().toString()));
        return this;
    }

    ImportedRun cost(Double value) {
        cost = value;
        return this;
    }

    /** @param bytes bytes requested in total */
    ImportedRun sizes(Integer nodes, Long bytesPerNode, Long bytes) {
        if (nodes != null || bytesPerNode != null || bytes != null) {
            sizes = new Sizes(
                    nodes, bytesPerNode, bytes, null, null, null, null, null, null, null, null, null, null, null);
        }
        return this;
    }

    ImportedRun throughput(Throughput value) {
        throughput = value;
        return this;
    }

    /** Returns the start, end and duration of a run, as far as they are known; null if all are unknown. */
    private static Times times(Optional<ClockTime> started, Optional<ClockTime> finished, Double elapsed) {
        return started.isEmpty() && finished.isEmpty() && elapsed == null
                ? null
                : new Times(
                        null,
                        null,
                        started.map(ClockTime::instant).orElse(null),
                        finished.map(ClockTime::instant).orElse(null),
                        null,
                        null,
                        null,
                        elapsed,
                        null,
                        null);
    }

    RunRecord toRecord() {
        return new RunRecord(
                RunRecord.SCHEMA,
                identity,
                source,
                position,
                subject,
                hardware,
                status,
                reasons,
                null,
                warnings,
                times,
                null,
                cost,
                sizes,
                throughput,
                null,
                null,
                null,
                null,
                null,
                counters,
                null,
                null,
                null,
                null);
    }
}
