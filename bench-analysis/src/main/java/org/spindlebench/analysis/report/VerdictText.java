package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cell.CellSummary;
import org.spindlebench.analysis.cell.CellSummary.Quantity;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.PairLimit;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Answers.Answer;
import org.spindlebench.analysis.compare.Answers.Together;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.Difference;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.MatchedFinding;
import org.spindlebench.analysis.compare.MeasuredDuration;
import org.spindlebench.analysis.document.HumanText;

/** The verdict over all jobs in one sentence, or what would give one. */
final class VerdictText {
    private static final Pattern POINT = Pattern.compile("[.:]?$");
    private static final int MOST_NAMES = 4;
    private static final int MOST_COUNTED = 3;

    private VerdictText() {}

    /** Returns the sentence. If there is nothing to compare, the sentence says so. */
    static String of(Findings findings, Answers answers) {
        if (answers.rows().isEmpty()) {
            return uncompared(findings);
        }
        return answers.contenders().size() == 1
                ? of(answers, answers.contenders().get(0))
                : ofSeveral(answers);
    }

    private static String of(Answers answers, String contender) {
        List<Answer> all = answers.of(contender);
        Together together = answers.together().get(contender);
        if (all.size() > 1 && together == null) {
            return byCounts(answers, contender, all);
        }
        if (together == null) {
            Claim judged = all.get(0).claim();
            MatchedFinding many = all.get(0).matched();
            String spread = many == null ? "" : " (" + many.spread() + " over " + many.pairs() + " settings)";
            return AnswerTable.label(answers.rows().get(0)) + ": " + clause(judged) + spread + "."
                    + needed(judged, all);
        }
        Claim judged = together.claim();
        String jobs = "all " + rows(answers, together.rows()) + " together";
        return (judged.verdict().isDifference()
                        ? clause(judged) + " over " + jobs
                        : "Over " + jobs + ", " + clause(judged))
                + " (" + counted(all) + ")." + needed(judged, all);
    }

    /** Says the verdict of one claim, such as {@code ssd is faster than hdd: 1.641x [1.585, 1.698] as fast}. */
    private static String clause(Claim judged) {
        String contender = judged.about().contender();
        String baseline = judged.about().baseline();
        return switch (judged.verdict()) {
            case FASTER, SLOWER ->
                contender + " is " + judged.verdict().word() + " than " + baseline + ": " + ratio(judged) + " as fast"
                        + (judged.isSmall() ? ", by less than " + judged.marginInPercent() : "");
            case SAME ->
                contender + " is as fast as " + baseline + " within " + judged.marginInPercent() + ": " + ratio(judged)
                        + limit(judged);
            default -> "it is undecided whether " + contender + " is faster than " + baseline + ": " + open(judged);
        };
    }

    /** Says why there is no verdict, with the interval if there is one. */
    private static String open(Claim judged) {
        String reason = judged.reason() == null
                ? Verdict.UNDECIDED.word()
                : judged.reason().word();
        return judged.interval().isPresent() ? ratio(judged) + ", " + reason : reason;
    }

    /** Describes a contender without a mean over all rows by its number of rows with each verdict. */
    private static String byCounts(Answers answers, String contender, List<Answer> all) {
        long faster = count(all, Verdict.FASTER);
        long slower = count(all, Verdict.SLOWER);
        if (faster + slower == 0) {
            return contender + " against " + answers.baseline() + " in " + rows(answers, all.size()) + ": "
                    + counted(all) + limit(all, Verdict.SAME) + "."
                    + needed(all.get(0).claim(), all);
        }
        Verdict more = slower > faster ? Verdict.SLOWER : Verdict.FASTER;
        List<String> parts = new ArrayList<>();
        parts.add(more.word() + " than " + answers.baseline() + " in " + Math.max(faster, slower) + " of "
                + rows(answers, all.size()) + range(all, more));
        Stream.of(Verdict.FASTER, Verdict.SLOWER, Verdict.SAME, Verdict.UNDECIDED)
                .filter(verdict -> verdict != more && count(all, verdict) > 0)
                .forEach(verdict -> parts.add(verdict.word() + " in " + count(all, verdict) + limit(all, verdict)));
        return contender + " is " + String.join(", ", parts) + ".";
    }

