package org.spindlebench.analysis.report;

import java.util.Map;
import org.spindlebench.analysis.cost.Quadrant;
import org.spindlebench.analysis.cost.QuadrantPoint;

/**
 * A setup's place among all setups of one job, in {@code report.json}: from 0, the best, to 1, the worst.
 *
 * @param boundary the greatest place that is fast, or economical
 */
record QuadrantDocument(
        String setup,
        String job,
        Map<String, String> settings,
        double time,
        double cost,
        String quadrant,
        double boundary) {
    static QuadrantDocument of(QuadrantPoint point) {
        return new QuadrantDocument(
                point.setup(),
                point.job(),
                point.settings(),
                point.time(),
                point.cost(),
                point.quadrant().code(),
                Quadrant.BOUNDARY);
    }
}
