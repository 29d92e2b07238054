package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The durations of one job on one setup with one choice of settings, grouped into the observations that statistics
 * count.
 *
 * <p>Runs within one visit to a setup depend on each other: a restart, fresh input or another time of day shifts all
 * runs of the visit. If visits are known, each visit is one observation. Otherwise runs count as independent.
 *
 * @param observations the mean of each visit's durations, or the durations of the runs
 * @param visits one visit for each observation, in the same order; empty if runs count as independent
 */
public record VisitedSample(Sample observations, List<VisitSample> visits) {
    /**
     * One visit.
     *
     * @param name the visit's name, unique among the visits to the same setup; all jobs and settings of one visit have
     *     the same name
     */
    public record VisitSample(String name, Sample runs) {}

    /** @throws IllegalArgumentException if there are visits, but not as many as observations */
    public VisitedSample {
        visits = List.copyOf(visits);
        if (!visits.isEmpty() && visits.size() != observations.n()) {
            throw new IllegalArgumentException(visits.size() + " visits need as many means, not " + observations.n());
        }
    }

    /** Makes a sample of independent runs. */
    public static VisitedSample ofRuns(Sample runs) {
        return new VisitedSample(runs, List.of());
    }

    /**
     * Makes a sample of visits.
     *
     * @param visits at least one, all with different names
     */
    public static VisitedSample ofVisits(List<VisitSample> visits) {
        return new VisitedSample(
                Sample.of(visits.stream().map(visit -> visit.runs().mean()).toList()), visits);
    }

    /**
     * Makes a sample of runs, grouped by visits if every run belongs to one.
     *
     * @param visits the name of each run's visit, null for a run without one
     * @param values one value for each run; at least one
     */
    public static VisitedSample of(List<String> visits, List<Double> values) {
        if (visits.stream().anyMatch(Objects::isNull)) {
            return ofRuns(Sample.of(values));
        }
        Map<String, List<Double>> byVisit = new LinkedHashMap<>();
        for (int run = 0; run < values.size(); run++) {
            byVisit.computeIfAbsent(visits.get(run), visit -> new ArrayList<>()).add(values.get(run));
        }
        return ofVisits(byVisit.entrySet().stream()
                .map(visit -> new VisitSample(visit.getKey(), Sample.of(visit.getValue())))
                .toList());
    }

    /**
     * Divides each run's value by another value of the same run.
     *
     * @param other the other values of the same runs, all above 0
     */
    public VisitedSample over(VisitedSample other) {
        return isVisited()
                ? ofVisits(IntStream.range(0, visits.size())
                        .mapToObj(i -> new VisitSample(
                                visits.get(i).name(),
                                visits.get(i).runs().over(other.visits.get(i).runs())))
                        .toList())
                : ofRuns(observations.over(other.observations));
    }

    /** Returns all values multiplied by a factor, such as a price. */
    public VisitedSample times(double factor) {
        return isVisited()
                ? ofVisits(visits.stream()
                        .map(visit -> new VisitSample(visit.name(), visit.runs().times(factor)))
                        .toList())
                : ofRuns(observations.times(factor));
    }

    /** Checks whether observations are means of visits. */
    public boolean isVisited() {
        return !visits.isEmpty();
    }

    /**
     * Returns the mean duration of one job, or the geometric mean of several jobs' means over the visits that have all
     * jobs.
     *
     * @param jobs the jobs on one setup; at least one
     */
    public static double mean(List<VisitedSample> jobs) {
        double[] ones = new double[jobs.size()];
        Arrays.fill(ones, 1);
        return jobs.size() == 1
                ? jobs.get(0).observations.mean()
                : Math.exp(LogMean.of(jobs, ones).mean());
    }

    /** Returns the durations of all runs. */
    public Sample runs() {
        return isVisited()
                ? Sample.pooled(visits.stream().map(VisitSample::runs).toList())
                : observations;
    }
}