    /** Returns the least and the greatest ratio of the answers with a verdict, such as {@code  (1.097x to 5.806x)}. */
    private static String range(List<Answer> all, Verdict verdict) {
        DoubleSummaryStatistics ratios = all.stream()
                .map(Answer::claim)
                .filter(judged -> judged.verdict() == verdict)
                .mapToDouble(Claim::ratio)
                .summaryStatistics();
        String least = Sentence.ratio(ratios.getMin(), Optional.empty());
        return " (" + least
                + (ratios.getCount() == 1 ? ")" : " to " + Sentence.ratio(ratios.getMax(), Optional.empty()) + ")");
    }

    private static String ofSeveral(Answers answers) {
        boolean some = answers.contenders().stream()
                .anyMatch(contender -> !answers.together().containsKey(contender)
                        && answers.of(contender).size() > 1);
        if (some) {
            int more = answers.contenders().size() - MOST_COUNTED;
            return answers.contenders().stream()
                            .limit(MOST_COUNTED)
                            .map(contender -> byCounts(answers, contender, answers.of(contender)))
                            .collect(Collectors.joining(" "))
                    + (more > 0
                            ? " " + HumanText.counted(more, "more contender") + (more == 1 ? " follows." : " follow.")
                            : "");
        }
        List<String> named = answers.contenders().stream()
                .sorted(Comparator.comparingDouble((String contender) -> -mean(answers, contender)))
                .toList();
        List<Answer> all = named.stream()
                .flatMap(contender -> answers.of(contender).stream())
                .toList();
        if (all.stream().noneMatch(one -> one.claim().verdict().isClaimed())
                && answers.together().values().stream()
                        .noneMatch(one -> one.claim().verdict().isClaimed())) {
            return "It is undecided whether one of " + named.size() + " contenders is faster than " + answers.baseline()
                    + "." + needed(judged(answers, named.get(0)), all);
        }
        // If the counts differ, each contender has its own count, because means over different jobs cannot be compared.
        List<Integer> covered = named.stream()
                .map(contender -> covered(answers, contender))
                .distinct()
                .toList();
        int more = named.size() - MOST_NAMES;
        String about = answers.rows().size() == 1
                ? AnswerTable.label(answers.rows().get(0)) + ", against "
                : covered.size() > 1 ? "Against " : "Over all " + rows(answers, covered.get(0)) + " together, against ";
        return about + answers.baseline() + ": "
                + named.stream()
                        .limit(MOST_NAMES)
                        .map(contender -> one(answers, contender, covered.size() > 1))
                        .collect(Collectors.joining("; "))
                + (more > 0 ? "; and " + more + " more" : "") + ".";
    }

    /** Returns the number of rows that the claim about a contender covers. */
    private static int covered(Answers answers, String contender) {
        Together together = answers.together().get(contender);
        return together == null ? 1 : together.rows();
    }

    private static Claim judged(Answers answers, String contender) {
        Together together = answers.together().get(contender);
        return together == null ? answers.of(contender).get(0).claim() : together.claim();
    }

    private static String one(Answers answers, String contender, boolean withCount) {
        Claim judged = judged(answers, contender);
        List<Answer> all = answers.of(contender);
        int covered = covered(answers, contender);
        String over = !withCount
                ? ""
                : covered == 1
                        ? ", " + all.get(0).claim().about().job() + " alone"
                        : ", over " + rows(answers, covered);
        // A mean without a difference does not hide the jobs that differ.
        String differing = !judged.verdict().isDifference()
                        && all.stream().anyMatch(one -> one.claim().verdict().isDifference())
                ? "; " + counted(all)
                : "";
        return contender
                + switch (judged.verdict()) {
                    case FASTER, SLOWER -> " is " + judged.verdict().word() + " (" + ratio(judged);
                    case SAME ->
                        " is as fast within " + judged.marginInPercent() + " (" + ratio(judged) + limit(judged);
                    default -> " is undecided (" + open(judged);
                }
                + over + differing + ")";
    }

