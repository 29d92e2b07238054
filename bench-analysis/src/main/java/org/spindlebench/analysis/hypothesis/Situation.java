package org.spindlebench.analysis.hypothesis;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SamplePair;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * One job under one choice of settings, as far as it was measured.
 *
 * @param first the two setups, or null; under the claim's first settings where it has two
 * @param second the two setups under the claim's second settings, or null
 */
record Situation(String job, SortedMap<String, String> settings, SamplePair first, SamplePair second) {
    /** All that a hypothesis says something of; where nothing was measured of a job, one without durations. */
    static List<Situation> of(Hypothesis hypothesis, String job, Collection<Observed> observed) {
        Claim claim = hypothesis.claim();
        Map<SortedMap<String, String>, Situation> found = new LinkedHashMap<>();
        for (Observed one : observed) {
            if (!one.job().equals(job) || !hypothesis.isAbout(job, one.settings())) {
                continue;
            }
            boolean isFirst = one.settings().entrySet().containsAll(claim.from().entrySet());
            boolean isSecond = !claim.to().isEmpty()
                    && one.settings().entrySet().containsAll(claim.to().entrySet());
            if (isFirst || isSecond) {
                SortedMap<String, String> rest = new TreeMap<>(one.settings());
                rest.keySet().removeAll(claim.from().keySet());
                Situation known = found.getOrDefault(rest, new Situation(job, rest, null, null));
                found.put(rest, isSecond ? known.withSecond(one.pair()) : known.withFirst(one.pair()));
            }
        }
        return found.isEmpty()
                ? List.of(new Situation(job, hypothesis.settings(), null, null))
                : List.copyOf(found.values());
    }

    private Situation withFirst(SamplePair pair) {
        return new Situation(job, settings, pair, second);
    }

    private Situation withSecond(SamplePair pair) {
        return new Situation(job, settings, first, pair);
    }

    /**
     * What it says.
     *
     * @param confidence of the interval that supports
     * @param corrected confidence of the interval that contradicts
     */
    Evidence evidence(Claim claim, double confidence, double corrected) {
        return claim.expectation() == Expectation.SMALLER_DIFFERENCE
                ? ofDifferences(claim, confidence, corrected)
                : ofSpeedUp(claim, confidence, corrected);
    }

    private Evidence ofSpeedUp(Claim claim, double confidence, double corrected) {
        if (first == null) {
            return open(null, null, "no valid runs on both setups");
        }
        SpeedUp speedUp = first.speedUp(confidence);
        boolean decides = speedUp.interval().isPresent();
        Double supporting = decides ? supporting(claim) : null;
        Double contradicting = decides ? contradicting(claim) : null;
        Stand stand = stand(supporting, contradicting, confidence, corrected);
        return new Evidence(
                job,
                settings,
                speedUp,
                null,
                null,
                stand,
                lacks(stand, speedUp.interval(), speedUp.basis()),
                supporting,
                contradicting);
    }

    private Evidence open(SpeedUp from, SpeedUp to, String lacks) {
        return new Evidence(job, settings, from, to, null, Stand.OPEN, lacks, null, null);
    }

    private static Stand stand(Double supporting, Double contradicting, double confidence, double corrected) {
        if (supporting != null && supporting < 1 - confidence) {
            return Stand.SUPPORTS;
        }
        return contradicting != null && contradicting < 1 - corrected ? Stand.CONTRADICTS : Stand.OPEN;
    }

    private Double supporting(Claim claim) {
        double low = 1 / (1 + claim.by());
        double high = 1 + claim.by();
        return twice(
                switch (claim.expectation()) {
                    case FASTER -> above(high);
                    case SLOWER -> below(low);
                    default -> Math.max(above(low), below(high));
                });
    }

    private Double contradicting(Claim claim) {
        double low = 1 / (1 + claim.by());
        double high = 1 + claim.by();
        return twice(
                switch (claim.expectation()) {
                    case FASTER -> below(high);
                    case SLOWER -> above(low);
                    default -> Math.min(above(high), below(low));
                });
    }

    private double above(double limit) {
        return first.pAbove(limit, null).orElse(1);
    }

    private double below(double limit) {
        return first.pBelow(limit, null).orElse(1);
    }

    /** Of a one-sided p, that of the interval with both bounds. */
    private static double twice(double p) {
        return Math.min(1, 2 * p);
    }

    private Evidence ofDifferences(Claim claim, double confidence, double corrected) {
        SpeedUp from = first == null ? null : first.speedUp(confidence);
        SpeedUp to = second == null ? null : second.speedUp(confidence);
        if (from == null || to == null) {
            String under = from == null
                    ? text(claim.from()) + (to == null ? " and " + text(claim.to()) : "")
                    : text(claim.to());
            return open(from, to, "no valid runs on both setups under " + under);
        }
        Interaction quotient = Interaction.of(first, second, confidence);
        Interaction product = Interaction.product(first, second, confidence);
        boolean decides = quotient.interval().isPresent() && product.interval().isPresent();
        Double smaller = decides ? differing(quotient, product, -1) : null;
        Double larger = decides ? differing(quotient, product, 1) : null;
        Stand stand = stand(smaller, larger, confidence, corrected);
        return new Evidence(
                job,
                settings,
                from,
                to,
                quotient,
                stand,
                lacks(stand, quotient.interval(), quotient.basis()),
                smaller,
                larger);
    }

    /**
     * With a = ln r₂ and b = ln r₁, |a| < |b| where b − a and b + a have the same sign: the quotient r₂ / r₁ and the product r₁ r₂ lie on
     * different sides of 1. They lie on the same side where |a| > |b|. Both must be told, so the greater p counts.
     *
     * @param same 1 for the same side, -1 for different ones
     */
    private static double differing(Interaction quotient, Interaction product, int same) {
        double up = Math.max(onSide(quotient, 1), onSide(product, same));
        double down = Math.max(onSide(quotient, -1), onSide(product, -same));
        return twice(Math.min(up, down));
    }

    /** The one-sided p of the claim that the ratio lies above 1, or below. */
    private static double onSide(Interaction interaction, int side) {
        double half = interaction.p().orElse(1) / 2;
        return interaction.ratio() > 1 == side > 0 ? half : 1 - half;
    }

    private static String lacks(Stand stand, Optional<Interval> interval, SpeedUp.Basis basis) {
        if (stand != Stand.OPEN) {
            return null;
        }
        return interval.isPresent() ? "the interval leaves it open" : "no interval: " + basis.word();
    }

    private static String text(Map<String, String> settings) {
        return settings.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", "));
    }
}
