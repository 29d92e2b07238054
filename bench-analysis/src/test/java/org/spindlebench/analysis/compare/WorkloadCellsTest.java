package org.spindlebench.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.stats.SpeedUp;

/** Tests workloads of a small job and a large one that arrives 10 s later. */
class WorkloadCellsTest {
    private static final int ROUNDS = 2_000;
    private static final int VISITS = 4;
    private static final double BETWEEN = 0.02;
    private static final double WITHIN = 0.01;
    private static final int STANDARD_ERRORS = 3;

    private final List<RunRecord> records = new ArrayList<>();
    private int visit;

    private RunBuilder job(String name, String setup, double seconds) {
        boolean small = name.equals("small");
        return new RunBuilder(records.size() + 1, "scaled")
                .campaign("w-1")
                .repeat(records.size() + 1)
                .setup(setup)
                .visit(visit)
                .block((visit + 1) / 2)
                .setting("total_bytes", small ? "1000" : "9000")
                .after(1000L * visit)
                .elapsed(seconds);
    }

    private RunBuilder together(String name, String setup, double seconds) {
        boolean small = name.equals("small");
        return job(name, setup, seconds)
                .setting("concurrent", "true")
                .setting("workload", "w")
                .setting("workload_jobs", "2")
                .setting("workload_job", name)
                .setting("workload_class", small ? "query" : "scan")
                .setting("workload_arrival", small ? "0.0" : "10.0")
                .after(1000L * visit + 500 + (small ? 0 : 10));
    }

    private void add(RunBuilder run) {
        records.add(run.build());
    }

    /** Adds a visit. In it the small job takes 20 s alone, and the large one 50 s. */
    private void visit(String setup, double small, double large) {
        visit++;
        add(job("small", setup, 20.0));
        add(job("large", setup, 50.0));
        add(together("small", setup, small));
        add(together("large", setup, large));
    }

    private Findings findings() {
        return Findings.of(
                Runs.of(records.stream()), ComparisonOptions.standard().against("hdd"));
    }

    private static CellSummary cell(Findings findings, String setup, String job) {
        return findings.workloads().stream()
                .filter(one -> one.subject().setup().equals(setup)
                        && one.subject().job().equals(job))
                .findFirst()
                .orElseThrow();
    }

    private static Comparison comparison(Findings findings, Quantity quantity) {
        return findings.comparisons()
                .filter(one -> one.quantity() == quantity)
                .findFirst()
                .orElseThrow();
    }

    private static List<String> jobs(Findings findings, String setup) {
        return findings.workloads().stream()
                .filter(one -> one.subject().setup().equals(setup))
                .map(one -> one.subject().job())
                .toList();
    }

    private Findings clear() {
        visit("hdd", 40, 100);
        visit("ssd", 30, 50);
        visit("ssd", 30, 51);
        visit("hdd", 40, 102);
        visit("hdd", 41, 101);
        visit("ssd", 31, 50);
        return findings();
    }

    @Test
    void each_visit_gives_one_makespan_and_one_slow_down() {
        Findings findings = clear();

        CellSummary makespan = cell(findings, "hdd", "makespan of w");
        // The large job arrives after 10 s, and ends last.
        assertThat(makespan.observations().values()).containsExactly(110.0, 112.0, 111.0);
        assertThat(makespan.counts().total()).isEqualTo(3);
        assertThat(makespan.observations().meanInterval(0.95).orElseThrow().contains(111))
                .isTrue();

        CellSummary slowDown = cell(findings, "ssd", "slow-down of w");
        assertThat(slowDown.observations().values().get(0)).isCloseTo(Math.sqrt(30 / 20.0 * 50 / 50.0), within(1e-12));
        assertThat(slowDown.observations().n()).isEqualTo(3);
        assertThat(jobs(findings, "ssd"))
                .containsExactly(
                        "makespan of w",
                        "slow-down of w",
                        "slow-down of w, class query",
                        "slow-down of w, class scan",
                        "slow-down of w, job small",
                        "slow-down of w, job large");
    }

