package org.spindlebench.analysis.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.claim.Claim.PairLimit;
import org.spindlebench.analysis.claim.Verdict;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Answers.Answer;
import org.spindlebench.analysis.compare.Answers.AnswerRow;
import org.spindlebench.analysis.compare.Answers.DurationSummary;
import org.spindlebench.analysis.compare.Answers.Together;
import org.spindlebench.analysis.compare.Comparison.Unit;
import org.spindlebench.analysis.compare.Difference;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.MatchedFinding;
import org.spindlebench.analysis.compare.MeasuredDuration;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.document.TextTable;

/**
 * The answer as a table, with a row for each job and the settings that distinguish it: one table for each contender, or
 * a single table of durations if there is a single setup.
 *
 * @param heading the contender, the baseline and the settings that all rows share
 * @param rows cells as strings, one for each of the titles
 */
record AnswerTable(String heading, List<String> titles, List<List<String>> rows) {
    /** The largest number of rows of a table for a terminal. */
    private static final int MOST_ROWS = 60;

    private static final int WIDTH = 119;
    private static final int LONGEST_NAME = 14;
    private static final int LONGEST_JOB = 34;
    private static final String N = "n";
    private static final String CV = "CV";
    private static final String FASTER = "faster in";
    private static final String POOLED = "all runs pooled";
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
        String percent = HumanText.percent(findings.options().confidence());
        List<AnswerRow> own = answers.rows().stream()
                .filter(row -> row.answers().containsKey(contender))
                .toList();
        if (own.stream().allMatch(row -> row.answers().get(contender).matched() != null)) {
            return matched(answers.baseline(), contender, own, percent);
        }
        List<String> titles = List.of(
                "job",
                shortened(answers.baseline(), LONGEST_NAME),
                CV,
                shortened(contender, LONGEST_NAME),
                CV,
                "ratio",
                percent + " interval",
                N,
                VERDICT,
                "notes");
        List<List<String>> rows = new ArrayList<>();
        for (AnswerRow row : own) {
            Answer answer = row.answers().get(contender);
            List<String> cells = new ArrayList<>(List.of(label(row)));
            cells.addAll(means(answer));
            cells.addAll(ratio(answer.claim()));
            cells.add(counts(answer));
            cells.add(answer.claim().words());
            cells.add(footnotes.marks(answer.claim().notes()));
            rows.add(cells);
        }
        Together together = answers.together().get(contender);
        if (together != null) {
            List<String> cells = new ArrayList<>(List.of(MEAN, "", "", "", ""));
            cells.addAll(ratio(together.claim()));
            cells.addAll(List.of("", together.claim().words(), ""));
            rows.add(cells);
        }
        String settings = Sentence.settings(answers.shared());
        String all =
                settings.length() <= WIDTH ? settings : answers.shared().size() + " settings are equal in all rows";
        return new AnswerTable(
                contender + " against " + answers.baseline() + (settings.isEmpty() ? "" : " (" + all + ")"),
                titles,
                rows);
    }

    /** Returns the table of a contender whose answers are all over many settings. */
    private static AnswerTable matched(String baseline, String contender, List<AnswerRow> rows, String percent) {
        List<List<String>> cells = new ArrayList<>();
        for (AnswerRow row : rows) {
            Answer answer = row.answers().get(contender);
            MatchedFinding found = answer.matched();
            List<String> line = new ArrayList<>(List.of(
                    label(row),
                    Integer.toString(found.pairs()),
                    String.format(Locale.ROOT, "%.0f %%", 100 * found.shareFaster())));
            line.addAll(ratio(answer.claim()));
            line.add(Sentence.ratio(found.pooledRatio(), Optional.empty())
                    + (found.isChangedByMatching() ? ", not the same" : ""));
            line.add(found.spread());
            line.add(answer.claim().words());
            cells.add(line);
        }
        return new AnswerTable(
                contender + " against " + baseline + ", pairs of runs with the same settings",
                List.of("job", "pairs", FASTER, "ratio", percent + " interval", POOLED, "lowest to highest", VERDICT),
                cells);
    }

    /** Returns tables of durations, one for each setup, with the runs that would show a difference. */
    private static List<AnswerTable> durations(Findings findings) {
        Map<String, List<MeasuredDuration>> setups = MeasuredDuration.of(findings).stream()
                .collect(Collectors.groupingBy(MeasuredDuration::setup, LinkedHashMap::new, Collectors.toList()));
        if (setups.size() > 1 && setups.values().stream().mapToInt(List::size).sum() > MOST_ROWS) {
            return List.of(setups(setups));
        }
        List<AnswerTable> tables = new ArrayList<>();
        String percent = HumanText.percent(findings.options().confidence());
        setups.forEach((setup, all) -> tables.add(new AnswerTable(
                setup,
                List.of("job", "mean", CV, percent + " interval", N, "to see 5 %"),
                all.stream()
                        .map(one -> List.of(
                                label(one.job(), one.settings()),
                                one.side().text(one.side().mean(), one.side().mean()),
                                cv(one.side()),
                                one.interval() == null
                                        ? ""
                                        : "["
                                                + one.side()
                                                        .text(
                                                                one.interval().low(),
                                                                one.side().mean()) + ", "
                                                + one.side()
                                                        .text(
                                                                one.interval().high(),
                                                                one.side().mean())
                                                + "]",
                                count(one.side()),
                                Objects.requireNonNullElse(one.neededText(), NumberText.ABSENT)))
                        .toList())));
        return tables;
    }

    /** Returns one table of many setups without any comparison. */
    private static AnswerTable setups(Map<String, List<MeasuredDuration>> setups) {
        return new AnswerTable(
                "What was measured (each cell: report-cells.csv)",
                List.of("setup", "jobs", "cells", "runs", "shortest", "longest"),
                setups.entrySet().stream()
                        .map(setup -> {
                            DoubleSummaryStatistics means = setup.getValue().stream()
                                    .filter(MeasuredDuration::isSeconds)
                                    .mapToDouble(one -> one.side().mean())
                                    .summaryStatistics();
                            return List.of(
                                    setup.getKey(),
                                    Long.toString(setup.getValue().stream()
                                            .map(MeasuredDuration::job)
                                            .distinct()
                                            .count()),
                                    Long.toString(means.getCount()),
                                    Integer.toString(setup.getValue().stream()
                                            .mapToInt(one -> one.side().runs())
                                            .sum()),
                                    HumanText.seconds(means.getMin()),
                                    HumanText.seconds(means.getMax()));
                        })
                        .toList());
    }

    private static List<String> means(Answer answer) {
        if (answer.matched() != null) {
            return List.of("", "", "", "");
        }
        DurationSummary base = answer.baseline();
        DurationSummary mean = answer.mean();
        return List.of(base.text(base.mean(), base.mean()), cv(base), mean.text(mean.mean(), base.mean()), cv(mean));
    }

    private static String cv(DurationSummary side) {
        return side.cv() == null ? "" : NumberText.of(side.cv(), 0.01, side.cv() < 0.1 ? 1 : 0) + " %";
    }

    private static List<String> ratio(Claim claim) {
        return List.of(
                Sentence.ratio(claim.ratio(), Optional.empty()),
                claim.interval().map(Sentence::bounds).orElse(""));
    }

    private static String counts(Answer answer) {
        if (answer.matched() != null) {
            return answer.matched().pairs() + " pairs, " + answer.matched().spread();
        }
        DurationSummary base = answer.baseline();
        DurationSummary mean = answer.mean();
        return base.unit() == Unit.RUN || mean.unit() == Unit.RUN
                ? base.runs() + ", " + mean.runs()
                : count(base) + ", " + count(mean);
    }

    /** Returns the number of runs and the number of visits, such as {@code 12/4}. */
    private static String count(DurationSummary side) {
        return side.unit() == Unit.RUN ? Integer.toString(side.runs()) : side.runs() + "/" + side.n();
    }

    /** Returns a row's name: the job with its distinguishing settings, such as {@code terasort (none)}. */
    static String label(AnswerRow row) {
        String across = row.across().entrySet().stream()
                .map(one -> (one.getKey().equals("compression") ? "" : one.getKey() + "=")
                        + one.getValue().text(one.getKey()))
                .collect(Collectors.joining(", "));
        String settings = HumanText.shortSettings(row.settings());
        String both = settings + (settings.isEmpty() || across.isEmpty() ? "" : ", ") + across;
        return both.isEmpty() ? row.job() : row.job() + " (" + both + ")";
    }

    static String label(String job, Map<String, String> settings) {
        return settings.isEmpty() ? job : job + " (" + HumanText.shortSettings(settings) + ")";
    }

    /** Returns a text of at most this length; the middle of a longer text is left out. */
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
                .map(row -> row.stream().map(HumanText::oneLine).toList())
                .map(row -> withShortJob(row))
                .toList();
        List<String> lines = laid(cells);
        for (Set<String> least : List.of(Set.of(CV, FASTER), Set.of(N), Set.of(N, CV, FASTER), Set.of(N, CV, POOLED))) {
            if (lines.get(1).length() > Math.min(WIDTH, TextTable.TERMINAL)) {
                lines = laid(cells.stream().map(row -> without(row, least)).toList());
            }
        }
        if (lines.get(1).length() > TextTable.TERMINAL) {
            lines = table(cells.get(0)).fitted(cells.subList(1, cells.size()), TextTable.TERMINAL);
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

    private List<String> without(List<String> row, Set<String> columns) {
        return IntStream.range(0, row.size())
                .filter(at -> !columns.contains(titles.get(at)))
                .mapToObj(row::get)
                .toList();
    }

    private static List<String> laid(List<List<String>> cells) {
        List<String> lines =
                new ArrayList<>(table(cells.get(0)).fitted(cells.subList(1, cells.size()), Integer.MAX_VALUE));
        int width = lines.stream().mapToInt(String::length).max().orElse(0);
        lines.add(1, "-".repeat(width));
        return lines;
    }

    private static TextTable<List<String>> table(List<String> titles) {
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
        return table;
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
            return MeasuredDuration.of(findings).stream().map(AnswerTable::json).toList();
        }
        List<JsonObject> rows = new ArrayList<>();
        for (AnswerRow row : answers.rows()) {
            row.answers().forEach((contender, answer) -> {
                JsonObject json = new JsonObject()
                        .with("job", row.job())
                        .with("settings", row.settings())
                        .with("across", row.across().isEmpty() ? null : Difference.describe(row.across()))
                        .with("baseline", answers.baseline())
                        .with("contender", contender);
                if (answer.matched() == null) {
                    side(json, "baseline_", answer.baseline());
                    side(json, "contender_", answer.mean());
                } else {
                    json.with("pairs", answer.matched().pairs())
                            .with("share_faster", answer.matched().shareFaster())
                            .with("pooled", answer.matched().pooledRatio());
                }
                rows.add(judged(json, answer.claim()));
            });
        }
        answers.together()
                .forEach((contender, together) -> rows.add(judged(
                        new JsonObject()
                                .with("job", MEAN)
                                .with("baseline", answers.baseline())
                                .with("contender", contender),
                        together.claim())));
        return rows;
    }

    private static void side(JsonObject json, String prefix, DurationSummary side) {
        json.with(prefix + (side.quantity().isSeconds() ? "seconds" : "value"), side.mean())
                .with(prefix + "cv", side.cv())
                .with(prefix + "runs", side.runs())
                .with(prefix + "n", side.n());
    }

    private static JsonObject judged(JsonObject json, Claim claim) {
        return json.with("speedup", claim.ratio())
                .bounds(claim.interval())
                .with("verdict", claim.verdict().word())
                .with("reason", claim.reason() == null ? null : claim.reason().word())
                .with("limit_known", claim.limit().equals(PairLimit.UNKNOWN) ? false : null)
                .with("storage_limited", claim.limit().storage());
    }

    private static JsonObject json(MeasuredDuration one) {
        return new JsonObject()
                .with("job", one.job())
                .with("setup", one.setup())
                .with("settings", one.settings())
                .with(one.isSeconds() ? "seconds" : "value", one.side().mean())
                .bounds(Optional.ofNullable(one.interval()))
                .with("cv", one.side().cv())
                .with("runs", one.side().runs())
                .with("n", one.side().n())
                .with("runs_for_5_percent", one.needed());
    }
}
