package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.COUNT;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.MONEY;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.NUMBER;
import static org.spindlebench.analysis.report.page.Dataset.DataColumn.ColumnKind.SECONDS;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.spindlebench.analysis.compare.CostInputs;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostFigure;
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostFindings.QuadrantPoint;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.JobDurations;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.report.page.Dataset.CellRows;
import org.spindlebench.analysis.report.page.Dataset.DataColumn;
import org.spindlebench.analysis.report.page.PictureSettings.Settings;
import org.spindlebench.analysis.stats.Interval;

/**
 * Makes charts of costs: ALOJA's quadrants (its Figure 7) and ranking (Table 2), and SanDisk's cost of a job over years
 * (Figures 4 and 5).
 */
final class CostPictures {
    /** The text for all jobs together in place of a job's name. */
    static final String TOGETHER = "all jobs together";

    private static final int MOST_BUBBLES = 160;
    private static final int MOST_BARS = 160;

    private final Findings findings;
    private final Costs costs;
    private final CostMeasure ranked;
    private final PictureSettings settings;
    private final Map<Costs.CostContest, Map<String, Integer>> runs = new HashMap<>();
    private final Map<List<Object>, DoubleSummaryStatistics> axes = new HashMap<>();

    private CostPictures(Findings findings) {
        this.findings = findings;
        this.costs = new Costs(findings.cost());
        this.ranked = costs.ofJobs(findings.options().prices());
        this.settings = settings(findings);
        for (JobDurations job : CostInputs.durations(findings)) {
            runs.computeIfAbsent(new Costs.CostContest(job.job(), job.settings()), contest -> new HashMap<>())
                    .put(job.setup(), job.seconds().observations().n());
        }
    }

    /** Returns the settings that distinguish the contests of a job. */
    static PictureSettings settings(Findings findings) {
        return PictureSettings.of(
                findings.cost().figures().stream()
                        .filter(figure -> figure.measure() == CostMeasure.TIME)
                        .toList(),
                CostFigure::job,
                CostFigure::settings);
    }

    /** Returns all charts; empty without prices. */
    static List<Picture> of(Findings findings) {
        if (findings.cost() == null) {
            return List.of();
        }
        CostPictures pictures = new CostPictures(findings);
        Costs costs = pictures.costs;
        return List.of(
                pictures.quadrants().limitedTo(SetupSelection.byBoth(findings, costs, CostMeasure.HOURLY_COST)),
                pictures.ranking(),
                YearsPicture.of(findings, pictures.settings)
                        .limitedTo(SetupSelection.byCost(findings, costs, CostMeasure.COST_PER_JOB)));
    }

    private Picture quadrants() {
        CellRows rows = new CellRows(
                DataColumn.text("quadrant", "quadrant"),
                DataColumn.of("time", "time, 0 to 1", NUMBER),
                DataColumn.of("cost", "cost, 0 to 1", NUMBER),
                DataColumn.of("time_low", "", NUMBER),
                DataColumn.of("time_high", "", NUMBER),
                DataColumn.of("cost_low", "", NUMBER),
                DataColumn.of("cost_high", "", NUMBER),
                DataColumn.of("seconds", "mean [s]", SECONDS),
                DataColumn.of("money", "by the hour [" + currency() + "]", MONEY),
                DataColumn.of("n", "n", COUNT));
        // Sorted by the number of setups, because only the first contests are drawn if there are too many.
        findings.cost().quadrants().stream()
                .sorted(Comparator.comparing(point -> -setups(point)))
                .forEach(point -> add(rows, point));
        List<String> notes = new ArrayList<>();
        notes.add(
                "Each axis goes from the best setup of the job to the worst, and is halved: a place means nothing without the other"
                        + " setups. Cost is by the hour, as if the cluster were busy all the time.");
        notes.add(
                "Bubbles grow with the number of runs. Lines are intervals of the mean duration: they are slanted, since cost grows with it.");
        return new Picture(
                "quadrants",
                "Cost against time",
                "Setups near the lower left corner are fast and economical, those near the upper right slow and expensive (ALOJA's quadrants).",
                "Bubbles of setups by duration and cost, from the best to the worst of each job.",
                notes,
                Picture.Crowd.FIRST,
                MOST_BUBBLES,
                rows.rows());
    }

    private int setups(QuadrantPoint point) {
        return costs.ranked(CostMeasure.HOURLY_COST)
                .get(new Costs.CostContest(point.job(), point.settings()))
                .size();
    }

