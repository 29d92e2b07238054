package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.spindlebench.analysis.cost.CostFigure.CostMeasure;
import org.spindlebench.analysis.cost.CostFindings.EqualCost;
import org.spindlebench.analysis.cost.CostOptions.Assumptions;
import org.spindlebench.analysis.cost.JobDurations.JobSet;
import org.spindlebench.analysis.cost.Ranking.DurationRatio;
import org.spindlebench.analysis.cost.Ranking.TimeCost;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.RelativeVariance;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * All data that is needed to price measured durations again when inputs of a list change. It is for code without this
 * library, such as the HTML report. This evaluates the formulas, multiplies the results by durations, and ranks the
 * setups.
 *
 * @param inputs the numbers of the list that affect the measured setups
 * @param shared formulas to which the setups' formulas refer by name
 * @param setups the priced setups with their formulas, by name
 * @param contests first the durations of each job and choice of settings, in the order in which they were measured.
 *     Then the durations of all jobs that share settings, if the baseline was measured and there are at least two jobs
 * @param breakEvens the prices at which a setup would be as economical as the baseline; the most telling first
 * @param equalCosts how many devices or workers of the baseline the price of a setup buys, in the order of the report
 * @param quantiles {@link org.spindlebench.analysis.stats.RelativeVariance#quantiles} at the confidence of each pair, by the number of setups in a ranking
 * @param baseline the baseline's setup; null for none
 */
public record Repricing(
        List<PriceInput> inputs,
        Map<String, Formula> shared,
        SortedMap<String, SetupCost> setups,
        List<TimedMeasure> measures,
        List<TimedContest> contests,
        List<BreakEven> breakEvens,
        List<EqualCount> equalCosts,
        Map<Integer, List<Double>> quantiles,
        String baseline) {
    private static final Map<CostMeasure, CostMeasure> BREAK_EVENS = new LinkedHashMap<>();

    static {
        BREAK_EVENS.put(CostMeasure.BREAK_EVEN_CLUSTER_PRICE, CostMeasure.CLUSTER_PRICE);
        BREAK_EVENS.put(CostMeasure.BREAK_EVEN_DEVICE_PRICE_BY_NODE, CostMeasure.DEVICE_PRICE);
        BREAK_EVENS.put(CostMeasure.BREAK_EVEN_DEVICE_PRICE, CostMeasure.DEVICE_PRICE);
    }

    /** Collects the data for durations on those setups that the list prices. */
    public static Repricing of(PriceList list, List<JobDurations> all, CostOptions options) {
        List<JobDurations> measured = all.stream()
                .filter(job -> list.setups().containsKey(job.setup()))
                .toList();
        SortedMap<String, SetupCost> setups = new TreeMap<>();
        measured.forEach(job -> setups.computeIfAbsent(job.setup(), setup -> SetupCost.of(list, setup)));
        SetupCost baseline = options.baseline() == null ? null : setups.get(options.baseline());
        List<AgainstBaseline> against = setups.values().stream()
                .filter(cost -> baseline != null && !cost.equals(baseline))
                .map(cost -> new AgainstBaseline(cost, baseline, list.terms()))
                .toList();
        List<TimedMeasure> measures = measures(setups.values(), baseline, list.terms());
        List<TimedContest> contests = new ArrayList<>(contests(measured, options));
        if (baseline != null) {
            contests.addAll(together(measured, options));
        }
        SortedSet<String> inputs = inputs(setups.values(), list.terms());
        Map<String, Formula> shared = new LinkedHashMap<>();
        shared.put("paid", list.terms().paid());
        shared.put("upkeep", list.terms().upkeep());
        shared.values().removeIf(formula -> !inputs.containsAll(formula.inputs()));
        return new Repricing(
                PriceInput.of(list, inputs),
                shared,
                setups,
                measures,
                contests,
                breakEvens(against),
                equalCosts(against, list),
                quantiles(contests, measures, options),
                baseline == null ? null : options.baseline());
    }

    /** Returns the names of the inputs that affect at least one setup. */
    private static SortedSet<String> inputs(Collection<SetupCost> setups, Assumptions terms) {
        SortedSet<String> names = new TreeSet<>();
        setups.stream()
                .flatMap(cost -> Stream.concat(cost.formulas().values().stream(), Stream.of(cost.perBusySecond(terms))))
                .filter(Formula::isKnown)
                .forEach(formula -> names.addAll(formula.inputs()));
        return names;
    }

    private static List<TimedMeasure> measures(Collection<SetupCost> setups, SetupCost baseline, Assumptions terms) {
        Map<CostMeasure, Function<SetupCost, Formula>> factors = new LinkedHashMap<>();
        factors.put(CostMeasure.HOURLY_COST, SetupCost::perSecond);
        factors.put(CostMeasure.COST_TIMES_TIME, SetupCost::perSecond);
        factors.put(CostMeasure.COST_PER_JOB, cost -> cost.perBusySecond(terms));
        if (baseline != null) {
            AgainstBaseline.PER_PERFORMANCE.forEach((measure, price) ->
                    factors.put(measure, cost -> new AgainstBaseline(cost, baseline, terms).relative(price)));
        }
        List<TimedMeasure> measures = new ArrayList<>();
        factors.forEach((measure, factor) -> {
            List<SetupCost> known =
                    setups.stream().filter(cost -> factor.apply(cost).isKnown()).toList();
            if (!known.isEmpty()) {
                int power = measure == CostMeasure.COST_TIMES_TIME
                        ? 2
                        : AgainstBaseline.PER_PERFORMANCE.containsKey(measure) ? -1 : 1;
                Set<String> names = known.stream().map(SetupCost::setup).collect(Collectors.toSet());
                measures.add(new TimedMeasure(measure, factor.apply(known.get(0)), power, names));
            }
        });
        return measures;
    }

    private static List<BreakEven> breakEvens(List<AgainstBaseline> against) {
        List<BreakEven> all = new ArrayList<>();
        BREAK_EVENS.forEach((measure, price) -> against.stream()
                .map(one -> one.breakEven(measure))
                .filter(Formula::isKnown)
                .findFirst()
                .ifPresent(at -> all.add(new BreakEven(measure, price, at))));
        return all;
    }

    private static List<EqualCount> equalCosts(List<AgainstBaseline> against, PriceList list) {
        List<EqualCount> all = new ArrayList<>();
        against.stream()
                .filter(one ->
                        list.setups().get(one.baseline().setup()).devices().size() == 1)
                .filter(one -> one.equalDevices().isKnown())
                .findFirst()
                .ifPresent(one -> all.add(new EqualCount(
                        EqualCost.CountedUnit.DEVICES_PER_WORKER,
                        one.equalDevices(),
                        one.baseline().devices().count())));
        against.stream()
                .filter(one -> one.equalWorkers().isKnown())
                .findFirst()
                .ifPresent(one -> all.add(new EqualCount(
                        EqualCost.CountedUnit.WORKERS,
                        one.equalWorkers(),
                        one.baseline().workers())));
        return all;
    }

    private static List<TimedContest> contests(List<JobDurations> measured, CostOptions options) {
        Map<JobSet.Task, Map<String, List<VisitedSample>>> tasks = new LinkedHashMap<>();
        measured.forEach(
                job -> tasks.computeIfAbsent(new JobSet.Task(job.job(), job.settings()), task -> new LinkedHashMap<>())
                        .put(job.setup(), List.of(options.runs().of(job.seconds()))));
        List<TimedContest> contests = new ArrayList<>();
        tasks.forEach((task, samples) -> contests.add(TimedContest.of(task.job(), task.settings(), samples, options)));
        return contests;
    }

    private static List<TimedContest> together(List<JobDurations> measured, CostOptions options) {
        List<TimedContest> contests = new ArrayList<>();
        JobSet.bySharedSettings(measured, options).forEach((settings, jobs) -> {
            if (jobs.setups().contains(options.baseline()) && jobs.common().size() >= 2) {
                Map<String, List<VisitedSample>> samples = new LinkedHashMap<>();
                jobs.setups().forEach(setup -> samples.put(setup, jobs.commonOf(setup)));
                contests.add(TimedContest.of(null, settings, samples, options));
            }
        });
        return contests;
    }

    private static Map<Integer, List<Double>> quantiles(
            List<TimedContest> contests, List<TimedMeasure> measures, CostOptions options) {
        Map<Integer, List<Double>> quantiles = new TreeMap<>();
        for (TimedContest contest : contests) {
            for (TimedMeasure measure : measures) {
                long setups = contest.entries().stream()
                        .filter(entry -> measure.setups().contains(entry.setup()))
                        .count();
                quantiles.computeIfAbsent(
                        (int) setups,
                        many -> RelativeVariance.quantiles(Ranking.confidence(options.confidence(), many)));
            }
        }
        return quantiles;
    }

    /**
     * A cost of a job, or of all jobs together.
     *
     * @param factor the factor by which a power of the duration is multiplied, written with the names of formulas that
     *     every setup has
     * @param power the power of the duration; if it is -1, the factor is divided by the speed-up against the baseline
     * @param setups the names of the setups whose factor is known
     */
    public record TimedMeasure(CostMeasure measure, Formula factor, int power, Set<String> setups) {}

    /**
     * A price at which a setup would be as economical as the baseline.
     *
     * @param price the setup's price that is compared with the break-even price
     * @param at the formula of the break-even price, with the input {@code speed_up}. If its value is below 0, there is
     *     no such price
     */
    public record BreakEven(CostMeasure measure, CostMeasure price, Formula at) {}

    /**
     * How many units of the baseline a price buys.
     *
     * @param count the formula of the number of units, to be rounded down
     * @param measured the number of units that the baseline was measured with
     */
    public record EqualCount(EqualCost.CountedUnit unit, Formula count, int measured) {}

    /**
     * The durations of one job with one choice of settings on several setups. They are reduced to means and ratios of
     * means, with intervals.
     *
     * @param job the job; null for all jobs together, whose durations are geometric means
     * @param settings the settings that all setups share
     * @param entries one entry for each setup
     */
    public record TimedContest(String job, SortedMap<String, String> settings, int jobs, List<ContestEntry> entries) {
        public TimedContest {
            settings = Subject.sorted(settings);
            entries = List.copyOf(entries);
        }

        /**
         * One setup's durations.
         *
         * @param n the number of observations; null for all jobs together
         * @param seconds the mean, followed by both bounds of its interval if there is one; null for all jobs together
         * @param speedup the speed-up against the baseline, followed by its bounds if there are any; null if the
         *     baseline was not measured
         * @param spread for each job, the relative variance and its degrees of freedom, which decide ties; null if
         *     a ratio with this setup has no bounds
         */
        public record ContestEntry(
                String setup, Integer n, List<Double> seconds, List<Double> speedup, List<List<Double>> spread) {}

        private static TimedContest of(
                String job,
                SortedMap<String, String> settings,
                Map<String, List<VisitedSample>> samples,
                CostOptions options) {
            List<VisitedSample> baseline = samples.get(options.baseline());
            List<ContestEntry> entries = new ArrayList<>();
            samples.forEach((setup, seconds) -> {
                TimeCost mean = new TimeCost(seconds, 1, 1);
                DurationRatio speedUp =
                        baseline == null ? null : DurationRatio.of(baseline, seconds, options.confidence());
                Interval ofSpeedUp = speedUp == null || setup.equals(options.baseline()) ? null : speedUp.interval();
                entries.add(new ContestEntry(
                        setup,
                        job == null
                                ? null
                                : (Integer) seconds.get(0).observations().n(),
                        job == null ? null : bounded(mean.value(), mean.interval(options.confidence())),
                        speedUp == null ? null : bounded(speedUp.value(), ofSpeedUp),
                        spread(seconds, options)));
            });
            return new TimedContest(
                    job, settings, samples.values().iterator().next().size(), entries);
        }

        private static List<Double> bounded(double value, Interval interval) {
            return interval == null ? List.of(value) : List.of(value, interval.low(), interval.high());
        }

        private static List<List<Double>> spread(List<VisitedSample> seconds, CostOptions options) {
            // A fastest run has no variance.
            Optional<RelativeVariance> spread = options.runs() == CostOptions.CountedRuns.BEST
                    ? Optional.of(RelativeVariance.exact(seconds.size()))
                    : RelativeVariance.of(seconds);
            return spread.map(known -> known.parts().stream()
                            .map(part -> List.of(part.variance(), part.df()))
                            .toList())
                    .orElse(null);
        }
    }
}
