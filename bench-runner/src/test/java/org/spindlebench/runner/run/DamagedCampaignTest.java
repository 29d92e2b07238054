package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.collect.daemon.Roll;

/** Tests campaigns on clusters that grant too few containers, or lose a node or an ApplicationMaster. */
class DamagedCampaignTest extends CampaignOnFakes {
    @Test
    void aRunThatIsShownToBeNoWaveEndsTheCampaignAndLeavesNothing() throws Exception {
        FakeCluster cluster = new FakeCluster() {
            @Override
            public JobHistory read(String jobId, Duration appears) throws IOException {
                return Fixtures.inForce(
                        Fixtures.history(counters, Fixtures.task("map", 0, 10), Fixtures.task("map", 11, 20)),
                        submitted.get(0).configuration());
            }
        };

        assertThat(run(cluster)).isFalse();

        assertThat(records()).singleElement().satisfies(run -> {
            assertThat(run.status()).isEqualTo(Status.INVALID);
            assertThat(run.reasons()).singleElement().asString().startsWith("one wave: expected all tasks granted");
            assertThat(run.wave().oneWave()).isFalse();
            assertThat(run.warnings()).isEmpty();
        });
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains(
                        "Stopped after 001-teragen, because all further runs would end like it: 1 map(s) ran for 10.0 s")
                .contains("--slots 1");
        assertThat(cluster.memory.exists("/base")).isFalse();
    }

    @Test
    void aGrantThatCameLateMakesItsRunInvalidAndTheNextOneIsMade() throws Exception {
        run(new FakeCluster() {
            @Override
            public JobHistory read(String jobId, Duration appears) throws IOException {
                return Fixtures.inForce(
                        Fixtures.history(
                                counters,
                                Fixtures.task("map", 0, 20),
                                Fixtures.task("map", submitted.size() == 1 ? 9 : 1, 20)),
                        submitted.get(0).configuration());
            }
        });

        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.INVALID, Status.OK, Status.OK);
        assertThat(records().get(0).wave().oneWave()).isTrue();
    }

    /** A cluster that loses its NodeManager when the second job is submitted. */
    private static class LosingCluster extends FakeCluster {
        @Override
        public Roll roll() {
            return new Roll(new TreeMap<>(submitted.size() < 2 ? Map.of("the NodeManager a:1", 5L) : Map.of()));
        }
    }

    @Test
    void aRunThatLostANodeIsInvalidAndSaysWhatToDoAndNoneFollowsWhileTheNodeIsAway() throws Exception {
        assertThat(run(new LosingCluster())).as("runs are left").isTrue();

        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.OK, Status.INVALID);
        assertThat(records().get(1).toBeRepeated()).isTrue();
        assertThat(records().get(1).reasons())
                .containsExactly(
                        "same daemons throughout: expected the masters, and every NodeManager and DataNode that"
                                + " the campaign began with, found the NodeManager a:1 is gone; make sure that all of them run, and that"
                                + " none is restarted during a campaign");
    }

    @Test
    void aJobThatFailsWhereANodeIsLostSaysBoth() throws Exception {
        run(new LosingCluster() {
            @Override
            public EndedJob end(int submission) {
                return submission == 2 ? Fixtures.ended(false, "container killed") : super.end(submission);
            }
        });

        assertThat(records().get(1).status()).isEqualTo(Status.FAILED);
        assertThat(records().get(1).reasons())
                .satisfiesExactly(
                        reason -> assertThat(reason).isEqualTo("container killed"),
                        reason -> assertThat(reason).contains("the NodeManager a:1 is gone"));
    }

    @Test
    void aRunWhoseApplicationMasterWasRestartedIsInvalid() throws Exception {
        run(new FakeCluster() {
            @Override
            public EndedJob end(int submission) {
                return super.end(submission).with(submission, null);
            }
        });

        assertThat(records()).extracting(RunRecord::status).containsExactly(Status.OK, Status.INVALID, Status.INVALID);
        assertThat(records().get(1).reasons())
                .singleElement()
                .asString()
                .startsWith("one ApplicationMaster: expected 1, found 2, because each but the last ended early");
    }
}
