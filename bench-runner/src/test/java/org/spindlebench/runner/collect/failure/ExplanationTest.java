package org.spindlebench.runner.collect.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Failure.Cause;
import org.spindlebench.analysis.record.Failure.ContainerLog;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.cluster.EndedJob;
import org.spindlebench.runner.cluster.EndedJob.FailureEvidence;

class ExplanationTest {
    private static final String MEMORY = "Container is running 1B beyond the 'PHYSICAL' memory limit.";
    private static final ContainerLog OF_A_MAP =
            new ContainerLog("container_1", "attempt_1_0001_m_000000_0", "node1", "diagnostics", List.of(MEMORY));

    private static EndedJob failed(String diagnostics, FailureEvidence evidence) {
        return new EndedJob("application_1", "job_1", false, diagnostics, null, null, null, null).with(evidence);
    }

    @Test
    void aJobThatSaysNothingMoreHasItsDiagnosticsAlone() {
        Explanation explanation = Explanation.of(failed("Task failed", FailureEvidence.NONE));

        assertThat(explanation.reasons()).containsExactly("Task failed");
        assertThat(explanation.failure()).isNull();
        assertThat(explanation.warning()).isEmpty();
    }

    @Test
    void aCauseIsNamedOnceByTheContainerThatKnowsItsKind() {
        FailureEvidence evidence =
                new FailureEvidence(List.of("a node is unhealthy"), List.of(OF_A_MAP, OF_A_MAP), List.of());
        Explanation explanation = Explanation.of(failed("Task failed: " + MEMORY, evidence));

        assertThat(explanation.failure().logs()).hasSize(2);
        assertThat(explanation.failure().causes()).extracting(Cause::code).containsExactly("memory-physical");
        assertThat(explanation.reasons())
                .hasSize(3)
                .contains("a node is unhealthy")
                .last()
                .asString()
                .contains("raise mapreduce.map.memory.mb,");
    }

    @Test
    void aFailingDiskComesBeforeWhatFollowsFromIt() {
        ContainerLog reduce = new ContainerLog(
                "container_2",
                "attempt_1_0001_r_000000_0",
                "node1",
                "syslog",
                List.of("ShuffleError: error in shuffle in fetcher#1"));
        ContainerLog map = new ContainerLog(
                "container_3",
                "attempt_1_0001_m_000007_0",
                "node2",
                "syslog",
                List.of("java.io.FileNotFoundException: /data/7/yarn/usercache/ann/x (Input/output error)"));
        FailureEvidence evidence = new FailureEvidence(List.of(), List.of(reduce, map), List.of());
        Explanation explanation = Explanation.of(failed("Task failed", evidence));

        assertThat(explanation.failure().causes())
                .extracting(Cause::code)
                .containsExactly("disk-error", "shuffle-fetches");
        assertThat(explanation.reasons().get(1)).startsWith("a disk on node2 (/data/7/yarn) gives errors; ");
    }

    @Test
    void logsThatCouldNotBeReadAreADoubt() {
        Explanation explanation =
                Explanation.of(failed("Task failed", new FailureEvidence(List.of(), List.of(), List.of("HTTP 401"))));

        assertThat(explanation.failure()).isNull();
        assertThat(explanation.warning()).map(Warning::code).hasValue("container-logs-unread");
    }
}
