package org.spindlebench.analysis.report;

import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.hypothesis.Hypothesis;
import org.spindlebench.analysis.hypothesis.Hypothesis.Prediction;
import org.spindlebench.analysis.hypothesis.Judgement;
import org.spindlebench.analysis.hypothesis.Judgement.HypothesisData;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.SpeedUp;

/** Writes a hypothesis and its verdict in {@code report.json}. */
final class HypothesisJson {
    private HypothesisJson() {}

    static JsonObject of(Judgement judgement) {
        Hypothesis hypothesis = judgement.hypothesis();
        Prediction prediction = hypothesis.prediction();
        return new JsonObject()
                .with("says", hypothesis.says())
                .with("verdict", judgement.verdict().word())
                .with("jobs", hypothesis.jobs())
                .with("settings", hypothesis.settings())
                .with("baseline", hypothesis.baseline())
                .with("contender", hypothesis.contender())
                .with("and", prediction.other())
                .with("expect", prediction.expectation().word())
                .with("by", prediction.by() == 0 ? null : prediction.by())
                .with("from", prediction.from().isEmpty() ? null : prediction.from())
                .with("to", prediction.to().isEmpty() ? null : prediction.to())
                .with("times", prediction.times() == 1 ? null : prediction.times())
                .with("than", prediction.than().isEmpty() ? null : prediction.than())
                .with("best_settings", hypothesis.bestSettings() ? true : null)
                .with("limited_by", hypothesis.limit().word())
                .with("confidence", judgement.confidence())
                .with("contradicting_at", judgement.contradictingAt())
                .with("p", judgement.p())
                .with("lacks", judgement.lacks().orElse(null))
                .list("evidence", judgement.evidence(), HypothesisJson::evidence);
    }

    /** Returns a job's speed-up; for a claim about two of them also the second one, and their ratio. */
    private static JsonObject evidence(HypothesisData one) {
        JsonObject json = new JsonObject()
                .with("job", one.job())
                .with("settings", one.settings())
                .with("stand", one.says());
        speedUp(json, "speedup", "low", "high", one.speedUp());
        speedUp(json, "to_speedup", "to_low", "to_high", one.second());
        Interaction interaction = one.interaction();
        if (interaction != null) {
            FindingsJson.bounds(
                    json.with("interaction", interaction.ratio()),
                    "interaction_low",
                    "interaction_high",
                    interaction.interval());
        }
        return json.with("lacks", one.lacks()).with("busy", one.busy()).with("load", one.load());
    }

    private static void speedUp(JsonObject json, String ratio, String low, String high, SpeedUp speedUp) {
        if (speedUp != null) {
            FindingsJson.bounds(json.with(ratio, speedUp.ratio()), low, high, speedUp.interval());
        }
    }
}
