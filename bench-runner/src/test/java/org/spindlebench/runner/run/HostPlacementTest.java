package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.cluster.HostSet;
import org.spindlebench.runner.cluster.MemoryStorage;
import org.spindlebench.runner.run.DataPlacement.HostPlacement;

class HostPlacementTest {
    private static final HostSet HOSTS = new HostSet(List.of("a.invalid", "b.invalid"));

    private static List<Check> checks(HostSet hosts, String input, String output, Map<String, Long> bytes)
            throws IOException {
        List<Check> checks = new ArrayList<>();
        new HostPlacement(new MemoryStorage().onHosts(bytes), hosts).check(input, output, checks::add);
        return checks;
    }

    @Test
    void replicasOnTheChosenHostsPass() throws IOException {
        assertThat(checks(HOSTS, "/in", "/out", Map.of("a.invalid", 8L)))
                .singleElement()
                .satisfies(check -> {
                    assertThat(check.passed()).isTrue();
                    assertThat(check.actual()).isEqualTo(check.expected());
                });
    }

    @Test
    void aReplicaElsewhereIsNamed() throws IOException {
        assertThat(checks(HOSTS, null, "/out", Map.of("a.invalid", 8L, "c.invalid", 1L)))
                .containsExactly(
                        new Check("hosts of every replica", "hosts of the setup only", "also c.invalid", false));
    }

    @Test
    void aTaskElsewhereIsNamedEvenIfItFailed() {
        assertThat(tasks("a.invalid", "b.invalid", null)).singleElement().satisfies(check -> assertThat(check.passed())
                .isTrue());
        assertThat(tasks("a.invalid", "d.invalid", "c.invalid", "d.invalid"))
                .containsExactly(new Check(
                        "hosts of every task", "hosts of the setup only", "also c.invalid, d.invalid", false));
    }

    private static List<Check> tasks(String... hosts) {
        return tasks(HOSTS, new HostSet(List.of()), hosts);
    }

    private static List<Check> tasks(HostSet chosen, HostSet counted, String... hosts) {
        List<Check> checks = new ArrayList<>();
        new HostPlacement(new MemoryStorage(), chosen)
                .checkTasks(Arrays.stream(hosts).map(HostPlacementTest::attempt).toList(), counted, checks::add);
        return checks;
    }

    @Test
    void aTaskOnAHostThatWasNotCountedMakesTheRunInvalidWithoutChosenHosts() {
        assertThat(tasks(null, HOSTS, "a.invalid", "b.invalid", null))
                .singleElement()
                .satisfies(check -> assertThat(check.passed()).isTrue());
        assertThat(tasks(null, HOSTS, "a.invalid", "lent.invalid"))
                .singleElement()
                .satisfies(check -> {
                    assertThat(check.name()).isEqualTo("hosts of every task");
                    assertThat(check.passed()).isFalse();
                    assertThat(check.actual())
                            .startsWith("also lent.invalid, which Spindle did not count when it sized the run; ");
                });
        assertThat(tasks(null, HOSTS)).as("a program whose tasks are unknown").isEmpty();
    }

    private static TaskTimes attempt(String host) {
        return new TaskTimes("attempt", "map", host, "FAILED", null, null, null, null);
    }

    @Test
    void nothingIsAskedWhereNoHostsAreChosenOrNothingIsInHdfs() throws IOException {
        assertThat(checks(null, "/in", "/out", Map.of("c.invalid", 1L))).isEmpty();
        assertThat(checks(HOSTS, null, null, Map.of("c.invalid", 1L))).isEmpty();
    }
}