    @Test
    void setups_are_compared_over_visits_and_within_blocks() {
        Findings findings = clear();
        Comparison makespan = comparison(findings, Quantity.MAKESPAN);

        assertThat(makespan.contenderSetup()).isEqualTo("ssd");
        assertThat(makespan.speedUp().ratio()).isCloseTo(333.0 / 181, within(1e-12));
        assertThat(makespan.speedUp().interval().orElseThrow().low()).isBetween(1.7, 1.83);
        assertThat(makespan.paired().blocks()).isEqualTo(3);
        assertThat(makespan.paired().ratio()).isCloseTo(1.8398, within(1e-3));
        assertThat(makespan.claim().corrected()).isBetween(makespan.claim().p(), 0.01);
        assertThat(makespan.claim().verdict()).isEqualTo(Verdict.FASTER);
        assertThat(makespan.claim().about().quantity()).isEqualTo("makespan");
        assertThat(findings.comparisons())
                .as("nothing is claimed about single jobs and classes")
                .noneMatch(one -> one.quantity() == Quantity.PART_SLOW_DOWN);
        assertThat(findings.claims().count()).isGreaterThan(2);
    }

    @Test
    void makespans_and_slow_downs_are_no_part_of_the_mean_over_all_jobs() {
        Findings findings = clear();

        assertThat(findings.families())
                .filteredOn(family -> !family.isOfDurations())
                .hasSize(2)
                .allMatch(family -> family.comparisons().size() == 1);
        assertThat(findings.suites())
                .filteredOn(suite -> suite.claim().about().quantity().equals("makespan"))
                .singleElement()
                .satisfies(suite -> assertThat(suite.claim().p()).isNull())
                .satisfies(suite -> assertThat(suite.missing()).isEmpty());
        assertThat(Reports.text(findings)).contains("24 valid runs in 8 cells");
    }

