package org.spindlebench.runner.campaign;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.Runs;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.ComparisonOptions;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.Findings.UnknownSetupException;
import org.spindlebench.analysis.document.InvalidDocumentException;
import org.spindlebench.analysis.hypothesis.Hypothesis.Study;
import org.spindlebench.analysis.record.Records;
import org.spindlebench.analysis.record.RunRecord;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.StoppingRule;
import org.spindlebench.runner.conf.Experiment;
import org.spindlebench.runner.conf.Problems;
import org.spindlebench.runner.plan.Plan;
import org.spindlebench.runner.plan.RunSpec;
import org.spindlebench.runner.reports.SavedStudy;
import org.spindlebench.runner.run.CampaignDirectory;
import org.spindlebench.runner.run.SavedLooks;

/**
 * States that an experiment ended before its last visit, because its intervals were narrow enough, or because a declared
 * look decided every speed-up. Spindle saves it as {@code ended.json} next to the records.
 *
 * @param blocks the number of complete blocks of visits
 * @param rule the rule about intervals; null if a look decided
 */
public record EarlyStop(int schema, int blocks, StoppingRule rule) {
    public static final int SCHEMA = 1;

    /**
     * Applies the rule to the records of the complete blocks. If a look was declared after so many blocks, saves the
     * claims of the look.
     *
     * @param blocks the number of complete blocks; the experiment continues if one of their visits is unfinished
     * @return empty if the experiment continues
     */
    public static Optional<EarlyStop> at(CampaignDirectory directory, Plan plan, int blocks) throws IOException {
        Experiment.VisitShape shape = plan.shape();
        boolean look = shape.looks().contains(blocks);
        if ((shape.stop() == null && !look) || isReduced(plan)) {
            return Optional.empty();
        }
        List<Plan.Visit> visits =
                plan.visits().subList(0, blocks * plan.setups().size());
        if (!visits.stream().allMatch(directory::finished)) {
            return Optional.empty();
        }
        StoppingRule rule = shape.stop() == null || shape.stop().isDecided()
                ? null
                : shape.stop().rule(shape.visits());
        try {
            Findings findings = findings(directory, plan, blocks);
            if (look) {
                SavedLooks.of(directory).and(blocks, findings).write(directory);
            }
            List<Comparison> comparisons = findings.comparisons().toList();
            boolean ends = shape.stop() != null
                    && plan.setups().stream().skip(1).allMatch(setup -> plan.visits().get(0).runs().stream()
                            .map(cell -> of(comparisons, setup, cell))
                            .allMatch(ofCell -> rule == null ? look && isDecided(ofCell) : isPrecise(rule, ofCell)));
            return ends ? Optional.of(new EarlyStop(SCHEMA, blocks, rule)) : Optional.empty();
        } catch (InvalidDocumentException | UnknownSetupException e) {
            // The rule cannot decide if a record is damaged, or if a setup has no records.
            return Optional.empty();
        }
    }

    /**
     * Checks whether the plan has runs without some of the hosts: these runs and earlier runs have no common interval.
     */
    private static boolean isReduced(Plan plan) {
        return plan.visits().stream().anyMatch(visit -> visit.withoutHosts() > 0);
    }

    /** Returns the findings of the first blocks, as a report after these blocks would draw them. */
    public static Findings findings(CampaignDirectory directory, Plan plan, int blocks) throws IOException {
        int visits = blocks * plan.setups().size();
        Study study = SavedStudy.of(List.of(directory.root()), Path.of(""), new Problems())
                .study();
        ComparisonOptions options =
                ComparisonOptions.standard().with(study).against(plan.setups().get(0));
        try (Stream<RunRecord> records = Records.read(directory.root())) {
            Runs runs = Runs.of(records.filter(run -> run.position() != null
                    && run.position().visit() != null
                    && run.position().visit() <= visits));
            return Findings.of(runs, options);
        }
    }

    private static boolean isDecided(List<Comparison> ofCell) {
        return !ofCell.isEmpty() && ofCell.stream().allMatch(Comparison::isClaimed);
    }

    /** Returns a cell's comparisons under one setup; several if some of its runs could not be cooled. */
    private static List<Comparison> of(List<Comparison> comparisons, String setup, RunSpec cell) {
        return comparisons.stream()
                .filter(comparison -> {
                    Subject subject = comparison.contender().subject();
                    return subject.setup().equals(setup)
                            && subject.job().equals(cell.job())
                            && subject.settings()
                                    .entrySet()
                                    .containsAll(cell.settings().entrySet());
                })
                .toList();
    }

    private static boolean isPrecise(StoppingRule rule, List<Comparison> ofCell) {
        return !ofCell.isEmpty()
                && ofCell.stream()
                        .allMatch(comparison -> rule.decide(comparison.speedUp(), visits(comparison))
                                == StoppingRule.Decision.STOP_PRECISE);
    }

    /** Counts each setup's visits with valid runs, and returns the smaller number. */
    private static int visits(Comparison comparison) {
        return Math.min(
                comparison.baseline().sample().visits().size(),
                comparison.contender().sample().visits().size());
    }

    public String describe() {
        if (rule == null) {
            return "Every speed-up is decided after " + blocks
                    + " visits to each setup: the experiment ends here, at a look that was declared before its first run.";
        }
        return String.format(
                Locale.ROOT,
                "Every interval is within %s %% of its speed-up after %d visits to each setup: the experiment ends here, as its rule"
                        + " says.",
                BigDecimal.valueOf(rule.precision())
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString(),
                blocks);
    }
}
