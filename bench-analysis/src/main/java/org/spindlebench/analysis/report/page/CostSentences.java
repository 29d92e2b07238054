package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostFigure;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostMeasure;
import org.spindlebench.analysis.cost.EqualCost;
import org.spindlebench.analysis.cost.PriceInput;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.Repricing;
import org.spindlebench.analysis.record.Warning;

/**
 * What it costs, in at most five sentences for the first screen. Where a reader changes prices, {@code cost-sentences.js} writes the same
 * sentences of the page's own figures.
 */
final class CostSentences {
    private static final int MOST_NAMES = 4;
    private static final int MOST_MISSING = 3;
    private static final Set<String> MISSING =
            Set.of("price-incomplete", "utilisation-not-stated", "setup-not-priced", "baseline-not-priced");
    private static final Map<CostMeasure, String> BREAK_EVENS = Map.of(
            CostMeasure.BREAK_EVEN_CLUSTER_PRICE, CostWords.BREAK_EVEN_CLUSTER,
            CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_NODE, CostWords.BREAK_EVEN_NODE,
            CostMeasure.BREAK_EVEN_DEVICE_PRICE, CostWords.BREAK_EVEN_DEVICE);

    private final CostFindings cost;
    private final Costs costs;
    private final JobSettings settings;
    private final CostMeasure ranked;
    private final Repricing repricing;

    private CostSentences(Findings findings, Repricing repricing) {
        this.cost = findings.cost();
        this.costs = new Costs(cost);
        this.settings = CostPictures.settings(findings);
        this.ranked = costs.ofJobs(repricing.list());
        this.repricing = repricing;
    }

