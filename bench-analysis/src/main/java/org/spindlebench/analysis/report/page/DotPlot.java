package org.spindlebench.analysis.report.page;

import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
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
import org.spindlebench.analysis.report.page.Costs.CostContest;
import org.spindlebench.analysis.stats.Interval;

/**
 * The chart of the first screen: each row of the answer as dots with intervals on a common axis, with its numbers. If
 * nothing was compared, the chart shows durations. Places are numbers; everything that people read is text.
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

    /**
     * The chart's content.
     *
     * @param ofRatios whether the dots are speed-ups, and not durations
     * @param baseline the baseline's name; empty for durations
     * @param more the number of contenders that are left out
     * @param settings the settings of all rows; may be empty
     * @param cost what the costs are; null without costs
     * @param all the number of rows, including rows that are left out
     * @param together the dots of all jobs together, by contender
     * @param confidence the confidence of the intervals, for people
     */
    public record Dots(
            boolean ofRatios,
            String baseline,
            List<String> contenders,
            int more,
            String settings,
            String cost,
            int all,
            List<DotRow> rows,
            Map<String, Dot> together,
            String confidence) {}

    /**
     * A row of the chart.
     *
     * @param settings the settings that distinguish the row; may be empty
     * @param mean the baseline's mean; may be empty
     * @param dots the dots by contender; the dot of a duration has the empty name
     * @param needed the runs of each of two setups that show a small difference; null if unknown
     */
    public record DotRow(String job, String settings, String mean, String n, Map<String, Dot> dots, String needed) {}

    /**
     * A dot with its interval.
     *
     * @param at a ratio, or seconds
     * @param low the interval's bounds; null without an interval
     * @param seconds the seconds of each run; may be empty
     * @param verdict the word of the dot's shape
     * @param text what the cells of its row say; null for a duration
     */
    public record Dot(double at, Double low, Double high, List<Double> seconds, String verdict, DotText text) {}

    /**
     * The other cells of the row of a dot.
     *
     * @param interval the interval's bounds; null without an interval
     * @param mean the contender's mean; null for several jobs together
     * @param share the share of pairs in which the contender is faster; null unless runs are matched
     * @param n the numbers of runs and visits, or of pairs; null for several jobs together
     * @param cost the cost; null if unknown
     * @param word the verdict in words
     */
    public record DotText(
            String ratio, String interval, String mean, String share, String n, String cost, String word) {}

    /** Returns the chart's content; null without a valid run. */
    public static Dots of(Findings findings, Answers answers) {
        DotPlot plot = new DotPlot(findings, answers);
        String confidence = HumanText.percent(findings.options().confidence());
        return answers.rows().isEmpty() ? durations(findings, confidence) : plot.speedUps(confidence);
    }

    private Dots speedUps(String confidence) {
        List<String> contenders =
                answers.contenders().stream().limit(MOST_CONTENDERS).toList();
        List<AnswerRow> shown = answers.rows().stream()
                .filter(row -> contenders.stream().anyMatch(row.answers()::containsKey))
                .limit(MOST_ROWS)
                .toList();
        boolean priced = measure != null
                && answers.rows().stream()
                        .flatMap(row -> row.answers().values().stream())
                        .anyMatch(answer -> cost(answer).isPresent());
        Map<String, Dot> together = new LinkedHashMap<>();
        answers.together().forEach((contender, all) -> {
            if (contenders.contains(contender)) {
                together.put(contender, dot(all.claim(), null, null, null, null));
            }
        });
        return new Dots(
                true,
                answers.baseline(),
                contenders,
                answers.contenders().size() - contenders.size(),
                HumanText.settings(answers.shared()),
                priced ? CostSentences.title(measure) : null,
                answers.rows().size(),
                shown.stream().map(this::row).toList(),
                together,
                confidence);
    }

    private DotRow row(AnswerRow row) {
        Map<String, Dot> dots = new LinkedHashMap<>();
        row.answers().forEach((contender, answer) -> dots.put(contender, dot(answer)));
        String mean = row.baseline() == null ? "" : mean(row.baseline(), row.baseline());
        return new DotRow(row.job(), HumanText.shortSettings(row.settings()), mean, counts(row), dots, null);
    }

    private Dot dot(Answer answer) {
        MatchedFinding matched = answer.matched();
        String mean = matched == null
                ? mean(answer.mean(), answer.baseline())
                : String.format(Locale.ROOT, "faster in %.0f %%, %s", 100 * matched.shareFaster(), matched.spread());
        String share = matched == null ? null : String.format(Locale.ROOT, "%.0f %%", 100 * matched.shareFaster());
        return dot(
                answer.claim(),
                mean,
                share,
                counts(answer),
                cost(answer).map(ratio -> HumanText.ratio(ratio) + "x").orElse(null));
    }

    private static Dot dot(Claim claim, String mean, String share, String n, String cost) {
        Interval interval = claim.interval().orElse(null);
        DotText text = new DotText(
                HumanText.ratio(claim.ratio()) + "x",
                interval == null
                        ? null
                        : "[" + HumanText.ratio(interval.low()) + ", " + HumanText.ratio(interval.high()) + "]",
                mean,
                share,
                n,
                cost,
                claim.words());
        return new Dot(
                claim.ratio(),
                interval == null ? null : (Double) interval.low(),
                interval == null ? null : (Double) interval.high(),
                List.of(),
                claim.verdict().word(),
                text);
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

    /** Writes a mean, with the coefficient of variation if known. */
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

    private static Dots durations(Findings findings, String confidence) {
        List<MeasuredDuration> all = MeasuredDuration.of(findings).stream()
                .filter(MeasuredDuration::isSeconds)
                .toList();
        if (all.isEmpty()) {
            return null;
        }
        boolean several = all.stream().map(MeasuredDuration::setup).distinct().count() > 1;
        List<DotRow> rows = all.stream()
                .limit(several ? MOST_UNCOMPARED : MOST_ROWS)
                .map(one -> row(one, several))
                .toList();
        return new Dots(false, "", List.of(), 0, "", null, all.size(), rows, Map.of(), confidence);
    }

    private static DotRow row(MeasuredDuration one, boolean several) {
        String settings = Stream.of(several ? "on " + one.setup() : "", HumanText.shortSettings(one.settings()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        Dot dot = new Dot(
                one.side().mean(),
                one.interval() == null
                        ? null
                        : (Double) Math.max(0, one.interval().low()),
                one.interval() == null ? null : (Double) one.interval().high(),
                one.seconds().stream().limit(MOST_ROWS).toList(),
                DotTable.MEASURED,
                null);
        return new DotRow(
                one.job(),
                settings,
                mean(one.side(), one.side()),
                Objects.toString(one.side().runs()),
                Map.of("", dot),
                one.neededText());
    }
}
