package org.spindlebench.analysis.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Difference;
import org.spindlebench.analysis.compare.Tests;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.LogWelch;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * A comparison in {@code report.json}.
 *
 * @param settings what both cells share
 * @param across settings in which they differ although they are compared; left out where there is none
 * @param nBaseline valid runs of the baseline
 * @param nContender valid runs of the contender
 * @param observationsBaseline what the statistics count of it: its runs, or the means of its visits
 * @param observationsContender the same of the contender
 * @param unit what the statistics count: {@code run} or {@code visit}
 * @param baselineMean seconds
 * @param contenderMean seconds
 * @param speedup above 1: the contender is faster
 * @param basis {@code interval}, or why there is none
 * @param between what is known of the variance between campaigns, where it was needed
 * @param pScreen p after Holm's correction for every claim of the report
 * @param normalised 1 / speedup
 */
@JsonNaming(SnakeCaseStrategy.class)
record ComparisonDocument(
        String job,
        Map<String, String> settings,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Difference> across,
        String baseline,
        String contender,
        int nBaseline,
        int nContender,
        int observationsBaseline,
        int observationsContender,
        String unit,
        double baselineMean,
        double contenderMean,
        double speedup,
        Double low,
        Double high,
        String basis,
        BetweenDocument between,
        double normalised,
        Double normalisedLow,
        Double normalisedHigh,
        Double p,
        Double pHolm,
        Double pScreen,
        Double pExact,
        Double pPermutation,
        Double hodgesLehmann,
        Double geometricMeanRatio,
        Double geometricMeanLow,
        Double geometricMeanHigh,
        Double detectable,
        Integer runsNeeded,
        WithoutOutliers withoutOutliers,
        PairedDocument paired,
        List<ReportDocument.ComparisonWarning> warnings) {

    /** The speed-up without the runs that stand out. */
    record WithoutOutliers(double speedup, Double low, Double high) {
        static WithoutOutliers of(SpeedUp ratio) {
            if (ratio == null) {
                return null;
            }
            Interval interval = ratio.interval().orElse(null);
            return new WithoutOutliers(ratio.ratio(), Bounds.low(interval), Bounds.high(interval));
        }
    }

    /** What is known of how much campaigns differ; {@code df} is left out where it is stated. */
    record BetweenDocument(double cv, Double df, String source) {
        static BetweenDocument of(Between between) {
            return between == null
                    ? null
                    : new BetweenDocument(
                            between.cv(),
                            between.df() < Between.STATED ? (Double) between.df() : null,
                            between.source());
        }
    }

    /** The ratio by blocks that both setups were run in. */
    record PairedDocument(int blocks, double ratio, Double low, Double high, Double p, Double correlation) {
        static PairedDocument of(Paired paired) {
            if (paired == null) {
                return null;
            }
            Interval interval = paired.interval().orElse(null);
            return new PairedDocument(
                    paired.blocks(),
                    paired.ratio(),
                    Bounds.low(interval),
                    Bounds.high(interval),
                    Absent.orNull(paired.p()),
                    Absent.orNull(paired.correlation()));
        }
    }

    static ComparisonDocument of(Comparison one) {
        SpeedUp speedUp = one.speedUp();
        Interval interval = speedUp.interval().orElse(null);
        Interval normalised = speedUp.normalisedInterval().orElse(null);
        Tests tests = one.tests();
        LogWelch welch = tests.welch();
        Interval geometric = welch == null ? null : welch.interval();
        return new ComparisonDocument(
                one.job(),
                one.settings(),
                one.across(),
                one.baselineSetup(),
                one.contenderSetup(),
                one.baseline().runs().size(),
                one.contender().runs().size(),
                one.observations().baseline().n(),
                one.observations().contender().n(),
                one.unit().word(),
                one.observations().baseline().mean(),
                one.observations().contender().mean(),
                speedUp.ratio(),
                Bounds.low(interval),
                Bounds.high(interval),
                speedUp.basis().word(),
                BetweenDocument.of(one.between()),
                speedUp.normalised(),
                Bounds.low(normalised),
                Bounds.high(normalised),
                welch == null ? null : welch.p(),
                tests.pHolm(),
                tests.pScreen(),
                tests.pExact(),
                tests.pPermutation(),
                tests.hodgesLehmann(),
                welch == null ? null : welch.ratio(),
                Bounds.low(geometric),
                Bounds.high(geometric),
                tests.detectable(),
                tests.runsNeeded(),
                WithoutOutliers.of(one.withoutOutliers()),
                PairedDocument.of(one.paired()),
                ReportDocument.ComparisonWarning.of(one));
    }
}
