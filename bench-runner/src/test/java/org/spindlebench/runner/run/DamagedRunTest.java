package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Rebuild;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.DataNodeControl;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.NameNodeWeb.DataNodeAddress;
import org.spindlebench.runner.cluster.Storage.DamagedBlocks;
import org.spindlebench.runner.collect.daemon.Roll;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;

/** Tests a damaged run between two sound ones, on a cluster whose HDFS rebuilds five blocks. */
class DamagedRunTest extends CampaignOnFakes {
    private static final DataNodeAddress A = new DataNodeAddress("a", "10.0.0.1:9866", null, true);
    private static final DataNodeAddress B = new DataNodeAddress("b", "10.0.0.2:9866", null, true);
    private static final Plan DAMAGED = plan();

    private static Plan plan() {
        List<RunSpec> runs = new ArrayList<>(PLAN.runs());
        RunSpec sound = runs.get(1);
        Map<String, String> settings = new TreeMap<>(sound.settings());
        settings.put(Rebuild.SETTING, Rebuild.DATANODE_STOPPED);
        runs.set(
                1,
                new RunSpec(
                        sound.id() + "-damaged",
                        sound.index(),
                        sound.block(),
                        sound.repeat(),
                        sound.job(),
                        sound.size(),
                        settings,
                        sound.configuration()));
        return Plan.ofOneSetup("campaign", "suite", "setup", 7, runs);
    }

    /** A cluster of two DataNodes. Its jobs end long after they began, so that every rebuild is during one. */
    private static class Rebuilt extends FakeCluster implements DataNodeControl {
        final List<String> said = new ArrayList<>();

        Rebuilt() {
            memory.dataNodes(A, B);
        }

        @Override
        public ClusterAccess access() {
            return super.access().with(this);
        }

        @Override
        public Optional<String> named() {
            return Optional.of("b");
        }

        @Override
        public void stop(DataNodeAddress node) throws IOException {
            said.add("stop " + node.host());
            memory.dataNodes(A);
            memory.damaged(new DamagedBlocks(0, 5));
        }

        @Override
        public void startAgain() throws IOException {
            said.add("start");
            memory.dataNodes(A, B);
            memory.damaged(new DamagedBlocks(0, 0));
        }

        @Override
        public void whileRunning(int submission) {
            rebuildForSomeTime();
            memory.damaged(new DamagedBlocks(0, 0));
        }

        private static void rebuildForSomeTime() {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public EndedJob end(int submission) {
            EndedJob job = super.end(submission);
            return new EndedJob(
                    job.applicationId(),
                    job.jobId(),
                    job.succeeded(),
                    job.diagnostics(),
                    job.clientSubmitted(),
                    job.clientFinished(),
                    job.yarnStarted(),
                    Instant.now().plusSeconds(100));
        }

        @Override
        public Roll roll() {
            Map<String, Long> daemons = new TreeMap<>(Map.of("the NodeManager a:1", 5L));
            memory.dataNodes().forEach(node -> daemons.put("the DataNode " + node.transfer(), 5L));
            return new Roll(new TreeMap<>(daemons));
        }
    }

    @BeforeEach
    void createDamaged() throws IOException {
        directory = new CampaignDirectory(results.resolve("damaged"));
        directory.create(DAMAGED);
    }

    private RunRecord damaged() throws IOException {
        return records().stream()
                .filter(run -> run.subject().settings().containsKey(Rebuild.SETTING))
                .findFirst()
                .orElseThrow();
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aDamagedRunStopsOneDataNodeMeasuresItsRebuildAndStartsItAgain() throws Exception {
        Rebuilt cluster = new Rebuilt();

        assertThat(run(cluster, DAMAGED, interruption)).isFalse();

        assertThat(cluster.said).containsExactly("stop b", "start");
        assertThat(records()).extracting(RunRecord::status).as(said()).containsOnly(Status.OK);
        RunRecord run = damaged();
        assertThat(run.rebuild().host()).isEqualTo("b");
        assertThat(run.rebuild().dataNode()).isEqualTo("10.0.0.2:9866");
        assertThat(run.rebuild().lackingMost()).isEqualTo(5);
        assertThat(run.rebuild().recovery()).isNotNegative();
        assertThat(run.rebuild().started()).isAfterOrEqualTo(run.rebuild().recovered());
        assertThat(run.steps().damage()).isNotNegative();
        assertThat(run.proof())
                .extracting(check -> check.name())
                .contains("damage: blocks rebuilt during the job", "damage: blocks rebuilt in the end")
                .doesNotContain("replicas of the input");
        assertThat(records()).filteredOn(one -> one.rebuild() != null).hasSize(1);
        assertThat(run.rebuild().overlap()).as("the job goes on for long").isBetween(0.0, 0.4);
        assertThat(run.warnings()).extracting(Warning::code).contains("rebuild-short");
    }

    @Test
    void anotherDaemonThatIsLostInADamagedRunMakesItInvalid() throws Exception {
        Rebuilt cluster = new Rebuilt() {
            @Override
            public Roll roll() {
                Roll all = super.roll();
                return submitted.size() == 2
                        ? new Roll(new TreeMap<>(Map.of("the DataNode " + A.transfer(), 5L)))
                        : all;
            }
        };

        run(cluster, DAMAGED, interruption);

        assertThat(records())
                .filteredOn(run -> run.status() != Status.OK)
                .singleElement()
                .satisfies(run -> assertThat(run.reasons().toString())
                        .contains("the NodeManager a:1 is gone")
                        .doesNotContain(B.transfer()));
        assertThat(cluster.said).startsWith("stop b", "start");
    }

    @Test
    void aDataNodeThatCameBackByItselfMakesItsRunInvalid() throws Exception {
        Rebuilt cluster = new Rebuilt() {
            @Override
            public void whileRunning(int submission) {
                super.whileRunning(submission);
                memory.dataNodes(A, B);
            }
        };

        run(cluster, DAMAGED, interruption);

        assertThat(records())
                .filteredOn(run -> run.status() == Status.INVALID)
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.reasons().toString())
                        .contains("the DataNode 10.0.0.2:9866 runs, although Spindle had stopped it for this run"));
    }

