package org.spindlebench.runner.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Orders that follow from a seed. */
final class Chance {
    private Chance() {}

    /**
     * A list in an order of chance.
     *
     * @param seed the plan's
     * @param number tells this order from the plan's others
     */
    static <T> List<T> order(List<T> list, long seed, long number) {
        List<T> order = new ArrayList<>(list);
        Collections.shuffle(order, new Random(mix(seed, number)));
        return order;
    }

    /** SplitMix64's finisher: {@link Random} gives neighbouring seeds alike first numbers. */
    private static long mix(long seed, long number) {
        long z = seed + number * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
