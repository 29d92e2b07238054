package org.spindlebench.analysis.node;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Computes how much counters grew over a list of readings. */
final class ListedIncrease {
    private static final long WRAP = 1L << 32;

    private final List<Reading> readings;

    /** @param readings in order of time */
    ListedIncrease(List<Reading> readings) {
        this.readings = readings;
    }

    /**
     * Returns the growth of a counter of 64 bits.
     *
     * @return empty if a reading lacks the counter, or if the counter went back and so is no longer the same one
     */
    OptionalDouble of(String name) {
        return sum(name, false);
    }

    /**
     * Returns the growth of a counter that some kernels keep in 32 bits, such as a device's milliseconds. Such a
     * counter may go back once, if it began again at 0.
     *
     * @return empty if a reading lacks the counter, or if the counter went back in any other way
     */
    OptionalDouble wrapping(String name) {
        return sum(name, true);
    }

    /**
     * Returns the last value minus the first, for a counter that the kernel lets go back a little. The time that
     * processors waited is such a counter.
     *
     * @return 0 if both readings lack the counter, as kernels differ; empty if one reading lacks it, or if the last
     *     value is much lower
     */
    OptionalDouble between(String name) {
        OptionalLong first = readings.get(0).value(name);
        OptionalLong last = readings.get(readings.size() - 1).value(name);
        if (first.isEmpty() && last.isEmpty()) {
            return OptionalDouble.of(0);
        }
        if (first.isEmpty() || last.isEmpty()) {
            return OptionalDouble.empty();
        }
        boolean grew = Long.compareUnsigned(last.getAsLong(), first.getAsLong()) >= 0;
        double by = last.getAsLong() - first.getAsLong();
        return by < -100 && !grew ? OptionalDouble.empty() : OptionalDouble.of(grew ? by : 0);
    }

    private OptionalDouble sum(String name, boolean wraps) {
        double sum = 0;
        OptionalLong before = OptionalLong.empty();
        for (Reading reading : readings) {
            OptionalLong now = reading.value(name);
            if (now.isEmpty()) {
                return OptionalDouble.empty();
            }
            if (before.isPresent()) {
                OptionalLong step = step(before.getAsLong(), now.getAsLong(), wraps);
                if (step.isEmpty()) {
                    return OptionalDouble.empty();
                }
                sum += step.getAsLong();
            }
            before = now;
        }
        return before.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }

    private static OptionalLong step(long before, long now, boolean wraps) {
        // The comparison is unsigned: the difference of two such numbers is right even if they look negative.
        if (Long.compareUnsigned(now, before) >= 0) {
            long step = now - before;
            return step < 0 ? OptionalLong.empty() : OptionalLong.of(step);
        }
        // A counter that went back from any other value did not wrap, but was reset: an interface was made anew, or a
        // device was replaced.
        boolean nearItsEnd = before >= WRAP / 2 && before < WRAP && now >= 0;
        long step = now + WRAP - before;
        return wraps && nearItsEnd && step < WRAP / 2 ? OptionalLong.of(step) : OptionalLong.empty();
    }
}
