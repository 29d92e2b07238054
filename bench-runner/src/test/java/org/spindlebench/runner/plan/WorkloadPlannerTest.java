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
import org.spindlebench.analysis.workload.Workload.SizeClasses;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;
import org.spindlebench.jobs.base.JobKeys;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.WorkloadReader.WorkloadFile;
import org.spindlebench.runner.plan.PlanPrinter.WorkloadPrinter;
import org.spindlebench.runner.plan.PlannedWorkload.Arrival;

class WorkloadPlannerTest {
    private static final long MB = 1_000_000;
    private static final List<WorkloadJob> JOBS = List.of(
            new WorkloadJob("a", "x", 0, 300 * MB, 10 * MB, 5),
            new WorkloadJob("b", "y", 1, 10 * MB, 0, 5 * MB),
            new WorkloadJob("c", "x", 2, 300 * MB, 10 * MB, 5));
    private static final WorkloadFile FILE = new WorkloadFile(
            "w.yaml",
            "w",
            "",
            JOBS,
            null,
            new SizeClasses.Quantiles(1),
            new WorkloadFile.TaskSizes(100 * MB, 4 * MB),
            2,
            "text");

    private static PlannedWorkload plan(long seed) {
        return WorkloadPlanner.plan(FILE, new Workload(JOBS), PlanOptions.of("w-1", "setup", seed));
    }

    private static List<Arrival> arrivals(PlannedWorkload planned) {
        return planned.arrivals(planned.plan().first());
    }

    @Test
    void equalJobsRunAloneOnceForAllAndThenEveryJobRunsBesideTheOthers() {
        PlannedWorkload planned = plan(7);
        assertThat(planned.plan().runs()).hasSize(2 * 2 + 3);
        assertThat(planned.plan().runs()).extracting(RunSpec::index).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(planned.plan().runs())
                .extracting(RunSpec::id)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(planned.plan().runs())
                .extracting(RunSpec::isConcurrent)
                .containsExactly(false, false, false, false, true, true, true);
        assertThat(arrivals(planned))
                .extracting(arrival -> arrival.job().name())
                .containsExactly("a", "b", "c");
        assertThat(arrivals(planned).get(0).alone())
                .hasSize(2)
                .isEqualTo(arrivals(planned).get(2).alone())
                .allMatch(id -> id.endsWith("-scaled-alone-a"));
        assertThat(arrivals(planned).get(1).alone()).hasSize(2).allMatch(id -> id.endsWith("-scaled-alone-b"));
    }

    @Test
    void runsAtOnceArePooledNeitherWithRunsAloneNorWithEachOther() {
        PlannedWorkload planned = plan(7);
        assertThat(arrivals(planned).get(0).run().settings())
                .containsEntry("workload", "w")
                .containsEntry("workload_job", "a")
                .containsEntry("concurrent", "true")
                .containsEntry("input_bytes", "300000000")
                .containsEntry("total_bytes", "300000000")
                .isNotEqualTo(arrivals(planned).get(2).run().settings());
        assertThat(planned.plan().runs().get(0).settings()).doesNotContainKeys("workload", "concurrent");
    }

    @Test
    void inputsDecideHowManyTasksThereAre() {
        PlannedWorkload planned = plan(7);
        Map<String, String> a = arrivals(planned).get(0).run().configuration();
        assertThat(a)
                .containsEntry(JobKeys.FILES, "3")
                .containsEntry("mapreduce.job.reduces", "3")
                .containsEntry(JobKeys.INPUT_POOL, "300000000")
                .containsEntry(JobKeys.DATA, "text")
                .containsEntry("mapreduce.map.speculative", "false");
        assertThat(arrivals(planned).get(1).run().configuration())
                .containsEntry(JobKeys.FILES, "1")
                .containsEntry(JobKeys.INPUT_POOL, "300000000")
                .doesNotContainKey("mapreduce.job.reduces");
        assertThat(WorkloadPlanner.mostTasks(FILE, new Workload(JOBS))).isEqualTo(3);
    }

    @Test
    void jobsReadFromPlacesOfTheirOwnThatFollowFromTheSeed() {
        assertThat(plan(7)).isEqualTo(plan(7)).isNotEqualTo(plan(8));
        assertThat(arrivals(plan(7)))
                .extracting(arrival -> arrival.run().configuration().get(JobKeys.INPUT_OFFSET))
                .doesNotHaveDuplicates()
                .allMatch(offset -> Long.parseLong(offset) < 300 * MB);
    }

    @Test
    void theOptionWinsOverTheFilesRepeats() {
        PlanOptions options =
                new PlanOptions("w-1", "s", 7, OptionalInt.of(1), OptionalLong.empty(), List.of(), Map.of());
        assertThat(WorkloadPlanner.plan(FILE, new Workload(JOBS), options)
                        .plan()
                        .runs())
                .hasSize(2 + 3);
    }

    private static PlannedWorkload visits(long seed) {
        Experiment.VisitShape shape = new Experiment.VisitShape(Experiment.VisitOrder.ABBA, 2, 2, 0, null);
        return WorkloadPlanner.plan(
                FILE, new Workload(JOBS), shape, List.of("hdd", "ssd"), PlanOptions.of("w-1", "hdd", seed));
    }

    @Test
    void eachVisitHasTheRunsAloneAndThenAllJobs() {
        Plan plan = visits(7).plan();
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
            assertThat(visits(7).arrivals(visit)).hasSize(3).allSatisfy(arrival -> {
                assertThat(visit.runs()).contains(arrival.run());
                assertThat(arrival.run().repeat()).isEqualTo(place / 2 + 1);
                assertThat(visit.runs()).extracting(RunSpec::id).containsAll(arrival.alone());
                assertThat(arrival.alone()).hasSize(2);
            });
        }
    }

    @Test
    void aJobHasTheSamePlaceAndSettingsInEveryVisit() {
        Plan plan = visits(7).plan();
        List<RunSpec> runs = plan.visits().stream()
                .flatMap(visit -> visits(7).arrivals(visit).stream())
                .filter(arrival -> arrival.job().name().equals("b"))
                .map(PlannedWorkload.Arrival::run)
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
                    .plan()
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
        PlannedWorkload planned = visits(7);
        assertThat(planned.plan().workload()).isPresent();
        assertThat(planned.name()).isEqualTo("w");
        assertThat(planned.arrivals(planned.plan().visits().get(3)))
                .extracting(Arrival::job)
                .containsExactlyElementsOf(JOBS);
    }

    @Test
    void thePlanIsReadBackAsItWasWritten(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("plan.json"), PlanFile.json(plan(7).plan()));
        assertThat(PlanFile.read(file)).isEqualTo(plan(7).plan());
        Files.writeString(file, PlanFile.json(visits(7).plan()));
        assertThat(PlanFile.read(file)).isEqualTo(visits(7).plan());
    }

    @Test
    void thePlanIsPrintedWithItsArrivals() {
        assertThat(WorkloadPrinter.text(plan(7), PlanPrinter.text(plan(7).plan(), Optional.empty(), List.of())))
                .contains("workload   w: 3 jobs at once, after their runs alone")
                .contains("1.0 s  b (y): input 10MB, shuffle 0B, output 5MB; 2 alone")
                .contains("total      7 runs");
    }
}