    private void add(CellRows rows, QuadrantPoint point) {
        Costs.CostContest contest = new Costs.CostContest(point.job(), point.settings());
        CostFigure time = costs.of(contest, point.setup(), CostMeasure.TIME).orElseThrow();
        CostFigure cost =
                costs.of(contest, point.setup(), CostMeasure.HOURLY_COST).orElseThrow();
        rows.add(
                point.job(),
                point.setup(),
                point.settings(),
                settings.ofJob(point.job(), point.settings()),
                point.quadrant().code().replace('_', ' '),
                point.time(),
                point.cost(),
                place(contest, time, Interval::low),
                place(contest, time, Interval::high),
                place(contest, cost, Interval::low),
                place(contest, cost, Interval::high),
                time.value(),
                cost.value(),
                runs(contest, point.setup()));
    }

    /** Returns a bound's position on the setups' axis; null without axis or interval. */
    private Double place(Costs.CostContest contest, CostFigure figure, ToDoubleFunction<Interval> bound) {
        DoubleSummaryStatistics axis =
                axes.computeIfAbsent(List.of(contest, figure.measure()), any -> axis(contest, figure.measure()));
        return figure.interval() == null || axis.getMax() == axis.getMin()
                ? null
                : (Double) ((bound.applyAsDouble(figure.interval()) - axis.getMin()) / (axis.getMax() - axis.getMin()));
    }

    /** Returns the range of an axis. It is computed from the setups that have a cost. */
    private DoubleSummaryStatistics axis(Costs.CostContest contest, CostMeasure measure) {
        return costs.ranked(CostMeasure.HOURLY_COST).get(contest).stream()
                .mapToDouble(one ->
                        costs.of(contest, one.setup(), measure).orElseThrow().value())
                .summaryStatistics();
    }

    private Integer runs(Costs.CostContest contest, String setup) {
        return runs.getOrDefault(contest, Map.of()).get(setup);
    }

    private Picture ranking() {
        boolean money = ranked == null || !Costs.PER_PERFORMANCE.contains(ranked);
        Dataset rows = new Dataset(
                DataColumn.text("job", "job"),
                DataColumn.text("settings", "settings"),
                DataColumn.of("rank", "rank", COUNT),
                DataColumn.text("setup", "setup"),
                DataColumn.text("tied", "tied with"),
                DataColumn.of(
                        "cost",
                        money ? "cost [" + currency() + "]" : "price over performance, the baseline at 1",
                        MONEY),
                DataColumn.of("low", "low", MONEY),
                DataColumn.of("high", "high", MONEY),
                DataColumn.of("seconds", "mean [s]", SECONDS),
                DataColumn.of("product_rank", "rank by cost x time", COUNT),
                DataColumn.of("n", "n", COUNT),
                DataColumn.text("standing", ""),
                DataColumn.text("compression", ""));
        if (ranked != null) {
            costs.ranked(ranked).forEach((contest, figures) -> add(rows, contest, figures));
        }
        return new Picture(
                "ranking",
                "Ranking by cost",
                ranked == null
                        ? ""
                        : "For each job, the " + ranked.title() + (money ? ", in " + currency() : "")
                                + ". The least is first; setups tied with it are blue.",
                "Bars of the cost of jobs by setup, the least first.",
                notes(money),
                Picture.Crowd.ENDS,
                MOST_BARS,
                rows);
    }

