package org.spindlebench.analysis.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The duration of the best of several settings, measured by observations that were not used to choose it. The fastest
 * of many means is too good, because chance helped to choose it, and its ordinary interval covers the truth too rarely.
 *
 * <p>The visits of a setup are divided into two halves, alternately in their order; runs without visits are divided in
 * the same way. Each half chooses the setting with the shortest mean, and the other half measures the choice. The
 * estimate is the mean of the two measured means (cross-fitting; Chernozhukov and others, The Econometrics Journal
 * 21(1), 2018). It estimates the duration with the settings that half of the visits choose. This duration is at least
 * as long as the duration with the truly best setting.
 *
 * <p>The measured means of both halves are correlated, because each half also chooses the settings that the other half
 * measures. With K equally fast settings and independent normal errors, the correlation is m² / (K − 1), where m is the
 * expected maximum of K standard normal values. It is greatest for K = 3, {@value #CORRELATION}; a common effect of a
 * visit makes it smaller. The variance of the estimate is therefore s² / 4 · (1 / n₁ + 1 / n₂) · (1 + {@value
 * #CORRELATION}), with s² pooled over both halves and n₁ + n₂ − 2 degrees of freedom.
 *
 * <p>A setting with fewer than two observations in a half is not searched. If such a setting has the shortest mean
 * of all, nothing is held out, because the search would miss it.
 *
 * @param searched the number of settings that were searched
 * @param leftOut the number of settings that were not searched; all are slower than the best
 * @param best the index of the setting with the shortest mean of all observations
 * @param chosen the indices of the settings that the halves chose: one, or two different indices; empty if nothing was
 *     held out
 * @param estimates for each side, values whose mean is the estimate. Their standard error and degrees of freedom are
 * the estimate's; the values themselves are not durations. If there are too few observations to hold some out, the only
 * value is the mean of the best setting's observations; the same observations chose the setting
 */
public record CrossFit(int searched, int leftOut, int best, List<Integer> chosen, List<VisitedSample> estimates) {
    /** The correlation of the two halves that the variance includes. */
    public static final double CORRELATION = 0.36;

    private static final int LEAST_OF_HALF = 2;

    public CrossFit {
        chosen = List.copyOf(chosen);
        estimates = List.copyOf(estimates);
    }

    /**
     * Checks whether the estimates come from observations that were not used to choose the settings. A single setting
     * needs no choice.
     */
    public boolean isHeldOut() {
        return searched == 1 || !chosen.isEmpty();
    }

    /**
     * Finds the best setting.
     *
     * @param settings at least one, each with the durations on the same sides: on one setup, or on each of several
     *     setups, if one setting must serve all setups. The best setting then has the shortest geometric mean over the
     *     sides
     */
    public static CrossFit of(List<List<VisitedSample>> settings) {
        List<Divided> all = divided(settings);
        List<Divided> enough = all.stream().filter(Divided::isEnough).toList();
        Divided best = best(all, Divided::log);
        int index = all.indexOf(best);
        if (all.size() == 1) {
            return new CrossFit(1, 0, index, List.of(), settings.get(index));
        }
        if (enough.size() < 2 || !best.isEnough()) {
            return new CrossFit(all.size(), 0, index, List.of(), inSample(settings.get(index)));
        }
        Divided ofFirst = best(enough, one -> one.log(0));
        Divided ofSecond = best(enough, one -> one.log(1));
        List<VisitedSample> estimates = new ArrayList<>();
        for (int side = 0; side < ofFirst.sides.size(); side++) {
            boolean visited = settings.get(index).get(side).isVisited();
            estimates.add(heldOut(ofSecond.sides.get(side).first, ofFirst.sides.get(side).second, visited));
        }
        List<Integer> chosen = List.copyOf(new TreeSet<>(List.of(all.indexOf(ofFirst), all.indexOf(ofSecond))));
        return new CrossFit(enough.size(), all.size() - enough.size(), index, chosen, estimates);
    }

    private static Divided best(List<Divided> settings, ToDoubleFunction<Divided> log) {
        return settings.stream().min(Comparator.comparingDouble(log)).orElseThrow();
    }

    private static List<VisitedSample> inSample(List<VisitedSample> sides) {
        return sides.stream()
                .map(side -> VisitedSample.ofRuns(Sample.of(side.observations().mean())))
                .toList();
    }

    private static List<Divided> divided(List<List<VisitedSample>> settings) {
        int sides = settings.get(0).size();
        List<Map<String, Boolean>> halves = IntStream.range(0, sides)
                .mapToObj(side -> halves(settings.stream()
                        .map(setting -> setting.get(side).visits())
                        .toList()))
                .toList();
        return settings.stream()
                .map(setting -> new Divided(IntStream.range(0, sides)
                        .mapToObj(side -> Halves.of(setting.get(side), halves.get(side)))
                        .toList()))
                .toList();
    }

    /**
     * Assigns each visit to the first or the second half. Each visit in order goes to the half that has fewer visits
     * with the settings of this visit. If all visits have all settings, visits alternate.
     */
    private static Map<String, Boolean> halves(List<List<VisitedSample.VisitSample>> settings) {
        Map<String, List<Integer>> held = new LinkedHashMap<>();
        for (int i = 0; i < settings.size(); i++) {
            for (VisitedSample.VisitSample visit : settings.get(i)) {
                held.computeIfAbsent(visit.name(), name -> new ArrayList<>()).add(i);
            }
        }
        int[] moreInFirst = new int[settings.size()];
        Map<String, Boolean> halves = new HashMap<>();
        held.forEach((visit, which) -> {
            boolean first =
                    which.stream().mapToInt(setting -> moreInFirst[setting]).sum() <= 0;
            which.forEach(setting -> moreInFirst[setting] += first ? 1 : -1);
            halves.put(visit, first);
        });
        return halves;
    }

    /** Returns values that have the estimate's mean, standard error and degrees of freedom. */
    private static VisitedSample heldOut(double[] first, double[] second, boolean visited) {
        double mean = (mean(first) + mean(second)) / 2;
        int values = first.length + second.length - 1;
        double factor = Math.sqrt(values * (1 + CORRELATION) * (1.0 / first.length + 1.0 / second.length) / 4);
        // The contrasts of both halves become the contrasts of one sample, so the sum of squares is kept.
        double[] contrasts = DoubleStream.concat(Arrays.stream(contrasts(first)), Arrays.stream(contrasts(second)))
                .toArray();
        double[] deviations = deviations(contrasts);
        double[] pseudo =
                Arrays.stream(deviations).map(each -> mean + factor * each).toArray();
        if (Arrays.stream(pseudo).anyMatch(value -> value <= 0)) {
            return VisitedSample.ofRuns(Sample.of(mean));
        }
        String shape = " of " + first.length + " + " + second.length;
        return visited
                ? VisitedSample.ofVisits(IntStream.range(0, values)
                        .mapToObj(
                                i -> new VisitedSample.VisitSample("held out " + (i + 1) + shape, Sample.of(pseudo[i])))
                        .toList())
                : VisitedSample.ofRuns(Sample.of(pseudo));
    }

    private static double mean(double[] values) {
        return Sample.of(values).mean();
    }

    /** Returns Helmert's n − 1 orthonormal contrasts of n values. */
    private static double[] contrasts(double[] values) {
        double[] contrasts = new double[values.length - 1];
        double sum = values[0];
        for (int i = 1; i < values.length; i++) {
            contrasts[i - 1] = (values[i] - sum / i) * Math.sqrt(i / (i + 1.0));
            sum += values[i];
        }
        return contrasts;
    }

    /** Returns the n + 1 deviations from the mean that have n contrasts. */
    private static double[] deviations(double[] contrasts) {
        double[] deviations = new double[contrasts.length + 1];
        for (int i = 1; i <= contrasts.length; i++) {
            double share = contrasts[i - 1] / Math.sqrt(i * (i + 1.0));
            for (int before = 0; before < i; before++) {
                deviations[before] -= share;
            }
            deviations[i] += i * share;
        }
        return deviations;
    }

    /** The observations of one setting on each side. */
    private record Divided(List<Halves> sides) {
        boolean isEnough() {
            return sides.stream().allMatch(side -> Math.min(side.first.length, side.second.length) >= LEAST_OF_HALF);
        }

        /** Returns the mean over the sides of the logarithm of the mean of one half, 0 or 1. */
        double log(int half) {
            return sides.stream()
                    .mapToDouble(side -> Math.log(mean(half == 0 ? side.first : side.second)))
                    .average()
                    .orElseThrow();
        }

        double log() {
            return sides.stream()
                    .mapToDouble(side -> Math.log(mean(side.all())))
                    .average()
                    .orElseThrow();
        }
    }

    /** The observations of one setting on one side, by halves. */
    private static final class Halves {
        private final double[] first;
        private final double[] second;

        private Halves(double[] first, double[] second) {
            this.first = first;
            this.second = second;
        }

        static Halves of(VisitedSample sample, Map<String, Boolean> visits) {
            Map<Boolean, List<Double>> halves = Map.of(true, new ArrayList<>(), false, new ArrayList<>());
            for (int i = 0; i < sample.observations().n(); i++) {
                boolean inFirst =
                        sample.isVisited() ? visits.get(sample.visits().get(i).name()) : i % 2 == 0;
                halves.get(inFirst).add(sample.observations().values().get(i));
            }
            return new Halves(array(halves.get(true)), array(halves.get(false)));
        }

        private static double[] array(List<Double> values) {
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }

        double[] all() {
            return DoubleStream.concat(Arrays.stream(first), Arrays.stream(second))
                    .toArray();
        }
    }
}
