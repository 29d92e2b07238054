package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.spindlebench.analysis.stats.Sample;

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
            List<Sample> baseline = sides.stream()
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
}
