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
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Answers.Answer;
import org.spindlebench.analysis.compare.Answers.Together;
import org.spindlebench.analysis.compare.Difference;
import org.spindlebench.analysis.compare.Findings;
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
        String baseline = answers.baseline();
        Together together = answers.together().get(contender);
        Claim judged = together == null ? all.get(0).claim() : together.claim();
        boolean single = all.size() == 1;
        if (!single && together == null) {
            return byCounts(answers, contender, all);
        }
        String about = single ? AnswerTable.label(answers.rows().get(0)) + ": " : "";
        String over = single || together == null ? "" : " over all " + rows(answers, together.rows()) + " together";
        String times = ratio(judged);
        return switch (judged.verdict()) {
            case FASTER ->
                about + contender + " is faster than " + baseline + ": " + times + " as fast" + over
                        + counted(single, all) + ".";
            case SLOWER ->
                about + contender + " is slower than " + baseline + ": " + times + " as fast" + over
                        + counted(single, all) + ".";
            case NO_DIFFERENCE ->
                about + "No difference between " + contender + " and " + baseline + " is detected: " + times + over
                        + counted(single, all) + ".";
            default ->
                claimed(all) > 0
                        ? contender + " is " + times + " as fast as " + baseline + over + counted(single, all) + "."
                        : about + "These runs give no verdict on " + contender + " against " + baseline + " (" + times
                                + over + "). " + needed(all);
        };
    }

    /** Describes a contender without a mean over all rows by its number of rows with each verdict. */
    private static String byCounts(Answers answers, String contender, List<Answer> all) {
        long faster = count(all, Verdict.FASTER);
        long slower = count(all, Verdict.SLOWER);
        long equal = count(all, Verdict.NO_DIFFERENCE);
        if (faster + slower + equal == 0) {
            return "These runs give no verdict on " + contender + " against " + answers.baseline() + ". " + needed(all);
        }
        List<String> parts = new ArrayList<>();
        if (faster + slower == 0) {
            return "No difference between " + contender + " and " + answers.baseline() + " is detected in " + equal
                    + " of " + rows(answers, all.size())
                    + (equal < all.size() ? "; the others are not known." : ".");
        }
        parts.add((slower > faster ? "slower" : "faster") + " than " + answers.baseline() + " in "
                + Math.max(faster, slower) + " of " + rows(answers, all.size())
                + range(all, slower > faster ? Verdict.SLOWER : Verdict.FASTER));
        if (Math.min(faster, slower) > 0) {
            parts.add((slower > faster ? "faster" : "slower") + " in " + Math.min(faster, slower));
        }
        if (equal > 0) {
            parts.add("no difference in " + equal);
        }
        long open = all.size() - faster - slower - equal;
        if (open > 0) {
            parts.add("not known in " + open);
        }
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
                    + (more > 0 ? " " + more + " more contenders follow." : "");
        }
        List<String> named = answers.contenders().stream()
                .sorted(Comparator.comparingDouble((String contender) -> -mean(answers, contender)))
                .toList();
        List<Answer> all = named.stream()
                .flatMap(contender -> answers.of(contender).stream())
                .toList();
        if (claimed(all) == 0 && all.stream().allMatch(one -> one.claim().verdict() == Verdict.UNDECIDED)) {
            return "These runs give no verdict on " + named.size() + " contenders against " + answers.baseline() + ". "
                    + needed(all);
        }
        int most = answers.rows().size();
        int more = named.size() - MOST_NAMES;
        return (most > 1
                        ? "Over all " + rows(answers, most) + " together, against "
                        : AnswerTable.label(answers.rows().get(0)) + ", against ")
                + answers.baseline() + ": "
                + named.stream()
                        .limit(MOST_NAMES)
                        .map(contender -> one(answers, contender))
                        .collect(Collectors.joining("; "))
                + (more > 0 ? "; and " + more + " more" : "") + ".";
    }

    private static String one(Answers answers, String contender) {
        Together together = answers.together().get(contender);
        Claim judged = together == null ? answers.of(contender).get(0).claim() : together.claim();
        String figure = ratio(judged) + (together == null && answers.rows().size() > 1 ? ", one job" : "");
        return contender
                + switch (judged.verdict()) {
                    case FASTER, SLOWER -> " is " + judged.verdict().word() + " (" + figure + ")";
                    case NO_DIFFERENCE -> " shows no difference (" + figure + ")";
                    default ->
                        " has no verdict (" + figure + ", " + judged.reason().word() + ")";
                };
    }

    private static double mean(Answers answers, String contender) {
        Together together = answers.together().get(contender);
        return (together == null ? answers.of(contender).get(0).claim() : together.claim()).ratio();
    }

    private static String ratio(Claim judged) {
        return Sentence.ratio(judged.ratio(), judged.interval());
    }

    private static String rows(Answers answers, int count) {
        return count + (answers.severalPerJob() ? " jobs and settings" : " jobs");
    }

    private static long claimed(List<Answer> all) {
        return count(all, Verdict.FASTER) + count(all, Verdict.SLOWER);
    }

    private static long count(List<Answer> all, Verdict verdict) {
        return all.stream().filter(one -> one.claim().verdict() == verdict).count();
    }

    /** Returns the number of rows with each verdict, such as {@code (faster in 4, no difference in 1)}. */
    private static String counted(boolean single, List<Answer> all) {
        return single
                ? ""
                : " ("
                        + Stream.of(Verdict.values())
                                .filter(verdict -> count(all, verdict) > 0)
                                .map(verdict -> Sentence.word(verdict) + " in "
                                        + (count(all, verdict) == all.size()
                                                ? "all " + all.size()
                                                : Long.toString(count(all, verdict))))
                                .collect(Collectors.joining(", "))
                        + ")";
    }

    /** Names the missing condition of a verdict, by the most frequent reason. */
    private static String needed(List<Answer> all) {
        Map<Reason, Long> reasons = all.stream()
                .filter(one -> one.claim().reason() != null)
                .collect(Collectors.groupingBy(
                        one -> one.claim().reason(), () -> new EnumMap<>(Reason.class), Collectors.counting()));
        Reason most = reasons.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(Reason.TOO_FEW);
        return switch (most) {
            case ONE_RUN -> "One side has a single run: two more runs of each setup would give one.";
            case ONE_VISIT ->
                "A setup was visited only once, which does not show how visits differ: two more visits of each"
                        + " would give one.";
            case TOO_FEW -> "The runs are too few, or differ too much: more runs of each setup would give one.";
            case NO_VARIATION -> "The durations never vary, so nothing can be tested: a finer clock would give one.";
            case DEPENDS, MAY_BE_CHANCE -> "The differences may be chance: more runs of each setup would give one.";
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
                                + ". To compare them anyway, and mark the result, allow it: --across "
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
            return takes + ". More runs of each job would show how far another setup must differ to be seen.";
        }
        int few = needed.get(0);
        int many = needed.get(needed.size() - 1);
        return String.format(
                Locale.ROOT,
                "%s. To see a difference of 5 %% to another setup takes %s runs of each job on each setup.",
                POINT.matcher(takes).replaceAll(""),
                few == many ? Integer.toString(few) : few + " to " + many);
    }
}
