package org.spindlebench.analysis.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.compare.Difference;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SuiteRatio;

/**
 * All jobs together in {@code report.json}.
 *
 * @param ratioOfSums sum of the baseline's means over that of the contender's
 * @param geometricMean of the speed-ups
 * @param low its interval for this fixed set of jobs
 * @param high see low
 * @param sampleLow its wider interval, the jobs taken as a sample of all jobs
 * @param sampleHigh see sampleLow
 * @param basis {@code interval}, or why there is none
 * @param unit what is counted: {@code visit}, or {@code run} where runs are taken as independent
 * @param observationsBaseline visits with all jobs, or runs of the job with the fewest
 * @param pScreen p after Holm's correction for every claim of the report
 */
@JsonNaming(SnakeCaseStrategy.class)
record SuiteDocument(
        String baseline,
        String contender,
        Map<String, String> settings,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Difference> across,
        List<String> jobs,
        List<String> missing,
        double ratioOfSums,
        double geometricMean,
        Double low,
        Double high,
        Double sampleLow,
        Double sampleHigh,
        String basis,
        String unit,
        int observationsBaseline,
        int observationsContender,
        Double p,
        Double pScreen) {
    static SuiteDocument of(SuiteFinding suite) {
        SuiteRatio ratio = suite.ratio();
        Interval fixed = ratio.interval().orElse(null);
        Interval sample = ratio.jobsAsSample().orElse(null);
        return new SuiteDocument(
                suite.baseline(),
                suite.contender(),
                suite.settings(),
                suite.across(),
                suite.jobs(),
                suite.missing(),
                ratio.ratioOfSums(),
                ratio.geometricMean(),
                Bounds.low(fixed),
                Bounds.high(fixed),
                Bounds.low(sample),
                Bounds.high(sample),
                ratio.contrast().basis().word(),
                suite.unit().word(),
                ratio.contrast().baselineUnits(),
                ratio.contrast().contenderUnits(),
                Absent.orNull(ratio.p()),
                suite.pScreen());
    }
}
