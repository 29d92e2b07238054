package org.spindlebench.analysis.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Map;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Claim;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Judgement.HypothesisData;
import org.spindlebench.analysis.report.ReportDocument.Bounds;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * A hypothesis and its verdict, in {@code report.json}.
 *
 * @param by a share; left out where the claim has none
 * @param from left out unless a smaller difference is claimed
 * @param to left out unless a smaller difference is claimed
 * @param p of the verdict that the evidence is nearest to
 * @param contradictingAt confidence of the intervals that contradict
 */
@JsonNaming(SnakeCaseStrategy.class)
record JudgementDocument(
        String says,
        String verdict,
        List<String> jobs,
        Map<String, String> settings,
        String baseline,
        String contender,
        String expect,
        Double by,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> from,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> to,
        double confidence,
        double contradictingAt,
        Double p,
        List<EvidenceDocument> evidence) {
    /**
     * What one job says.
     *
     * @param speedup under {@code from}, where a smaller difference is claimed
     * @param toSpeedup the speed-up under {@code to}
     * @param interaction the second over the first
     * @param lacks what is missing for a decision
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record EvidenceDocument(
            String job,
            Map<String, String> settings,
            String stand,
            Double speedup,
            Double low,
            Double high,
            Double toSpeedup,
            Double toLow,
            Double toHigh,
            Double interaction,
            Double interactionLow,
            Double interactionHigh,
            String lacks) {
        static EvidenceDocument of(HypothesisData one) {
            SpeedUp from = one.speedUp();
            SpeedUp to = one.to();
            Interaction interaction = one.interaction();
            Interval interval =
                    interaction == null ? null : interaction.interval().orElse(null);
            return new EvidenceDocument(
                    one.job(),
                    one.settings(),
                    one.stand().word(),
                    ratio(from),
                    Bounds.low(interval(from)),
                    Bounds.high(interval(from)),
                    ratio(to),
                    Bounds.low(interval(to)),
                    Bounds.high(interval(to)),
                    interaction == null ? null : (Double) interaction.ratio(),
                    Bounds.low(interval),
                    Bounds.high(interval),
                    one.lacks());
        }

        private static Double ratio(SpeedUp under) {
            return under == null ? null : (Double) under.ratio();
        }

        private static Interval interval(SpeedUp under) {
            return under == null ? null : under.interval().orElse(null);
        }
    }

    static JudgementDocument of(Judgement judgement) {
        Hypothesis hypothesis = judgement.hypothesis();
        Claim claim = hypothesis.claim();
        return new JudgementDocument(
                hypothesis.says(),
                judgement.verdict().word(),
                hypothesis.jobs(),
                hypothesis.settings(),
                hypothesis.baseline(),
                hypothesis.contender(),
                claim.expectation().word(),
                claim.by() == 0 ? null : (Double) claim.by(),
                claim.from(),
                claim.to(),
                judgement.confidence(),
                judgement.contradictingAt(),
                judgement.p(),
                judgement.evidence().stream().map(EvidenceDocument::of).toList());
    }
}
