package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.jobs.ToolName;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.jobs.hdfs.HdfsReadBack;
import org.spindlebench.jobs.hdfs.HdfsWrite;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.JobSubmitter.RunningJob;
import org.spindlebench.runner.cluster.ToolCall;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.plan.TimeLeft;
import org.spindlebench.runner.process.Interruption;

class ReadBackTest {
    private static final long BYTES = 2000;

    @TempDir
    private Path results;

    /** Writes what it is asked to, and finds the given number of bytes changed when it reads them back. */
    private static class Disk extends FakeCluster {
        private final long changed;

        Disk(long changed) {
            this.changed = changed;
        }

        @Override
        public RunningJob submit(ToolCall call, String queue, String campaignTag, String runTag) {
            RunningJob job = super.submit(call, queue, campaignTag, runTag);
            if (call.tool() == ToolName.HDFS_WRITE) {
                int files = Integer.parseInt(call.configuration().get("spindle.maps"));
                for (int i = 0; i < files; i++) {
                    long length = BYTES / files + (i < BYTES % files ? 1 : 0);
                    memory.put(call.arguments().get(0) + "/part-m-0000" + i, length, 1);
                    memory.put(
                            call.arguments().get(0) + "/_samples-m-0000" + i,
                            "spindle-samples 2 attempt_" + i + "\n1 2 3 4 5 6 7 8 9\n2:1\n"
                                    + Fixtures.START.plusSeconds(2).toEpochMilli() + "\n900 " + length + "\n",
                            1);
                }
                counters = Map.of(HdfsWrite.Counter.class.getName(), Map.of("BYTES", BYTES));
            } else {
                counters = Map.of(HdfsReadBack.Counter.class.getName(), Map.of("BYTES", BYTES, "MISMATCHES", changed));
            }
            return job;
        }
    }

    private RunRecord run(FakeCluster cluster, String asked) throws Exception {
        RunSpec spec = Fixtures.spec(1, "hdfs-write", BYTES / 2);
        RunSpec asking = new RunSpec(
                spec.id(), 1, 1, 1, spec.job(), spec.size(), spec.settings(), Map.of(JobKeys.READ_BACK, asked));
        Plan plan = Plan.ofOneSetup("campaign", "suite", "setup", 7, List.of(asking));
        CampaignDirectory directory = new CampaignDirectory(results.resolve("campaign"));
        directory.create(plan);
        Progress progress = new Progress(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                false,
                1,
                TimeLeft.ofNothing());
        new RunLoop(
                        cluster.access(),
                        Fixtures.settings(plan, new Cooling.NoCooling()),
                        directory,
                        Fixtures.sizing(Fixtures.shape(3)),
                        new Interruption(),
                        progress)
                .run(Fixtures.SOFTWARE);
        return Records.readOne(directory.runs().resolve(spec.id() + ".json"));
    }

    @Test
    void theOutputIsReadBackWhereTheUserAsks() throws Exception {
        Disk disk = new Disk(0);

        RunRecord run = run(disk, "true");

        assertThat(disk.submitted)
                .extracting(ToolCall::tool)
                .containsExactly(ToolName.HDFS_WRITE, ToolName.HDFS_READ_BACK);
        assertThat(run.reasons()).isEmpty();
        assertThat(run.proof()).anyMatch(check -> check.name().equals("bytes that differ") && check.passed());
    }

    @Test
    void aChangedByteMakesTheRunInvalid() throws Exception {
        RunRecord run = run(new Disk(1), "true");

        assertThat(run.status()).isEqualTo(Status.INVALID);
        assertThat(run.reasons()).containsExactly("bytes that differ: expected 0, found 1");
    }

    @Test
    void aReadBackThatFailsFailsTheRun() throws Exception {
        RunRecord run = run(
                new Disk(0) {
                    @Override
                    public EndedJob end(int submission) {
                        return submission == 2 ? Fixtures.ended(false, "block missing") : super.end(submission);
                    }
                },
                "true");

        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.reasons()).containsExactly("read-back: read-back failed: block missing");
    }

    @Test
    void nothingIsReadBackUnasked() throws Exception {
        Disk disk = new Disk(1);

        RunRecord run = run(disk, "false");

        assertThat(disk.submitted).extracting(ToolCall::tool).containsExactly(ToolName.HDFS_WRITE);
        assertThat(run.status()).isEqualTo(Status.OK);
    }
}
