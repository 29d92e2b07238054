package org.spindlebench.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.runner.conf.Compression;
import org.spindlebench.runner.conf.Problem;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.conf.RunSetting;
import org.spindlebench.runner.conf.Size;
import org.spindlebench.runner.conf.Suite;

class PlannerTest {
    private static final List<String> JOBS = List.of("teragen", "terasort", "teraread", "wordcount", "shuffle");

    private final Problems problems = new Problems();

    @Test
    void everyBlockHoldsEveryCellOnce() {
        Plan plan = plan(suite(entry(JOBS, 6)), options(1));

        assertThat(plan.runs()).hasSize(60);
        for (int block = 1; block <= 6; block++) {
            assertThat(cells(plan, block)).hasSize(10).doesNotHaveDuplicates();
        }
    }

    @Test
    void jobsThatReadWhatWasWrittenFollowTheirWritersInARandomOrder() {
        List<String> jobs = List.of("teravalidate", "wordcount", "terasort", "shuffle", "teraread", "teragen");
        Suite plain = suite(entry(jobs, 40));
        Suite written = new Suite(
                plain.source(),
                plain.name(),
                plain.description(),
                plain.cold(),
                plain.measuresStorage(),
                Map.of("spindle.inputs", "written"),
                plain.entries());
        Plan plan = plan(written, options(1));

        Set<List<String>> orders = new HashSet<>();
        for (int block = 1; block <= 40; block++) {
            int number = block;
            List<String> order = plan.runs().stream()
                    .filter(run -> run.block() == number)
                    .map(RunSpec::job)
                    .toList();
            assertThat(order).hasSize(12);
            assertThat(order.indexOf("teragen")).isLessThan(order.indexOf("terasort"));
            assertThat(order.indexOf("terasort"))
                    .isLessThan(Math.min(order.indexOf("teravalidate"), order.indexOf("teraread")));
            List<String> rows =
                    order.stream().filter(job -> job.startsWith("tera")).toList();
            int first = order.indexOf("teragen");
            assertThat(order.subList(first, first + rows.size()))
                    .as("one after the other")
                    .isEqualTo(rows);
            orders.add(order);
        }
        assertThat(orders).hasSizeGreaterThan(20);
    }

    /** A run would refuse them, too, but only after a cluster was found or started. */
    @Test
    void settingsThatNoRunCouldFollowAreRefusedByThePlan() {
        Suite.SuiteEntry entry = new Suite.SuiteEntry(
                List.of("teragen", "terasort"),
                List.of(Compression.NONE, Compression.SNAPPY),
                Map.of(
                        RunSetting.SYNC,
                        List.of("block"),
                        RunSetting.ERASURE_CODING,
                        List.of("RS-6-3-1024k"),
                        RunSetting.REPLICATION,
                        List.of("2")),
                2,
                List.of(Size.perNode(1000)),
                Map.of(),
                "");
        assertThat(Planner.plan(suite(entry), options(1), problems)).isEmpty();
        assertThat(problems.list())
                .extracting(problem -> problem.key() + ": " + problem.reason())
                .containsExactly(
                        "teragen, terasort: sync (spindle.sync) has no effect; leave it out, or set it in an entry with"
                                + " jobs that follow it",
                        "teragen, terasort: replication: erasure-coded files have no replicas; leave out replication or"
                                + " erasure_coding");
    }

    @Test
    void runsAreNumberedInTheOrderOfExecution() {
        Plan plan = plan(suite(entry(JOBS, 3)), options(1));

        for (int i = 0; i < plan.runs().size(); i++) {
            RunSpec run = plan.runs().get(i);
            assertThat(run.index()).isEqualTo(i + 1);
            assertThat(run.block()).isEqualTo(1 + i / 10).isEqualTo(run.repeat());
        }
    }

    @Test
    void aCellWithFewerRepeatsIsInTheFirstBlocksOnly() {
        Plan plan = plan(suite(entry(List.of("terasort"), 4), entry(List.of("shuffle"), 2)), options(1));

        assertThat(plan.runs().stream().filter(run -> run.job().equals("shuffle")))
                .extracting(RunSpec::block)
                .containsOnly(1, 2);
        assertThat(plan.runs()).hasSize(12);
    }

