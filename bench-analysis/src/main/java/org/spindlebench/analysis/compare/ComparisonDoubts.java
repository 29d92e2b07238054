package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.Conditions;
import org.spindlebench.analysis.cell.MeasuredRun;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

/** What speaks against believing a comparison as it stands. */
final class ComparisonDoubts {
    /** Fields that a message names. */
    private static final int MOST_FIELDS = 6;

    private final Comparison comparison;
    private final double confidence;
    private final List<Warning> warnings = new ArrayList<>();

    private ComparisonDoubts(Comparison comparison, double confidence) {
        this.comparison = comparison;
        this.confidence = confidence;
    }

    /**
     * @param flagged the baseline's durations that stand out
     * @param flaggedOfContender the contender's
     */
    static List<Warning> of(Comparison comparison, int flagged, int flaggedOfContender, double confidence) {
        ComparisonDoubts doubts = new ComparisonDoubts(comparison, confidence);
        doubts.settings();
        doubts.interval();
        doubts.time();
        doubts.tests();
        doubts.unfinished();
        doubts.outliers(flagged, flaggedOfContender);
        doubts.excluded();
        doubts.conditions();
        return List.copyOf(doubts.warnings);
    }

    private void settings() {
        if (!comparison.across().isEmpty()) {
            add(
                    "across-settings",
                    "compared although the runs differ in " + Difference.describe(comparison.across())
                            + ": the ratio is of both differences together");
        }
        if ("mixed".equals(comparison.settings().get("cache"))) {
            add("mixed-caches", "some of these runs had cold caches, others warm ones");
        }
    }

    private void interval() {
        SpeedUp.Basis basis = comparison.speedUp().basis();
        if (basis != SpeedUp.Basis.INTERVAL) {
            add(basis.word(), whyNoInterval(basis));
        }
    }

    private static String whyNoInterval(SpeedUp.Basis basis) {
        return switch (basis) {
            case SINGLE_RUN -> "one side has a single run: no interval, and no test";
            case NO_VARIATION -> "no measurable variation on either side: no interval, and no test";
            case UNBOUNDED -> "the contender's mean is not told from 0: the interval has no bound, and none is given";
            case CONFOUNDED_WITH_TIME ->
                "setup confounded with time: one visit, or one campaign, says nothing about another. No interval, and no test;"
                        + " visit each setup more than once, measure several campaigns of each, or say how much campaigns"
                        + " differ (--between, --history)";
            case INTERVAL -> throw new IllegalArgumentException("there is an interval");
        };
    }

    /**
     * Runs that all came before, or all after, the others; or that are of other campaigns, whose times are not all known. Where the interval is made with
     * what is known of how campaigns differ, it covers that they were not made at the same time.
     */
    private void time() {
        boolean visited = comparison.unit() == Comparison.Unit.VISIT;
        if (visited && comparison.speedUp().basis() == SpeedUp.Basis.CONFOUNDED_WITH_TIME) {
            return;
        }
        boolean oneSide = comparison.baseline().sample().isVisited()
                != comparison.contender().sample().isVisited();
        if (oneSide || (!visited && (hasVisits(comparison.baseline()) || hasVisits(comparison.contender())))) {
            add(
                    "visits-incomplete",
                    "some of these runs name their visit to the setup and others do not: those are counted as independent, and the"
                            + " interval may be too narrow");
        }
        OptionalDouble first = Order.first(comparison.baseline(), comparison.contender());
        boolean apart = comparison.between() == null
                && (first.isPresent()
                        ? Order.isApart(first.getAsDouble(), comparison.baseline(), comparison.contender())
                        : Collections.disjoint(campaigns(comparison.baseline()), campaigns(comparison.contender())));
        if (apart) {
            add(
                    "not-interleaved",
                    "setup confounded with time: " + order(first)
                            + ". The interval does not cover what changed in between; run the setups in turns");
        }
    }

    private String order(OptionalDouble first) {
        if (first.isEmpty()) {
            return "the setups were run in different campaigns, and it is not known when";
        }
        double share = first.getAsDouble();
        boolean baseline = share > 0.5;
        String setup = baseline ? comparison.baselineSetup() : comparison.contenderSetup();
        return String.format(
                Locale.ROOT,
                "%s came first in %.0f %% of all pairs of observations",
                setup,
                100 * (baseline ? share : 1 - share));
    }

    private static boolean hasVisits(CellSummary cell) {
        return cell.runs().stream().anyMatch(run -> run.visit() != null);
    }

    private static Set<String> campaigns(CellSummary cell) {
        return cell.runs().stream().map(MeasuredRun::campaign).collect(Collectors.toSet());
    }

    private void tests() {
        if (comparison.tests().disagree(confidence)) {
            add(
                    "tests-disagree",
                    String.format(
                            Locale.ROOT,
                            "Welch's test on logs (p = %.3g) and the Mann-Whitney test of ranks (p = %.3g) disagree: the"
                                    + " durations are uneven, so trust neither alone",
                            comparison.tests().welch().p(),
                            comparison.tests().mannWhitney().p().orElseThrow()));
        }
    }

    private void unfinished() {
        String cells = comparison.job() + " of " + comparison.contenderSetup() + " and " + comparison.baselineSetup();
        comparison
                .tests()
                .unfinished()
                .forEach(what -> add("no-result", cells + ": " + what + ". The figure is left out; please report it"));
    }

    private void outliers(int baseline, int contender) {
        if (baseline + contender > 0) {
            SpeedUp without = comparison.withoutOutliers();
            add(
                    "outliers",
                    baseline + " of the baseline's and " + contender
                            + " of the contender's durations stand out (none is left out)"
                            + (without == null ? "" : "; without them the speed-up is " + shown(without)));
        }
    }

    private static String shown(SpeedUp speedUp) {
        String ratio = String.format(Locale.ROOT, "%.3f", speedUp.ratio());
        Optional<Interval> interval = speedUp.interval();
        return interval.map(bounds -> ratio + String.format(Locale.ROOT, " [%.3f, %.3f]", bounds.low(), bounds.high()))
                .orElse(ratio);
    }

    private void excluded() {
        String counts = Stream.of(comparison.baseline(), comparison.contender())
                .filter(cell -> cell.counts().invalid() + cell.counts().failed() > 0)
                .map(cell -> cell.counts().invalid() + " invalid and "
                        + cell.counts().failed() + " failed of "
                        + cell.subject().setup())
                .collect(Collectors.joining(", "));
        if (!counts.isEmpty()) {
            add("excluded-runs", "runs that are not in the figures: " + counts);
        }
    }

    private void conditions() {
        Conditions baseline = comparison.baseline().conditions();
        Conditions contender = comparison.contender().conditions();
        List<String> fields = baseline.differences(contender);
        if (!fields.isEmpty()) {
            add(
                    "hidden-difference",
                    "beside the setup, the runs differ in "
                            + named(fields, field -> shown(baseline, field) + "; " + shown(contender, field)));
        }
        warnings.addAll(StorageDoubts.of(baseline.storage(), contender.storage()));
    }

    static String named(List<String> fields, UnaryOperator<String> values) {
        return FewNames.of(
                fields.stream()
                        .map(field -> field + " (" + values.apply(field) + ")")
                        .toList(),
                MOST_FIELDS);
    }

    static String shown(Conditions conditions, String field) {
        return String.join(", ", conditions.of(field));
    }

    private void add(String code, String message) {
        warnings.add(new Warning(code, message));
    }
}
