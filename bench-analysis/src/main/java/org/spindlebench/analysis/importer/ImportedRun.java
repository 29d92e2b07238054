package org.spindlebench.analysis.importer;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.importer.Importer.ImportFile;
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
    private final Identity identity;
    private final ImportSource source;
    private final Subject subject;
    private Map<String, String> hardware = Map.of();
    private Position position;
    private Status status = Status.OK;
    private List<String> reasons = List.of();
    private List<Warning> warnings = List.of();
    private Times times;
    private Double cost;
    private Sizes sizes;
    private Throughput throughput;

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

    ImportedRun times(Times value) {
        times = value;
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
    static Times times(Instant started, Instant finished, Double elapsed) {
        return started == null && finished == null && elapsed == null
                ? null
                : new Times(null, null, started, finished, null, null, null, elapsed, null, null);
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
                Map.of(),
                null,
                null,
                null,
                null);
    }
}
