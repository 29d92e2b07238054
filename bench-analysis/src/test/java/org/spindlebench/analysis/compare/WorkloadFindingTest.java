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
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.RunBuilder;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.WorkloadFinding.Quantity;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.report.Reports;
import org.spindlebench.analysis.stats.SpeedUp;

/** Tests workloads of a small job and a large one that arrives 10 s later. */
class WorkloadFindingTest {
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

    private static WorkloadFinding only(Findings findings, String setup, Quantity quantity) {
        return findings.workloads().stream()
                .filter(one -> one.setup().equals(setup) && one.quantity() == quantity)
                .findFirst()
                .orElseThrow();
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

        WorkloadFinding makespan = only(findings, "hdd", Quantity.MAKESPAN);
        // The large job arrives after 10 s, and ends last.
        assertThat(makespan.visits().values()).containsExactly(110.0, 112.0, 111.0);
        assertThat(makespan.passes()).isEqualTo(3);
        assertThat(makespan.ratio()).isNull();
        assertThat(makespan.isClaimed()).isFalse();
        assertThat(makespan.interval(0.95).orElseThrow().contains(111)).isTrue();

        WorkloadFinding slowDown = only(findings, "ssd", Quantity.SLOW_DOWN);
        assertThat(slowDown.visits().values().get(0)).isCloseTo(Math.sqrt(30 / 20.0 * 50 / 50.0), within(1e-12));
        assertThat(slowDown.visits().n()).isEqualTo(3);
        assertThat(findings.workloads())
                .filteredOn(one -> one.setup().equals("ssd"))
                .extracting(one -> one.quantity() + " " + one.of())
                .containsExactly(
                        "MAKESPAN ",
                        "SLOW_DOWN ",
                        "CLASS_SLOW_DOWN query",
                        "CLASS_SLOW_DOWN scan",
                        "JOB_SLOW_DOWN small",
                        "JOB_SLOW_DOWN large");
    }

    @Test
    void setups_are_compared_over_visits_and_within_blocks() {
        WorkloadFinding makespan = only(clear(), "ssd", Quantity.MAKESPAN);

        assertThat(makespan.ratio().ratio()).isCloseTo(333.0 / 181, within(1e-12));
        assertThat(makespan.ratio().interval().orElseThrow().low()).isBetween(1.7, 1.83);
        assertThat(makespan.paired().blocks()).isEqualTo(3);
        assertThat(makespan.paired().ratio()).isCloseTo(1.8398, within(1e-3));
        assertThat(makespan.claim().corrected()).isBetween(makespan.p(), 0.01);
        assertThat(makespan.claim().verdict()).isEqualTo(Verdict.FASTER);
        assertThat(only(findings(), "ssd", Quantity.JOB_SLOW_DOWN).claim().p()).isNull();
        assertThat(findings().claims().count()).isGreaterThan(2);
    }

