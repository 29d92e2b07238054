package org.spindlebench.analysis.cell;

import java.util.List;
import org.spindlebench.analysis.record.Status;

/**
 * A run that is not in the figures.
 *
 * @param campaign its campaign
 * @param run its id in the campaign
 * @param started when it started, milliseconds since 1970 in UTC; null where it is not known
 * @param seconds what it took all the same; null where it has no duration
 * @param status how it ended; {@link Status#OK} only for a valid run without a duration
 * @param reasons why it is not in the figures
 * @param cache what is known of its caches
 * @param repeated whether the campaign has made it once more since: it was interrupted, or is a try that was set aside
 */
public record ExcludedRun(
        String campaign,
        String run,
        Long started,
        Double seconds,
        Status status,
        List<String> reasons,
        CacheState cache,
        boolean repeated) {
    public ExcludedRun {
        reasons = List.copyOf(reasons);
    }

    ExcludedRun repeatedLater() {
        return new ExcludedRun(campaign, run, started, seconds, status, reasons, cache, true);
    }
}
