package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.cluster.ProcessCluster.Part;
import org.spindlebench.it.cluster.SharedProcessCluster;

/**
 * Daemons die or hang in the middle of a campaign, and come back. Every planned run must end with one record that
 * counts, and no run that met the outage may count. The profile {@code faults} adds all but one of the outages.
 */
@ExtendWith(SharedProcessCluster.class)
class OutagesIT {
    private static final int TIMEOUT = 20;
    /** How late a time limit may be kept, whatever hangs. */
    private static final int LATE = 10;
    /** How late all steps of a run may end. */
    private static final int LATER = 180;

    @TempDir
    private Path directory;

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aNameNodeThatIsAwayForAWhileCostsNoRun(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "no-namenode", 2);
        struck.away(Part.NAME_NODE, Duration.ofSeconds(15));

        assertThat(struck.allValid(2)).hasSizeLessThanOrEqualTo(2);
        assertThat(struck.client().err()).contains("Spindle waits until it is");
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aNameNodeThatIsAwayForNinetySecondsCostsNoRun(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "no-namenode-long", 6);
        struck.away(Part.NAME_NODE, Duration.ofSeconds(90));

        assertThat(struck.allValid(6)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aNameNodeThatHangsForNinetySecondsCostsNoRun(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "namenode-hangs", 3);
        struck.hangs(Part.NAME_NODE, Duration.ofSeconds(90));

        assertThat(struck.allValid(3)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aHistoryServerThatIsAwayWhenTheJobEndsCostsNoRun(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "no-history", 1);
        struck.away(Part.JOB_HISTORY_SERVER, Duration.ofSeconds(40));
        struck.harmless();

        assertThat(struck.allValid(1)).as("the job itself succeeded").isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aHistoryServerThatHangsWhenTheJobEndsCostsNoRun(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "history-hangs", 2);
        struck.hangs(Part.JOB_HISTORY_SERVER, Duration.ofSeconds(60));
        struck.harmless();

        assertThat(struck.allValid(2)).as("the jobs themselves succeeded").isEmpty();
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aResourceManagerWithoutRecoveryThatDiesCostsNoRun(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "no-resourcemanager", 2);
        struck.away(Part.RESOURCE_MANAGER, Duration.ofSeconds(20));

        assertThat(struck.allValid(2)).hasSizeBetween(1, 2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aResourceManagerThatHangsCostsNoRun(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "resourcemanager-hangs", 2);
        struck.hangs(Part.RESOURCE_MANAGER, Duration.ofSeconds(60));

        assertThat(struck.allValid(2)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aTimeLimitIsKeptWhileTheResourceManagerHangs(ProcessCluster cluster) throws Exception {
        assertLimitIsKept(cluster, Part.RESOURCE_MANAGER);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aTimeLimitIsKeptWhileTheNameNodeHangs(ProcessCluster cluster) throws Exception {
        assertLimitIsKept(cluster, Part.NAME_NODE);
    }

    /** The job would sleep for longer than its limit. What Spindle does after the limit has limits of its own. */
    private void assertLimitIsKept(ProcessCluster cluster, Part hanging) throws Exception {
        StruckCampaign struck = StruckCampaign.asleep(
                cluster, directory, "limit-" + hanging, 45, "--timeout", TIMEOUT + "s", "--wait-for-cluster", "1s");
        struck.strike(
                () -> {
                    cluster.pause(hanging);
                    long begin = System.nanoTime();
                    assertThat(struck.client().waitFor())
                            .as(struck.client()::tails)
                            .isNotZero();
                    System.out.println("the client of a run with a limit of " + TIMEOUT + " s ended after "
                            + Duration.ofNanos(System.nanoTime() - begin));
                },
                () -> cluster.goOn(hanging));
        List<RunRecord> records = struck.campaign().records();
        assertThat(records).singleElement().satisfies(run -> {
            System.out.println(run.identity().run() + " " + run.status() + " " + run.reasons() + " " + run.steps());
            assertThat(run.toBeRepeated()).isTrue();
            assertThat(run.steps().run()).isBetween((double) TIMEOUT, (double) TIMEOUT + LATE);
            assertThat(run.steps().total()).isLessThan(TIMEOUT + LATER);
        });

        assertThat(struck.allValid(struck.resume("--timeout", "10m"), 1)).hasSize(1);
    }

    @Test
    void aDataNodeThatDiesDuringARunMakesSpindleRepeatIt(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "no-datanode", 1);
        struck.away(Part.DATA_NODE, Duration.ofSeconds(15));

        assertThat(struck.allValid(1)).hasSizeBetween(1, 2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aDataNodeThatHangsDuringARunMakesSpindleRepeatIt(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "datanode-hangs", 1);
        struck.hangs(Part.DATA_NODE, Duration.ofSeconds(40));

        assertThat(struck.allValid(1)).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    @EnabledIfSystemProperty(named = "spindle.it.faults", matches = "true")
    void aNodeManagerThatHangsDuringARunMakesSpindleRepeatIt(ProcessCluster cluster) throws Exception {
        StruckCampaign struck = StruckCampaign.begin(cluster, "nodemanager-hangs", 1);
        struck.hangs(Part.NODE_MANAGER, Duration.ofSeconds(60));

        assertThat(struck.allValid(1)).hasSizeLessThanOrEqualTo(2);
    }
}
