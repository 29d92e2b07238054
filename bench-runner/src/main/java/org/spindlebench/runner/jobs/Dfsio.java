package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Throughput.StreamTimes;
import org.spindlebench.analysis.throughput.StreamTrace;
import org.spindlebench.analysis.throughput.StreamTrace.TracePoint;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.DfsioCounter;
import org.spindlebench.jobs.hdfs.StreamParts;
import org.spindlebench.jobs.hdfs.StreamParts.Part;
import org.spindlebench.jobs.hdfs.StreamSamples;
import org.spindlebench.jobs.hdfs.StreamSamples.SampleFiles;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.Storage.StoredFile;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.InputData.ContentKind;
import org.spindlebench.runner.jobs.InputData.InputManifest;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.ReadBack;
import org.spindlebench.runner.jobs.MeasuredJob.Streams;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.jobs.SeededFiles.SameBytesReadBack;

/** The common parts of dfsio-write and dfsio-read, and the streams of hdfs-write. */
final class Dfsio {
    /** The settings that describe files, for readers and writers. */
    private static final Set<RunSetting> OF_FILES =
            Set.of(RunSetting.DATA, RunSetting.FILES, RunSetting.STORAGE_POLICY);

    private static final Set<RunSetting> OF_WRITTEN =
            Set.of(RunSetting.DATA, RunSetting.FILES, RunSetting.STORAGE_POLICY, RunSetting.SYNC);

    private static final int READERS = 16;
    private static final double NANOS = 1e9;

    private Dfsio() {}

    /** Returns the checksum over all files, to compare writers and readers; null if it was not counted. */
    static String checksum(JobCompletion done) {
        Long counter = done.counter(DfsioCounter.CHECKSUM);
        return counter == null ? null : Long.toHexString(counter);
    }

    /** Returns the streams stored next to a job's output, and checks that they cover every map and all bytes. */
    static Streams streams(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        StreamParts parts = new StreamParts();
        List<StreamTrace> traces = traces(storage, request.outputPath(), parts);
        long bytes = traces.stream().mapToLong(StreamTrace::bytes).sum();
        proof.accept(Check.equal("streams with samples", request.maps(), traces.size()));
        proof.accept(Check.equal("bytes in the samples", request.bytes(), bytes));
        String interval = request.configuration().get(JobKeys.SAMPLE_MILLIS);
        return new Streams(
                bytes,
                traces.size(),
                traces,
                interval == null ? SampleFiles.DEFAULT_MILLIS : Long.parseLong(interval),
                traces.isEmpty() ? null : times(parts, traces.size(), bytes),
                null);
    }

    private static StreamTimes times(StreamParts parts, int streams, long bytes) {
        Function<Part, Double> mean = part -> parts.nanos(part) == 0 ? null : parts.nanos(part) / NANOS / streams;
        DoubleFunction<Double> request = percent -> {
            OptionalLong nanos = parts.percentile(percent);
            return nanos.isPresent() ? (Double) (nanos.getAsLong() / NANOS) : null;
        };
        long cpu = parts.nanos(Part.TASK_CPU) + parts.nanos(Part.SENDER_CPU);
        return new StreamTimes(
                parts.total() / NANOS / streams,
                mean.apply(Part.OPEN),
                mean.apply(Part.REQUESTS),
                mean.apply(Part.HSYNC),
                mean.apply(Part.CLOSE),
                mean.apply(Part.DATA),
                mean.apply(Part.TASK_CPU),
                mean.apply(Part.TASK_WAIT),
                mean.apply(Part.SENDER_CPU),
                mean.apply(Part.BUSIEST),
                parts.nanos(Part.TASK_CPU) == 0 || bytes == 0 ? null : (Double) (cpu / NANOS / bytes),
                parts.requests(),
                request.apply(50),
                request.apply(95),
                request.apply(99));
    }

