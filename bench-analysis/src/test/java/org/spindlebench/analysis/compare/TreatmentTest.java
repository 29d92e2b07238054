package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs;
import org.spindlebench.analysis.cell.CellSummary.CacheProofs.CacheState;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostOptions.StorageTerms;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.Catalogue;
import org.spindlebench.analysis.cost.PriceList.DeviceKind;
import org.spindlebench.analysis.cost.PriceList.Machines;
import org.spindlebench.analysis.cost.PriceList.PricedSetup;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction.Expectation;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.proof.CacheProof;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.record.Field;
import org.spindlebench.analysis.record.NodeMetrics;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.record.Warning;

/** Checks that the treatment of caches distinguishes cells, and that the proof's verdict does not. */
class TreatmentTest {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "paced-devices", "records");
    private static final double[] SLOW = {200, 202, 198, 201, 199};
    private static final double[] FAST = {100, 101, 99, 100.5, 99.5};

    @Test
    void the_example_is_fifteen_cells_of_three_runs() throws IOException {
        try (Stream<RunRecord> records = Records.read(EXAMPLE)) {
            Runs runs = Runs.of(records);
            assertThat(runs.cells()).hasSize(15).allSatisfy(cell -> {
                assertThat(cell.runs()).hasSize(3);
                assertThat(cell.sample().visits()).hasSize(3);
                assertThat(cell.subject().settings()).containsEntry("cache", "cold");
            });
            assertThat(runs.cells().stream()
                            .filter(cell -> cell.subject().job().equals("terasort"))
                            .map(CellSummary::cacheProofs)
                            .reduce(CacheProofs.NONE, CacheProofs::plus))
                    .isEqualTo(new CacheProofs(9, 9, 0));
            Findings findings = Findings.of(runs, ComparisonOptions.standard());
            assertThat(findings.comparisons())
                    .as("each job of each variant on two setups against the third")
                    .hasSize(10)
                    .noneMatch(comparison ->
                            comparison.warnings().stream().map(Warning::code).anyMatch("mixed-caches"::equals));
        }
    }

    @Test
    void cooled_runs_are_kept_by_their_treatment_whatever_was_proved() throws IOException {
        try (Stream<RunRecord> records = Records.read(EXAMPLE)) {
            assertThat(records.filter(Field.of("cache").isAnyOf("cold"))).hasSize(45);
        }
    }

    @Test
    void figures_relative_to_terasort_need_no_proof() {
        CampaignSummary summary = CampaignSummary.of(Stream.of(
                        old(1, "teragen", "cold", CacheProof.CacheVerdict.NOT_PROVABLE)
                                .sized(RunBuilder.sizes(0, 0, 64e6, 10)),
                        old(2, "terasort", "cold", CacheProof.CacheVerdict.COLD),
                        old(3, "terasort", "cold-unproved", CacheProof.CacheVerdict.PARTLY)
                                .repeat(2),
                        old(4, "wordcount", "cold-unproved", CacheProof.CacheVerdict.UNATTRIBUTABLE))
                .map(RunBuilder::build));
        assertThat(summary.groups()).singleElement().satisfies(group -> {
            assertThat(group.cache()).isEqualTo(CacheState.COLD);
            assertThat(group.cacheProofs()).isEqualTo(new CacheProofs(1, 1, 1));
            assertThat(group.cells())
                    .extracting(cell -> cell.relative().outputReplicated())
                    .containsExactly(1.0, 1.0, 1.0);
        });
    }

    @Test
    void a_run_that_was_warm_although_it_was_cooled_is_in_no_figure() {
        Runs runs = runs(
                old(1, "terasort", "cold", CacheProof.CacheVerdict.COLD),
                old(2, "terasort", "warm", CacheProof.CacheVerdict.WARM)
                        .repeat(2)
                        .elapsed(1.0));
        assertThat(runs.cells()).singleElement().satisfies(cell -> {
            assertThat(cell.subject().settings()).containsEntry("cache", "cold");
            assertThat(cell.elapsed().values()).containsExactly(12.5);
            assertThat(cell.counts().invalid()).isEqualTo(1);
            assertThat(cell.excluded()).singleElement().satisfies(run -> {
                assertThat(run.status()).isEqualTo(Status.INVALID);
                assertThat(run.reasons()).containsExactly("the caches were cooled, but the input came from memory");
            });
        });
    }

    @Test
    void a_run_that_was_not_cooled_stays_warm() {
        assertThat(runs(new RunBuilder(1, "terasort").setting("cache", "warm").warm())
                        .cells())
                .singleElement()
                .satisfies(cell -> {
                    assertThat(cell.subject().settings()).containsEntry("cache", "warm");
                    assertThat(cell.cache()).isEqualTo(CacheState.WARM);
                    assertThat(cell.cacheProofs()).isEqualTo(CacheProofs.NONE);
                });
    }

    @Test
    void a_try_that_was_set_aside_is_listed_and_counts_for_nothing_once_it_is_repeated() {
        RunRecord warm = old(1, "terasort", "cold", CacheProof.CacheVerdict.WARM)
                .ended(Status.INVALID, "it was warm")
                .build()
                .setAside("001-terasort.warm");
        RunRecord again =
                old(1, "terasort", "cold", CacheProof.CacheVerdict.COLD).build();
        Runs repeated = Runs.of(Stream.of(warm, again));
        CellSummary cell = repeated.cells().get(0);
        assertThat(cell.runs()).hasSize(1);
        assertThat(cell.counts().total()).isEqualTo(1);
        assertThat(cell.excluded()).extracting(ExcludedRun::run).containsExactly("001-terasort.warm");
        assertThat(cell.excluded()).allMatch(ExcludedRun::repeated);
        assertThat(repeated.campaigns().get(0).finished()).isEqualTo(1);

        Runs open = Runs.of(Stream.of(warm));
        assertThat(open.cells().get(0).counts().invalid()).isEqualTo(1);
        assertThat(open.campaigns().get(0).finished()).isZero();
    }

    @Test
    void shared_and_separate_devices_are_compared_ranked_and_judged() {
        Measured measured = new Measured();
        for (int run = 0; run < SLOW.length; run++) {
            proved(measured, "hybrid", SLOW[run], "cold-unproved", CacheProof.CacheVerdict.NOT_PROVABLE);
            proved(measured, "ssd-for-shuffle", FAST[run], "cold", CacheProof.CacheVerdict.COLD);
        }
        Hypothesis faster = new Hypothesis(
                "SSDs belong to the shuffle",
                List.of("terasort"),
                new TreeMap<>(),
                "hybrid",
                "ssd-for-shuffle",
                Prediction.of(Expectation.FASTER, 0));
        Findings findings = measured.findings(ComparisonOptions.standard()
                .withPrices(prices("hybrid", "ssd-for-shuffle"))
                .with(new Study("", List.of(faster))));

        assertThat(findings.comparisons()).singleElement().satisfies(comparison -> {
            assertThat(comparison.speedUp().ratio()).isEqualTo(2.0);
            assertThat(comparison.speedUp().interval()).isPresent();
            assertThat(comparison.settings()).containsEntry("cache", "cold");
            assertThat(comparison.across()).isEmpty();
        });
        assertThat(findings.cost().figures())
                .filteredOn(figure -> figure.measure() == CostMeasure.TIME)
                .hasSize(2)
                .extracting(figure -> figure.rank())
                .containsExactlyInAnyOrder(1, 2);
        assertThat(findings.judgements()).singleElement().satisfies(judgement -> assertThat(judgement.verdict())
                .isEqualTo(Verdict.SUPPORTED));
    }

    private static void proved(
            Measured measured, String setup, double seconds, String label, CacheProof.CacheVerdict verdict) {
        measured.next("terasort", setup, seconds).setting("cache", label).evidence(evidence(verdict));
    }

    /** Returns a record as Spindle wrote it when labels stated what was proved. */
    private static RunBuilder old(int index, String job, String label, CacheProof.CacheVerdict verdict) {
        return new RunBuilder(index, job).setting("cache", label).evidence(evidence(verdict));
    }

    private static NodeMetrics evidence(CacheProof.CacheVerdict verdict) {
        CacheProof cache =
                new CacheProof(verdict, null, 64_000_000L, null, null, null, null, null, "local", true, "below");
        return new NodeMetrics("local", List.of(), List.of(), null, null, null)
                .with(new Proofs(null, null, null, cache, null, null, null, null, null));
    }

    private static Runs runs(RunBuilder... builders) {
        return Runs.of(Stream.of(builders).map(RunBuilder::build));
    }

    private static PriceList prices(String... setups) {
        DeviceKind disk = new DeviceKind(1000.0, 1e12, 1e9, null, 1e12, null);
        TreeMap<String, PricedSetup> priced = new TreeMap<>();
        for (String setup : setups) {
            priced.put(setup, new PricedSetup(null, new TreeMap<>(Map.of("disk", 1)), null, null));
        }
        return new PriceList(
                new PriceList.PriceSource("mine", "USD", "2026", "a test"),
                new Assumptions(1, 1.0, 0, 0, StorageTerms.DEFAULT),
                new Catalogue(
                        Machines.NONE,
                        new Machines(1, 10_000.0, null, null),
                        Machines.NONE,
                        new TreeMap<>(),
                        new TreeMap<>(Map.of("disk", disk))),
                RunningCosts.NONE,
                priced);
    }
}
