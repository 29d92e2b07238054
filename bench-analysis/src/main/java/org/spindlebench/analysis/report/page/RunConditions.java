package org.spindlebench.analysis.report.page;

import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.layout.NodeLayout;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Software;

/**
 * Under what a run was made, by its own record.
 *
 * @param campaign whose run it is
 * @param run its id
 * @param setup under which it was made
 * @param software what ran; null where that is not known
 * @param nodes what was observed on them; empty where nobody watched
 * @param configuration the finished job's settings that differ from Hadoop's defaults
 */
record RunConditions(
        String campaign,
        String run,
        String setup,
        Software software,
        List<NodeLayout> nodes,
        Map<String, String> configuration) {
    static RunConditions of(RunRecord run) {
        return new RunConditions(
                run.identity().campaign(),
                run.identity().run(),
                run.subject().setup(),
                run.software(),
                run.evidence() == null ? List.of() : run.evidence().layout(),
                run.configuration());
    }
}
