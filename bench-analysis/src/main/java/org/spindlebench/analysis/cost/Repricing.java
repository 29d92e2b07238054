package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.spindlebench.analysis.cost.CostOptions.Terms;
import org.spindlebench.analysis.cost.JobDurations.JobSet;
import org.spindlebench.analysis.cost.Ranking.DurationRatio;
import org.spindlebench.analysis.cost.Ranking.Timed;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.RelativeVariance;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * All that is needed to price measured durations anew when prices or terms of a list change: for those who have no library at hand, such as a
 * page in a browser. The formulas are those of {@code docs/cost.md}.
 *
 * @param list the list whose numbers may change
 * @param inputs the numbers of it that matter to the setups that were measured
 * @param setups what they consist of, by name
 * @param contests durations of each job and settings, in the order in which they were measured
 * @param together the same of all jobs together that share settings; only those with the baseline, and with two jobs or more
 * @param baseline null for none
 */
public record Repricing(
        PriceList list,
        List<PriceInput> inputs,
        List<SetupQuantities> setups,
        List<TimedContest> contests,
        List<TimedContest> together,
        String baseline) {
    public Repricing {
        inputs = List.copyOf(inputs);
        setups = List.copyOf(setups);
        contests = List.copyOf(contests);
        together = List.copyOf(together);
    }

    /** Of the durations on setups that the list prices. */
    public static Repricing of(PriceList list, List<JobDurations> all, CostOptions options) {
        List<JobDurations> measured = all.stream()
                .filter(job -> list.setups().containsKey(job.setup()))
                .toList();
        List<SetupQuantities> setups = measured.stream()
                .map(JobDurations::setup)
                .distinct()
                .sorted()
                .map(setup -> SetupQuantities.of(list, setup))
                .toList();
        boolean priced = setups.stream().anyMatch(setup -> setup.setup().equals(options.baseline()));
        return new Repricing(
                list,
                inputs(list, setups),
                setups,
                contests(measured, options),
                priced ? together(measured, options) : List.of(),
                priced ? options.baseline() : null);
    }

    /** Those that change anything of any setup. */
    private static List<PriceInput> inputs(PriceList list, List<SetupQuantities> setups) {
        boolean total = setups.stream().anyMatch(SetupQuantities::isTotalKnown);
        List<PriceInput> inputs = new ArrayList<>();
        PriceInputs.of(list).stream()
                .filter(input -> input.kind() == PriceInput.Kind.RUNNING
                        ? total
                        : setups.stream().anyMatch(setup -> setup.has(input.name())))
                .forEach(inputs::add);
        boolean discounted = inputs.stream().anyMatch(input -> input.kind() == PriceInput.Kind.LISTED);
        inputs.addAll(terms(list, total, discounted));
        return inputs;
    }

    private static List<PriceInput> terms(PriceList list, boolean total, boolean discounted) {
        Terms terms = list.terms();
        List<PriceInput> inputs = new ArrayList<>();
        if (total) {
            inputs.add(term("years", "years of use", "years", terms.years()));
        }
        if (total && terms.utilisation() != null) {
            inputs.add(
                    term("utilisation", "utilisation: share of the time in which jobs run", "", terms.utilisation()));
        }
        if (discounted) {
            inputs.add(term("discount", "discount, as a share", "", terms.discount()));
        }
        if (total) {
            inputs.add(term("support", "support a year, as a share of the price", "", terms.supportPerYear()));
        }
        if (total && list.running().pricePerKwh() != null) {
            inputs.add(term(
                    "energy.pue",
                    "PUE: watts of the building for each of the machines",
                    "",
                    list.running().powerUsageEffectiveness()));
        }
        return inputs;
    }

    private static PriceInput term(String name, String title, String unit, double value) {
        return new PriceInput(name, title, unit, PriceInput.Kind.TERM, value);
    }

    private static List<TimedContest> contests(List<JobDurations> measured, CostOptions options) {
        Map<JobSet.Task, List<JobDurations>> tasks = new LinkedHashMap<>();
        measured.forEach(
                job -> tasks.computeIfAbsent(new JobSet.Task(job.job(), job.settings()), task -> new ArrayList<>())
                        .add(job));
        List<TimedContest> contests = new ArrayList<>();
        tasks.forEach((task, jobs) -> {
            List<TimedContest.Side> sides = jobs.stream()
                    .map(job -> new TimedContest.Side(
                            job.setup(),
                            job.seconds().observations().n(),
                            List.of(options.runs().of(job.seconds()))))
                    .toList();
            Predicate<TimedContest.Side> isBaseline = side -> side.setup().equals(options.baseline());
            List<VisitedSample> baseline = sides.stream()
                    .filter(isBaseline)
                    .findFirst()
                    .map(TimedContest.Side::seconds)
                    .orElse(null);
            contests.add(TimedContest.of(task.job(), task.settings(), sides, baseline, options));
        });
        return contests;
    }

    private static List<TimedContest> together(List<JobDurations> measured, CostOptions options) {
        List<TimedContest> contests = new ArrayList<>();
        JobSet.bySharedSettings(measured, options).forEach((settings, jobs) -> {
            if (jobs.setups().contains(options.baseline()) && jobs.common().size() >= 2) {
                List<TimedContest.Side> sides = jobs.setups().stream()
                        .map(setup -> new TimedContest.Side(setup, jobs.common().size(), jobs.commonOf(setup)))
                        .toList();
                contests.add(TimedContest.of(null, settings, sides, jobs.commonOf(options.baseline()), options));
            }
        });
        return contests;
    }

    /**
     * A number of a price list that somebody may want to change.
     *
     * @param name as the keys of the list's file lead to it, such as {@code devices.ssd.price}
     * @param title what it is, for people
     * @param unit for people; empty for shares and factors
     * @param kind how it enters costs
     * @param value what the list states
     */
    public record PriceInput(String name, String title, String unit, Kind kind, double value) {
        public PriceInput {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(title, "title");
            Objects.requireNonNull(unit, "unit");
            Objects.requireNonNull(kind, "kind");
        }

        /** How a number enters costs. */
        public enum Kind {
            /** A price of a thing, less the discount. */
            LISTED,
            /** What was paid for a whole cluster: no discount. */
            PAID,
            /** A price by the hour. */
            HOURLY,
            /** A price of energy or space. */
            RUNNING,
            /** An assumption. */
            TERM;

            /** A stable word for programs. */
            public String code() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }

    /**
     * The durations of one job with one choice of settings on several setups, as far as costs of them need to know them: means, their intervals
     * and those of their ratios.
     *
     * @param job null for all jobs together, whose durations are geometric means
     * @param settings that all share
     * @param jobs how many jobs
     * @param entries one for each setup, by name
     */
    public record TimedContest(String job, SortedMap<String, String> settings, int jobs, List<Entry> entries) {
        public TimedContest {
            settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
            entries = List.copyOf(entries);
        }

        /**
         * One setup's durations.
         *
         * @param setup its name
         * @param runs how many durations; of all jobs together, their sum
         * @param seconds the mean
         * @param interval of the mean; null where it does not exist
         * @param speedUp how many times faster than the baseline; null where the baseline was not measured
         * @param ofSpeedUp its interval; null where it does not exist
         * @param spread what tells it from others, for ties; null where nothing bounds its ratios
         */
        public record Entry(
                String setup,
                int runs,
                double seconds,
                Interval interval,
                Double speedUp,
                Interval ofSpeedUp,
                RelativeVariance spread) {
            public Entry {
                Objects.requireNonNull(setup, "setup");
            }
        }

        /** A setup, and its durations of each job. */
        record Side(String setup, int runs, List<VisitedSample> seconds) {}

        /**
         * The contest of several setups.
         *
         * @param baseline its durations of the same jobs; null where there are none
         */
        static TimedContest of(
                String job,
                SortedMap<String, String> settings,
                List<Side> sides,
                List<VisitedSample> baseline,
                CostOptions options) {
            List<Entry> entries =
                    sides.stream().map(side -> entry(side, baseline, options)).toList();
            return new TimedContest(job, settings, sides.get(0).seconds().size(), entries);
        }

        private static Entry entry(Side side, List<VisitedSample> baseline, CostOptions options) {
            Timed timed = new Timed(side.seconds, 1, 1);
            DurationRatio speedUp =
                    baseline == null ? null : DurationRatio.of(baseline, side.seconds, options.confidence());
            return new Entry(
                    side.setup,
                    side.runs,
                    timed.value(),
                    timed.interval(options.confidence()),
                    speedUp == null ? null : (Double) speedUp.value(),
                    speedUp == null ? null : speedUp.interval(),
                    // Of the fastest runs nothing is known but their values.
                    options.runs() == CostOptions.Runs.BEST
                            ? RelativeVariance.exact(side.seconds.size())
                            : RelativeVariance.of(side.seconds).orElse(null));
        }
    }
}
