package org.spindlebench.analysis.hypothesis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.spindlebench.analysis.hypothesis.Hypothesis.Claim;
import org.spindlebench.analysis.hypothesis.Hypothesis.Claim.Expectation;
import org.spindlebench.analysis.stats.Interaction;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;
import org.spindlebench.analysis.stats.VisitedPair;

/**
 * A hypothesis and the verdict on it.
 *
 * <p>A hypothesis is supported if the whole interval of every job is on the claimed side. This needs no correction. If
 * the claim is false, it is false for some job, and that job's interval errs no more often than stated (the
 * intersection-union test; Berger, Technometrics 24(4), 1982). The hypothesis is contradicted if, for one of its k
 * jobs, the whole interval of confidence 1 − α / k is on the other side (Bonferroni). A job that was not measured
 * supports nothing.
 *
 * @param confidence the confidence of the intervals that can support the claim, 1 − α
 * @param contradictingAt the confidence of the intervals that can contradict the claim, 1 − α / k
 * @param evidence k elements, one for every job and choice of settings that the claim is about
 * @param p the two-sided p of the verdict that is nearest to the evidence. It is the greatest supporting p, or k times
 *     the smallest contradicting p; null if there is neither
 */
public record Judgement(
        Hypothesis hypothesis,
        ClaimVerdict verdict,
        double confidence,
        double contradictingAt,
        List<HypothesisData> evidence,
        Double p) {
    public Judgement {
        evidence = List.copyOf(evidence);
    }

    /**
     * Judges a hypothesis.
     *
     * @param observed the jobs that were measured on its baseline and contender, each with its settings. Jobs that the
     *     hypothesis is not about are ignored
     * @param confidence the confidence of the intervals, between 0 and 1, exclusive, such as 0.95
     */
    public static Judgement of(Hypothesis hypothesis, Collection<Observed> observed, double confidence) {
        List<Situation> situations = new ArrayList<>();
        hypothesis.jobs().forEach(job -> situations.addAll(Situation.of(hypothesis, job, observed)));
        double corrected = 1 - (1 - confidence) / situations.size();
        List<HypothesisData> evidence = situations.stream()
                .map(situation -> situation.evidence(hypothesis.claim(), confidence, corrected))
                .toList();
        Double supporting = supporting(evidence);
        Double contradicting = contradicting(evidence);
        boolean supports = supporting != null && (contradicting == null || supporting <= contradicting);
        Judgement nearest = new Judgement(
                hypothesis,
                supports ? ClaimVerdict.SUPPORTED : ClaimVerdict.CONTRADICTED,
                confidence,
                corrected,
                evidence,
                supports ? supporting : contradicting);
        return nearest.corrected(nearest.p);
    }

    private static Double supporting(List<HypothesisData> evidence) {
        boolean complete = evidence.stream().allMatch(one -> one.supporting() != null);
        return complete
                ? (Double) evidence.stream()
                        .mapToDouble(HypothesisData::supporting)
                        .max()
                        .orElseThrow()
                : null;
    }

    private static Double contradicting(List<HypothesisData> evidence) {
        OptionalDouble least = evidence.stream()
                .map(HypothesisData::contradicting)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .min();
        return least.isEmpty() ? null : (Double) Math.min(1, evidence.size() * least.getAsDouble());
    }

    /**
     * Returns this judgement with the verdict after p was corrected for other claims.
     *
     * @param adjusted the corrected p, at least {@link #p}; null if {@link #p} is null
     */
    public Judgement corrected(Double adjusted) {
        boolean decided = adjusted != null && adjusted < 1 - confidence;
        return new Judgement(
                hypothesis, decided ? verdict : ClaimVerdict.UNDECIDED, confidence, contradictingAt, evidence, p);
    }

    /** Verdicts on a hypothesis by all measurements. */
    public enum ClaimVerdict {
        /** Every job supports it. */
        SUPPORTED,
        /** At least one job contradicts the hypothesis. */
        CONTRADICTED,
        /**
         * The hypothesis is neither supported nor contradicted; {@link HypothesisData#lacks} gives the reason for each
         * job.
         */
        UNDECIDED;

        /** Returns the word for programs, which never changes. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The measurements of one job with one choice of settings.
     *
     * @param first the durations on both setups, with the claim's first settings if it compares two choices of
     *     settings; null if not measured
     * @param second the durations on both setups with the claim's second settings; null if not measured, or if the
     *     claim has no second settings
     */
    record Situation(String job, SortedMap<String, String> settings, VisitedPair first, VisitedPair second) {
        /** Returns every situation of a job; one without durations if the job was not measured. */
        static List<Situation> of(Hypothesis hypothesis, String job, Collection<Observed> observed) {
            Claim claim = hypothesis.claim();
            Map<SortedMap<String, String>, Situation> found = new LinkedHashMap<>();
            for (Observed one : observed) {
                if (!one.job().equals(job) || !hypothesis.isAbout(job, one.settings())) {
                    continue;
                }
                boolean isFirst =
                        one.settings().entrySet().containsAll(claim.from().entrySet());
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

        private Situation withFirst(VisitedPair pair) {
            return new Situation(job, settings, pair, second);
        }

        private Situation withSecond(VisitedPair pair) {
            return new Situation(job, settings, first, pair);
        }

        /**
         * Judges the claim in this situation.
         *
         * @param confidence the confidence of the interval that can support the claim
         * @param corrected the confidence of the interval that can contradict the claim
         */
        HypothesisData evidence(Claim claim, double confidence, double corrected) {
            return claim.expectation() == Expectation.SMALLER_DIFFERENCE
                    ? ofDifferences(claim, confidence, corrected)
                    : ofSpeedUp(claim, confidence, corrected);
        }

        private HypothesisData ofSpeedUp(Claim claim, double confidence, double corrected) {
            if (first == null) {
                return open(null, null, "not both setups have valid runs");
            }
            SpeedUp speedUp = first.speedUp(confidence);
            boolean decides = speedUp.interval().isPresent();
            Double supporting = decides ? supporting(claim) : null;
            Double contradicting = decides ? contradicting(claim) : null;
            Stand stand = stand(supporting, contradicting, confidence, corrected);
            return new HypothesisData(
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

        private HypothesisData open(SpeedUp from, SpeedUp to, String lacks) {
            return new HypothesisData(job, settings, from, to, null, Stand.OPEN, lacks, null, null);
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

        /** Converts a one-sided p to a two-sided p. */
        private static double twice(double p) {
            return Math.min(1, 2 * p);
        }

        private HypothesisData ofDifferences(Claim claim, double confidence, double corrected) {
            SpeedUp from = first == null ? null : first.speedUp(confidence);
            SpeedUp to = second == null ? null : second.speedUp(confidence);
            if (from == null || to == null) {
                String under = from == null
                        ? text(claim.from()) + (to == null ? " and " + text(claim.to()) : "")
                        : text(claim.to());
                return open(from, to, "not both setups have valid runs under " + under);
            }
            Interaction quotient = Interaction.of(first, second, confidence);
            Interaction product = Interaction.product(first, second, confidence);
            boolean decides =
                    quotient.interval().isPresent() && product.interval().isPresent();
            Double smaller = decides ? differing(quotient, product, -1) : null;
            Double larger = decides ? differing(quotient, product, 1) : null;
            Stand stand = stand(smaller, larger, confidence, corrected);
            return new HypothesisData(
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
         * Returns the one-sided p of the claim that the second difference is smaller or larger than the first. With a =
         * ln r₂ and b = ln r₁, |a| < |b| if b − a and b + a have the same sign: the quotient r₂ / r₁ and the product r₁
         * r₂ are on different sides of 1. They are on the same side if |a| > |b|. The side of both must be shown, so
         * the greater p counts.
         *
         * @param same 1 for the same side, -1 for different sides
         */
        private static double differing(Interaction quotient, Interaction product, int same) {
            double up = Math.max(onSide(quotient, 1), onSide(product, same));
            double down = Math.max(onSide(quotient, -1), onSide(product, -same));
            return twice(Math.min(up, down));
        }

        /** Returns the one-sided p of the claim that the ratio is above 1, or below. */
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

    /**
     * The verdict that one job with one choice of settings gives on a hypothesis.
     *
     * @param settings all settings that both sides share, except those by which a smaller difference is claimed
     * @param speedUp the contender's speed-up; if the claim is a smaller difference, the one with the settings {@link
     *     Claim#from}. Null if it was not measured
     * @param to the contender's speed-up with the settings {@link Claim#to}; null if it was not measured, or the claim
     *     is another one
     * @param interaction the second speed-up / the first; null unless both were measured
     * @param lacks what is missing for a decision; null if the job decides
     * @param supporting the two-sided p of the claim; null if there is no interval. It is below 1 − confidence if the
     *     whole interval is on the claimed side
     * @param contradicting the two-sided p of the opposite of the claim; null if there is no interval
     */
    public record HypothesisData(
            String job,
            SortedMap<String, String> settings,
            SpeedUp speedUp,
            SpeedUp to,
            Interaction interaction,
            Stand stand,
            String lacks,
            Double supporting,
            Double contradicting) {
        public HypothesisData {
            settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        }
    }

    /** The verdicts that one measurement can give on a claim. */
    public enum Stand {
        /** The whole interval is on the claimed side. */
        SUPPORTS,
        /** The whole interval of the corrected confidence is on the other side. */
        CONTRADICTS,
        /** Neither interval decides. */
        OPEN;

        /** Returns the word for programs, which never changes. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The durations of one job on the baseline and the contender of a hypothesis, with equal settings.
     *
     * @param settings all settings that both sides share
     * @param pair durations in seconds; null if one side has no valid run with these settings
     */
    public record Observed(String job, SortedMap<String, String> settings, VisitedPair pair) {
        public Observed {
            settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        }
    }
}
