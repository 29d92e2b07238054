package org.spindlebench.analysis.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.spindlebench.analysis.claim.Claim;
import org.spindlebench.analysis.compare.Comparison;
import org.spindlebench.analysis.compare.CostInputs;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.compare.SuiteFinding;
import org.spindlebench.analysis.cost.CostValue.CostMeasure;
import org.spindlebench.analysis.cost.PriceDraws;
import org.spindlebench.analysis.cost.PriceInput;
import org.spindlebench.analysis.cost.PriceList.PriceRange;
import org.spindlebench.analysis.cost.PricedSetups;
import org.spindlebench.analysis.cost.PricedSetups.Contender;
import org.spindlebench.analysis.cost.PricedSetups.Contest;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.record.Warning;

/**
 * The costs in the HTML report, apart from charts.
 *
 * @param headline what to buy, by time and money together; empty if nothing is ranked
 * @param decision the sentences about the setup of least cost, how certain that is, and under which terms; empty if
 *     nothing is ranked
 * @param sentences the sentences for the first screen; empty without prices
 * @param prices the sums from which the HTML report computes costs at other prices; null without prices
 */
public record CostSection(String headline, String decision, List<String> sentences, JsonObject prices) {
    public CostSection {
        sentences = List.copyOf(sentences);
    }

    public static CostSection of(Findings findings) {
        if (findings.cost() == null) {
            return new CostSection("", "", List.of(), null);
        }
        PricedSetups priced = priced(findings);
        Optional<CostDecision> decision = decision(findings, priced);
        return new CostSection(
                decision.flatMap(CostDecision::headline).orElse(""),
                decision.map(CostDecision::text).orElse(""),
                new CostSentences(findings, priced).texts(),
                new PriceModel(findings, priced).json());
    }

    /** Returns what to buy, by time and money together; empty if nothing is ranked. */
    public static Optional<String> headline(Findings findings) {
        return findings.cost() == null
                ? Optional.empty()
                : decision(findings, priced(findings)).flatMap(CostDecision::headline);
    }

    /** Returns why prices lead to no recommendation, for findings without a headline; empty if there are no prices. */
    public static Optional<String> unanswered(Findings findings) {
        return findings.cost() == null
                ? Optional.empty()
                : Optional.of("No setup is recommended: "
                        + findings.cost().warnings().stream()
                                .filter(warning -> CostSentences.MISSING.contains(warning.code()))
                                .map(Warning::message)
                                .findFirst()
                                .orElse("no two setups have both a cost and a verdict for the same jobs and settings")
                        + ".");
    }

    private static PricedSetups priced(Findings findings) {
        return PricedSetups.of(
                findings.options().prices(),
                CostInputs.durations(findings.cells(), findings.best(), findings.options()),
                CostInputs.options(findings.baseline(), findings.options()));
    }

    private static Optional<CostDecision> decision(Findings findings, PricedSetups priced) {
        return PriceDraws.of(findings.options().prices(), priced)
                .map(draws -> new CostDecision(findings, draws, priced));
    }

    /** Names the setup that costs least in most draws. */
    static final class CostDecision {
        /** The least share of draws for which Spindle recommends a setup. */
        private static final double SURE = 0.95;

        /** A difference of costs that is not written, because it would be rounded away. */
        private static final double SAME_COST = 0.005;

        private static final double GB = 1e9;
        private static final double TB = 1e12;
        private static final int MOST_CAPACITIES = 3;

        private final Findings findings;
        private final PriceDraws draws;
        private final PricedSetups priced;
        private final Costs costs;

        CostDecision(Findings findings, PriceDraws draws, PricedSetups priced) {
            this.findings = findings;
            this.draws = draws;
            this.priced = priced;
            this.costs = new Costs(findings.cost());
        }

        /**
         * Says which setup to buy: the setup of least cost, against the baseline or, if it is the baseline, against the
         * fastest contender. Empty if these two have no cost, or no claim about time.
         */
        Optional<String> headline() {
            String first = draws.least().keySet().iterator().next();
            boolean stay = first.equals(priced.baseline());
            Optional<Contender> other = draws.contest().contenders().stream()
                    .filter(one ->
                            stay ? !one.setup().equals(first) : one.setup().equals(first))
                    .max(Comparator.comparingDouble(Contender::speedUp));
            return other.flatMap(contender -> claim(contender.setup()).flatMap(claim -> costs(contender)
                    .map(costs -> advice(first, stay) + time(claim) + " and " + costs + "." + turns(contender.setup())
                            + elsewhere(first))));
        }

