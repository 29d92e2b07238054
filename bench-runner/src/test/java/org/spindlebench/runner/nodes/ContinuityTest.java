package org.spindlebench.runner.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.spindlebench.analysis.record.Check;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.runner.collect.daemon.ClusterMembership;
import org.spindlebench.runner.run.FakeCluster;
import org.spindlebench.runner.run.Fixtures;

class ContinuityTest {
    private static final String ONE = "the NodeManager a:1";
    private static final String TWO = "the DataNode b:2";
    private static final Map<String, Long> ALL = Map.of(ONE, 10L, TWO, 20L);

    private final Deque<ClusterMembership> rolls = new ArrayDeque<>();
    private volatile List<String> heard;
    private volatile CountDownLatch looks = new CountDownLatch(0);
    private final Continuity continuity = new Continuity(
            this::next,
            new FakeCluster() {
                @Override
                public Optional<List<String>> heardDataNodes() {
                    looks.countDown();
                    return Optional.ofNullable(heard);
                }
            },
            Duration.ZERO,
            Duration.ofMillis(1));

    /** Returns the next roll; the last one is repeated. */
    private ClusterMembership next() {
        return rolls.size() == 1 ? rolls.peek() : rolls.remove();
    }

    @SafeVarargs
    private Continuity with(Map<String, Long>... seen) {
        for (Map<String, Long> roll : seen) {
            rolls.add(new ClusterMembership(new TreeMap<>(roll)));
        }
        return continuity;
    }

    /** Returns the daemons with a pair of NameNodes, given the state of each and when the active one began. */
    private static ClusterMembership pair(String one, String other, long activeSince) {
        Map<String, Long> begun = new TreeMap<>(ALL);
        begun.put("the active NameNode", activeSince);
        return new ClusterMembership(
                new TreeMap<>(begun),
                new TreeMap<>(),
                new TreeMap<>(Map.of("the NameNode nn1:9870", one, "the NameNode nn2:9870", other)));
    }

    @Test
    void aStandbyThatDiesIsToldOnceAndIsNoLoss() throws Exception {
        rolls.addAll(List.of(pair("active", "standby", 5), pair("active", "standby", 5), pair("active", "", 5)));
        assertThat(continuity.begin()).isEmpty();
        assertThat(continuity.lost()).isEmpty();

        assertThat(continuity.begin())
                .singleElement()
                .matches(warning -> warning.code().equals("masters-changed"))
                .extracting(Warning::message)
                .asString()
                .contains("the NameNode nn2:9870 does not answer");
        assertThat(continuity.lost()).isEmpty();
        assertThat(continuity.missing()).isEmpty();
        assertThat(continuity.begin()).as("told already").isEmpty();
    }

    @Test
    void aStandbyThatIsAwayFromTheBeginningIsTold() throws Exception {
        rolls.add(pair("active", "", 5));

        assertThat(continuity.begin()).extracting(Warning::code).containsExactly("masters-changed");
        assertThat(continuity.missing()).isEmpty();
    }

    @Test
    void aFailoverBetweenTwoRunsIsToldAndOneDuringARunCostsThatRunOnly() throws Exception {
        rolls.addAll(List.of(pair("active", "standby", 5), pair("active", "standby", 5), pair("", "active", 7)));
        continuity.begin();
        assertThat(continuity.lost()).isEmpty();

        assertThat(continuity.missing()).as("between two runs").isEmpty();
        assertThat(continuity.begin())
                .extracting(Warning::message)
                .singleElement()
                .asString()
                .contains("the NameNode nn1:9870 does not answer, the NameNode nn2:9870 is now active");
        assertThat(continuity.lost()).isEmpty();

        rolls.clear();
        rolls.add(pair("active", "standby", 9));
        assertThat(continuity.lost())
                .as("during a run")
                .containsExactly("the active NameNode has changed or was restarted");
        assertThat(continuity.missing()).as("the next run may begin").isEmpty();
    }

    @Test
    void withoutAnActiveNameNodeTheClusterIsNotWhole() throws Exception {
        rolls.addAll(List.of(pair("active", "standby", 5), pair("standby", "standby", 0)));
        continuity.begin();

        assertThat(continuity.missing()).containsExactly("the active NameNode no longer answers");
    }

    @Test
    void nothingIsLostWhereAllAnswerAndAreAsOldAsBefore() throws Exception {
        with(ALL, ALL).begin();

        assertThat(continuity.lost()).isEmpty();
    }

