package org.spindlebench.analysis.node;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** By how much counters grew over several readings. */
final class Increase {
    private static final long WRAP = 1L << 32;

    private final List<Reading> readings;

    /** @param readings in the order of time */
    Increase(List<Reading> readings) {
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
     * @return empty where it is not in every reading, or went back from more than 32 bits hold
     */
    OptionalDouble wrapping(String name) {
        return sum(name, true);
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
        boolean of32Bits = before >= 0 && before < WRAP && now >= 0;
        return wraps && of32Bits ? OptionalLong.of(now + WRAP - before) : OptionalLong.empty();
    }
}
