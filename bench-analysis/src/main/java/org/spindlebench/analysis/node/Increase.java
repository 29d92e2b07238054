package org.spindlebench.analysis.node;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** By how much counters grew over readings that come one after another. Keeps no reading but the first and the last. */
final class Increase {
    /** Those that were in every reading so far. */
    private final Map<String, Growth> counters = new HashMap<>();

    /** Ticks: a second of one thread. The kernel computes idle times anew at each look, and they go back by a tick or a few. */
    private static final long LITTLE = 100;

    // The same, with where they stand in a reading, for readings that have the same counters as the one before.
    private Growth[] growths = {};
    private int[] places = {};
    private Reading first;
    private Reading last;

    /** Takes up the next reading, in the order of time. */
    void add(Reading reading) {
        if (first == null) {
            first = reading;
            reading.places().keySet().forEach(name -> counters.put(name, new Growth()));
            layOut(reading);
        } else if (!reading.countsTheSameAs(last)) {
            counters.keySet().retainAll(reading.places().keySet());
            layOut(reading);
        }
        for (int i = 0; i < places.length; i++) {
            growths[i].add(reading.at(places[i]));
        }
        last = reading;
    }

    private void layOut(Reading reading) {
        growths = new Growth[counters.size()];
        places = new int[counters.size()];
        int next = 0;
        for (Map.Entry<String, Growth> counter : counters.entrySet()) {
            growths[next] = counter.getValue();
            places[next++] = reading.places().get(counter.getKey());
        }
    }

    /**
     * Of a counter of 64 bits.
     *
     * @return empty where it is not in every reading, or went back: it is then not the same counter any more
     */
    OptionalDouble of(String name) {
        Growth growth = counters.get(name);
        return growth == null || growth.wentBack ? OptionalDouble.empty() : OptionalDouble.of(growth.sum);
    }

    /**
     * Of a counter that some kernels keep in 32 bits, such as the milliseconds of a device: where it went back, it began again at 0 once.
     *
     * @return empty where it is not in every reading, or went back otherwise
     */
    OptionalDouble wrapping(String name) {
        Growth growth = counters.get(name);
        return growth == null || growth.wasSetBack ? OptionalDouble.empty() : OptionalDouble.of(growth.sum);
    }

    /**
     * Of a counter that the kernel lets go back a little, as it does with the time that processors waited: the last value less the first.
     *
     * @return 0 where it is in neither, as kernels differ, or a little less at the end; empty where it is in one only, or much less at
     *     the end
     */
    OptionalDouble between(String name) {
        OptionalLong begin = first.value(name);
        OptionalLong end = last.value(name);
        if (begin.isEmpty() && end.isEmpty()) {
            return OptionalDouble.of(0);
        }
        if (begin.isEmpty() || end.isEmpty()) {
            return OptionalDouble.empty();
        }
        long grown = end.getAsLong() - begin.getAsLong();
        boolean less = Long.compareUnsigned(end.getAsLong(), begin.getAsLong()) < 0;
        return less && grown < -LITTLE ? OptionalDouble.empty() : OptionalDouble.of(less ? 0 : (double) grown);
    }

    /** Whether the kernel is known never to have counted anything here. */
    boolean isUntouched(String name) {
        OptionalLong end = last.value(name);
        return end.isPresent() && end.getAsLong() == 0;
    }

    /** What a counter stands at in the last reading; 0 where it is not there. */
    long total(String name) {
        return last.value(name).orElse(0);
    }

    /** One counter. */
    private static final class Growth {
        private boolean begun;
        private long before;
        private double sum;
        private boolean wentBack;
        private boolean wasSetBack;

        void add(long now) {
            if (begun) {
                grow(now);
            }
            begun = true;
            before = now;
        }

        private void grow(long now) {
            CounterStep step = CounterStep.between(before, now);
            wentBack |= step.back() || !step.known();
            wasSetBack |= !step.known();
            sum += step.known() ? step.increase() : 0;
        }
    }

    /**
     * What happened to a counter from one reading to the next.
     *
     * @param increase by how much it grew; of one that began again at 0 with the wrap added
     * @param back whether it is less than it was, as a number without a sign
     * @param known whether that can be told: false where it was set back
     */
    record CounterStep(long increase, boolean back, boolean known) {
        private static final long WRAP = 1L << 32;

        static CounterStep between(long before, long now) {
            // Without a sign: the difference of two such numbers is right even where they look negative.
            boolean back = Long.compareUnsigned(now, before) < 0;
            // From anywhere else it did not wrap, but was set back: an interface that was made anew, a device that was
            // replaced.
            boolean nearItsEnd = before >= WRAP / 2 && before < WRAP && now >= 0;
            long step = back ? now + WRAP - before : now - before;
            return new CounterStep(step, back, back ? nearItsEnd && step < WRAP / 2 : step >= 0);
        }
    }
}
