package org.spindlebench.analysis.cost;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.spindlebench.analysis.cost.JobDurations.JobSet;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.stats.RelativeVariance;
import org.spindlebench.analysis.stats.VisitedSample;

/**
 * The measured setups that a list prices, and their speed-ups against the baseline.
 *
 * @param inputs the prices and terms of the list that affect these setups
 * @param setups the costs of the setups, by name
 * @param contests first each job and choice of settings, in the order in which they were measured. Then come all jobs
 *     that share settings, if the baseline was measured and there are at least two jobs
 * @param baseline the baseline's setup; null for none
 */
public record PricedSetups(
        List<PriceInput> inputs, SortedMap<String, SetupCost> setups, List<Contest> contests, String baseline) {
    public PricedSetups {
        inputs = List.copyOf(inputs);
        contests = List.copyOf(contests);
    }

    public static PricedSetups of(PriceList list, List<JobDurations> all, CostOptions options) {
        List<JobDurations> measured = all.stream()
                .filter(job -> list.setups().containsKey(job.setup()))
                .toList();
        SortedMap<String, SetupCost> setups = new TreeMap<>();
        measured.forEach(job -> setups.computeIfAbsent(job.setup(), setup -> SetupCost.of(list, setup)));
        boolean based = options.baseline() != null && setups.containsKey(options.baseline());
        List<Contest> contests = new ArrayList<>(ofEachJob(measured, options));
        if (based) {
            contests.addAll(together(measured, options));
        }
        SortedSet<String> names = new TreeSet<>();
        setups.values().stream()
                .flatMap(cost ->
                        Stream.concat(cost.formulas().values().stream(), Stream.of(cost.perBusySecond(list.terms()))))
                .filter(Formula::isKnown)
                .forEach(formula -> names.addAll(formula.inputs()));
        return new PricedSetups(PriceInput.of(list, names), setups, contests, based ? options.baseline() : null);
    }

    private static List<Contest> ofEachJob(List<JobDurations> measured, CostOptions options) {
        Map<JobSet.Task, Map<String, List<VisitedSample>>> tasks = new LinkedHashMap<>();
        measured.forEach(
                job -> tasks.computeIfAbsent(new JobSet.Task(job.job(), job.settings()), task -> new LinkedHashMap<>())
                        .put(job.setup(), List.of(options.runs().of(job.seconds()))));
        List<Contest> contests = new ArrayList<>();
        tasks.forEach((task, samples) -> contests.add(Contest.of(task.job(), task.settings(), samples, options)));
        return contests;
    }

    private static List<Contest> together(List<JobDurations> measured, CostOptions options) {
        List<Contest> contests = new ArrayList<>();
        JobSet.bySharedSettings(measured, options).forEach((settings, jobs) -> {
            if (jobs.setups().contains(options.baseline()) && jobs.common().size() >= 2) {
                Map<String, List<VisitedSample>> samples = new LinkedHashMap<>();
                jobs.setups().forEach(setup -> samples.put(setup, jobs.commonOf(setup)));
                contests.add(Contest.of(null, settings, samples, options));
            }
        });
        return contests;
    }

    /**
     * One job with one choice of settings on several setups, or all jobs together.
     *
     * @param job the job; null for all jobs together
     * @param settings the settings that all setups share
     * @param jobs the number of jobs
     */
    public record Contest(String job, SortedMap<String, String> settings, int jobs, List<Contender> contenders) {
        public Contest {
            settings = Subject.sorted(settings);
            contenders = List.copyOf(contenders);
        }

        private static Contest of(
                String job,
                SortedMap<String, String> settings,
                Map<String, List<VisitedSample>> samples,
                CostOptions options) {
            List<VisitedSample> baseline = samples.get(options.baseline());
            List<Contender> contenders = new ArrayList<>();
            samples.forEach((setup, seconds) -> {
                DurationRatio speedUp =
                        baseline == null ? null : DurationRatio.of(baseline, seconds, options.confidence());
                contenders.add(new Contender(
                        setup,
                        speedUp == null ? null : (Double) speedUp.value(),
                        RelativeVariance.of(seconds)
                                .map(variance -> Math.sqrt(variance.variance()))
                                .orElse(null)));
            });
            return new Contest(job, settings, samples.values().iterator().next().size(), contenders);
        }
    }

    /**
     * A setup in a contest.
     *
     * @param speedUp the speed-up against the baseline; null if the baseline was not measured
     * @param error the standard error of the logarithm of the setup's own mean duration; null if it is unknown
     */
    public record Contender(String setup, Double speedUp, Double error) {}
}
