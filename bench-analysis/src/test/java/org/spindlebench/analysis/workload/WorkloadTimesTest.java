package org.spindlebench.analysis.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonDocument.TextOrigin;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;
import org.spindlebench.analysis.workload.WorkloadTimes.Distribution;
import org.spindlebench.analysis.workload.WorkloadTimes.JobOutcome;
import org.spindlebench.analysis.workload.WorkloadTimes.WorkloadText;

class WorkloadTimesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static JobOutcome ended(String name, String type, double submit, long from, long to, Double... alone) {
        return new JobOutcome(
                new WorkloadJob(name, type, submit, 1, 1, 1),
                "001-" + name,
                null,
                0.5,
                START.plusSeconds(from),
                START.plusSeconds(to),
                List.of(alone));
    }

    private static final JobOutcome A = ended("a", "small", 0, 100, 130, 10.0, 30.0, 20.0);
    private static final JobOutcome B = ended("b", "small", 5, 105, 125, 10.0);
    private static final JobOutcome C = ended("c", "large", 25, 125, 185);

    private static WorkloadTimes figures(JobOutcome... outcomes) {
        return WorkloadTimes.of("w-1", "w", "hdd", null, List.of(outcomes));
    }

    @Test
    void makespanIsFromTheFirstAcceptanceToTheLastEnd() {
        WorkloadTimes figures = figures(C, A, B);
        assertThat(figures.makespan()).isEqualTo(85.0);
        assertThat(figures.invalid()).isEmpty();
        assertThat(figures.mostAtOnce()).isEqualTo(2);
        assertThat(figures.jobs()).extracting(WorkloadTimes.JobResponse::name).containsExactly("a", "b", "c");
    }

    @Test
    void slowDownIsResponseOverTheMedianAlone() {
        WorkloadTimes figures = figures(A, B, C);
        assertThat(figures.jobs().get(0).slowDown()).isEqualTo(1.5);
        assertThat(figures.jobs().get(0).aloneRuns()).isEqualTo(3);
        assertThat(figures.jobs().get(1).slowDown()).isEqualTo(2.0);
        assertThat(figures.jobs().get(2).response()).isEqualTo(60.0);
        assertThat(figures.jobs().get(2).slowDown()).isNull();
    }

    @Test
    void aJobWithoutAValidEndLeavesNoMakespan() {
        JobOutcome failed = new JobOutcome(
                new WorkloadJob("d", "large", 30, 1, 1, 1),
                "004-d",
                "out of disk",
                0.0,
                START.plusSeconds(130),
                START.plusSeconds(131),
                List.of(9.0));
        WorkloadTimes figures = figures(A, failed);
        assertThat(figures.makespan()).isNull();
        assertThat(figures.invalid()).containsExactly("d: out of disk");
        assertThat(figures.jobs().get(1).response()).isNull();
        assertThat(figures.jobs().get(1).slowDown()).isNull();
        assertThat(figures.classes().get(0).jobs()).isEqualTo(1);
        assertThat(figures.classes().get(0).response().n()).isZero();
        assertThat(WorkloadText.render(figures)).contains("No makespan").contains("* d: out of disk");
    }

    @Test
    void classesSumUpTheirJobs() {
        WorkloadTimes figures = figures(A, B, C);
        assertThat(figures.classes()).extracting(WorkloadTimes.ClassTimes::name).containsExactly("large", "small");
        Distribution response = figures.classes().get(1).response();
        assertThat(response).isEqualTo(new Distribution(2, 20.0, 25.0, null, null, null, 30.0));
    }

    @Test
    void aPercentileIsGivenFromTheLeastNumberOfValuesOn() {
        assertThat(of(1).p50()).isNull();
        assertThat(of(9).p90()).isNull();
        // R: quantile(1:10, 0.9) is 9.1, and quantile(1:20, 0.95) is 19.05.
        assertThat(of(10).p90()).isEqualTo(9.1);
        assertThat(of(19).p95()).isNull();
        assertThat(of(20).p95()).isEqualTo(19.05);
        assertThat(of(99).p99()).isNull();
        assertThat(of(100).p99()).isEqualTo(99.01);
    }

    private static Distribution of(int n) {
        return Distribution.of(
                IntStream.rangeClosed(1, n).mapToObj(value -> (double) value).toList());
    }

    @Test
    void theDocumentReadsBackAsItWasWritten() {
        WorkloadTimes figures = figures(A, B, C);
        WorkloadTimes read = JsonDocument.parse(
                JsonDocument.text(figures), WorkloadTimes.class, WorkloadTimes.SCHEMA, TextOrigin.of(Path.of("w")));
        assertThat(read).isEqualTo(figures);
    }

    @Test
    void theTableShowsWhatThereIsAndADashForTheRest() {
        String text = WorkloadText.render(figures(A, B, C));
        assertThat(text)
                .contains("Workload w: 3 job(s), at most 2 at once.\nMakespan 85.0 s.\n")
                .contains("a    small       0.0     0.5        30.0     20.0  3       1.50")
                .contains("c    large      25.0     0.5        60.0        -  0          -");
    }
}
