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
import org.spindlebench.analysis.stats.ObservedPair;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * One job under one choice of settings, as far as it was measured.
 *
 * @param first the two setups, or null; under the claim's first settings where it has two
 * @param second the two setups under the claim's second settings, or null
 */
record Situation(String job, SortedMap<String, String> settings, ObservedPair first, ObservedPair second) {
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

    private Situation withFirst(ObservedPair pair) {
        return new Situation(job, settings, pair, second);
    }

    private Situation withSecond(ObservedPair pair) {
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
            return new Evidence(job, settings, null, null, null, Stand.OPEN, "no valid runs on both setups");
        }
        SpeedUp speedUp = first.speedUp(confidence);
        Bounds bounds = new Bounds(claim);
        Stand stand = Stand.OPEN;
        if (speedUp.interval().filter(bounds::isClaimed).isPresent()) {
            stand = Stand.SUPPORTS;
        } else if (first.speedUp(corrected).interval().filter(bounds::isOther).isPresent()) {
            stand = Stand.CONTRADICTS;
        }
        return new Evidence(
                job, settings, speedUp, null, null, stand, lacks(stand, speedUp.interval(), speedUp.basis()));
    }

    private Evidence ofDifferences(Claim claim, double confidence, double corrected) {
        SpeedUp from = first == null ? null : first.speedUp(confidence);
        SpeedUp to = second == null ? null : second.speedUp(confidence);
        if (from == null || to == null) {
            String under = from == null
                    ? text(claim.from()) + (to == null ? " and " + text(claim.to()) : "")
                    : text(claim.to());
            return new Evidence(
                    job, settings, from, to, null, Stand.OPEN, "no valid runs on both setups under " + under);
        }
        Interaction interaction = first.interaction(second, confidence);
        Stand stand = Stand.OPEN;
        if (isSmaller(confidence)) {
            stand = Stand.SUPPORTS;
        } else if (isLarger(corrected)) {
            stand = Stand.CONTRADICTS;
        }
        return new Evidence(
                job, settings, from, to, interaction, stand, lacks(stand, interaction.interval(), interaction.basis()));
    }

    /**
     * With a = ln r₂ and b = ln r₁, |a| < |b| where b − a and b + a have the same sign: the quotient r₂ / r₁ and the product r₁ r₂ lie on
     * different sides of 1.
     */
    private boolean isSmaller(double confidence) {
        int quotient = side(first.interaction(second, confidence));
        return quotient != 0 && side(first.swapped().interaction(second, confidence)) == -quotient;
    }

    private boolean isLarger(double confidence) {
        int quotient = side(first.interaction(second, confidence));
        return quotient != 0 && side(first.swapped().interaction(second, confidence)) == quotient;
    }

    /** 1 where the whole interval is above 1, -1 where it is below, else 0. */
    private static int side(Interaction interaction) {
        return interaction
                .interval()
                .map(bounds -> bounds.low() > 1 ? 1 : bounds.high() < 1 ? -1 : 0)
                .orElse(0);
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

    /** Where the speed-ups lie that a claim is about. */
    private record Bounds(Expectation expectation, double low, double high) {
        Bounds(Claim claim) {
            this(claim.expectation(), 1 / (1 + claim.by()), 1 + claim.by());
        }

        boolean isClaimed(Interval interval) {
            return switch (expectation) {
                case FASTER -> interval.low() > high;
                case SLOWER -> interval.high() < low;
                default -> interval.low() >= low && interval.high() <= high;
            };
        }

        boolean isOther(Interval interval) {
            return switch (expectation) {
                case FASTER -> interval.high() < high;
                case SLOWER -> interval.low() > low;
                default -> interval.low() > high || interval.high() < low;
            };
        }
    }
}