    @Test
    void theSameSeedGivesTheSameOrder() {
        assertThat(plan(suite(entry(JOBS, 5)), options(42))).isEqualTo(plan(suite(entry(JOBS, 5)), options(42)));
    }

    @Test
    void neighbouringSeedsAndBlocksDifferInTheirOrder() {
        Set<List<String>> orders = new HashSet<>();
        for (long seed = 0; seed < 10; seed++) {
            Plan plan = plan(suite(entry(JOBS, 5)), options(seed));
            for (int block = 1; block <= 5; block++) {
                orders.add(cells(plan, block));
            }
        }

        // 50 draws from 10! orders: the probability that two are equal is 1 in 3,000.
        assertThat(orders).hasSize(50);
    }

    @Test
    void everyCellComesFirstInSomeBlock() {
        Plan plan = plan(suite(entry(JOBS, 200)), options(3));

        Set<String> first = plan.runs().stream()
                .filter(run -> run.index() % 10 == 1)
                .map(PlannerTest::cell)
                .collect(Collectors.toSet());
        assertThat(first).hasSize(10);
    }

    @Test
    void moreRepeatsOnlyAppendBlocks() {
        Plan three = plan(suite(entry(JOBS, 3)), options(7));
        Plan five = plan(suite(entry(JOBS, 5)), options(7));

        assertThat(five.runs().subList(0, 30)).isEqualTo(three.runs());
    }

    @Test
    void laterSettingsHoldOverEarlierOnes() {
        Suite.SuiteEntry entry = new Suite.SuiteEntry(
                List.of("terasort"),
                List.of(Compression.NONE),
                Map.of(),
                1,
                List.of(Size.perNode(1000)),
                Map.of("b", "entry", "c", "entry"),
                "");
        Suite suite = new Suite(
                "s",
                "s",
                "",
                Map.of("a", "suite", "b", "suite", "c", "suite", "mapreduce.map.speculative", "true"),
                List.of(entry));
        PlanOptions options = new PlanOptions(
                "c", "default", 1, OptionalInt.empty(), OptionalLong.empty(), List.of(), Map.of("c", "define"));

        assertThat(plan(suite, options).runs().get(0).configuration())
                .containsEntry("a", "suite")
                .containsEntry("b", "entry")
                .containsEntry("c", "define")
                .containsEntry("mapreduce.map.speculative", "true")
                .containsEntry("mapreduce.reduce.speculative", "false")
                .containsEntry("mapreduce.map.output.compress", "false");
    }

    @Test
    void optionsHoldOverTheSuite() {
        PlanOptions options = new PlanOptions(
                "c", "ssd", 1, OptionalInt.of(2), OptionalLong.of(5000), List.of("shuffle", "teragen"), Map.of());

        Plan plan = plan(suite(entry(JOBS, 5)), options);

        assertThat(plan.first().setup()).isEqualTo("ssd");
        assertThat(plan.runs()).hasSize(8).allMatch(run -> run.size().equals(Size.perNode(5000)));
        assertThat(plan.runs()).extracting(RunSpec::job).containsOnly("shuffle", "teragen");
    }

    @Test
    void aRunIsNamedByItsPlaceJobAndCompressionAndSettingsSayWhatItMeasures() {
        RunSpec run =
                plan(suite(entry(List.of("hdfs-write"), 1)), options(1)).runs().get(0);

        assertThat(run.id()).isEqualTo("001-hdfs-write-" + run.settings().get("compression"));
        assertThat(run.settings())
                .containsOnlyKeys("compression", "bytes_per_node", "placement")
                .containsEntry("bytes_per_node", "1000");
    }

    @Test
    void mapsThatMakeTheirDataAskForHostsUnlessTheSuiteOrTheUserSaysOtherwise() {
        List<String> placed = List.of("teragen", "shuffle", "hdfs-write", "dfsio-write", "sleep");
        List<String> others = List.of("terasort", "teravalidate", "wordcount", "sort", "testdfsio-write", "dfsio-read");
        Suite all = suite(entry(placed, 1), entry(others, 1));

        assertThat(plan(all, options(1)).runs())
                .allSatisfy(run -> assertThat(run.settings()).as(run.job()).satisfies(settings -> assertThat(
                                settings.get("placement"))
                        .isEqualTo(placed.contains(run.job()) ? "hosts" : null)));
        PlanOptions off = new PlanOptions(
                "c",
                "default",
                1,
                OptionalInt.empty(),
                OptionalLong.empty(),
                List.of(),
                Map.of("spindle.placement", "any"));
        assertThat(plan(all, off).runs())
                .allSatisfy(run -> assertThat(run.settings()).doesNotContainKey("placement"))
                .allSatisfy(run -> assertThat(run.configuration()).doesNotContainKey("spindle.placement"));
    }

