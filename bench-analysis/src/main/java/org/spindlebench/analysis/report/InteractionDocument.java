package org.spindlebench.analysis.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Map;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.InteractionFinding;
import org.spindlebench.analysis.document.Absent;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

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
