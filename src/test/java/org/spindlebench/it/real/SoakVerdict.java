package org.spindlebench.it.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.node.NodeLoad;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.it.cluster.Await;
import org.spindlebench.it.cluster.ProcessCluster;
import org.spindlebench.it.real.SoakCampaign.Fallen;
import org.spindlebench.it.real.SoakTable.Fault;
import org.spindlebench.it.real.Strike.Victim;

/**
 * Judges a campaign that strikes hit, by its records, by what YARN says, and by the moments of the strikes. What Spindle
 * thinks of its runs is not asked.
 */
final class SoakVerdict {
    private static final Duration ALL_GONE = Duration.ofMinutes(2);

    private final SoakCampaign soak;
    private final RealCampaign campaign;
    private final SoakTable table;
    private final Map<String, String> owners = new HashMap<>();

    SoakVerdict(SoakCampaign soak, SoakTable table) {
        this.soak = soak;
        this.campaign = soak.campaign();
        this.table = table;
    }

    /** Waits for the campaign's last client, and judges every planned run. */
    void judge() throws Exception {
        KilledCampaign killed = soak.killed();
        int code = killed.client().waitFor();
        killed.assertNothingWasLostOrChanged();
        List<RunRecord> all = campaign.records();
        List<RunRecord> counted =
                all.stream().filter(run -> !run.toBeRepeated()).toList();
        for (String run : soak.planned()) {
            judge(
                    run,
                    counted.stream()
                            .filter(each -> each.identity().run().equals(run))
                            .toList());
        }
        boolean allValid = counted.stream().allMatch(run -> run.status() == Status.OK);
        System.out.printf(
                "%s: %d of %d runs have a record, %d are valid, %d records are aside; exit code %d%n",
                campaign.name(),
                counted.size(),
                soak.planned().size(),
                counted.stream().filter(run -> run.status() == Status.OK).count(),
                all.size() - counted.size(),
                code);
        assertThat(code).as(killed.client()::tails).isEqualTo(allValid ? 0 : 1);
        assertThat(counted).extracting(run -> run.identity().run()).isSubsetOf(soak.planned());
        nothingIsLeft();
    }

    private void judge(String run, List<RunRecord> counted) throws Exception {
        List<Fallen> on = soak.fallen().stream().filter(one -> one.isOn(run)).toList();
        int needed = 1 + (int) on.stream().filter(one -> one.strike().repeats()).count();
        List<Applications.Application> tries = soak.killed().tries(run);
        if (tries.size() > needed) {
            fault(Fault.REPEATED_WITHOUT_NEED, run, on, tries.size() + " tries, although " + needed + " were needed");
        }
        if (counted.isEmpty()) {
            fault(Fault.LOST, run, on, "no record");
            return;
        }
        if (counted.size() > 1) {
            fault(Fault.COUNTED_TWICE, run, on, counted.size() + " records");
        }
        RunRecord ended = counted.get(0);
        String application = ended.identity().applicationId();
        String other = application == null ? null : owners.putIfAbsent(application, run);
        if (other != null) {
            fault(Fault.COUNTED_TWICE, run, on, "its application is that of " + other);
        }
        tries.stream()
                .filter(later -> ended.status() == Status.OK
                        && later.started() > ended.times().yarnFinished().toEpochMilli())
                .forEach(later ->
                        fault(Fault.REPEATED_WITHOUT_NEED, run, on, later.id() + " began after " + application));
        if (ended.status() == Status.OK) {
            judgeValid(ended, on);
        } else {
            judgeOther(ended, on);
        }
    }

    /** A run that does not count must have been struck in a way that Spindle does not repeat. */
    private void judgeOther(RunRecord ended, List<Fallen> on) {
        boolean explained = on.stream()
                .anyMatch(one -> one.strike().victim() == Victim.MASTER
                        || one.strike().victim() == Victim.PROBE
                        || tookItsProbe(one, ended));
        String what = ended.status() + " " + ended.reasons();
        System.out.println(campaign.name() + ": " + ended.identity().run() + " " + what + " " + strikes(on));
        if (!explained || ended.status() != Status.INVALID) {
            fault(Fault.LOST, ended.identity().run(), on, what);
        }
    }

    /** A NodeManager's containers die with it. If it is back before the job begins, YARN may have no other probe yet. */
    private static boolean tookItsProbe(Fallen one, RunRecord ended) {
        return one.strike().victim() == Victim.NODE_MANAGER
                && ended.times().yarnStarted() != null
                && one.at().isBefore(ended.times().yarnStarted());
    }

    private void judgeValid(RunRecord ended, List<Fallen> on) throws IOException, InterruptedException {
        String run = ended.identity().run();
        JsonNode attempts = campaign.cluster()
                .rest()
                .resourceManager("/ws/v1/cluster/apps/" + ended.identity().applicationId() + "/appattempts")
                .path("appAttempts")
                .path("appAttempt");
        if (attempts.size() != 1) {
            fault(Fault.WRONGLY_VALID, run, on, attempts.size() + " ApplicationMasters");
        }
        for (Fallen one : soak.fallen()) {
            boolean during = one.at().isBefore(ended.times().yarnFinished())
                    && one.back().isAfter(ended.times().yarnStarted());
            if (during && one.strike().victim() == Victim.NODE_MANAGER) {
                fault(Fault.WRONGLY_VALID, run, on, "a NodeManager was away during its job");
            }
        }
        if (!isWatched(ended)) {
            fault(Fault.WRONGLY_VALID, run, on, "the probe has not watched all of its job");
        }
    }

    private static boolean isWatched(RunRecord ended) {
        if (ended.evidence() == null || !ended.evidence().missing().isEmpty()) {
            return false;
        }
        List<NodeLoad> nodes = ended.evidence().nodes();
        return !nodes.isEmpty()
                && nodes.stream()
                        .allMatch(node -> !node.from().isAfter(ended.times().yarnStarted())
                                && !node.to().isBefore(ended.times().yarnFinished()));
    }

    private void fault(Fault fault, String run, List<Fallen> on, String what) {
        String text = campaign.name() + " " + run + ": " + what + " " + strikes(on);
        System.out.println("FAULT " + fault + ": " + text);
        table.fault(fault, strikes(on), text);
    }

    private static List<Strike> strikes(List<Fallen> on) {
        return on.stream().map(Fallen::strike).toList();
    }

    /** Checks that the campaign has left no data in HDFS, no application, and no half file among its results. */
    private void nothingIsLeft() throws Exception {
        ProcessCluster cluster = campaign.cluster();
        assertThat(cluster.rest().children(campaign.base())).isEmpty();
        Applications applications = new Applications(cluster.rest());
        String tag = campaign.tag();
        assertThat(Await.within(ALL_GONE, () -> applications.all().stream()
                        .noneMatch(application ->
                                application.live() && application.tags().contains(tag))))
                .isTrue();
        assertThat(campaign.directory().resolve("runs")).isDirectoryNotContaining("glob:**/.*");
    }
}
