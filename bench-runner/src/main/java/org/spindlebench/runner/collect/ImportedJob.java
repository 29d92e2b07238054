package org.spindlebench.runner.collect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spindlebench.analysis.importer.ImportFile;
import org.spindlebench.analysis.importer.SafeName;
import org.spindlebench.analysis.record.Identity;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Source;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Times;

/** A job of a {@code .jhist} file as a record. */
final class ImportedJob {
    private static final String DEFAULT_SETUP = "default";
    private static final double MILLIS = 1000.0;
    private static final int LONGEST_REASON = 1_000;

    /** How the job ended, and why not well. */
    private record End(Status status, List<String> reasons) {}

    private final String format;
    private final ImportFile file;
    private final RecordedJob job;
    private final String problem;

    /** @param problem why the history ends where it ends, for a job whose end is not in it */
    ImportedJob(String format, ImportFile file, RecordedJob job, String problem) {
        this.format = format;
        this.file = file;
        this.job = job;
        this.problem = problem;
    }

    RunRecord toRecord() {
        Times times = times();
        End end = end(times);
        Map<String, Map<String, Long>> counters = job.counters();
        return new RunRecord(
                RunRecord.SCHEMA,
                identity(),
                new Source(format, file.name(), null),
                null,
                subject(),
                end.status(),
                end.reasons(),
                null,
                null,
                times,
                null,
                null,
                counters == null || counters.isEmpty() ? null : sizes(new CounterFigures(counters), job),
                null,
                null,
                null,
                null,
                null,
                counters,
                job.tasks(),
                null,
                null);
    }

    private Identity identity() {
        String id = job.id();
        return new Identity(
                file.campaign(), SafeName.of(id, "job"), format, id.replaceFirst("^job_", "application_"), id);
    }

    private Subject subject() {
        Map<String, String> settings = new TreeMap<>();
        if (job.maps() != null) {
            settings.put("maps", job.maps().toString());
        }
        if (job.reduces() != null) {
            settings.put("reduces", job.reduces().toString());
        }
        String name = job.name() == null ? "" : job.name();
        return new Subject(SafeName.of(name, "unnamed"), file.setup().orElse(DEFAULT_SETUP), settings);
    }

    private Times times() {
        Instant submitted = job.submitted();
        Instant finished = job.finished();
        boolean measured = submitted != null && finished != null && finished.isAfter(submitted);
        Double elapsed =
                measured ? (Double) (Duration.between(submitted, finished).toMillis() / MILLIS) : null;
        return new Times(null, null, null, null, submitted, job.launched(), finished, elapsed, null, null);
    }

    // A history that does not say how the job ended may be of a job that did well: nobody knows, so it counts nowhere.
    private End end(Times times) {
        if (job.status() == null) {
            return new End(Status.FAILED, List.of(problem + "; whether the job succeeded is not known"));
        }
        if (!job.succeeded()) {
            return new End(Status.FAILED, List.of("the job ended as " + job.status() + diagnostics()));
        }
        return times.elapsed() == null
                ? new End(Status.INVALID, List.of("its history does not say how long it took"))
                : new End(Status.OK, List.of());
    }

    private String diagnostics() {
        String text = job.diagnostics() == null ? "" : job.diagnostics().strip();
        String start = text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) + " ..." : text;
        return start.isEmpty() ? "" : ": " + start;
    }

    private static Sizes sizes(CounterFigures counters, RecordedJob job) {
        return new Sizes(
                null,
                null,
                null,
                null,
                counters.input(),
                counters.task("MAP_OUTPUT_BYTES"),
                counters.task("REDUCE_SHUFFLE_BYTES"),
                counters.output(),
                null,
                null,
                counters.meanShuffleSegment(),
                counters.taskCpu(),
                counters.task("SPILLED_RECORDS"),
                job.reduceSkew());
    }
}
