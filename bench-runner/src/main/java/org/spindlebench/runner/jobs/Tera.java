package org.spindlebench.runner.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.tera.TeraRead;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;

/** The common parts of the stock Tera jobs. */
final class Tera {
    static final long ROW_BYTES = 100;

    /** TeraGen's counter of its rows' checksum. If shading renames the class, the group's name changes with it. */
    static final String GENERATOR_COUNTERS = "org.apache.hadoop.examples.terasort.TeraGen$Counters";

    /** Disables TeraSort's own scheduler, which reads a key of MRv1. */
    static final Map<String, String> SETTINGS = Map.of("mapreduce.terasort.use.terascheduler", "false");

    private Tera() {}

    /** Returns the number of TeraGen's rows, which have 100 bytes each. */
    static long rows(JobRequest request) {
        return request.bytes() / ROW_BYTES;
    }

    /** Returns the bytes of the largest number of whole rows that fit. */
    static long wholeRows(long bytes) {
        return bytes / ROW_BYTES * ROW_BYTES;
    }

    /** Returns the checksum in hexadecimal, as TeraValidate prints it. TeraGen counts it in decimal. */
    static String checksum(JobCompletion done) {
        Long counter = done.counter(GENERATOR_COUNTERS, "CHECKSUM");
        return counter == null ? null : Long.toHexString(counter);
    }

    /** TeraValidate's report: its checksum, and all other rows, which are errors that it found. */
    record TeraReport(String checksum, List<String> errors) {

        static TeraReport read(Storage storage, String directory) throws IOException {
            String checksum = null;
            List<String> errors = new ArrayList<>();
            for (StoredFile file : storage.dataFiles(directory)) {
                try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(storage.open(file.path()), StandardCharsets.UTF_8))) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        String[] fields = line.split("\t", 2);
                        if (fields[0].equals("checksum") && fields.length == 2) {
                            checksum = fields[1];
                        } else {
                            errors.add(line);
                        }
                    }
                }
            }
            return new TeraReport(checksum, errors);
        }
    }

    /** A job that processes whole rows. */
    abstract static class RowsJob extends MeasuredJob {
        RowsJob(Traits traits) {
            super(traits);
        }

        @Override
        public long wholeBytes(long bytes, int tasks) {
            return wholeRows(bytes);
        }

        /**
         * TeraGen and TeraSort call hsync once before they close a file, unless configured otherwise. For an
         * erasure-coded file, HDFS then does nothing.
         */
        @Override
        public Optional<String> sync(Map<String, String> configuration) {
            boolean synced = Boolean.parseBoolean(configuration.getOrDefault("mapreduce.terasort.final.sync", "true"))
                    && RunSetting.ERASURE_CODING.in(configuration).isEmpty();
            return outputReplication() == 0 ? Optional.empty() : Optional.of(synced ? "close" : "none");
        }
    }

    /** Stock TeraGen, which writes to HDFS with the usual replication, over the network. */
    static final class TeraGenJob extends RowsJob {
        TeraGenJob() {
            super(new Traits(
                    "teragen",
                    "stock TeraGen: writes rows to HDFS with 3 replicas, over the network",
                    WaveOf.MAPS,
                    "tera",
                    3,
                    null));
        }

        @Override
        public Optional<ContentKind> written() {
            return Optional.of(ContentKind.TERA);
        }

        @Override
        public ToolCall call(JobRequest request) {
            Map<String, String> settings = new TreeMap<>(Tera.SETTINGS);
            settings.put("mapreduce.job.maps", String.valueOf(request.maps()));
            settings.put("dfs.replication", String.valueOf(request.replication()));
            return new ToolCall(
                    ToolName.TERAGEN, List.of(String.valueOf(rows(request)), request.outputPath()), settings);
        }

        @Override
        public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
            JobRequest request = done.request();
            proof.accept(Check.equal("rows generated", rows(request), done.task("MAP_OUTPUT_RECORDS")));
            proof.accept(Check.equal("checksum counted", true, Tera.checksum(done) != null));
            Policies.checkOutput(request, storage, rows(request) * Tera.ROW_BYTES, proof);
        }
    }

    /** Measures HDFS reads alone: TeraValidate without its order check and without reducers. */
    static final class TeraReadJob extends RowsJob {
        TeraReadJob() {
            super(new Traits(
                    "teraread",
                    "HDFS read alone: TeraValidate without order check and without reducers",
                    WaveOf.NONE,
                    "tera",
                    0,
                    ContentKind.TERA_SORTED));
        }

        @Override
        public ToolCall call(JobRequest request) {
            return new ToolCall(ToolName.TERAREAD, List.of(request.inputPath()), Tera.SETTINGS);
        }

        @Override
        public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) {
            proof.accept(
                    Check.equal("rows read", done.request().input().records(), done.counter(TeraRead.Counter.ROWS)));
            proof.accept(
                    Check.equal("bytes read", done.request().input().bytes(), done.counter(TeraRead.Counter.BYTES)));
        }
    }

    /** Stock TeraValidate checks the order of rows. It returns 0 even for unsorted data, so its report decides. */
    static final class TeraValidateJob extends RowsJob {
        TeraValidateJob() {
            super(new Traits(
                    "teravalidate",
                    "stock TeraValidate: reads sorted rows from HDFS and checks their order",
                    WaveOf.NONE,
                    "tera",
                    0,
                    ContentKind.TERA_SORTED));
        }

        @Override
        public ToolCall call(JobRequest request) {
            return new ToolCall(
                    ToolName.TERAVALIDATE, List.of(request.inputPath(), request.outputPath()), Tera.SETTINGS);
        }

        @Override
        public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
            JobRequest request = done.request();
            Tera.TeraReport report = Tera.TeraReport.read(storage, request.outputPath());
            String first = report.errors().isEmpty() ? "none" : report.errors().get(0);
            proof.accept(Check.equal("rows read", request.input().records(), done.task("MAP_INPUT_RECORDS")));
            proof.accept(Check.equal("rows out of order", "none", first));
            proof.accept(Check.equal(
                    "checksum of TeraValidate and TeraGen", request.input().checksum(), report.checksum()));
        }
    }
}