    @Test
    void a_setup_that_was_visited_once_has_no_interval() {
        visit("hdd", 40, 100);
        visit("ssd", 30, 50);

        WorkloadFinding makespan = only(findings(), "ssd", Quantity.MAKESPAN);

        assertThat(makespan.ratio().basis()).isEqualTo(SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME);
        assertThat(makespan.claim().verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(makespan.p()).isNull();
        assertThat(makespan.paired()).isNull();
        assertThat(Reports.text(findings()))
                .contains("workload w: makespan: ssd is 1.833x as fast as hdd, no interval: a setup was visited once"
                        + " (110.00 s; 60.00 s; n 1 visit, 1 visit)");
    }

    @Test
    void a_visit_without_a_valid_run_of_every_job_has_no_makespan() {
        clear();
        visit++;
        add(job("small", "ssd", 20.0));
        add(job("large", "ssd", 50.0));
        add(together("small", "ssd", 30));
        add(together("large", "ssd", 50).ended(Status.FAILED, "out of disk"));

        WorkloadFinding makespan = only(findings(), "ssd", Quantity.MAKESPAN);

        assertThat(makespan.visits().n()).isEqualTo(3);
        assertThat(makespan.passes()).isEqualTo(4);
        assertThat(findings().workloads())
                .filteredOn(one -> one.setup().equals("ssd") && one.of().equals("small"))
                .singleElement()
                .satisfies(one -> assertThat(one.visits().n()).isEqualTo(4));
        assertThat(Reports.text(findings())).contains("n 3 visits, 3 of 4 visits)");
    }

    @Test
    void jobs_that_were_never_submitted_leave_no_makespan() {
        visit = 1;
        add(job("small", "hdd", 20.0));
        add(together("small", "hdd", 30));

        assertThat(findings().workloads())
                .extracting(WorkloadFinding::quantity)
                .containsExactly(Quantity.CLASS_SLOW_DOWN, Quantity.JOB_SLOW_DOWN);
    }

    @Test
    void a_job_that_never_ran_alone_in_a_visit_has_no_slow_down_there() {
        visit = 1;
        add(job("large", "hdd", 50.0));
        add(together("small", "hdd", 40));
        add(together("large", "hdd", 100));

        assertThat(findings().workloads())
                .extracting(one -> one.quantity() + " " + one.of())
                .containsExactly("MAKESPAN ", "CLASS_SLOW_DOWN scan", "JOB_SLOW_DOWN large");
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

        assertThat(only(findings(), "ssd", Quantity.MAKESPAN).ratio()).isNull();
    }

    @Test
    void one_setup_alone_has_its_makespan_and_slow_down() {
        visit("hdd", 40, 100);
        visit("hdd", 42, 104);

        assertThat(Reports.text(Findings.of(Runs.of(records.stream()), ComparisonOptions.standard())))
                .contains("workload w: makespan on hdd 112.00 s [")
                .contains("workload w: slow-down of jobs at once against alone on hdd 2.045 [");
    }

    @Test
    void reports_have_the_sentences_and_the_table() {
        Findings findings = clear();
        assertThat(Reports.text(findings))
                .contains("workload w: makespan: ssd is 1.840x [")
                .contains("as fast as hdd (111.00 s; 60.33 s; n 3 visits, 3 visits)")
                .contains(
                        "workload w: slow-down of jobs at once against alone: the baseline's over the contender's is 1.63");
        assertThat(Reports.markdown(findings)).contains("## Jobs at once", "| w | ssd |", "| better |");
        assertThat(Reports.markdown(findings))
                .contains("| slow-down | class scan | 3 |", "| slow-down | job large | 3 |");
        assertThat(Reports.json(findings))
                .contains("\"workloads\": [", "\"quantity\": \"makespan\"", "\"verdict\": \"better\"");
    }

    @Test
    void the_page_and_the_csv_file_have_them_too(@TempDir Path directory) throws IOException {
        Reports.write(directory, clear());
        assertThat(Files.readString(directory.resolve("report.html")))
                .contains("Jobs at once", "All jobs of a workload at once", "workload w: makespan: ssd is 1.840x");
        assertThat(Files.readAllLines(directory.resolve("report-workloads.csv")))
                .hasSize(1 + 2 * 6)
                .anyMatch(line -> line.startsWith("w,") && line.contains("makespan") && line.endsWith("better"));
    }

    /** Adds a campaign whose large job ends last, so that the ratio of the mean makespans is known exactly. */
    private static List<RunRecord> simulated(double logFaster, double logCalmer, Random random) {
        WorkloadFindingTest campaign = new WorkloadFindingTest();
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
        static Shares of(List<List<WorkloadFinding>> campaigns, Quantity quantity, double truth) {
            List<WorkloadFinding> all = campaigns.stream()
                    .map(findings -> findings.stream()
                            .filter(one -> one.setup().equals("ssd") && one.quantity() == quantity)
                            .findFirst()
                            .orElseThrow())
                    .toList();
            assertThat(all).hasSize(ROUNDS).allMatch(one -> one.visits().n() == VISITS);
            return new Shares(
                    share(all, one -> one.ratio().interval().orElseThrow().contains(truth)),
                    share(all, one -> one.claim().p() < 0.05));
        }

        private static double share(List<WorkloadFinding> all, Predicate<WorkloadFinding> which) {
            return all.stream().filter(which).count() / (double) all.size();
        }
    }

    private static List<List<WorkloadFinding>> simulations(double logFaster, double logCalmer) {
        return IntStream.range(0, ROUNDS)
                .mapToObj(round -> simulated(logFaster, logCalmer, new Random(7_919L * round + 1)))
                .map(records -> WorkloadFinding.of(new Compared(
                        ComparisonOptions.standard(),
                        "hdd",
                        Runs.of(records.stream()).cells(),
                        Map.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        new ArrayList<>())))
                .toList();
    }

    private static double error(double share) {
        return STANDARD_ERRORS * Math.sqrt(share * (1 - share) / ROUNDS);
    }

    @Test
    void intervals_of_equal_setups_cover_1_as_often_as_they_say() {
        List<List<WorkloadFinding>> campaigns = simulations(0, 0);
        for (Quantity quantity : List.of(Quantity.MAKESPAN, Quantity.SLOW_DOWN)) {
            Shares shares = Shares.of(campaigns, quantity, 1);
            assertThat(shares.covered).isBetween(0.95 - error(0.95), 0.985);
            assertThat(shares.rejected).isLessThan(0.05 + error(0.05));
        }
    }

    @Test
    void intervals_of_different_setups_cover_the_truth_as_often_as_they_say() {
        List<List<WorkloadFinding>> campaigns = simulations(Math.log(1.3), Math.log(1.1));
        for (Shares shares : List.of(
                Shares.of(campaigns, Quantity.MAKESPAN, 1.3 * 1.1), Shares.of(campaigns, Quantity.SLOW_DOWN, 1.1))) {
            assertThat(shares.covered).isBetween(0.95 - error(0.95), 0.985);
            assertThat(shares.rejected).isGreaterThan(0.99);
        }
    }
}
