package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.FaultyStorage;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.process.Interruption;

class RunLoopTest extends CampaignOnFakes {
    @Test
    void everyRunGetsAValidRecordAndNothingStaysInHdfs() throws Exception {
        FakeCluster cluster = new FakeCluster();

        boolean interrupted = run(cluster);

        assertThat(interrupted).isFalse();
        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.OK, Status.OK, Status.OK);
        assertThat(records()).allSatisfy(run -> {
            assertThat(run.proof()).hasSize(10).allMatch(Check::passed);
            assertThat(run.reasons()).isEmpty();
            assertThat(run.sizes().outputReplicated()).isEqualTo(3000);
        });
        assertThat(cluster.tags).containsOnly("spindle_campaign");
        assertThat(cluster.memory.exists("/base")).isFalse();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("[3/3] teragen none repeat 1 ok 10.0 s");
    }

    @Test
    void aFailedJobDoesNotEndTheSuiteAndItsRecordSaysWhy() throws Exception {
        run(new FakeCluster() {
            @Override
            public EndedJob end(int submission) {
                return submission == 2 ? Fixtures.ended(false, "container killed") : super.end(submission);
            }
        });

        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.OK, Status.FAILED, Status.OK);
        assertThat(records().get(1).reasons()).containsExactly("container killed");
        assertThat(records().get(1).counters()).isNotEmpty();
        assertThat(records().get(1).proof()).isEmpty();
    }

    @Test
    void aFailedJobWithoutHistoryKeepsItsDiagnostics() throws Exception {
        run(new FakeCluster() {
            @Override
            public EndedJob end(int submission) {
                return Fixtures.ended(false, "the ApplicationMaster never came");
            }

            @Override
            public JobHistory read(String jobId, Duration appears) throws IOException {
                throw new IOException("unknown job");
            }
        });

        assertThat(records()).hasSize(3).allSatisfy(run -> {
            assertThat(run.status()).isEqualTo(Status.FAILED);
            assertThat(run.reasons()).containsExactly("the ApplicationMaster never came");
            assertThat(run.times().elapsed()).isEqualTo(10);
        });
    }

    @Test
    void aJobThatSucceededButHasNoHistoryIsFailed() throws Exception {
        run(new FakeCluster() {
            @Override
            public JobHistory read(String jobId, Duration appears) throws IOException {
                throw new IOException("unknown job");
            }
        });

        assertThat(records()).extracting(RunRecord::status).containsOnly(Status.FAILED);
        assertThat(records().get(0).reasons()).containsExactly("collect: unknown job");
    }

    @Test
    void aSpoiledResultIsInvalidWithTheCheckThatFoundIt() throws Exception {
        FakeCluster cluster = new FakeCluster();
        cluster.storage = FaultyStorage.truncated(cluster.memory, "part-0");

        run(cluster);

        assertThat(records()).extracting(RunRecord::status).containsOnly(Status.INVALID);
        assertThat(records().get(0).reasons()).containsExactly("bytes in HDFS: expected 1000, found 999");
        assertThat(records().get(0).proof())
                .filteredOn(check -> !check.passed())
                .hasSize(1);
    }

    @Test
    void aVerificationThatCannotEndMakesAFailedRecordWithTheProofSoFar() throws Exception {
        FakeCluster cluster = new FakeCluster();
        // Eight calls open the workspace, two make the run's directory, and the eleventh lists the output.
        cluster.storage = FaultyStorage.failingFrom(cluster.memory, 11);

        run(cluster);

        RunRecord first = records().get(0);
        assertThat(first.status()).isEqualTo(Status.FAILED);
        assertThat(first.reasons()).containsExactly("verify: HDFS is gone");
        assertThat(first.proof()).extracting(Check::name).containsExactly("rows generated", "checksum counted");
        assertThat(first.counters()).isNotEmpty();
        assertThat(records()).hasSize(3);
    }

    @Test
    void aProgrammingErrorInAStepIsAFailedRecordWithItsClassAndTheSuiteGoesOn() throws Exception {
        run(new FakeCluster() {
            @Override
            public JobHistory read(String jobId, Duration appears) throws IOException {
                if (submitted.size() == 1) {
                    throw new NumberFormatException("For input string: \"x\"");
                }
                return super.read(jobId, appears);
            }
        });

        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.FAILED, Status.OK, Status.OK);
        assertThat(records().get(0).reasons())
                .containsExactly("collect: java.lang.NumberFormatException: For input string: \"x\"");
    }

    @Test
    void aPreparationThatFailsMakesAFailedRecordAndTheSuiteGoesOn() throws Exception {
        Plan plan = Fixtures.plan("terasort", "teragen");
        FakeCluster cluster = new FakeCluster() {
            @Override
            public EndedJob end(int submission) {
                return submission == 1 ? Fixtures.ended(false, "no space") : super.end(submission);
            }
        };

        run(cluster, plan, interruption);

        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.FAILED, Status.OK);
        assertThat(records().get(0).reasons().get(0)).startsWith("prepare: ").endsWith("failed: no space");
        assertThat(records().get(0).identity().jobId()).isNull();
        assertThat(records().get(0).times()).isNull();
    }

    @Test
    void aRunWithoutTheCountersOfItsProofIsInvalid() throws Exception {
        run(new FakeCluster() {
            @Override
            public JobHistory read(String jobId, Duration appears) {
                return Fixtures.history(Map.of());
            }
        });

        assertThat(records()).extracting(RunRecord::status).containsOnly(Status.INVALID);
        assertThat(records().get(0).reasons()).contains("rows generated: expected 10, found absent");
    }

    @Test
    void anInterruptedRunIsRecordedAsThatAndRepeatedOnResume() throws Exception {
        FakeCluster cluster = new FakeCluster() {
            @Override
            public void whileRunning(int submission) {
                if (submission == 2) {
                    interruption.request(Duration.ZERO);
                }
            }
        };

        assertThat(run(cluster)).isTrue();

        assertThat(cluster.kills).isNotEmpty().containsOnly(Interruption.REASON);
        assertThat(cluster.submitted).hasSize(2);
        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.OK, Status.INTERRUPTED);
        assertThat(records().get(1).identity().run()).isEqualTo("002-teragen.interrupted-1");
        assertThat(records().get(1).reasons()).containsExactly(Interruption.REASON);

        FakeCluster again = new FakeCluster();
        assertThat(run(again, PLAN, new Interruption())).isFalse();
        assertThat(again.submitted).hasSize(2);
        assertThat(records())
                .extracting(RunRecord::status)
                .containsExactlyInAnyOrder(Status.OK, Status.OK, Status.OK, Status.INTERRUPTED);
    }

    @Test
    void aFinishedRunIsNeverRepeatedNorAFailedOne() throws Exception {
        run(new FakeCluster() {
            @Override
            public EndedJob end(int submission) {
                return submission == 2 ? Fixtures.ended(false, "container killed") : super.end(submission);
            }
        });
        FakeCluster again = new FakeCluster();

        run(again, PLAN, new Interruption());

        assertThat(again.submitted).isEmpty();
        assertThat(records()).hasSize(3);
    }

    @Test
    void aRecordThatCannotBeWrittenIsKeptElsewhereAndSaid() throws Exception {
        Files.delete(directory.runs());
        Files.writeString(directory.runs(), "no directory");

        Throwable thrown = catchThrowable(() -> run(new FakeCluster()));

        assertThat(thrown)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write the record of 001-teragen")
                .hasMessageContaining("--resume");
        Matcher place = Pattern.compile("The record is in (\\S+)\\. ").matcher(thrown.getMessage());
        assertThat(place.find()).isTrue();
        Path elsewhere = Path.of(place.group(1));
        try {
            assertThat(Records.readOne(elsewhere.resolve("001-teragen.json")).status())
                    .isEqualTo(Status.OK);
        } finally {
            Files.delete(elsewhere.resolve("001-teragen.json"));
            Files.delete(elsewhere);
        }
    }

    @Test
    void aRunWhoseRecordIsDamagedIsRepeatedAndTheOthersAreNot() throws Exception {
        run(new FakeCluster());
        Files.writeString(directory.runs().resolve("002-teragen.json"), "{");
        directory.setDamagedAside();
        FakeCluster again = new FakeCluster();

        run(again, PLAN, new Interruption());

        assertThat(again.submitted).hasSize(1);
        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.OK, Status.OK, Status.OK);
    }

    @Test
    void nothingIsSubmittedOnceTheUserWantsToStop() throws Exception {
        interruption.request(Duration.ZERO);
        FakeCluster cluster = new FakeCluster();

        assertThat(run(cluster)).isTrue();

        assertThat(cluster.submitted).isEmpty();
        assertThat(records()).isEmpty();
    }

    @Test
    void outputThatCannotBeRemovedCostsNoRecordAndNoTable() throws Exception {
        FakeCluster cluster = new FakeCluster();
        cluster.storage = new Undeletable(cluster.memory);

        assertThat(run(cluster)).isFalse();

        assertThat(records()).extracting(RunRecord::status).containsOnly(Status.OK);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("can't remove the output of 001-teragen from HDFS")
                .contains("`clean` tries again");
    }

    @Test
    void inputsAreWrittenWithTheBlockSizeThatTheRunIsSizedBy() throws Exception {
        List<String> blockSizes = new ArrayList<>();
        RunSpec spec = Fixtures.spec(1, "terasort", 500);
        Plan plan = Plan.ofOneSetup(
                "campaign",
                "suite",
                "setup",
                7,
                List.of(new RunSpec(
                        spec.id(),
                        1,
                        1,
                        1,
                        "terasort",
                        spec.size(),
                        spec.settings(),
                        Map.of("dfs.blocksize", "1048576"))));
        FakeCluster cluster = new FakeCluster();

        run(cluster, plan, interruption);

        cluster.submitted.forEach(call -> blockSizes.add(call.configuration().get("dfs.blocksize")));
        assertThat(blockSizes).containsExactly("1048576", "1048576");
    }
}
