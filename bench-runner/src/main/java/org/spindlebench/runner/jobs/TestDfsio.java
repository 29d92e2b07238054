package org.spindlebench.runner.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Throughput;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.stockdfsio.Direction;
import org.spindlebench.jobs.stockdfsio.StockDfsio;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.Streams;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;

/** The common parts of the two jobs that use stock TestDFSIO. */
final class TestDfsio {
    /** The kind of data. TestDFSIO writes zeros because it fills its buffer before the buffer has its final size. */
    static final String DATA = "zeros";

    private static final Set<RunSetting> OF_FILES = Set.of(RunSetting.FILES, RunSetting.STORAGE_POLICY);

    /** TestDFSIO's report, in the directory of the run's output. It is hidden, so that it does not count as data. */
    private static final String FIGURES = "/_testdfsio";

    private static final String FILE_SYSTEMS = "org.apache.hadoop.mapreduce.FileSystemCounter";
    private static final String TASKS = "l:tasks";
    private static final String BYTES = "l:size";

    private TestDfsio() {}

    /** Returns the bytes of files of equal length. */
    static long equalFiles(long bytes, int files) {
        return bytes / files * files;
    }

    static ToolCall call(Direction direction, String base, JobRequest request, Map<String, String> further) {
        Map<String, String> settings = new TreeMap<>(further);
        settings.put(JobKeys.MAPS, String.valueOf(request.maps()));
        settings.put(JobKeys.BYTES, String.valueOf(request.bytes()));
        return new ToolCall(
                ToolName.TESTDFSIO, List.of(direction.label(), base, request.outputPath() + FIGURES), settings);
    }

    /**
     * Checks that the requested files and bytes were processed, by TestDFSIO's own sums and by HDFS's counter. The tool
     * returns 0 even if fewer were processed.
     *
     * @param counter HDFS's counter of bytes; it also counts other files, such as control files
     */
    static void checkSums(JobCompletion done, Storage storage, String counter, Consumer<Check> proof)
            throws IOException {
        JobRequest request = done.request();
        Sums sums = Sums.read(storage, request.outputPath());
        proof.accept(Check.equal("files that TestDFSIO counted", (long) request.maps(), sums.whole(TASKS)));
        proof.accept(Check.equal("bytes that TestDFSIO counted", request.bytes(), sums.whole(BYTES)));
        Long counted = done.counter(FILE_SYSTEMS, counter);
        proof.accept(new Check(
                counter,
                "at least " + request.bytes(),
                counted == null ? "absent" : counted.toString(),
                counted != null && counted >= request.bytes()));
    }

    static Streams streams(JobCompletion done, Storage storage) throws IOException {
        Sums sums = Sums.read(storage, done.request().outputPath());
        Long bytes = sums.whole(BYTES);
        Long tasks = sums.whole(TASKS);
        if (bytes == null || tasks == null) {
            throw new IOException("TestDFSIO's own report has no bytes or no tasks");
        }
        return new Streams(bytes, Math.toIntExact(tasks), List.of(), 1, null, sums.figures());
    }

    /**
     * The output of TestDFSIO's job, which consists of sums over its maps. Its rates are in MB/s times 1000, with MB as
     * 2^20 bytes.
     *
     * @param values the sums by name; null for a name that occurs twice, because its value is then not a sum
     */
    record Sums(Map<String, String> values) {
        private static final double MEGA = 1 << 20;
        private static final double THOUSAND = 1000;

        static Sums read(Storage storage, String directory) throws IOException {
            Map<String, String> values = new TreeMap<>();
            try (InputStream in = storage.open(directory + FIGURES);
                    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    String[] fields = line.split("\t", 2);
                    if (fields.length == 2) {
                        boolean first = !values.containsKey(fields[0]);
                        values.put(fields[0], first ? fields[1].trim() : null);
                    }
                }
            }
            return new Sums(values);
        }

        /** Returns a whole number; null if the value is missing or is not a whole number. */
        Long whole(String name) {
            String value = values.get(name);
            try {
                return value == null ? null : Long.valueOf(value);
            } catch (NumberFormatException e) {
                return null;
            }
        }

        /** Returns a number; null if it is missing, not numeric, or infinite, as for maps of less than 1 ms. */
        private Double number(String name) {
            String value = values.get(name);
            try {
                return value == null ? null : finite(Double.parseDouble(value));
            } catch (NumberFormatException e) {
                return null;
            }
        }

        private static Double finite(double value) {
            return Double.isFinite(value) ? value : null;
        }

