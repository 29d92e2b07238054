package org.spindlebench.analysis.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostFigure;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostMeasure;
import org.spindlebench.analysis.cost.EqualCost;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.Repricing;
import org.spindlebench.analysis.cost.Repricing.PriceInput;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Interval;

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

    /** Amounts and sentences as the page writes them: the script {@code prices.js} does the same, digit for digit. */
    static final class Money {
        private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);
        private static final int FROM_HERE_WHOLE = 1000;
        private static final Pattern GAP = Pattern.compile("\\{([a-z_]+)}");

        private Money() {}

        /** Four digits, or all before the point. */
        static String written(double value) {
            BigDecimal exact = new BigDecimal(value);
            BigDecimal rounded = Math.abs(value) >= FROM_HERE_WHOLE
                    ? exact.setScale(0, RoundingMode.HALF_UP)
                    : exact.round(FOUR_DIGITS);
            return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
        }

        /** Such as {@code " [0.31, 0.35]"}; empty where there is none. */
        static String written(Interval interval) {
            return interval == null ? "" : " [" + written(interval.low()) + ", " + written(interval.high()) + "]";
        }

        /** A pattern with its gaps, such as <code>{setup}</code>, filled. */
        static String filled(String pattern, Map<String, String> values) {
            return GAP.matcher(pattern).replaceAll(gap -> Matcher.quoteReplacement(values.get(gap.group(1))));
        }
    }

    /** The sentences on cost, with gaps. They go into the page as data, so that changed prices are told of in the same words. */
    static final class CostWords {
        static final String TOGETHER =
                "All {jobs} jobs together{settings}, the {measure} is least on {setup}{ties}. With {baseline} as 1: {list}.";
        static final String JOB =
                "{job}{settings}: {setup} costs least, {value} {currency} a run{interval}{ties}; {worst} costs most, {worst_value}"
                        + " {currency}{worst_interval}. This is the {measure}.";
        static final String ALONE =
                "{job}{settings}: a run on {setup} costs {value} {currency}{interval}. This is the {measure}.";
        static final String JOB_RELATIVE =
                "{job}{settings}: the {measure} is least on {setup}{ties}. With {baseline} as 1: {list}.";
        static final String COUNTS = " Of {contests} jobs and settings, {list}{tied}.";
        static final String COUNT = "{setup} costs least in {count}";
        static final String TIED = "; in {count} of them the least is not told from another";
        static final String TIES = " (not told from {list})";
        static final String ONE = "{setup} {value}{interval}";
        static final String MORE = ", and {count} more";
        static final String BREAK_EVEN_CLUSTER =
                "{setup} would do {job} for the same money as {baseline} if its cluster cost {value} {currency}{interval} instead of {price}.";
        static final String BREAK_EVEN_NODE =
                "{setup} would have the node price per performance of {baseline} for {job} if the devices of a worker cost {value}"
                        + " {currency}{interval} instead of {price}.";
        static final String BREAK_EVEN_DEVICE =
                "{setup} would have the device price per performance of {baseline} for {job} if the devices of a worker cost"
                        + " {value} {currency}{interval} instead of {price}.";
        static final String ALL_JOBS = "all jobs";
        static final String EQUAL_DEVICES =
                " The price of its devices buys {count} of {baseline}'s per worker; {baseline} was measured with {measured}.";
        static final String EQUAL_WORKERS =
                " The price of its cluster buys {baseline} with {count} workers; it was measured with {measured}.";
        static final String NOT_MEASURED = " How fast that would be, no run says.";
        static final String TERMS = "Prices: {name}, of {date}, in {currency} ({source}).{terms}";
        static final String SOME_TERMS = " Terms: {list}.";
        static final String TERM = "{name} {value}";

        static final Map<String, String> ALL = Map.ofEntries(
                Map.entry("together", TOGETHER),
                Map.entry("job", JOB),
                Map.entry("alone", ALONE),
                Map.entry("job_relative", JOB_RELATIVE),
                Map.entry("counts", COUNTS),
                Map.entry("count", COUNT),
                Map.entry("tied", TIED),
                Map.entry("ties", TIES),
                Map.entry("one", ONE),
                Map.entry("more", MORE),
                Map.entry("break_even_cluster", BREAK_EVEN_CLUSTER),
                Map.entry("break_even_node", BREAK_EVEN_NODE),
                Map.entry("break_even_device", BREAK_EVEN_DEVICE),
                Map.entry("all_jobs", ALL_JOBS),
                Map.entry("equal_devices", EQUAL_DEVICES),
                Map.entry("equal_workers", EQUAL_WORKERS),
                Map.entry("not_measured", NOT_MEASURED),
                Map.entry("terms", TERMS),
                Map.entry("some_terms", SOME_TERMS),
                Map.entry("term", TERM),
                title(CostMeasure.HOURLY_COST),
                title(CostMeasure.COST_PER_JOB),
                Map.entry(CostMeasure.CLUSTER_PRICE_PER_PERFORMANCE.code(), "cluster price over performance"),
                Map.entry(CostMeasure.NODE_PRICE_PER_PERFORMANCE.code(), "node price over performance"),
                Map.entry(CostMeasure.DEVICE_PRICE_PER_PERFORMANCE.code(), "device price over performance"));

        private CostWords() {}

        private static Map.Entry<String, String> title(CostMeasure measure) {
            return Map.entry(measure.code(), measure.title());
        }

        static String of(CostMeasure measure) {
            return ALL.get(measure.code());
        }
    }
}
