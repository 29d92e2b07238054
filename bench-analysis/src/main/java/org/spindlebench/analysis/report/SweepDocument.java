package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.DriftFinding;
import org.spindlebench.analysis.compare.InteractionFinding;
import org.spindlebench.analysis.compare.Marginal;
import org.spindlebench.analysis.compare.Sweep;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.report.ReportDocument.Bounds;
import org.spindlebench.analysis.stats.Drift;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Matched;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * One setting varied, in {@code report.json}.
 *
 * @param parameter the setting
 * @param settings those that were held
 * @param best the value with the least mean duration
 * @param ties values that are not told from the best
 */
record SweepDocument(
        String parameter,
        String job,
        String setup,
        Map<String, String> settings,
        String best,
        List<String> ties,
        List<Point> points) {
    /**
     * A value.
     *
     * @param mean seconds
     * @param sd seconds
     * @param bestIsFaster how many times as fast the best value is
     * @param low lower bound of that ratio
     * @param high upper bound of that ratio
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record Point(String value, int n, double mean, Double sd, double bestIsFaster, Double low, Double high) {
        static Point of(Sweep.Point point) {
            Sample cell = point.cell().elapsed();
            Interval interval = point.speedUp().interval().orElse(null);
            return new Point(
                    point.value(),
                    cell.n(),
                    cell.mean(),
                    Absent.orNull(cell.sd()),
                    point.speedUp().ratio(),
                    Bounds.low(interval),
                    Bounds.high(interval));
        }
    }

    static SweepDocument of(Sweep sweep) {
        return new SweepDocument(
                sweep.parameter(),
                sweep.subject().job(),
                sweep.subject().setup(),
                sweep.subject().settings(),
                sweep.best(),
                sweep.ties(),
                sweep.points().stream().map(Point::of).toList());
    }

    /**
     * A value of a parameter over all configurations, in {@code report.json}.
     *
     * @param settings what all the runs share because it is never pooled
     * @param mean seconds, over all runs with this value
     * @param againstAverage mean of all the job's runs over this mean
     * @param unbalanced whether this compares configurations as well as values
     * @param reference the value that the ratios which follow are against
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record MarginalDocument(
            String job,
            Map<String, String> settings,
            String parameter,
            String value,
            int n,
            double mean,
            double againstAverage,
            Double low,
            Double high,
            boolean unbalanced,
            String reference,
            MatchedDocument matched) {
        /**
         * The ratio against the reference.
         *
         * @param configurations that were run with both values
         * @param ratio geometric mean over these; above 1 where this value is faster
         * @param pooledRatio ratio of the means over all runs of these configurations
         * @param unbalanced whether the two were run in different shares of configurations, so that the pooled ratio misleads
         */
        @JsonNaming(SnakeCaseStrategy.class)
        record MatchedDocument(
                int configurations, double ratio, Double low, Double high, double pooledRatio, boolean unbalanced) {
            static MatchedDocument of(Matched matched) {
                if (matched == null) {
                    return null;
                }
                Interval interval = matched.interval().orElse(null);
                return new MatchedDocument(
                        matched.configurations(),
                        matched.ratio(),
                        Bounds.low(interval),
                        Bounds.high(interval),
                        matched.pooledRatio(),
                        matched.isUnbalanced());
            }
        }

        static MarginalDocument of(Marginal marginal) {
            return new MarginalDocument(
                    marginal.job(),
                    marginal.settings(),
                    marginal.parameter(),
                    marginal.value(),
                    marginal.runs(),
                    marginal.mean(),
                    marginal.againstAverage(),
                    Bounds.low(marginal.interval()),
                    Bounds.high(marginal.interval()),
                    marginal.unbalanced(),
                    marginal.reference(),
                    MatchedDocument.of(marginal.matched()));
        }
    }

    /**
     * How a speed-up depends on a setting, in {@code report.json}.
     *
     * @param settings what all four cells share
     * @param unit what the statistics count: {@code run} or {@code visit}
     * @param ratio the second speed-up over the first
     * @param basis {@code interval}, or why there is none
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record InteractionDocument(
            String setting,
            String job,
            String baseline,
            String contender,
            Map<String, String> settings,
            String unit,
            Under first,
            Under second,
            double ratio,
            Double low,
            Double high,
            Double df,
            Double p,
            Double pScreen,
            String basis) {
        /** The speed-up under one value. */
        record Under(String value, double speedup, Double low, Double high, String basis) {
            static Under of(String value, SpeedUp under) {
                Interval interval = under.interval().orElse(null);
                return new Under(
                        value,
                        under.ratio(),
                        Bounds.low(interval),
                        Bounds.high(interval),
                        under.basis().word());
            }
        }

        static InteractionDocument of(InteractionFinding finding) {
            Interaction interaction = finding.interaction();
            Interval interval = interaction.interval().orElse(null);
            Comparison first = finding.first();
            boolean visits =
                    first.samples().isVisited() || finding.second().samples().isVisited();
            return new InteractionDocument(
                    finding.setting(),
                    finding.job(),
                    first.baselineSetup(),
                    first.contenderSetup(),
                    finding.settings(),
                    (visits ? Comparison.Unit.VISIT : Comparison.Unit.RUN).word(),
                    Under.of(finding.firstValue(), first.speedUp()),
                    Under.of(finding.secondValue(), finding.second().speedUp()),
                    interaction.ratio(),
                    Bounds.low(interval),
                    Bounds.high(interval),
                    Absent.orNull(interaction.df()),
                    Absent.orNull(interaction.p()),
                    finding.pScreen(),
                    interaction.basis().word());
        }
    }

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
}
