package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.throughput.StreamTrace;
import org.spindlebench.analysis.throughput.StreamTrace.Point;
import org.spindlebench.jobs.JobKeys;
import org.spindlebench.jobs.dfsio.DfsioCounter;
import org.spindlebench.jobs.dfsio.SampleFiles;
import org.spindlebench.jobs.dfsio.StreamSamples;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.StoredFile;
import org.spindlebench.runner.conf.RunSetting;

/** What dfsio-write and dfsio-read have in common. */
final class Dfsio {
    /** What describes files, for those who write them and for those who read them. */
    static final Set<RunSetting> OF_FILES =
            Set.of(RunSetting.DATA, RunSetting.FILES, RunSetting.STORAGE_POLICY, RunSetting.ERASURE_CODING);

    private Dfsio() {}

    /** The sum over all files, for comparison between those who wrote and those who read; null when nobody counted. */
    static String checksum(DoneJob done) {
        Long counter = done.counter(DfsioCounter.CHECKSUM);
        return counter == null ? null : Long.toHexString(counter);
    }

    /** The streams whose samples lie beside a job's output: every map's, and of all its bytes. */
    static Streams streams(DoneJob done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        List<StreamTrace> traces = traces(storage, request.outputPath());
        long bytes = traces.stream().mapToLong(StreamTrace::bytes).sum();
        proof.accept(Check.equal("streams with samples", request.maps(), traces.size()));
        proof.accept(Check.equal("bytes in the samples", request.bytes(), bytes));
        String interval = request.configuration().get(JobKeys.SAMPLE_MILLIS);
        return new Streams(
                bytes,
                traces.size(),
                traces,
                interval == null ? SampleFiles.DEFAULT_MILLIS : Long.parseLong(interval),
                null);
    }

    private static List<StreamTrace> traces(Storage storage, String directory) throws IOException {
        List<StreamTrace> traces = new ArrayList<>();
        for (StoredFile file : storage.files(directory)) {
            if (SampleFiles.isOne(file.name())) {
                traces.add(trace(storage, file.path()));
            }
        }
        return traces;
    }

    private static StreamTrace trace(Storage storage, String path) throws IOException {
        try (InputStream in = storage.open(path)) {
            StreamSamples samples = StreamSamples.read(in, path);
            List<Point> points = new ArrayList<>(samples.size());
            for (int i = 0; i < samples.size(); i++) {
                points.add(new Point(samples.millis(i), samples.bytes(i)));
            }
            return new StreamTrace(samples.attempt(), points);
        } catch (IllegalArgumentException e) {
            throw new IOException(path + ": " + e.getMessage(), e);
        }
    }
}