    static List<String> of(Findings findings, Repricing repricing) {
        CostSentences sentences = new CostSentences(findings, repricing);
        Optional<Costs.Contest> together = sentences.contestTogether();
        Optional<Costs.Contest> job = sentences.contestOfJob();
        boolean money = sentences.ranked != null && !Costs.PER_PERFORMANCE.contains(sentences.ranked);
        return Stream.of(
                        together.map(contest -> sentences.relative(CostWords.TOGETHER, contest)),
                        job.filter(contest -> money).map(sentences::ofJob),
                        job.filter(contest -> !money && together.isEmpty())
                                .map(contest -> sentences.relative(CostWords.JOB_RELATIVE, contest)),
                        together.or(() -> job).flatMap(sentences::breakEven),
                        Optional.of(sentences.terms()),
                        Optional.ofNullable(missing(findings.cost())))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Costs.Contest> contestTogether() {
        return Costs.PER_PERFORMANCE.stream()
                .flatMap(measure -> costs.ranked(measure).keySet().stream())
                .filter(contest -> contest.job() == null)
                .findFirst();
    }

    /** The first one with the most setups. */
    private Optional<Costs.Contest> contestOfJob() {
        if (ranked == null) {
            return Optional.empty();
        }
        return costs.ranked(ranked).entrySet().stream()
                .filter(entry -> entry.getKey().job() != null)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private Optional<CostMeasure> relativeMeasure(Costs.Contest contest) {
        return Costs.PER_PERFORMANCE.stream()
                .filter(measure -> costs.ranked(measure).containsKey(contest))
                .findFirst();
    }

    private String relative(String pattern, Costs.Contest contest) {
        CostMeasure measure = relativeMeasure(contest).orElseThrow();
        List<CostFigure> all = costs.ranked(measure).get(contest);
        List<String> others = all.stream()
                .filter(figure -> !figure.setup().equals(repricing.baseline()))
                .map(figure -> Money.filled(
                        CostWords.ONE,
                        Map.of(
                                "setup", figure.setup(),
                                "value", Money.written(figure.value()),
                                "interval", Money.written(figure.interval()))))
                .toList();
        Map<String, String> gaps = new HashMap<>(about(contest, all.get(0)));
        gaps.put("jobs", Integer.toString(jobs(contest)));
        gaps.put("measure", CostWords.of(measure));
        gaps.put("baseline", repricing.baseline());
        gaps.put("list", some(others));
        return Money.filled(pattern, gaps);
    }

    private int jobs(Costs.Contest contest) {
        return repricing.together().stream()
                .filter(one -> contest.job() == null && one.settings().equals(contest.settings()))
                .mapToInt(one -> one.jobs())
                .findFirst()
                .orElse(1);
    }

    /** The least one of a contest, and whom it is not told from. */
    private Map<String, String> about(Costs.Contest contest, CostFigure least) {
        String distinct = settings.ofJob(contest.job(), contest.settings());
        String ties =
                least.tiedWith().isEmpty() ? "" : Money.filled(CostWords.TIES, Map.of("list", some(least.tiedWith())));
        return Map.of(
                "job",
                contest.job() == null ? "" : contest.job(),
                "settings",
                distinct.isEmpty() ? "" : " (" + distinct + ")",
                "setup",
                least.setup(),
                "value",
                Money.written(least.value()),
                "interval",
                Money.written(least.interval()),
                "ties",
                ties);
    }

    private String ofJob(Costs.Contest contest) {
        List<CostFigure> all = costs.ranked(ranked).get(contest);
        CostFigure worst = all.get(all.size() - 1);
        Map<String, String> gaps = new HashMap<>(about(contest, all.get(0)));
        gaps.put("currency", currency());
        gaps.put("measure", CostWords.of(ranked));
        gaps.put("worst", worst.setup());
        gaps.put("worst_value", Money.written(worst.value()));
        gaps.put("worst_interval", Money.written(worst.interval()));
        return Money.filled(all.size() == 1 ? CostWords.ALONE : CostWords.JOB, gaps) + counts();
    }

    /** How often each setup costs least; empty with one contest only. */
    private String counts() {
        List<List<CostFigure>> contests = costs.ranked(ranked).values().stream()
                .filter(figures -> figures.size() > 1)
                .toList();
        if (contests.size() < 2) {
            return "";
        }
        Map<String, Integer> least = new TreeMap<>();
        contests.forEach(figures -> figures.stream()
                .filter(figure -> figure.rank() == 1)
                .forEach(figure -> least.merge(figure.setup(), 1, Integer::sum)));
        List<String> named = least.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(entry -> Money.filled(
                        CostWords.COUNT,
                        Map.of(
                                "setup",
                                entry.getKey(),
                                "count",
                                entry.getValue().toString())))
                .toList();
        long tied = contests.stream()
                .filter(figures -> !figures.get(0).tiedWith().isEmpty())
                .count();
        return Money.filled(
                CostWords.COUNTS,
                Map.of(
                        "contests", Integer.toString(contests.size()),
                        "list", some(named),
                        "tied", tied == 0 ? "" : Money.filled(CostWords.TIED, Map.of("count", Long.toString(tied)))));
    }

    /** At which price the best of the others would be as good as the baseline, and how much of the baseline its price buys. */
    private Optional<String> breakEven(Costs.Contest contest) {
        Optional<CostFigure> best = relativeMeasure(contest)
                .flatMap(measure -> costs.ranked(measure).get(contest).stream()
                        .filter(figure -> !figure.setup().equals(repricing.baseline()))
                        .findFirst());
        return best.flatMap(figure -> Stream.of(
                        CostMeasure.BREAK_EVEN_CLUSTER_PRICE,
                        CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_NODE,
                        CostMeasure.BREAK_EVEN_DEVICE_PRICE)
                .flatMap(measure -> costs.of(contest, figure.setup(), measure).stream())
                .findFirst()
                .map(this::breakEven));
    }

    private String breakEven(CostFigure even) {
        CostMeasure price = even.measure() == CostMeasure.BREAK_EVEN_CLUSTER_PRICE
                ? CostMeasure.CLUSTER_PRICE
                : CostMeasure.DEVICE_PRICE;
        String sentence = Money.filled(
                BREAK_EVENS.get(even.measure()),
                Map.of(
                        "setup", even.setup(),
                        "job", even.job() == null ? CostWords.ALL_JOBS : even.job(),
                        "baseline", repricing.baseline(),
                        "value", Money.written(even.value()),
                        "currency", currency(),
                        "interval", Money.written(even.interval()),
                        "price",
                                Money.written(costs.of(even.setup(), price)
                                        .orElseThrow()
                                        .value())));
        return sentence
                + cost.equalCosts().stream()
                        .filter(equal -> equal.forPriceOf().equals(even.setup()))
                        .findFirst()
                        .map(CostSentences::equal)
                        .orElse("");
    }

    private static String equal(EqualCost equal) {
        String buys = Money.filled(
                equal.unit() == EqualCost.Unit.WORKERS ? CostWords.EQUAL_WORKERS : CostWords.EQUAL_DEVICES,
                Map.of(
                        "count", Long.toString(equal.count()),
                        "baseline", equal.baseline(),
                        "measured", Long.toString(equal.measured())));
        return equal.count() == equal.measured() ? buys : buys + CostWords.NOT_MEASURED;
    }

    private String terms() {
        PriceList.About about = cost.about();
        String terms = repricing.inputs().stream()
                .filter(input -> input.kind() == PriceInput.Kind.TERM)
                .map(input -> Money.filled(
                        CostWords.TERM, Map.of("name", input.name(), "value", Money.written(input.value()))))
                .collect(Collectors.joining(", "));
        return Money.filled(
                CostWords.TERMS,
                Map.of(
                        "name", about.name(),
                        "date", about.date(),
                        "currency", about.currency(),
                        "source", about.source(),
                        "terms", terms.isEmpty() ? "" : Money.filled(CostWords.SOME_TERMS, Map.of("list", terms))));
    }

    /** What the list does not state, and what is therefore not there; null where nothing is missing. */
    static String missing(CostFindings cost) {
        List<String> messages = cost.warnings().stream()
                .filter(warning -> MISSING.contains(warning.code()))
                .map(Warning::message)
                .toList();
        if (messages.isEmpty()) {
            return null;
        }
        int more = messages.size() - MOST_MISSING;
        return "Not there: " + messages.stream().limit(MOST_MISSING).collect(Collectors.joining("; "))
                + (more > 0 ? "; and more, see the warnings" : "") + ".";
    }

    /** The first few, and how many more. */
    static String some(List<String> all) {
        List<String> shown = new ArrayList<>(all.subList(0, Math.min(MOST_NAMES, all.size())));
        int more = all.size() - shown.size();
        String listed = String.join(", ", shown);
        return more > 0 ? listed + Money.filled(CostWords.MORE, Map.of("count", Integer.toString(more))) : listed;
    }

    private String currency() {
        return cost.about().currency();
    }
}
