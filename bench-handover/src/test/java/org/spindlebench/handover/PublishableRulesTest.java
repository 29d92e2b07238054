package org.spindlebench.handover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.TextOrigin;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.handover.BundleVerdict.PublishedDuration;
import org.spindlebench.handover.BundleVerdict.Rule;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.Suite;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;

/** Breaks each rule of a publishable run, one at a time. */
class PublishableRulesTest {
    private static final int COMPLETE = 0;
    private static final int SEQUENTIAL = 1;
    private static final int PAIRS = 2;
    private static final int PROVED = 3;
    private static final int UNCHANGED = 4;
    private static final int CLUSTER = 5;
    private static final int DISCLOSED = 6;
    private static final int CACHES = 7;
    private static final int MEMORY = 8;
    private static final int ALONE = 9;
    private static final int SIZE = 10;

    private Optional<Suite> stated = Optional.empty();

    private final List<String> records = new ArrayList<>();
    private String recorded;

    /** Makes two repeats of a run, one after the other, which take 24.377 and 25.377 seconds. */
    @BeforeEach
    void twoRepeats() throws IOException {
        recorded = Files.readString(
                        Path.of("../docs/examples/paced-devices/records").resolve(SmallCampaign.TERASORT))
                .replace("\"ratio\": 0.007912487252919735", "\"ratio\": 1.5");
        records.add(recorded.replace("\"run\": \"003-terasort-none-containers_per_node-4-mixed\"", "\"run\": \"one\"")
                .replace("\"index\": 3", "\"index\": 1"));
        records.add(recorded.replace("\"run\": \"003-terasort-none-containers_per_node-4-mixed\"", "\"run\": \"two\"")
                .replace("\"index\": 3", "\"index\": 2")
                .replace("2026-11-22T19:55:06.665Z", "2026-11-22T19:56:06.665Z")
                .replace("2026-11-22T19:55:31.042Z", "2026-11-22T19:56:32.042Z")
                .replace("\"elapsed\": 24.377", "\"elapsed\": 25.377"));
    }

    private List<RunRecord> runs() {
        return records.stream()
                .map(text -> JsonDocument.parse(text, RunRecord.class, RunRecord.SCHEMA, new TextOrigin("record", 1)))
                .toList();
    }

    private PublishableRules rules() {
        PublishableRules rules = new PublishableRules();
        runs().forEach(rules::add);
        return rules;
    }

    private static Plan plan(String... names) {
        List<RunSpec> specs = new ArrayList<>();
        for (String name : names) {
            specs.add(new RunSpec(
                    name,
                    specs.size() + 1,
                    1,
                    specs.size() + 1,
                    "terasort",
                    Size.perNode(200_000_000),
                    Map.of(),
                    Map.of()));
        }
        return Plan.ofOneSetup("campaign", "suite", "mixed", 7, specs);
    }

    /** Returns the numbers of the rules that did not hold. */
    private List<Integer> broken(String... planned) {
        List<CellSummary> cells = Runs.of(runs().stream()).cells();
        List<Rule> judged = rules().judge(plan(planned), stated, cells);
        List<Integer> broken = new ArrayList<>();
        for (int rule = 0; rule < judged.size(); rule++) {
            if (!judged.get(rule).held()) {
                broken.add(rule);
            }
        }
        return broken;
    }

    private void change(int run, String from, String to) {
        String before = records.get(run);
        assertThat(before).contains(from);
        records.set(run, before.replace(from, to));
    }

    @Test
    void twoUnchangedRunsInARowHoldAllRulesAndTheLongerOneIsPublished() {
        assertThat(broken("one", "two")).isEmpty();
        assertThat(rules().published())
                .singleElement()
                .extracting(PublishedDuration::run, PublishedDuration::seconds, PublishedDuration::other)
                .containsExactly("two", 25.377, 24.377);
        assertThat(rules().notCounted()).isEmpty();
    }

    @Test
    void aMissingRunIsNamed() {
        assertThat(broken("one", "two", "three")).containsExactly(COMPLETE);
    }

    @Test
    void runsThatOverlapAreNamed() {
        change(1, "2026-11-22T19:56:06.665Z", "2026-11-22T19:55:20.665Z");
        assertThat(broken("one", "two")).containsExactly(SEQUENTIAL);
    }

    @Test
    void aFailedRunBetweenTheTwoBreaksThePair() {
        records.add(
                1,
                recorded.replace("\"run\": \"003-terasort-none-containers_per_node-4-mixed\"", "\"run\": \"x\"")
                        .replace("\"index\": 3", "\"index\": 1")
                        .replace("2026-11-22T19:55:06.665Z", "2026-11-22T19:55:36.665Z")
                        .replace("2026-11-22T19:55:31.042Z", "2026-11-22T19:55:40.042Z")
                        .replace(
                                "\"status\": \"ok\",\n  \"reasons\": []",
                                "\"status\": \"failed\",\n  \"reasons\": [\"it failed\"]"));
        change(1, "\"index\": 1", "\"index\": 2");
        change(2, "\"index\": 2", "\"index\": 3");

        assertThat(broken("one", "x", "two")).containsExactly(COMPLETE, PAIRS);
        assertThat(rules().notCounted()).containsExactly("x: failed: it failed");
        assertThat(rules().published()).isEmpty();
    }

