package org.spindlebench.runner.collect;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.importer.Importer;
import org.spindlebench.analysis.importer.Importer.ImportFile;
import org.spindlebench.analysis.importer.Importer.SafeName;
import org.spindlebench.analysis.importer.Importer.UnreadableLine;
import org.spindlebench.analysis.record.Failure;
import org.spindlebench.analysis.record.Records.RunSource;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.RunRecord.Identity;
import org.spindlebench.analysis.record.RunRecord.ImportSource;
import org.spindlebench.analysis.record.RunRecord.Times;
import org.spindlebench.analysis.record.Sizes;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;
import org.spindlebench.runner.collect.failure.Explanation;
import org.spindlebench.runner.collect.failure.LogText;

/**
 * Imports {@code .jhist} files. Each contains MapReduce's history of one job, as Avro in JSON or binary form. Jobs may
 * have ended in any way, and files may be truncated.
 */
public final class JobHistoryImporter implements Importer {
    @Override
    public String name() {
        return "jobhistory";
    }

    @Override
    public String summary() {
        return "the .jhist file of a MapReduce job, as Hadoop 2 and 3 write it";
    }

    @Override
    public RunSource open(ImportFile file, Consumer<UnreadableLine> unreadable) throws IOException {
        RecordedJob job = new RecordedJob();
        String problem = HistoryFile.read(file.path(), job);
        if (job.id() == null) {
            unreadable.accept(new UnreadableLine(file.name(), 1, problem));
            return new OneRun(null);
        }
        return new OneRun(new ImportedJob(name(), file, job, problem).toRecord());
    }

    /** A source that provides one run, or none. */
    private static final class OneRun implements RunSource {
        private RunRecord run;

        OneRun(RunRecord run) {
            this.run = run;
        }

        @Override
        public RunRecord next() {
            RunRecord next = run;
            run = null;
            return next;
        }

        @Override
        public void close() {
            run = null;
        }
    }

    /**
     * Reads a {@code .jhist} file, which consists of its kind, the schema of its events, and the events. It uses the
     * schema in the file. Hadoop's own parser uses the schema of the version on the class path, but events of older
     * versions lack fields, and events of newer versions have additional fields.
     */
    static final class HistoryFile {
        private static final String JSON = "Avro-Json";
        private static final String BINARY = "Avro-Binary";
        private static final int LONGEST_SCHEMA = 1 << 20;
        private static final int LONGEST_PROBLEM = 300;
        /** The largest number of task attempts of a job; all attempts are held in memory. */
        static final int MOST_ATTEMPTS = 1_000_000;

        private static final String CUT = "its history is cut off: it ends before the job does";

        private HistoryFile() {}

        /**
         * Passes events to a job, up to the first event that cannot be read.
         *
         * @return the reason why no more events could be read, which matters only if the job's end is not among these
         * @throws IOException if the file cannot be read; problems with its content are returned
         */
        static String read(Path file, RecordedJob job) throws IOException {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                return read(in, Files.size(file), job);
            }
        }

        /** @param bytes the file's length */
        static String read(InputStream in, long bytes, RecordedJob job) throws IOException {
            return read(in, bytes, MOST_ATTEMPTS, job);
        }

        /** Reads no event after more than the given number of task attempts. */
        static String read(InputStream in, long bytes, int mostAttempts, RecordedJob job) throws IOException {
            String kind = line(in, BINARY.length());
            if (!kind.equals(JSON) && !kind.equals(BINARY)) {
                return "not a job history: its first line is neither " + JSON + " nor " + BINARY;
            }
            return readEvents(in, kind, bytes, mostAttempts, job);
        }

