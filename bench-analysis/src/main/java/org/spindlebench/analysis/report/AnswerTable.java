package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Answers.Answer;
import org.spindlebench.analysis.compare.Answers.AnswerRow;
import org.spindlebench.analysis.compare.Answers.Judged;
import org.spindlebench.analysis.compare.Answers.Measured;
import org.spindlebench.analysis.compare.Answers.Reason;
import org.spindlebench.analysis.compare.Answers.Side;
import org.spindlebench.analysis.compare.Answers.Together;
import org.spindlebench.analysis.compare.Answers.Verdict;
import org.spindlebench.analysis.compare.Comparison.Unit;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.document.TextTable;

/**
 * The answer as a table, with a row for each job and the settings that distinguish it: one table for each contender, or
 * one of durations if there is a single setup.
 *
 * @param heading the contender, the baseline and the settings that all rows share
 * @param rows cells as strings, one for each of the titles
 */
record AnswerTable(String heading, List<String> titles, List<List<String>> rows) {
    /** The most rows of a table for a terminal. */
    private static final int MOST_ROWS = 60;

    private static final int WIDTH = 110;
    private static final int LONGEST_NAME = 14;
    private static final int LONGEST_JOB = 34;
    private static final String N = "n";
    private static final String VERDICT = "verdict";
    private static final String MEAN = "geometric mean";

    /** Sequences of a terminal that begin and end a colour. */
    private static final Map<String, String> COLOURS =
            Map.of(Verdict.FASTER.word(), "\u001b[32m", Verdict.SLOWER.word(), "\u001b[31m");

    private static final String END_OF_COLOUR = "\u001b[0m";

    /** Returns the tables of findings; notes of the rows are marked. */
    static List<AnswerTable> of(Findings findings, Answers answers, Footnotes footnotes) {
        return answers.rows().isEmpty()
                ? durations(findings)
                : answers.contenders().stream()
                        .map(contender -> of(findings, answers, contender, footnotes))
                        .toList();
    }

    private static AnswerTable of(Findings findings, Answers answers, String contender, Footnotes footnotes) {
        String percent = FigureText.of(findings.options().confidence() * 100, 0);
        List<String> titles = List.of(
                "job",
                shortened(answers.baseline(), LONGEST_NAME),
                "CV",
                shortened(contender, LONGEST_NAME),
                "CV",
                "ratio",
                percent + " % interval",
                N,
                VERDICT,
                "notes");
        List<List<String>> rows = new ArrayList<>();
        for (AnswerRow row : answers.rows()) {
            Answer answer = row.answers().get(contender);
            if (answer != null) {
                List<String> cells = new ArrayList<>(List.of(label(row)));
                cells.addAll(means(answer));
                cells.addAll(ratio(answer.judged()));
                cells.add(counts(answer));
                cells.add(word(answer.judged()));
                cells.add(footnotes.marks(answer.warnings()));
                rows.add(cells);
            }
        }
        Together together = answers.together().get(contender);
        if (together != null) {
            List<String> cells = new ArrayList<>(List.of(MEAN, "", "", "", ""));
            cells.addAll(ratio(together.judged()));
            cells.addAll(List.of("", word(together.judged()), ""));
            rows.add(cells);
        }
        String settings = Sentence.settings(answers.shared());
        return new AnswerTable(
                contender + " against " + answers.baseline() + (settings.isEmpty() ? "" : " (" + settings + ")"),
                titles,
                rows);
    }