    @Test
    void a_setup_that_was_visited_once_has_no_interval() {
        visit("hdd", 40, 100);
        visit("ssd", 30, 50);

        Comparison makespan = comparison(findings(), Quantity.MAKESPAN);

        assertThat(makespan.speedUp().basis()).isEqualTo(SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME);
        assertThat(makespan.claim().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(makespan.claim().p()).isNull();
        assertThat(makespan.paired()).isNull();
        assertThat(Reports.markdown(findings()))
                .contains("makespan of w: ssd is 1.833x as fast as hdd, setup confounded with time: no interval"
                        + " (110.00 s; 60.00 s; n 1 run in 1 visit, 1 run in 1 visit)");
    }

    @Test
    void a_visit_without_a_valid_run_of_every_job_has_no_makespan() {
        clear();
        visit++;
        add(job("small", "ssd", 20.0));
        add(job("large", "ssd", 50.0));
        add(together("small", "ssd", 30));
        add(together("large", "ssd", 50).ended(Status.FAILED, "out of disk"));

        CellSummary makespan = cell(findings(), "ssd", "makespan of w");

        assertThat(makespan.observations().n()).isEqualTo(3);
        assertThat(makespan.counts().total()).isEqualTo(4);
        assertThat(makespan.excluded()).singleElement().satisfies(left -> assertThat(left.reasons())
                .containsExactly("no valid run in this visit: large"));
        assertThat(cell(findings(), "ssd", "slow-down of w, job small")
                        .observations()
                        .n())
                .isEqualTo(4);
    }

    @Test
    void a_setup_without_any_makespan_says_why() throws IOException {
        visit++;
        add(job("small", "hdd", 20.0));
        add(together("small", "hdd", 30));
        add(together("large", "hdd", 50).ended(Status.FAILED, "out of disk"));

        assertThat(cell(findings(), "hdd", "makespan of w").isMeasured()).isFalse();
        assertThat(Reports.markdown(findings()))
                .contains("makespan of w, visit 1", "no valid run in this visit: others of 2 jobs");
        assertThat(Reports.text(findings())).doesNotContain("NaN");
    }

    @Test
    void a_workload_on_one_setup_begins_with_its_makespan_and_names_its_jobs() throws IOException {
        visit("hdd", 40, 100);

        assertThat(Reports.text(findings()))
                .startsWith("On hdd, the makespan of w is 110.0 s, and the slow-down of w is 2.000. One visit does not")
                .containsSubsequence(
                        "makespan of w", "slow-down of w", "scaled (workload_job=small)", "scaled (workload_job=large)")
                .doesNotContain("class scan", "To see a difference");
    }

    @Test
    void makespans_of_several_workloads_are_no_suite() {
        clear();
        for (int block = 0; block < 3; block++) {
            for (String setup : List.of("hdd", "ssd")) {
                visit++;
                double seconds = (setup.equals("hdd") ? 100 : 50) + visit;
                add(job("small", setup, 20.0));
                add(job("large", setup, 50.0));
                add(together("small", setup, seconds / 2).setting("workload", "v"));
                add(together("large", setup, seconds).setting("workload", "v"));
            }
        }
        Findings findings = Findings.of(
                Runs.of(records.stream()), ComparisonOptions.standard().against("hdd"));

        assertThat(findings.workloads())
                .extracting(one -> one.subject().job())
                .contains("makespan of v", "makespan of w");
        assertThat(findings.suites())
                .filteredOn(suite -> !suite.claim().about().quantity().equals("duration"))
                .isNotEmpty()
                .allMatch(suite -> suite.claim().p() == null);
        assertThat(Reports.text(findings)).doesNotContain("all 2 jobs together");
    }

    @Test
    void jobs_that_were_never_submitted_leave_no_makespan() {
        visit = 1;
        add(job("small", "hdd", 20.0));
        add(together("small", "hdd", 30));

        assertThat(jobs(findings(), "hdd"))
                .containsExactly("makespan of w", "slow-down of w, class query", "slow-down of w, job small");
        assertThat(cell(findings(), "hdd", "makespan of w").isMeasured()).isFalse();
    }

    @Test
    void a_job_that_never_ran_alone_in_a_visit_has_no_slow_down_there() {
        visit = 1;
        add(job("large", "hdd", 50.0));
        add(together("small", "hdd", 40));
        add(together("large", "hdd", 100));

        assertThat(jobs(findings(), "hdd"))
                .containsExactly("makespan of w", "slow-down of w, class scan", "slow-down of w, job large");
    }

    @Test
    void workloads_whose_jobs_differ_are_not_compared() {
        visit("hdd", 40, 100);
        visit++;
        add(together("small", "ssd", 30).setting("total_bytes", "77"));
        add(together("large", "ssd", 50));

        assertThat(findings().workloads()).isEmpty();
        assertThat(findings().doubts())
                .extracting(doubt -> doubt.warning().message())
                .anySatisfy(
                        message -> assertThat(message).contains("workload w: jobs of one name have different sizes"));
    }

    @Test
    void cold_and_warm_workloads_are_kept_apart() {
        visit("hdd", 40, 100);
        visit++;
        add(together("small", "ssd", 30).warm());
        add(together("large", "ssd", 50).warm());

        assertThat(findings().comparisons()).noneMatch(one -> one.quantity() == Quantity.MAKESPAN);
    }

    @Test
    void many_settings_of_a_workload_have_one_answer() {
        for (String codec : List.of("none", "lz4", "snappy", "zstd")) {
            for (String setup : List.of("hdd", "ssd", "ssd", "hdd")) {
                visit++;
                double seconds = (setup.equals("hdd") ? 100 : 50) + visit;
                add(job("small", setup, 20.0).setting("codec", codec));
                add(job("large", setup, 50.0).setting("codec", codec));
                add(together("small", setup, seconds / 2).setting("codec", codec));
                add(together("large", setup, seconds).setting("codec", codec));
            }
        }

        assertThat(findings().matched())
                .extracting(one -> one.job() + ", " + one.claim().about().quantity())
                .contains("makespan of w, makespan", "slow-down of w, slow-down");
    }

    @Test
    void a_build_whose_jobs_alone_became_faster_is_not_slower() {
        for (int block = 0; block < 3; block++) {
            visit("hdd", 40, 100 + block);
            visit++;
            add(job("small", "ssd", 10.0));
            add(job("large", "ssd", 25.0));
            add(together("small", "ssd", 40));
            add(together("large", "ssd", 99 + block));
        }

        assertThat(comparison(findings(), Quantity.SLOW_DOWN).speedUp().ratio()).isLessThan(0.6);
        assertThat(Gate.of(findings(), 0.1).jobs())
                .noneMatch(one -> one.verdict() == Verdict.SLOWER)
                .extracting(one -> one.comparison().job())
                .contains("scaled")
                .doesNotContain("makespan of w", "slow-down of w");
    }

    @Test
    void a_warning_of_all_jobs_at_once_is_said_once() {
        visit = 1;
        add(together("small", "hdd", 30).warning("submitted-late", "the client was slow"));
        add(together("large", "hdd", 50).warning("submitted-late", "the client was slow"));

        assertThat(findings().doubts())
                .filteredOn(doubt -> doubt.warning().code().equals("submitted-late"))
                .singleElement()
                .satisfies(doubt -> assertThat(doubt.cells()).hasSize(2));
    }

    @Test
    void one_setup_alone_has_its_makespan_and_slow_down() {
        visit("hdd", 40, 100);
        visit("hdd", 42, 104);

        Findings findings = Findings.of(Runs.of(records.stream()), ComparisonOptions.standard());
        assertThat(Reports.text(findings))
                .contains("On hdd, the makespan of w is 112.0 s, and the slow-down of w is 2.045.")
                .containsPattern("makespan of w +112.0 s ")
                .containsPattern("slow-down of w +2.045 ");
        assertThat(Reports.answerCsv(findings).lines())
                .filteredOn(line -> line.startsWith("\"slow-down of w\""))
                .as("a slow-down is not in the column of seconds")
                .singleElement()
                .satisfies(line -> assertThat(line).containsPattern("\"slow-down of w\",hdd,,"));
    }

    @Test
    void they_have_the_sentences_and_the_tables_of_all_comparisons() {
        Findings findings = clear();
        assertThat(Reports.text(findings))
                .containsPattern("makespan of w +111.0 s +.* 60.33 s .*faster")
                .containsPattern("slow-down of w +2.018 +.* 1.236 .*faster");
        assertThat(Reports.markdown(findings))
                .contains(
                        "makespan of w: ssd is 1.840x",
                        "as fast as hdd, faster (111.00 s; 60.33 s; n 3 runs in 3 visits")
                .contains("slow-down of w: the slow-down on hdd is 1.634x", "that on ssd (2.018; 1.236; n 3 runs");
        assertThat(Reports.markdown(findings))
                .contains("| slow-down of w, class scan | ssd |", "| slow-down of w, job large | ssd |");
        assertThat(Reports.json(findings)).contains("\"metric\": \"makespan\"", "\"metric\": \"slow-down\"");
    }

    @Test
    void the_page_and_the_csv_files_have_them_too(@TempDir Path directory) throws IOException {
        Reports.write(directory, clear());
        assertThat(Files.readString(directory.resolve("report.html"))).contains("makespan of w");
        assertThat(Files.readAllLines(directory.resolve("report-comparisons.csv")))
                .filteredOn(line -> line.startsWith("\"makespan of w\","))
                .singleElement()
                .satisfies(line -> assertThat(line).contains(",makespan,"));
        assertThat(Files.readAllLines(directory.resolve("report-cells.csv")))
                .hasSize(1 + 8 + 2 * 6)
                .filteredOn(line -> line.contains(",slow-down,1,"))
                .hasSize(2 * 5);
    }

    /** Adds a campaign whose large job ends last, so that the ratio of the mean makespans is known exactly. */
    private static List<RunRecord> simulated(double logFaster, double logCalmer, Random random) {
        WorkloadCellsTest campaign = new WorkloadCellsTest();
        for (String setup : List.of("hdd", "ssd", "ssd", "hdd", "hdd", "ssd", "ssd", "hdd")) {
            double effect = BETWEEN * random.nextGaussian();
            double faster = setup.equals("hdd") ? 0 : logFaster;
            double calmer = setup.equals("hdd") ? 0 : logCalmer;
            campaign.visit++;
            campaign.add(campaign.job("small", setup, noisy(20, effect - faster, random)));
            campaign.add(campaign.job("large", setup, noisy(90, effect - faster, random)));
            campaign.add(campaign.together("small", setup, noisy(40, effect - faster - calmer, random))
                    .after(500L));
            campaign.add(campaign.together("large", setup, noisy(300, effect - faster - calmer, random))
                    .after(500L));
        }
        return campaign.records;
    }

    private static double noisy(double seconds, double log, Random random) {
        return seconds * Math.exp(log + WITHIN * random.nextGaussian());
    }

    /** The shares of simulated campaigns whose interval has the truth, and whose test rejects that setups are equal. */
    private record Shares(double covered, double rejected) {
        static Shares of(List<List<Comparison>> campaigns, Quantity quantity, double truth) {
            List<Comparison> all = campaigns.stream()
                    .map(comparisons -> comparisons.stream()
                            .filter(one -> one.quantity() == quantity)
                            .findFirst()
                            .orElseThrow())
                    .toList();
            assertThat(all)
                    .hasSize(ROUNDS)
                    .allMatch(one -> one.contender().observations().n() == VISITS);
            return new Shares(
                    share(all, one -> one.speedUp().interval().orElseThrow().contains(truth)),
                    share(all, one -> one.claim().p() < 0.05));
        }

        private static double share(List<Comparison> all, Predicate<Comparison> which) {
            return all.stream().filter(which).count() / (double) all.size();
        }
    }

    private static List<List<Comparison>> simulations(double logFaster, double logCalmer) {
        return IntStream.range(0, ROUNDS)
                .mapToObj(round -> simulated(logFaster, logCalmer, new Random(7_919L * round + 1)))
                .map(WorkloadCellsTest::compared)
                .toList();
    }

    private static List<Comparison> compared(List<RunRecord> records) {
        Map<String, List<CellSummary>> setups =
                WorkloadCells.of(Runs.of(records.stream()).cells(), new ArrayList<>()).stream()
                        .filter(cell -> cell.quantity() != Quantity.PART_SLOW_DOWN)
                        .collect(Collectors.groupingBy(cell -> cell.subject().setup()));
        return Pairing.of(setups.get("hdd"), setups.get("ssd"), new TreeSet<>()).pairs().stream()
                .map(pair -> Comparing.of(pair, ComparisonOptions.standard(), 2))
                .toList();
    }

    private static double error(double share) {
        return STANDARD_ERRORS * Math.sqrt(share * (1 - share) / ROUNDS);
    }

    @Test
    void intervals_of_equal_setups_cover_1_as_often_as_they_say() {
        List<List<Comparison>> campaigns = simulations(0, 0);
        for (Quantity quantity : List.of(Quantity.MAKESPAN, Quantity.SLOW_DOWN)) {
            Shares shares = Shares.of(campaigns, quantity, 1);
            assertThat(shares.covered).isBetween(0.95 - error(0.95), 0.985);
            assertThat(shares.rejected).isLessThan(0.05 + error(0.05));
        }
    }

    @Test
    void intervals_of_different_setups_cover_the_truth_as_often_as_they_say() {
        List<List<Comparison>> campaigns = simulations(Math.log(1.3), Math.log(1.1));
        for (Shares shares : List.of(
                Shares.of(campaigns, Quantity.MAKESPAN, 1.3 * 1.1), Shares.of(campaigns, Quantity.SLOW_DOWN, 1.1))) {
            assertThat(shares.covered).isBetween(0.95 - error(0.95), 0.985);
            assertThat(shares.rejected).isGreaterThan(0.99);
        }
    }
}
