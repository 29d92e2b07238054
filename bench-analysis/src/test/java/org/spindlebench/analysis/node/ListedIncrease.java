package org.spindlebench.analysis.node;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** By how much counters grew over readings that are all there at once. */
final class ListedIncrease {
    private static final long WRAP = 1L << 32;

    private final List<Reading> readings;

    /** @param readings in the order of time */
    ListedIncrease(List<Reading> readings) {
        this.readings = readings;
    }

    /**
     * Of a counter of 64 bits.
     *
     * @return empty where it is not in every reading, or went back: it is then not the same counter any more
     */
    OptionalDouble of(String name) {
        return sum(name, false);
    }

    /**
     * Of a counter that some kernels keep in 32 bits, such as the milliseconds of a device: where it went back, it began again at 0 once.
     *
     * @return empty where it is not in every reading, or went back otherwise
     */
    OptionalDouble wrapping(String name) {
        return sum(name, true);
    }

    /**
     * Of a counter that the kernel lets go back a little, as it does with the time that processors waited: the last value less the first.
     *
     * @return 0 where it is in neither, as kernels differ; empty where it is in one only, or much less at the end
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
        // Without a sign: the difference of two such numbers is right even where they look negative.
        if (Long.compareUnsigned(now, before) >= 0) {
            long step = now - before;
            return step < 0 ? OptionalLong.empty() : OptionalLong.of(step);
        }
        // From anywhere else it did not wrap, but was set back: an interface that was made anew, a device that was
        // replaced.
        boolean nearItsEnd = before >= WRAP / 2 && before < WRAP && now >= 0;
        long step = now + WRAP - before;
        return wraps && nearItsEnd && step < WRAP / 2 ? OptionalLong.of(step) : OptionalLong.empty();
    }
}
