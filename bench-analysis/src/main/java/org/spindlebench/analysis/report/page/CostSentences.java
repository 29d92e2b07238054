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
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.PriceInput;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.Repricing;
import org.spindlebench.analysis.cost.Repricing.TimedContest;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Interval;

/**
 * Writes the costs in at most five sentences for the first screen. If a reader changes prices, the page fills the same
 * patterns with new numbers. This class decides which contest and measure each sentence is then about.
 */
final class CostSentences {
    private static final int MOST_NAMES = 4;
    private static final int MOST_MISSING = 3;
    private static final Set<String> MISSING =
            Set.of("price-incomplete", "utilisation-not-stated", "setup-not-priced", "baseline-not-priced");
    private final CostFindings cost;
    private final Costs costs;
    private final PictureSettings settings;
    private final CostMeasure ranked;
    private final Repricing repricing;

    CostSentences(Findings findings, Repricing repricing) {
        this.cost = findings.cost();
        this.costs = new Costs(cost);
        this.settings = CostPictures.settings(findings);
        this.ranked = costs.ofJobs(findings.options().prices());
        this.repricing = repricing;
    }

    /**
     * One form of a sentence.
     *
     * @param says the pattern; null for a break-even price, whose pattern depends on the known prices
     * @param about the texts for those gaps of the pattern that do not depend on prices
     * @param contest the contest that the sentence is about; null if it is about none
     * @param measure the measure to rank by
     */
    record Form(String says, Map<String, String> about, TimedContest contest, CostMeasure measure) {}

    /** Returns the possible forms of each sentence. The page uses the first form whose contest has a cost. */
    List<List<Form>> forms() {
        List<TimedContest> together = repricing.contests().stream()
                .filter(contest -> contest.job() == null)
                .toList();
        TimedContest job = ranked == null
                ? null
                : most(
                        repricing.contests().stream()
                                .filter(contest -> contest.job() != null)
                                .toList(),
                        ranked);
        boolean money = ranked != null && !Costs.PER_PERFORMANCE.contains(ranked);
        List<Form> relative = new ArrayList<>();
        List<Form> breakEven = new ArrayList<>();
        List<Form> ofJob = new ArrayList<>();
        for (CostMeasure measure : Costs.PER_PERFORMANCE) {
            add(relative, CostWords.TOGETHER, most(together, measure), measure);
            add(breakEven, null, most(together, measure), measure);
        }
        for (CostMeasure measure : Costs.PER_PERFORMANCE) {
            TimedContest one = job == null ? null : most(List.of(job), measure);
            if (!money) {
                add(relative, CostWords.JOB_RELATIVE, one, measure);
            }
            add(breakEven, null, one, measure);
        }
        if (money) {
            add(ofJob, size(job, ranked) == 1 ? CostWords.ALONE : CostWords.JOB, job, ranked);
        }
        List<Form> missing = Optional.ofNullable(missing()).stream()
                .map(text -> new Form("{text}", Map.of("text", text), null, null))
                .toList();
        return List.of(breakEven, relative, ofJob, List.of(terms()), missing);
    }

    private void add(List<Form> forms, String pattern, TimedContest contest, CostMeasure measure) {
        if (contest == null) {
            return;
        }
        String distinct = settings.ofJob(contest.job(), contest.settings());
        Map<String, String> about = new TreeMap<>(Map.of(
                "job", contest.job() == null ? CostWords.ALL_JOBS : contest.job(),
                "settings", inBrackets(distinct),
                "jobs", Integer.toString(contest.jobs()),
                "measure", CostWords.of(measure),
                "currency", cost.about().currency()));
        if (repricing.baseline() != null) {
            about.put("baseline", repricing.baseline());
        }
        forms.add(new Form(pattern, about, contest, measure));
    }

    /** Returns what distinguishes a contest, in brackets after a space; empty if nothing does. */
    static String inBrackets(String settings) {
        return settings.isEmpty() ? "" : " (" + settings + ")";
    }

    /** Returns the first contest in which most setups have the measure; null if no setup has it. */
    private TimedContest most(List<TimedContest> contests, CostMeasure measure) {
        TimedContest most = null;
        for (TimedContest contest : contests) {
            if (size(contest, measure) > (most == null ? 0 : size(most, measure))) {
                most = contest;
            }
        }
        return most;
    }

    private long size(TimedContest contest, CostMeasure measure) {
        return repricing.measures().stream()
                .filter(timed -> timed.measure() == measure)
                .mapToLong(timed -> contest.entries().stream()
                        .filter(entry -> timed.setups().contains(entry.setup()))
                        .count())
                .sum();
    }

