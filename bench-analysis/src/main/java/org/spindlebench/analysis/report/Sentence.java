package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.claim.Looks;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.compare.SuiteFinding.MixFinding;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.CampaignDeviation;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.Sample;
import org.spindlebench.analysis.stats.SpeedUp;

/** Writes findings in words. */
final class Sentence {
    /** The share of the variance up to which visits may be said to matter no more than runs. */
    private static final double SMALL_SHARE = 0.1;

    private Sentence() {}

    /** Describes a comparison, such as {@code terasort: ssd is 1.64x [1.59, 1.70] as fast as hdd-11}. */
    static String of(Comparison one) {
        String means = String.format(
                Locale.ROOT,
                " (%s; %s; n %s%s)",
                seconds(one, one.baseline(), one.observations().baseline()),
                seconds(one, one.contender(), one.observations().contender()),
                runs(one),
                one.between() == null ? "" : "; " + between(one.between()));
        return one.job() + ": " + claim(one) + means;
    }

    /** Returns the mean; if time confounds the setup, also the variation within a visit, the only known variation. */
    private static String seconds(Comparison one, CellSummary cell, Sample observations) {
        String unit = cell.quantity().isSeconds() ? " s" : "";
        String mean = NumberText.of(observations.mean(), cell.quantity().isSeconds() ? 2 : 3) + unit;
        boolean spread = one.speedUp().basis() == SpeedUp.IntervalBasis.CONFOUNDED_WITH_TIME
                && cell.elapsed().n() > 1;
        return spread ? mean + " with sd " + NumberText.of(cell.elapsed().sd().orElseThrow(), 2) + unit : mean;
    }

    /** Describes the known variation between campaigns, such as {@code 2 % between campaigns, stated}. */
    static String between(CampaignDeviation between) {
        return NumberText.of(between.cv(), 0.01, 1) + " % between campaigns, "
                + (between.df() < CampaignDeviation.STATED ? "of " + between.source() : between.source());
    }

    /** Returns the runs of both sides, such as {@code 5, 5} or {@code 6 runs in 2 visits, 6 runs in 2 visits}. */
    static String runs(Comparison one) {
        int baseline = one.baseline().runs().size();
        int contender = one.contender().runs().size();
        return one.unit() == Comparison.Unit.RUN
                ? baseline + ", " + contender
                : visited(baseline, one.observations().baseline().n()) + ", "
                        + visited(contender, one.observations().contender().n());
    }

    private static String visited(int runs, int visits) {
        return runs + (runs == 1 ? " run in " : " runs in ") + visits + (visits == 1 ? " visit" : " visits");
    }

    private static String claim(Comparison one) {
        String says = says(one.claim());
        return switch (one.speedUp().basis()) {
            case INTERVAL -> one.isClaimed() ? says : says + unnoticed(one);
            case NO_VARIATION -> says + ", without measurable variation and so without a test";
            case SINGLE_RUN -> says + ", only one run, so no interval";
            case UNBOUNDED -> says + ", too few or too uneven runs for an interval";
            case CONFOUNDED_WITH_TIME -> says + ", setup confounded with time: no interval";
        };
    }

    private static String unnoticed(Comparison one) {
        Double detectable = one.tests().detectable();
        return (!one.speedUp().isTie() || detectable == null
                        ? ""
                        : "; a difference below " + HumanText.ratio(detectable)
                                + "x may go unnoticed (power under 80 %)")
                + more(one.claim()).map(more -> "; " + more).orElse("");
    }

    /** Says how many more observations would decide an open claim; empty if that is unknown. */
    static Optional<String> more(Claim claim) {
        OptionalInt more = claim.more();
        return more.isEmpty()
                ? Optional.empty()
                : Optional.of("about " + more.getAsInt() + " more "
                        + claim.estimate().counted().unit() + (more.getAsInt() == 1 ? "" : "s")
                        + " of each would give an even chance of a verdict");
    }

