package org.spindlebench.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spindlebench.analysis.workload.Workload;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;
import org.spindlebench.runner.plan.PlanPrinter.WorkloadPrinter;

class WorkloadPlannerTest {
    private static final long MB = 1_000_000;
    private static final List<WorkloadJob> JOBS = List.of(
            new WorkloadJob("a", "x", 0, 300 * MB, 10 * MB, 5),
            new WorkloadJob("b", "y", 1, 10 * MB, 0, 5 * MB),
            new WorkloadJob("c", "x", 2, 300 * MB, 10 * MB, 5));
    private static final WorkloadFile FILE =
            new WorkloadFile("w.yaml", "w", "", JOBS, null, new WorkloadFile.TaskSizes(100 * MB, 4 * MB), 2, "text");

    private static Plan plan(long seed) {
        return plan(PlanOptions.of("w-1", "setup", seed));
    }

    private static Plan plan(PlanOptions options) {
        return WorkloadPlanner.plan(FILE, new Workload(JOBS), Experiment.VisitShape.DEFAULT, List.of("setup"), options);
    }

    private static List<RunSpec> together(Plan planned) {
        return planned.first().together();
    }

    @Test
    void equalJobsRunAloneOnceForAllAndThenEveryJobRunsBesideTheOthers() {
        Plan planned = plan(7);
        assertThat(planned.runs()).hasSize(2 * 2 + 3);
        assertThat(planned.runs()).extracting(RunSpec::index).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(planned.runs())
                .extracting(RunSpec::id)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(planned.runs())
                .extracting(RunSpec::isConcurrent)
                .containsExactly(false, false, false, false, true, true, true);
        assertThat(together(planned)).extracting(RunSpec::workloadJob).containsExactly("a", "b", "c");
        assertThat(planned.runs().subList(0, 4))
                .extracting(run -> run.id().replaceAll("^[0-9]+-scaled-", ""))
                .containsExactlyInAnyOrder("alone-a", "alone-b", "alone-a", "alone-b");
    }

    @Test
    void runsAtOnceArePooledNeitherWithRunsAloneNorWithEachOther() {
        Plan planned = plan(7);
        assertThat(together(planned).get(0).settings())
                .containsEntry("workload", "w")
                .containsEntry("workload_job", "a")
                .containsEntry("concurrent", "true")
                .containsEntry("input_bytes", "300000000")
                .containsEntry("total_bytes", "300000000")
                .isNotEqualTo(together(planned).get(2).settings());
        assertThat(planned.runs().get(0).settings()).doesNotContainKeys("workload", "concurrent");
    }

    @Test
    void inputsDecideHowManyTasksThereAre() {
        Plan planned = plan(7);
        Map<String, String> a = together(planned).get(0).configuration();
        assertThat(a)
                .containsEntry(JobKeys.FILES, "3")
                .containsEntry("mapreduce.job.reduces", "3")
                .containsEntry(JobKeys.INPUT_POOL, "300000000")
                .containsEntry(JobKeys.DATA, "text")
                .containsEntry("mapreduce.map.speculative", "false");
        assertThat(together(planned).get(1).configuration())
                .containsEntry(JobKeys.FILES, "1")
                .containsEntry(JobKeys.INPUT_POOL, "300000000")
                .doesNotContainKey("mapreduce.job.reduces");
        assertThat(WorkloadPlanner.mostTasks(FILE, new Workload(JOBS))).isEqualTo(3);
    }

    @Test
    void jobsReadFromPlacesOfTheirOwnThatFollowFromTheSeed() {
        assertThat(plan(7)).isEqualTo(plan(7)).isNotEqualTo(plan(8));
        assertThat(together(plan(7)))
                .extracting(run -> run.configuration().get(JobKeys.INPUT_OFFSET))
                .doesNotHaveDuplicates()
                .allMatch(offset -> Long.parseLong(offset) < 300 * MB);
    }

    @Test
    void theOptionWinsOverTheFilesRepeats() {
        PlanOptions options =
                new PlanOptions("w-1", "s", 7, OptionalInt.of(1), OptionalLong.empty(), List.of(), Map.of());
        assertThat(plan(options).runs()).hasSize(2 + 3);
    }

