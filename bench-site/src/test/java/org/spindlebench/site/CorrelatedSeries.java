package org.spindlebench.site;

import java.util.SplittableRandom;

/** Makes normal series of mean 0 and variance 1, in which each point is correlated with the one before it. */
final class CorrelatedSeries {
    private final SplittableRandom random;
    private final double correlation;

    CorrelatedSeries(long seed, double correlation) {
        this.random = new SplittableRandom(seed);
        this.correlation = correlation;
    }

    double[] next(int points) {
        double[] series = new double[points];
        for (int i = 0; i < points; i++) {
            double own = random.nextGaussian();
            series[i] = i == 0 ? own : correlation * series[i - 1] + Math.sqrt(1 - correlation * correlation) * own;
        }
        return series;
    }

    double nextGaussian() {
        return random.nextGaussian();
    }
}
