package org.spindlebench.analysis.report.page;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.CostInputs;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.JobDurations;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.report.page.Costs.CostContest;
import org.spindlebench.analysis.report.page.Dataset.Columns;
import org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind;
import org.spindlebench.analysis.report.page.Dataset.Within;
import org.spindlebench.analysis.stats.Interval;

/** Makes charts of costs. To add a chart, write a method as in {@link Charts}, and add a line to {@link #of}. */
final class CostCharts {
    private static final int MOST_BUBBLES = 160;
    private static final int MOST_POINTS = 1500;
    private static final int AT_LEAST_TO = 5;
    private static final int AT_MOST_TO = 10;

    private final Findings findings;
    private final Costs costs;
    private final ChartSettings settings;
    private final String currency;
    private final Map<CostContest, Map<String, Integer>> runs = new HashMap<>();
    private final Map<List<Object>, DoubleSummaryStatistics> axes = new HashMap<>();

    private CostCharts(Findings findings) {
        this.findings = findings;
        this.costs = new Costs(findings.cost());
        this.settings = settings(findings);
        this.currency = findings.cost().about().currency();
        for (JobDurations job : CostInputs.durations(findings.cells(), findings.best(), findings.options())) {
            runs.computeIfAbsent(new CostContest(job.job(), job.settings()), contest -> new HashMap<>())
                    .put(job.setup(), job.seconds().observations().n());
        }
    }

    /** Returns the settings that distinguish the contests of a job. */
    static ChartSettings settings(Findings findings) {
        return ChartSettings.of(
                findings.cost().figures().stream()
                        .filter(figure -> figure.measure() == CostMeasure.TIME)
                        .toList(),
                CostValue::job,
                CostValue::settings);
    }

    /** Returns all charts; empty without prices. */
    static List<Chart> of(Findings findings) {
        if (findings.cost() == null) {
            return List.of();
        }
        CostCharts pictures = new CostCharts(findings);
        Costs costs = pictures.costs;
        return List.of(
                pictures.quadrants().limitedTo(SetupSelection.byBoth(findings, costs, CostMeasure.HOURLY_COST)),
                pictures.years().limitedTo(SetupSelection.byCost(findings, costs, CostMeasure.COST_PER_JOB)));
    }

    /** Draws setups between the best and the worst of each job: ALOJA's Figure 7. */
    private Chart quadrants() {
        Dataset rows = columns(Bubble::time)
                .text(
                        "quadrant",
                        "quadrant",
                        one -> one.point().quadrant().code().replace('_', ' '))
                .number("time", "time, 0 to 1", one -> one.point().time())
                .number("cost", "cost, 0 to 1", one -> one.point().cost())
                .number("time_low", "", one -> place(one.time(), Interval::low))
                .number("time_high", "", one -> place(one.time(), Interval::high))
                .number("cost_low", "", one -> place(one.cost(), Interval::low))
                .number("cost_high", "", one -> place(one.cost(), Interval::high))
                .seconds("seconds", "mean [s]", one -> one.time().value())
                .money("money", "by the hour [" + currency + "]", one -> one.cost()
                        .value())
                .count("n", "n", one -> runs(one.time()))
                // The contests are sorted by the number of setups, because only the first contests are drawn if there
                // are too many.
                .rows(findings.cost().quadrants().stream()
                        .sorted(Comparator.comparing(point -> -setups(point)))
                        .map(this::bubble));
        return new Chart(
                "quadrants",
                "Cost against time",
                "Setups near the lower left corner are fast and economical, those near the upper right slow and expensive (ALOJA's quadrants).",
                "Bubbles of setups by duration and cost, from the best to the worst of each job.",
                List.of(
                        "Each axis goes from the best setup of the job to the worst, and is halved: a place means nothing without the other"
                                + " setups. Cost is by the hour, as if the cluster were busy all the time."
                                + (findings.cost().terms().utilisation() == null
                                        ? " The cost of a job over years needs `utilisation` in the price list."
                                        : ""),
                        "Bubbles grow with the number of runs. Lines are intervals of the mean duration: they are slanted, since cost grows with it."),
                Chart.Crowd.FIRST,
                MOST_BUBBLES,
                rows);
    }

    /** A setup in the chart of quadrants, with its numbers. */
    private record Bubble(QuadrantPoint point, CostValue time, CostValue cost) {}

    private Bubble bubble(QuadrantPoint point) {
        CostContest contest = new CostContest(point.job(), point.settings());
        return new Bubble(
                point,
                costs.of(contest, point.setup(), CostMeasure.TIME).orElseThrow(),
                costs.of(contest, point.setup(), CostMeasure.HOURLY_COST).orElseThrow());
    }

    private int setups(QuadrantPoint point) {
        return costs.ranked(CostMeasure.HOURLY_COST)
                .get(new CostContest(point.job(), point.settings()))
                .size();
    }

