package org.spindlebench.analysis.throughput;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** How many streams ran at each instant: from its start, and until its end. */
final class StreamCounts {
    /** The number of streams from each instant at which it changes until the next. */
    private final NavigableMap<Long, Integer> from = new TreeMap<>();

    StreamCounts(List<StreamTrace> traces) {
        NavigableMap<Long, Integer> changes = new TreeMap<>();
        for (StreamTrace trace : traces) {
            changes.merge(trace.start(), 1, Integer::sum);
            changes.merge(trace.end(), -1, Integer::sum);
        }
        int running = 0;
        for (var change : changes.entrySet()) {
            running += change.getValue();
            from.put(change.getKey(), running);
        }
    }

    /** The most that ran at one instant. */
    int peak() {
        return from.isEmpty() ? 0 : Collections.max(from.values());
    }

    /** The fewest that ran at one instant of [begin, end), which is not empty. */
    int fewest(long begin, long end) {
        var atBegin = from.floorEntry(begin);
        Collection<Integer> later = from.subMap(begin, false, end, false).values();
        int first = atBegin == null ? 0 : atBegin.getValue();
        return later.isEmpty() ? first : Math.min(first, Collections.min(later));
    }
}