        Throughput.Stock figures() {
            return new Throughput.Stock(throughput(), averageRate(), rateSd(), number(StockDfsio.EXEC_TIME));
        }

        private Double throughput() {
            Long bytes = whole(BYTES);
            Long millis = whole("l:time");
            return bytes == null || millis == null ? null : finite(bytes * THOUSAND / millis);
        }

        private Double averageRate() {
            Double mean = meanOf("f:rate");
            return mean == null ? null : finite(mean * MEGA);
        }

        private Double rateSd() {
            Double mean = meanOf("f:rate");
            Double meanSquare = meanOf("f:sqrate");
            return mean == null || meanSquare == null
                    ? null
                    : finite(Math.sqrt(Math.abs(meanSquare - mean * mean)) * MEGA);
        }

        private Double meanOf(String name) {
            Double sum = number(name);
            Long tasks = whole(TASKS);
            return sum == null || tasks == null ? null : finite(sum / THOUSAND / tasks);
        }
    }

    /**
     * Stock TestDFSIO {@code -read}, which reads the files that {@code -write} wrote. TestDFSIO finds its files below a
     * base directory, so the input's directory serves as the base.
     */
    static final class TestDfsioReadJob extends MeasuredJob {
        TestDfsioReadJob() {
            super(new Traits(
                    "testdfsio-read",
                    "stock TestDFSIO -read: one zero-filled file per map, read without data locality",
                    WaveOf.MAPS,
                    TestDfsio.DATA,
                    0,
                    ContentKind.TESTDFSIO,
                    OF_FILES));
        }

        @Override
        public long wholeBytes(long bytes, int tasks) {
            return TestDfsio.equalFiles(bytes, tasks);
        }

        @Override
        public String inputVariant(Map<String, String> configuration) {
            return TestDfsio.DATA + Policies.variant(configuration);
        }

        @Override
        public ToolCall call(JobRequest request) {
            return TestDfsio.call(Direction.READ, request.inputPath(), request, Map.of());
        }

        @Override
        public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
            JobRequest request = done.request();
            TestDfsio.checkSums(done, storage, "HDFS_BYTES_READ", proof);
            proof.accept(Check.equal(
                    "bytes that were written", request.bytes(), request.input().bytes()));
            proof.accept(Check.equal(
                    "bytes of the files in HDFS",
                    request.bytes(),
                    Policies.bytes(storage.dataFiles(request.inputPath()))));
        }

        @Override
        public Optional<Streams> streams(JobCompletion done, Storage storage, Consumer<Check> proof)
                throws IOException {
            return Optional.of(TestDfsio.streams(done, storage));
        }
    }

    /** Stock TestDFSIO {@code -write}, to compare with published results. It never forces its zeros to the medium. */
    static final class TestDfsioWriteJob extends MeasuredJob {
        TestDfsioWriteJob() {
            super(new Traits(
                    "testdfsio-write",
                    "stock TestDFSIO -write: one zero-filled file per map",
                    WaveOf.MAPS,
                    TestDfsio.DATA,
                    3,
                    null,
                    OF_FILES));
        }

        @Override
        public Optional<ContentKind> written() {
            return Optional.of(ContentKind.TESTDFSIO);
        }

        @Override
        public String inputVariant(Map<String, String> configuration) {
            return TestDfsio.DATA + Policies.variant(configuration);
        }

        @Override
        public long wholeBytes(long bytes, int tasks) {
            return TestDfsio.equalFiles(bytes, tasks);
        }

        @Override
        public ToolCall call(JobRequest request) {
            return TestDfsio.call(
                    Direction.WRITE,
                    request.outputPath(),
                    request,
                    Map.of("dfs.replication", String.valueOf(request.replication())));
        }

        @Override
        public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
            JobRequest request = done.request();
            TestDfsio.checkSums(done, storage, "HDFS_BYTES_WRITTEN", proof);
            List<StoredFile> files = storage.dataFiles(request.outputPath());
            proof.accept(Check.equal("files written", request.maps(), files.size()));
            List<Long> lengths =
                    files.stream().map(StoredFile::length).distinct().sorted().toList();
            proof.accept(Check.equal("length of every file", List.of(request.bytes() / request.maps()), lengths));
            Policies.checkOutput(request, storage, request.bytes(), proof);
        }

        @Override
        public Optional<Streams> streams(JobCompletion done, Storage storage, Consumer<Check> proof)
                throws IOException {
            return Optional.of(TestDfsio.streams(done, storage));
        }
    }
}