    @Test
    void aPlacementIsPartOfANameOnlyIfTheSuiteVariesIt() {
        List<String> both = List.of("teragen", "terasort");
        assertThat(plan(suite(entry(both, 1)), options(1)).runs())
                .extracting(RunSpec::id)
                .noneMatch(id -> id.contains("placement"));
        Suite.SuiteEntry varied = new Suite.SuiteEntry(
                List.of("teragen"),
                List.of(Compression.NONE),
                Map.of(RunSetting.PLACEMENT, List.of("hosts", "any")),
                1,
                List.of(Size.perNode(64_000_000)),
                Map.of(),
                "");
        assertThat(plan(suite(varied), options(1)).runs())
                .extracting(RunSpec::id)
                .filteredOn(id -> id.endsWith("-placement-hosts"))
                .hasSize(1);
    }

    @Test
    void severalSizesAreShownInTheNames() {
        Suite.SuiteEntry large = new Suite.SuiteEntry(
                List.of("terasort"),
                List.of(Compression.NONE),
                Map.of(),
                1,
                List.of(Size.perNode(64_000_000)),
                Map.of(),
                "");

        Plan plan = plan(suite(entry(List.of("shuffle"), 1), large), options(1));

        assertThat(plan.runs()).extracting(RunSpec::id).anyMatch(id -> id.matches("00[123]-terasort-none-64MB"));
        assertThat(plan.runs()).extracting(RunSpec::id).allMatch(id -> id.matches("[A-Za-z0-9._-]+"));
    }

    @Test
    void everySizeOfAListIsACellAndOneSizeForAllIsOne() {
        Suite.SuiteEntry sizes = new Suite.SuiteEntry(
                List.of("terasort"),
                List.of(Compression.NONE, Compression.SNAPPY),
                Map.of(),
                2,
                List.of(Size.perNode(33_000_000_000L), Size.perNode(330_000_000_000L)),
                Map.of(),
                "");

        Plan plan = plan(suite(sizes), options(1));

        assertThat(plan.runs()).hasSize(8);
        assertThat(plan.runs()).extracting(RunSpec::settings).satisfies(all -> assertThat(Set.copyOf(all))
                .hasSize(4));
        assertThat(plan.runs()).extracting(RunSpec::id).anyMatch(id -> id.endsWith("-terasort-snappy-330GB"));
        PlanOptions one =
                new PlanOptions("c", "default", 1, OptionalInt.empty(), OptionalLong.of(64), List.of(), Map.of());
        assertThat(plan(suite(sizes), one).runs()).hasSize(4).allSatisfy(run -> assertThat(run.size())
                .isEqualTo(Size.perNode(64)));
    }

    @Test
    void aThousandRunsHaveNamesThatSort() {
        Plan plan = plan(suite(entry(JOBS, 100)), options(1));

        assertThat(plan.runs()).hasSize(1000).extracting(RunSpec::id).isSorted();
        assertThat(plan.runs().get(0).id()).startsWith("0001-");
    }

    @Test
    void aJobThatTheSuiteDoesNotHaveIsRefused() {
        PlanOptions options = new PlanOptions(
                "c", "default", 1, OptionalInt.empty(), OptionalLong.empty(), List.of("hdfs-write"), Map.of());

        assertThat(Planner.plan(suite(entry(JOBS, 1)), options, problems)).isEmpty();
        assertThat(problems.list()).extracting(Problem::reason).containsExactly("not a job of the suite s");
    }