    @Test
    void aRunThatWasSetAsideIsListedAndBreaksNothing() {
        records.add(
                0,
                recorded.replace(
                                "\"run\": \"003-terasort-none-containers_per_node-4-mixed\"",
                                "\"run\": \"one.outage-1\"")
                        .replace("\"index\": 3", "\"index\": 1")
                        .replace("2026-11-22T19:55:06.665Z", "2026-11-22T19:54:06.665Z")
                        .replace("2026-11-22T19:55:31.042Z", "2026-11-22T19:54:31.042Z")
                        .replace("\"suite\": \"paced\"", "\"suite\": \"paced\", \"tryOf\": \"one\""));

        assertThat(broken("one", "two")).isEmpty();
        assertThat(rules().notCounted()).containsExactly("one.outage-1: ok, repeated under the name one");
    }

    @Test
    void aCheckThatHasNotPassedIsNamed() {
        change(0, "\"passed\": true", "\"passed\": false");
        assertThat(broken("one", "two")).contains(PROVED);
    }

    @Test
    void aSettingThatChangedBetweenTheRunsIsNamed() {
        change(1, "\"dfs.replication\": \"1\"", "\"dfs.replication\": \"2\"");
        assertThat(broken("one", "two")).containsExactly(UNCHANGED);
    }

    @Test
    void anotherClusterIsNamed() {
        change(1, "\"bootId\": \"01e01c8b", "\"bootId\": \"01e01c8c");
        assertThat(broken("one", "two")).containsExactly(CLUSTER);
    }

    @Test
    void aRunWithoutConfigurationDisclosesNothing() {
        change(0, "\"configuration\": {", "\"other\": {");
        assertThat(broken("one", "two")).contains(DISCLOSED);
    }

    @Test
    void aRunThatIsNotAsThePlanSaysIsNamed() {
        change(0, "\"job\": \"terasort\"", "\"job\": \"teragen\"");
        assertThat(broken("one", "two")).contains(COMPLETE);
        change(0, "\"job\": \"teragen\"", "\"job\": \"terasort\"");
        assertThat(broken("one")).containsExactly(COMPLETE);
    }

    @Test
    void coldCachesHaveToBeProvedAndWarmOnesToBeSaid() {
        change(0, "\"verdict\": \"cold\"", "\"verdict\": \"unattributable\"");
        assertThat(broken("one", "two")).containsExactly(CACHES);
        change(0, "\"cooled\": true", "\"cooled\": false");
        assertThat(broken("one", "two")).doesNotContain(CACHES);
        change(0, "\"cooled\": false", "\"cooled\": true");
        change(0, "\"input\": 200000000", "\"input\": 0");
        assertThat(broken("one", "two")).as("a job without input").doesNotContain(CACHES);
    }

    @Test
    void dataThatFitsInMemoryAndUnknownMemoryAreNamed() {
        change(0, "\"ratio\": 1.5", "\"ratio\": 0.99");
        assertThat(broken("one", "two")).containsExactly(MEMORY);
        change(0, "\"ratio\": 0.99", "\"other\": 0.99");
        assertThat(broken("one", "two")).containsExactly(MEMORY);
    }

    @Test
    void loadOfOthersAndUnknownLoadAreNamed() {
        change(0, "\"others\": false", "\"others\": true");
        assertThat(broken("one", "two")).containsExactly(ALONE);
        change(0, "\"others\": true", "\"unknown\": true");
        assertThat(broken("one", "two")).containsExactly(ALONE);
    }

    @Test
    void aRunBelowTheSizeOfItsSuiteIsNamed() {
        stated = Optional.of(suiteOf(Size.perNode(200_000_000)));
        assertThat(broken("one", "two")).isEmpty();
        stated = Optional.of(suiteOf(Size.perNode(200_000_001)));
        assertThat(broken("one", "two")).containsExactly(SIZE);
    }

    @Test
    void aSizePerNodeIsComparedWithOneInTotal() {
        stated = Optional.of(suiteOf(Size.inTotal(200_000_000)));
        assertThat(broken("one", "two")).isEmpty();
        stated = Optional.of(suiteOf(Size.inTotal(1_000_000_000_000L)));
        assertThat(broken("one", "two")).containsExactly(SIZE);
    }

    private static Suite suiteOf(Size size) {
        Suite.SuiteEntry entry = new Suite.SuiteEntry(
                List.of("terasort"), List.of(Compression.NONE), Map.of(), 2, List.of(size), Map.of(), "");
        return new Suite("suite.yaml", "suite", "A suite.", Map.of(), List.of(entry));
    }

    @Test
    void warningsAreCountedByCode() {
        assertThat(rules().warnings())
                .containsOnly(
                        Map.entry("may-end-in-page-cache", 2),
                        Map.entry("fits-in-memory", 2),
                        Map.entry("setup-unverified", 2));
    }
}
