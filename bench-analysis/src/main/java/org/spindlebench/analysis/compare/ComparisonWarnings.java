package org.spindlebench.analysis.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.MeasuredRun;
import org.spindlebench.analysis.cell.Conditions;
import org.spindlebench.analysis.cell.Conditions.StorageConditions;
import org.spindlebench.analysis.cell.Conditions.StorageConditions.Fill;
import org.spindlebench.analysis.document.FewNames;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;

/** Collects reasons to distrust a comparison. */
final class ComparisonWarnings {
    /** The greatest number of fields that a message names. */
    private static final int MOST_FIELDS = 6;

    /** The ratio of both sides' standard deviations from which a test of few observations claims too often. */
    private static final double UNEQUAL = 3;

    /** Of the rows whose sides vary alike, the largest share for which Spindle warns. */
    private static final double CHANCE = 0.05;

    /** The number of observations of a side from which unequal spread does no harm. */
    private static final int ENOUGH = 8;

    private final Comparison comparison;
    private final double confidence;
    private final List<Warning> warnings = new ArrayList<>();

    private ComparisonWarnings(Comparison comparison, double confidence) {
        this.comparison = comparison;
        this.confidence = confidence;
    }

    /** Returns the warnings, given the number of each side's durations that stand out. */
    static List<Warning> of(Comparison comparison, int flagged, int flaggedOfContender, double confidence) {
        ComparisonWarnings doubts = new ComparisonWarnings(comparison, confidence);
        doubts.settings();
        doubts.interval();
        doubts.time();
        doubts.spread();
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
                            + ": the ratio includes both differences");
        }
        if ("mixed".equals(comparison.settings().get("cache"))) {
            add("mixed-caches", "some of these runs had cold caches, others warm ones");
        }
    }

    private void interval() {
        SpeedUp.IntervalBasis basis = comparison.speedUp().basis();
        if (basis != SpeedUp.IntervalBasis.INTERVAL) {
            add(basis.word(), whyNoInterval(basis));
        }
    }

    private static String whyNoInterval(SpeedUp.IntervalBasis basis) {
        return switch (basis) {
            case SINGLE_RUN -> "one side has a single run: no interval, and no test";
            case NO_VARIATION -> "no measurable variation on either side: no interval, and no test";
            case UNBOUNDED ->
                "the contender's mean is indistinguishable from 0, so the interval is unbounded and is not given";
            case CONFOUNDED_WITH_TIME ->
                "setup confounded with time: one visit, or one campaign, says nothing about another, so there is no interval and"
                        + " no test. Visit each setup more than once, measure several campaigns of each, or say how much campaigns"
                        + " differ (--between, --history)";
            case INTERVAL -> throw new IllegalArgumentException("there is an interval");
        };
    }

    /**
     * Warns if the setups did not take turns, or were run in different campaigns at unknown times. There is no warning
     * if the interval includes the variance between campaigns, which covers the difference in time.
     */
    private void time() {
        boolean visited = comparison.unit() == Comparison.Unit.VISIT;
        if (visited && comparison.speedUp().basis() == SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME) {
            return;
        }
        boolean oneSide = comparison.baseline().sample().isVisited()
                != comparison.contender().sample().isVisited();
        if (oneSide || (!visited && (hasVisits(comparison.baseline()) || hasVisits(comparison.contender())))) {
            add(
                    "visits-incomplete",
                    "some of these runs do not name their visit to the setup. They are counted as independent, so the"
                            + " interval may be too narrow");
        }
        OptionalDouble first = RunOrder.first(comparison.baseline(), comparison.contender());
        boolean apart = comparison.between() == null
                && (first.isPresent()
                        ? RunOrder.isApart(first.getAsDouble(), comparison.baseline(), comparison.contender())
                        : Collections.disjoint(campaigns(comparison.baseline()), campaigns(comparison.contender())));
        if (apart) {
            add(
                    "not-interleaved",
                    "setup confounded with time: " + order(first)
                            + ". The interval does not cover what changed in between; run the setups in turn");
        }
    }

    private String order(OptionalDouble first) {
        if (first.isEmpty()) {
            return "the setups were run in different campaigns, at unknown times";
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

    /**
     * Warns if one side varies {@value #UNEQUAL} times as much as the other, with few observations, if sides that vary
     * alike differ so in under 5 % of rows. Welch's test then claims too often (docs/evidence/simulation.md).
     */
    private void spread() {
        Sample baseline = comparison.observations().baseline();
        Sample contender = comparison.observations().contender();
        int least = Math.min(baseline.n(), contender.n());
        if (comparison.tests().welch() == null || least < 2 || least >= ENOUGH) {
            return;
        }
        double ratio = contender.cv().orElseThrow() / baseline.cv().orElseThrow();
        boolean more = ratio > 1;
        double times = more ? ratio : 1 / ratio;
        if (times >= UNEQUAL && chance(times, baseline.n() - 1.0, contender.n() - 1.0) < CHANCE) {
            add(
                    "unequal-spread",
                    String.format(
                            Locale.ROOT,
                            "the %ss of %s vary at least %.0f times as much as those of %s: with fewer than %d a side,"
                                    + " up to 16 %% of verdicts at 95 %% confidence may be false instead of 5 %%",
                            comparison.unit().word(),
                            more ? comparison.contenderSetup() : comparison.baselineSetup(),
                            UNEQUAL,
                            more ? comparison.baselineSetup() : comparison.contenderSetup(),
                            ENOUGH));
        }
    }

    /** Returns the probability that the sample ratio of equal standard deviations is as far from 1. */
    private static double chance(double times, double df, double otherDf) {
        double square = times * times;
        return RegularizedBeta.complement(df * square / (df * square + otherDf), df / 2, otherDf / 2)
                + RegularizedBeta.complement(otherDf * square / (otherDf * square + df), otherDf / 2, df / 2);
    }

    /** With unequal numbers, Welch's test is cautious on purpose and the test of ranks is not, so the tests differ. */
    private void tests() {
        SamplePair both = comparison.observations();
        if (both.baseline().n() == both.contender().n() && comparison.tests().disagree(confidence)) {
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
                .forEach(what -> add("no-result", cells + ": " + what + ". The value is omitted; please report this"));
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
            add("excluded-runs", "runs left out of the statistics: " + counts);
        }
    }

    private void conditions() {
        Conditions baseline = comparison.baseline().conditions();
        Conditions contender = comparison.contender().conditions();
        List<String> fields = baseline.differences(contender);
        if (!fields.isEmpty()) {
            add(
                    "hidden-difference",
                    "in addition to the setup, the runs differ in "
                            + named(fields, field -> shown(baseline, field) + "; " + shown(contender, field)));
        }
        warnings.addAll(StorageWarnings.of(baseline.storage(), contender.storage()));
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

    /** Warns of differences between the setups' disks that are not part of the comparison. */
    static final class StorageWarnings {
        /** The greatest accepted difference in the used share of file systems on flash. */
        static final double FLASH = 0.20;

        /**
         * The greatest accepted difference in the used share of file systems on disks with platters. Their inner tracks
         * have about half the sectors of the outer tracks, so a tenth of the disk is some 5 % of its bandwidth.
         */
        static final double PLATTERS = 0.10;

        private static final String FLASH_REASON =
                ". Flash writes more slowly the fuller it is; fill them alike, or empty and trim them";

        private static final String PLATTERS_REASON =
                ". The fuller such a disk is, the nearer to its slow inner tracks new files tend to lie; fill them alike";

        private static final double PERCENT = 100;

        private StorageWarnings() {}

        static List<Warning> of(StorageConditions baseline, StorageConditions contender) {
            List<Warning> doubts = new ArrayList<>();
            String queues = differing(baseline.queues(), contender.queues());
            if (!queues.isEmpty()) {
                doubts.add(new Warning(
                        "queue-settings-differ",
                        "disks of one kind in the same role have different settings: " + queues
                                + ". Set /sys/block/*/queue alike; otherwise the settings are compared, too"));
            }
            String firmware = differing(baseline.firmware(), contender.firmware());
            if (!firmware.isEmpty()) {
                doubts.add(new Warning("firmware-differs", "disks of one model have different firmware: " + firmware));
            }
            differing(baseline.flash(), contender.flash(), FLASH)
                    .map(fill -> "disks without platters were not equally full at the start: " + fill + FLASH_REASON)
                    .ifPresent(text -> doubts.add(new Warning("fill-differs", text)));
            differing(baseline.platters(), contender.platters(), PLATTERS)
                    .map(fill -> "disks with platters were not equally full at the start: " + fill + PLATTERS_REASON)
                    .ifPresent(text -> doubts.add(new Warning("fill-differs", text)));
            varying(baseline.flash(), contender.flash(), FLASH)
                    .map(fill -> "disks without platters were not equally full in all visits: " + fill + FLASH_REASON)
                    .ifPresent(text -> doubts.add(new Warning("fill-varies", text)));
            varying(baseline.platters(), contender.platters(), PLATTERS)
                    .map(fill -> "disks with platters were not equally full in all visits: " + fill + PLATTERS_REASON)
                    .ifPresent(text -> doubts.add(new Warning("fill-varies", text)));
            return doubts;
        }

        /** Lists the roles of both sides whose means differ by more than a limit; empty if none does. */
        private static Optional<String> differing(
                Map<String, Fill> baseline, Map<String, Fill> contender, double limit) {
            return listed(baseline.keySet().stream()
                    .filter(contender::containsKey)
                    .filter(role -> Math.abs(baseline.get(role).mean()
                                    - contender.get(role).mean())
                            > limit)
                    .map(role -> String.format(
                            Locale.ROOT,
                            "%s (%.0f %%; %.0f %%)",
                            role,
                            PERCENT * baseline.get(role).mean(),
                            PERCENT * contender.get(role).mean())));
        }

        /** Lists the roles that were fuller in one run of a side than in another, by more than a limit. */
        private static Optional<String> varying(Map<String, Fill> baseline, Map<String, Fill> contender, double limit) {
            return listed(Stream.concat(varying("baseline", baseline, limit), varying("contender", contender, limit)));
        }

        private static Stream<String> varying(String side, Map<String, Fill> fills, double limit) {
            return fills.entrySet().stream()
                    .filter(fill -> fill.getValue().spread() > limit)
                    .map(fill -> String.format(
                            Locale.ROOT,
                            "%s of the %s (%.0f %% to %.0f %%)",
                            fill.getKey(),
                            side,
                            PERCENT * fill.getValue().least(),
                            PERCENT * fill.getValue().most()));
        }

        private static Optional<String> listed(Stream<String> fills) {
            String all = fills.collect(Collectors.joining(", "));
            return all.isEmpty() ? Optional.empty() : Optional.of(all);
        }

        /**
         * Lists the names whose values differ, with the values; empty if none does. Skips names that only one side has.
         */
        private static String differing(
                Map<String, SortedSet<String>> baseline, Map<String, SortedSet<String>> contender) {
            List<String> names = baseline.keySet().stream()
                    .filter(contender::containsKey)
                    .filter(name -> !baseline.get(name).equals(contender.get(name)))
                    .toList();
            return ComparisonWarnings.named(
                    names,
                    name -> String.join(", ", baseline.get(name)) + "; " + String.join(", ", contender.get(name)));
        }
    }
}
