package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.ProgramRun;
import org.spindlebench.analysis.record.ProgramRun.Application;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.EndedJob.ProgramEnd;
import org.spindlebench.runner.cluster.ProgramCall;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.program.Placeholders.Placeholder;
import org.spindlebench.runner.program.Program;
import org.spindlebench.runner.program.Program.Call;
import org.spindlebench.runner.program.Program.CounterProof;
import org.spindlebench.runner.program.Program.Input;
import org.spindlebench.runner.program.Program.OneWaveOf;
import org.spindlebench.runner.program.Program.ProgramProof;

class ProgramRunsTest extends CampaignOnFakes {
    private static final Call CALL =
            Call.ofCommand(List.of("spark-submit", "tags=${tag}", "${output}", "${nodes}", "${queue}"));
    private static final ProgramProof OUTPUT = new ProgramProof(true, true, 0, 2, List.of());

    private static Plan plan(Program program) {
        RunSpec spec = Fixtures.spec(1, "mine", 500);
        return Plan.ofOneSetup(
                "campaign",
                "suite",
                "setup",
                7,
                List.of(
                        new RunSpec(
                                spec.id(),
                                1,
                                1,
                                1,
                                "mine",
                                spec.size(),
                                Map.of(
                                        "compression",
                                        "none",
                                        "arguments",
                                        program.run().arguments()),
                                spec.configuration(),
                                program),
                        Fixtures.spec(2, "teragen", 500)));
    }

    private static Program program(Input input, Call... prepare) {
        return new Program(CALL, List.of(prepare), input, OneWaveOf.NONE, OUTPUT);
    }

    private List<RunRecord> records(FakeCluster cluster, Program program) throws Exception {
        run(cluster, plan(program), interruption);
        return records();
    }

    @Test
    void aProgramIsMeasuredAndProvedBesideJobsOfTheCatalogAndLeavesNothing() throws Exception {
        FakeCluster cluster = new FakeCluster();

        List<RunRecord> records = records(cluster, program(null));

        assertThat(records)
                .allSatisfy(run ->
                        assertThat(run.status()).as(run.reasons().toString()).isEqualTo(Status.OK));
        RunRecord run = records.get(0);
        assertThat(run.subject().job()).isEqualTo("mine");
        assertThat(run.subject().settings())
                .containsEntry("arguments", CALL.arguments())
                .doesNotContainKey("data");
        assertThat(run.proof())
                .extracting(Check::name)
                .contains(
                        "exit code",
                        "applications with the tag of the run",
                        "bytes of the output",
                        "_SUCCESS in the output",
                        "lines of the output",
                        "settings in force");
        assertThat(run.times().elapsed()).isEqualTo(10);
        assertThat(run.times().clientElapsed()).isEqualTo(12);
        assertThat(run.program().kind()).isEqualTo("command");
        assertThat(run.program().call())
                .startsWith("spark-submit")
                .contains("/base/campaign/runs/001-mine/out", "2", "default")
                .anyMatch(word -> word.startsWith("tags=spindle_campaign,spindle_campaign_001-mine_"));
        assertThat(run.program().log()).isEqualTo("001-mine.log");
        assertThat(run.program().count(ProgramRun.MAPREDUCE)).isEqualTo(1);
        assertThat(records.get(1).program()).isNull();
        assertThat(cluster.memory.exists("/base")).isFalse();
    }

    @Test
    void whatTheOutputLacksMakesTheRunInvalid() throws Exception {
        List<RunRecord> records = records(
                new FakeCluster() {
                    @Override
                    public void work(ProgramCall call) {
                        memory.put(call.values().get(Placeholder.OUTPUT) + "/part-0", "one\n", 3);
                    }
                },
                program(null));

        assertThat(records).extracting(RunRecord::status).containsExactly(Status.INVALID, Status.OK);
        assertThat(records.get(0).reasons())
                .containsExactly(
                        "_SUCCESS in the output: expected true, found false",
                        "lines of the output: expected at least 2, found 1");
    }

    @Test
    void aProgramThatFailsLeavesARecordWithItsApplicationsAndTheSuiteGoesOn() throws Exception {
        List<RunRecord> records = records(
                new FakeCluster() {
                    @Override
                    public EndedJob end(ProgramCall call) {
                        return Fixtures.ended(false, "mine ended with exit code 5")
                                .of(new ProgramEnd(call, call.words(), 5, List.of(Fixtures.application())));
                    }
                },
                program(null));

        assertThat(records).extracting(RunRecord::status).containsExactly(Status.FAILED, Status.OK);
        assertThat(records.get(0).reasons()).containsExactly("mine ended with exit code 5");
        assertThat(records.get(0).program().exitCode()).isEqualTo(5);
        assertThat(records.get(0).program().applications()).hasSize(1);
    }