    private static Plan visits(long seed) {
        Experiment.VisitShape shape = new Experiment.VisitShape(Experiment.VisitOrder.ABBA, 2, 2, 0, null);
        return WorkloadPlanner.plan(
                FILE, new Workload(JOBS), shape, List.of("hdd", "ssd"), PlanOptions.of("w-1", "hdd", seed));
    }

    @Test
    void eachVisitHasTheRunsAloneAndThenAllJobs() {
        Plan plan = visits(7);
        assertThat(plan.runs()).hasSize(4 * (2 * 2 + 3));
        assertThat(plan.runs()).extracting(RunSpec::id).doesNotHaveDuplicates().isSorted();
        List<String> order = plan.visits().stream().map(Plan.Visit::setup).toList();
        assertThat(order.subList(0, 2)).containsExactlyInAnyOrder("hdd", "ssd");
        assertThat(order.subList(2, 4)).containsExactly(order.get(1), order.get(0));
        for (Plan.Visit visit : plan.visits()) {
            int place = visit.number() - 1;
            assertThat(visit.runs())
                    .allMatch(run -> run.block() == place / 2 + 1)
                    .allMatch(run -> run.id().endsWith("-" + visit.setup()));
            assertThat(visit.together())
                    .hasSize(3)
                    .isEqualTo(visit.runs().subList(4, 7))
                    .allMatch(run -> run.repeat() == place / 2 + 1);
            assertThat(visit.runs().subList(0, 4)).allMatch(run -> run.id().contains("-alone-"));
        }
    }

    @Test
    void aJobHasTheSamePlaceAndSettingsInEveryVisit() {
        Plan plan = visits(7);
        List<RunSpec> runs = plan.visits().stream()
                .flatMap(visit -> visit.together().stream())
                .filter(run -> run.workloadJob().equals("b"))
                .toList();
        assertThat(runs).hasSize(4);
        assertThat(runs)
                .extracting(RunSpec::configuration)
                .containsOnly(runs.get(0).configuration());
        assertThat(runs).extracting(RunSpec::settings).containsOnly(runs.get(0).settings());
        assertThat(runs.get(0).settings())
                .containsEntry("workload_jobs", "3")
                .containsEntry("workload_class", "y")
                .containsEntry("workload_arrival", "1.0");
    }

    @Test
    void theRunsAloneHaveAnotherOrderInLaterVisits() {
        List<List<String>> orders = new ArrayList<>();
        for (long seed = 1; seed <= 20; seed++) {
            visits(seed)
                    .visits()
                    .forEach(visit -> orders.add(visit.runs().stream()
                            .limit(2)
                            .map(run -> run.id().substring(4))
                            .map(id -> id.substring(0, id.lastIndexOf('-')))
                            .toList()));
        }
        assertThat(orders)
                .contains(List.of("scaled-alone-a", "scaled-alone-b"), List.of("scaled-alone-b", "scaled-alone-a"));
    }

    @Test
    void aSavedPlanSaysWhichJobsArrive() {
        Plan planned = visits(7);
        assertThat(planned.first().together()).isNotEmpty();
        assertThat(planned.suite()).isEqualTo("w");
        assertThat(planned.visits().get(3).together()).hasSize(3).allSatisfy(run -> {
            WorkloadJob job = JOBS.get("abc".indexOf(run.workloadJob()));
            assertThat(run.arrival()).isEqualTo(job.submit());
            assertThat(run.settings())
                    .containsEntry("workload_class", job.jobClass())
                    .containsEntry("input_bytes", String.valueOf(job.inputBytes()))
                    .containsEntry("shuffle_bytes", String.valueOf(job.shuffleBytes()))
                    .containsEntry("output_bytes", String.valueOf(job.outputBytes()));
        });
    }

    @Test
    void thePlanIsReadBackAsItWasWritten(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("plan.json"), PlanFile.json(plan(7)));
        assertThat(PlanFile.read(file)).isEqualTo(plan(7));
        Files.writeString(file, PlanFile.json(visits(7)));
        assertThat(PlanFile.read(file)).isEqualTo(visits(7));
    }

    @Test
    void thePlanIsPrintedWithItsArrivals() {
        assertThat(WorkloadPrinter.text(plan(7), PlanPrinter.text(plan(7), Optional.empty(), List.of())))
                .contains("workload   w: 3 jobs at once, after their runs alone")
                .contains("1.0 s  b (y): input 10MB, shuffle 0B, output 5MB; runs alone: 2")
                .contains("total      7 runs");
    }
}
