package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spindlebench.analysis.proof.OtherLoad;
import org.spindlebench.analysis.proof.Proofs;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.run.NodeWarnings.Contention;

class ContentionTest {
    private static final TaskTimes GOOD =
            new TaskTimes("a", "map", "h", "SUCCEEDED", Fixtures.START, Fixtures.START, null, null, null);
    private static final TaskTimes PREEMPTED = new TaskTimes(
            "b", "map", "h", "KILLED", Fixtures.START, Fixtures.START, null, null, "Container preempted by scheduler");

    private static List<Check> checks(List<TaskTimes> tasks, Proofs proofs, Double limit) {
        List<Check> checks = new ArrayList<>();
        Contention.check(tasks, proofs, limit, checks::add);
        return checks;
    }

    private static Proofs others(Double cpu, Double devices) {
        boolean known = cpu != null || devices != null;
        OtherLoad others = new OtherLoad(
                cpu, cpu, devices, devices == null ? null : 1L, List.of(), known ? Boolean.FALSE : null, null, null);
        return new Proofs(null, null, null, null, null, null, null, others, null);
    }

    @Test
    void aRunOfWhichATaskWasPreemptedIsInvalid() {
        assertThat(checks(List.of(GOOD), null, null)).singleElement().matches(Check::passed);
        assertThat(checks(List.of(GOOD, PREEMPTED), null, null)).singleElement().satisfies(check -> {
            assertThat(check.passed()).isFalse();
            assertThat(check.name()).startsWith("contended");
            assertThat(check.actual()).isEqualTo("1");
        });
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0.1, true", "0.30001, 0.1, false", "0.1, 0.4, false", "0.1, , true", ", 0.2, true", ", , false"})
    void aDeclaredLimitHoldsForProcessorsAndDevicesAndWhatIsNotKnownIsNotWithin(
            Double cpu, Double devices, boolean passed) {
        assertThat(checks(List.of(GOOD), others(cpu, devices), 0.3))
                .last()
                .extracting(Check::passed)
                .isEqualTo(passed);
        assertThat(checks(List.of(GOOD), null, 0.3))
                .last()
                .extracting(Check::passed)
                .isEqualTo(false);
    }
}
