package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.spindlebench.analysis.stats.SamplePair.LogCell;

/**
 * One side of a comparison of several jobs at once: for each job, the durations on one setup have a mean logarithm. The
 * record has the mean of these logarithms over the jobs, with its variance.
 *
 * <p>If visits are known, each visit gives one value u, the mean over the jobs of the mean logarithm of their
 * durations. The variance is s²_u / n. So every u includes the effect of its visit on all jobs. Only visits with all
 * jobs count. For independent runs the variance is Σ (k / J)² s²_{ln xⱼ} / nⱼ over distinct cells, where k is how often a
 * cell is among the J jobs.
 *
 * @param mean the mean logarithm relative to the references
 * @param variance the variance of the mean; empty if unknown
 * @param units the number of visits, or the number of runs of the job with the fewest runs
 * @param visited whether the units are visits
 */
record LogMean(double mean, Optional<VarianceSum> variance, int units, boolean visited) {
    /** Computes the mean; each reference is the duration that a job's logarithms are relative to. */
    static LogMean of(List<VisitedSample> jobs, double[] references) {
        return jobs.stream().anyMatch(VisitedSample::isVisited) ? ofVisits(jobs, references) : ofRuns(jobs, references);
    }

    /**
     * Computes the mean with a variance between visits that is known from elsewhere. The mean's variance is (c² + Σ
     * s²_{ln xⱼ} / nⱼ / J²) / visits, where s² is the variance of the logarithms of runs within visits.
     *
     * @return empty if no run was repeated within a visit
     */
    static Optional<LogMean> of(List<VisitedSample> jobs, double[] references, CampaignDeviation between) {
        LogMean plain = of(jobs, references);
        List<double[]> whole = whole(jobs, references);
        if (!plain.visited || whole.isEmpty()) {
            return Optional.empty();
        }
        double visits = whole.size();
        double factor = 1 / visits / jobs.size() / jobs.size();
        return within(jobs)
                .map(within -> within.times(factor).plusKnown(between.cv() * between.cv() / visits, between.df()))
                .map(variance -> new LogMean(plain.mean, Optional.of(variance), plain.units, true));
    }

    /** Returns the names of the visits that have every job, in the order of the first job's visits. */
    static List<String> wholeVisits(List<VisitedSample> jobs) {
        List<String> names = new ArrayList<>(jobs.get(0).visits().stream()
                .map(VisitedSample.VisitSample::name)
                .toList());
        jobs.forEach(job -> names.retainAll(
                job.visits().stream().map(VisitedSample.VisitSample::name).collect(Collectors.toSet())));
        return names;
    }

    /** Returns the logarithms of values above 0. */
    private static Sample logs(Sample cell) {
        return Sample.of(Arrays.stream(cell.array()).map(Math::log).toArray());
    }

    /** For each visit that has all jobs, returns the mean logarithm of each job. */
    static List<double[]> whole(List<VisitedSample> jobs, double[] references) {
        Map<String, double[]> visits = new LinkedHashMap<>();
        Map<String, Integer> seen = new LinkedHashMap<>();
        for (int j = 0; j < jobs.size(); j++) {
            for (VisitedSample.VisitSample visit : jobs.get(j).visits()) {
                visits.computeIfAbsent(visit.name(), name -> new double[jobs.size()])[j] =
                        meanLog(visit.runs(), references[j]);
                seen.merge(visit.name(), 1, Integer::sum);
            }
        }
        visits.keySet().removeIf(name -> seen.get(name) < jobs.size());
        return List.copyOf(visits.values());
    }

    static double meanLog(Sample runs, double reference) {
        double[] logs = LogCell.relative(runs.array(), reference);
        return logs.length == 1 ? logs[0] : Sample.of(logs).mean();
    }

    private static LogMean ofVisits(List<VisitedSample> jobs, double[] references) {
        List<double[]> visits = whole(jobs, references);
        if (visits.isEmpty()) {
            // No visit has all jobs, so there is a ratio without a variance.
            return new LogMean(ofRuns(jobs, references).mean, Optional.empty(), 0, true);
        }
        Sample units = Sample.of(visits.stream()
                .map(logs -> Arrays.stream(logs).sum() / logs.length)
                .toList());
        Optional<VarianceSum> variance =
                units.n() == 1 ? Optional.empty() : Optional.of(VarianceSum.NONE.plusMeanOf(units, 1));
        return new LogMean(units.mean(), variance, units.n(), true);
    }

    private static LogMean ofRuns(List<VisitedSample> jobs, double[] references) {
        List<Sample> logs = IntStream.range(0, jobs.size())
                .mapToObj(j ->
                        Sample.of(LogCell.relative(jobs.get(j).observations().array(), references[j])))
                .toList();
        double mean = logs.stream().mapToDouble(Sample::mean).sum() / jobs.size();
        int fewest = logs.stream().mapToInt(Sample::n).min().orElseThrow();
        if (fewest == 1) {
            return new LogMean(mean, Optional.empty(), 1, false);
        }
        VarianceSum variance = VarianceSum.NONE;
        IdentityHashMap<VisitedSample, Integer> times = new IdentityHashMap<>();
        jobs.forEach(job -> times.merge(job, 1, Integer::sum));
        for (int j = 0; j < jobs.size(); j++) {
            Integer shared = times.remove(jobs.get(j));
            if (shared != null) {
                // Runs that several pairs share vary together in all of them.
                double weight = shared / (double) jobs.size();
                Sample runs = jobs.get(j).observations();
                double sd = logs.get(j).sd().orElseThrow();
                double ofMean = SamplePair.ofMean(sd * sd / runs.n(), runs, runs.unit());
                variance = variance.plus(weight * weight * ofMean, runs.n() - 1.0);
            }
        }
        return new LogMean(mean, Optional.of(variance), fewest, false);
    }

    /** Returns Σ over jobs of the mean s² / n of visits; empty if a job was never repeated in a visit. */
    static Optional<VarianceSum> within(List<VisitedSample> jobs) {
        VarianceSum sum = VarianceSum.NONE;
        for (VisitedSample job : jobs) {
            Optional<VarianceSum.VarianceTerm> within = within(job);
            if (within.isEmpty()) {
                return Optional.empty();
            }
            sum = sum.plusKnown(within.get().variance(), within.get().df());
        }
        return Optional.of(sum);
    }

    /** Pools s² over the visits that repeated the job. */
    private static Optional<VarianceSum.VarianceTerm> within(VisitedSample job) {
        double squares = 0;
        int df = 0;
        double inverse = 0;
        for (VisitedSample.VisitSample visit : job.visits()) {
            Sample logs = logs(visit.runs());
            double sd = logs.sd().orElse(0);
            squares += sd * sd * (logs.n() - 1);
            df += logs.n() - 1;
            inverse += 1.0 / logs.n() / job.visits().size();
        }
        return df == 0
                ? Optional.empty()
                : Optional.of(new VarianceSum.VarianceTerm(squares / df * inverse, df, false));
    }
}
