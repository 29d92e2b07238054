package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.spindlebench.runner.conf.VisitOrder;

/** Which setup is visited when. */
final class VisitSequence {
    private VisitSequence() {}

    /**
     * One visit.
     *
     * @param setup the setup's name
     * @param block the block of visits, from 1: each holds every setup once, but for a sequential order, where none holds two
     */
    record Visit(String setup, int block) {}

    /**
     * All visits in their order.
     *
     * @param visits to each setup
     * @param seed the plan's
     */
    static List<Visit> of(VisitOrder order, List<String> setups, int visits, long seed) {
        List<Visit> sequence = new ArrayList<>();
        if (order == VisitOrder.SEQUENTIAL) {
            setups.forEach(setup -> Collections.nCopies(visits, setup)
                    .forEach(again -> sequence.add(new Visit(again, sequence.size() + 1))));
            return sequence;
        }
        List<String> before = List.of();
        for (int block = 1; block <= visits; block++) {
            boolean back = order == VisitOrder.ABBA && block % 2 == 0;
            List<String> now = back ? reversed(before) : Chance.order(setups, seed, -block);
            for (String setup : now) {
                sequence.add(new Visit(setup, block));
            }
            before = now;
        }
        return sequence;
    }

    private static List<String> reversed(List<String> list) {
        List<String> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }
}