    private static String limit(Claim judged) {
        return judged.limit().words();
    }

    /** Says what limited the answers with a verdict, if it is the same for all. */
    private static String limit(List<Answer> all, Verdict verdict) {
        List<PairLimit> limits = all.stream()
                .map(Answer::claim)
                .filter(judged -> judged.verdict() == verdict)
                .map(Claim::limit)
                .toList();
        return limits.isEmpty() ? "" : PairLimit.common(limits).inBrackets();
    }

    private static double mean(Answers answers, String contender) {
        return judged(answers, contender).ratio();
    }

    private static String ratio(Claim judged) {
        return Sentence.ratio(judged.ratio(), judged.interval());
    }

    private static String rows(Answers answers, int count) {
        return count + (answers.severalPerJob() ? " jobs and settings" : count == 1 ? " job" : " jobs");
    }

    private static long count(List<Answer> all, Verdict verdict) {
        return all.stream().filter(one -> one.claim().verdict() == verdict).count();
    }

    /** Returns the number of rows with each verdict, such as {@code faster in 4, same in 1}. */
    private static String counted(List<Answer> all) {
        return Stream.of(Verdict.values())
                .filter(verdict -> count(all, verdict) > 0)
                .map(verdict -> verdict.word() + " in "
                        + (all.size() > 1 && count(all, verdict) == all.size()
                                ? "all " + all.size()
                                : Long.toString(count(all, verdict))))
                .collect(Collectors.joining(", "));
    }

    /** Says what would decide an open claim; empty if the claim is not open. */
    private static String needed(Claim judged, List<Answer> all) {
        if (judged.verdict() != Verdict.UNDECIDED) {
            return "";
        }
        if (judged.isBeyondAdvice()) {
            return " More than " + Claim.MOST_MORE + " more "
                    + judged.estimate().counted().unit() + "s of each would be needed for an even chance of a verdict.";
        }
        return " "
                + Sentence.more(judged)
                        .map(more -> "A" + more.substring(1) + ".")
                        .orElseGet(() -> needed(judged.reason() == null ? often(all) : judged.reason()));
    }

    /** Returns the most frequent reason. */
    private static Reason often(List<Answer> all) {
        Map<Reason, Long> reasons = all.stream()
                .filter(one -> one.claim().reason() != null)
                .collect(Collectors.groupingBy(
                        one -> one.claim().reason(), () -> new EnumMap<>(Reason.class), Collectors.counting()));
        return reasons.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(Reason.TOO_FEW);
    }

    private static String needed(Reason reason) {
        return switch (reason) {
            case ONE_RUN -> "One side has a single run: two more runs of each setup would show how much they vary.";
            case ONE_VISIT ->
                "A setup was visited only once, which does not show how visits differ: two more visits of each"
                        + " would show it.";
            case TOO_FEW -> "The runs are too few, or differ too much, for an interval.";
            case TOO_FEW_SETTINGS -> "Each setting needs two runs of each setup, or at least five settings are needed.";
            case NO_VARIATION ->
                "The durations never vary, so nothing can be tested: a finer clock would show their variation.";
            case DEPENDS -> "The answer depends on the settings: the table has a row for each.";
            case EARLIER_LOOK -> "An earlier look made this claim.";
            case HYPOTHESIS -> "A hypothesis that was stated before the first run decides it.";
            case MEANS_DISAGREE ->
                "A few very long or short runs pull the mean away from the typical run: find their cause.";
            case MAY_BE_CHANCE, MAY_DIFFER -> "More settings, or more runs of each, would narrow the interval.";
        };
    }