    private List<String> notes(boolean money) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "Two setups are tied if the interval of their ratio contains 1, or if there is none. Their own intervals may"
                        + " overlap although they are not tied.");
        if (money && findings.cost().terms().utilisation() == null) {
            notes.add(
                    "Cost by the hour assumes that the cluster is busy all the time. The cost of a job over years, and how it falls with them, needs"
                            + " `utilisation` in the price list.");
        }
        if (!money) {
            notes.add(
                    "The price list is not enough for the cost of a job. These are prices over performance, with the baseline at 1.");
        }
        if (!settings.shared().isEmpty()) {
            notes.add(settings.shared());
        }
        return notes;
    }

    private void add(Dataset rows, Costs.CostContest contest, List<CostFigure> figures) {
        // A tie holds in both directions, so the ties of the setups with the least cost are all setups that are tied
        // with these.
        Set<String> least = figures.stream()
                .filter(figure -> figure.rank() == 1)
                .flatMap(figure -> figure.tiedWith().stream())
                .collect(Collectors.toSet());
        figures.forEach(figure -> add(
                rows,
                contest,
                figure,
                figure.rank() == 1 ? "least" : least.contains(figure.setup()) ? "tied with the least" : "more"));
    }

    private void add(Dataset rows, Costs.CostContest contest, CostFigure figure, String standing) {
        Interval interval = figure.interval();
        rows.add(
                contest.job() == null ? TOGETHER : contest.job(),
                settings.ofJob(contest.job(), contest.settings()),
                figure.rank(),
                figure.setup(),
                CostSentences.some(figure.tiedWith()),
                figure.value(),
                interval == null ? null : interval.low(),
                interval == null ? null : interval.high(),
                costs.of(contest, figure.setup(), CostMeasure.TIME)
                        .map(CostFigure::value)
                        .orElse(null),
                costs.of(contest, figure.setup(), CostMeasure.COST_TIMES_TIME)
                        .map(CostFigure::rank)
                        .orElse(null),
                runs(contest, figure.setup()),
                standing,
                Settings.compression(contest.settings()));
    }

    private String currency() {
        return findings.cost().about().currency();
    }

    /** The chart of a job's cost by the cluster's years of use: SanDisk's Figures 4 and 5. */
    static final class YearsPicture {
        private static final int MOST_POINTS = 1500;
        private static final int AT_LEAST_TO = 5;
        private static final int AT_MOST_TO = 10;

        private YearsPicture() {}

        /** Returns the years to draw: 1 to 5, and further years up to the price list's term, and the term itself. */
        static SortedSet<Double> years(Assumptions terms) {
            SortedSet<Double> years = new TreeSet<>();
            years.add(terms.years());
            int to = (int) Math.max(AT_LEAST_TO, Math.min(AT_MOST_TO, Math.ceil(terms.years())));
            for (int year = 1; year <= to; year++) {
                years.add((double) year);
            }
            return years;
        }

        static Picture of(Findings findings, PictureSettings settings) {
            String currency = findings.cost().about().currency();
            CellRows rows = new CellRows(
                    DataColumn.of("years", "years", NUMBER),
                    DataColumn.of("cost", "cost per job [" + currency + "]", MONEY),
                    DataColumn.of("low", "low", MONEY),
                    DataColumn.of("high", "high", MONEY));
            if (findings.cost().figures().stream().anyMatch(figure -> figure.measure() == CostMeasure.COST_PER_JOB)) {
                List<JobDurations> durations = CostInputs.durations(findings);
                Map<Double, List<CostFigure>> costs = new TreeMap<>();
                for (double years : years(findings.cost().terms())) {
                    PriceList list = withYears(findings.options().prices(), years);
                    costs.put(years, ofJobs(list, durations, CostInputs.options(findings)));
                }
                int figures = costs.values().iterator().next().size();
                // All years of a job on a setup follow each other, so that each line is complete even if some lines are
                // left out.
                for (int at = 0; at < figures; at++) {
                    for (Map.Entry<Double, List<CostFigure>> year : costs.entrySet()) {
                        add(rows, year.getValue().get(at), year.getKey(), settings);
                    }
                }
            }
            return new Picture(
                    "years",
                    "Cost of a job over years of use",
                    "Total cost of the cluster over all the jobs that it does in these years, in " + currency
                            + ". The longer the cluster is used, the more jobs share its purchase.",
                    "Falling lines of the cost of a job over the years, by setup.",
                    List.of(
                            "Jobs run in the share of the time that `utilisation` states. Bands are intervals of the mean duration."),
                    Picture.Crowd.FIRST,
                    MOST_POINTS,
                    rows.rows());
        }

        /** Returns costs, jobs with most setups first, setups by name: colours must not depend on cost. */
        private static List<CostFigure> ofJobs(PriceList list, List<JobDurations> durations, CostOptions options) {
            return new Costs(CostFindings.unranked(list, durations, options))
                    .ranked(CostMeasure.COST_PER_JOB).values().stream()
                            .flatMap(all -> all.stream().sorted(Comparator.comparing(CostFigure::setup)))
                            .toList();
        }

        private static PriceList withYears(PriceList list, double years) {
            Assumptions terms = list.terms();
            return new PriceList(
                    list.about(),
                    new Assumptions(
                            years, terms.utilisation(), terms.discount(), terms.supportPerYear(), terms.storage()),
                    list.parts(),
                    list.running(),
                    list.setups());
        }

        private static void add(CellRows rows, CostFigure figure, double years, PictureSettings settings) {
            Interval interval = figure.interval();
            rows.add(
                    figure.job(),
                    figure.setup(),
                    figure.settings(),
                    settings.ofJob(figure.job(), figure.settings()),
                    years,
                    figure.value(),
                    interval == null ? null : interval.low(),
                    interval == null ? null : interval.high());
        }
    }
}
