package org.spindlebench.analysis.claim;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.spindlebench.analysis.claim.Verdict.Reason;
import org.spindlebench.analysis.record.Subject;
import org.spindlebench.analysis.record.Warning;
import org.spindlebench.analysis.stats.Interval;
import org.spindlebench.analysis.stats.SpeedUp;

/**
 * One claim with its verdict.
 *
 * @param ends the two verdicts that a claim without a ratio can have; null if the ratio decides
 * @param family the claims that p is corrected with
 * @param p null if the claim has none, so it does not count in its family
 * @param corrected the p after Holm's correction over the family; null if {@code p} is, or before the correction
 * @param reason why there is no verdict; null if there is a verdict, or nothing was measured
 * @param notes warnings about the measurements behind the claim
 */
public record Claim(
        ClaimSubject about,
        RatioEstimate estimate,
        VerdictPair ends,
        String family,
        Double p,
        Double corrected,
        Verdict verdict,
        Reason reason,
        List<Warning> notes) {
    /** The family of all claims on a report's first screen. */
    public static final String SCREEN = "screen";

    /**
     * The subject of a claim.
     *
     * @param kind the kind of claim in a word, such as {@code job}
     * @param job the job, or a text for several jobs
     * @param quantity the measured quantity, such as {@code duration}
     */
    public record ClaimSubject(
            String kind,
            String job,
            String baseline,
            String contender,
            SortedMap<String, String> settings,
            String quantity) {
        public ClaimSubject {
            settings = Subject.sorted(settings);
        }

        /** Copies this for a claim of another kind about the same subject. */
        public ClaimSubject as(String otherKind) {
            return new ClaimSubject(otherKind, job, baseline, contender, settings, quantity);
        }
    }

    /**
     * The measured ratio.
     *
     * @param ratio the baseline's quantity / the contender's, so above 1 if the contender is better; null if the claim
     *     is not about one ratio
     * @param interval null if there is none
     * @param basis the units that the interval is computed from, or why there is none; null without a ratio
     */
    public record RatioEstimate(Double ratio, Interval interval, SpeedUp.IntervalBasis basis, double confidence) {
        /** Makes an estimate of a ratio. */
        public static RatioEstimate of(
                double ratio, Optional<Interval> interval, SpeedUp.IntervalBasis basis, double confidence) {
            return new RatioEstimate(ratio, interval.orElse(null), basis, confidence);
        }
    }

    /**
     * The verdicts of a claim that is not about one ratio.
     *
     * @param claimed the verdict if p allows it
     * @param open the verdict otherwise
     */
    public record VerdictPair(Verdict claimed, Verdict open) {}

    public Claim {
        Objects.requireNonNull(verdict, "verdict");
        notes = List.copyOf(notes);
    }

    /** Makes a claim about a ratio, before the correction. */
    public static Claim ofRatio(ClaimSubject about, RatioEstimate estimate, Double p, List<Warning> notes) {
        return new Claim(about, estimate, null, SCREEN, p, null, Verdict.UNDECIDED, null, notes).corrected(null);
    }

    /** Makes a claim that p alone decides, before the correction. */
    public static Claim of(ClaimSubject about, VerdictPair ends, double confidence, Double p) {
        RatioEstimate none = new RatioEstimate(null, null, null, confidence);
        return new Claim(about, none, ends, SCREEN, p, null, ends.open, null, List.of());
    }

    /** Makes a claim for which nothing was measured. */
    public static Claim ofNothing(ClaimSubject about, double confidence) {
        return of(about, new VerdictPair(Verdict.UNDECIDED, Verdict.UNDECIDED), confidence, null);
    }

    /** Copies this claim, judged by a corrected p. */
    public Claim corrected(Double adjusted) {
        Verdict by = ends == null
                ? Verdict.of(estimate.ratio, estimate.interval, adjusted, estimate.confidence)
                : Verdict.of(ends.claimed, ends.open, adjusted, estimate.confidence);
        Reason why = by == Verdict.UNDECIDED && estimate.basis != null ? Reason.of(estimate.basis) : null;
        return new Claim(about, estimate, ends, family, p, adjusted, by, why, notes);
    }

    /** Copies this claim with verdicts of its own, because its ratio is one of anything but durations. */
    public Claim ending(VerdictPair other) {
        return new Claim(about, estimate, other, family, p, null, verdict, reason, notes).corrected(null);
    }

    /** Copies this claim as one of another family, before the correction. */
    public Claim in(String other) {
        return new Claim(about, estimate, ends, other, p, null, verdict, reason, notes).corrected(null);
    }

    /** Copies this claim with warnings. */
    public Claim noted(List<Warning> warnings) {
        return new Claim(about, estimate, ends, family, p, corrected, verdict, reason, warnings);
    }

    /** Copies this claim without its p, because other claims state the same. */
    public Claim withoutP() {
        return new Claim(about, estimate, ends, family, null, null, verdict, reason, notes).corrected(null);
    }

    /**
     * Copies this claim, decided by other claims that together have the same subject. It counts in no family: a
     * contender is faster over all families if it is faster in each.
     */
    public Claim ofEach(List<Claim> each) {
        Verdict direction = ratio() > 1 ? Verdict.FASTER : Verdict.SLOWER;
        if (each.stream().allMatch(one -> one.verdict == direction)) {
            return judged(direction, null);
        }
        return reason == Reason.MAY_BE_CHANCE ? judged(verdict, whyOpen(each)) : this;
    }

    private Claim judged(Verdict by, Reason why) {
        return new Claim(about, estimate, ends, family, p, corrected, by, why, notes);
    }

    /** Returns why claims allow no verdict on all of them: they contradict each other, or one of them is open. */
    private static Reason whyOpen(List<Claim> each) {
        long verdicts = each.stream()
                .map(Claim::verdict)
                .filter(one -> one != Verdict.UNDECIDED)
                .distinct()
                .count();
        return verdicts > 1
                ? Reason.DEPENDS
                : each.stream()
                        .map(Claim::reason)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(Reason.MAY_BE_CHANCE);
    }

    public double ratio() {
        return estimate.ratio;
    }

    public Optional<Interval> interval() {
        return Optional.ofNullable(estimate.interval);
    }

    /** What claims something. A finding of any kind implements this. */
    public interface Claimed<T> {
        Claim claim();

        /** Returns the job, or a text for several jobs. */
        default String job() {
            return claim().about().job();
        }

        /** Returns the settings that all compared runs share. */
        default SortedMap<String, String> settings() {
            return claim().about().settings();
        }

        /** Returns the setup that the contender is compared with, or a text for several setups. */
        default String baselineName() {
            return claim().about().baseline();
        }

        default String contenderName() {
            return claim().about().contender();
        }

        /** Copies this finding with another claim, whose p is corrected. */
        T with(Claim corrected);

        /** Checks whether the report may claim it, after the correction for all claims of the family. */
        default boolean isClaimed() {
            return claim().verdict().isClaimed();
        }
    }

    /** A finding of a kind that has no numbers beyond its claim's. Reports show every such kind alike. */
    public record PlainFinding(Claim claim) implements Claimed<PlainFinding> {
        @Override
        public PlainFinding with(Claim corrected) {
            return new PlainFinding(corrected);
        }
    }
}
