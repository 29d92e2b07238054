package org.spindlebench.runner.jobs;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.hdfs.HdfsWrite;
import org.spindlebench.runner.cluster.Storage;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.JobRequest.JobCompletion;
import org.spindlebench.runner.jobs.MeasuredJob.ReadBack;
import org.spindlebench.runner.jobs.MeasuredJob.Streams;
import org.spindlebench.runner.jobs.MeasuredJob.WaveOf;
import org.spindlebench.runner.jobs.SeededFiles.SameBytesReadBack;

/** Measures HDFS writes alone. By default, it writes one replica of random bytes and forces every block to disk. */
final class HdfsWriteJob extends MeasuredJob {
    HdfsWriteJob() {
        super(new Traits(
                "hdfs-write",
                "HDFS write alone, every block forced to disk: random bytes with 1 replica, so no network",
                WaveOf.MAPS,
                SeededFiles.DATA,
                1,
                null,
                Set.of(RunSetting.SYNC, RunSetting.DATA)));
    }

    @Override
    public ToolCall call(JobRequest request) {
        return SeededFiles.call(ToolName.HDFS_WRITE, request);
    }

    @Override
    public void verify(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        JobRequest request = done.request();
        proof.accept(Check.equal("bytes written by the maps", request.bytes(), done.counter(HdfsWrite.Counter.BYTES)));
        proof.accept(SeededFiles.count(request, storage));
        Policies.checkOutput(request, storage, request.bytes(), proof);
    }

    @Override
    public Optional<Streams> streams(JobCompletion done, Storage storage, Consumer<Check> proof) throws IOException {
        return Optional.of(Dfsio.streams(done, storage, proof));
    }

    @Override
    public Optional<ReadBack> readBack() {
        return Optional.of(new SameBytesReadBack(this));
    }
}
