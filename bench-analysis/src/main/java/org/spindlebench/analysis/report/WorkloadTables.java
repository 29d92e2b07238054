package org.spindlebench.analysis.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.WorkloadFinding;
import org.spindlebench.analysis.compare.WorkloadFinding.Quantity;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.Table;
import org.spindlebench.analysis.report.page.Table.TableRow;
import org.spindlebench.analysis.stats.Paired;
import org.spindlebench.analysis.stats.SpeedUp;

/** Writes makespans and slow-downs of workloads: sentences, the table, and {@code workloads[]} of report.json. */
final class WorkloadTables {
    private WorkloadTables() {}

    /**
     * Returns a sentence for each setup's makespan and mean slow-down against the baseline's; without a baseline, its
     * own numbers.
     */
    static List<String> sentences(Findings findings) {
        boolean compared = findings.workloads().stream().anyMatch(one -> one.ratio() != null);
        return findings.workloads().stream()
                .filter(one -> one.quantity().isOfWorkload() && (one.ratio() != null || !compared))
                .map(one -> "workload " + one.workload() + ": " + sentence(one, findings))
                .toList();
    }

    private static String sentence(WorkloadFinding one, Findings findings) {
        String of = one.quantity() == Quantity.MAKESPAN ? "makespan" : "slow-down of jobs at once against alone";
        if (one.ratio() == null) {
            return of + " on " + one.setup() + " " + value(one) + interval(one, findings) + " (" + visits(one) + ")";
        }
        String ratio = Sentence.ratio(one.ratio().ratio(), one.ratio().interval());
        String against = one.setup() + " against " + findings.baseline();
        String says;
        if (one.isClaimed() || one.ratio().interval().isEmpty()) {
            says = (one.quantity() == Quantity.MAKESPAN
                            ? Sentence.says(one.claim())
                            : "the baseline's over the contender's is " + ratio + ", " + against)
                    + (one.isClaimed() ? "" : ", no interval: " + why(one.ratio()));
        } else {
            says = "no difference " + (one.claim().verdict() == Verdict.NO_DIFFERENCE ? "detectable" : "proved") + ", "
                    + against + ", " + ratio;
        }
        WorkloadFinding base = baseline(one, findings);
        return of + ": " + says + " (" + value(base) + "; " + value(one) + "; n " + visits(base) + ", " + visits(one)
                + ")";
    }

    private static WorkloadFinding baseline(WorkloadFinding one, Findings findings) {
        return findings.workloads().stream()
                .filter(other -> other.setup().equals(findings.baseline())
                        && other.workload().equals(one.workload())
                        && other.settings().equals(one.settings())
                        && other.quantity() == one.quantity())
                .findFirst()
                .orElseThrow();
    }

    private static String why(SpeedUp ratio) {
        return switch (ratio.basis()) {
            case NO_VARIATION -> "no measurable variation";
            case UNBOUNDED -> "too few or too uneven visits";
            default -> "a setup was visited once";
        };
    }

    private static String value(WorkloadFinding one) {
        return String.format(
                Locale.ROOT,
                one.quantity() == Quantity.MAKESPAN ? "%.2f s" : "%.3f",
                one.visits().mean());
    }

    private static String interval(WorkloadFinding one, Findings findings) {
        return one.interval(findings.options().confidence())
                .map(bounds -> " " + Sentence.bounds(bounds))
                .orElse("");
    }

    private static String visits(WorkloadFinding one) {
        String of = one.visits().n() == one.passes() ? "" : " of " + one.passes();
        return one.visits().n() + of + (one.passes() == 1 ? " visit" : " visits");
    }

    /** Returns a row for each setup and number; no row without a workload. */
    static Table of(Findings findings) {
        return Table.of("Jobs at once", "report-workloads.csv", findings.workloads(), one -> row(one, findings));
    }

    private static TableRow row(WorkloadFinding one, Findings findings) {
        boolean seconds = one.quantity() == Quantity.MAKESPAN;
        return new TableRow()
                .text("workload", one.workload())
                .text("setup", one.setup())
                .text("settings", Sentence.settings(one.settings()))
                .text("number", seconds ? "makespan [s]" : "slow-down")
                .text("of", whose(one))
                .figure("visits", visits(one).replaceAll(" visits?$", ""))
                .figure("mean", NumberText.of(one.visits().mean(), seconds ? 2 : 3) + interval(one, findings))
                .figure("baseline's over it", Sentence.ratio(one.ratio()))
                .figure("paired by blocks", Sentence.ratio(one.paired()))
                .figure("p (all claims)", NumberText.p(one.claim().corrected()))
                .figure("verdict", verdict(one));
    }

    private static String whose(WorkloadFinding one) {
        return switch (one.quantity()) {
            case MAKESPAN, SLOW_DOWN -> "all jobs";
            case CLASS_SLOW_DOWN -> "class " + one.of();
            case JOB_SLOW_DOWN -> "job " + one.of();
        };
    }

    /** Returns the verdict as a stable word; null if nothing is claimed about this number. */
    private static String verdict(WorkloadFinding one) {
        if (one.ratio() == null || !one.quantity().isOfWorkload()) {
            return null;
        }
        return switch (one.claim().verdict()) {
            case FASTER -> "better";
            case SLOWER -> "worse";
            default -> one.ratio().interval().isEmpty() ? "no-interval" : "undecided";
        };
    }

    /** Returns an entry for each setup and number. Times are in seconds; slow-downs are ratios. */
    static List<JsonObject> json(Findings findings) {
        return findings.workloads().stream().map(one -> json(one, findings)).toList();
    }

    private static JsonObject json(WorkloadFinding one, Findings findings) {
        Optional<SpeedUp> ratio = Optional.ofNullable(one.ratio());
        Optional<Paired> paired = Optional.ofNullable(one.paired());
        return new JsonObject()
                .with("workload", one.workload())
                .with("settings", one.settings())
                .with("setup", one.setup())
                .with("quantity", one.quantity().word())
                .with("of", one.of().isEmpty() ? null : one.of())
                .with("passes", one.passes())
                .with("visits", one.visits().n())
                .with("mean", one.visits().mean())
                .bounds(one.interval(findings.options().confidence()))
                .with("values", one.visits().values())
                .with("baseline", ratio.map(compared -> findings.baseline()))
                .with("ratio", ratio.map(SpeedUp::ratio))
                .bounds("ratio_", ratio.flatMap(SpeedUp::interval))
                .with("basis", ratio.map(compared -> compared.basis().word()))
                .with("paired", paired.map(Paired::ratio))
                .bounds("paired_", paired.flatMap(Paired::interval))
                .with("p", one.p())
                .with("p_screen", one.claim().corrected())
                .with("verdict", verdict(one));
    }
}
