package org.spindlebench.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.spindlebench.runner.conf.Experiment.VisitOrder;
import org.spindlebench.runner.plan.Planner.VisitSequence;

class VisitSequenceTest {
    private static final List<String> SETUPS = List.of("a", "b", "c");

    @ParameterizedTest
    @EnumSource
    void everySetupIsVisitedAsOftenAsAsked(VisitOrder order) {
        List<String> visited = setups(VisitSequence.of(order, SETUPS, 5, 7));

        assertThat(visited).hasSize(15);
        SETUPS.forEach(setup ->
                assertThat(Collections.frequency(visited, setup)).as(setup).isEqualTo(5));
    }

    @Test
    void abbaFollowsEachBlockByTheSameInReverse() {
        for (long seed = 0; seed < 20; seed++) {
            List<String> visited = setups(VisitSequence.of(VisitOrder.ABBA, SETUPS, 4, seed));
            for (int pair = 0; pair < 2; pair++) {
                List<String> there = visited.subList(6 * pair, 6 * pair + 3);
                List<String> back = new ArrayList<>(visited.subList(6 * pair + 3, 6 * pair + 6));
                Collections.reverse(back);
                assertThat(back).isEqualTo(there).containsExactlyInAnyOrder("a", "b", "c");
            }
        }
    }

    @Test
    void aLinearDriftFallsOnAllSetupsAlikeAfterEverySecondBlockOfAbba() {
        List<VisitSequence.SetupTurn> visits = VisitSequence.of(VisitOrder.ABBA, SETUPS, 6, 3);
        for (String setup : SETUPS) {
            double place = 0;
            for (int i = 0; i < visits.size(); i++) {
                place += visits.get(i).setup().equals(setup) ? i : 0;
            }
            assertThat(place / 6).as("mean place of %s", setup).isEqualTo((visits.size() - 1) / 2.0);
        }
    }

    @Test
    void blocksHoldEverySetupOnceInOrdersOfTheirOwn() {
        Set<List<String>> orders = new HashSet<>();
        List<VisitSequence.SetupTurn> visits = VisitSequence.of(VisitOrder.BLOCKS, SETUPS, 40, 3);
        for (int block = 1; block <= 40; block++) {
            int number = block;
            List<String> order = setups(
                    visits.stream().filter(visit -> visit.block() == number).toList());
            assertThat(order).containsExactlyInAnyOrder("a", "b", "c");
            orders.add(order);
        }
        assertThat(orders).hasSize(6);
    }

    @Test
    void aSequentialOrderHasNoBlockOfTwoSetups() {
        List<VisitSequence.SetupTurn> visits = VisitSequence.of(VisitOrder.SEQUENTIAL, SETUPS, 2, 3);

        assertThat(setups(visits)).containsExactly("a", "a", "b", "b", "c", "c");
        assertThat(visits).extracting(VisitSequence.SetupTurn::block).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void theOrderFollowsFromTheSeed() {
        assertThat(VisitSequence.of(VisitOrder.BLOCKS, SETUPS, 9, 1))
                .isEqualTo(VisitSequence.of(VisitOrder.BLOCKS, SETUPS, 9, 1))
                .isNotEqualTo(VisitSequence.of(VisitOrder.BLOCKS, SETUPS, 9, 2));
    }

    private static List<String> setups(List<VisitSequence.SetupTurn> visits) {
        return visits.stream().map(VisitSequence.SetupTurn::setup).toList();
    }
}
