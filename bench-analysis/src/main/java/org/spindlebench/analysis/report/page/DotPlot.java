package org.spindlebench.analysis.report.page;

import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.compare.Answers;
import org.spindlebench.analysis.compare.Answers.Answer;
import org.spindlebench.analysis.compare.Answers.AnswerRow;
import org.spindlebench.analysis.compare.Answers.DurationSummary;
import org.spindlebench.analysis.compare.Comparison.Unit;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.MatchedFinding;
import org.spindlebench.analysis.compare.MeasuredDuration;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.Costs.CostContest;
import org.spindlebench.analysis.stats.Interval;

/**
 * The chart of the first screen: each row of the answer as dots with intervals on a common axis, with its numbers. If
 * nothing was compared, it shows durations. Places are numbers; everything that people read is text.
 */
public final class DotPlot {
    private static final int MOST_ROWS = 100;
    private static final int MOST_CONTENDERS = 5;

    /** The largest number of rows of setups that have nothing in common. */
    private static final int MOST_UNCOMPARED = 14;

    private final Answers answers;
    private final Costs costs;
    private final CostMeasure measure;

    private DotPlot(Findings findings, Answers answers) {
        this.answers = answers;
        this.costs = findings.cost() == null ? null : new Costs(findings.cost());
        this.measure = costs == null ? null : costs.ofJobs(findings.options().prices());
    }

    /** Returns the chart's data; null without a valid run. */
    public static JsonObject of(Findings findings, Answers answers) {
        DotPlot plot = new DotPlot(findings, answers);
        JsonObject data = answers.rows().isEmpty() ? durations(findings) : plot.speedUps();
        return data == null
                ? null
                : data.with("confidence", HumanText.percent(findings.options().confidence()));
    }

    private JsonObject speedUps() {
        List<String> contenders =
                answers.contenders().stream().limit(MOST_CONTENDERS).toList();
        int more = answers.contenders().size() - contenders.size();
        List<AnswerRow> shown = answers.rows().stream()
                .filter(row -> contenders.stream().anyMatch(row.answers()::containsKey))
                .limit(MOST_ROWS)
                .toList();
        boolean priced = measure != null
                && answers.rows().stream()
                        .flatMap(row -> row.answers().values().stream())
                        .anyMatch(answer -> cost(answer).isPresent());
        return new JsonObject()
                .with("of", "speed-ups")
                .with("baseline", answers.baseline())
                .with("contenders", contenders)
                .with("more", more == 0 ? null : (Object) more)
                .with("settings", HumanText.settings(answers.shared()))
                .with("cost", priced ? CostSentences.title(measure) : null)
                .with("all", answers.rows().size())
                .list("rows", shown, this::row)
                .with(
                        "together",
                        answers.together().entrySet().stream()
                                .filter(entry -> contenders.contains(entry.getKey()))
                                .collect(Collectors.toMap(Map.Entry::getKey, entry -> judged(
                                                entry.getValue().claim())
                                        .with("rows", entry.getValue().rows()))));
    }

    private JsonObject row(AnswerRow row) {
        return new JsonObject()
                .with("job", row.job())
                .with("settings", told(row.settings()))
                .with("mean", row.baseline() == null ? "" : mean(row.baseline(), row.baseline()))
                .with("n", counts(row))
                .with(
                        "answers",
                        row.answers().entrySet().stream()
                                .collect(Collectors.toMap(Map.Entry::getKey, entry -> answer(entry.getValue()))));
    }

    private JsonObject answer(Answer answer) {
        String mean = answer.matched() == null
                ? mean(answer.mean(), answer.baseline())
                : String.format(
                        Locale.ROOT,
                        "faster in %.0f %%, %s",
                        100 * answer.matched().shareFaster(),
                        answer.matched().spread());
        return judged(answer.claim())
                .with("mean", mean)
                .with(
                        "share",
                        answer.matched() == null
                                ? null
                                : String.format(
                                        Locale.ROOT,
                                        "%.0f %%",
                                        100 * answer.matched().shareFaster()))
                .with("n", counts(answer))
                .with(
                        "cost",
                        cost(answer).map(ratio -> HumanText.ratio(ratio) + "x").orElse(null));
    }