    @Test
    void aDataNodeThatWasSilentForATimeDuringTheRunIsLostAlthoughItIsAsBefore() throws Exception {
        heard = List.of();
        Continuity watched = with(ALL);
        watched.watch();
        watched.begin();
        awaitLooks(2);
        assertThat(watched.lost())
                .containsExactly("for a time, the cluster lacked " + TWO + " (no heartbeat for 30 s)");

        for (List<String> nothingNew : Arrays.asList(List.of("b:2", "c:3"), null)) {
            heard = nothingNew;
            watched.watch();
            watched.begin();
            awaitLooks(2);
            assertThat(watched.lost()).as("%s", nothingNew).isEmpty();
        }
        watched.end();
    }

    /** The looks before the last one have been written down. */
    private void awaitLooks(int number) throws InterruptedException {
        looks = new CountDownLatch(number);
        assertThat(looks.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void oneThatIsNotListedOrDoesNotAnswerIsLost() throws Exception {
        with(ALL, Map.of(ONE, 0L)).begin();

        assertThat(continuity.lost()).containsExactly(TWO + " is gone", ONE + " no longer answers");
    }

    @Test
    void oneThatAnswersAtTheNextTryIsThere() throws Exception {
        with(ALL, Map.of(ONE, 0L, TWO, 20L), ALL).begin();

        assertThat(continuity.lost()).isEmpty();
    }

    @Test
    void oneThatWasRestartedInTheRunIsLostAndOneBetweenRunsIsNot() throws Exception {
        with(ALL, Map.of(ONE, 11L, TWO, 20L)).begin();
        assertThat(continuity.lost()).containsExactly(ONE + " was restarted");

        continuity.begin();
        assertThat(continuity.lost()).isEmpty();
    }

    @Test
    void oneThatWentBetweenTwoRunsIsMissedInTheNextAndThoseThatComeAreNoMatter() throws Exception {
        with(ALL, ALL, Map.of(ONE, 10L, "the NodeManager c:3", 30L)).begin();
        assertThat(continuity.lost()).isEmpty();
        continuity.begin();

        assertThat(continuity.lost()).containsExactly(TWO + " is gone");
    }

    @Test
    void oneThatCameBackInTheRunWasAwayWhenItBegan() throws Exception {
        Map<String, Long> away = Map.of(ONE, 10L);
        with(ALL, ALL, away, away, away, ALL).begin();
        assertThat(continuity.lost()).isEmpty();
        continuity.begin();

        assertThat(continuity.lost()).containsExactly(TWO + " is gone when the run began");
    }

    @Test
    void oneThatAnswersAtTheNextTryIsThereWhenTheRunBegins() throws Exception {
        with(ALL, ALL, Map.of(ONE, 0L, TWO, 20L), ALL).begin();
        assertThat(continuity.lost()).isEmpty();
        continuity.begin();

        assertThat(continuity.lost()).isEmpty();
    }

    @Test
    void storageThatDropsOutIsSaidAlthoughItsDaemonGoesOn() throws Exception {
        String fault = "1/2 local-dirs usable space is below configured utilization percentage";
        TreeMap<String, String> sound = new TreeMap<>(Map.of(ONE, "", "HDFS on b", ""));
        rolls.add(new ClusterMembership(new TreeMap<>(ALL), sound));
        rolls.add(new ClusterMembership(new TreeMap<>(ALL), sound));
        rolls.add(new ClusterMembership(
                new TreeMap<>(ALL), new TreeMap<>(Map.of(ONE, fault, "HDFS on b", "1 failed volume"))));
        continuity.begin();
        assertThat(continuity.lost()).isEmpty();

        continuity.begin();
        assertThat(continuity.lost())
                .containsExactlyInAnyOrder(
                        ONE + " reports on its storage: " + fault, "HDFS on b reports on its storage: 1 failed volume");
    }

    @Test
    void oneThatNeverAnswersIsBelievedByItsMaster() throws Exception {
        Map<String, Long> silent = Map.of(ONE, 0L, TWO, 20L);
        with(silent, silent).begin();

        assertThat(continuity.lost()).isEmpty();
    }

    @Test
    void aSecondApplicationMasterIsSaidAndAnUnknownNumberIsNotChecked() {
        List<Check> checks = new ArrayList<>();
        Continuity.check(Fixtures.ended(true, ""), checks::add);
        assertThat(checks).isEmpty();

        Continuity.check(Fixtures.ended(true, "").with(1, null), checks::add);
        Continuity.check(Fixtures.ended(true, "").with(2, null), checks::add);
        assertThat(checks).extracting(Check::passed).containsExactly(true, false);
        assertThat(checks.get(1).actual())
                .startsWith("2, because each but the last ended early")
                .contains("`yarn applicationattempt -list application_1_0001`");
    }
}