    /** Returns tables of durations, one for each setup, with the runs that would show a difference. */
    private static List<AnswerTable> durations(Findings findings) {
        Map<String, List<Measured>> setups = Measured.of(findings).stream()
                .collect(Collectors.groupingBy(Measured::setup, LinkedHashMap::new, Collectors.toList()));
        List<AnswerTable> tables = new ArrayList<>();
        String percent = FigureText.of(findings.options().confidence() * 100, 0);
        setups.forEach((setup, all) -> tables.add(new AnswerTable(
                setup,
                List.of("job", "mean", "CV", percent + " % interval", N, "runs for 5 %"),
                all.stream()
                        .map(one -> List.of(
                                label(one.job(), one.settings()),
                                HumanText.seconds(one.side().mean()),
                                cv(one.side()),
                                one.interval() == null
                                        ? ""
                                        : "["
                                                + HumanText.seconds(
                                                        one.interval().low(),
                                                        one.side().mean()) + ", "
                                                + HumanText.seconds(
                                                        one.interval().high(),
                                                        one.side().mean())
                                                + "]",
                                count(one.side()),
                                one.needed() == null ? FigureText.ABSENT : Integer.toString(one.needed())))
                        .toList())));
        return tables;
    }

    private static List<String> means(Answer answer) {
        if (answer.matched() != null) {
            return List.of("", "", "", "");
        }
        Side base = answer.baseline();
        Side mean = answer.mean();
        return List.of(
                HumanText.seconds(base.mean(), base.mean()),
                cv(base),
                HumanText.seconds(mean.mean(), base.mean()),
                cv(mean));
    }

    private static String cv(Side side) {
        return side.cv() == null ? "" : FigureText.of(side.cv(), 0.01, side.cv() < 0.1 ? 1 : 0) + " %";
    }

    private static List<String> ratio(Judged judged) {
        return List.of(
                Sentence.ratio(judged.speedUp(), Optional.empty()),
                judged.interval() == null ? "" : Sentence.bounds(judged.interval()));
    }

    private static String word(Judged judged) {
        return judged.reason() == null
                ? judged.verdict().word()
                : judged.reason().word();
    }

    private static String counts(Answer answer) {
        if (answer.matched() != null) {
            return String.format(
                    Locale.ROOT,
                    "%d pairs, faster in %.0f %%",
                    answer.matched().pairs(),
                    100 * answer.matched().shareFaster());
        }
        Side base = answer.baseline();
        Side mean = answer.mean();
        return base.unit() == Unit.RUN || mean.unit() == Unit.RUN
                ? base.runs() + ", " + mean.runs()
                : count(base) + ", " + count(mean);
    }

    /** Returns the number of runs, and that of visits, such as {@code 12/4}. */
    private static String count(Side side) {
        return side.unit() == Unit.RUN ? Integer.toString(side.runs()) : side.runs() + "/" + side.n();
    }

    /** Returns a row's name: the job with what distinguishes it, such as {@code terasort (none)}. */
    static String label(AnswerRow row) {
        return label(row.job(), row.settings());
    }

    private static String label(String job, Map<String, String> settings) {
        return settings.isEmpty() ? job : job + " (" + told(settings) + ")";
    }

