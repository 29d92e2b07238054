package org.spindlebench.analysis.report.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.spindlebench.analysis.compare.CostInputs;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.Formula;
import org.spindlebench.analysis.cost.PriceDraws;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.PriceRange;
import org.spindlebench.analysis.cost.Repricing;
import org.spindlebench.analysis.cost.Repricing.TimedContest;
import org.spindlebench.analysis.cost.SetupCost;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.document.JsonObject;
import org.spindlebench.analysis.report.page.CostSentences.CostWords;
import org.spindlebench.analysis.report.page.PictureSettings.Settings;

/**
 * The costs in the HTML report, apart from charts.
 *
 * @param decision which setup costs least, how sure that is, and under which terms; empty if nothing is ranked
 * @param sentences the sentences for the first screen; empty without prices
 * @param prices the data from which the page recomputes costs; null without prices
 */
public record CostPart(String decision, List<String> sentences, JsonObject prices) {
    public CostPart {
        sentences = List.copyOf(sentences);
    }

    public static CostPart of(Findings findings) {
        if (findings.cost() == null) {
            return new CostPart("", List.of(), null);
        }
        Repricing repricing = Repricing.of(
                findings.options().prices(),
                CostInputs.durations(findings.cells(), findings.best(), findings.options()),
                CostInputs.options(findings.baseline(), findings.options()));
        CostSentences sentences = new CostSentences(findings, repricing);
        String decision = PriceDraws.of(
                        findings.options().prices(),
                        repricing,
                        findings.options().confidence())
                .map(draws -> new CostDecision(findings, draws, repricing).text())
                .orElse("");
        return new CostPart(decision, sentences.texts(), new PriceModel(findings, repricing, sentences).json());
    }

    /** Says which setup costs least in most draws. */
    static final class CostDecision {
        private static final double GB = 1e9;
        private static final double TB = 1e12;
        private static final int MOST_CAPACITIES = 3;

        private final Findings findings;
        private final PriceDraws draws;
        private final Repricing repricing;
        private final Costs costs;

        CostDecision(Findings findings, PriceDraws draws, Repricing repricing) {
            this.findings = findings;
            this.draws = draws;
            this.repricing = repricing;
            this.costs = new Costs(findings.cost());
        }

        String text() {
            Map<String, Integer> least = draws.least();
            String first = least.keySet().iterator().next();
            List<String> others = least.entrySet().stream()
                    .skip(1)
                    .map(one -> one.getKey() + " in " + one.getValue())
                    .toList();
            TimedContest contest = draws.contest();
            return first + " costs least in " + least.get(first) + " of " + PriceDraws.DRAWS + " draws"
                    + (others.isEmpty() ? "" : ", " + CostSentences.some(others))
                    + ": " + CostWords.of(draws.measure()) + ", "
                    + (contest.job() == null ? "all " + contest.jobs() + " jobs together" : contest.job())
                    + CostSentences.inBrackets(CostPictures.settings(findings).ofJob(contest.job(), contest.settings()))
                    + conditions() + ". " + drawn();
        }

