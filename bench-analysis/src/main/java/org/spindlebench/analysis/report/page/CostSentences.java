package org.spindlebench.analysis.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.CostInputs;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostFindings;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.CostValue;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceInput;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PricedSetups;
import org.spindlebench.analysis.cost.PricedSetups.Contest;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Interval;

/** Writes the costs in at most five sentences for the first screen. */
final class CostSentences {
    private static final int MOST_NAMES = 4;
    private static final int MOST_MISSING = 3;
    static final Set<String> MISSING =
            Set.of("price-incomplete", "utilisation-not-stated", "setup-not-priced", "baseline-not-priced");

    /** The break-even prices that sentences mention, the most informative first. */
    static final List<CostMeasure> BREAK_EVENS = List.of(
            CostMeasure.BREAK_EVEN_CLUSTER_PRICE,
            CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_NODE,
            CostMeasure.BREAK_EVEN_DEVICE_PRICE);

    private final CostFindings cost;
    private final Costs costs;
    private final ChartSettings settings;
    private final CostMeasure ranked;
    private final PricedSetups priced;

    CostSentences(Findings findings, PricedSetups priced) {
        this.cost = findings.cost();
        this.costs = new Costs(cost);
        this.settings = CostCharts.settings(findings);
        this.ranked = costs.ofJobs(findings.options().prices());
        this.priced = priced;
    }

    /** The subject of a sentence: a contest, the measure that ranks it, and its costs, beginning with the least. */
    private record About(Contest contest, CostMeasure measure, List<CostValue> figures) {}