    /** Describes the claim about a ratio with its verdict; without an interval, returns the ratio alone. */
    static String says(Claim claim) {
        ClaimSubject about = claim.about();
        String ratio = ratio(claim.ratio(), claim.interval());
        String says = about.quantity().equals(Quantity.SLOW_DOWN.word())
                ? "the slow-down on " + about.baseline() + " is " + ratio + " that on " + about.contender()
                : about.contender() + " is " + ratio + " as fast as " + about.baseline();
        boolean named = about.quantity().equals(Quantity.SLOW_DOWN.word())
                && claim.verdict().isDifference();
        return claim.interval().isEmpty() || named ? says : says + ", " + claim.words();
    }

    static String of(SuiteFinding suite) {
        return "all " + suite.jobs().size() + " jobs together: " + says(suite.claim())
                + " (geometric mean" + units(suite) + "; by summed durations "
                + HumanText.ratio(suite.ratio().ratioOfSums()) + "x)"
                + withoutInterval(suite.claim())
                + (suite.missing().isEmpty() ? "" : "; without " + String.join(", ", suite.missing()));
    }

    private static String units(SuiteFinding suite) {
        return suite.unit() == Comparison.Unit.RUN
                ? " of runs that are treated as independent"
                : " over " + suite.ratio().contrast().baselineUnits() + " and "
                        + suite.ratio().contrast().contenderUnits() + " visits with all jobs";
    }

    private static String withoutInterval(Claim claim) {
        return claim.interval().isPresent()
                ? ""
                : switch (claim.estimate().basis()) {
                    case CONFOUNDED_WITH_TIME -> ", setup confounded with time: no interval";
                    case NO_VARIATION -> ", without measurable variation";
                    default -> ", without an interval, as some job has none";
                };
    }

    static String of(MixFinding mix) {
        String workload = "workload " + mix.mix() + ": ";
        if (mix.ratio() == null) {
            return workload + "no number for " + mix.contenderName() + " against " + mix.baselineName()
                    + ", not measured on both: " + String.join(", ", mix.missing());
        }
        return workload + says(mix.claim()) + withoutInterval(mix.claim());
    }

    /**
     * Describes the variation between visits, and the best division of runs among visits; empty if the variation is
     * unknown.
     */
    static Optional<String> variation(Findings findings) {
        return findings.variation().map(parts -> {
            String shares = String.format(
                    Locale.ROOT,
                    "Visits explain %.0f %% of the variance of single runs (sd %.1f %% between visits, %.1f %% within)",
                    100 * parts.shareBetween(),
                    100 * Math.sqrt(parts.between()),
                    100 * Math.sqrt(parts.within()));
            if (parts.shareBetween() == 0 && parts.mostShareBetween() > SMALL_SHARE) {
                return shares
                        + String.format(
                                Locale.ROOT,
                                ": so few visits may hide up to %.0f %%, so more visits are the safer choice.",
                                100 * parts.mostShareBetween());
            }
            // Assumes that applying the setup for a visit takes as long as a run. A reader who knows better can use the
            // two standard deviations.
            OptionalInt runs = parts.runsPerVisit(1, 1);
            return shares
                    + (runs.isEmpty() || parts.shareBetween() == 0
                            ? ": more runs per visit help as much as more visits."
                            : ": if setting up a visit takes as long as a run, visits of " + runs.getAsInt()
                                    + (runs.getAsInt() == 1 ? " run" : " runs")
                                    + " make the best use of the time.");
        });
    }