    private static String uncompared(Findings findings) {
        Map<Boolean, List<MeasuredDuration>> parts = MeasuredDuration.of(findings).stream()
                .collect(Collectors.partitioningBy(one -> one.side().quantity() == Quantity.DURATION));
        List<MeasuredDuration> all = parts.get(true);
        List<String> setups = findings.cells().stream()
                .map(cell -> cell.subject().setup())
                .distinct()
                .toList();
        List<String> measured =
                all.stream().map(MeasuredDuration::setup).distinct().toList();
        if (measured.isEmpty()) {
            return "No run is valid, so there is no duration.";
        }
        if (setups.size() > 1) {
            return measured.size() < 2
                    ? "Nothing could be compared: only " + measured.get(0) + " has valid runs."
                    : "Nothing could be compared with " + findings.baseline() + ": " + nearest(findings);
        }
        return parts.get(false).isEmpty()
                ? durations(measured.get(0), all)
                : workloads(measured.get(0), parts.get(false));
    }

    /** Says how long workloads took, and how much their jobs slowed each other down. */
    private static String workloads(String setup, List<MeasuredDuration> all) {
        return "On " + setup + ", "
                + all.stream()
                        .map(one -> "the " + one.job() + " is "
                                + one.side().text(one.side().mean(), one.side().mean()))
                        .collect(Collectors.joining(", and "))
                + (all.stream().anyMatch(one -> one.side().n() < 2)
                        ? ". One visit does not show how much that varies; an experiment with two setups does."
                        : ".");
    }

    /** Names the settings in which the two most similar cells of the baseline and another setup differ. */
    private static String nearest(Findings findings) {
        Map<String, Map<String, List<CellSummary>>> cells = findings.cells().stream()
                .filter(CellSummary::isMeasured)
                .collect(Collectors.groupingBy(
                        cell -> cell.subject().job(),
                        TreeMap::new,
                        Collectors.groupingBy(cell -> cell.subject().setup(), TreeMap::new, Collectors.toList())));
        return cells.values().stream()
                .filter(setups -> setups.containsKey(findings.baseline()))
                .flatMap(setups -> setups.entrySet().stream()
                        .filter(other -> !other.getKey().equals(findings.baseline()))
                        .map(other -> Difference.least(setups.get(findings.baseline()), other.getValue())))
                .min(Comparator.comparingInt(Map::size))
                .map(least ->
                        "no other setup has a run with the same job and settings. The most similar runs differ in "
                                + String.join(", ", least.keySet())
                                + ". To compare them anyway, add this option, which marks the result: --across "
                                + String.join(",", least.keySet()))
                .orElse("no job was run on it and on another setup.");
    }

    private static String durations(String setup, List<MeasuredDuration> all) {
        double least = all.stream().mapToDouble(one -> one.side().mean()).min().orElseThrow();
        double most = all.stream().mapToDouble(one -> one.side().mean()).max().orElseThrow();
        long jobs = all.stream().map(MeasuredDuration::job).distinct().count();
        String takes = all.size() == 1
                ? all.get(0).job() + " takes " + HumanText.seconds(least) + " on " + setup
                : "On " + setup + ", " + (jobs == 1 ? all.get(0).job() + " takes " : jobs + " jobs take ")
                        + HumanText.seconds(least) + " to " + HumanText.seconds(most);
        List<Integer> needed = all.stream()
                .map(MeasuredDuration::needed)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
        if (needed.isEmpty()) {
            return takes
                    + ". More runs or visits would show how large a difference from another setup must be to be seen.";
        }
        int few = needed.get(0);
        int many = needed.get(needed.size() - 1);
        boolean visits = all.stream().anyMatch(one -> one.side().unit() == Comparison.Unit.VISIT);
        return String.format(
                Locale.ROOT,
                "%s. Seeing a difference of 5 %% from another setup takes %s %s each setup%s.",
                POINT.matcher(takes).replaceAll(""),
                few == many ? Integer.toString(few) : few + " to " + many,
                visits ? "visits to" : "runs of each job on",
                all.stream().anyMatch(MeasuredDuration::isOfOneVisit)
                        ? ", and more if visits differ, which one visit does not show"
                        : "");
    }
}