    /** Lists settings; a compression needs no name. */
    static String told(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(one -> one.getKey().equals("compression")
                        ? one.getValue()
                        : one.getKey() + "=" + HumanText.value(one.getKey(), one.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Returns a text of at most this length; the middle of a longer one is left out. */
    static String shortened(String text, int most) {
        int front = (most - 2) / 2;
        return text.length() <= most
                ? text
                : text.substring(0, front) + ".." + text.substring(text.length() - (most - 2 - front));
    }

    /** Lays the table out for a terminal, without control characters. */
    List<String> lines(boolean colours) {
        List<List<String>> shown = rows.size() <= MOST_ROWS
                ? rows
                : Stream.concat(rows.stream().limit(MOST_ROWS - 1L), Stream.of(rows.get(rows.size() - 1)))
                        .toList();
        List<List<String>> cells = Stream.concat(Stream.of(titles), shown.stream())
                .map(row -> row.stream()
                        .map(cell -> cell.replaceAll("\\p{Cntrl}", "?"))
                        .toList())
                .map(row -> withShortJob(row))
                .toList();
        List<String> lines = laid(cells);
        if (lines.get(1).length() > WIDTH) {
            int n = titles.indexOf(N);
            lines = laid(cells.stream().map(row -> without(row, n)).toList());
        }
        int verdict = lines.get(0).lastIndexOf(VERDICT);
        List<String> all = new ArrayList<>(
                colours && verdict > 0
                        ? lines.stream().map(line -> coloured(line, verdict)).toList()
                        : lines);
        if (rows.size() > shown.size()) {
            all.add("and " + (rows.size() - shown.size()) + " more rows: report-comparisons.csv");
        }
        return all;
    }

    private static List<String> withShortJob(List<String> row) {
        List<String> cells = new ArrayList<>(row);
        cells.set(0, shortened(row.get(0), LONGEST_JOB));
        return cells;
    }

    private static List<String> without(List<String> row, int column) {
        List<String> rest = new ArrayList<>(row);
        rest.remove(column);
        return rest;
    }

    private static List<String> laid(List<List<String>> cells) {
        List<String> titles = cells.get(0);
        TextTable<List<String>> table = new TextTable<>();
        for (int at = 0; at < titles.size(); at++) {
            int column = at;
            Function<List<String>, String> cell = row -> row.get(column);
            boolean words =
                    at == 0 || titles.get(at).equals(VERDICT) || titles.get(at).equals("notes");
            if (words) {
                table.left(titles.get(at), cell);
            } else {
                table.right(titles.get(at), cell);
            }
        }
        List<String> lines = new ArrayList<>(table.lines(cells.subList(1, cells.size())));
        int width = lines.stream().mapToInt(String::length).max().orElse(0);
        lines.add(1, "-".repeat(width));
        return lines;
    }

    private static String coloured(String line, int verdict) {
        String rest = line.length() > verdict ? line.substring(verdict) : "";
        return COLOURS.entrySet().stream()
                .filter(colour -> rest.startsWith(colour.getKey()))
                .findFirst()
                .map(colour -> line.substring(0, verdict)
                        + colour.getValue()
                        + colour.getKey()
                        + END_OF_COLOUR
                        + rest.substring(colour.getKey().length()))
                .orElse(line);
    }

    /** Appends the table in Markdown. */
    void appendMarkdown(StringBuilder out) {
        out.append("\n### ").append(Markdown.escape(heading)).append("\n\n");
        Markdown.appendTable(titles, 1, rows, out);
    }

    /** Returns the rows for programs, in base units. */
    static List<JsonObject> json(Findings findings, Answers answers) {
        if (answers.rows().isEmpty()) {
            return Measured.of(findings).stream().map(AnswerTable::json).toList();
        }
        List<JsonObject> rows = new ArrayList<>();
        for (AnswerRow row : answers.rows()) {
            row.answers().forEach((contender, answer) -> {
                JsonObject json = new JsonObject()
                        .with("job", row.job())
                        .with("settings", row.settings())
                        .with("baseline", answers.baseline())
                        .with("contender", contender);
                if (answer.matched() == null) {
                    side(json, "baseline_", answer.baseline());
                    side(json, "contender_", answer.mean());
                } else {
                    json.with("pairs", answer.matched().pairs())
                            .with("share_faster", answer.matched().shareFaster());
                }
                rows.add(judged(json, answer.judged()));
            });
        }
        answers.together()
                .forEach((contender, together) -> rows.add(judged(
                        new JsonObject()
                                .with("job", MEAN)
                                .with("baseline", answers.baseline())
                                .with("contender", contender),
                        together.judged())));
        return rows;
    }

    private static void side(JsonObject json, String prefix, Side side) {
        json.with(prefix + "seconds", side.mean())
                .with(prefix + "cv", side.cv())
                .with(prefix + "runs", side.runs())
                .with(prefix + "n", side.n());
    }

    private static JsonObject judged(JsonObject json, Judged judged) {
        return json.with("speedup", judged.speedUp())
                .with(
                        "low",
                        judged.interval() == null ? null : judged.interval().low())
                .with(
                        "high",
                        judged.interval() == null ? null : judged.interval().high())
                .with("verdict", judged.verdict().word())
                .with("reason", judged.reason() == null ? null : judged.reason().word());
    }

    private static JsonObject json(Measured one) {
        return new JsonObject()
                .with("job", one.job())
                .with("setup", one.setup())
                .with("settings", one.settings())
                .with("seconds", one.side().mean())
                .with("low", one.interval() == null ? null : one.interval().low())
                .with("high", one.interval() == null ? null : one.interval().high())
                .with("cv", one.side().cv())
                .with("runs", one.side().runs())
                .with("n", one.side().n())
                .with("runs_for_5_percent", one.needed());
    }

    /** The verdict over all jobs in one sentence, or what would give one. */
    static final class VerdictText {
        private static final Pattern POINT = Pattern.compile("[.:]?$");
        private static final int MOST_NAMES = 4;

        private VerdictText() {}

        /** Returns the sentence. It says so if there is nothing to compare. */
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
            Judged judged = together == null ? all.get(0).judged() : together.judged();
            boolean single = all.size() == 1;
            if (!single && together == null) {
                return byCounts(answers, contender, all);
            }
            String about = single ? label(answers.rows().get(0)) + ": " : "";
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
                case UNKNOWN ->
                    claimed(all) > 0
                            ? contender + " is " + times + " as fast as " + baseline + over + counted(single, all) + "."
                            : about + "These runs give no verdict on " + contender + " against " + baseline + " ("
                                    + times + over + "). " + needed(all);
            };
        }

        /** Describes a contender without a mean over all rows by its number of rows with each verdict. */
        private static String byCounts(Answers answers, String contender, List<Answer> all) {
            long faster = count(all, Verdict.FASTER);
            long slower = count(all, Verdict.SLOWER);
            long equal = count(all, Verdict.NO_DIFFERENCE);
            if (faster + slower + equal == 0) {
                return "These runs give no verdict on " + contender + " against " + answers.baseline() + ". "
                        + needed(all);
            }
            List<String> parts = new ArrayList<>();
            if (faster + slower == 0) {
                return "No difference between " + contender + " and " + answers.baseline() + " is detected in " + equal
                        + " of " + rows(answers, all.size())
                        + (equal < all.size() ? "; the others are not known." : ".");
            }
            parts.add((slower > faster ? "slower" : "faster") + " than " + answers.baseline() + " in "
                    + Math.max(faster, slower) + " of " + rows(answers, all.size()));
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

        private static String ofSeveral(Answers answers) {
            boolean some = answers.contenders().stream()
                    .anyMatch(contender -> !answers.together().containsKey(contender)
                            && answers.of(contender).size() > 1);
            if (some) {
                int more = answers.contenders().size() - MOST_NAMES;
                return answers.contenders().stream()
                                .limit(MOST_NAMES)
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
            if (claimed(all) == 0 && all.stream().allMatch(one -> one.judged().verdict() == Verdict.UNKNOWN)) {
                return "These runs give no verdict on " + named.size() + " contenders against " + answers.baseline()
                        + ". " + needed(all);
            }
            int most = answers.rows().size();
            int more = named.size() - MOST_NAMES;
            return (most > 1
                            ? "Over all " + rows(answers, most) + " together, against "
                            : label(answers.rows().get(0)) + ", against ")
                    + answers.baseline() + ": "
                    + named.stream()
                            .limit(MOST_NAMES)
                            .map(contender -> one(answers, contender))
                            .collect(Collectors.joining("; "))
                    + (more > 0 ? "; and " + more + " more" : "") + ".";
        }

        private static String one(Answers answers, String contender) {
            Together together = answers.together().get(contender);
            Judged judged = together == null ? answers.of(contender).get(0).judged() : together.judged();
            String figure = ratio(judged) + (together == null && answers.rows().size() > 1 ? ", one job" : "");
            return contender
                    + switch (judged.verdict()) {
                        case FASTER, SLOWER -> " is " + judged.verdict().word() + " (" + figure + ")";
                        case NO_DIFFERENCE -> " shows no difference (" + figure + ")";
                        case UNKNOWN ->
                            " has no verdict (" + figure + ", "
                                    + judged.reason().word() + ")";
                    };
        }

        private static double mean(Answers answers, String contender) {
            Together together = answers.together().get(contender);
            return (together == null ? answers.of(contender).get(0).judged() : together.judged()).speedUp();
        }

        private static String ratio(Judged judged) {
            return Sentence.ratio(judged.speedUp(), Optional.ofNullable(judged.interval()));
        }

        private static String rows(Answers answers, int count) {
            return count + (answers.severalPerJob() ? " jobs and settings" : " jobs");
        }

        private static long claimed(List<Answer> all) {
            return count(all, Verdict.FASTER) + count(all, Verdict.SLOWER);
        }

        private static long count(List<Answer> all, Verdict verdict) {
            return all.stream().filter(one -> one.judged().verdict() == verdict).count();
        }

        /** Returns how many rows have each verdict, such as {@code  (faster in 4, no difference in 1)}. */
        private static String counted(boolean single, List<Answer> all) {
            return single
                    ? ""
                    : " ("
                            + Stream.of(Verdict.values())
                                    .filter(verdict -> count(all, verdict) > 0)
                                    .map(verdict -> verdict.word() + " in "
                                            + (count(all, verdict) == all.size()
                                                    ? "all " + all.size()
                                                    : Long.toString(count(all, verdict))))
                                    .collect(Collectors.joining(", "))
                            + ")";
        }

        /** Says what would give a verdict, by the most frequent reason. */
        private static String needed(List<Answer> all) {
            Map<Reason, Long> reasons = all.stream()
                    .filter(one -> one.judged().reason() != null)
                    .collect(Collectors.groupingBy(
                            one -> one.judged().reason(), () -> new EnumMap<>(Reason.class), Collectors.counting()));
            Reason most = reasons.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse(Reason.TOO_FEW);
            return switch (most) {
                case ONE_RUN -> "One side has a single run: two more runs of each setup would give one.";
                case ONE_VISIT ->
                    "A setup was visited only once, so it cannot be told from the time of its visit:"
                            + " two more visits of each would give one.";
                case TOO_FEW -> "The runs are too few, or differ too much: more runs of each setup would give one.";
                case NO_VARIATION ->
                    "The durations never vary, so nothing can be tested: a finer clock would give one.";
                case DEPENDS, MAY_BE_CHANCE -> "The differences may be chance: more runs of each setup would give one.";
            };
        }

        private static String uncompared(Findings findings) {
            List<Measured> all = Measured.of(findings);
            List<String> setups = findings.cells().stream()
                    .map(cell -> cell.subject().setup())
                    .distinct()
                    .toList();
            List<String> measured = all.stream().map(Measured::setup).distinct().toList();
            if (measured.isEmpty()) {
                return "No run is valid, so there is no duration.";
            }
            if (setups.size() > 1) {
                return measured.size() < 2
                        ? "Nothing could be compared: only " + measured.get(0) + " has valid runs."
                        : "Nothing could be compared with " + findings.baseline() + "; the warnings say why.";
            }
            return durations(measured.get(0), all);
        }

        private static String durations(String setup, List<Measured> all) {
            double least =
                    all.stream().mapToDouble(one -> one.side().mean()).min().orElseThrow();
            double most =
                    all.stream().mapToDouble(one -> one.side().mean()).max().orElseThrow();
            long jobs = all.stream().map(Measured::job).distinct().count();
            String takes = all.size() == 1
                    ? all.get(0).job() + " takes " + HumanText.seconds(least) + " on " + setup
                    : "On " + setup + ", " + (jobs == 1 ? all.get(0).job() + " takes " : jobs + " jobs take ")
                            + HumanText.seconds(least) + " to " + HumanText.seconds(most);
            List<Integer> needed = all.stream()
                    .map(Measured::needed)
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
}
