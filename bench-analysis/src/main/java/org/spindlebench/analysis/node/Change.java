package org.spindlebench.analysis.node;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.spindlebench.analysis.node.Increase.CounterStep;

/**
 * By how much a node's counters grew from one reading to the next, by the rules by which a {@link Window} takes up a reading.
 *
 * @param before the first of the two
 * @param after the one that follows it
 */
public record Change(Reading before, Reading after) {
    /** Of a counter of 64 bits; empty where it is not in both, or went back. */
    public OptionalDouble of(String name) {
        return step(name, false);
    }

    /** Of a counter that some kernels keep in 32 bits: where it went back, it may have begun again at 0. */
    public OptionalDouble wrapping(String name) {
        return step(name, true);
    }

    /**
     * Of a counter that the kernel lets go back a little, such as the time that processors waited: negative where it did.
     *
     * @return 0 where it is in neither, as kernels differ; empty where it is in one only
     */
    public OptionalDouble signed(String name) {
        OptionalLong begin = before.value(name);
        OptionalLong end = after.value(name);
        if (begin.isEmpty() && end.isEmpty()) {
            return OptionalDouble.of(0);
        }
        return begin.isPresent() && end.isPresent()
                ? OptionalDouble.of((double) (end.getAsLong() - begin.getAsLong()))
                : OptionalDouble.empty();
    }

    /** Whether a counter is in at least one of the two. */
    public boolean names(String name) {
        return before.value(name).isPresent() || after.value(name).isPresent();
    }

    private OptionalDouble step(String name, boolean wraps) {
        OptionalLong begin = before.value(name);
        OptionalLong end = after.value(name);
        if (begin.isEmpty() || end.isEmpty()) {
            return OptionalDouble.empty();
        }
        CounterStep step = CounterStep.between(begin.getAsLong(), end.getAsLong());
        return step.known() && (wraps || !step.back())
                ? OptionalDouble.of((double) step.increase())
                : OptionalDouble.empty();
    }
}