        /** Returns the terms and the usable capacities, such as {@code , utilisation 0.6, 3 years}. */
        private String conditions() {
            List<String> terms = new ArrayList<>();
            repricing.inputs().stream()
                    .filter(input ->
                            input.name().equals("utilisation") || input.name().equals("years"))
                    .forEach(input -> terms.add(input.name() + " "
                            + (draws.ranges().containsKey(input.name())
                                    ? range(draws.ranges().get(input.name()))
                                    : CostSentences.Money.written(input.value()))));
            List<String> capacities = draws.contest().entries().stream()
                    .flatMap(entry -> costs.of(entry.setup(), CostMeasure.USABLE_CAPACITY).stream())
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
                    : "; " + draws.fixed() + (draws.fixed() == 1 ? " speed-up has" : " speed-ups have")
                            + " no interval and stay as measured";
            return (draws.ranges().isEmpty()
                            ? "Drawn are speed-ups from their intervals; prices are as listed"
                            : "Drawn are " + (prices.isEmpty() ? "terms" : CostSentences.some(prices))
                                    + ", and speed-ups from their intervals")
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

    /** The formulas and durations from which the page recomputes costs, without numbers that depend on prices. */
    static final class PriceModel {
        /** The most characters for these data in a page. */
        private static final int LARGEST = 3_000_000;

        private static final Map<CostMeasure, String> PARTS = new EnumMap<>(Map.of(
                CostMeasure.DEVICE_PRICE, "devices of a worker",
                CostMeasure.NODE_PRICE, "worker",
                CostMeasure.CLUSTER_PRICE, "cluster",
                CostMeasure.TOTAL_COST, "cluster over the years",
                CostMeasure.HOURLY_RATE, "an hour"));

        private final Findings findings;
        private final Repricing repricing;
        private final CostSentences sentences;

        PriceModel(Findings findings, Repricing repricing, CostSentences sentences) {
            this.findings = findings;
            this.repricing = repricing;
            this.sentences = sentences;
        }

        /**
         * Returns the model for the page's scripts. It has all jobs and settings. If these are too many, it has the
         * contests with most setups. Null if not even these fit.
         */
        JsonObject json() {
            int all = repricing.contests().stream()
                    .mapToInt(contest -> contest.entries().size())
                    .sum();
            for (int most = all; most > 0; most /= 2) {
                JsonObject model = of(part(most));
                if (JsonDocument.line(model).length() <= LARGEST) {
                    return model;
                }
            }
            return null;
        }

        /**
         * Returns the contests to keep, in their order, with at most this many durations in total. Contests of all jobs
         * together are kept first, then those contests of single jobs that have most setups.
         */
        private List<TimedContest> part(int most) {
            Set<TimedContest> kept = Collections.newSetFromMap(new IdentityHashMap<>());
            int room = most;
            List<TimedContest> byInterest = repricing.contests().stream()
                    .sorted(Comparator.comparing((TimedContest contest) -> contest.job() != null)
                            .thenComparing(contest -> contest.job() == null
                                    ? 0
                                    : -contest.entries().size()))
                    .toList();
            for (TimedContest contest : byInterest) {
                if (contest.entries().size() <= room) {
                    room -= contest.entries().size();
                    kept.add(contest);
                }
            }
            return repricing.contests().stream().filter(kept::contains).toList();
        }

        private JsonObject of(List<TimedContest> contests) {
            PriceList list = findings.options().prices();
            PictureSettings settings = CostPictures.settings(findings);
            CostMeasure ranked = new Costs(findings.cost()).ofJobs(list);
            Map<String, Integer> told = new LinkedHashMap<>();
            List<JsonObject> models = new ArrayList<>();
            for (TimedContest contest : contests) {
                String distinct = settings.ofJob(contest.job(), contest.settings());
                models.add(new JsonObject()
                        .with("job", contest.job())
                        // Each text is written once, because thousands of contests may share it.
                        .with("settings", told.computeIfAbsent(distinct, text -> told.size()))
                        .with("compression", Settings.compression(contest.settings()))
                        .with("jobs", contest.jobs())
                        .with("entries", contest.entries()));
            }
            Map<CostMeasure, String> parts = new EnumMap<>(PARTS);
            parts.keySet().removeIf(part -> repricing.setups().values().stream()
                    .noneMatch(setup -> setup.formulas().get(part).isKnown()));
            return new JsonObject()
                    .with("about", list.about())
                    .with("inputs", repricing.inputs())
                    .with("shared", named(repricing.shared(), name -> name, Formula::tree))
                    .with("setups", setups(contests))
                    .with("parts", named(parts, CostMeasure::code, title -> title))
                    .with("measures", measures())
                    .with("quantiles", repricing.quantiles())
                    .with("settings", told.keySet())
                    .with("contests", models)
                    .with("all_contests", repricing.contests().size())
                    .with("baseline", repricing.baseline())
                    .with("ranked", ranked == null ? null : ranked.code())
                    .with("sentences", forms(contests))
                    .list("break_evens", repricing.breakEvens(), even -> new JsonObject()
                            .with("says", CostWords.breakEven(even.measure()))
                            .with("price", even.price().code())
                            .with("at", even.at().tree()))
                    .list("equal_costs", repricing.equalCosts(), equal -> new JsonObject()
                            .with("says", CostWords.equal(equal.unit()))
                            .with("count", equal.count().tree())
                            .with("measured", equal.measured()))
                    .with("words", CostWords.INNER);
        }

        /** Returns pairs instead of a map, because their order matters and documents sort the keys of maps. */
        private static <K, V> List<List<Object>> named(
                Map<K, V> all, Function<K, String> name, Function<V, Object> value) {
            return all.entrySet().stream()
                    .map(entry -> List.of(name.apply(entry.getKey()), value.apply(entry.getValue())))
                    .toList();
        }

        private Map<String, List<List<Object>>> setups(List<TimedContest> contests) {
            Set<String> there = contests.stream()
                    .flatMap(contest -> contest.entries().stream().map(TimedContest.ContestEntry::setup))
                    .collect(Collectors.toCollection(HashSet::new));
            there.add(repricing.baseline());
            Map<String, List<List<Object>>> setups = new TreeMap<>();
            repricing.setups().forEach((name, cost) -> {
                if (there.contains(name)) {
                    setups.put(name, formulas(cost));
                }
            });
            return setups;
        }

        /** Returns the formulas of a setup's known prices, ordered so that no formula needs a later one. */
        private static List<List<Object>> formulas(SetupCost cost) {
            Map<CostMeasure, Formula> formulas = new EnumMap<>(cost.formulas());
            formulas.keySet().retainAll(PARTS.keySet());
            formulas.values().removeIf(formula -> !formula.isKnown());
            return named(formulas, CostMeasure::code, Formula::tree);
        }

        private JsonObject measures() {
            JsonObject measures = new JsonObject();
            for (Repricing.TimedMeasure timed : repricing.measures()) {
                measures.with(
                        timed.measure().code(),
                        new JsonObject()
                                .with("title", CostWords.of(timed.measure()))
                                .with("factor", timed.factor().tree())
                                .with("power", timed.power()));
            }
            return measures;
        }

        private List<List<JsonObject>> forms(List<TimedContest> contests) {
            return sentences.forms().stream()
                    .map(forms -> forms.stream()
                            .filter(form -> form.contest() == null || contests.contains(form.contest()))
                            .map(form -> form(form, contests))
                            .toList())
                    .toList();
        }

        private static JsonObject form(CostSentences.Form form, List<TimedContest> contests) {
            JsonObject json = new JsonObject().with("says", form.says()).with("about", form.about());
            return form.contest() == null
                    ? json
                    : json.with("contest", contests.indexOf(form.contest()))
                            .with("measure", form.measure().code());
        }
    }
}