    /**
     * Reads in parallel. One by one, thousands of small files could take more than a minute, and caches would cool.
     */
    private static List<StreamTrace> traces(Storage storage, String directory, StreamParts parts) throws IOException {
        List<Callable<StreamTrace>> reads = new ArrayList<>();
        for (StoredFile file : storage.files(directory)) {
            if (SampleFiles.isOne(file.name())) {
                reads.add(() -> trace(storage, file.path(), parts));
            }
        }
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try {
            List<StreamTrace> traces = new ArrayList<>(reads.size());
            for (Future<StreamTrace> read : readers.invokeAll(reads)) {
                traces.add(read.get());
            }
            return traces;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the samples of streams were read");
        } finally {
            readers.shutdownNow();
        }
    }

    /** Adds the stream to the parts at once, because thousands of histograms would fill the heap. */
    private static StreamTrace trace(Storage storage, String path, StreamParts parts) throws IOException {
        try (InputStream in = storage.open(path)) {
            StreamSamples samples = StreamSamples.read(in, path);
            synchronized (parts) {
                parts.add(samples.parts());
            }
            List<TracePoint> points = new ArrayList<>(samples.size());
            for (int i = 0; i < samples.size(); i++) {
                points.add(new TracePoint(samples.millis(i), samples.bytes(i)));
            }
            return new StreamTrace(samples.attempt(), points);
        } catch (IllegalArgumentException e) {
            throw new IOException(path + ": " + e.getMessage(), e);
        }
    }

    /** Each map reads one of the files that dfsio-write wrote. */
    static final class DfsioReadJob extends MeasuredJob {
        DfsioReadJob() {
            super(new Traits(
                    "dfsio-read",
                    "one file per map read from HDFS as by TestDFSIO, with throughput over time",
                    WaveOf.MAPS,
                    SeededFiles.DATA,
                    0,
                    ContentKind.DFSIO,
                    Dfsio.OF_FILES));
        }

        @Override
        public String inputVariant(Map<String, String> configuration) {
            return data(configuration) + Policies.variant(configuration);
        }

        @Override
        public ToolCall call(JobRequest request) {
            return new ToolCall(ToolName.DFSIO_READ, List.of(request.inputPath(), request.outputPath()), Map.of());
        }

        @Override
        public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) {
            InputManifest input = done.request().input();
            proof.accept(Check.equal("files read", input.records(), done.counter(DfsioCounter.FILES)));
            proof.accept(Check.equal("bytes read", input.bytes(), done.counter(DfsioCounter.BYTES)));
            proof.accept(Check.equal("checksum read and written", input.checksum(), Dfsio.checksum(done)));
        }

        @Override
        public Optional<Streams> streams(JobCompletion done, Storage storage, Consumer<Check> proof)
                throws IOException {
            return Optional.of(Dfsio.streams(done, storage, proof));
        }
    }

    /** Writes files in the pattern of TestDFSIO, but with realistic data, one file per map. */
    static final class DfsioWriteJob extends MeasuredJob {
        DfsioWriteJob() {
            super(new Traits(
                    "dfsio-write",
                    "one file per map written to HDFS as by TestDFSIO, with realistic data and throughput over time",
                    WaveOf.MAPS,
                    SeededFiles.DATA,
                    3,
                    null,
                    Dfsio.OF_WRITTEN));
        }

        @Override
        public Optional<ContentKind> written() {
            return Optional.of(ContentKind.DFSIO);
        }

        @Override
        public String inputVariant(Map<String, String> configuration) {
            return data(configuration) + Policies.variant(configuration);
        }

        @Override
        public ToolCall call(JobRequest request) {
            return SeededFiles.call(ToolName.DFSIO_WRITE, request);
        }

        @Override
        public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
            JobRequest request = done.request();
            proof.accept(Check.equal("bytes written by the maps", request.bytes(), done.counter(DfsioCounter.BYTES)));
            proof.accept(Check.equal("checksum counted", true, Dfsio.checksum(done) != null));
            proof.accept(SeededFiles.count(request, storage));
            Policies.checkOutput(request, storage, request.bytes(), proof);
        }

        @Override
        public Optional<ReadBack> readBack() {
            return Optional.of(new SameBytesReadBack(this));
        }

        @Override
        public Optional<Streams> streams(JobCompletion done, Storage storage, Consumer<Check> proof)
                throws IOException {
            return Optional.of(Dfsio.streams(done, storage, proof));
        }
    }
}
