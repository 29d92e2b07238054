package org.spindlebench.analysis.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Comparison.Difference;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.compare.Tests;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.report.ReportDocument.Bounds;
import org.spindlebench.analysis.stats.Between;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.SamplePair.LogWelch;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.SuiteRatio;

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

    /**
     * A whole workload in {@code report.json}.
     *
     * @param shares each job's share of the baseline's cluster hours
     * @param missing jobs that were not measured on both setups; then there is no figure
     * @param speedup of the whole workload
     * @param normalised 1 / speedup
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record MixDocument(
            String mix,
            String baseline,
            String contender,
            Map<String, String> settings,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Difference> across,
            Map<String, Double> shares,
            List<String> missing,
            Double speedup,
            Double low,
            Double high,
            Double normalised,
            Double p,
            Double pScreen) {
        static MixDocument of(MixFinding mix) {
            Interval interval =
                    mix.ratio() == null ? null : mix.ratio().interval().orElse(null);
            return new MixDocument(
                    mix.mix(),
                    mix.baseline(),
                    mix.contender(),
                    mix.settings(),
                    mix.across(),
                    mix.shares(),
                    mix.missing(),
                    mix.ratio() == null ? null : mix.ratio().speedUp(),
                    Bounds.low(interval),
                    Bounds.high(interval),
                    mix.ratio() == null ? null : 1 / mix.ratio().speedUp(),
                    mix.ratio() == null ? null : Absent.orNull(mix.ratio().p()),
                    mix.pScreen());
        }
    }
}
