package org.spindlebench.analysis.series;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one role read and wrote, step by step, over all nodes: {@link org.spindlebench.analysis.proof.RoleFigures} over time. The record's
 * figures of the job are those of the steps up to the job's end, added up, plus {@code outside}; those until all was flushed are those of
 * all steps plus {@code outsideFlushed}.
 *
 * @param role {@code hdfs} or {@code shuffle}
 * @param devices those whose counters are added up, by node
 * @param steps all of the run's, in the order of time; empty where there are no figures
 * @param outside what the record's figures of the job have besides: counted between the last sample before YARN accepted the job and that
 *     moment, and between the job's end and the first sample after it. Null where there are no figures
 * @param outsideFlushed the same of the time until what the job left dirty was written; null where that is not known
 * @param reason why there are no figures, for people; null where there are
 */
public record RoleSeries(
        String role,
        SortedMap<String, List<String>> devices,
        List<IoStep> steps,
        Moved outside,
        Moved outsideFlushed,
        String reason) {
    public RoleSeries {
        devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices == null ? Map.of() : devices));
        steps = steps == null ? List.of() : List.copyOf(steps);
    }

    /** Of a role without figures. */
    static RoleSeries none(String role, String reason) {
        return new RoleSeries(role, null, null, null, null, reason);
    }

    /** Whether there are figures. */
    public boolean known() {
        return reason == null;
    }
}