    @Test
    void theJobsOfOneProgramAreOneRunWithTheSumOfTheirCounters() throws Exception {
        List<String> read = new ArrayList<>();
        FakeCluster cluster = new FakeCluster() {
            @Override
            public EndedJob end(ProgramCall call) {
                Application first = Fixtures.application();
                Application second = new Application(
                        "application_1_0002",
                        "second",
                        ProgramRun.MAPREDUCE,
                        "SUCCEEDED",
                        first.started(),
                        first.finished(),
                        List.of(),
                        null);
                return Fixtures.ended(true, "").of(new ProgramEnd(call, call.words(), 0, List.of(first, second)));
            }

            @Override
            public JobHistory read(String jobId, Duration appears) throws IOException {
                read.add(jobId);
                counters = Map.of("mine", Map.of("RECORDS", jobId.endsWith("1") ? 5L : 7L));
                JobHistory found = super.read(jobId, appears);
                return Fixtures.inForce(
                        Fixtures.history(
                                counters,
                                Fixtures.task("map", 1, 4),
                                Fixtures.task("map", 2, 5),
                                Fixtures.task("map", 5, 6)),
                        found.inForce());
            }
        };
        ProgramProof counted =
                new ProgramProof(false, false, 0, 0, List.of(new CounterProof("mine", "RECORDS", "12", null)));

        RunRecord run = records(cluster, new Program(CALL, List.of(), null, OneWaveOf.NONE, counted))
                .get(0);

        assertThat(run.status()).as(run.reasons().toString()).isEqualTo(Status.OK);
        assertThat(read).startsWith("job_1_0001", "job_1_0002");
        assertThat(run.counter("mine", "RECORDS")).isEqualTo(12);
        assertThat(run.tasks()).hasSize(6);
        assertThat(run.program().applications()).hasSize(2).allSatisfy(application -> assertThat(application.stages())
                .singleElement()
                .satisfies(stage -> {
                    assertThat(stage.name()).isEqualTo("map");
                    assertThat(stage.tasks()).isEqualTo(3);
                    assertThat(stage.peak()).isEqualTo(2);
                    assertThat(stage.waves()).isEqualTo(2);
                    assertThat(stage.elapsed()).isEqualTo(5);
                    assertThat(stage.taskSeconds()).isEqualTo(7);
                }));
    }

    @Test
    void ofApplicationsThatSpindleDoesNotReadNothingIsClaimed() throws Exception {
        FakeCluster cluster = new FakeCluster() {
            @Override
            public EndedJob end(ProgramCall call) {
                Application tez = new Application(
                        "application_1_0001",
                        "q",
                        "TEZ",
                        "SUCCEEDED",
                        Fixtures.START,
                        Fixtures.START.plusSeconds(4),
                        List.of(),
                        null);
                return Fixtures.ended(true, "").of(new ProgramEnd(call, call.words(), 0, List.of(tez)));
            }
        };

        RunRecord run = records(cluster, program(null)).get(0);

        assertThat(run.status()).as(run.reasons().toString()).isEqualTo(Status.OK);
        assertThat(run.warnings()).extracting(Warning::code).contains("tasks-unknown");
        assertThat(run.sizes().shuffle()).isNull();
        assertThat(run.sizes().input()).isNull();
        assertThat(run.tasks()).isEmpty();
    }

    @Test
    void theDataArePreparedOnceAVisitFromAnInputThatIsOnlyRead() throws Exception {
        FakeCluster cluster = new FakeCluster() {
            @Override
            public void work(ProgramCall call) {
                super.work(call);
                String prepared = call.values().get(Placeholder.PREPARED);
                if (!call.submits()) {
                    assertThat(call.values()).containsEntry(Placeholder.INPUT, "/data/logs");
                    memory.put(prepared + "/sorted/part-0", 100, 3);
                } else {
                    assertThat(memory.exists(prepared + "/sorted/part-0")).isTrue();
                }
            }
        };
        cluster.memory.put("/data/logs/a", 70, 3);
        Program program = program(new Input(null, "/data/logs"), Call.ofShell("sort"));
        Plan once = plan(program);
        RunSpec first = once.runs().get(0);
        Plan twice = Plan.ofOneSetup(
                "campaign",
                "suite",
                "setup",
                7,
                List.of(
                        first,
                        new RunSpec(
                                "002-mine",
                                2,
                                2,
                                2,
                                "mine",
                                first.size(),
                                first.settings(),
                                first.configuration(),
                                program)));

        run(cluster, twice, interruption);

        assertThat(records()).hasSize(2).allSatisfy(run -> assertThat(run.status())
                .as(run.reasons().toString())
                .isEqualTo(Status.OK));
        assertThat(cluster.programs).extracting(ProgramCall::submits).containsExactly(false, true, true);
        assertThat(cluster.memory.exists("/data/logs/a")).as("others' data").isTrue();
        assertThat(cluster.memory.exists("/base")).isFalse();
    }

    @Test
    void anInputThatIsMissingIsRefusedInOneSentence() throws Exception {
        List<RunRecord> missing = records(new FakeCluster(), program(new Input(null, "/data/none")));
        assertThat(missing.get(0).reasons())
                .containsExactly(
                        "prepare: the input /data/none of mine has no files in HDFS; name a path with data in `input`");
        assertThat(missing.get(1).status()).isEqualTo(Status.OK);
    }

    @Test
    void anInputInSpindlesOwnDirectoryIsRefused() throws Exception {
        FakeCluster cluster = new FakeCluster();
        cluster.memory.put("/base/other/x", 10, 3);

        List<RunRecord> records = records(cluster, program(new Input(null, "/base/other")));

        assertThat(records.get(0).status()).isEqualTo(Status.FAILED);
        assertThat(records.get(0).reasons())
                .singleElement()
                .asString()
                .startsWith("prepare: /base/other and Spindle's own directory /base contain each other");
    }
}
