package org.spindlebench.analysis.node;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The growth of a node's counters over a span: from one reading to a later one. Consecutive spans can be added. */
public final class Increase {
    /**
     * The largest number of ticks by which a counter may decrease: one second of a thread. The kernel recomputes idle
     * times.
     */
    private static final long LITTLE = 100;

    private static final long WRAP = 1L << 32;

    private final Reading first;
    private final Reading last;

    /** The growth of 64-bit counters, by their place in the last reading; NaN if unknown. */
    private final double[] grown;

    /** The growth of counters of 32 bits, which may have wrapped. */
    private final double[] wrapped;

    private Increase(Reading first, Reading last) {
        this.first = first;
        this.last = last;
        this.grown = new double[last.size()];
        this.wrapped = new double[last.size()];
    }

    /** Returns the growth from one reading to the next. */
    public static Increase between(Reading before, Reading after) {
        Increase increase = new Increase(before, after);
        for (int place = 0; place < after.size(); place++) {
            int earlier = after.placeIn(before, place);
            increase.put(place, earlier < 0 ? null : (Long) before.at(earlier), after.at(place));
        }
        return increase;
    }

    private void put(int place, Long before, long now) {
        if (before == null) {
            grown[place] = Double.NaN;
            wrapped[place] = Double.NaN;
            return;
        }
        // Compares unsigned numbers, whose difference is correct even if they appear negative.
        boolean back = Long.compareUnsigned(now, before) < 0;
        long step = back ? now + WRAP - before : now - before;
        // A counter that goes back from any other value was reset: an interface was created again, or a device was
        // replaced.
        boolean nearItsEnd = before >= WRAP / 2 && before < WRAP && now >= 0;
        boolean known = back ? nearItsEnd && step < WRAP / 2 : step >= 0;
        grown[place] = known && !back ? step : Double.NaN;
        wrapped[place] = known ? step : Double.NaN;
    }

    /** Returns the growth over this span and the next span, which begins with the last reading of this span. */
    Increase plus(Increase next) {
        Increase sum = new Increase(first, next.last);
        for (int place = 0; place < sum.grown.length; place++) {
            int earlier = next.last.placeIn(last, place);
            sum.grown[place] = earlier < 0 ? Double.NaN : grown[earlier] + next.grown[place];
            sum.wrapped[place] = earlier < 0 ? Double.NaN : wrapped[earlier] + next.wrapped[place];
        }
        return sum;
    }

    /** Returns the reading at the start of the span. */
    Reading first() {
        return first;
    }

    /** Returns the reading at the end of the span. */
    Reading last() {
        return last;
    }

    /** Returns the growth of a 64-bit counter; empty if it is missing from a reading, or was reset. */
    public OptionalDouble of(String name) {
        return known(name, grown);
    }

    /**
     * Returns the growth of a counter that some kernels keep in 32 bits, such as the milliseconds of a device. A
     * counter that decreased from near the end of 32 bits counts as wrapped once.
     *
     * @return empty if a reading lacks the counter, or if it decreased in any other way
     */
    public OptionalDouble wrapping(String name) {
        return known(name, wrapped);
    }

    private OptionalDouble known(String name, double[] values) {
        int place = last.place(name);
        return place < 0 || Double.isNaN(values[place]) ? OptionalDouble.empty() : OptionalDouble.of(values[place]);
    }

    /**
     * Returns the last value minus the first, for a counter that may decrease a little in the kernel, such as the time
     * that processors waited; negative if it decreased.
     *
     * @return 0 if both readings lack the counter, because kernels differ; empty if one reading lacks it
     */
    public OptionalDouble signed(String name) {
        OptionalLong begin = first.value(name);
        OptionalLong end = last.value(name);
        if (begin.isEmpty() && end.isEmpty()) {
            return OptionalDouble.of(0);
        }
        return begin.isPresent() && end.isPresent()
                ? OptionalDouble.of((double) (end.getAsLong() - begin.getAsLong()))
                : OptionalDouble.empty();
    }

    /**
     * Returns the same as {@link #signed}, but 0 if the counter decreased a little, and empty if it decreased by more.
     */
    OptionalDouble forward(String name) {
        OptionalDouble signed = signed(name);
        boolean back = signed.isPresent()
                && Long.compareUnsigned(
                                last.value(name).orElse(0), first.value(name).orElse(0))
                        < 0;
        if (!back) {
            return signed;
        }
        return signed.getAsDouble() < -LITTLE ? OptionalDouble.empty() : OptionalDouble.of(0);
    }

    /** Checks whether the first or the last reading has a counter. */
    public boolean names(String name) {
        return first.place(name) >= 0 || last.place(name) >= 0;
    }
}