    @Test
    void oneSizeForAllIsRefusedWhereItMakesTwoCellsOne() {
        Suite.SuiteEntry large = new Suite.SuiteEntry(
                List.of("shuffle"),
                List.of(Compression.NONE),
                Map.of(),
                1,
                List.of(Size.perNode(64_000_000)),
                Map.of(),
                "");
        PlanOptions options =
                new PlanOptions("c", "default", 1, OptionalInt.empty(), OptionalLong.of(1), List.of(), Map.of());

        assertThat(Planner.plan(suite(entry(List.of("shuffle"), 1), large), options, problems))
                .isEmpty();
        assertThat(problems.list()).extracting(Problem::key).containsExactly("--bytes-per-node, -D");
    }

    @Test
    void everyCombinationOfSettingsIsACellAndIsNamedInItsRuns() {
        Suite.SuiteEntry sweep = new Suite.SuiteEntry(
                List.of("terasort"),
                List.of(Compression.NONE),
                Map.of(
                        RunSetting.IO_SORT_MB, List.of("100", "200"),
                        RunSetting.SORT_FACTOR, List.of("10", "64"),
                        RunSetting.REPLICATION, List.of("3")),
                2,
                List.of(Size.inTotal(1000)),
                Map.of(),
                "");

        Plan plan = plan(suite(sweep), options(1));

        assertThat(plan.runs()).hasSize(8);
        assertThat(plan.runs().stream().map(RunSpec::settings).distinct()).hasSize(4);
        assertThat(plan.runs()).allSatisfy(run -> {
            assertThat(run.settings())
                    .containsEntry("total_bytes", "1000")
                    .containsEntry("replication", "3")
                    .containsEntry("io_sort_mb", run.configuration().get("mapreduce.task.io.sort.mb"));
            assertThat(run.id())
                    .contains("-io_sort_mb-" + run.settings().get("io_sort_mb") + "-sort_factor-")
                    .doesNotContain("replication");
        });
    }

    @Test
    void aSettingGivenByItsHadoopKeyTellsRunsApartToo() {
        Suite.SuiteEntry entry = entry(List.of("terasort"), 1);
        PlanOptions options = new PlanOptions(
                "c",
                "default",
                1,
                OptionalInt.empty(),
                OptionalLong.empty(),
                List.of(),
                Map.of("mapreduce.task.io.sort.mb", "300"));

        assertThat(plan(suite(entry), options).runs())
                .allMatch(run -> run.settings().get("io_sort_mb").equals("300"));
    }

    @Test
    void aPlanIsReadBackAsItWasWritten(@TempDir Path directory) throws Exception {
        Plan plan = plan(suite(entry(JOBS, 2)), options(-5));
        Path file = directory.resolve(PlanFile.NAME);

        Files.writeString(file, PlanFile.json(plan));

        assertThat(PlanFile.read(file)).isEqualTo(plan);
    }

    @Test
    void thePrintedPlanShowsSeedOrderAndTotals() {
        Suite suite = suite(entry(List.of("terasort"), 2));

        Plan plan = plan(suite, options(9));
        String text = PlanPrinter.text(plan, Optional.of(suite), List.of());

        assertThat(text + "\n" + String.join("\n", PlanPrinter.table(plan)))
                .contains("seed       9 ")
                .contains("run  block  job       compression          size")
                .containsPattern("    4      2  terasort  (none  |snappy)       1KB per node")
                .contains("setting    mapreduce.map.output.compress = false | true")
                .contains("total      4 runs in 2 blocks, 4KB per node");
    }

    private Plan plan(Suite suite, PlanOptions options) {
        Optional<Plan> plan = Planner.plan(suite, options, problems);
        assertThat(problems.list()).isEmpty();
        return plan.orElseThrow();
    }

    private static Suite suite(Suite.SuiteEntry... entries) {
        return new Suite("s.yaml", "s", "", Map.of(), List.of(entries));
    }

    private static Suite.SuiteEntry entry(List<String> jobs, int repeats) {
        return new Suite.SuiteEntry(
                jobs,
                List.of(Compression.NONE, Compression.SNAPPY),
                Map.of(),
                repeats,
                List.of(Size.perNode(1000)),
                Map.of(),
                "");
    }

    private static PlanOptions options(long seed) {
        return PlanOptions.of("c", "default", seed);
    }

    private static List<String> cells(Plan plan, int block) {
        return plan.runs().stream()
                .filter(run -> run.block() == block)
                .map(PlannerTest::cell)
                .toList();
    }

    private static String cell(RunSpec run) {
        return run.job() + " " + run.settings().get("compression");
    }
}
