package org.spindlebench.analysis.stats;

import java.util.OptionalDouble;

/** How many runs a comparison needs, and what it could have detected with those it had. */
public final class Power {
    /** The greatest power and confidence that {@link #detectableRatio} takes. */
    public static final double HIGHEST = 0.9999;

    private Power() {}

    /**
     * The least number n of runs on each setup for a ratio to within ± precision, at a given variation: the least n ≥ 2 with
     * t(1 − α/2; 2n − 2) · CV · √(2/n) ≤ ln(1 + precision).
     *
     * @param cv the coefficient of variation of single runs, a fraction, at least 0
     * @param precision a fraction above 0, such as 0.05
     * @param confidence between 0 and 1, exclusive, such as 0.95
     * @return {@link Integer#MAX_VALUE} where it would be that many or more
     */
    public static int runsNeeded(double cv, double precision, double confidence) {
        requireFinite("the coefficient of variation must be at least 0", cv, cv >= 0);
        requireFinite("the precision must be above 0", precision, precision > 0);
        long few = 1;
        long enough = 2;
        while (enough < Integer.MAX_VALUE && !suffices(enough, cv, precision, confidence)) {
            few = enough;
            enough = Math.min(Integer.MAX_VALUE, 2 * enough);
        }
        while (enough - few > 1) {
            long middle = (few + enough) / 2;
            if (suffices(middle, cv, precision, confidence)) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        return (int) enough;
    }

    /**
     * Half the width of the interval of the logarithm of a ratio: t(1 − α/2; 2n − 2) · σ · √(2/n).
     *
     * @param sd σ of one observation's logarithm
     * @param n observations on each side, at least 2
     */
    public static double halfWidth(double sd, long n, double confidence) {
        return StudentT.quantile(confidence, 2.0 * n - 2) * sd * Math.sqrt(2.0 / n);
    }

    private static boolean suffices(long n, double cv, double precision, double confidence) {
        return halfWidth(cv, n, confidence) <= Math.log1p(precision);
    }

    /**
     * The smallest ratio of durations above 1 that {@link LogWelch} detects with this power, where the logarithms of both setups vary by
     * σ: exp(δ), where Welch's two-sided test of logarithms rejects a true difference δ with this probability. Both tails are counted, and
     * the degrees of freedom vary from sample to sample as those of the test do.
     *
     * @param sdOfLogs σ of single runs, above 0
     * @param n1 the number of runs on one setup, at least 2
     * @param n2 the number on the other, at least 2
     * @param power above 1 − confidence, at most {@link #HIGHEST}; such as 0.8
     * @param confidence between 0 and {@link #HIGHEST}, such as 0.95
     * @throws IllegalArgumentException for other values, and where the ratio exceeds what a double holds
     * @throws NotConvergedException if the ratio is not found
     */
    public static double detectableRatio(double sdOfLogs, int n1, int n2, double power, double confidence) {
        requireFinite("the standard deviation of logarithms must be above 0", sdOfLogs, sdOfLogs > 0);
        requirePower(power, confidence);
        if (n1 < 2 || n2 < 2) {
            throw new IllegalArgumentException("Welch's test needs 2 runs on each setup: " + n1 + " and " + n2);
        }
        double tau = sdOfLogs * Math.sqrt(1.0 / n1 + 1.0 / n2);
        double delta = new WelchPower(1, n1, 1, n2, confidence).noncentrality(power);
        double ratio = Math.exp(delta * tau);
        requireFinite("the detectable ratio must be finite, for a smaller deviation", ratio, true);
        return ratio;
    }

    /**
     * As {@link #detectableRatio(double, int, int, double, double)}, with the standard deviation of each cell's logarithms: a difference
     * below it may be missed. It is an estimate: of few runs the standard deviations are far off by chance.
     *
     * @return absent where a cell has one run or a run of duration 0, where neither varies, and where it exceeds what a double holds
     * @throws NotConvergedException if the ratio is not found
     */
    public static OptionalDouble detectableRatio(CellPair pair, double power, double confidence) {
        requirePower(power, confidence);
        if (!pair.isRepeated() || !pair.varies() || pair.logs().isEmpty()) {
            return OptionalDouble.empty();
        }
        Cell x = pair.requireLogs().baseline().deviations();
        Cell y = pair.requireLogs().contender().deviations();
        double sdOfX = x.sd().orElseThrow();
        double sdOfY = y.sd().orElseThrow();
        double tau = Math.hypot(sdOfX / Math.sqrt(x.n()), sdOfY / Math.sqrt(y.n()));
        double delta = new WelchPower(sdOfX, x.n(), sdOfY, y.n(), confidence).noncentrality(power);
        double ratio = Math.exp(delta * tau);
        return Double.isFinite(ratio) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
    }

    /**
     * The standard deviation of the logarithm of a lognormal variable with this coefficient of variation: √ln(1 + CV²).
     *
     * @param cv a fraction, at least 0 and at most 10¹⁰⁰
     */
    public static double sdOfLogs(double cv) {
        requireFinite("the coefficient of variation must be between 0 and 1e100", cv, cv >= 0 && cv <= 1e100);
        return Math.sqrt(Math.log1p(cv * cv));
    }

    private static void requirePower(double power, double confidence) {
        if (!(confidence > 0 && confidence <= HIGHEST)) {
            throw new IllegalArgumentException(
                    "confidence must lie between 0, exclusive, and " + HIGHEST + ": " + confidence);
        }
        if (!(power > 1 - confidence && power <= HIGHEST)) {
            throw new IllegalArgumentException(
                    "power must lie between 1 - confidence, which a test has of no difference at all, and " + HIGHEST
                            + ": " + power);
        }
    }

    private static void requireFinite(String demand, double value, boolean holds) {
        if (!holds || !Double.isFinite(value)) {
            throw new IllegalArgumentException(demand + ", and finite, not " + value);
        }
    }
}
