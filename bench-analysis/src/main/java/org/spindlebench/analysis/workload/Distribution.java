package org.spindlebench.analysis.workload;

import java.util.List;
import org.spindlebench.analysis.stats.Cell;

/**
 * How a figure is spread over the jobs of a class. The percentiles are {@link Cell#quantile}'s (R's type 7). The p-th of 100 is given from n = 100 / (100 − p) values on: of fewer, the
 * highest value would stand for it. What is not given is null.
 *
 * @param n values
 * @param min the least
 * @param p50 the median; from 2 values
 * @param p90 from 10 values
 * @param p95 from 20 values
 * @param p99 from 100 values
 * @param max the greatest
 */
public record Distribution(int n, Double min, Double p50, Double p90, Double p95, Double p99, Double max) {
    private static final int LEAST_50 = 2;
    private static final int LEAST_90 = 10;
    private static final int LEAST_95 = 20;
    private static final int LEAST_99 = 100;

    static Distribution of(List<Double> values) {
        if (values.isEmpty()) {
            return new Distribution(0, null, null, null, null, null, null);
        }
        Cell cell = Cell.of(values);
        return new Distribution(
                cell.n(),
                cell.min(),
                percentile(cell, 0.5, LEAST_50),
                percentile(cell, 0.9, LEAST_90),
                percentile(cell, 0.95, LEAST_95),
                percentile(cell, 0.99, LEAST_99),
                cell.max());
    }

    private static Double percentile(Cell cell, double share, int least) {
        return cell.n() < least ? null : Double.valueOf(cell.quantile(share));
    }
}
