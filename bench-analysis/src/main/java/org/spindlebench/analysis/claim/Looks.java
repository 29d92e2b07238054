package org.spindlebench.analysis.claim;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.spindlebench.analysis.claim.Claim.ClaimSubject;
import org.spindlebench.analysis.document.HumanText;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.StudentT;

/**
 * The looks at a campaign that grows until it decides. Whoever looks, adds visits if nothing is decided, and looks again,
 * has several chances of a false claim. So each look may use only a share of 1 − confidence.
 *
 * @param number the number of this look, from 1
 * @param share the share of 1 − confidence that each family may use at this look; 0 if no more claims are made
 * @param earlier the claims of earlier looks, which stay claimed
 * @param campaigns the number of campaigns reported together; the look is that of the campaign with the least share
 */
public record Looks(int number, double share, List<EarlierClaim> earlier, int campaigns) {
    /** The only look at a campaign. */
    public static final Looks ONLY = new Looks(1, 1, List.of());

    /** The looks that an extended campaign may have if none were declared before its first run. */
    static final int MOST_UNDECLARED = 4;

    /** The share of 1 − confidence at each undeclared look but the first: p below .01 instead of .05. */
    private static final double UNDECLARED = 0.2;

    private static final int ROUNDS = 20_000;
    private static final long SEED = 20260301;

    public Looks {
        earlier = List.copyOf(earlier);
        if (number < 1 || campaigns < 1 || !(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("look " + number + " cannot use the share " + share);
        }
    }

    /** Makes a look at one campaign. */
    public Looks(int number, double share, List<EarlierClaim> earlier) {
        this(number, share, earlier, 1);
    }

    /** Copies this look for several campaigns that are reported together. Earlier claims were made about other runs. */
    public Looks together(int several) {
        return new Looks(number, share, List.of(), several);
    }

    /**
     * Returns the confidence at which this look may claim anything: 1 − share · (1 − confidence). It is 1 if nothing new is
     * claimed.
     */
    public double confidence(double whole) {
        return 1 - share * (1 - whole);
    }

    /**
     * A claim of an earlier look.
     *
     * @param look the number of the look
     * @param visits the visits to each setup that the look saw
     * @param ratio the ratio that the look saw; null if the claim is not about a ratio
     * @param interval the ratio's interval; null if it had none
     */
    public record EarlierClaim(
            int look, int visits, ClaimSubject about, Verdict verdict, Double ratio, Interval interval) {
        public EarlierClaim {
            Objects.requireNonNull(about, "about");
            if (!verdict.isClaimed()) {
                throw new IllegalArgumentException("look " + look + " claimed nothing about " + about.job());
            }
        }

        String describe(Double now) {
            return "claimed at look " + look + ", after " + visits + " visits to each setup"
                    + (now == null ? "" : "; all visits give " + HumanText.ratio(now) + "x");
        }
    }

    /**
     * Returns a look at a campaign whose looks were not declared: the first may use all of 1 − confidence, each of the
     * next three a fifth of it, and later looks claim nothing. docs/evidence/simulation.md has the share of campaigns
     * of equal setups in which some look then claims a difference.
     */
    public static Looks undeclared(int number, List<EarlierClaim> earlier) {
        return new Looks(number, number == 1 ? 1 : number <= MOST_UNDECLARED ? UNDECLARED : 0, earlier);
    }

    /**
     * Returns a look at a campaign whose looks were declared before its first run. All looks have the same share, with
     * which some look claims a difference between equal setups in 1 − confidence of all campaigns (Pocock, Biometrika
     * 64(2), 1977). The share is found by simulation of Welch's test, with the same random numbers each time.
     *
     * @param after the visits to each setup after which the looks take place, ascending, each at least 2
     */
    public static Looks declared(int number, List<Integer> after, double confidence, List<EarlierClaim> earlier) {
        return new Looks(number, share(after, confidence), earlier);
    }

    /** Returns the quantile of the least p over all looks, divided by 1 − confidence. */
    static double share(List<Integer> after, double confidence) {
        if (after.size() < 2) {
            return 1;
        }
        Random random = new Random(SEED);
        double[] least = new double[ROUNDS];
        Arrays.fill(least, 1);
        for (int round = 0; round < ROUNDS; round++) {
            double[] sums = new double[4];
            int n = 0;
            for (int visits : after) {
                for (; n < visits; n++) {
                    double x = random.nextGaussian();
                    double y = random.nextGaussian();
                    sums[0] += x;
                    sums[1] += x * x;
                    sums[2] += y;
                    sums[3] += y * y;
                }
                double one = (sums[1] - sums[0] * sums[0] / n) / (n - 1);
                double other = (sums[3] - sums[2] * sums[2] / n) / (n - 1);
                double t = (sums[0] - sums[2]) / n / Math.sqrt((one + other) / n);
                double df = (n - 1) * (one + other) * (one + other) / (one * one + other * other);
                least[round] = Math.min(least[round], StudentT.twoSided(t, df));
            }
        }
        Arrays.sort(least);
        return Math.min(1, least[(int) Math.round((1 - confidence) * ROUNDS) - 1] / (1 - confidence));
    }

    /** Returns the claims of earlier looks by their subjects; of several claims about one subject, the first counts. */
    Map<ClaimSubject, EarlierClaim> bySubject() {
        Map<ClaimSubject, EarlierClaim> first = new HashMap<>();
        earlier.forEach(one -> first.putIfAbsent(one.about(), one));
        return Collections.unmodifiableMap(first);
    }
}
