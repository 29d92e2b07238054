package org.spindlebench.analysis.stats;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.TDistribution;

// TEMPORARY COPY, to be replaced by the class of the same name and signature when the branches meet.
/** Speed-ups of several jobs in one figure; here with what the package cost uses of it. */
public record SuiteRatio(
        double ratioOfSums,
        double geometricMean,
        Optional<Interval> interval,
        OptionalDouble df,
        Optional<Interval> jobsAsSample) {
    public static SuiteRatio of(List<CellPair> jobs, double confidence) {
        double log = jobs.stream()
                .mapToDouble(
                        job -> Math.log(job.baseline().mean() / job.contender().mean()))
                .average()
                .orElseThrow();
        double x = jobs.stream().mapToDouble(job -> job.baseline().mean()).sum();
        double y = jobs.stream().mapToDouble(job -> job.contender().mean()).sum();
        List<Cell> cells = jobs.stream()
                .flatMap(job -> Stream.of(job.baseline(), job.contender()))
                .toList();
        double sum = cells.stream().mapToDouble(SuiteRatio::logVariance).sum();
        // Not a number where a cell has one run.
        if (!(sum > 0)) {
            return new SuiteRatio(x / y, Math.exp(log), Optional.empty(), OptionalDouble.empty(), Optional.empty());
        }
        double squares = cells.stream()
                .mapToDouble(cell -> Math.pow(logVariance(cell), 2) / (cell.n() - 1))
                .sum();
        double df = sum * sum / squares;
        double t = new TDistribution(null, df).inverseCumulativeProbability((1 + confidence) / 2);
        double half = t * Math.sqrt(sum) / jobs.size();
        Interval interval = new Interval(confidence, Math.exp(log - half), Math.exp(log + half));
        return new SuiteRatio(x / y, Math.exp(log), Optional.of(interval), OptionalDouble.of(df), Optional.empty());
    }

    private static double logVariance(Cell cell) {
        Cell logs = Cell.of(cell.values().stream().map(Math::log).toList());
        return Math.pow(logs.sd().orElse(Double.NaN), 2) / logs.n();
    }
}
