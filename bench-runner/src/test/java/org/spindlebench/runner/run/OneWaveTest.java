package org.spindlebench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.spindlebench.runner.run.Fixtures.GIB;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.TaskTimes;
import org.spindlebench.runner.cluster.ClusterShape.NodeShape;
import org.spindlebench.runner.collect.JobHistory;
import org.spindlebench.runner.plan.RunSpec;

/** Tests waves of invented tasks, each with its start and its end in seconds. */
class OneWaveTest {
    private static final NodeShape NODE = new NodeShape("a", 4 * GIB, 0, 4, 0);

    private static SizedRun run(String job, int slots) {
        return run(Fixtures.spec(1, job, 500), slots);
    }

    private static SizedRun run(RunSpec spec, int slots) {
        return new Sizing(Fixtures.shape(3, NODE), slots, 7, configuration -> Fixtures.REQUESTS).size(spec);
    }

    private static List<Check> checks(SizedRun run, TaskTimes... tasks) {
        List<Check> checks = new ArrayList<>();
        OneWave.check(run, history(tasks), checks::add);
        return checks;
    }

    private static JobHistory history(TaskTimes... tasks) {
        return Fixtures.history(Map.of(), tasks);
    }

    private static TaskTimes map(int task, int from, int to) {
        return attempt(task, 0, "SUCCEEDED", from, to);
    }

    private static TaskTimes attempt(int task, int attempt, String state, int from, int to) {
        return new TaskTimes(
                "attempt_1_0001_m_00000" + task + "_" + attempt,
                "map",
                "a",
                state,
                Fixtures.START.plusSeconds(from),
                Fixtures.START.plusSeconds(to),
                null,
                null);
    }

    private static TaskTimes reduce(int task, int from, int to) {
        return new TaskTimes(
                "attempt_1_0001_r_00000" + task + "_0",
                "reduce",
                "a",
                "SUCCEEDED",
                Fixtures.START.plusSeconds(from),
                Fixtures.START.plusSeconds(to),
                null,
                null);
    }

    @Test
    void threeOfFiveGrantedUntilOneEndsIsNoWaveAndTheRemedyIsNamed() {
        Check check = checks(
                        run("teragen", 5), map(0, 0, 11), map(1, 1, 12), map(2, 1, 12), map(3, 12, 22), map(4, 13, 23))
                .get(0);

        assertThat(check.passed()).isFalse();
        assertThat(check.actual())
                .isEqualTo("3 maps ran for 10.0 s while 2 waited: YARN grants fewer containers than the 5 slots of the"
                        + " plan; measure what it grants with `check --calibrate`, or start anew with --slots 3");
    }

    @Test
    void aGrantThatIsLateByMoreThanThreeSecondsIsNoWaveEither() {
        assertThat(checks(run("teragen", 2), map(0, 0, 20), map(1, 3, 20))
                        .get(0)
                        .passed())
                .isTrue();
        assertThat(checks(run("teragen", 2), map(0, 0, 20), map(1, 4, 20))
                        .get(0)
                        .passed())
                .isFalse();
    }

    @Test
    void shortTasksThatEndBeforeTheLastGrantProveNothing() {
        assertThat(checks(
                        run("teragen", 6),
                        map(0, 0, 2),
                        map(1, 1, 3),
                        map(2, 2, 4),
                        map(3, 3, 5),
                        map(4, 4, 6),
                        map(5, 5, 7)))
                .singleElement()
                .satisfies(check -> assertThat(check.passed()).isTrue());
        // One task runs after the other, but in between no container was held that could have kept the second one
        // waiting.
        assertThat(checks(run("teragen", 2), map(0, 0, 2), map(1, 9, 11)).get(0).passed())
                .isTrue();
    }

    @Test
    void grantsThatComeSlowlyAndAllBeforeTheFirstEndAreOneWave() {
        assertThat(checks(run("teragen", 4), map(0, 0, 30), map(1, 3, 30), map(2, 6, 33), map(3, 9, 34))
                        .get(0)
                        .passed())
                .isTrue();
    }

