package org.spindlebench.analysis.collector;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.function.Consumer;

/** Finds the windows that share time with an interval. Windows may overlap one another. */
final class WindowIndex {
    private final Window[] windows;
    /** The latest end of a window and all before it. */
    private final long[] latest;

    WindowIndex(Collection<Window> windows) {
        this.windows = windows.stream()
                .distinct()
                .sorted(Comparator.comparing(Window::from).thenComparing(Window::to))
                .toArray(Window[]::new);
        latest = Arrays.stream(this.windows).mapToLong(Window::toMillis).toArray();
        Arrays.parallelPrefix(latest, Math::max);
    }

    void overlapping(long from, long to, Consumer<Window> found) {
        for (int at = firstFrom(to) - 1; at >= 0 && latest[at] > from; at--) {
            if (windows[at].toMillis() > from) {
                found.accept(windows[at]);
            }
        }
    }

    /** The number of windows that begin before a time. */
    private int firstFrom(long time) {
        int low = 0;
        int high = windows.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (windows[middle].fromMillis() < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
