package org.spindlebench.analysis.node;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Sums the growth of counters over successive readings. It keeps only the first and the last reading. */
final class Increase {
    /** The counters that occur in every reading so far. */
    private final Map<String, Growth> counters = new HashMap<>();

    /** The most ticks that a counter may go back: one second of a thread. The kernel recomputes idle times. */
    private static final long LITTLE = 100;

    // Caches the counters and their places in a reading, as long as successive readings have the same counters.
    private Growth[] growths = {};
    private int[] places = {};
    private Reading first;
    private Reading last;

    /** Adds the next reading, in chronological order. */
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

    /** Returns the growth of a 64-bit counter; empty if it is missing from a reading, or was reset. */
    OptionalDouble of(String name) {
        Growth growth = counters.get(name);
        return growth == null || growth.wentBack ? OptionalDouble.empty() : OptionalDouble.of(growth.sum);
    }

    /**
     * Returns the growth of a counter that some kernels keep in 32 bits, such as the milliseconds of a device. A
     * counter that went back from near the end of 32 bits counts as wrapped once.
     *
     * @return empty if a reading lacks the counter, or if it went back in any other way
     */
    OptionalDouble wrapping(String name) {
        Growth growth = counters.get(name);
        return growth == null || growth.wasSetBack ? OptionalDouble.empty() : OptionalDouble.of(growth.sum);
    }

    /**
     * Returns the last value minus the first, for a counter that the kernel lets go back a little, such as the time
     * that processors waited.
     *
     * @return 0 if both readings lack the counter, because kernels differ, or if the counter went back a little. Empty
     *     if one reading lacks it, or if it went back by more
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

    /** Checks whether a counter is still 0, which means that the kernel never counted anything in it. */
    boolean isUntouched(String name) {
        OptionalLong end = last.value(name);
        return end.isPresent() && end.getAsLong() == 0;
    }

    /** Returns a counter's value in the last reading; 0 if it is missing. */
    long total(String name) {
        return last.value(name).orElse(0);
    }

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
     * The change of a counter from one reading to the next.
     *
     * @param increase its growth, with 2^32 added if it wrapped
     * @param back whether the value is less than before, as an unsigned number
     * @param known whether the growth is known: false if the counter was reset
     */
    record CounterStep(long increase, boolean back, boolean known) {
        private static final long WRAP = 1L << 32;

        static CounterStep between(long before, long now) {
            // Compares unsigned numbers, whose difference is right even if they look negative.
            boolean back = Long.compareUnsigned(now, before) < 0;
            // A counter that goes back from any other value was reset: an interface was made anew, or a device was
            // replaced.
            boolean nearItsEnd = before >= WRAP / 2 && before < WRAP && now >= 0;
            long step = back ? now + WRAP - before : now - before;
            return new CounterStep(step, back, back ? nearItsEnd && step < WRAP / 2 : step >= 0);
        }
    }
}