    /** Returns a bound's position on the setups' axis; null without axis or interval. */
    private Double place(CostValue figure, ToDoubleFunction<Interval> bound) {
        CostContest contest = contest(figure);
        DoubleSummaryStatistics axis =
                axes.computeIfAbsent(List.of(contest, figure.measure()), any -> axis(contest, figure.measure()));
        return figure.interval() == null || axis.getMax() == axis.getMin()
                ? null
                : (Double) ((bound.applyAsDouble(figure.interval()) - axis.getMin()) / (axis.getMax() - axis.getMin()));
    }

    /** Returns the range of an axis. It is computed from the setups that have a cost. */
    private DoubleSummaryStatistics axis(CostContest contest, CostMeasure measure) {
        return costs.ranked(CostMeasure.HOURLY_COST).get(contest).stream()
                .mapToDouble(one ->
                        costs.of(contest, one.setup(), measure).orElseThrow().value())
                .summaryStatistics();
    }

    /** Returns the columns of the job, setup and settings of a cost. */
    private <T> Columns<T> columns(Function<T, CostValue> figure) {
        return new Columns<T>()
                .whose(
                        about -> figure.apply(about).job(),
                        about -> figure.apply(about).setup(),
                        about -> figure.apply(about).settings(),
                        about -> distinct(figure.apply(about)));
    }

    private String distinct(CostValue figure) {
        return settings.ofJob(figure.job(), figure.settings());
    }

    private static CostContest contest(CostValue figure) {
        return new CostContest(figure.job(), figure.settings());
    }

    private Integer runs(CostValue figure) {
        return runs.getOrDefault(contest(figure), Map.of()).get(figure.setup());
    }

    /** Draws a job's cost by the cluster's years of use: SanDisk's Figures 4 and 5. */
    private Chart years() {
        Dataset rows = columns(Within<Double, CostValue>::one)
                .number("years", "years", Within::group)
                .money("cost", "cost per job [" + currency + "]", point -> point.one()
                        .value())
                .bounds(ColumnKind.MONEY, point -> point.one().interval())
                .rows(costs.has(CostMeasure.COST_PER_JOB) ? costsByYears() : Stream.empty());
        return new Chart(
                "years",
                "Cost of a job over years of use",
                "Total cost of the cluster over all the jobs that it does in these years, in " + currency
                        + ". The longer the cluster is used, the more jobs share its purchase.",
                "Falling lines of the cost of a job over the years, by setup.",
                List.of(
                        "Jobs run in the share of the time that `utilisation` states. Bands are intervals of the mean duration."),
                Chart.Crowd.FIRST,
                MOST_POINTS,
                rows);
    }

    /**
     * Returns costs after numbers of years. All years of a job on a setup are consecutive, so that each line is
     * complete even if some lines are left out.
     */
    private Stream<Within<Double, CostValue>> costsByYears() {
        List<JobDurations> durations = CostInputs.durations(findings.cells(), findings.best(), findings.options());
        Map<Double, List<CostValue>> costsOf = new TreeMap<>();
        for (double years : numbersOfYears()) {
            costsOf.put(years, costsAfter(years, durations));
        }
        int figures = costsOf.values().iterator().next().size();
        return IntStream.range(0, figures).boxed().flatMap(at -> costsOf.entrySet().stream()
                .map(year -> new Within<>(year.getKey(), year.getValue().get(at))));
    }

    /** Returns the years to draw: 1 to 5, and further years up to the price list's term, and the term itself. */
    private SortedSet<Double> numbersOfYears() {
        double term = findings.cost().terms().years();
        SortedSet<Double> years = new TreeSet<>(Set.of(term));
        int to = (int) Math.max(AT_LEAST_TO, Math.min(AT_MOST_TO, Math.ceil(term)));
        IntStream.rangeClosed(1, to).forEach(year -> years.add((double) year));
        return years;
    }

    /**
     * Returns costs: jobs with most setups come first, and setups are sorted by name, because colours must not depend
     * on cost.
     */
    private List<CostValue> costsAfter(double years, List<JobDurations> durations) {
        PriceList list = findings.options().prices();
        Assumptions terms = list.terms();
        PriceList of = new PriceList(
                list.about(),
                new Assumptions(years, terms.utilisation(), terms.discount(), terms.supportPerYear(), terms.storage()),
                list.parts(),
                list.running(),
                list.setups(),
                list.ranges());
        return new Costs(CostFindings.unranked(
                        of, durations, CostInputs.options(findings.baseline(), findings.options())))
                .ranked(CostMeasure.COST_PER_JOB).values().stream()
                        .flatMap(all -> all.stream().sorted(Comparator.comparing(CostValue::setup)))
                        .toList();
    }
}
