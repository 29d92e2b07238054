package org.spindlebench.analysis.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.compare.CostInputs;
import org.spindlebench.analysis.compare.Findings;
import org.spindlebench.analysis.cost.CostMeasure;
import org.spindlebench.analysis.cost.CostOptions.Terms;
import org.spindlebench.analysis.cost.PriceList;
import org.spindlebench.analysis.cost.PriceList.RunningCosts;
import org.spindlebench.analysis.cost.Repricing;
import org.spindlebench.analysis.cost.Repricing.PriceInput;
import org.spindlebench.analysis.cost.Repricing.TimedContest;
import org.spindlebench.analysis.cost.SetupQuantities;
import org.spindlebench.analysis.document.JsonDocument;
import org.spindlebench.analysis.report.page.CostPictures.YearsPicture;
import org.spindlebench.analysis.report.page.CostSentences.CostWords;
import org.spindlebench.analysis.report.page.JobSettings.Settings;
import org.spindlebench.analysis.stats.Interval;

/**
 * What a page says of money beside its pictures.
 *
 * @param sentences for the first screen; none without prices
 * @param prices what the page needs to price durations anew; null without prices
 */
public record CostPart(List<String> sentences, JsonNode prices) {
    public CostPart {
        sentences = List.copyOf(sentences);
    }

    /** Of the findings' costs. */
    public static CostPart of(Findings findings) {
        if (findings.cost() == null) {
            return new CostPart(List.of(), null);
        }
        Repricing repricing =
                Repricing.of(findings.options().prices(), CostInputs.durations(findings), CostInputs.options(findings));
        return new CostPart(CostSentences.of(findings, repricing), PriceModel.of(findings, repricing));
    }

    /** What the page needs to price durations anew when a reader changes prices: quantities and durations, no figure that follows from prices. */
    static final class PriceModel {
        private PriceModel() {}

        /** Characters: what a page has room for beside its pictures. */
        private static final int LARGEST = 3_000_000;

        /**
         * The model as the page's scripts read it: of all jobs and settings, or of those of most setups where that is too much; null where there is room for none.
         */
        static JsonNode of(Findings findings, Repricing repricing) {
            int all = entries(all(repricing));
            for (int most = all; most > 0; most /= 2) {
                JsonNode model =
                        of(findings, part(repricing, most), all(repricing).size());
                if (JsonDocument.line(model).length() <= LARGEST) {
                    return model;
                }
            }
            return null;
        }

        private static List<TimedContest> all(Repricing repricing) {
            return Stream.concat(repricing.contests().stream(), repricing.together().stream())
                    .toList();
        }

        private static int entries(List<TimedContest> contests) {
            return contests.stream()
                    .mapToInt(contest -> contest.entries().size())
                    .sum();
        }

        /** All jobs together, and of each job's contests those of most setups, with at most so many durations; the order stays. */
        private static Repricing part(Repricing whole, int most) {
            Set<TimedContest> kept = Collections.newSetFromMap(new IdentityHashMap<>());
            int room = most;
            List<TimedContest> byInterest = Stream.concat(
                            whole.together().stream(),
                            whole.contests().stream().sorted(Comparator.comparing(contest -> -contest.entries()
                                    .size())))
                    .toList();
            for (TimedContest contest : byInterest) {
                if (contest.entries().size() <= room) {
                    room -= contest.entries().size();
                    kept.add(contest);
                }
            }
            Set<String> there = kept.stream()
                    .flatMap(contest -> contest.entries().stream().map(TimedContest.Entry::setup))
                    .collect(Collectors.toCollection(HashSet::new));
            there.add(whole.baseline());
            List<SetupQuantities> setups = whole.setups().stream()
                    .filter(setup -> there.contains(setup.setup()))
                    .toList();
            return new Repricing(
                    whole.list(),
                    whole.inputs(),
                    setups,
                    whole.contests().stream().filter(kept::contains).toList(),
                    whole.together().stream().filter(kept::contains).toList(),
                    whole.baseline());
        }