    private Form terms() {
        PriceList.About about = cost.about();
        String terms = repricing.inputs().stream()
                .filter(PriceInput::term)
                .map(input -> input.name() + " {" + input.name() + "}")
                .collect(Collectors.joining(", "));
        return new Form(
                CostWords.TERMS + (terms.isEmpty() ? "" : " Terms: " + terms + "."),
                Map.of(
                        "name", about.name(),
                        "date", about.date(),
                        "currency", about.currency(),
                        "source", about.source()),
                null,
                null);
    }

    /** Returns the sentences for the price list's own prices. */
    List<String> texts() {
        return forms().stream()
                .flatMap(forms -> forms.stream()
                        .filter(form -> form.contest == null || !figures(form).isEmpty())
                        .limit(1))
                .flatMap(form -> form.says == null ? breakEven(form).stream() : Stream.of(filled(form)))
                .toList();
    }

    private List<CostFigure> figures(Form form) {
        return costs.ranked(form.measure).getOrDefault(of(form.contest), List.of());
    }

    private static Costs.CostContest of(TimedContest contest) {
        return new Costs.CostContest(contest.job(), contest.settings());
    }

    private String filled(Form form) {
        Map<String, String> gaps = new HashMap<>(form.about);
        repricing.inputs().forEach(input -> gaps.putIfAbsent(input.name(), Money.written(input.value())));
        if (form.contest != null) {
            List<CostFigure> all = figures(form);
            CostFigure worst = all.get(all.size() - 1);
            CostFigure least = all.get(0);
            gaps.put("setup", least.setup());
            gaps.put("value", Money.written(least.value()));
            gaps.put("interval", Money.written(least.interval()));
            gaps.put(
                    "ties",
                    least.tiedWith().isEmpty()
                            ? ""
                            : Money.filled(CostWords.TIES, Map.of("list", some(least.tiedWith()))));
            gaps.put("worst", worst.setup());
            gaps.put("worst_value", Money.written(worst.value()));
            gaps.put("worst_interval", Money.written(worst.interval()));
            gaps.put(
                    "list",
                    some(all.stream()
                            .filter(figure -> !figure.setup().equals(repricing.baseline()))
                            .map(figure -> figure.setup() + " " + Money.written(figure.value())
                                    + Money.written(figure.interval()))
                            .toList()));
            gaps.put("counts", counts());
        }
        return Money.filled(form.says, gaps);
    }

    /** Describes how often each setup costs least; empty if there is only one contest. */
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

    /** Describes the price at which the best contender equals the baseline, and what that price buys. */
    private Optional<String> breakEven(Form form) {
        return figures(form).stream()
                .filter(figure -> !figure.setup().equals(repricing.baseline()))
                .findFirst()
                .flatMap(best -> repricing.breakEvens().stream()
                        .flatMap(even -> costs.of(of(form.contest), best.setup(), even.measure()).stream()
                                .map(figure -> breakEven(form, figure, even.price())))
                        .findFirst());
    }

    private String breakEven(Form form, CostFigure even, CostMeasure price) {
        Map<String, String> gaps = new HashMap<>(form.about);
        gaps.put("setup", even.setup());
        gaps.put("value", Money.written(even.value()));
        gaps.put("interval", Money.written(even.interval()));
        gaps.put(
                "price",
                Money.written(costs.of(even.setup(), price).orElseThrow().value()));
        return Money.filled(CostWords.breakEven(even.measure()), gaps)
                + cost.equalCosts().stream()
                        .filter(equal -> equal.forPriceOf().equals(even.setup()))
                        .findFirst()
                        .map(CostSentences::equal)
                        .orElse("");
    }

    private static String equal(EqualCost equal) {
        String buys = Money.filled(
                CostWords.equal(equal.unit()),
                Map.of(
                        "count", Long.toString(equal.count()),
                        "baseline", equal.baseline(),
                        "measured", Long.toString(equal.measured())));
        return equal.count() == equal.measured() ? buys : buys + CostWords.NOT_MEASURED;
    }

    /** Describes unstated prices and the costs that they leave out; null if nothing is missing. */
    private String missing() {
        List<String> messages = cost.warnings().stream()
                .filter(warning -> MISSING.contains(warning.code()))
                .map(Warning::message)
                .toList();
        if (messages.isEmpty()) {
            return null;
        }
        int more = messages.size() - MOST_MISSING;
        return "Missing: " + messages.stream().limit(MOST_MISSING).collect(Collectors.joining("; "))
                + (more > 0 ? "; and more, see the warnings" : "") + ".";
    }

    /** Lists the first few names, and how many there are in addition. */
    static String some(List<String> all) {
        List<String> shown = new ArrayList<>(all.subList(0, Math.min(MOST_NAMES, all.size())));
        int more = all.size() - shown.size();
        String listed = String.join(", ", shown);
        return more > 0 ? listed + Money.filled(CostWords.MORE, Map.of("count", Integer.toString(more))) : listed;
    }