    List<String> texts() {
        List<About> together = new ArrayList<>();
        List<About> ofJob = new ArrayList<>();
        Contest job =
                ranked == null ? null : most(false, ranked).map(About::contest).orElse(null);
        for (CostMeasure measure : Costs.PER_PERFORMANCE) {
            most(true, measure).ifPresent(together::add);
            if (job != null) {
                about(job, measure).ifPresent(ofJob::add);
            }
        }
        boolean money = ranked != null && !Costs.PER_PERFORMANCE.contains(ranked);
        Optional<String> relative = together.stream()
                .findFirst()
                .map(about -> "All " + about.contest.jobs() + " jobs together" + relative(about))
                .or(() -> money
                        ? Optional.empty()
                        : ofJob.stream().findFirst().map(about -> about.contest.job() + relative(about)));
        return Stream.of(
                        Stream.concat(together.stream(), ofJob.stream())
                                .findFirst()
                                .flatMap(this::breakEven),
                        relative,
                        money && job != null ? about(job, ranked).map(this::ofJob) : Optional.<String>empty(),
                        Optional.of(terms()),
                        missing())
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the contest in which the most setups have the measure, the first of equals; empty if no setup has it. */
    private Optional<About> most(boolean together, CostMeasure measure) {
        About most = null;
        for (Contest contest : priced.contests()) {
            About about = about(contest, measure).orElse(null);
            if (about != null
                    && (contest.job() == null) == together
                    && (most == null || about.figures.size() > most.figures.size())) {
                most = about;
            }
        }
        return Optional.ofNullable(most);
    }

    private Optional<About> about(Contest contest, CostMeasure measure) {
        List<CostValue> figures =
                costs.ranked(measure).getOrDefault(new Costs.CostContest(contest.job(), contest.settings()), List.of());
        return figures.isEmpty() ? Optional.empty() : Optional.of(new About(contest, measure, figures));
    }

    private String relative(About about) {
        List<String> others = about.figures.stream()
                .filter(figure -> !figure.setup().equals(priced.baseline()))
                .map(figure -> figure.setup() + " " + bounded(figure))
                .toList();
        CostValue least = about.figures.get(0);
        return distinct(about.contest) + (about.contest.job() == null ? ", " : ": ") + "the " + title(about.measure)
                + " is least on " + least.setup() + ties(least) + ". With " + priced.baseline() + " as 1: "
                + some(others) + ".";
    }

    private String ofJob(About about) {
        CostValue least = about.figures.get(0);
        CostValue worst = about.figures.get(about.figures.size() - 1);
        String currency = cost.about().currency();
        String job = about.contest.job() + distinct(about.contest) + ": ";
        String end = ". This is the " + title(about.measure) + "." + counts();
        String amount = Money.written(least.value()) + " " + currency;
        return about.figures.size() == 1
                ? job + "a run on " + least.setup() + " costs " + amount + Money.written(least.interval()) + end
                : job + least.setup() + " costs least, " + amount + " a run" + Money.written(least.interval())
                        + ties(least) + "; " + worst.setup() + " costs most, " + Money.written(worst.value()) + " "
                        + currency + Money.written(worst.interval()) + end;
    }

    private static String bounded(CostValue figure) {
        return Money.written(figure.value()) + Money.written(figure.interval());
    }

    private static String ties(CostValue figure) {
        return figure.tiedWith().isEmpty() ? "" : " (tied with " + some(figure.tiedWith()) + ")";
    }

    private String distinct(Contest contest) {
        return inBrackets(settings.ofJob(contest.job(), contest.settings()));
    }

    /** Returns the distinguishing settings of a contest, in brackets after a space; empty if there are none. */
    static String inBrackets(String settings) {
        return settings.isEmpty() ? "" : " (" + settings + ")";
    }

    /** Names a measure in a sentence. */
    static String title(CostMeasure measure) {
        return Costs.PER_PERFORMANCE.contains(measure) ? measure.title().replace(", baseline 1", "") : measure.title();
    }

    /** Checks whether costs are those of the best settings, which were counted with their own settings before. */
    static boolean isOfBestSettings(Map<String, String> settings) {
        return settings.containsKey(CostInputs.BEST);
    }

    /** Describes how often each setup costs least; empty if there is only one contest. */
    private String counts() {
        List<List<CostValue>> contests = costs.ranked(ranked).entrySet().stream()
                .filter(one -> one.getValue().size() > 1
                        && !isOfBestSettings(one.getKey().settings()))
                .map(Map.Entry::getValue)
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
                .map(entry -> entry.getKey() + " costs least in " + entry.getValue())
                .toList();
        long tied = contests.stream()
                .filter(figures -> !figures.get(0).tiedWith().isEmpty())
                .count();
        return " Of " + contests.size() + " jobs and settings, " + some(named)
                + (tied == 0 ? "" : "; in " + tied + " of these the least is tied with another") + ".";
    }

    /** Describes the price at which the best contender equals the baseline, and what that price buys. */
    private Optional<String> breakEven(About about) {
        Costs.CostContest contest = new Costs.CostContest(about.contest.job(), about.contest.settings());
        return about.figures.stream()
                .filter(figure -> !figure.setup().equals(priced.baseline()))
                .findFirst()
                .flatMap(best -> BREAK_EVENS.stream()
                        .flatMap(measure -> costs.of(contest, best.setup(), measure).stream())
                        .map(even -> breakEven(about.contest.job() == null ? "all jobs" : about.contest.job(), even))
                        .findFirst());
    }

    private String breakEven(String job, CostValue even) {
        String would = even.setup() + " would ";
        String same =
                switch (even.measure()) {
                    case BREAK_EVEN_CLUSTER_PRICE ->
                        would + "do " + job + " for the same money as " + priced.baseline() + " if its cluster cost ";
                    case BREAK_EVEN_DEVICE_PRICE_BY_NODE ->
                        would + "have the node price per performance of " + priced.baseline() + " for " + job
                                + " if the devices of a worker cost ";
                    default ->
                        would + "have the device price per performance of " + priced.baseline() + " for " + job
                                + " if the devices of a worker cost ";
                };
        CostMeasure compared = even.measure() == CostMeasure.BREAK_EVEN_CLUSTER_PRICE
                ? CostMeasure.CLUSTER_PRICE
                : CostMeasure.DEVICE_PRICE;
        CostValue price = costs.of(even.setup(), compared).orElseThrow();
        return same + Money.written(even.value()) + " " + cost.about().currency() + Money.written(even.interval())
                + " instead of " + Money.written(price.value()) + "."
                + cost.equalCosts().stream()
                        .filter(equal -> equal.forPriceOf().equals(even.setup()))
                        .findFirst()
                        .map(CostSentences::equal)
                        .orElse("");
    }

    private static String equal(EqualCost equal) {
        String buys = equal.unit() == EqualCost.CountedUnit.WORKERS
                ? " The price of its cluster buys " + equal.baseline() + " with " + equal.count()
                        + " workers; it was measured with " + equal.measured() + "."
                : " The price of its devices buys " + equal.count() + " of " + equal.baseline() + "'s per worker; "
                        + equal.baseline() + " was measured with " + equal.measured() + ".";
        return equal.count() == equal.measured() ? buys : buys + " No run shows how fast that would be.";
    }

    private String terms() {
        PriceList.PriceSource about = cost.about();
        String terms = priced.inputs().stream()
                .filter(PriceInput::term)
                .map(input -> input.name() + " " + Money.written(input.value()))
                .collect(Collectors.joining(", "));
        return "Prices: " + about.name() + ", of " + about.date() + ", in " + about.currency() + " (" + about.source()
                + ")." + (terms.isEmpty() ? "" : " Terms: " + terms + ".");
    }

    /** Describes unstated prices and the costs that they leave out; empty if nothing is missing. */
    private Optional<String> missing() {
        List<String> messages = cost.warnings().stream()
                .filter(warning -> MISSING.contains(warning.code()))
                .map(Warning::message)
                .toList();
        int more = messages.size() - MOST_MISSING;
        return messages.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Missing: " + messages.stream().limit(MOST_MISSING).collect(Collectors.joining("; "))
                                + (more > 0 ? "; and more, see the warnings" : "") + ".");
    }

    /** Lists the first few names, and states the number of the others. */
    static String some(List<String> all) {
        List<String> shown = new ArrayList<>(all.subList(0, Math.min(MOST_NAMES, all.size())));
        int more = all.size() - shown.size();
        return String.join(", ", shown) + (more > 0 ? ", and " + more + " more" : "");
    }

    /** Writes amounts of money. */
    static final class Money {
        private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);
        private static final int FROM_HERE_WHOLE = 1000;

        private Money() {}

        /** Writes four significant digits, and always all digits before the point. */
        static String written(double value) {
            BigDecimal exact = new BigDecimal(value);
            BigDecimal rounded = Math.abs(value) >= FROM_HERE_WHOLE
                    ? exact.setScale(0, RoundingMode.HALF_UP)
                    : exact.round(FOUR_DIGITS);
            return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
        }

        /** Writes bounds, such as {@code " [0.31, 0.35]"}, or states that there are none. */
        static String written(Interval interval) {
            return interval == null
                    ? " (no interval)"
                    : " [" + written(interval.low()) + ", " + written(interval.high()) + "]";
        }
    }
}
