package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.stats.Drift;

/**
 * Whether a campaign's runs became slower or faster, in {@code report.json}: of ln(duration / mean of its cell) in wall-clock order.
 *
 * @param n runs
 * @param slope by how much it grows from one run to the next: 0.001 is about 0.1 % a run
 * @param suspicious whether one of the signs is there
 */
@JsonNaming(SnakeCaseStrategy.class)
record DriftDocument(
        String campaign,
        int n,
        double slope,
        Double slopeP,
        Double kendall,
        Double kendallP,
        double lagOne,
        double lagOneBound,
        Double ljungBoxP,
        int ljungBoxLags,
        Double firstAgainstRestP,
        boolean suspicious) {
    static DriftDocument of(DriftFinding finding) {
        Drift drift = finding.drift();
        return new DriftDocument(
                finding.campaign(),
                drift.n(),
                drift.slope(),
                Absent.orNull(drift.slopeP()),
                Absent.orNull(drift.kendall()),
                Absent.orNull(drift.kendallP()),
                drift.lagOne(),
                drift.lagOneBound(),
                Absent.orNull(drift.ljungBoxP()),
                drift.ljungBoxLags(),
                Absent.orNull(drift.firstAgainstRest()),
                drift.isSuspicious());
    }
}
