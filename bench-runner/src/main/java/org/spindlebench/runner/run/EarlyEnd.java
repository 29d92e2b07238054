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
import org.spindlebench.analysis.compare.UnknownSetupException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.runner.conf.StoppingRule;
import org.spindlebench.runner.plan.ExperimentPlan;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;

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

    /** What one look found. */
    private record Look(double widest, String of) {}

    /**
     * Looks at the records of the blocks that are complete.
     *
     * @param blocks all of whose visits have been made, or else nothing ends
     * @return empty where the experiment goes on
     */
    public static Optional<EarlyEnd> at(CampaignDirectory directory, ExperimentPlan plan, int blocks)
            throws IOException {
        StoppingRule rule = plan.shape().stop();
        List<Plan> visits = plan.visits().subList(0, blocks * plan.setups().size());
        if (rule == null || blocks < rule.atLeast() || !visits.stream().allMatch(directory::finished)) {
            return Optional.empty();
        }
        try {
            return look(comparisons(directory, plan, visits.size()), plan)
                    .filter(look -> look.widest() <= rule.within())
                    .map(look -> new EarlyEnd(SCHEMA, blocks, rule.within(), look.widest(), look.of()));
        } catch (InvalidDocumentException | UnknownSetupException e) {
            // A damaged record, or a setup without any: nothing to end by.
            return Optional.empty();
        }
    }

    private static List<Comparison> comparisons(CampaignDirectory directory, ExperimentPlan plan, int visits)
            throws IOException {
        ComparisonOptions options =
                ComparisonOptions.standard().against(plan.setups().get(0));
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            Runs runs = Runs.of(records.filter(run -> run.position() != null
                    && run.position().visit() != null
                    && run.position().visit() <= visits));
            return Findings.of(runs, options).comparisons().toList();
        }
    }

    /** The widest interval; none where a cell under a setup is not compared, by too few visits, or without an interval. */
    private static Optional<Look> look(List<Comparison> comparisons, ExperimentPlan plan) {
        Look widest = new Look(0, "");
        for (String setup : plan.setups().subList(1, plan.setups().size())) {
            for (RunSpec cell : plan.visits().get(0).runs()) {
                List<Comparison> ofCell = comparisons.stream()
                        .filter(comparison -> isOf(comparison, setup, cell))
                        .toList();
                if (ofCell.isEmpty()) {
                    return Optional.empty();
                }
                for (Comparison comparison : ofCell) {
                    Optional<Interval> interval = comparison.speedUp().interval();
                    if (interval.isEmpty()
                            || visits(comparison) < plan.shape().stop().atLeast()) {
                        return Optional.empty();
                    }
                    double ratio = comparison.speedUp().ratio();
                    double far = Math.max(
                            interval.get().high() / ratio - 1,
                            1 - interval.get().low() / ratio);
                    if (far >= widest.widest()) {
                        widest = new Look(far, cell.job() + " under " + setup);
                    }
                }
            }
        }
        return Optional.of(widest);
    }

    private static boolean isOf(Comparison comparison, String setup, RunSpec cell) {
        Subject subject = comparison.contender().subject();
        return subject.setup().equals(setup)
                && subject.job().equals(cell.job())
                && subject.settings().entrySet().containsAll(cell.settings().entrySet());
    }

    /** With valid runs, of the setup that has fewer. */
    private static int visits(Comparison comparison) {
        return Math.min(
                comparison.baseline().visits().size(),
                comparison.contender().visits().size());
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