    @Test
    void aContainerThatEndedIsGrantedAnewAfterTwoHeartbeats() {
        assertThat(checks(run("teragen", 3), map(0, 0, 2), map(1, 0, 9), map(2, 7, 15))
                        .get(0)
                        .passed())
                .isTrue();
        assertThat(checks(run("teragen", 3), map(0, 0, 2), map(1, 0, 9), map(2, 8, 15))
                        .get(0)
                        .passed())
                .isFalse();
    }

    @Test
    void anAttemptThatIsMadeAgainWasGrantedBefore() {
        assertThat(checks(
                        run("teragen", 2),
                        attempt(0, 0, "FAILED", 0, 10),
                        attempt(0, 1, "SUCCEEDED", 20, 30),
                        map(1, 0, 30)))
                .singleElement()
                .satisfies(check -> assertThat(check.passed()).isTrue());
    }

    @Test
    void reducesWaitForMapsThatHoldTheirPlacesButNotForLongerThanThese() {
        assertThat(checks(run("terasort", 2), map(0, 0, 30), map(1, 0, 20), reduce(0, 22, 50), reduce(1, 33, 50))
                        .get(0)
                        .passed())
                .isTrue();
        assertThat(checks(run("terasort", 2), map(0, 0, 30), map(1, 0, 20), reduce(0, 22, 50), reduce(1, 51, 60)))
                .singleElement()
                .satisfies(check -> assertThat(check.actual()).startsWith("1 reduce ran for "));
        // Terasort's maps are not sized to be one wave.
        assertThat(checks(run("terasort", 2), map(0, 0, 10), map(1, 10, 20), reduce(0, 22, 50), reduce(1, 22, 50))
                        .get(0)
                        .passed())
                .isTrue();
    }

    @Test
    void bothKindsOfAWaveOfBothCount() {
        TaskTimes[] mapsApart = {map(0, 0, 10), map(1, 12, 20), reduce(0, 22, 50), reduce(1, 22, 50)};
        TaskTimes[] reducesApart = {map(0, 0, 10), map(1, 0, 10), reduce(0, 12, 30), reduce(1, 31, 50)};

        assertThat(checks(run("shuffle", 2), mapsApart).get(0).actual()).startsWith("1 map ");
        assertThat(checks(run("shuffle", 2), reducesApart).get(0).actual()).startsWith("1 reduce ");
    }

    @Test
    void mapsThatCameLateSayNothingOfReducesThatEndedEarly() {
        SizedRun run = run("shuffle", 2);
        TaskTimes[] late = {map(0, 0, 20), map(1, 5, 20), reduce(0, 21, 22), reduce(1, 23, 24)};
        TaskTimes[] both = {map(0, 0, 20), map(1, 15, 20), reduce(0, 22, 30), reduce(1, 31, 40)};

        assertThat(OneWave.stall(run, history(late)))
                .hasValueSatisfying(stall -> assertThat(stall.late()).isTrue());
        assertThat(OneWave.stall(run, history(both))).hasValueSatisfying(stall -> {
            assertThat(stall.late()).isFalse();
            assertThat(stall.kind()).isEqualTo("reduce");
            assertThat(stall.lasted()).hasSeconds(8);
        });
    }

    @Test
    void aJobOfMoreTasksThanSlotsOrWithoutAWaveIsNotChecked() {
        RunSpec four = Fixtures.spec(1, "terasort", 500);
        RunSpec asking = new RunSpec(
                four.id(), 1, 1, 1, "terasort", four.size(), four.settings(), Map.of("mapreduce.job.reduces", "4"));

        assertThat(checks(run("teraread", 2), map(0, 0, 10), map(1, 12, 20))).isEmpty();
        assertThat(checks(run(asking, 2), reduce(0, 0, 10), reduce(1, 12, 20))).isEmpty();
        assertThat(checks(run(asking, 4), reduce(0, 0, 10), reduce(1, 12, 20)))
                .extracting(Check::passed)
                .containsExactly(false);
    }
}