        // For meaningless bytes, Avro throws many kinds of errors, even OutOfMemoryError for an array of gigabytes.
        private static String readEvents(InputStream in, String kind, long bytes, int mostAttempts, RecordedJob job) {
            try {
                Schema schema = new Schema.Parser().parse(line(in, LONGEST_SCHEMA));
                GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>(schema);
                DecoderFactory decoders = DecoderFactory.get();
                Decoder decoder =
                        kind.equals(JSON) ? decoders.jsonDecoder(schema, in) : decoders.binaryDecoder(in, null);
                // With a schema without fields, an event takes no bytes, so the events would never end.
                for (long events = 0; events < bytes; events++) {
                    job.add(new HistoryFields(reader.read(null, decoder)).event());
                    if (job.attempts() > mostAttempts) {
                        return "its history is damaged: it has more than " + mostAttempts + " task attempts";
                    }
                }
                return "its history is damaged: it has more events than bytes";
            } catch (EOFException end) {
                return CUT;
            } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
                return problem(e);
            }
        }

        /** The names of exceptions, which say nothing to a user. */
        private static final Pattern CLASSES = Pattern.compile("(?:[a-z]\\w*\\.)+[A-Z][\\w$]*(?:: ?|$)");

        private static String problem(Throwable error) {
            String text = HumanText.oneLine(error.toString());
            if (text.contains("end-of-input")) {
                return CUT;
            }
            // The stream's name contains its memory address, so the same file would give a different record each time.
            String stable = "its history is damaged: "
                    + CLASSES.matcher(text.replaceAll("\\[Source: [^;\\]]*; ", "["))
                            .replaceAll("");
            return stable.length() > LONGEST_PROBLEM ? stable.substring(0, LONGEST_PROBLEM) + "..." : stable;
        }

        // Reads one byte more than allowed, so that a line that is too long differs from all valid lines.
        private static String line(InputStream in, int longest) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0 && next != '\n' && line.size() <= longest; next = in.read()) {
                line.write(next);
            }
            return line.toString(StandardCharsets.UTF_8);
        }
    }

    /** Converts a job of a {@code .jhist} file to a record. */
    static final class ImportedJob {
        private static final String KILLED = "KILLED";
        private static final double MILLIS = 1000.0;
        private static final int LONGEST_REASON = 1_000;

        /** The job's final state, with the reasons if it did not succeed, and its failure if there is more to say. */
        private record End(Status status, List<String> reasons, Failure failure) {}

        private final String format;
        private final ImportFile file;
        private final RecordedJob job;
        private final String problem;

        /**
         * @param problem the reason why no more events could be read, which matters only if the job's end is missing
         */
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
                    new ImportSource(format, file.name(), null),
                    null,
                    subject(),
                    null,
                    end.status(),
                    end.reasons(),
                    end.failure(),
                    null,
                    times,
                    null,
                    null,
                    counters == null || counters.isEmpty() ? null : sizes(new CounterSizes(counters), job),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    counters,
                    job.tasks(),
                    null,
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
            return new Subject(SafeName.ofJob(name), file.setupOrDefault(), settings);
        }

        private Times times() {
            Instant submitted = job.submitted();
            Instant finished = job.finished();
            boolean measured = submitted != null && finished != null && finished.isAfter(submitted);
            Double elapsed =
                    measured ? (Double) (Duration.between(submitted, finished).toMillis() / MILLIS) : null;
            return new Times(null, null, null, null, submitted, job.launched(), finished, elapsed, null, null);
        }

        // If the history lacks the job's end, the job may or may not have succeeded. Therefore all results leave
        // the job out.
        private End end(Times times) {
            if (job.status() == null) {
                return new End(Status.FAILED, List.of(problem + "; whether the job succeeded is unknown"), null);
            }
            if (!job.succeeded()) {
                return failed(job.diagnostics() == null ? "" : job.diagnostics().strip());
            }
            return times.elapsed() == null
                    ? new End(Status.INVALID, List.of("its history has no duration"), null)
                    : new End(Status.OK, List.of(), null);
        }

        /** Explains a job like one of Spindle's own jobs, from its diagnostics and from the errors of its attempts. */
        private End failed(String text) {
            List<String> reasons = new ArrayList<>(List.of("the job ended as " + job.status() + beginning(text)));
            // The user or program that killed the job knows the reason.
            if (KILLED.equals(job.status())) {
                return new End(Status.FAILED, reasons, null);
            }
            String diagnostics = String.join("\n", LogText.beginning(text));
            Explanation explanation =
                    Explanation.of(new EndedJob(null, job.id(), false, diagnostics, null, null, null, null)
                            .with(new FailureEvidence(List.of(), job.errors(), List.of())));
            reasons.addAll(explanation.besides());
            return new End(Status.FAILED, reasons, explanation.failure());
        }

        private static String beginning(String text) {
            String start = text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) + " ..." : text;
            return start.isEmpty() ? "" : ": " + start;
        }

        private static Sizes sizes(CounterSizes counters, RecordedJob job) {
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
}
