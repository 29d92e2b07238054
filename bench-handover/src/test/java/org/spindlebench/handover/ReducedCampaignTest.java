package org.spindlebench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.handover.BundleVerdict.Rule;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.Plan.Visit;
import org.spindlebench.runner.plan.PlanFile;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.Reductions;

/** Bundles of a campaign that went on without a worker. */
class ReducedCampaignTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FIRST = "003-terasort-none-containers_per_node-4-mixed";
    private static final String SECOND = "026-terasort-none-containers_per_node-4-mixed";
    private static final String NEVER = "030-dfsio-write-none-containers_per_node-4-mixed";
    private static final String REDUCED = "040-terasort-none-containers_per_node-4-mixed";

    @TempDir
    Path directory;

    private Path campaign;

    /** Makes a campaign of four runs in three blocks. The last run of the second block has no record. */
    @BeforeEach
    void begin() throws IOException {
        campaign = SmallCampaign.copy(directory.resolve("campaign"), "003", "026", "040");
        Plan plan = PlanFile.read(campaign.resolve(PlanFile.NAME));
        List<Visit> visits = plan.visits().stream()
                .map(visit -> new Visit(
                        visit.setup(),
                        visit.number(),
                        visit.runs().stream()
                                .filter(run ->
                                        Set.of(FIRST, SECOND, NEVER, REDUCED).contains(run.id()))
                                .toList()))
                .filter(visit -> !visit.runs().isEmpty())
                .toList();
        Files.writeString(campaign.resolve(PlanFile.NAME), PlanFile.json(plan.with(visits)));
        record(FIRST, 2);
        record(SECOND, 2);
        record(REDUCED, 1);
        Path without = Files.createDirectories(campaign.resolve("setups/mixed/without-1"));
        Files.copy(campaign.resolve("setups/mixed/environment.json"), without.resolve("environment.json"));
    }

    /** Writes a run's record for a number of workers. The campaign began with two. */
    private void record(String run, int workers) throws IOException {
        Path file = campaign.resolve("runs/" + run + ".json");
        JsonNode record = JSON.readTree(file.toFile());
        ((ObjectNode) record.get("sizes")).put("nodes", workers);
        if (workers < 2) {
            ((ObjectNode) record.at("/subject/settings")).put(Plan.WITHOUT_HOSTS, "1");
        }
        Files.writeString(file, record.toString());
    }

    private void reduce() throws IOException {
        new Reductions(1, List.of()).and(List.of("wrk7.corp.example.com"), 3).write(new CampaignDirectory(campaign));
    }

    private static Rule planned(BundleVerdict verdict) {
        return verdict.rules().get(0);
    }

    @Test
    void theRunsAreThoseOfTheReducedPlanAndTheReductionIsDisclosed() throws Exception {
        reduce();
        Path bundle = SmallCampaign.staged(campaign, directory.resolve("bundle"));

        BundleVerdict verdict = Verification.of(bundle);

        assertThat(verdict.alterations()).isEmpty();
        assertThat(planned(verdict).broken()).isEmpty();
        assertThat(verdict.reduced())
                .containsExactly(
                        "workers: 1, reduced from 2 by the user after run " + SECOND, "not made any more: " + NEVER);
        assertThat(verdict.rules())
                .filteredOn(rule -> rule.text().equals("All runs had the same cluster."))
                .flatExtracting(Rule::broken)
                .containsExactly("numbers of nodes: [1, 2]");
    }

    @Test
    void thePlansOfBothClustersHoldOnlyWithTheReduction() throws Exception {
        Path bundle = SmallCampaign.staged(campaign, directory.resolve("bundle"));

        BundleVerdict verdict = Verification.of(bundle);

        assertThat(verdict.reduced()).isEmpty();
        assertThat(planned(verdict).broken())
                .containsExactly("no record of " + NEVER, "not as the plan says: " + REDUCED);
    }

    @Test
    void aRunBeforeTheReductionHasTheFirstPlan() throws Exception {
        record(SECOND, 1);
        reduce();
        Path bundle = SmallCampaign.staged(campaign, directory.resolve("bundle"));

        assertThat(planned(Verification.of(bundle)).broken()).containsExactly("not as the plan says: " + SECOND);
    }

    @Test
    void theReductionAndItsConditionsAreHandedOnWithoutTheHostsName() throws IOException {
        reduce();
        Session session = new Session(directory);

        assertThat(session.run("bundle", "campaign", "--out", "a.zip"))
                .as(session.err())
                .isZero();
        assertThat(session.run("verify", "a.zip")).as(session.out()).isZero();

        assertThat(session.out()).contains("Workers that the user left out:", "workers: 1, reduced from 2");
        Path unpacked = Files.createDirectories(directory.resolve("unpacked"));
        BundleZip.unpack(directory.resolve("a.zip"), unpacked, BundleZip.UnpackLimits.USUAL);
        assertThat(BundleInfo.entries(unpacked))
                .anyMatch(entry -> entry.endsWith("/setups/mixed/without-1/environment.json"));
        String reduced = BundleInfo.entries(unpacked).stream()
                .filter(entry -> entry.endsWith("/reduced.json"))
                .findFirst()
                .orElseThrow();
        assertThat(Files.readString(unpacked.resolve(reduced)))
                .contains("\"block\"", "host-0")
                .doesNotContain("wrk7");
        session.run("verify", "a.zip", "--json");
        assertThat(session.out()).contains("\"reduced\"");
    }

    @Test
    void aReductionThatWasChangedLaterIsRefused() throws IOException {
        reduce();
        Files.writeString(campaign.resolve("reduced.json"), "{\"schema\": 1, \"reductions\": []}");
        Session session = new Session(directory);

        assertThat(session.run("bundle", "campaign")).isEqualTo(1);
        assertThat(session.err()).contains("reduced.json was changed after Spindle had written it");
    }

    @Test
    void aReductionThatLeavesNothingOfThePlanIsFound() throws Exception {
        reduce();
        Path bundle = SmallCampaign.staged(campaign, directory.resolve("bundle"));
        Files.writeString(
                bundle.resolve("reduced.json"),
                "{\"schema\": 1, \"reductions\": [{\"hosts\": [\"a\"], \"block\": 9}]}");
        for (String run : List.of(FIRST, SECOND, REDUCED)) {
            Files.delete(bundle.resolve("runs/" + run + ".json"));
        }
        BundleInfo.writeDigests(bundle);

        assertThat(SmallCampaign.alterations(bundle)).anyMatch(one -> one.startsWith("reduced.json cannot be checked"));
    }
}
