package org.spindlebench.runner.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.jobs.MeasuredJob.ReadBack;

class HdfsWriteJobTest {
    private static final MeasuredJob JOB = JobCatalog.named("hdfs-write");

    private static JobRequest request(Map<String, String> configuration) {
        return new JobRequest(1000, 2, 0, 1, 7, null, null, "/out", configuration);
    }

    @Test
    void unaskedItWritesRandomBytesAndForcesEveryBlock() {
        assertThat(JOB.data(Map.of())).isEqualTo("random");
        assertThat(JOB.sync(Map.of())).contains("block");
    }

    @Test
    void itHeedsTheKindOfDataAndTheWayToSync() {
        assertThat(JOB.ownSettings()).containsExactlyInAnyOrder(RunSetting.DATA, RunSetting.SYNC);
        assertThat(JOB.data(Map.of(JobKeys.DATA, "2.5x"))).isEqualTo("2.5x");
        assertThat(JOB.sync(Map.of(JobKeys.SYNC, "none"))).contains("none");
    }

    @Test
    void itsCallLeavesDataAndSyncToTheRunsSettings() {
        Map<String, String> asked = Map.of(JobKeys.DATA, "text", JobKeys.SYNC, "close");

        ToolCall call = (ToolCall) JOB.call(request(asked)).over(asked);

        assertThat(call.configuration())
                .containsEntry(JobKeys.DATA, "text")
                .containsEntry(JobKeys.SYNC, "close")
                .containsEntry(JobKeys.MAPS, "2")
                .containsEntry(JobKeys.BYTES, "1000")
                .containsEntry(JobKeys.SEED, "7")
                .containsEntry("dfs.replication", "1");
    }

    @Test
    void whatIsReadBackIsComparedWithTheDataThatWereWritten() {
        ReadBack readBack = JOB.readBack().orElseThrow();

        assertThat(readBack.call(request(Map.of(JobKeys.DATA, "tera"))).configuration())
                .isEqualTo(Map.of(JobKeys.SEED, "7", JobKeys.DATA, "tera"));
        assertThat(readBack.call(request(Map.of())).configuration()).containsEntry(JobKeys.DATA, "random");
    }
}