        private String advice(String first, boolean stay) {
            int share = draws.least().get(first);
            String where = others().isEmpty()
                    ? ""
                    : CostSentences.inBrackets(CostCharts.settings(findings)
                            .ofJob(draws.contest().job(), draws.contest().settings()));
            if (share < SURE * PriceDraws.DRAWS) {
                return "No setup surely costs least" + where + ": " + first + " does so in only " + share(share) + ". ";
            }
            return (stay ? "Stay with " : "Buy ") + first + where + ": ";
        }

        /** Returns the same job, or all jobs together, with the other choices of settings. */
        private List<Contest> others() {
            return priced.contests().stream()
                    .filter(one -> Objects.equals(one.job(), draws.contest().job())
                            && !one.settings().equals(draws.contest().settings())
                            && !CostSentences.isOfBestSettings(one.settings()))
                    .toList();
        }

        /** Says with how many other choices of settings the same setup costs least; empty if there are no others. */
        private String elsewhere(String first) {
            long same = others().stream()
                    .filter(one -> one.contenders().stream()
                            .filter(contender -> relative(one, contender).isPresent())
                            .min(Comparator.comparing(
                                    contender -> relative(one, contender).orElseThrow()))
                            .filter(least -> least.setup().equals(first))
                            .isPresent())
                    .count();
            return others().isEmpty()
                    ? ""
                    : " " + first + " costs least with " + same + " of "
                            + HumanText.counted(others().size(), "other choice") + " of settings.";
        }

        /**
         * Returns the claim about the time of exactly the jobs and settings that are priced. Empty if there is none, or if
         * the report answers over many settings.
         */
        private Optional<Claim> claim(String contender) {
            if (findings.isMatched(contender)) {
                return Optional.empty();
            }
            Stream<Claim> claims = draws.contest().job() == null
                    ? findings.suites().stream()
                            .filter(suite ->
                                    suite.jobs().size() == draws.contest().jobs())
                            .map(SuiteFinding::claim)
                    : findings.comparisons()
                            .filter(one -> one.job().equals(draws.contest().job()))
                            .map(Comparison::claim);
            return claims.filter(claim -> claim.about().contender().equals(contender))
                    .filter(claim -> draws.contest().settings().entrySet().stream()
                            .allMatch(one -> one.getValue()
                                    .equals(claim.about().settings().getOrDefault(one.getKey(), one.getValue()))))
                    .findFirst();
        }

        private static String time(Claim claim) {
            String contender = claim.about().contender();
            double ratio = claim.ratio();
            return switch (claim.verdict()) {
                case FASTER ->
                    contender + " is "
                            + (claim.isSmall()
                                    ? claim.words()
                                    : ratio < 2
                                            ? Math.round(100 * (ratio - 1)) + " % faster"
                                            : times(ratio) + " as fast");
                case SLOWER ->
                    contender + " is "
                            + (claim.isSmall() ? claim.words() : Math.round(100 * (1 - ratio)) + " % slower");
                case SAME ->
                    contender + " is as fast within " + claim.marginInPercent()
                            + claim.limit().inBrackets();
                default -> "whether " + contender + " is faster is undecided,";
            };
        }

        /** Returns the contender's cost for the same work against the baseline's. */
        private Optional<String> costs(Contender contender) {
            return relative(draws.contest(), contender)
                    .map(ratio -> of(draws.measure()) + asMuch(ratio) + " for the same work");
        }

        /** Returns the contender's cost for the same work, divided by the baseline's; empty if either is unknown. */
        private Optional<Double> relative(Contest contest, Contender contender) {
            Costs.CostContest of = new Costs.CostContest(contest.job(), contest.settings());
            CostMeasure price = PriceModel.partOf(draws.measure());
            Double speedUp = contender.speedUp();
            return costs.of(of, contender.setup(), draws.measure())
                    .flatMap(own ->
                            costs.of(of, priced.baseline(), draws.measure()).map(base -> own.value() / base.value()))
                    // All jobs together have no cost of a run.
                    .or(() -> speedUp == null
                            ? Optional.empty()
                            : costs.of(contender.setup(), price).flatMap(own -> costs.of(priced.baseline(), price)
                                    .map(base -> own.value() / base.value() / speedUp)));
        }

        private static String asMuch(double ratio) {
            return ratio < 1 - SAME_COST
                    ? Math.round(100 * (1 - ratio)) + " % less"
                    : ratio <= 1 + SAME_COST ? "as much" : times(ratio) + " as much";
        }

        private static String of(CostMeasure measure) {
            return switch (measure) {
                case CLUSTER_PRICE_PER_PERFORMANCE -> "its cluster costs ";
                case NODE_PRICE_PER_PERFORMANCE -> "its workers cost ";
                case DEVICE_PRICE_PER_PERFORMANCE -> "its devices cost ";
                default -> "costs ";
            };
        }