    private static JsonObject judged(Claim claim) {
        Interval interval = claim.interval().orElse(null);
        return new JsonObject()
                .with("at", claim.ratio())
                .with("low", interval == null ? null : interval.low())
                .with("high", interval == null ? null : interval.high())
                .with("ratio", HumanText.ratio(claim.ratio()) + "x")
                .with(
                        "interval",
                        interval == null
                                ? null
                                : "[" + HumanText.ratio(interval.low()) + ", " + HumanText.ratio(interval.high()) + "]")
                .with("verdict", claim.verdict().word())
                .with("word", claim.words());
    }

    /** Returns the contender's cost over the baseline's; empty if one of them is unknown. */
    private Optional<Double> cost(Answer answer) {
        if (measure == null || answer.comparison() == null) {
            return Optional.empty();
        }
        Double base = cost(
                answer.comparison().baselineSetup(),
                answer.comparison().job(),
                answer.comparison().baseline().comparable());
        Double own = cost(
                answer.contender(),
                answer.comparison().job(),
                answer.comparison().contender().comparable());
        return base == null || own == null || base == 0 ? Optional.empty() : Optional.of(own / base);
    }

    private Double cost(String setup, String job, SortedMap<String, String> settings) {
        return costs.of(new CostContest(job, settings), setup, measure)
                .map(figure -> figure.value())
                .orElse(null);
    }

    /** Writes three decimals; fewer for large numbers. */
    private static String mean(DurationSummary side, DurationSummary like) {
        String cv = side.cv() == null
                ? ""
                : String.format(Locale.ROOT, side.cv() < 0.1 ? " \u00b1 %.1f %%" : " \u00b1 %.0f %%", 100 * side.cv());
        return side.text(side.mean(), like.mean()) + cv;
    }

    private static String counts(AnswerRow row) {
        IntSummaryStatistics pairs = row.answers().values().stream()
                .map(Answer::matched)
                .filter(Objects::nonNull)
                .mapToInt(MatchedFinding::pairs)
                .summaryStatistics();
        Stream<String> matched = pairs.getCount() == 0
                ? Stream.empty()
                : Stream.of(
                        (pairs.getMin() == pairs.getMax() ? "" : pairs.getMin() + " to ") + pairs.getMax() + " pairs");
        Stream<String> others = row.answers().values().stream()
                .filter(answer -> answer.matched() == null)
                .map(DotPlot::counts)
                .distinct();
        return Stream.concat(matched, others).collect(Collectors.joining("; "));
    }

    private static String counts(Answer answer) {
        if (answer.matched() != null) {
            return answer.matched().pairs() + " pairs";
        }
        DurationSummary base = answer.baseline();
        DurationSummary mean = answer.mean();
        return base.unit() == Unit.RUN || mean.unit() == Unit.RUN
                ? base.runs() + ", " + mean.runs()
                : base.runs() + "/" + base.n() + ", " + mean.runs() + "/" + mean.n();
    }

    /** Lists settings; a compression needs no name. */
    private static String told(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(one -> one.getKey().equals("compression")
                        ? one.getValue()
                        : one.getKey() + "=" + HumanText.value(one.getKey(), one.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static JsonObject durations(Findings findings) {
        List<MeasuredDuration> all = MeasuredDuration.of(findings).stream()
                .filter(MeasuredDuration::isSeconds)
                .toList();
        if (all.isEmpty()) {
            return null;
        }
        boolean several = all.stream().map(MeasuredDuration::setup).distinct().count() > 1;
        return new JsonObject()
                .with("of", "durations")
                .with("all", all.size())
                .list(
                        "rows",
                        all.stream()
                                .limit(several ? MOST_UNCOMPARED : MOST_ROWS)
                                .toList(),
                        one -> new JsonObject()
                                .with("job", one.job())
                                .with(
                                        "settings",
                                        List.of(several ? "on " + one.setup() : "", told(one.settings())).stream()
                                                .filter(text -> !text.isEmpty())
                                                .collect(Collectors.joining(", ")))
                                .with("at", one.side().mean())
                                .with(
                                        "low",
                                        one.interval() == null
                                                ? null
                                                : Math.max(0, one.interval().low()))
                                .with(
                                        "high",
                                        one.interval() == null
                                                ? null
                                                : one.interval().high())
                                .with("mean", mean(one.side(), one.side()))
                                .with("n", Objects.toString(one.side().runs()))
                                .with("needed", one.neededText())
                                .with(
                                        "seconds",
                                        one.seconds().stream().limit(MOST_ROWS).toList()));
    }
}
