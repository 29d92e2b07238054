package org.spindlebench.runner.run;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.runner.conf.StoppingRule;
import org.spindlebench.runner.plan.ExperimentPlan;

/**
 * That an experiment ended before its last visit, since its intervals were narrow enough. Written as {@code ended.json} beside the records.
 *
 * @param schema version of this document
 * @param blocks complete blocks of visits that were made
 * @param within the rule: the farthest that an end of an interval may lie from its speed-up, as a share of it
 * @param widest the farthest that one did
 * @param of which comparison that was
 */
public record EarlyEnd(int schema, int blocks, double within, double widest, String of) {
    /** The schema this version writes. */
    public static final int SCHEMA = 1;

    /** What one look found: the widest interval, or none where a comparison is missing or has none. */
    private record Look(double widest, String of) {}

    /**
     * Looks at the records of complete blocks.
     *
     * @param blocks how many there are
     * @return empty where the experiment goes on
     */
    public static Optional<EarlyEnd> at(CampaignDirectory directory, ExperimentPlan plan, int blocks)
            throws IOException {
        StoppingRule rule = plan.shape().stop();
        if (rule == null || blocks < rule.atLeast()) {
            return Optional.empty();
        }
        return look(directory, plan)
                .filter(look -> look.widest() <= rule.within())
                .map(look -> new EarlyEnd(SCHEMA, blocks, rule.within(), look.widest(), look.of()));
    }

    private static Optional<Look> look(CampaignDirectory directory, ExperimentPlan plan) throws IOException {
        List<Comparison> comparisons;
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            ComparisonOptions options =
                    ComparisonOptions.standard().against(plan.setups().get(0));
            comparisons = Findings.of(Runs.of(records), options).comparisons().toList();
        }
        long cells = plan.visits().get(0).runs().stream()
                .map(run -> run.job() + run.settings())
                .distinct()
                .count();
        if (comparisons.size() < cells * (plan.setups().size() - 1)) {
            return Optional.empty();
        }
        Look widest = new Look(0, "");
        for (Comparison comparison : comparisons) {
            Optional<Interval> interval = comparison.speedUp().interval();
            if (interval.isEmpty()) {
                return Optional.empty();
            }
            double ratio = comparison.speedUp().ratio();
            double far = Math.max(
                    interval.get().high() / ratio - 1, 1 - interval.get().low() / ratio);
            if (far >= widest.widest()) {
                widest = new Look(
                        far,
                        comparison.contender().subject().job() + " under "
                                + comparison.contender().subject().setup());
            }
        }
        return Optional.of(widest);
    }

    /** For people. */
    public String describe() {
        return String.format(
                Locale.ROOT,
                "Every interval lies within %.1f %% of its speed-up after %d visits to each setup (the widest, %s: %.1f %%): the"
                        + " experiment ends here, as its rule says.",
                within * 100,
                blocks,
                of,
                widest * 100);
    }
}