        private static String times(double ratio) {
            return new BigDecimal(ratio)
                            .round(new MathContext(2, RoundingMode.HALF_UP))
                            .toPlainString() + " times";
        }

        /** Says at which price the answer turns; empty if that is unknown. */
        private String turns(String contender) {
            Costs.CostContest contest =
                    new Costs.CostContest(draws.contest().job(), draws.contest().settings());
            return CostSentences.BREAK_EVENS.stream()
                    .flatMap(measure -> costs.of(contest, contender, measure).stream())
                    .map(even -> " It pays below " + CostSentences.Money.written(even.value()) + " "
                            + findings.cost().about().currency()
                            + (even.measure() == CostMeasure.BREAK_EVEN_CLUSTER_PRICE
                                    ? " for the cluster."
                                    : " for the devices of a worker."))
                    .findFirst()
                    .orElse("");
        }

        String text() {
            Map<String, Integer> least = draws.least();
            String first = least.keySet().iterator().next();
            List<String> others = least.entrySet().stream()
                    .skip(1)
                    .map(one -> one.getKey() + " in " + share(one.getValue()))
                    .toList();
            Contest contest = draws.contest();
            return first + " costs least in " + share(least.get(first))
                    + (others.isEmpty() ? "" : ", " + CostSentences.some(others))
                    + ": " + CostSentences.title(draws.measure()) + ", "
                    + (contest.job() == null ? "all " + contest.jobs() + " jobs together" : contest.job())
                    + CostSentences.inBrackets(CostCharts.settings(findings).ofJob(contest.job(), contest.settings()))
                    + conditions() + ". " + drawn();
        }

        /** Returns a share of the draws, such as {@code 58 % of draws}; no share is rounded to none or all. */
        private static String share(int draws) {
            if (draws == PriceDraws.DRAWS) {
                return "every draw";
            }
            double percent = 100.0 * draws / PriceDraws.DRAWS;
            String rounded =
                    percent >= 99.5 ? "over 99" : percent < 0.5 ? "under 1" : Long.toString(Math.round(percent));
            return rounded + " % of draws";
        }

        /** Returns the terms and the usable capacities, such as {@code , utilisation 0.6, 3 years}. */
        private String conditions() {
            List<String> terms = new ArrayList<>();
            priced.inputs().stream()
                    .filter(input ->
                            input.name().equals("utilisation") || input.name().equals("years"))
                    .forEach(input -> terms.add(input.name() + " "
                            + (draws.ranges().containsKey(input.name())
                                    ? range(draws.ranges().get(input.name()))
                                    : CostSentences.Money.written(input.value()))));
            List<String> capacities = draws.contest().contenders().stream()
                    .flatMap(contender -> costs.of(contender.setup(), CostMeasure.USABLE_CAPACITY).stream())
                    .map(figure -> figure.setup() + " " + capacity(figure.value()))
                    .limit(MOST_CAPACITIES)
                    .toList();
            if (!capacities.isEmpty()) {
                terms.add("usable capacity " + String.join(", ", capacities));
            }
            return terms.isEmpty() ? "" : ", " + String.join(", ", terms);
        }

        private String drawn() {
            List<String> prices = draws.ranges().entrySet().stream()
                    .filter(range -> !range.getKey().equals("utilisation")
                            && !range.getKey().equals("years"))
                    .map(range -> range.getKey() + " " + range(range.getValue()))
                    .toList();
            String fixed = draws.fixed() == 0
                    ? ""
                    : "; " + draws.fixed() + (draws.fixed() == 1 ? " setup has" : " setups have")
                            + " a single run or visit, and its mean stays as measured";
            return (draws.ranges().isEmpty()
                            ? "The draws vary mean durations by their standard errors; prices are as listed"
                            : "The draws vary " + (prices.isEmpty() ? "terms" : CostSentences.some(prices))
                                    + ", and mean durations with their standard errors")
                    + fixed + ".";
        }

        private static String capacity(double bytes) {
            return bytes < TB
                    ? CostSentences.Money.written(bytes / GB) + " GB"
                    : CostSentences.Money.written(bytes / TB) + " TB";
        }

        private static String range(PriceRange range) {
            return CostSentences.Money.written(range.from()) + " to " + CostSentences.Money.written(range.to());
        }
    }

    /** The sums from which the HTML report computes costs at a reader's prices. */
    static final class PriceModel {
        /** The largest number of costs of jobs in an HTML report. */
        private static final int MOST = 2_000;

        private static final double SECONDS_PER_HOUR = 3600;