        /** @param all how many contests there are, of which the repricing may hold some */
        private static JsonNode of(Findings findings, Repricing repricing, int all) {
            PriceList list = repricing.list();
            JobSettings settings = CostPictures.settings(findings);
            CostMeasure ranked = new Costs(findings.cost()).ofJobs(list);
            Map<String, SetupModel> setups = new LinkedHashMap<>();
            repricing.setups().forEach(setup -> setups.put(setup.setup(), SetupModel.of(setup)));
            Map<String, Integer> told = new LinkedHashMap<>();
            List<ContestModel> contests = contests(repricing, settings, told);
            return JsonDocument.tree(new Model(
                    list.about(),
                    repricing.inputs().stream().map(InputModel::of).toList(),
                    terms(list),
                    list.statesHourlyPrices(),
                    findings.options().confidence(),
                    Terms.HOURS_PER_YEAR,
                    setups,
                    List.copyOf(told.keySet()),
                    contests,
                    all,
                    repricing.baseline(),
                    ranked == null ? null : ranked.code(),
                    new ArrayList<>(YearsPicture.years(list.terms())),
                    CostWords.ALL,
                    CostSentences.missing(findings.cost())));
        }

        private static List<ContestModel> contests(
                Repricing repricing, JobSettings settings, Map<String, Integer> told) {
            return all(repricing).stream()
                    .map(contest -> ContestModel.of(
                            contest,
                            told.computeIfAbsent(
                                    settings.ofJob(contest.job(), contest.settings()), text -> told.size())))
                    .toList();
        }

        /** Every assumption, by the name of its key; what is not stated is not there. */
        private static SortedMap<String, Double> terms(PriceList list) {
            Terms terms = list.terms();
            RunningCosts running = list.running();
            SortedMap<String, Double> all = new TreeMap<>();
            all.put("years", terms.years());
            all.put("discount", terms.discount());
            all.put("support", terms.supportPerYear());
            all.put("energy.pue", running.powerUsageEffectiveness());
            if (terms.utilisation() != null) {
                all.put("utilisation", terms.utilisation());
            }
            if (running.pricePerKwh() != null) {
                all.put("energy.price_per_kwh", running.pricePerKwh());
            }
            if (running.rackUnitPerYear() != null) {
                all.put("rack_unit_per_year", running.rackUnitPerYear());
            }
            return all;
        }

        @JsonNaming(SnakeCaseStrategy.class)
        private record Model(
                PriceList.About about,
                List<InputModel> inputs,
                SortedMap<String, Double> terms,
                boolean hourly,
                double confidence,
                double hoursPerYear,
                Map<String, SetupModel> setups,
                List<String> settings,
                List<ContestModel> contests,
                int allContests,
                String baseline,
                String ranked,
                List<Double> years,
                Map<String, String> words,
                String missing) {}

        private record InputModel(String name, String title, String unit, String kind, double value) {
            static InputModel of(PriceInput input) {
                return new InputModel(
                        input.name(), input.title(), input.unit(), input.kind().code(), input.value());
            }
        }

        @JsonNaming(SnakeCaseStrategy.class)
        private record SetupModel(
                Map<String, Double> device,
                Map<String, Double> node,
                Map<String, Double> cluster,
                Map<String, Double> hourly,
                boolean total,
                double rackUnits,
                Double watts,
                Integer workers,
                int devicesOfOneKind) {
            static SetupModel of(SetupQuantities setup) {
                return new SetupModel(
                        setup.device(),
                        setup.node(),
                        setup.cluster(),
                        setup.hourly(),
                        setup.isTotalKnown(),
                        setup.rackUnits(),
                        setup.watts(),
                        setup.workers(),
                        setup.devicesOfOneKind());
            }
        }

        /**
         * @param job absent for all jobs together
         * @param settings which one of the model's
         */
        private record ContestModel(String job, int settings, String compression, int jobs, List<EntryModel> entries) {
            static ContestModel of(TimedContest contest, int settings) {
                return new ContestModel(
                        contest.job(),
                        settings,
                        Settings.compression(contest.settings()),
                        contest.jobs(),
                        contest.entries().stream().map(EntryModel::of).toList());
            }
        }

        /** @param spread the relative variance and the degrees of freedom of each job */
        @JsonNaming(SnakeCaseStrategy.class)
        private record EntryModel(
                String setup,
                int n,
                double seconds,
                List<Double> interval,
                Double speedup,
                List<Double> ofSpeedup,
                List<List<Double>> spread) {
            static EntryModel of(TimedContest.Entry entry) {
                return new EntryModel(
                        entry.setup(),
                        entry.runs(),
                        entry.seconds(),
                        bounds(entry.interval()),
                        entry.speedUp(),
                        bounds(entry.ofSpeedUp()),
                        entry.spread() == null
                                ? null
                                : entry.spread().parts().stream()
                                        .map(part -> List.of(part.variance(), part.df()))
                                        .toList());
            }
        }

        private static List<Double> bounds(Interval interval) {
            return interval == null ? null : List.of(interval.low(), interval.high());
        }
    }
}