    @Test
    void aDataNodeThatCameBackWhileHdfsStillRebuiltMakesItsRunInvalid() throws Exception {
        Rebuilt cluster = new Rebuilt() {
            @Override
            public void whileRunning(int submission) {
                // HDFS goes on to rebuild.
            }

            @Override
            public Roll roll() {
                Roll atTheJobsEnd = super.roll();
                if (said.size() % 2 == 1) {
                    memory.dataNodes(A, B);
                    memory.damaged(new DamagedBlocks(0, 0));
                }
                return atTheJobsEnd;
            }
        };

        run(cluster, DAMAGED, interruption);

        assertThat(records())
                .filteredOn(run -> run.status() == Status.INVALID)
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.reasons().toString())
                        .contains("the DataNode 10.0.0.2:9866 runs, although Spindle had stopped it for this run"));
        assertThat(records())
                .filteredOn(run -> run.rebuild() != null)
                .extracting(RunRecord::status)
                .doesNotContain(Status.OK);
    }

    @Test
    void noDataNodeIsStoppedWhileAnotherOneIsAway() throws Exception {
        Rebuilt cluster = new Rebuilt() {
            @Override
            public Optional<List<String>> heardDataNodes() {
                return Optional.of(List.of(B.transfer()));
            }
        };

        run(cluster, DAMAGED, interruption);

        assertThat(cluster.said).containsExactly("start");
        assertThat(records())
                .filteredOn(run -> run.status() == Status.FAILED)
                .singleElement()
                .satisfies(run -> assertThat(run.reasons().toString())
                        .contains("the NameNode has heard nothing of the DataNode 10.0.0.1:9866 for 30 s"));
    }

    @Test
    void aRunAfterTheRebuildIsInvalidSinceItMeasuredASoundCluster() throws Exception {
        run(
                new Rebuilt() {
                    @Override
                    public EndedJob end(int submission) {
                        return Fixtures.ended(true, "");
                    }
                },
                DAMAGED,
                interruption);

        assertThat(damaged().status()).isEqualTo(Status.INVALID);
        assertThat(damaged().reasons())
                .singleElement()
                .asString()
                .contains("during 0 % of the job", "raise --bytes-per-node");
    }

    @Test
    void theDataNodeIsStartedAgainAlthoughTheJobFailed() throws Exception {
        Rebuilt cluster = new Rebuilt() {
            @Override
            public EndedJob end(int submission) {
                return submission == 2 ? Fixtures.ended(false, "no space") : super.end(submission);
            }
        };

        run(cluster, DAMAGED, interruption);

        assertThat(cluster.said).containsExactly("stop b", "start");
        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.OK, Status.FAILED, Status.OK);
    }

    @Test
    void aDataNodeThatDoesNotDieOrWhoseBlocksAreLostFailsItsRunOnly() throws Exception {
        Rebuilt alive = new Rebuilt() {
            @Override
            public void stop(DataNodeAddress node) {
                said.add("stop " + node.host());
            }
        };
        run(alive, DAMAGED, interruption);
        assertThat(alive.said).containsExactly("stop b", "start");
        assertThat(damaged().reasons())
                .singleElement()
                .asString()
                .contains("waited 1 s in vain for the NameNode to count the DataNode 10.0.0.2:9866 dead");

        directory = new CampaignDirectory(results.resolve("lost"));
        directory.create(DAMAGED);
        Rebuilt lost = new Rebuilt() {
            @Override
            public void stop(DataNodeAddress node) throws IOException {
                super.stop(node);
                memory.damaged(new DamagedBlocks(2, 7));
            }
        };
        run(lost, DAMAGED, interruption);
        assertThat(lost.said).containsExactly("stop b", "start");
        assertThat(damaged().reasons()).singleElement().asString().contains("2 blocks of HDFS had their only replica");
        assertThat(lost.submitted).as("the job is not submitted").hasSize(2);
    }

    @Test
    void aDataNodeThatDoesNotStartAgainFailsTheRunAndEndsTheCampaign() throws Exception {
        Rebuilt cluster = new Rebuilt() {
            @Override
            public void startAgain() throws IOException {
                throw new IOException("no route to b");
            }
        };

        assertThat(run(cluster, DAMAGED, interruption)).as("runs are left").isTrue();

        assertThat(damaged().status()).isEqualTo(Status.FAILED);
        assertThat(damaged().reasons()).singleElement().asString().contains("no route to b");
        assertThat(said()).contains("the cluster is still not whole: the DataNode 10.0.0.2:9866 is gone");
        assertThat(Stream.of(cluster.submitted.size())).containsExactly(2);
    }
}