        private static final Map<CostMeasure, String> PARTS = new EnumMap<>(Map.of(
                CostMeasure.DEVICE_PRICE, "devices of a worker",
                CostMeasure.NODE_PRICE, "worker",
                CostMeasure.CLUSTER_PRICE, "cluster",
                CostMeasure.TOTAL_COST, "cluster over the years",
                CostMeasure.HOURLY_RATE, "an hour"));

        private final Findings findings;
        private final PricedSetups priced;
        private final Costs costs;
        private final CostMeasure ranked;

        PriceModel(Findings findings, PricedSetups priced) {
            this.findings = findings;
            this.priced = priced;
            this.costs = new Costs(findings.cost());
            this.ranked = costs.ofJobs(findings.options().prices());
        }

        /**
         * Returns the model for the HTML report's script. A price of a setup is a constant, and a factor for each
         * input. A cost of a job is a price of its setup times a number. This product is divided by the baseline's
         * price if costs are relative to the baseline.
         */
        JsonObject json() {
            List<PriceInput> inputs =
                    priced.inputs().stream().filter(input -> !input.term()).toList();
            if (inputs.isEmpty()) {
                return null;
            }
            List<String> names = inputs.stream().map(PriceInput::name).toList();
            Map<CostMeasure, String> parts = new EnumMap<>(PARTS);
            parts.keySet().removeIf(part -> priced.setups().values().stream()
                    .noneMatch(setup -> setup.formulas().get(part).isKnown()));
            Map<String, Map<String, List<Double>>> setups = new TreeMap<>();
            priced.setups().forEach((name, setup) -> {
                Map<String, List<Double>> sums = new TreeMap<>();
                parts.keySet().stream()
                        .filter(part -> setup.formulas().get(part).value() != null)
                        .forEach(part ->
                                sums.put(part.code(), setup.formulas().get(part).linear(names)));
                setups.put(name, sums);
            });
            List<JsonObject> jobs = jobs();
            return new JsonObject()
                    .with("about", findings.options().prices().about())
                    .with("inputs", inputs)
                    .with(
                            "parts",
                            parts.entrySet().stream()
                                    .map(part -> List.of(part.getKey().code(), part.getValue()))
                                    .toList())
                    .with("setups", setups)
                    .with("measure", ranked == null ? null : CostSentences.title(ranked))
                    .with("of", ranked == null ? null : partOf(ranked).code())
                    .with(
                            "baseline",
                            ranked != null && Costs.PER_PERFORMANCE.contains(ranked) ? priced.baseline() : null)
                    .with("jobs", jobs.stream().limit(MOST).toList())
                    .with("all_jobs", jobs.size());
        }

        /** Returns the costs of jobs, beginning with the jobs that most setups ran. */
        private List<JsonObject> jobs() {
            if (ranked == null) {
                return List.of();
            }
            ChartSettings settings = CostCharts.settings(findings);
            List<JsonObject> jobs = new ArrayList<>();
            priced.contests().stream()
                    .sorted(Comparator.comparing((Contest contest) -> contest.job() != null)
                            .thenComparing(contest -> -contest.contenders().size()))
                    .forEach(contest -> contest.contenders().forEach(contender -> {
                        Double times = times(contest, contender);
                        if (times != null) {
                            jobs.add(new JsonObject()
                                    .with("job", contest.job() == null ? "all jobs together" : contest.job())
                                    .with("settings", settings.ofJob(contest.job(), contest.settings()))
                                    .with("setup", contender.setup())
                                    .with("times", times));
                        }
                    }));
            return jobs;
        }

        private static CostMeasure partOf(CostMeasure measure) {
            return switch (measure) {
                case HOURLY_COST -> CostMeasure.HOURLY_RATE;
                case COST_PER_JOB -> CostMeasure.TOTAL_COST;
                case CLUSTER_PRICE_PER_PERFORMANCE -> CostMeasure.CLUSTER_PRICE;
                case NODE_PRICE_PER_PERFORMANCE -> CostMeasure.NODE_PRICE;
                default -> CostMeasure.DEVICE_PRICE;
            };
        }

        /** Returns the factor by which a setup's price is multiplied for the cost of a job; null if unknown. */
        private Double times(Contest contest, Contender contender) {
            Costs.CostContest of = new Costs.CostContest(contest.job(), contest.settings());
            if (costs.of(of, contender.setup(), ranked).isEmpty()) {
                return null;
            }
            return switch (ranked) {
                case HOURLY_COST -> value(of, contender, CostMeasure.TIME) / SECONDS_PER_HOUR;
                case COST_PER_JOB -> 1 / value(of, contender, CostMeasure.JOBS_IN_LIFE);
                default -> 1 / contender.speedUp();
            };
        }

        private double value(Costs.CostContest contest, Contender contender, CostMeasure measure) {
            return costs.of(contest, contender.setup(), measure).orElseThrow().value();
        }
    }
}
