package org.spindlebench.analysis.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.workload.Workload.WorkloadJob;

class WorkloadTest {
    private static WorkloadJob job(String name, double submit, long bytes) {
        return new WorkloadJob(name, null, submit, bytes, 0, 0);
    }

    private static final Workload FIVE = new Workload(
            List.of(job("e", 40, 500), job("a", 0, 100), job("b", 10, 100), job("c", 20, 1), job("d", 30, 9000)));

    @Test
    void jobsStandInTheOrderOfTheirSubmission() {
        assertThat(FIVE.jobs()).extracting(WorkloadJob::name).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void aWindowHasItsBeginAndNotItsEnd() {
        Workload window = FIVE.window(10, 30);
        assertThat(window.jobs()).extracting(WorkloadJob::name).containsExactly("b", "c");
        assertThat(window.jobs()).extracting(WorkloadJob::submit).containsExactly(0.0, 10.0);
        assertThatThrownBy(() -> FIVE.window(50, 60)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsScaledToLessThanAByteStaysAByteAndNothingStaysNothing() {
        Workload scaled = FIVE.scaled(0.001, 0.5);
        assertThat(scaled.jobs()).extracting(WorkloadJob::inputBytes).containsExactly(1L, 1L, 1L, 9L, 1L);
        assertThat(scaled.jobs()).extracting(WorkloadJob::shuffleBytes).containsOnly(0L);
        assertThat(scaled.jobs()).extracting(WorkloadJob::submit).containsExactly(0.0, 5.0, 10.0, 15.0, 20.0);
    }

    @Test
    void aSampleFollowsFromItsSeed() {
        assertThat(FIVE.sample(3, 7)).isEqualTo(FIVE.sample(3, 7));
        assertThat(FIVE.sample(3, 7).jobs()).hasSize(3).isSubsetOf(FIVE.jobs());
        assertThat(FIVE.sample(9, 7)).isEqualTo(FIVE);
        assertThat(IntStream.range(0, 20).mapToObj(seed -> FIVE.sample(1, seed)).distinct())
                .hasSizeGreaterThan(1);
    }

    @Test
    void theFirstJobCanBeTheStart() {
        assertThat(FIVE.window(5, 100).fromFirst().jobs())
                .extracting(WorkloadJob::submit)
                .containsExactly(0.0, 10.0, 20.0, 30.0);
    }

    @Test
    void equalBytesAreInOneOfThreeClasses() {
        // The sorted sizes 1, 100, 100, 500 and 9000 have the indices 0 to 4; the class is floor(i * 3 / 5) + 1.
        assertThat(FIVE.inClasses().jobs())
                .extracting(WorkloadJob::jobClass)
                .containsExactly("q1", "q1", "q1", "q3", "q2");
    }

    @Test
    void twoJobsOfOneNameAndNoneAtAllAreNoWorkload() {
        assertThatThrownBy(() -> new Workload(List.of())).hasMessage("a workload has at least one job");
        assertThatThrownBy(() -> new Workload(List.of(job("a", 0, 1), job("a", 1, 1))))
                .hasMessage("two jobs are called a");
    }

    @Test
    void theSumOfHugeSizesIsTheLargestNumber() {
        assertThat(new WorkloadJob("a", null, 0, Long.MAX_VALUE, 1, 1).totalBytes())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(new WorkloadJob("a", null, 0, 3, 2, 1).totalBytes()).isEqualTo(6);
    }
}