    /** Writes amounts and sentences as the page does, because {@code costs.js} must give the same digits. */
    static final class Money {
        private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);
        private static final int FROM_HERE_WHOLE = 1000;
        private static final Pattern GAP = Pattern.compile("\\{([a-z_.]+)}");

        private Money() {}

        /** Writes four significant digits, and always all digits before the point. */
        static String written(double value) {
            BigDecimal exact = new BigDecimal(value);
            BigDecimal rounded = Math.abs(value) >= FROM_HERE_WHOLE
                    ? exact.setScale(0, RoundingMode.HALF_UP)
                    : exact.round(FOUR_DIGITS);
            return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
        }

        /** Writes bounds, such as {@code " [0.31, 0.35]"}, or that there are none. */
        static String written(Interval interval) {
            return interval == null
                    ? CostWords.NO_INTERVAL
                    : " [" + written(interval.low()) + ", " + written(interval.high()) + "]";
        }

        /** Fills the gaps of a pattern, such as <code>{setup}</code>. */
        static String filled(String pattern, Map<String, String> values) {
            return GAP.matcher(pattern).replaceAll(gap -> Matcher.quoteReplacement(values.get(gap.group(1))));
        }
    }

    /** Patterns of the sentences on cost, embedded in the page so that its script uses the same words. */
    static final class CostWords {
        static final String TOGETHER =
                "All {jobs} jobs together{settings}, the {measure} is least on {setup}{ties}. With {baseline} as 1: {list}.";
        static final String JOB =
                "{job}{settings}: {setup} costs least, {value} {currency} a run{interval}{ties}; {worst} costs most, {worst_value}"
                        + " {currency}{worst_interval}. This is the {measure}.{counts}";
        static final String ALONE =
                "{job}{settings}: a run on {setup} costs {value} {currency}{interval}. This is the {measure}.{counts}";
        static final String JOB_RELATIVE =
                "{job}{settings}: the {measure} is least on {setup}{ties}. With {baseline} as 1: {list}.";
        static final String COUNTS = " Of {contests} jobs and settings, {list}{tied}.";
        static final String COUNT = "{setup} costs least in {count}";
        static final String TIED = "; in {count} of these the least is tied with another";
        static final String TIES = " (tied with {list})";
        static final String MORE = ", and {count} more";
        static final String BREAK_EVEN_CLUSTER =
                "{setup} would do {job} for the same money as {baseline} if its cluster cost {value} {currency}{interval} instead of {price}.";
        static final String BREAK_EVEN_NODE =
                "{setup} would have the node price per performance of {baseline} for {job} if the devices of a worker cost {value}"
                        + " {currency}{interval} instead of {price}.";
        static final String BREAK_EVEN_DEVICE =
                "{setup} would have the device price per performance of {baseline} for {job} if the devices of a worker cost"
                        + " {value} {currency}{interval} instead of {price}.";
        static final String NO_INTERVAL = " (no interval)";
        static final String ALL_JOBS = "all jobs";
        static final String EQUAL_DEVICES =
                " The price of its devices buys {count} of {baseline}'s per worker; {baseline} was measured with {measured}.";
        static final String EQUAL_WORKERS =
                " The price of its cluster buys {baseline} with {count} workers; it was measured with {measured}.";
        static final String NOT_MEASURED = " No run shows how fast that would be.";
        static final String TERMS = "Prices: {name}, of {date}, in {currency} ({source}).";

        /** Patterns that are parts of other patterns, by their names in the page. */
        static final Map<String, String> INNER = Map.of(
                "counts",
                COUNTS,
                "count",
                COUNT,
                "tied",
                TIED,
                "ties",
                TIES,
                "more",
                MORE,
                "no_interval",
                NO_INTERVAL,
                "not_measured",
                NOT_MEASURED);

        private CostWords() {}

        static String of(CostMeasure measure) {
            return Costs.PER_PERFORMANCE.contains(measure)
                    ? measure.title().replace(", baseline 1", "")
                    : measure.title();
        }

        static String breakEven(CostMeasure measure) {
            return switch (measure) {
                case BREAK_EVEN_CLUSTER_PRICE -> BREAK_EVEN_CLUSTER;
                case BREAK_EVEN_DEVICE_PRICE_BY_NODE -> BREAK_EVEN_NODE;
                default -> BREAK_EVEN_DEVICE;
            };
        }

        static String equal(EqualCost.CountedUnit unit) {
            return unit == EqualCost.CountedUnit.WORKERS ? EQUAL_WORKERS : EQUAL_DEVICES;
        }
    }
}
