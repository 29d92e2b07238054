package org.spindlebench.analysis.report.page;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.ExcludedRun;
import org.spindlebench.analysis.cell.Runs.Campaign;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.record.Status;
import org.spindlebench.analysis.report.page.HtmlReport.Notice;
import org.spindlebench.analysis.report.page.HtmlReport.StatusLight;

/** Finds what a reader must see before the answer: that it covers only some of the runs, or none, and slow disks. */
public final class Notices {
    private static final int MOST_DETAILS = 3;
    private static final int LONGEST_REASON = 160;

    private Notices() {}

    /** Returns the notices, the most serious first. */
    public static List<Notice> of(Findings findings) {
        return Stream.concat(
                        Stream.of(invalid(findings), part(findings)).flatMap(Optional::stream), slowDisks(findings))
                .toList();
    }

    private static Stream<Notice> slowDisks(Findings findings) {
        return findings.disks().stream()
                .filter(kind -> !kind.slow().isEmpty())
                .map(kind -> new Notice(
                        kind.slow().size() == 1 ? "slow disk" : "slow disks",
                        StatusLight.Colour.AMBER,
                        kind.setup() + " has " + kind.advice() + ".",
                        List.of()));
    }

    /**
     * Returns campaigns that are still running or were abandoned, without campaigns that ended early by their own rule.
     */
    static List<Campaign> unfinished(Findings findings) {
        Set<String> endedEarly = findings.options().study().endedEarly();
        return findings.campaigns().stream()
                .filter(campaign -> campaign.finished() < campaign.planned() && !endedEarly.contains(campaign.name()))
                .toList();
    }

    /** Returns the notice that runs are missing. It is red if most runs are missing, otherwise amber. */
    private static Optional<Notice> part(Findings findings) {
        List<Campaign> open = unfinished(findings);
        if (open.isEmpty()) {
            return Optional.empty();
        }
        long finished = open.stream().mapToLong(Campaign::finished).sum();
        long planned = open.stream().mapToLong(Campaign::planned).sum();
        boolean alone = findings.campaigns().size() == 1;
        return Optional.of(new Notice(
                "not finished",
                2 * finished < planned ? StatusLight.Colour.RED : StatusLight.Colour.AMBER,
                finished + " of " + planned + " planned runs"
                        + (alone
                                ? " of campaign " + open.get(0).name()
                                : " of " + open.size() + " of the "
                                        + findings.campaigns().size() + " campaigns")
                        + " have ended and have a record. The others are still to come, were interrupted, or were given up. This report shows"
                        + " a part of the results, which may change.",
                alone
                        ? List.of()
                        : few(
                                open.stream()
                                        .map(one -> one.finished() + " of " + one.planned() + ": " + one.name())
                                        .toList(),
                                "campaigns")));
    }

    private static Optional<Notice> invalid(Findings findings) {
        if (findings.cells().stream().anyMatch(CellSummary::isMeasured)) {
            return Optional.empty();
        }
        List<ExcludedRun> runs = findings.cells().stream()
                .flatMap(cell -> cell.excluded().stream())
                .filter(run -> !run.repeated())
                .toList();
        Map<String, Long> ended =
                runs.stream().collect(Collectors.groupingBy(Notices::ended, TreeMap::new, Collectors.counting()));
        return Optional.of(new Notice(
                "no valid run",
                StatusLight.Colour.RED,
                (runs.size() == 1 ? "the only run is not valid" : "none of " + runs.size() + " runs is valid")
                        + ", so there is no duration to show or compare. How they ended: "
                        + ended.entrySet().stream()
                                .map(entry -> entry.getValue() + " " + entry.getKey())
                                .collect(Collectors.joining(", "))
                        + ". The table of runs left out of the statistics lists the reasons of every run. The most frequent are",
                reasons(runs)));
    }

    /** Lists the most frequent reasons for exclusion, such as {@code 3 times: no space left on device}. */
    private static List<String> reasons(List<ExcludedRun> runs) {
        Map<String, Long> counts = runs.stream()
                .flatMap(run -> run.reasons().stream())
                .map(Notices::shortened)
                .collect(Collectors.groupingBy(reason -> reason, LinkedHashMap::new, Collectors.counting()));
        return few(
                counts.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .map(entry ->
                                (entry.getValue() == 1 ? "once" : entry.getValue() + " times") + ": " + entry.getKey())
                        .toList(),
                "reasons");
    }

    /** Describes the end of an excluded run. A run that ended well is excluded if it has no plausible duration. */
    private static String ended(ExcludedRun run) {
        return run.status() == Status.OK
                ? "without a usable duration"
                : run.status().word();
    }

    private static String shortened(String reason) {
        String line = reason.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + " …";
    }

    private static List<String> few(List<String> all, String what) {
        return all.size() <= MOST_DETAILS
                ? all
                : Stream.concat(
                                all.stream().limit(MOST_DETAILS),
                                Stream.of("and " + (all.size() - MOST_DETAILS) + " more " + what))
                        .toList();
    }
}