    /**
     * Names the families of a report's claims, what they promise, and which look the report is; empty if there is at most
     * one claim, at the only look.
     */
    static Optional<String> family(Findings findings) {
        String look = look(findings)
                + (findings.matched().stream().anyMatch(one -> one.matched().isOfFewClusters())
                        ? " Answers over few settings of single runs are wrong more often if only some differ."
                        : "");
        if (findings.claims().count() < 2) {
            return look.isEmpty() ? Optional.empty() : Optional.of(look.strip());
        }
        List<String> families = findings.claims().families().entrySet().stream()
                .map(family -> family(family.getKey(), family.getValue()))
                .toList();
        int last = families.size() - 1;
        String all = last == 0
                ? families.get(0)
                : String.join(", ", families.subList(0, last)) + " or " + families.get(last);
        return Optional.of("Verdicts are given only if Holm's correction over " + all
                + " allows them; the intervals are not corrected. A family has a false verdict in at most "
                + level(findings, 1) + " of reports"
                + (last > 0 ? "; all families together may have one more often." : ".")
                + look);
    }

    /** Says what a report claims at one of several looks at a campaign; empty if it is the only look. */
    private static String look(Findings findings) {
        Looks looks = findings.options().study().looks();
        if (looks.share() == 1) {
            return "";
        }
        if (looks.campaigns() > 1) {
            return " " + looks.campaigns() + " campaigns are reported together, and at least one has several looks. The"
                    + " strictest share holds: "
                    + (looks.share() == 0
                            ? "nothing new is claimed."
                            : "a verdict needs p below " + level(findings, looks.share()) + " instead of "
                                    + level(findings, 1) + ".");
        }
        String number = " This is look " + looks.number() + " at this campaign, and ";
        return looks.share() == 0
                ? number + "nothing new is claimed: its looks were not declared before its first run."
                : number + "a verdict needs p below " + level(findings, looks.share()) + " instead of "
                        + level(findings, 1) + ", so that all looks together keep this share.";
    }

    private static String level(Findings findings, double share) {
        return HumanText.percent(Math.rint(1e4 * share * (1 - findings.options().confidence())) / 1e4);
    }

    private static String family(String name, long claims) {
        return switch (name) {
            case Claim.HYPOTHESES -> number(claims, "hypothesis", "hypotheses") + " of the plan";
            case Claim.INTERACTIONS -> number(claims, "interaction", "interactions");
            default -> number(claims, "claim", "claims") + " of this report";
        };
    }

    private static String number(long count, String one, String many) {
        return count == 1 ? "one " + one : "all " + count + " " + many;
    }

    /** Writes a ratio, such as {@code 1.641x [1.585, 1.698]}. */
    static String ratio(double ratio, Optional<Interval> interval) {
        return HumanText.ratio(ratio) + "x"
                + interval.map(bounds -> " " + bounds(bounds)).orElse("");
    }

    /** Writes a speed-up in the same way; a dash if it is null. */
    static String ratio(SpeedUp speedUp) {
        return speedUp == null ? NumberText.ABSENT : ratio(speedUp.ratio(), speedUp.interval());
    }

    /** Writes the reciprocal of a speed-up, such as {@code 0.609 [0.589, 0.631]}. */
    static String normalised(SpeedUp speedUp) {
        return HumanText.ratio(speedUp.normalised())
                + speedUp.normalisedInterval()
                        .map(bounds -> " " + bounds(bounds))
                        .orElse("");
    }

    /** Writes a ratio within blocks in the same way; a dash if it is null. */
    static String ratio(Paired paired) {
        return paired == null ? NumberText.ABSENT : ratio(paired.ratio(), paired.interval());
    }

    /** Begins a row of a table with the subject of a cell. */
    static TableRow row(CellSummary cell) {
        return new TableRow()
                .text("job", cell.subject().job())
                .text("setup", cell.subject().setup())
                .text("settings", settings(cell.comparable()));
    }

    /** Writes bounds, such as {@code [1.585, 1.698]}. */
    static String bounds(Interval interval) {
        return "[" + HumanText.ratio(interval.low()) + ", " + HumanText.ratio(interval.high()) + "]";
    }

    /** Lists settings with sizes for people, such as {@code bytes_per_node=33 GB, cache=cold}. */
    static String settings(Map<String, String> settings) {
        return HumanText.settings(settings);
    }
}
