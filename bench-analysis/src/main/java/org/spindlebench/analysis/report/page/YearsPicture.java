package org.spindlebench.analysis.report.page;

import static org.spindlebench.analysis.report.page.Column.Kind.MONEY;
import static org.spindlebench.analysis.report.page.Column.Kind.NUMBER;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spindlebench.analysis.compare.CostInputs;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostFigure;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostMeasure;
import org.spindlebench.analysis.cost.CostOptions;
import org.spindlebench.analysis.cost.JobDurations;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.Terms;
import org.spindlebench.analysis.stats.Interval;

/** What a job costs when the cluster is used so many years: SanDisk's Figures 4 and 5. */
final class YearsPicture {
    private static final int MOST_POINTS = 1500;
    private static final int AT_LEAST_TO = 5;
    private static final int AT_MOST_TO = 10;

    private YearsPicture() {}

    /** 1 to 5, or as far as the list's terms, and these. */
    static SortedSet<Double> years(Terms terms) {
        SortedSet<Double> years = new TreeSet<>();
        years.add(terms.years());
        int to = (int) Math.max(AT_LEAST_TO, Math.min(AT_MOST_TO, Math.ceil(terms.years())));
        for (int year = 1; year <= to; year++) {
            years.add((double) year);
        }
        return years;
    }

    static Picture of(Findings findings, JobSettings settings) {
        String currency = findings.cost().about().currency();
        CellRows rows = new CellRows(
                Column.of("years", "years", NUMBER),
                Column.of("cost", "cost per job [" + currency + "]", MONEY),
                Column.of("low", "low", MONEY),
                Column.of("high", "high", MONEY));
        if (findings.cost().figures().stream().anyMatch(figure -> figure.measure() == CostMeasure.COST_PER_JOB)) {
            List<JobDurations> durations = CostInputs.durations(findings);
            Map<Double, List<CostFigure>> costs = new TreeMap<>();
            for (double years : years(findings.cost().terms())) {
                PriceList list = withYears(findings.options().prices(), years);
                costs.put(years, ofJobs(list, durations, CostInputs.options(findings)));
            }
            int figures = costs.values().iterator().next().size();
            // All years of a job on a setup, one after the other: where not all are held, lines are whole.
            for (int at = 0; at < figures; at++) {
                for (Map.Entry<Double, List<CostFigure>> year : costs.entrySet()) {
                    add(rows, year.getValue().get(at), year.getKey(), settings);
                }
            }
        }
        return new Picture(
                "years",
                "Cost of a job over years of use",
                "Total cost of the cluster over all the jobs that it does in so many years, in " + currency
                        + ". What is bought once is shared by more jobs the longer it is used.",
                "Falling lines of the cost of a job over the years, by setup.",
                List.of(
                        "Jobs run in the share of the time that `utilisation` states. Bands are intervals of the mean duration."),
                Picture.Crowd.FIRST,
                MOST_POINTS,
                rows.rows());
    }

    /** Jobs of most setups first. Colours follow the order of rows: it must not depend on who costs less. */
    private static List<CostFigure> ofJobs(PriceList list, List<JobDurations> durations, CostOptions options) {
        return new Costs(CostFindings.unranked(list, durations, options))
                .ranked(CostMeasure.COST_PER_JOB).values().stream()
                        .flatMap(all -> all.stream().sorted(Comparator.comparing(CostFigure::setup)))
                        .toList();
    }

    private static PriceList withYears(PriceList list, double years) {
        Terms terms = list.terms();
        return new PriceList(
                list.about(),
                new Terms(years, terms.utilisation(), terms.discount(), terms.supportPerYear(), terms.storage()),
                list.parts(),
                list.running(),
                list.setups());
    }

    private static void add(CellRows rows, CostFigure figure, double years, JobSettings settings) {
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
