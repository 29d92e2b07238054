package org.spindlebench.analysis.stats;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.TDistribution;

// TEMPORARY COPY, to be replaced by the class of the same name and signature when the branches meet.
/** The ratio of two arithmetic means with Fieller's interval. */
public record SpeedUp(double ratio, OptionalDouble df, Optional<Interval> interval, Basis basis) {
    /** Why there is an interval, or none. */
    public enum Basis {
        INTERVAL,
        SINGLE_RUN,
        NO_VARIATION,
        UNBOUNDED,
        CONFOUNDED_WITH_TIME
    }

    public static SpeedUp of(CellPair pair, double confidence) {
        Cell x = pair.baseline();
        Cell y = pair.contender();
        double ratio = x.mean() / y.mean();
        if (x.n() == 1 || y.n() == 1) {
            return without(ratio, Basis.SINGLE_RUN);
        }
        double vx = Math.pow(x.sd().getAsDouble(), 2) / x.n();
        double vy = Math.pow(y.sd().getAsDouble(), 2) / y.n();
        if (vx == 0 && vy == 0) {
            return without(ratio, Basis.NO_VARIATION);
        }
        double df = Math.pow(vx + ratio * ratio * vy, 2)
                / (vx * vx / (x.n() - 1) + Math.pow(ratio, 4) * vy * vy / (y.n() - 1));
        double t = new TDistribution(null, df).inverseCumulativeProbability((1 + confidence) / 2);
        double g = t * t * vy / (y.mean() * y.mean());
        if (g >= 1) {
            return new SpeedUp(ratio, OptionalDouble.of(df), Optional.empty(), Basis.UNBOUNDED);
        }
        double half = t / y.mean() * Math.sqrt((1 - g) * vx + ratio * ratio * vy);
        Interval interval = new Interval(confidence, (ratio - half) / (1 - g), (ratio + half) / (1 - g));
        return new SpeedUp(ratio, OptionalDouble.of(df), Optional.of(interval), Basis.INTERVAL);
    }

    private static SpeedUp without(double ratio, Basis basis) {
        return new SpeedUp(ratio, OptionalDouble.empty(), Optional.empty(), basis);
    }
}
